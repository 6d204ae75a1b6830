// The `aspen` command in a shell, for tests of what it prints, where, and its exit code.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace aspen {

namespace fs = std::filesystem;

struct Ended {
  int code;          // 128 + the signal for a process that was killed
  std::string text;  // standard output, and error where the command redirects it there
};

// A folder of its own for each test, in which commands run with $ASPEN set. `timeout 300` in a command ends
// only what hangs: on a busy machine, a tenth of a second of work has taken half a minute.
class Cli : public testing::Test {
 protected:
  void SetUp() override {
    // As in a terminal: what runs in a shell's background, or under nohup, ignores some.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    std::string pattern = (fs::temp_directory_path() / "aspen-cli-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    setenv("ASPEN", (fs::read_symlink("/proc/self/exe").parent_path() / "aspen").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  Ended shell(const std::string& command) {
    std::string line = "cd '" + folder_.string() + "' && { " + command + "; } </dev/null";
    FILE* pipe = popen(line.c_str(), "r");
    Ended ended{0, {}};
    char buffer[4096];
    while (size_t count = fread(buffer, 1, sizeof buffer, pipe)) ended.text.append(buffer, count);
    int status = pclose(pipe);
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
  }

  void expect(const std::string& command, int code, const std::string& text) {
    Ended ended = shell(command);
    EXPECT_EQ(ended.code, code) << command << "\n" << ended.text;
    EXPECT_EQ(ended.text, text) << command;
  }

  void expect_part(const std::string& command, int code, const std::string& part) {
    Ended ended = shell(command);
    EXPECT_EQ(ended.code, code) << command << "\n" << ended.text;
    EXPECT_NE(ended.text.find(part), std::string::npos) << command << "\n" << ended.text;
  }

  fs::path folder_;
};

// Tests of what a program mostly does: which worker asks for work at which moment is up to the system. The
// gate leaves them out (tools/test); `.ci/run long pace` runs them.
class CliByChance : public Cli {
 protected:
  // For output that depends on time: on a loaded machine a worker that does not run looks busy. One run of
  // ten has to print it.
  void expect_part_once(const std::string& command, const std::string& part) {
    Ended ended;
    for (int run = 0; run < 10; ++run) {
      ended = shell(command);
      ASSERT_EQ(ended.code, 0) << command << "\n" << ended.text;
      if (ended.text.find(part) != std::string::npos) return;
    }
    ADD_FAILURE() << part << " in none of ten runs of " << command << ", last:\n" << ended.text;
  }
};

}  // namespace aspen
