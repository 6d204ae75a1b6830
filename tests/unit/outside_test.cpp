// Natives that wait for something outside of the program: what goes on meanwhile, and what becomes of them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "stdlib/engine.h"
#include "vm/runtime.h"

namespace aspen {
namespace {

namespace fs = std::filesystem;

// Runs programs that read from pipes named `a` and `b`, which block until somebody writes.
class Outside : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aspen-outside-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    for (const char* name : {"a", "b", "done"}) ASSERT_EQ(mkfifo((folder_ / name).c_str(), 0600), 0);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Blocks until somebody reads.
  void write(const char* name) { std::ofstream(folder_ / name) << name; }

  // The same as `run`; who reads from a pipe waits until the program, at its end, writes to the one named
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

  std::string run(const std::string& text, RuntimeOptions options) {
    std::string out;
    MachineOptions machine;
    machine.out = machine.err = [&](std::string_view written) { out += written; };
    Engine engine(std::move(machine));
    const std::string whole = "path = name -> \"" + folder_.string() + "/{name}\"\n" + text;
    CompileResult compiled = compile_text("test.asp", whole, engine.catalogue(), {});
    EXPECT_TRUE(compiled.ok()) << compiled.render();
    std::string error;
    LoadedModule* module = compiled.ok() ? engine.load(compiled.program, error) : nullptr;
    if (module == nullptr || !engine.machine().start_runtime(options, error))
      return ADD_FAILURE() << error, out;
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

// The second pipe is written to first: somebody who read one after the other would wait for ever.
TEST_F(Outside, ReadsThatFollowOneAnotherAreInFlightTogether) {
  for (const char* program :
       {"a = fs.read (path \"a\")\nb = fs.read (path \"b\")\nprint \"{a} {b}\"\n",
        "f = name -> fs.read (path name)\na = f \"a\"\nb = f \"b\"\nprint \"{a} {b}\"\n",
        "print (map (name -> fs.read (path name)) [\"a\", \"b\"] |> join \" \")\n",
        "print (map fs.read [path \"a\", path \"b\"] |> join \" \")\n",
        "read = fs.read\nx = (read (path \"a\"), read (path \"b\"))\nprint \"{x.0} {x.1}\"\n"}) {
    for (const RuntimeOptions& options : overlapping()) {
      std::thread writer([&] { write("b"), write("a"); });
      EXPECT_EQ(run(program, options), "a b\n") << program << options.workers;
      writer.join();
    }
  }
}

// Effects wait for their turn, and reads for what is written before them.
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

// Nobody hears of the read that was begun, and it is left behind.
TEST_F(Outside, AnErrorBeforeAReadTakesItBack) {
  const char* program = R"(
both = () -> {
    a = fs.read (path "no such file in a folder that is not there/x")
    b = fs.read (path "b")
    a + b
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

TEST_F(Outside, WhoWaitsForItIsNotDead) {
  std::thread writer([&] { write("a"); });
  EXPECT_EQ(run("ch = channel 0\nspawn { send ch (fs.read (path \"a\")) }\nprint (recv ch)\n", {}),
            "Some \"a\"\n");
  writer.join();
}

}  // namespace
}  // namespace aspen
