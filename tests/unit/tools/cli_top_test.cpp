// `aspen top`: once for a pipe, and live on a terminal.
#include <fcntl.h>
#include <sys/ioctl.h>

#include <fstream>

#include "tests/unit/tools/cli_testing.h"
#include "tests/unit/tools/terminal_testing.h"

namespace aspen {

namespace {

constexpr const char* kWaits =
    "ch = channel 0\n"
    "collect = () -> recv ch\n"
    "full = channel 0\n"
    "a = spawn collect ()\n"
    "for i in 0..5 { spawn (send full 1) }\n"
    "spawn (sleep 1000)\n"
    "print \"ready\"\n"
    "await a\n";

// Runs a program; looks at it, by its number or its file, until all `lines` (patterns of grep) have been in
// one picture; ends it.
std::string look_until(const std::string& run, const std::string& what, const std::string& lines) {
  return "timeout 300 sh -c '$ASPEN run " + run + " >told 2>err & until $ASPEN top --once " + what +
         " >seen 2>early; " + lines + "; do kill -0 $! || exit; done; kill $!; wait'";
}

std::string seen(const std::string& pattern) { return "grep -q \"" + pattern + "\" seen"; }

}  // namespace

TEST_F(Cli, ShowsTheTasksOfARunningProgram) {
  write("waits.asp", kWaits);
  const std::string lines =
      seen("^8 tasks, [0-9.]* MiB of memory") + " && " +
      seen("^program  *[0-9.]* s  at waits.asp:8  *waits for the end of task 1$") + " && " +
      seen("^  task 1, collect  *[0-9.]* s  at waits.asp:2  *waits for a value from channel") + " && " +
      seen("^  task 2 and 4 like it .* waits for room in channel");
  for (const char* run : {"--workers=1 waits.asp", "--workers=3 waits.asp", "--fuel=100000 waits.asp",
                          "--deny=all --workers=2 waits.asp", "--workers=2 --priorities waits.asp"}) {
    expect(look_until(run, "$!", lines), 0, "");
    expect(look_until(run, "waits.asp", lines), 0, "");
  }
}

TEST_F(Cli, ShowsTheWorkersOfARunningProgram) {
  write("busy.asp", "for i in 0..10000000000000 { list (0..100) }\n");
  expect(look_until("--workers=2 --split=never busy.asp", "$!",
                    seen("2 workers") + " && " + seen("^ *[01]  runs .*%$") + " && " +
                        seen("^ *[01]  sleeps .*%$") + " && " + seen("^program  *at busy.asp:1  *runs$")),
         0, "");
}

TEST_F(Cli, ShowsOnlyProgramsThatAnswer) {
  write("here.asp", "print 1\n");
  expect("$ASPEN top --once $$ 2>&1 | sed s/[0-9][0-9]*/N/", 0,
         "aspen: process N runs no program of `aspen run`\n");
  expect("$ASPEN top --once 999999999 2>&1", 1, "aspen: process 999999999: No such process\n");
  expect("$ASPEN top --once here.asp 2>&1", 1, "aspen: no process of yours runs here.asp\n");
  expect("$ASPEN top --once nowhere.asp 2>&1", 1, "aspen: there is no file nowhere.asp\n");
  expect_part("$ASPEN top --once 2>&1", 2, "PROGRAM is required");
}

// A session of the REPL would end at the signal.
TEST_F(Cli, NeverEndsAProcessThatDoesNotAnswer) {
  expect(
      "mkfifo in; $ASPEN repl <in >out 2>&1 & exec 3>in; $ASPEN top --once $! >/dev/null 2>&1; echo $?; "
      "echo 'print 5' >&3; exec 3>&-; wait $!; cat out",
      0, "1\n5\n");
}

TEST_F(Cli, AsksWhichOfSeveralPrograms) {
  write("waits.asp", kWaits);
  expect(
      "mkfifo a b; $ASPEN run waits.asp >a 2>err & p=$!; $ASPEN run waits.asp >b 2>err & q=$!; read line <a; "
      "read line <b; $ASPEN top --once waits.asp 2>&1 | sed 's/ [0-9][0-9]*/ N/g'; kill $p $q; wait",
      0, "aspen: several processes run waits.asp: N N\n");
}

TEST_F(Cli, TopWantsATerminal) {
  write("waits.asp", kWaits);
  expect(
      "mkfifo a; $ASPEN run waits.asp >a 2>err & read line <a; $ASPEN top $! 2>&1; kill $!; wait $! || true",
      0, "aspen: top needs a terminal; `aspen top --once` prints one frame\n");
}

// A program and a view of it.
class Top : public OnTerminal {
 protected:
  void SetUp() override {
    OnTerminal::SetUp();
    std::ofstream(folder_ / "waits.asp") << kWaits;
    run();
  }
  void TearDown() override {
    end_program();
    OnTerminal::TearDown();
  }

  // Until it has printed that it is ready.
  void run() {
    const std::string aspen = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "aspen";
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    program_ = fork();
    ASSERT_GE(program_, 0);
    if (program_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      execl(aspen.c_str(), "aspen", "run", "--workers=2", (folder_ / "waits.asp").c_str(), nullptr);
      _exit(127);
    }
    close(ends[1]);
    char byte;
    EXPECT_EQ(read(ends[0], &byte, 1), 1);
    close(ends[0]);
  }

  void end_program() {
    if (program_ == 0) return;
    kill(program_, SIGKILL);
    waitpid(program_, nullptr, 0);
    program_ = 0;
  }

  pid_t program_ = 0;
};

TEST_F(Top, ShowsTasksUntilAKeyEndsIt) {
  start({"top", std::to_string(program_)});
  wait_for("\x1b[?1049h");
  wait_for("task 1, collect");
  type("q");
  EXPECT_EQ(exit_code(), 0);
  EXPECT_EQ(kill(program_, 0), 0);
}

TEST_F(Top, KeysOrderTheTasks) {
  start({"top", std::to_string(program_)});
  wait_for("  task 1, collect");
  wait_for("now tree");
  for (const auto& [key, name] : {std::pair{"w", "waiting"}, {"s", "state"}, {"p", "place"}, {"t", "tree"}}) {
    type(key);
    wait_for(std::string("now ") + name);
  }
  type("jjk\x1b[B\x1b[A");
  type("\x03");
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(Top, EndsWithItsProgram) {
  start({"top", (folder_ / "waits.asp").string()});
  wait_for("task 1, collect");
  end_program();
  wait_for("the program has ended");
  EXPECT_EQ(exit_code(), 0);
}

// At once, and not only with the next frame.
TEST_F(Top, FitsTheTerminalWhenThatChanges) {
  start({"top", std::to_string(program_)});
  wait_for("waits for the end of task 1\x1b[K");
  const winsize narrow{24, 40, 0, 0};
  ASSERT_EQ(ioctl(terminal_, TIOCSWINSZ, &narrow), 0);
  wait_for("now tree  t tree, w waiting longest, s …\x1b[K");
  type("q");
  EXPECT_EQ(exit_code(), 0);
}

// A stopped program does not answer, and goes on afterwards.
TEST_F(Top, WaitsForAProgramThatIsStopped) {
  start({"top", std::to_string(program_)});
  wait_for("task 1, collect");
  kill(program_, SIGSTOP);
  wait_for("no answer");
  kill(program_, SIGCONT);
  wait_for("aspen top " + std::to_string(program_) + "\x1b[K");
  type("q");
  EXPECT_EQ(exit_code(), 0);
}

}  // namespace aspen
