// Module process: runs other programs, while other tasks go on.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <memory>
#include <optional>

#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/path_value.h"
#include "stdlib/native/waiting.h"
#include "stdlib/system/child_process.h"
#include "stdlib/system/environment.h"
#include "stdlib/system/file_value.h"
#include "stdlib/system/signal_names.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

// ---- Running a program to its end

struct Running {
  Command command;
  double seconds = 0;
  bool gives_bytes = false;
};

// The bytes of a String or of Bytes: names of files need not be UTF-8.
std::optional<std::string_view> bytes_of(Value v) {
  if (is_kind(v, Kind::String)) return as<String>(v)->view();
  if (is_kind(v, Kind::Bytes)) return as<Bytes>(v)->view();
  return std::nullopt;
}

// False with an error pending.
bool read_command(Strand& s, unsigned index, AnyBytes program, Iterable arguments, Command& out) {
  out.words.emplace_back(program.view);
  // A text is iterable: each of its characters would be an argument.
  if (bytes_of(arguments.value))
    return fail_with(wrong_type(s, index + 1, arguments.value, "a list of strings"));
  Elements elements(s, arguments);
  for (Value v; elements.next(v);) {
    const std::optional<std::string_view> word = bytes_of(v);
    if (!word) return fail_with(wrong_type(s, index + 1, v, "strings, or Bytes"));
    out.words.emplace_back(*word);
  }
  if (!s.work(1)) {  // the arguments may have ended early
    return fail_with(s.raise_stop());
  }
  for (const std::string& word : out.words) {
    if (word.find('\0') == word.npos) continue;
    return fail_with(bad_argument(s, index, "and arguments cannot contain a NUL character"));
  }
  return true;
}

// Undefined if the output is not UTF-8.
Value output_of(Strand& s, const std::string& output, bool as_bytes) {
  if (!reserve_text(s, output.size())) return Value::exception();
  return as_bytes ? bytes_value(s, output) : foreign_text(s, output);
}

Value record_of(Strand& s, const Ran& ran, bool gives_bytes) {
  const Value output = output_of(s, ran.output, gives_bytes);
  if (output.is_exception()) return output;
  const Value errors = output_of(s, ran.errors, gives_bytes);
  if (errors.is_exception()) return errors;
  return record_value(s, {{"code", Value::small_int(ran.code)}, {"out", output}, {"err", errors}});
}

Value converse(Strand& s, Running running) {
  s.machine().out().flush();
  if (Operation::kept_by(s) == nullptr) prepare_charges(s);
  const bool gives_bytes = running.gives_bytes;
  Command named;  // what an error needs of the command
  named.words = {running.command.words[0]};
  named.directory = running.command.directory;
  const auto finish = [&](Ran& ran) {
    if (ran.error != 0) return path_error(s, ran.error, culprit(named));
    if (ran.is_refused) return s.memory_error(ran.output.size() + ran.errors.size());
    if (ran.is_late)
      return s.raise(sym::kTimeout,
                     "process.run_with: " + shown_path(named.words[0]) + " ran longer than its timeout");
    return record_of(s, ran, gives_bytes);
  };
  const auto begin = [&] {
    return std::make_shared<RunningProgram>(std::move(running.command), running.seconds,
                                            s.machine().heap().memory());
  };
  if (s.has_task()) return while_polled(s, begin, finish);
  // Without a task there is no other task that could end the wait.
  const std::shared_ptr<RunningProgram> program = begin();
  while_outside(s, [&] { program->run_here([&] { return s.has_to_stop(); }); });
  return s.has_to_stop() ? s.raise_stop() : finish(program->result());
}

Value run(Strand& s, AnyBytes program, Iterable arguments) {
  Running running;
  return read_command(s, 0, program, arguments, running.command) ? converse(s, std::move(running))
                                                                 : Value::exception();
}

// ---- Options

bool has_nul(std::string_view text) { return text.find('\0') != text.npos; }

// False with an error pending.
bool check_variable(Strand& s, std::string_view name, std::string_view value) {
  if (!is_variable_name(name))
    return fail_with(bad_argument(s, 0, "has an env with a name that no variable can have"));
  if (has_nul(value)) return fail_with(bad_argument(s, 0, "has an env with a value that contains NUL"));
  return true;
}

bool read_variables(Strand& s, Value v, Command& command) {
  if (!is_kind(v, Kind::Dict)) return fail_with(wrong_type(s, 0, v, "a record with env, a Dict of strings"));
  command.variables = environment_rows();
  const Dict* dict = as<Dict>(v);
  for (uint32_t i = next_entry(dict, 0); i != kNoEntry; i = next_entry(dict, i + 1)) {
    DictEntry entry = entry_at(dict, i);
    if (!s.touch(entry.value)) return false;
    const std::optional<std::string_view> key = bytes_of(entry.key), value = bytes_of(entry.value);
    const bool is_removed = entry.value == none();
    if (!key || (!value && !is_removed))
      return fail_with(bad_argument(s, 0, "has an env that is not a dict of strings"));
    const std::string name(*key);
    if (!check_variable(s, name, value.value_or(""))) return false;
    std::erase_if(command.variables, [&](const std::string& row) { return row.starts_with(name + "="); });
    if (!is_removed) command.variables.push_back(name + "=" + std::string(*value));
  }
  return true;
}

// Reads the options of all functions that start programs; nothing if the name is not one of them.
std::optional<bool> read_common(Strand& s, std::string_view name, Value v, Command& command) {
  if (name == "env") return read_variables(s, v, command);
  if (name == "group" && v.is_bool()) {
    command.leads_group = v.is_true();
    return true;
  }
  const std::optional<std::string_view> directory = bytes_of(v);
  if (name != "dir" || !directory) return std::nullopt;
  if (has_nul(*directory)) return fail_with(bad_argument(s, 0, "has a dir that contains NUL"));
  command.directory = std::string(*directory);
  return true;
}

// A native that goes on after its wait has no use for the input.
bool set_input(Strand& s, std::string_view input, Command& command) {
  if (Operation::kept_by(s) != nullptr) return true;
  command.charge = Charge(s.machine().heap().memory());
  if (!s.charge(command.charge, input.size())) return false;
  command.input = input;
  return true;
}

bool read_run_option(Strand& s, std::string_view name, Value v, Running& out) {
  if (const std::optional<bool> read = read_common(s, name, v, out.command)) return *read;
  if (name == "input" && is_kind(v, Kind::Bytes)) return set_input(s, as<Bytes>(v)->view(), out.command);
  if (name == "input" && is_kind(v, Kind::String)) return set_input(s, as<String>(v)->view(), out.command);
  if (name == "bytes" && v.is_bool()) {
    out.gives_bytes = v == Value::boolean(true);
    return true;
  }
  if (name == "timeout" && is_number(v) && to_double(v) > 0) {
    out.seconds = std::min(to_double(v), kLongestWait);
    return true;
  }
  return fail_with(
      bad_option(s, name, v, "dir, env, group and bytes (true or false), input and timeout (above zero)"));
}

Value run_with(Strand& s, const Record& options, AnyBytes program, Iterable arguments) {
  Running running;
  const auto read = [&](std::string_view name, Value v) { return read_run_option(s, name, v, running); };
  if (!read_command(s, 1, program, arguments, running.command) || !for_each_field(s, options, read))
    return Value::exception();
  return converse(s, std::move(running));
}

// ---- Children that run beside this program

using FilePointer = std::shared_ptr<OpenFile>;

// A child, with our ends of its pipes.
struct Process {
  std::shared_ptr<Child> child;
  FilePointer input, output, errors;
};

const NativeType kProcessType{"process", drop_state<Process>, nullptr};

}  // namespace

template <>
struct Argument<const Process&> {
  static const Process& read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Process>(s, args, i, ok, kProcessType, "a process, from process.spawn");
  }
};

namespace {

// The target of a standard stream of the child.
enum class End : uint8_t { inherited, pipe, nowhere, output };

struct Spawning {
  Command command;
  End input = End::inherited, output = End::inherited, errors = End::inherited;
};

// Both ends of a standard stream that is not inherited.
struct Ends {
  Descriptor ours, theirs;
  int error = 0;
};

// Our end does not block and is not inherited; the child's end blocks, as programs expect.
Ends make_ends(End end, bool is_input) {
  Ends ends;
  if (end == End::pipe) {
    Pipe pipe = Pipe::make();
    if (!pipe.read_end) return {{}, {}, errno};
    ends.ours = std::move(is_input ? pipe.write_end : pipe.read_end);
    ends.theirs = std::move(is_input ? pipe.read_end : pipe.write_end);
    ::fcntl(ends.ours.number(), F_SETFL, O_NONBLOCK);
  } else if (end == End::nowhere) {
    ends.theirs = open_file("/dev/null", is_input ? O_RDONLY : O_WRONLY);
    if (!ends.theirs) ends.error = errno;
  }
  return ends;
}

FilePointer file_of(Ends& ends, const std::string& name, int flags) {
  return ends.ours ? OpenFile::of_pipe(name, std::move(ends.ours), flags) : nullptr;
}

Value spawn_process(Strand& s, Spawning spawning) {
  s.machine().out().flush();
  Ends in = make_ends(spawning.input, true), out = make_ends(spawning.output, false),
       err = make_ends(spawning.errors, false);
  for (const Ends* ends : {&in, &out, &err}) {
    if (ends->error != 0) return path_error(s, ends->error, spawning.command.words[0]);
  }
  Streams streams{in.theirs.number(), out.theirs.number(), err.theirs.number()};
  if (spawning.errors == End::output) streams.err = out.theirs ? out.theirs.number() : STDOUT_FILENO;
  const Started program = start_program(spawning.command, streams);
  if (program.id < 0) return path_error(s, -program.id, culprit(spawning.command));
  const std::string name = shown_path(spawning.command.words[0]);
  Process process{Child::watched(program), file_of(in, name, O_WRONLY), file_of(out, name, O_RDONLY),
                  file_of(err, name, O_RDONLY)};
  return state_value(s, kProcessType, std::make_unique<Process>(std::move(process)));
}

Value spawn(Strand& s, AnyBytes program, Iterable arguments) {
  Spawning spawning;
  return read_command(s, 0, program, arguments, spawning.command) ? spawn_process(s, std::move(spawning))
                                                                  : Value::exception();
}

std::optional<End> end_named(std::string_view name) {
  if (name == "inherit") return End::inherited;
  if (name == "pipe") return End::pipe;
  if (name == "null") return End::nowhere;
  return std::nullopt;
}

bool read_spawn_option(Strand& s, std::string_view name, Value v, Spawning& out) {
  if (const std::optional<bool> read = read_common(s, name, v, out.command)) return *read;
  const std::string_view text = is_kind(v, Kind::String) ? as<String>(v)->view() : std::string_view();
  const std::optional<End> end = name == "errors" && text == "output" ? End::output : end_named(text);
  End* place = name == "input"    ? &out.input
               : name == "output" ? &out.output
               : name == "errors" ? &out.errors
                                  : nullptr;
  if (place != nullptr && end) {
    *place = *end;
    return true;
  }
  return fail_with(
      bad_option(s, name, v,
                 R"(dir, env, group, input, output and errors; the last three are "pipe", "null" or )"
                 R"("inherit", errors may be "output", too)"));
}

Value spawn_with(Strand& s, const Record& options, AnyBytes program, Iterable arguments) {
  Spawning spawning;
  const auto read = [&](std::string_view name, Value v) { return read_spawn_option(s, name, v, spawning); };
  if (!read_command(s, 1, program, arguments, spawning.command) || !for_each_field(s, options, read))
    return Value::exception();
  return spawn_process(s, std::move(spawning));
}

// The function has the name of the option.
template <FilePointer Process::*end>
Value pipe_of(Strand& s, const Process& process) {
  if (process.*end) return file_value(s, process.*end);
  const std::string_view name = s.native()->name;
  const std::string option(name.substr(name.find('.') + 1));
  return bad_argument(s, 0, "has no such pipe: process.spawn_with { " + option + ": \"pipe\" } makes one");
}

Value wait_process(Strand& s, const Process& process) {
  const auto finish = [&](int code) { return code >= 0 ? Value::small_int(code) : s.io_error(-code, ""); };
  if (s.has_task())
    return while_polled(
        s, [&] { return std::make_shared<ChildEnd>(process.child); }, finish);
  return alone(
      s, [&](int milliseconds) { return process.child->ends_within(milliseconds); }, finish);
}

// A signal, given by its name or number.
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

Value kill_process(Strand& s, Signal signal, const Process& process) {
  return process.child->send(signal.number) ? Value::unit() : s.io_error(errno, "");
}

Value process_id(Strand&, const Process& process) { return Value::small_int(process.child->id); }

Value is_running(Strand&, const Process& process) { return Value::boolean(process.child->runs()); }

Value working_directory(Strand& s, UnitArgument) {
  std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  return path ? path_value(s, path.get()) : s.io_error(errno, ".");
}

Value change_directory(Strand& s, AnyBytes path) {
  if (has_nul(path.view)) return bad_argument(s, 0, "cannot contain a NUL character");
  return ::chdir(std::string(path.view).c_str()) == 0 ? Value::unit() : path_error(s, errno, path.view);
}

const NativeDescriptor kRows[] = {
    row<run>("process.run", "cmd args", kBorrows,
             "Runs a program to its end and gives a record { code, out, err }: its exit code and its two "
             "outputs as text, in which bytes that are not UTF-8 are replaced. The program and its arguments "
             "are Strings, or Bytes, such as names of files that are not UTF-8. IoError if there is no such "
             "program. If the wait is cut short, as by task.timeout or by the end of this program, the other "
             "program is killed, with the processes that it has started (see `group`, process.run_with).\n"
             "process.run \"echo\" [\"hi\"] => { code: 0, out: \"hi\\n\", err: \"\" }",
             Effect::write),
    row<run_with>(
        "process.run_with", "options cmd args", kBorrows,
        "Like process.run, with a record of options. `dir` is the directory to run in, `input` the text to "
        "read, and `env` a dict of variables to add, or to remove where the value is None; cmd is looked for "
        "in this program's own PATH. With `bytes: true` the outputs are Bytes. After "
        "`timeout` seconds the program is killed, and Timeout is raised. With `group: true` the program "
        "leads a process group: killing it also kills the processes that it has started, and Ctrl-C at a "
        "terminal reaches this program only. With `group: false` it stays in this program's group: only the "
        "program itself is killed, it may read the terminal, and Ctrl-C reaches it. The default is true, "
        "unless this program is in the foreground of a terminal.\n"
        "(process.run_with { input: \"hi\" } \"cat\" []).out => \"hi\"",
        Effect::write),
    row<spawn>("process.spawn", "cmd args", kBorrows,
               "Starts a program that runs beside this one and shares its standard streams. Gives a process, "
               "for `process.wait`.",
               Effect::write),
    row<spawn_with>("process.spawn_with", "options cmd args", kBorrows,
                    "Like process.spawn, with a record of options: `dir`, `env` and `group` as for "
                    "process.run_with, and `input`, `output` and `errors`. Each of these three is "
                    "\"inherit\" (the default), \"null\", or \"pipe\", which this program writes or reads "
                    "while the other one runs. `errors` may also be \"output\", to go where the output goes.",
                    Effect::write),
    row<pipe_of<&Process::input>>("process.input", "p", kBorrows,
                                  "The pipe to the input of a process, a file as `fs.open` gives: `fs.put`, "
                                  "`fs.flush`, and `fs.close` for "
                                  "its end.",
                                  Effect::write),
    row<pipe_of<&Process::output>>(
        "process.output", "p", kBorrows,
        "The pipe from the output of a process, a file as `fs.open` gives: `for line in process.output p`, "
        "`fs.read_line`, `fs.read_chunk`.",
        Effect::write),
    row<pipe_of<&Process::errors>>("process.errors", "p", kBorrows,
                                   "The pipe from the errors of a process, as `process.output`.",
                                   Effect::write),
    row<wait_process>(
        "process.wait", "p", kBorrows,
        "Waits for the end of a process and gives its exit code; 128 and the signal's number if "
        "a signal ended it.",
        Effect::write),
    row<is_running>("process.running?", "p", kBorrows, "Whether a process has not ended yet.", Effect::write),
    row<kill_process>(
        "process.kill", "signal p", kBorrows,
        "Sends a process a signal, by name or number: \"TERM\" asks it to end, \"KILL\" ends it. The signal "
        "goes to its process group if it leads one (`group`, process.run_with).",
        Effect::write),
    row<process_id>("process.id", "p", kBorrows, "The number of a process.", Effect::write),
    row<working_directory>("process.dir", "()", kBorrows, "The working directory.", Effect::write),
    row<change_directory>("process.set_dir", "p", kBorrows, "Changes the working directory.", Effect::write),
};

}  // namespace

NativeTable process_natives() { return kRows; }

}  // namespace aspen
