// Standard output, and other handles of it.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

// Another handle of standard output keeps the order of the calls, whatever standard output is.
TEST_F(Cli, OtherHandlesOfStandardOutputKeepTheOrder) {
  write("order.asp", R"(
print "a"
out = fs.open "write" "/dev/stdout"
fs.put "b\n" out
print "c"
fs.put "d\n" out
fs.close out
print "e"
fs.write "/dev/fd/1" "f\n"
print "g"
fs.append "/proc/self/fd/1" "h\n"
write "i"
fs.write "/dev/stderr" "j\n"
print "k"
)");
  const char* lines = "a\nb\nc\nd\ne\nf\ng\nh\nij\nk\n";
  for (const char* workers : {"1", "2"}) {
    const std::string run = std::string("timeout 300 $ASPEN --workers ") + workers + " order.asp ";
    expect(run + "2>&1 | cat", 0, lines);
    expect(run + ">file 2>&1; cat file", 0, lines);
    expect(run + ">>file 2>&1; cat file", 0, std::string(lines) + lines);
    expect("rm file", 0, "");
  }
}

// What was printed comes first if the program writes to the file that standard output goes to, by its name.
TEST_F(Cli, PrintedTextComesBeforeWhatIsAppendedByName) {
  write("named.asp", "print \"a\"\nfs.append \"named\" \"b\\n\"\n");
  expect("$ASPEN named.asp >>named; cat named", 0, "a\nb\n");
}

// The parent has set O_NONBLOCK on the pipe, and reads only when it is full.
TEST_F(Cli, OutputThatDoesNotBlockIsComplete) {
  const std::string aspen = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "aspen";
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  const pid_t program = fork();
  ASSERT_GE(program, 0);
  if (program == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl(aspen.c_str(), "aspen", "-e", "for i in 0..100_000 { print i }", nullptr);
    _exit(127);
  }
  // Until nothing more fits, or the program has given up.
  siginfo_t ended{};
  for (pollfd full{ends[1], POLLOUT, 0}; poll(&full, 1, 0) == 1 && ended.si_pid == 0;) {
    std::this_thread::yield();
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(program), &ended, WEXITED | WNOHANG | WNOWAIT), 0);
  }
  close(ends[1]);
  ASSERT_EQ(fcntl(ends[0], F_SETFL, 0), 0);
  size_t total = 0;
  char piece[1 << 16];
  for (ssize_t count; (count = read(ends[0], piece, sizeof piece)) > 0;) total += static_cast<size_t>(count);
  close(ends[0]);
  int status = 0;
  ASSERT_EQ(waitpid(program, &status, 0), program);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(total, 588'890u);
}

}  // namespace
}  // namespace aspen
