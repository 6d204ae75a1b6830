#include "sched/child.h"

#include <signal.h>
#include <sys/wait.h>

#include "tests/sched/io_testing.h"

namespace aspen::sched {
namespace {

class ChildTest : public DriverTest {
 protected:
  static Command shell(const std::string& line) {
    Command command;
    command.file = "/bin/sh";
    command.arguments = {"sh", "-c", line};
    return command;
  }

  // Starts the child and waits for its end.
  ExitStatus run(Command command) {
    Noting started, ended;
    Child child(*driver, std::move(command), started);
    turn_until_woken(started);
    EXPECT_GT(started.result, 0);
    if (child.wait(ended) == 0) turn_until_woken(ended);
    return child.status();
  }
};

TEST_F(ChildTest, ReportsTheExitCode) {
  EXPECT_EQ(run(shell("exit 0")).code, 0);
  EXPECT_EQ(run(shell("exit 3")).code, 3);
}

TEST_F(ChildTest, ReportsTheSignalThatEndedIt) { EXPECT_EQ(run(shell("kill -TERM $$")).signal, SIGTERM); }

TEST_F(ChildTest, CanBeAskedAgainForItsEnd) {
  Noting started, ended, again;
  Child child(*driver, shell("exit 5"), started);
  ASSERT_EQ(child.wait(ended), 0);
  EXPECT_EQ(child.wait(again), -EBUSY);
  turn_until_woken(ended);
  EXPECT_EQ(started.wakes, 1);
  EXPECT_EQ(ended.result, 1);
  EXPECT_EQ(child.wait(again), 1);
  EXPECT_EQ(child.wait(again), 1);
  EXPECT_EQ(child.status().code, 5);
  EXPECT_FALSE(again.woken());
}

TEST_F(ChildTest, GetsTheDescriptorsItIsGiven) {
  const Descriptors input = make_pipe(), output = make_pipe();
  ASSERT_EQ(::write(input.writer, "question", 8), 8);
  ::close(input.writer);
  Command command = shell("cat; echo answer >&2");
  command.descriptors = {input.reader, output.writer, output.writer};
  // The shell's cat must block: the pipes are non-blocking on this side.
  fcntl(input.reader, F_SETFL, 0);
  EXPECT_EQ(run(std::move(command)).code, 0);
  EXPECT_EQ(read_some(output.reader), "questionanswer\n");
  for (int descriptor : {input.reader, output.reader, output.writer}) ::close(descriptor);
}

TEST_F(ChildTest, GetsArgumentsEnvironmentAndDirectory) {
  const Descriptors output = make_pipe();
  Command command = shell("echo \"$0 $1 $ASPEN_TEST $(pwd)\"");
  command.arguments.insert(command.arguments.end(), {"zero", "one"});
  command.environment = {"ASPEN_TEST=two", "PATH=/bin:/usr/bin"};
  command.directory = "/";
  command.descriptors = {-1, output.writer};
  EXPECT_EQ(run(std::move(command)).code, 0);
  EXPECT_EQ(read_some(output.reader), "zero one two /\n");
  ::close(output.reader);
  ::close(output.writer);
}

TEST_F(ChildTest, ReportsWhatCannotBeStarted) {
  Noting started, ended;
  Command command;
  command.file = "/nowhere/to/be/found";
  command.arguments = {"found"};
  Child child(*driver, command, started);
  turn_until_woken(started);
  EXPECT_EQ(started.result, -ENOENT);
  EXPECT_EQ(child.wait(ended), -ECANCELED);
  child.kill(SIGKILL);
  turn();
}

TEST_F(ChildTest, CanBeKilled) {
  Noting started, ended, gives_up;
  Child child(*driver, shell("read line"), started);
  const Descriptors never = make_pipe();
  Command command = shell("read line");
  fcntl(never.reader, F_SETFL, 0);
  command.descriptors = {never.reader};
  Noting other_started;
  Child blocked(*driver, command, other_started);
  turn_until_woken(other_started);
  ASSERT_EQ(blocked.wait(gives_up), 0);
  EXPECT_TRUE(blocked.cancel(gives_up));
  ASSERT_EQ(blocked.wait(ended), 0);
  blocked.kill(0);
  blocked.kill(65);
  EXPECT_EQ(turn(), 0u);
  blocked.kill(SIGKILL);
  turn_until_woken(ended);
  EXPECT_EQ(blocked.status().signal, SIGKILL);
  blocked.kill(SIGKILL);  // the process has ended already
  turn();
  EXPECT_FALSE(gives_up.woken());
  ::close(never.reader);
  ::close(never.writer);
}

TEST_F(ChildTest, IsReapedWhenNobodyWaits) {
  Noting started;
  std::make_unique<Child>(*driver, shell("exit 0"), started);
  turn_until_woken(started);
  while (::kill(static_cast<pid_t>(started.result), 0) == 0) turn(kForever);
  EXPECT_EQ(errno, ESRCH);
}

TEST_F(ChildTest, ShutdownCancelsWhoWaitsForItsEnd) {
  const Descriptors never = make_pipe();
  fcntl(never.reader, F_SETFL, 0);
  Command command = shell("read line");
  command.descriptors = {never.reader};
  Noting started, ended, never_started, late;
  Child child(*driver, command, started);
  turn_until_woken(started);
  ASSERT_EQ(child.wait(ended), 0);
  Child in_the_mailbox(*driver, command, never_started);
  shut_down();
  EXPECT_EQ(ended.result, -ECANCELED);
  EXPECT_EQ(never_started.result, -ECANCELED);
  Child after(*driver, command, late);
  EXPECT_EQ(late.result, -ECANCELED);
  EXPECT_EQ(child.wait(late), -ECANCELED);
  ::close(never.writer);  // ends the process
  ASSERT_EQ(waitpid(static_cast<pid_t>(started.result), nullptr, 0), started.result);
  ::close(never.reader);
}

}  // namespace
}  // namespace aspen::sched
