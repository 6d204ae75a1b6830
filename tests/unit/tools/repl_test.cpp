// The interactive session on a terminal: keys are typed, and the screen is read.
#include "tests/unit/tools/terminal_testing.h"

namespace {

class Repl : public aspen::OnTerminal {
 protected:
  void SetUp() override {
    OnTerminal::SetUp();
    start();
  }

  void start() {
    OnTerminal::start({});
    wait_for("> ");
  }

  // Ends the session with Ctrl-D.
  int leave() {
    type("\x04");
    return exit_code();
  }
};

TEST_F(Repl, ShowsValuesAndLeavesAtControlD) {
  type("6 * 111\r");
  wait_for("666");
  EXPECT_EQ(leave(), 0);
}

TEST_F(Repl, ControlDMayComeWhileAnEntryRuns) {
  type("print \"started\"; for _ in 0..10000000 { }\r");
  wait_for("\nstarted");
  type_at_once("\x04");
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(Repl, EntriesOfSeveralLines) {
  type("f = n -> {\r");
  wait_for("... ");
  type("n * 1000 }\r");
  wait_for("> ");
  type("f 77\r");
  wait_for("77000");
}

TEST_F(Repl, ControlCStopsTheEvaluationOnly) {
  type("x = 123\r");
  wait_for("> ");
  type("print \"started\"; loop { }\r");
  wait_for("\nstarted");
  type_at_once("\x03");
  wait_for("Interrupted");
  type("x * 1000\r");
  wait_for("123000");
}

TEST_F(Repl, AnEntryWaitsForItsTasksUntilControlC) {
  type("t = spawn { print \"started\"; sleep 1000 }\r");
  wait_for("\nstarted");
  type_at_once("\x03");
  wait_for("Interrupted");
  type("(task.done? t, 1110 + 1)\r");
  wait_for("(true, 1111)");
}

TEST_F(Repl, ControlCEndsReadingALine) {
  for (const char* reads : {"read_line ()", "{ t = spawn read_line (); await t }", "read_all ()"}) {
    type(std::string("print \"started\"; ") + reads + "\r");
    wait_for("\nstarted");
    type_at_once("\x03");
    wait_for("Interrupted");
  }
  type("print \"started\"; read_line ()\r");
  wait_for("\nstarted");
  type_at_once("a line\n");
  wait_for("Some \"a line\"");
}

TEST_F(Repl, AnEntrySaysThatItEndsWhatItHasDetached) {
  type("t = spawn sleep 1000; task.detach t\r");
  wait_for("1 detached task ended with this entry");
  type("(task.done? t, 1110 + 1)\r");
  wait_for("(true, 1111)");
}

TEST_F(Repl, ControlCForgetsTheLine) {
  type("never = (\r");
  wait_for("... ");
  type("half an entry\x03");
  wait_for("^C");
  type("5 * 111\r");
  wait_for("555");
}

TEST_F(Repl, CompletesNamesMembersAndFields) {
  type("person = { first_name: 1, last_name: 20202 }\r");
  wait_for("> ");
  type("pers\t.la\t\r");
  wait_for("20202");
  type("string.upp\t \"abc\"\r");
  wait_for("\"ABC\"");
  type("person.\t");
  wait_for("person.first_name");
}

TEST_F(Repl, HistoryOutlivesTheSession) {
  type("4 * 1111\r");
  wait_for("4444");
  EXPECT_EQ(leave(), 0);
  start();
  type("\x10\r");  // Ctrl-P
  wait_for("4444");
}

}  // namespace
