// What SIGQUIT makes a program tell of its tasks. A task may be on its way to its wait when the first signal
// comes: the shell asks until each stands where it has to.
#include "tests/unit/tools/cli_testing.h"

namespace aspen {

namespace {

// Runs `program` with these options, asks for its tasks until all `lines` (patterns of grep) have been in the
// output, and ends it.
std::string ask_until(const std::string& options, const std::string& program, const std::string& lines) {
  return "timeout 300 sh -c 'mkfifo told; $ASPEN run " + options + " " + program +
         " >told 2>err & exec 3<told; read line <&3; echo $line; until " + lines +
         "; do kill -QUIT $!; done; kill $!; wait'";
}

// Of a program that prints nothing, and may never be idle: asks from when it answers.
std::string ask_busy(const std::string& options, const std::string& program, const std::string& lines) {
  return "timeout 300 sh -c '$ASPEN run " + options + " " + program +
         " 2>err & until grep -q \"^SigCgt:.*[4-7c-f]$\" /proc/$!/status; do :; done; until " + lines +
         "; do kill -QUIT $!; done; kill $!; wait'";
}

std::string seen(const std::string& pattern) { return "grep -q \"" + pattern + "\" err"; }

}  // namespace

TEST_F(Cli, TellsWhereTasksWait) {
  write("waits.asp",
        "ch = channel 0\n"
        "full = channel 0\n"
        "permits = semaphore 0\n"
        "collect = () -> recv ch\n"
        "a = spawn collect ()\n"
        "b = spawn (send full 1)\n"
        "c = spawn (semaphore.acquire permits)\n"
        "d = spawn (sleep 1000)\n"
        "print \"ready\"\n"
        "await a\n");
  const std::string lines =
      seen("^aspen: 5 tasks") + " && " + seen("^program at waits.asp:10: waits for the end of task 1,") +
      " && " + seen("^  task 1, collect, at waits.asp:4: waits for a value from channel [1-3]") + " && " +
      seen("^  task 2.* at waits.asp:6: waits for room in channel [1-3]") + " && " +
      seen("^  task 3.* at waits.asp:7: waits for a permit of semaphore [1-3]") + " && " +
      seen("^  task 4.* at waits.asp:8: waits for another 9[0-9]*[.][0-9] s");
  for (const char* options : {"--workers=1", "--workers=4", "--workers=2 --split=always"}) {
    expect(ask_until(options, "waits.asp", lines), 0, "ready\n");
    fs::remove(folder_ / "told");
    fs::remove(folder_ / "err");
  }
}

TEST_F(Cli, FoldsEqualTasksAndBoundsTheList) {
  write("many.asp",
        "ch = channel 0\n"
        "for i in 0..3000 { spawn (recv ch) }\n"
        "spawn (sleep 1000)\n"
        "print \"ready\"\n"
        "recv ch\n");
  expect(
      ask_until("--workers=1", "many.asp", seen("^aspen: 3002 tasks") + " && " + seen("and 2999 like it$")),
      0, "ready\n");
}

// While workers allocate, and collect; while one thread changes between tasks, none of which runs for long.
TEST_F(Cli, TellsOfTasksThatRun) {
  write("busy.asp",
        "ch = channel 0\n"
        "fill = () -> for i in 0..10000000000 { list (0..1000) }\n"
        "give = () -> for i in 0..10000000000 { send ch i }\n"
        "spawn fill ()\n"
        "spawn fill ()\n"
        "spawn give ()\n"
        "for value in ch { value }\n");
  const std::string lines = seen("^aspen: 4 tasks") + " && " + seen("^  task 1, fill, at busy.asp:2: runs") +
                            " && " + seen("^  task 3, give, at busy.asp:3: ");
  for (const char* options : {"--workers=1", "--workers=8 --split=chaos", "--fuel=1000000000000000"}) {
    expect(ask_busy(options, "busy.asp", lines), 0, "");
    fs::remove(folder_ / "err");
  }
}

TEST_F(Cli, TellsOfAProgramWithoutTasks) {
  write("alone.asp", "for i in 0..10000000000000 { list (0..100) }\n");
  expect(ask_busy("", "alone.asp", seen("^program at alone.asp:1: runs") + " && " + seen("^aspen: 1 task$")),
         0, "");
}

// It waits for its source when the signal comes. Whether its task has begun by then depends on the worker.
TEST_F(Cli, AnswersASignalThatComesBeforeTheProgramBegins) {
  expect(
      "timeout 300 sh -c 'mkfifo source; $ASPEN run - <source & exec 3>source; "
      "until grep -q \"^SigCgt:.*[4-7c-f]$\" /proc/$!/status; do :; done; kill -QUIT $!; "
      "echo \"for i in 0..3 { print i }\" >&3; exec 3>&-; wait $!' 2>&1 | sed \"s/has not begun/runs/\"",
      0, "aspen: 1 task\nprogram: runs\n0\n1\n2\n");
}

TEST_F(Cli, TellsOfFibers) {
  write("fibers.asp",
        "numbers = fiber { yield 1 }\n"
        "numbers ()\n"
        "print \"ready\"\n"
        "sleep 1000\n");
  expect(ask_until("--workers=2", "fibers.asp", seen("^fiber [0-9]*.* at fibers.asp:1: waits to be resumed")),
         0, "ready\n");
}

}  // namespace aspen
