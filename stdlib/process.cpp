// Module process: running other programs, while other tasks run.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>

#include "stdlib/descriptor.h"
#include "stdlib/elements.h"
#include "stdlib/environment.h"
#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "stdlib/outside.h"
#include "stdlib/signal_names.h"
#include "vm/heap.h"

extern char** environ;

namespace aspen {

namespace {

// A program with its arguments, as the system wants them.
struct Command {
  std::vector<std::string> words;
  std::vector<std::string> variables;
  std::optional<std::string> directory;
  std::string input;

  static std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
  }
};

// False with an error pending.
bool read_command(Strand& s, unsigned index, const String& program, Iterable arguments, Command& out) {
  out.words.emplace_back(program.view());
  Elements elements(s, arguments);
  for (Value v; elements.next(v); out.words.emplace_back(as<String>(v)->view())) {
    if (is_kind(v, Kind::String)) continue;
    wrong_type(s, index + 1, v, "strings");
    return false;
  }
  if (!s.work(1)) {  // perhaps not all arguments have been seen
    s.raise_stop();
    return false;
  }
  for (const std::string& word : out.words) {
    if (word.find('\0') == word.npos) continue;
    bad_argument(s, index, "and arguments cannot contain a NUL character");
    return false;
  }
  return true;
}

// Where the child's standard streams lead. Invalid descriptors: it inherits ours.
struct Streams {
  int in = -1, out = -1, err = -1;
};

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

// The process id, or a negative errno.
pid_t start(Command& command, const Streams& streams) {
  FileActions actions;
  actions.use(streams.in, STDIN_FILENO);
  actions.use(streams.out, STDOUT_FILENO);
  actions.use(streams.err, STDERR_FILENO);
  if (command.directory) actions.enter(*command.directory);
  Attributes attributes;
  std::vector<char*> words = Command::pointers(command.words);
  std::vector<char*> variables = Command::pointers(command.variables);
  pid_t id = 0;
  auto hold = hold_environment();
  int failure = posix_spawnp(&id, words[0], actions.get(), attributes.get(), words.data(),
                             command.variables.empty() ? environ : variables.data());
  return failure ? -failure : id;
}

// As a shell tells it: 128 and the signal's number for a process that a signal ended.
int exit_code(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

int wait_for(pid_t id) {
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return exit_code(status);
}

struct Pipe {
  Descriptor read_end, write_end;
  static Pipe make() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return {};
    return {Descriptor(ends[0]), Descriptor(ends[1])};
  }
};

// Feeds the input and collects both outputs until the child has closed them, or nobody wants them any more.
class Conversation {
 public:
  Conversation(Descriptor in, Descriptor out, Descriptor err, std::string_view input)
      : in_(std::move(in)), out_(std::move(out)), err_(std::move(err)), input_(input) {
    ::fcntl(in_.number(), F_SETFL, O_NONBLOCK);
  }

  // Whether it came to its end before `stop` became readable.
  bool run(const Descriptor& stop) {
    while (in_ || out_ || err_) {
      if (in_ && input_.empty()) in_ = Descriptor();
      pollfd waiting[] = {{in_.number(), POLLOUT, 0},
                          {out_.number(), POLLIN, 0},
                          {err_.number(), POLLIN, 0},
                          {stop.number(), POLLIN, 0}};
      if (::poll(waiting, 4, -1) < 0 && errno != EINTR) return false;
      if (waiting[3].revents) return false;
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

// A child that does not read its input must not end us. The signal goes to the thread that writes, which
// holds it back and takes it away; what other threads do about it is theirs.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &old_);
  }
  ~WithoutSigpipe() {
    const timespec at_once{};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &old_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  bool was_pending_;
  sigset_t pipe_, old_;
};

struct Ran {
  int error = 0;  // an errno: it has not run
  int code = 0;
  std::string output, errors;
};

// Runs a program to its end. One that nobody waits for any more is killed.
class Running {
 public:
  explicit Running(Command command)
      : command_(std::move(command)), stop_(std::make_shared<Descriptor>(::eventfd(0, EFD_CLOEXEC))) {}

  Ran operator()() {
    Pipe in = Pipe::make(), out = Pipe::make(), err = Pipe::make();
    if (!*stop_ || !in.read_end || !out.read_end || !err.read_end) return {errno, 0, {}, {}};
    const pid_t id = start(command_, {in.read_end.number(), out.write_end.number(), err.write_end.number()});
    if (id < 0) return {-id, 0, {}, {}};
    in.read_end = Descriptor();
    out.write_end = Descriptor();
    err.write_end = Descriptor();
    Conversation talk(std::move(in.write_end), std::move(out.read_end), std::move(err.read_end),
                      command_.input);
    WithoutSigpipe quiet;
    if (!talk.run(*stop_)) ::kill(id, SIGKILL);
    const int code = wait_for(id);
    return {0, code, std::move(talk.output), std::move(talk.errors)};
  }
  // Any thread.
  void give_up() { ::eventfd_write(stop_->number(), 1); }

 private:
  Command command_;
  std::shared_ptr<Descriptor> stop_;  // readable from then on
};

Value record_of(Strand& s, const Ran& ran) {
  Value code = Value::small_int(ran.code);
  Value output = foreign_text(s, ran.output);
  if (output.is_exception()) return output;
  Value errors = foreign_text(s, ran.errors);
  if (errors.is_exception()) return errors;
  return record_value(s, {{"code", code}, {"out", output}, {"err", errors}});
}

Value converse(Strand& s, Command command) {
  s.machine().out().flush();
  std::string program = command.words[0];
  return while_others_run(s, Running(std::move(command)), [&](const Ran& ran) {
    return ran.error == 0 ? record_of(s, ran) : s.io_error(ran.error, program);
  });
}

Value run(Strand& s, const String& program, Iterable arguments) {
  Command command;
  return read_command(s, 0, program, arguments, command) ? converse(s, std::move(command))
                                                         : Value::exception();
}

// ---- Options

bool read_variables(Strand& s, Value v, Command& command) {
  if (!is_kind(v, Kind::Dict)) {
    wrong_type(s, 0, v, "a record whose env is a Dict of strings");
    return false;
  }
  command.variables = environment_rows();
  const Dict* dict = as<Dict>(v);
  for (uint32_t i = next_entry(dict, 0); i != kNoEntry; i = next_entry(dict, i + 1)) {
    DictEntry entry = entry_at(dict, i);
    if (!s.touch(entry.value)) return false;
    if (!is_kind(entry.key, Kind::String) || !is_kind(entry.value, Kind::String)) {
      bad_argument(s, 0, "has an env that is not a dict of strings");
      return false;
    }
    std::string name(as<String>(entry.key)->view());
    std::erase_if(command.variables, [&](const std::string& row) { return row.starts_with(name + "="); });
    command.variables.push_back(name + "=" + std::string(as<String>(entry.value)->view()));
  }
  return true;
}

bool read_option(Strand& s, std::string_view name, Value v, Command& command) {
  if (name == "env") return read_variables(s, v, command);
  if (name == "input" && is_kind(v, Kind::Bytes)) {
    command.input = as<Bytes>(v)->view();
  } else if (!is_kind(v, Kind::String) || (name != "dir" && name != "input")) {
    bad_argument(s, 0, "has fields dir, input and env only");
    return false;
  } else if (name == "dir") {
    command.directory = std::string(as<String>(v)->view());
  } else {
    command.input = as<String>(v)->view();
  }
  return true;
}

Value run_with(Strand& s, const Record& options, const String& program, Iterable arguments) {
  Command command;
  if (!read_command(s, 1, program, arguments, command)) return Value::exception();
  const Shape& shape = s.machine().shapes()[options.shape()];
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    Value option = options.slots()[i];
    if (!s.touch(option) || !read_option(s, s.machine().symbols().name(shape.fields[i]), option, command))
      return Value::exception();
  }
  return converse(s, std::move(command));
}

// ---- Processes that run beside this one

struct Child {
  explicit Child(pid_t process) : id(process) {}

  // Its exit code, once it has ended.
  int wait() {
    siginfo_t ended;
    while (::waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    std::lock_guard hold(lock_);
    if (code_ < 0) code_ = wait_for(id);
    return code_;
  }
  bool runs() {
    std::lock_guard hold(lock_);
    int status = 0;
    if (code_ < 0 && ::waitpid(id, &status, WNOHANG) == id) code_ = exit_code(status);
    return code_ < 0;
  }
  // False with errno set. One that has ended takes any signal.
  bool send(int signal) {
    std::lock_guard hold(lock_);
    return code_ >= 0 || ::kill(id, signal) == 0;
  }

  const pid_t id;

 private:
  // Held for moments only, and while the end of the process is taken notice of: from then on its number may
  // be another's.
  std::mutex lock_;
  int code_ = -1;  // once that has been done
};

// A child that nobody waits for is left to itself; the system clears it away when this process ends. Shared
// with the threads that wait for its end.
void forget_child(void* state) { delete static_cast<std::shared_ptr<Child>*>(state); }

const NativeType kProcessType{"process", forget_child, nullptr};

}  // namespace

template <>
struct Argument<std::shared_ptr<Child>> {
  static std::shared_ptr<Child> read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (is_kind(args[i], Kind::NativeObject) && as<NativeObject>(args[i])->type == &kProcessType) {
      return *static_cast<std::shared_ptr<Child>*>(as<NativeObject>(args[i])->state);
    }
    refuse(s, args, i, ok, "a process, from process.spawn");
    return nullptr;
  }
};

namespace {

Value spawn(Strand& s, const String& program, Iterable arguments) {
  Command command;
  if (!read_command(s, 0, program, arguments, command)) return Value::exception();
  s.machine().out().flush();
  pid_t id = start(command, {});
  if (id < 0) return s.io_error(-id, program.view());
  return Value::object(
      new_native_object(s.allocator(), kProcessType, new std::shared_ptr(std::make_shared<Child>(id))));
}

// Who gives up leaves a thread behind until the process ends; it changes nothing.
struct ChildWait {
  int operator()() const { return child->wait(); }
  void give_up() const {}
  std::shared_ptr<Child> child;
};

Value wait_child(Strand& s, std::shared_ptr<Child> child) {
  return while_others_run(s, ChildWait{std::move(child)}, [](int code) { return Value::small_int(code); });
}

// By its name or its number.
struct Signal {
  int number;
};

}  // namespace

template <>
struct Argument<Signal> {
  static Signal read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (!is_kind(args[i], Kind::String)) return {static_cast<int>(Argument<int64_t>::read(s, args, i, ok))};
    const String& name = *as<String>(args[i]);
    const int number = signal_number(name.view());
    if (number == 0 && ok) {
      bad_argument(s, i, "is " + no_signal(s, name));
      ok = false;
    }
    return {number};
  }
};

namespace {

Value kill_child(Strand& s, Signal signal, std::shared_ptr<Child> child) {
  return child->send(signal.number) ? Value::unit() : s.io_error(errno, "");
}

Value child_id(Strand&, std::shared_ptr<Child> child) { return Value::small_int(child->id); }

Value is_running(Strand&, std::shared_ptr<Child> child) { return Value::boolean(child->runs()); }

Value working_directory(Strand& s, UnitArgument) {
  std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  return path ? foreign_text(s, path.get()) : s.io_error(errno, ".");
}

Value change_directory(Strand& s, const String& path) {
  return ::chdir(std::string(path.view()).c_str()) == 0 ? Value::unit() : s.io_error(errno, path.view());
}

const NativeDescriptor kRows[] = {
    row<run>(
        "process.run", "cmd args", kBorrows,
        "Runs a program to its end and gives a record { code, out, err } of its exit code and its two "
        "outputs. IoError if there is no such program. Where the wait ends before, as by task.timeout, the "
        "program is killed.\n"
        "process.run \"echo\" [\"hi\"] => { code: 0, out: \"hi\\n\", err: \"\" }",
        Effect::write),
    row<run_with>("process.run_with", "options cmd args", kBorrows,
                  "The same with options, a record: `dir` to run in, `input` to read, `env`, a dict of "
                  "variables to add.\n"
                  "(process.run_with { input: \"hi\", } \"cat\" []).out => \"hi\"",
                  Effect::write),
    row<spawn>(
        "process.spawn", "cmd args", kBorrows,
        "Starts a program that runs beside this one and shares its standard streams; a process to wait for.",
        Effect::write),
    row<wait_child>("process.wait", "p", kBorrows,
                    "Waits for the end of a process and gives its exit code; 128 and the signal's number if "
                    "a signal ended it.",
                    Effect::write),
    row<is_running>("process.running?", "p", kBorrows, "Whether a process has not ended yet.", Effect::write),
    row<kill_child>("process.kill", "signal p", kBorrows,
                    "Sends a process a signal, by name or number: \"TERM\" asks it to end, \"KILL\" ends it.",
                    Effect::write),
    row<child_id>("process.id", "p", kBorrows, "The number of a process.", Effect::write),
    row<working_directory>("process.dir", "()", kBorrows, "The working directory.", Effect::write),
    row<change_directory>("process.set_dir", "p", kBorrows, "Changes the working directory.", Effect::write),
};

}  // namespace

NativeTable process_natives() { return kRows; }

}  // namespace aspen
