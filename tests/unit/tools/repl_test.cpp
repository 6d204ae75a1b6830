// The interactive session on a terminal: keys are typed, and the screen is read.
#include <fstream>

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

TEST_F(Repl, ATabAtTheBeginningOfALineIndents) {
  type("f = x -> {\r");
  wait_for("... ");
  type("\tx * 1000 }\r");
  wait_for("> ");
  type("f 77\r");
  wait_for("77000");
}

// The marks that a terminal puts around what it pastes.
std::string pasted(const std::string& text) { return "\x1b[200~" + text + "\x1b[201~"; }

TEST_F(Repl, WhatIsPastedIsOneEntry) {
  type(pasted("str\t= \"é\"\rlong = [3, 1, 2]\r\t|> sort\rlen long * 1000 + len str\r"));
  wait_for("3001");
  type("len" + pasted(" long * 111") + "\r");
  wait_for("333");
}

TEST_F(Repl, APasteWithoutANewLineAtItsEndIsEdited) {
  type("a = " + pasted("1110\ra + ") + "1\r");
  wait_for("1111");
  type("2 * 3" + std::string("\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D") + pasted("b = 4000\rb + ") + "\r");
  wait_for("4006");
}

TEST_F(Repl, UseReadsAModuleAgainIfItHasChanged) {
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(std::filesystem::path(folder_) / name) << text;
  };
  const std::string outer = "use \"" + folder_.string() + "/outer\"\r";
  write("inner.asp", "number = 1000\n");
  write("outer.asp", "use \"./inner\"\ntwice = 2 * inner.number\n");
  type(outer);
  wait_for("> ");
  type("outer.twice\r");
  wait_for("2000");
  write("inner.asp", "number = 1000 / 0\n");
  type(outer);
  wait_for("division by zero");
  write("inner.asp", "number = 3000\n");
  type(outer);
  wait_for("> ");
  type("outer.twice\r");
  wait_for("6000");
}

TEST_F(Repl, ALoadedFileFindsItsModulesAndHasItsName) {
  const auto folder = folder_ / "deep-folder";
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "helper.asp") << "number = 1000\n";
  std::ofstream(folder / "program.asp")
      << "use \"./helper\"\nthird = () -> helper.number * 3\nbad = () -> 1 / 0\n";
  type(":load " + folder_.string() + "/deep-f\tprog\t \r");
  wait_for("> ");
  type("third ()\r");
  wait_for("3000");
  type("bad ()\r");
  wait_for("program.asp:3:");
  type("use \"" + folder_.string() + "/deep-folder/hel\t\" as h; h.number + 234\r");
  wait_for("1234");
  type(":load\r");
  wait_for("write `:load FILE`");
}

TEST_F(Repl, QuitAndExitLeaveUnlessTheyAreVariables) {
  type("quit = 1110; quit + 1\r");
  wait_for("1111");
  type("quit\r");
  wait_for("1110");
  type("exit \r");
  EXPECT_EQ(exit_code(), 0);
}

TEST_F(Repl, ShowsTheWarningsOfAnEntry) {
  type("d = {}\r");
  wait_for("E0814");
  type("1110 + 1 == 1111\r");  // shown, so not dropped
  wait_for("\ntrue");
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
