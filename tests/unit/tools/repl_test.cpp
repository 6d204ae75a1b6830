// The interactive session on a terminal: keys are typed, and the screen is read.
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{20};

class Repl : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aspen-repl-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    start();
  }

  void start() {
    std::string program = (fs::read_symlink("/proc/self/exe").parent_path() / "aspen").string();
    winsize size{24, 100, 0, 0};
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      setenv("HOME", folder_.c_str(), 1);
      setenv("TERM", "xterm", 1);
      setenv("LC_ALL", "C.UTF-8", 1);
      setenv("NO_COLOR", "1", 1);
      unsetenv("XDG_STATE_HOME");
      execl(program.c_str(), "aspen", nullptr);
      _exit(127);
    }
    wait_for("> ");
  }

  void TearDown() override {
    if (child_ > 0) end();
    fs::remove_all(folder_);
  }

  void end() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    close(terminal_);
    child_ = 0;
  }

  // Types when the session reads. The terminal itself handles control keys that arrive while the session
  // evaluates, or between its prompt and raw mode.
  void type(const std::string& keys) {
    Clock::time_point deadline = Clock::now() + kPatience;
    termios mode{};
    do {
      ASSERT_EQ(tcgetattr(terminal_, &mode), 0);
      std::this_thread::yield();
    } while ((mode.c_lflag & ICANON) != 0 && Clock::now() < deadline);
    type_at_once(keys);
  }

  void type_at_once(const std::string& keys) {
    ASSERT_EQ(write(terminal_, keys.data(), keys.size()), ssize_t(keys.size()));
  }

  // Appends what the terminal shows within a second; false at the end.
  bool see(std::string& seen) {
    pollfd event{terminal_, POLLIN, 0};
    char buffer[4096];
    if (poll(&event, 1, 1000) <= 0) return true;
    ssize_t count = read(terminal_, buffer, sizeof buffer);
    if (count > 0) seen.append(buffer, static_cast<size_t>(count));
    return count > 0;
  }

  // Waits until the text appears in the output since the last wait.
  void wait_for(const std::string& text) {
    std::string seen;
    Clock::time_point deadline = Clock::now() + kPatience;
    while (seen.find(text) == std::string::npos && Clock::now() < deadline && see(seen)) {
    }
    EXPECT_NE(seen.find(text), std::string::npos) << "waited for " << text << ", saw:\n" << seen;
  }

  // Ends the session with Ctrl-D.
  int leave() {
    type("\x04");
    return exit_code();
  }

  // The session cannot end while its output is not read.
  int exit_code() {
    std::string seen;
    Clock::time_point deadline = Clock::now() + kPatience;
    while (Clock::now() < deadline && see(seen)) {
    }
    if (Clock::now() >= deadline) kill(child_, SIGKILL);
    int status = 0;
    waitpid(child_, &status, 0);
    close(terminal_);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  fs::path folder_;
  int terminal_ = -1;
  pid_t child_ = 0;
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
