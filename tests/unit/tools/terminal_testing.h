// A program of the build on a terminal: keys are typed, and the screen is read.
#pragma once

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
#include <vector>

namespace aspen {

// At most one program at a time, with a home of its own.
class OnTerminal : public testing::Test {
 protected:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kPatience{300};  // ends only what hangs

  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "aspen-terminal-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }

  // Runs `aspen` with these arguments.
  void start(std::vector<std::string> arguments) {
    namespace fs = std::filesystem;
    std::string program = (fs::read_symlink("/proc/self/exe").parent_path() / "aspen").string();
    arguments.insert(arguments.begin(), "aspen");
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    winsize size{24, 100, 0, 0};
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      setenv("HOME", folder_.c_str(), 1);
      setenv("TERM", "xterm", 1);
      setenv("LC_ALL", "C.UTF-8", 1);
      setenv("NO_COLOR", "1", 1);
      unsetenv("XDG_STATE_HOME");
      execv(program.c_str(), words.data());
      _exit(127);
    }
  }

  void TearDown() override {
    if (child_ > 0) end();
    std::filesystem::remove_all(folder_);
  }

  void end() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    close(terminal_);
    child_ = 0;
  }

  // Types when the program reads. The terminal itself handles control keys that arrive before it
  // has set raw mode.
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
    // A terminal does not show what switches its marks around pasted text.
    for (const std::string mode : {"\x1b[?2004h", "\x1b[?2004l"}) {
      for (size_t at; (at = seen.find(mode)) != std::string::npos;) seen.erase(at, mode.size());
    }
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

  // The program cannot end while its output is not read.
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

  std::filesystem::path folder_;
  int terminal_ = -1;
  pid_t child_ = 0;
};

}  // namespace aspen
