// `aspen repl`: reads an entry, runs it, shows its value. Only Ctrl-D, `:quit`, `quit` and `exit` end it,
// whatever is typed.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <set>

#include "stdlib/library/stdlib.h"
#include "stdlib/system/standard_input.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/doc.h"
#include "tools/aspen/file.h"
#include "tools/aspen/line_editor.h"
#include "tools/aspen/path_completion.h"
#include "tools/aspen/task_signal.h"
#include "vm/heap/native_stack.h"
#include "vm/object/future.h"
#include "vm/run/operators/show.h"
#include "vm/run/runtime.h"
#include "vm/values/record.h"

namespace aspen {

namespace {

constexpr const char* kHelp =
    "An entry may be anything that a program contains. The value of an expression is shown.\n"
    "An entry continues on further lines until its brackets are closed; what is pasted is one entry.\n"
    "Names keep their values, and a function those that they had when it was made: after a new\n"
    "definition, define again what uses it. An entry is over when its tasks are: a task and what it\n"
    "waits for belong to one entry. `use` reads a module again if its text has changed.\n"
    "  :doc NAME      the documentation of a function or module, or the text of a macro\n"
    "  :type ENTRY    the type of its value\n"
    "  :load FILE     run the text of a file as an entry\n"
    "  :names         the names bound so far\n"
    "  :quit          leave, as Ctrl-D does\n"
    "Ctrl-C stops the entry that runs, and Ctrl-\\ lists its tasks. Tab completes names, fields, members of\n"
    "modules and, in a string, paths.\n";

constexpr const char* kCommands[] = {":doc", ":help", ":load", ":names", ":quit", ":type"};
constexpr const char* kKeywords[] = {"and", "break",  "continue", "else", "false", "for",
                                     "if",  "in",     "is",       "loop", "match", "not",
                                     "or",  "return", "true",     "try",  "use",   "while"};

// Longer values are cut when they are shown.
constexpr size_t kMaxShownBytes = 20'000;

// The machine that Ctrl-C stops. Written by the session around an evaluation, read by the handler; a plain
// pointer, lock-free.
std::atomic<Machine*> running_machine = nullptr;

void stop_evaluation(int) {
  if (Machine* machine = running_machine.load(std::memory_order_relaxed)) machine->interrupt();
}

class Repl {
 public:
  Repl(const RunOptions& options, bool terminal)
      : engine_(machine_options(options, {})),
        session_(engine_.catalogue(), warning(compile_options(options, ""))),
        terminal_(terminal) {}

  int run() {
    reader_ = terminal_ ? make_terminal_reader([this](std::string_view text) { return complete(text); },
                                               default_history_file())
                        : make_plain_reader();
    std::signal(SIGINT, stop_evaluation);
    TaskSignal::heed();
    if (terminal_) write_output("Aspen " ASPEN_VERSION "; :help tells more, Ctrl-D leaves\n");
    while (!ended_) read_entry();
    reader_.reset();
    exit_code_ = leave_world(exit_code_);
    leave_calls(engine_, exit_code_);
    return exit_code_;
  }

 private:
  static CompileOptions warning(CompileOptions options) {
    options.warn = true;
    return options;
  }

  void read_entry() {
    std::string entry, line;
    bool unfinished = false;
    for (;;) {
      standard_input()->settle();  // a call that was interrupted may still be about to read
      LineReader::Read read = reader_->read(unfinished ? "... " : "> ", line);
      if (read == LineReader::Read::abandoned) return;
      if (read == LineReader::Read::end) break;
      entry += (unfinished ? "\n" : "") + line;
      if (!unfinished && is_farewell(entry)) return void(ended_ = true);
      if (!unfinished && is_command(entry)) return remember_and([&] { command(entry); }, entry);
      CompileResult compiled = session_.compile(entry);
      unfinished = !compiled.ok() && compiled.incomplete;
      if (!unfinished) return remember_and([&] { evaluate(compiled, true); }, entry);
    }
    ended_ = true;
    if (unfinished) evaluate(session_.compile(entry), true);
  }

  template <class F>
  void remember_and(F action, const std::string& entry) {
    if (trimmed(entry).empty()) return;
    reader_->remember(entry);
    action();
  }

  static std::string_view trimmed(std::string_view text) {
    constexpr const char* kSpace = " \t\n";
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(kSpace)));
    return text.substr(0, text.find_last_not_of(kSpace) + 1);
  }

  // `exit` and `quit` alone, as in other languages, unless they are variables.
  bool is_farewell(std::string_view entry) const {
    const std::string_view word = trimmed(entry);
    return (word == "exit" || word == "quit") && !session_.slot(word);
  }

  static bool is_command(std::string_view entry) {
    return entry.starts_with(':') && entry.size() > 1 && std::isalpha(static_cast<unsigned char>(entry[1]));
  }

  void command(std::string_view entry) {
    size_t space = std::min(entry.find(' '), entry.size());
    std::string_view name = entry.substr(0, space);
    std::string rest(trimmed(entry.substr(space)));
    if (name == ":help") return write_output(kHelp);
    if (name == ":quit") return void(ended_ = true);
    if (name == ":doc") return document(rest);
    if (name == ":load") return load(rest);
    if (name == ":names") return show_names();
    if (name == ":type") return void(evaluate(session_.compile(rest), false));
    complain("unknown command " + std::string(name) + "; :help lists them");
  }

  static void complain(const std::string& message) { std::fprintf(stderr, "%s\n", message.c_str()); }

  void document(const std::string& name) {
    std::string text = session_.macros_with(name);
    if (!text.empty()) {
      write_output(text);
    } else if (find_documentation(name, text)) {
      write_output(text);
    } else {
      complain(text);
    }
  }

  void load(std::string path) {
    if (path.empty()) return complain("write `:load FILE`");
    if (path.size() > 2 && path.front() == '"' && path.back() == '"') path = path.substr(1, path.size() - 2);
    path = expand_home(path);
    FileText file = read_file(path);
    if (!file.ok()) return complain(file.error);
    evaluate(session_.compile(std::move(file.text), path), true);
  }

  void show_names() {
    std::string text;
    for (const std::string& name : session_.names()) text += name + "\n";
    write_output(text);
  }

  // Shows the value, or its type.
  void evaluate(const CompileResult& compiled, bool show_value) {
    if (!compiled.ok()) {
      std::fputs(compiled.render(error_style()).c_str(), stderr);
      return;
    }
    for (const Diagnostic& warning : compiled.diagnostics.warnings())
      std::fputs(render(warning, error_style()).c_str(), stderr);
    Machine& machine = engine_.machine();
    NativeStackScope scope(machine.mutator());
    std::string error;
    LoadedModule* module = engine_.load(compiled.program, error, &slots_);
    if (module == nullptr) return complain(error);
    latest_ = module;
    Outcome outcome = run_stoppable(*module);
    int code = finish(engine_, outcome);
    if (outcome.end == Outcome::End::exited) {
      exit_code_ = code;
      ended_ = true;
    } else if (outcome.finished()) {
      show(outcome.value, show_value);
    }
    if (outcome.end == Outcome::End::finished || outcome.end == Outcome::End::failed) tell_detached(machine);
  }

  static void tell_detached(Machine& machine) {
    const Runtime* runtime = machine.runtime();
    const uint32_t ended = runtime != nullptr ? runtime->detached_ended() : 0;
    if (ended == 0) return;
    complain(std::to_string(ended) + (ended == 1 ? " detached task" : " detached tasks") +
             " ended with this entry: here each entry is a program");
  }

  Outcome run_stoppable(LoadedModule& module) {
    Machine& machine = engine_.machine();
    machine.clear_interrupt();
    const TaskSignal task_signal(engine_);
    running_machine.store(&machine, std::memory_order_relaxed);
    Outcome outcome = engine_.run(module);
    running_machine.store(nullptr, std::memory_order_relaxed);
    return outcome;
  }

  void show(Value value, bool show_value) {
    std::string text;
    if (!show_value) {
      text = type_name(value);
    } else if (value.is_unit()) {
      return;
    } else if (!append_show(text, engine_.machine(), value, kMaxShownBytes)) {
      text += " …";
    }
    write_output(text + "\n");
  }

  // ---- Completion

  std::vector<std::string> complete(std::string_view text) const {
    if (std::optional<std::vector<std::string>> paths = complete_path(text)) return *paths;
    std::string_view word = text.substr(word_start(text));
    std::set<std::string> names;
    size_t dot = word.rfind('.');
    if (text.starts_with(':') && text.find(' ') == std::string_view::npos) {
      return matching({std::begin(kCommands), std::end(kCommands)}, text, 1);
    }
    if (dot != std::string_view::npos) {
      add_members(word.substr(0, dot), names);
    } else {
      add_names(names);
    }
    return matching(names, word, 0);
  }

  // Those that begin with the word, without their first `skip` bytes.
  static std::vector<std::string> matching(const std::set<std::string>& names, std::string_view word,
                                           size_t skip) {
    std::vector<std::string> found;
    for (const std::string& name : names) {
      if (name.starts_with(word)) found.push_back(name.substr(skip));
    }
    return found;
  }

  void add_names(std::set<std::string>& names) const {
    for (const std::string& name : session_.names()) names.insert(name);
    for (const char* keyword : kKeywords) names.insert(keyword);
    standard_catalogue().each_name([&](std::string_view name) {
      if (name.find('.') == std::string_view::npos) names.emplace(name);
    });
  }

  // Of a record that a name holds, or of a module of the library.
  void add_members(std::string_view path, std::set<std::string>& names) const {
    Value value = value_at(path);
    if (is_kind(value, Kind::Record)) {
      const Shape& shape = machine().shapes()[as<Record>(value)->shape()];
      for (Symbol field : shape.fields) {
        names.insert(std::string(path) + "." + std::string(machine().symbols().name(field)));
      }
      return;
    }
    std::string prefix = std::string(path) + ".";
    standard_catalogue().each_name([&](std::string_view name) {
      if (name.starts_with(prefix)) names.emplace(name);
    });
  }

  // The value of `a.b.c`, found without running anything; undefined if there is none.
  Value value_at(std::string_view path) const {
    std::string_view name = path.substr(0, path.find('.'));
    Value value = Value::undefined();
    const std::optional<uint32_t> variable = session_.slot(name);
    if (latest_ != nullptr && variable && *variable < latest_->slot_addresses.size())
      value = resolved(*latest_->slot_addresses[*variable]);
    while (name.size() < path.size() && is_kind(value, Kind::Record)) {
      path.remove_prefix(name.size() + 1);
      name = path.substr(0, path.find('.'));
      int slot = machine().shapes()[as<Record>(value)->shape()].slot(machine().symbols().intern(name));
      value = slot < 0 ? Value::undefined() : resolved(as<Record>(value)->slots()[slot]);
    }
    return value;
  }

  Machine& machine() const { return const_cast<Engine&>(engine_).machine(); }

  Engine engine_;
  Session session_;
  SessionSlots slots_;
  std::unique_ptr<LineReader> reader_;
  const LoadedModule* latest_ = nullptr;  // lists every name of the session
  bool terminal_;
  bool ended_ = false;
  int exit_code_ = 0;
};

}  // namespace

int repl_command(const RunOptions& options) {
  bool terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  return Repl(options, terminal).run();
}

}  // namespace aspen
