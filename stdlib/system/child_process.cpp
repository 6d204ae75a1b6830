#include "stdlib/system/child_process.h"

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
#include <map>
#include <utility>

#include "sched/platform.h"
#include "stdlib/native/charged_text.h"
#include "stdlib/system/environment.h"
#include "stdlib/system/without_sigpipe.h"

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

// The child would inherit that we ignore SIGPIPE, and `yes | head` would complain.
class Attributes {
 public:
  explicit Attributes(bool leads_group) {
    sigset_t reset;
    sigemptyset(&reset);
    sigaddset(&reset, SIGPIPE);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &reset);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, static_cast<short>(POSIX_SPAWN_SETSIGDEF | (leads_group ? POSIX_SPAWN_SETPGROUP : 0)));
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

// Whether this program is in the foreground of its terminal, if it has one.
static bool is_in_foreground() {
  const Descriptor terminal = open_file("/dev/tty", O_RDONLY | O_NOCTTY);
  return terminal && ::tcgetpgrp(terminal.number()) == ::getpgrp();
}

bool Started::signal(int number) const { return ::kill(leads_group ? -id : id, number) == 0; }

Started start_program(Command& command, const Streams& streams) {
  FileActions actions;
  actions.use(streams.in, STDIN_FILENO);
  actions.use(streams.out, STDOUT_FILENO);
  actions.use(streams.err, STDERR_FILENO);
  if (command.directory) actions.enter(*command.directory);
  const bool leads_group = command.leads_group.value_or(!is_in_foreground());
  Attributes attributes(leads_group);
  std::vector<char*> words = pointers(command.words);
  std::vector<char*> variables = pointers(command.variables);
  pid_t id = 0;
  auto hold = hold_environment();
  int failure = posix_spawnp(&id, words[0], actions.get(), attributes.get(), words.data(),
                             command.variables.empty() ? environ : variables.data());
  return {failure ? -failure : id, leads_group};
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

// The exit code that a shell reports: 128 plus the signal's number if a signal ended the process.
int exit_code(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

// Of a child that others have collected: the program ignores SIGCHLD, or its host waits for all children.
constexpr int kUnknownCode = 255;

int wait_for(pid_t id) {
  int status = 0;
  while (::waitpid(id, &status, 0) < 0) {
    if (errno != EINTR) return kUnknownCode;
  }
  return exit_code(status);
}

// Whether the process has ended. Leaves its status to be collected, so that its number stays its own.
bool has_ended(pid_t id) {
  siginfo_t ended = {};
  if (::waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT | WNOHANG) != 0)
    return errno == ECHILD;
  return ended.si_pid == id;
}

Descriptor descriptor_of(pid_t id) { return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, id, 0))); }

// How often ends are polled for if the system has no descriptors left.
constexpr uint64_t kLookNs = 10'000'000;

Polled::Wanted wanted_at_end(const Descriptor& process, uint64_t deadline_ns) {
  constexpr pollfd kNone = {-1, 0, 0};
  const uint64_t next_look = process ? UINT64_MAX : sched::monotonic_ns() + kLookNs;
  return {{pollfd{process.number(), POLLIN, 0}, kNone, kNone}, std::min(deadline_ns, next_look)};
}

}  // namespace

// Writes the input and collects both outputs until the child has closed them.
class Conversation {
 public:
  Conversation(Descriptor in, Descriptor out, Descriptor err, std::string_view input,
               const std::shared_ptr<MemoryAccount>& account)
      : charges{Charge(account), Charge(account)},
        in_(std::move(in)),
        out_(std::move(out)),
        err_(std::move(err)),
        input_(input) {
    ::fcntl(in_.number(), F_SETFL, O_NONBLOCK);
  }

  bool is_over() const { return !in_ && !out_ && !err_; }
  Polled::Wanted wanted(uint64_t deadline_ns) {
    if (in_ && input_.empty()) in_ = Descriptor();
    return {{pollfd{in_.number(), POLLOUT, 0}, {out_.number(), POLLIN, 0}, {err_.number(), POLLIN, 0}},
            deadline_ns};
  }
  void advance(const Polled::Wanted& seen) {
    if (in_ && seen.descriptors[0].revents != 0) feed();
    if (out_ && seen.descriptors[1].revents != 0) drain(out_, output, charges[0]);
    if (err_ && seen.descriptors[2].revents != 0) drain(err_, errors, charges[1]);
    if (in_ && input_.empty()) in_ = Descriptor();
  }

  std::string output, errors;
  Charge charges[2];  // for the outputs
  bool is_refused = false;

 private:
  void feed() {
    const WithoutSigpipe quiet;
    ssize_t n = ::write(in_.number(), input_.data(), input_.size());
    if (n >= 0) {
      input_.remove_prefix(static_cast<size_t>(n));
    } else if (errno != EAGAIN && errno != EINTR) {
      in_ = Descriptor();
    }
  }

  void drain(Descriptor& from, std::string& into, Charge& charge) {
    char piece[1 << 16];
    ssize_t n = ::read(from.number(), piece, sizeof piece);
    if (n > 0 && !make_charged_room(into, charge, static_cast<size_t>(n))) {
      is_refused = true;
    } else if (n > 0) {
      into.append(piece, static_cast<size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      from = Descriptor();
    }
  }

  Descriptor in_, out_, err_;
  std::string_view input_;
};

namespace {

// The running programs that a thread waits for.
class RunningPrograms {
 public:
  static RunningPrograms& get() {
    static auto* const programs = new RunningPrograms;
    return *programs;
  }
  // Starts and registers a program under the lock, so that `kill_running_programs` misses none.
  Started start(Command& command, const Streams& streams) {
    const std::lock_guard hold(lock_);
    if (is_over_) return {-ECANCELED};
    const Started started = start_program(command, streams);
    if (started.id > 0) running_.emplace(started.id, started);
    return started;
  }
  // Collects its exit code. The number is unregistered before the system may give it to another process.
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
    for (const auto& [id, program] : running_) program.signal(SIGKILL);
  }

 private:
  std::mutex lock_;  // guards what follows
  std::map<pid_t, Started> running_;
  bool is_over_ = false;
};

}  // namespace

RunningProgram::RunningProgram(Command command, double seconds, std::shared_ptr<MemoryAccount> account)
    : command_(std::move(command)), account_(std::move(account)) {
  if (seconds > 0) deadline_ns_ = sched::monotonic_ns() + static_cast<uint64_t>(seconds * 1e9);
  begin();
}

RunningProgram::~RunningProgram() = default;

void RunningProgram::begin() {
  Pipe in = Pipe::make(), out = Pipe::make(), err = Pipe::make();
  if (!in.read_end || !out.read_end || !err.read_end) return fail(errno);
  const Streams ends{in.read_end.number(), out.write_end.number(), err.write_end.number()};
  program_ = RunningPrograms::get().start(command_, ends);
  if (program_.id < 0) return fail(-program_.id);
  talk_ = std::make_unique<Conversation>(std::move(in.write_end), std::move(out.read_end),
                                         std::move(err.read_end), command_.input, account_);
}

// Kills the program if it has been started.
void RunningProgram::fail(int error) {
  if (talk_) end(true);
  ran_ = Ran{.error = error, .output = {}, .errors = {}};
  is_over_ = true;
}

bool RunningProgram::is_late() const { return sched::monotonic_ns() >= deadline_ns_; }

Polled::Wanted RunningProgram::wanted() {
  return is_over_ || talk_->is_over() ? wanted_at_end(process_, deadline_ns_) : talk_->wanted(deadline_ns_);
}

bool RunningProgram::advance(const Wanted& seen) {
  if (is_over_) return true;
  if (!talk_->is_over()) talk_->advance(seen);
  if (talk_->is_over() && !process_) process_ = descriptor_of(program_.id);
  const bool is_killed = is_given_up() || is_late() || talk_->is_refused;
  if (is_killed || (talk_->is_over() && has_ended(program_.id))) end(is_killed);
  return is_over_;
}

void RunningProgram::end(bool is_killed) {
  if (is_killed) program_.signal(SIGKILL);
  const int code = RunningPrograms::get().wait(program_.id);
  ran_.code = code;
  ran_.is_refused = talk_->is_refused;
  ran_.is_late = is_killed && !ran_.is_refused && is_late();
  ran_.output = std::move(talk_->output);
  ran_.errors = std::move(talk_->errors);
  for (size_t i = 0; i < std::size(ran_.charges); ++i) ran_.charges[i] = std::move(talk_->charges[i]);
  is_over_ = true;
}

void RunningProgram::run_here(const std::function<bool()>& is_unwanted) {
  while (!is_over_) {
    Wanted now = wanted();
    const uint64_t look_ns = sched::monotonic_ns() + 5 * kLookNs;
    ::poll(now.descriptors.data(), now.descriptors.size(),
           milliseconds_until(std::min(now.deadline_ns, look_ns)));
    if (is_unwanted()) return end(true);
    advance(now);
  }
}

void kill_running_programs() { RunningPrograms::get().kill_all(); }

// ---- Children that run beside this program

std::shared_ptr<Child> Child::watched(Started program) {
  auto child = std::make_shared<Child>(program);
  // If the polling thread cannot be started, a zombie stays until the program waits for the child.
  (void)Poller::get().add(std::make_shared<ChildEnd>(child));
  return child;
}

std::optional<int> Child::ends_within(int milliseconds) {
  if (runs() && milliseconds > 0) {
    const Descriptor process = descriptor_of(id);
    pollfd ended{process.number(), POLLIN, 0};
    ::poll(&ended, 1, milliseconds);
  }
  return code();
}

std::optional<int> Child::code() {
  std::lock_guard hold(lock_);
  int status = 0;
  if (code_ < 0) {
    const pid_t ended = ::waitpid(id, &status, WNOHANG);
    if (ended == id) code_ = exit_code(status);
    if (ended < 0 && errno == ECHILD) code_ = kUnknownCode;
  }
  return code_ < 0 ? std::nullopt : std::optional(code_);
}

bool Child::send(int signal) {
  std::lock_guard hold(lock_);
  return code_ >= 0 || program_.signal(signal);
}

ChildEnd::ChildEnd(std::shared_ptr<Child> child)
    : child_(std::move(child)), process_(descriptor_of(child_->id)) {}

Polled::Wanted ChildEnd::wanted() { return wanted_at_end(process_, UINT64_MAX); }

bool ChildEnd::advance(const Wanted&) {
  if (is_given_up()) return true;
  const std::optional<int> code = child_->code();
  code_ = code.value_or(0);
  return code.has_value();
}

}  // namespace aspen
