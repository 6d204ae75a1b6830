// Natives that wait for something outside: what goes on meanwhile, and how they end.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "stdlib/native/outside.h"
#include "tests/unit/programs.h"

namespace aspen {
namespace {

namespace fs = std::filesystem;

// Calls that wait for each other: of two, each goes on once both have begun.
std::atomic<int> begun{0};

Value meet(Strand& s, const String& name) {
  return while_others_run(
      s,
      [copy = std::string(name.view())] {
        ++begun;
        begun.notify_all();
        for (int now = begun.load(); now < 2; now = begun.load()) begun.wait(now);
        return copy;
      },
      [&](const std::string& copy) { return text_value(s, copy); });
}

// Goes on until no task waits for it any more.
struct Stuck {
  int operator()() const {
    given_up->wait(false);
    return 0;
  }
  void give_up() const {
    *given_up = true;
    given_up->notify_all();
  }
  std::shared_ptr<std::atomic<bool>> given_up = std::make_shared<std::atomic<bool>>(false);
};

Value wait_in_vain(Strand& s, UnitArgument) {
  return while_others_run(s, Stuck(), [](int) { return Value::unit(); });
}

// Has lost the permission for what it has begun when it runs again.
Value lose_permission(Strand& s, UnitArgument) {
  if (Operation::kept_by(s) != nullptr) return s.value_error("lost");
  return while_others_run(
      s, [] { return 1; }, [](int) { return Value::unit(); });
}

Value say_later(Strand& s, const String& name) {
  return while_others_run(
      s, [copy = std::string(name.view())] { return copy; },
      [&](const std::string& copy) { return text_value(s, copy); });
}

constexpr NativeDescriptor kNatives[] = {row<meet>("meet", "name", kBorrows, "", Effect::read),
                                         row<lose_permission>("lose", "()", kBorrows, "", Effect::write),
                                         row<say_later>("later", "name", kBorrows, "", Effect::write),
                                         row<wait_in_vain>("stuck", "()", kBorrows, "", Effect::read)};

// Runs programs that read from pipes named `a` and `b`, which block until the test writes.
class Outside : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aspen-outside-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    for (const char* name : {"a", "b", "done"}) ASSERT_EQ(mkfifo((folder_ / name).c_str(), 0600), 0);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Blocks until the program reads.
  void write(const char* name) { std::ofstream(folder_ / name) << name; }

  // Like `run`; a task that reads from a pipe waits until the program, at its end, writes to the pipe named
  // `done`.
  std::string run_while_pipes_are_silent(const std::string& text, const RuntimeOptions& options) {
    std::vector<int> pipes;
    for (const char* name : {"a", "b"}) pipes.push_back(::open((folder_ / name).c_str(), O_RDWR | O_CLOEXEC));
    std::thread closer([&] {
      std::ifstream(folder_ / "done").get();
      for (int pipe : pipes) ::close(pipe);
    });
    std::string out = run(text + "fs.write (path \"done\") \"done\"\n", options);
    closer.join();
    return out;
  }

  std::string run(const std::string& text, const RuntimeOptions& options) {
    std::string out;
    MachineOptions machine;
    machine.out = machine.err = [&](std::string_view written) { out += written; };
    Engine engine(std::move(machine));
    begun = 0;
    for (const NativeDescriptor& native : kNatives) {
      engine.machine().define(native);
      engine.catalogue().add(native.name,
                             {BuiltinInfo::Kind::native, 1, 0, native.effect, native.parameters});
    }
    const std::string whole = "path = name -> \"" + folder_.string() + "/{name}\"\n" + text;
    LoadedModule* module = load_and_start(engine, whole, options);
    if (module == nullptr) return out;
    const Outcome outcome = engine.run(*module);
    engine.machine().out().flush();
    return outcome.finished() ? out : out + engine.headline(outcome);
  }

  static std::vector<RuntimeOptions> overlapping() {
    std::vector<RuntimeOptions> out;
    for (SplitPolicy split : {SplitPolicy::on_demand, SplitPolicy::always, SplitPolicy::chaos}) {
      for (uint32_t workers : {0u, 1u, 2u, 4u}) {
        RuntimeOptions& options = out.emplace_back();
        options.workers = workers;
        options.split = split;
        options.seed = workers + 1;
      }
    }
    return out;
  }

  fs::path folder_;
};

TEST_F(Outside, ANativeThatFailsBeforeItsResultLeavesNothingToTheNext) {
  const std::string text = "a text, where the native before it had a number";
  // Sometimes its work is over before it has to wait, and it does not run again.
  const std::string loses =
      "lost = 0\nloop {\nif (try (lose ())) is Err _ { lost += 1 }\nif lost == 20 { break }\n}\n";
  for (const RuntimeOptions& options : overlapping()) {
    if (options.workers == 0) continue;  // without workers, nothing waits there
    EXPECT_EQ(run("await (spawn {\n" + loses + "print (later \"" + text + "\")\n})\n", options), text + "\n");
  }
}

TEST_F(Outside, ReadsThatFollowOneAnotherAreInFlightTogether) {
  for (const char* program : {"a = meet \"a\"\nb = meet \"b\"\nprint \"{a} {b}\"\n",
                              "f = name -> meet name\na = f \"a\"\nb = f \"b\"\nprint \"{a} {b}\"\n",
                              "print (map (name -> meet name) [\"a\", \"b\"] |> join \" \")\n",
                              "print (map meet [\"a\", \"b\"] |> join \" \")\n",
                              "read = meet\nx = (read \"a\", read \"b\")\nprint \"{x.0} {x.1}\"\n"}) {
    for (const RuntimeOptions& options : overlapping()) EXPECT_EQ(run(program, options), "a b\n") << program;
  }
}

// An iteration that prints does not keep the next one from reading, and what is written after the loop does
// not either.
TEST_F(Outside, ReadsOfIterationsAreInFlightTogether) {
  const std::string after = "\nfs.write (path \"last\") \"\"\nfs.remove (path \"last\")\n";
  for (const char* program :
       {"for name in [\"a\", \"b\"] { print (meet name) }",
        "for name in [\"a\", \"b\"] { t = meet name; print t; write \"\" }",
        "f = name -> { t = meet name; t }\nfor name in [\"a\", \"b\"] { print (f name) }",
        "names = [\"a\", \"b\"]\nfor i in 0..2 { print (meet names[i]) }",
        "names = [\"a\", \"b\"]\ni = 0\nwhile i < 2 { print (meet names[i]); i += 1 }",
        "names = [\"a\", \"b\"]\ni = 0\nloop { i += 1; print (meet names[i - 1]); if i == 2 { break } }",
        "t = \"\"\nfor name in [\"a\", \"b\"] { t += meet name + \"\\n\" }\nwrite t"}) {
    for (const RuntimeOptions& options : overlapping()) {
      EXPECT_EQ(run(program + after, options), "a\nb\n") << program;
    }
  }
}

// Effects wait for their turn, and reads wait for the writes before them.
TEST_F(Outside, WhatFollowsAWriteReadsWhatWasWritten) {
  const char* program = R"(
a = fs.read (path "a")
fs.write (path "f") "{a}, written"
f = fs.read (path "f")
print f
)";
  for (const RuntimeOptions& options : overlapping()) {
    std::thread writer([&] { write("a"); });
    EXPECT_EQ(run(program, options), "a, written\n");
    writer.join();
    fs::remove(folder_ / "f");
  }
}

// The read that was begun is taken back: its outcome is not reported, and it is left running.
TEST_F(Outside, AnErrorBeforeAReadTakesItBack) {
  const char* program = R"(
both = () -> {
    a = fs.read (path "no such file in a folder that is not there/x")
    b = stuck ()
    (a, b)
}
for i in 0..20 {
    match try (both ()) { Ok v -> print v, Err (IoError e) -> { if i == 0 { print e.code } } }
}
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run_while_pipes_are_silent(program, options), "ENOENT\n");
}

TEST_F(Outside, ATaskThatIsCancelledWaitsNoLonger) {
  const char* program = R"(
late = try (task.timeout 0.01 (() -> fs.read (path "a")))
print (late is Err (Timeout _))
t = spawn fs.read (path "b")
sleep 0
task.cancel t
cancelled = try (await t)
print (cancelled is Err (Cancelled _))
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run_while_pipes_are_silent(program, options), "true\ntrue\n");
}

// Also if the only calls under way are not waited for, however quickly the last one ends.
TEST_F(Outside, DeadlocksAreSeenBehindIt) {
  const char* dead = "recv (channel 0)\n";
  for (const RuntimeOptions& options : overlapping()) {
    for (const char* before :
         {"late = try (task.timeout 0.001 stuck)\n", "begun = spawn meet \"a\"\nmeet \"b\"\nawait begun\n"}) {
      const std::string out = run(before + std::string(dead), options);
      EXPECT_NE(out.find("Deadlock"), std::string::npos) << before << out;
    }
  }
}

// A write that was begun is waited for, and a task that cleans up after its cancellation can write.
TEST_F(Outside, CancelledTasksCleanUp) {
  const char* program = R"(
text = string.repeat 400000 "x"
ready = channel 0
t = spawn {
    r = try { send ready (); recv (channel 0) }
    fs.write (path "large") text
    fs.remove_all (path "large")
    print "cleaned up"
}
recv ready
task.cancel t
print (match try (await t) { Ok _ -> "over", Err _ -> "failed" })
print (fs.exists? (path "large"))
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run(program, options), "cleaned up\nover\nfalse\n");
}

// ---- Open files

// Data that came for a task that gave up, here half a line, is kept for the next one.
TEST_F(Outside, AWaitForALineEndsAndLosesNothing) {
  const char* program = R"(
f = fs.open "read" (path "a")
print ((try (task.timeout 0.01 (() -> fs.read_line f))) is Err (Timeout _))
w = fs.open "write" (path "a")
fs.put "be" w
fs.flush w
t = spawn fs.read_line f
sleep 0
task.cancel t
print ((try (await t)) is Err (Cancelled _))
print ((try (task.timeout 0.01 (() -> fs.read_chunk 4 f))) is Err (Timeout _))
fs.put "gun\nnext" w
fs.close w
print (fs.read_line f)
print (fs.read_chunk 10 f)
print (fs.read_line f)
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run(program, options), "true\ntrue\ntrue\nSome \"begun\"\nb\"next\"\nNone\n");
}

TEST_F(Outside, OthersRunWhileALineIsAwaited) {
  const char* program = R"(
w = spawn fs.open "write" (path "a")
f = fs.open "read" (path "a")
w = await w
ready = channel 0
readers = map (_ -> { spawn { send ready (); fs.read_line f } }) [1, 2, 3]
for _ in readers { recv ready }
fs.put "c\na\nb" w
fs.close w
print (readers |> map await |> map show |> sort |> join " ")
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run(program, options), "Some \"a\" Some \"b\" Some \"c\"\n");
}

// If the loop or the native has to wait, it runs again and goes on after what it has already got.
TEST_F(Outside, LinesComeOneByOne) {
  const char* program = R"(
w = spawn fs.open "write" (path "a")
f = fs.open "read" (path "a")
w = await w
asked = channel 0
reader = spawn {
    for line in f { send asked line; if line == "3" { break } }
    send asked "two more"
    send asked (take 2 f |> join "+")
    send asked (f |> map (line -> line + "!") |> join "+")
    close asked
}
lines = ["1", "2", "3", "4", "5", "6", "7"]
put = line -> { fs.put (line + "\n") w; fs.flush w }
for i in 0..3 { put lines[i]; print (recv asked) }
print (recv asked)
put "4"
print ((try (task.timeout 0.01 (() -> recv asked))) is Err (Timeout _))
put "5"
print (recv asked)
put "6"
fs.put "7" w
fs.close w
print (recv asked)
print (recv asked)
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(
        run(program, options),
        "Some \"1\"\nSome \"2\"\nSome \"3\"\nSome \"two more\"\ntrue\nSome \"4+5\"\nSome \"6!+7!\"\nNone\n");
}

TEST_F(Outside, AFileCanBeClosedUnderAReader) {
  const char* program = R"(
f = fs.open "read" (path "a")
ready = channel 0
readers = map (read -> { spawn { send ready (); try (read ()) } }) [
    () -> fs.read_line f, () -> { for _ in f { () } }, () -> len (list f)]
for _ in readers { recv ready }
fs.close f
print (map (t -> match await t { Err (Closed _) -> "closed", other -> show other }) readers |> join " ")
fs.close f
print (match try (fs.read_chunk 1 f) { Err (Closed _) -> "closed", other -> other })
)";
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run_while_pipes_are_silent(program, options), "closed closed closed\nclosed\n");
}

TEST_F(Outside, NobodyReadsFromThePipe) {
  const char* program = R"(
print ((try (task.timeout 0.01 (() -> fs.open "write" (path "a")))) is Err (Timeout _))
f = fs.open "read" (path "b")
w = fs.open "write" (path "b")
print ((try (task.timeout 0.01 (() -> fs.put (string.repeat 300000 "x") w))) is Err (Timeout _))
closed = spawn fs.close w
print (len (fs.read_chunk 400000 f))
await closed
w = fs.open "write" (path "b")
fs.put "never read" w
fs.close f
print (match try (fs.close w) { Err (IoError e) -> e.code, other -> other })
print (match try (fs.put "x" w) { Err (Closed _) -> "closed", other -> other })
)";
  std::signal(SIGPIPE, SIG_IGN);
  for (const RuntimeOptions& options : overlapping())
    EXPECT_EQ(run(program, options), "true\ntrue\n300000\nEPIPE\nclosed\n");
}

// The system then forgets how a program ends, and that it was there.
TEST_F(Outside, ProgramsEndWhereTheEndsOfChildrenAreIgnored) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  for (const RuntimeOptions& options : overlapping()) {
    EXPECT_EQ(run("print (process.run \"echo\" [\"hi\"])\n"
                  "child = process.spawn \"true\" []\n"
                  "print (process.wait child)\n",
                  options),
              "{ code: 255, out: \"hi\\n\", err: \"\" }\n255\n");
  }
  std::signal(SIGCHLD, before);
}

// ---- Deadlocks

TEST_F(Outside, WhoWaitsForItIsNotDead) {
  std::thread writer([&] { write("a"); });
  EXPECT_EQ(run("ch = channel 0\nspawn { send ch (fs.read (path \"a\")) }\nprint (recv ch)\n", {}),
            "Some \"a\"\n");
  writer.join();
}

}  // namespace
}  // namespace aspen
