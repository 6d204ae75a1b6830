#include "stdlib/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <utility>

#include "sched/platform.h"
#include "stdlib/environment.h"
#include "stdlib/without_sigpipe.h"

extern char** environ;

namespace aspen {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void use(int descriptor, int as) {
    if (descriptor >= 0) posix_spawn_file_actions_adddup2(&actions_, descriptor, as);
  }
  void enter(const std::string& directory) {
    posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// A signal that we ignore would be ignored by the child too, and `yes | head` would complain.
class Attributes {
 public:
  Attributes() {
    sigset_t reset;
    sigemptyset(&reset);
    sigaddset(&reset, SIGPIPE);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &reset);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

pid_t start_program(Command& command, const Streams& streams) {
  FileActions actions;
  actions.use(streams.in, STDIN_FILENO);
  actions.use(streams.out, STDOUT_FILENO);
  actions.use(streams.err, STDERR_FILENO);
  if (command.directory) actions.enter(*command.directory);
  Attributes attributes;
  std::vector<char*> words = pointers(command.words);
  std::vector<char*> variables = pointers(command.variables);
  pid_t id = 0;
  auto hold = hold_environment();
  int failure = posix_spawnp(&id, words[0], actions.get(), attributes.get(), words.data(),
                             command.variables.empty() ? environ : variables.data());
  return failure ? -failure : id;
}

std::string culprit(const Command& command) {
  struct stat found {};
  if (!command.directory) return command.words[0];
  const bool is_there = ::stat(command.directory->c_str(), &found) == 0 && S_ISDIR(found.st_mode);
  return is_there ? command.words[0] : *command.directory;
}

Pipe Pipe::make() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

namespace {

// How long somebody waits for a program, at most.
class Patience {
 public:
  Patience(int stop, double seconds, const std::function<bool()>& is_unwanted)
      : stop_(stop), is_unwanted_(is_unwanted) {
    if (seconds > 0) deadline_ns_ = sched::monotonic_ns() + static_cast<uint64_t>(seconds * 1e9);
  }
  // Readable when it is over.
  pollfd stop() const { return {stop_, POLLIN, 0}; }
  int milliseconds() const {
    constexpr uint64_t kMillisecond = 1'000'000, kLook = 50 * kMillisecond, kLong = 1'000'000 * kMillisecond;
    const uint64_t now = sched::monotonic_ns();
    const uint64_t left = now >= deadline_ns_ ? 0 : std::min(deadline_ns_ - now + kMillisecond, kLong);
    return static_cast<int>((is_unwanted_ ? std::min(left, kLook) : left) / kMillisecond);
  }
  bool is_late() const { return sched::monotonic_ns() >= deadline_ns_; }
  bool is_over(const pollfd& stop) const {
    return stop.revents != 0 || is_late() || (is_unwanted_ && is_unwanted_());
  }

 private:
  const int stop_;
  const std::function<bool()>& is_unwanted_;
  uint64_t deadline_ns_ = UINT64_MAX;
};

// As a shell tells it: 128 and the signal's number for a process that a signal ended.
int exit_code(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

int wait_for(pid_t id) {
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return exit_code(status);
}

// Feeds the input and collects both outputs until the child has closed them, or nobody wants them any more.
class Conversation {
 public:
  Conversation(Descriptor in, Descriptor out, Descriptor err, std::string_view input)
      : in_(std::move(in)), out_(std::move(out)), err_(std::move(err)), input_(input) {
    ::fcntl(in_.number(), F_SETFL, O_NONBLOCK);
  }

  // Whether it came to its end before that.
  bool run(const Patience& patience) {
    while (in_ || out_ || err_) {
      if (in_ && input_.empty()) in_ = Descriptor();
      pollfd waiting[] = {{in_.number(), POLLOUT, 0},
                          {out_.number(), POLLIN, 0},
                          {err_.number(), POLLIN, 0},
                          patience.stop()};
      if (::poll(waiting, 4, patience.milliseconds()) < 0 && errno != EINTR) return false;
      if (patience.is_over(waiting[3])) return false;
      if (waiting[0].revents) feed();
      if (waiting[1].revents) drain(out_, output);
      if (waiting[2].revents) drain(err_, errors);
    }
    return true;
  }

  std::string output, errors;

 private:
  void feed() {
    ssize_t n = ::write(in_.number(), input_.data(), input_.size());
    if (n >= 0) {
      input_.remove_prefix(static_cast<size_t>(n));
    } else if (errno != EAGAIN && errno != EINTR) {
      in_ = Descriptor();
    }
  }

  static void drain(Descriptor& from, std::string& into) {
    char piece[1 << 16];
    ssize_t n = ::read(from.number(), piece, sizeof piece);
    if (n > 0) {
      into.append(piece, static_cast<size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      from = Descriptor();
    }
  }

  Descriptor in_, out_, err_;
  std::string_view input_;
};

// Those that somebody waits for.
class RunningPrograms {
 public:
  static RunningPrograms& get() {
    static auto* const programs = new RunningPrograms;
    return *programs;
  }
  // Begins and is known in one, so that none is missed when all are killed.
  pid_t start(Command& command, const Streams& streams) {
    const std::lock_guard hold(lock_);
    if (is_over_) return -ECANCELED;
    const pid_t id = start_program(command, streams);
    if (id > 0) running_.insert(id);
    return id;
  }
  // Its exit code. Its number is forgotten before the system may give it to another.
  int wait(pid_t id) {
    siginfo_t ended;
    while (::waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    const std::lock_guard hold(lock_);
    running_.erase(id);
    return wait_for(id);
  }
  void kill_all() {
    const std::lock_guard hold(lock_);
    is_over_ = true;
    for (const pid_t id : running_) ::kill(id, SIGKILL);
  }

 private:
  std::mutex lock_;  // guards what follows
  std::set<pid_t> running_;
  bool is_over_ = false;
};

// Whether the program ends before that. Without descriptors left it is waited for.
bool ends_within(pid_t id, const Patience& patience) {
  const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
  while (process) {
    pollfd waiting[] = {{process.number(), POLLIN, 0}, patience.stop()};
    ::poll(waiting, 2, patience.milliseconds());
    if (waiting[0].revents != 0) return true;
    if (patience.is_over(waiting[1])) return false;
  }
  return true;
}

}  // namespace

RunningProgram::RunningProgram(Command command, double seconds, std::function<bool()> is_unwanted)
    : command_(std::move(command)),
      seconds_(seconds),
      is_unwanted_(std::move(is_unwanted)),
      stop_(std::make_shared<Descriptor>(::eventfd(0, EFD_CLOEXEC))) {}

Ran RunningProgram::operator()() {
  const Patience patience(stop_->number(), seconds_, is_unwanted_);
  Pipe in = Pipe::make(), out = Pipe::make(), err = Pipe::make();
  if (!*stop_ || !in.read_end || !out.read_end || !err.read_end) return {errno, 0, false, {}, {}};
  RunningPrograms& programs = RunningPrograms::get();
  const Streams ends{in.read_end.number(), out.write_end.number(), err.write_end.number()};
  const pid_t id = programs.start(command_, ends);
  if (id < 0) return {-id, 0, false, {}, {}};
  in.read_end = Descriptor();
  out.write_end = Descriptor();
  err.write_end = Descriptor();
  Conversation talk(std::move(in.write_end), std::move(out.read_end), std::move(err.read_end),
                    command_.input);
  const WithoutSigpipe quiet;
  const bool has_ended = talk.run(patience) && ends_within(id, patience);
  if (!has_ended) ::kill(id, SIGKILL);
  const int code = programs.wait(id);
  return {0, code, !has_ended && patience.is_late(), std::move(talk.output), std::move(talk.errors)};
}

void RunningProgram::give_up() { ::eventfd_write(stop_->number(), 1); }

void kill_running_programs() { RunningPrograms::get().kill_all(); }

// ---- Beside this one

int Child::wait() {
  siginfo_t ended;
  while (::waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  std::lock_guard hold(lock_);
  if (code_ < 0) code_ = wait_for(id);
  return code_;
}

bool Child::runs() {
  std::lock_guard hold(lock_);
  int status = 0;
  if (code_ < 0 && ::waitpid(id, &status, WNOHANG) == id) code_ = exit_code(status);
  return code_ < 0;
}

bool Child::send(int signal) {
  std::lock_guard hold(lock_);
  return code_ >= 0 || ::kill(id, signal) == 0;
}

}  // namespace aspen
