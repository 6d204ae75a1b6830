#include "tools/aspen/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

extern char** environ;

namespace aspen {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxOutputBytes = size_t{64} << 20;

// A descriptor that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void set(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read.set(ends[0]);
    write.set(ends[1]);
    return true;
  }
};

void set_nonblocking(int descriptor) { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

// Appends what can be read now; closes the descriptor at the end of the stream.
void drain(Descriptor& from, std::string& into) {
  char buffer[1 << 14];
  while (from.is_open() && into.size() <= kMaxOutputBytes) {
    ssize_t count = read(from.get(), buffer, sizeof buffer);
    if (count > 0) into.append(buffer, static_cast<size_t>(count));
    if (count == 0) from.close();
    if (count < 0 && errno != EINTR) return;
  }
}

class Child {
 public:
  Child(std::string_view input, std::chrono::milliseconds limit)
      : input_(input), deadline_(Clock::now() + limit) {}

  ChildOutcome run(const std::vector<std::string>& argv) {
    if (int error = start(argv)) {
      outcome_.code = error;
      return std::move(outcome_);
    }
    using End = ChildOutcome::End;
    outcome_.end = End::exited;
    while (outcome_.end == End::exited && !step()) {
    }
    if (outcome_.end != End::exited) end();
    finish();
    return std::move(outcome_);
  }

 private:
  // errno if the program could not be started.
  int start(const std::vector<std::string>& argv) {
    if (!in_.open() || !out_.open() || !err_.open()) return errno;
    std::vector<char*> arguments;
    arguments.reserve(argv.size() + 1);
    for (const std::string& argument : argv) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in_.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out_.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_.write.get(), STDERR_FILENO);
    int error = posix_spawn(&pid_, argv[0].c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return error;
    exit_.set(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    in_.read.close();
    out_.write.close();
    err_.write.close();
    for (Descriptor* end : {&in_.write, &out_.read, &err_.read}) set_nonblocking(end->get());
    return 0;
  }

  // Waits once, for the next event; true once the child has ended.
  bool step() {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    pollfd events[] = {{exit_.get(), POLLIN, 0},
                       {out_.read.get(), POLLIN, 0},
                       {err_.read.get(), POLLIN, 0},
                       {in_.write.get(), POLLOUT, 0}};
    if (left.count() <= 0) {
      outcome_.end = ChildOutcome::End::timed_out;
      return true;
    }
    poll(events, std::size(events), static_cast<int>(left.count()) + 1);
    feed();
    drain(out_.read, outcome_.out);
    drain(err_.read, outcome_.err);
    if (outcome_.out.size() > kMaxOutputBytes || outcome_.err.size() > kMaxOutputBytes) {
      outcome_.end = ChildOutcome::End::wrote_too_much;
    }
    return events[0].revents != 0;
  }

  // At first politely: a program then ends those that it has started.
  void end() {
    constexpr int kPatienceMs = 10'000;
    kill(pid_, SIGTERM);
    pollfd over{exit_.get(), POLLIN, 0};
    if (poll(&over, 1, kPatienceMs) != 1) kill(pid_, SIGKILL);
  }

  void feed() {
    while (in_.write.is_open() && !input_.empty()) {
      ssize_t count = write(in_.write.get(), input_.data(), input_.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count < 0 && errno != EINTR) break;  // the child does not read it
      if (count > 0) input_.remove_prefix(static_cast<size_t>(count));
    }
    in_.write.close();
  }

  void finish() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    drain(out_.read, outcome_.out);
    drain(err_.read, outcome_.err);
    if (outcome_.end != ChildOutcome::End::exited) return;
    outcome_.end = WIFEXITED(status) ? ChildOutcome::End::exited : ChildOutcome::End::killed;
    outcome_.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  }

  std::string_view input_;
  Clock::time_point deadline_;
  ChildOutcome outcome_;
  Pipe in_, out_, err_;
  Descriptor exit_;  // readable once the child has ended
  pid_t pid_ = 0;
};

}  // namespace

ChildOutcome run_child(const std::vector<std::string>& argv, const std::string& input,
                       std::chrono::milliseconds limit) {
  return Child(input, limit).run(argv);
}

}  // namespace aspen
