// `aspen`: reads the command line and calls a subcommand.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "tools/aspen/capability_options.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/scheduler_settings.h"
#include "vm/values/suggest.h"

namespace aspen {

namespace {

constexpr const char* kFooter =
    "`aspen FILE [ARGUMENT…]` is `aspen run FILE …`; `aspen` alone starts the interactive session.\n"
    "Exit codes: 0, 1 after an error, 2 after a compile-time error or bad usage, and what a program gives to "
    "`exit`.";

// The parsed command line. `rest` is what follows the subcommand's own options: a program and its
// arguments.
struct CommandLine {
  RunOptions run;
  std::vector<std::string> allow, deny;
  TestOptions test;
  std::vector<std::string> paths;
  std::string path, name, member, code;
  unsigned seconds = 10;
  bool markdown = false, once = false, parallel = false;
  std::string wrong_variable;  // of the environment: what is wrong with it, for commands that run programs
};

// CLI11 lets a number that is negative or too large wrap around.
std::string starts_with_count(const std::string& text) {
  constexpr size_t kMostDigits = 18;
  size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits > 0 && digits <= kMostDigits ? "" : "must be a number from 0 to 10^18, not " + text;
}

std::string is_count(const std::string& text) {
  bool whole = text.find_first_not_of("0123456789") == std::string::npos;
  return whole ? starts_with_count(text) : "must be a whole number, not " + text;
}

const std::map<std::string, SplitPolicy> kSplitPolicies = {{"never", SplitPolicy::never},
                                                           {"auto", SplitPolicy::on_demand},
                                                           {"always", SplitPolicy::always},
                                                           {"chaos", SplitPolicy::chaos}};

// Replaces a policy's name by its number, which is what CLI11 reads an enumeration from.
std::string read_split_policy(std::string& text) {
  const auto found = kSplitPolicies.find(text);
  if (found == kSplitPolicies.end()) return "must be never, auto, always or chaos, not " + text;
  text = std::to_string(static_cast<int>(found->second));
  return "";
}

void add_scheduler_options(CLI::App& app, RunOptions& options) {
  for (const SchedulerSetting& setting : scheduler_settings()) {
    const auto read = [&setting, &options](const std::string& text) {
      const std::string wrong = setting.read(text, options);
      if (!wrong.empty()) throw CLI::ValidationError(setting.flag, wrong);
    };
    const std::string help = std::string(setting.help) + ". Variable: " + setting.variable;
    app.add_option_function<std::string>(setting.flag, read, help)->type_name(setting.type);
  }
}

void add_run_options(CLI::App& app, CommandLine& line) {
  RunOptions& options = line.run;
  app.add_option("--max-heap", options.max_heap_bytes,
                 "Maximum memory: 64M, 2G. Default: three quarters of the machine's")
      ->check(starts_with_count)
      ->transform(CLI::AsSizeValue(false));
  app.add_option("--fuel", options.fuel, "Maximum number of calls and loop steps")->check(is_count);
  app.add_option("--max-tasks", options.max_tasks,
                 "Maximum number of live tasks that the program has spawned")
      ->check(CLI::Range(1u, UINT32_MAX));
  app.add_option("--workers", options.workers,
                 "Number of threads that run the program. Default: one per core")
      ->check(CLI::Range(1u, sched::Config::kMostWorkers));
  app.add_flag("--priorities", options.priorities,
               "Run ready tasks by priority (task.spawn_with) instead of by age; =off: by age. Variable: "
               "ASPEN_PRIORITIES, on or off");
  add_scheduler_options(app, options);
  app.add_option("--split", options.split,
                 "When a call may overlap with the code after it: never, auto (default), always, chaos")
      ->transform(CLI::Validator(read_split_policy, ""))
      ->type_name("POLICY");
  app.add_option("--seed", options.seed, "Seed of random choices: --split chaos, hashes, work stealing")
      ->check(is_count);
  app.add_flag("--stats", options.stats,
               "At the end, print memory use, copied updates by line, what each worker did, and why the "
               "program did not get faster");
  app.add_flag("--cautious", options.cautious,
               "Never update in place: slow, for finding bugs in Aspen itself");
  app.add_option("--allow", line.allow,
                 "Capabilities of the program: " + capability_names() +
                     ", fs_read=DIRECTORY, fs_write=DIRECTORY; may be repeated. Default: all")
      ->allow_extra_args(false)
      ->type_name("CAPABILITY,…");
  app.add_option("--deny", line.deny, "Capabilities to take away; `all`: every one")
      ->allow_extra_args(false)
      ->type_name("CAPABILITY,…");
}

// Not for sessions, which run their entries one by one and alone.
void add_trace_option(CLI::App& app, RunOptions& options) {
  app.add_option("--trace", options.trace,
                 "Write a trace of what each worker did, for Perfetto (ui.perfetto.dev)")
      ->type_name("FILE");
}

// All words from the first one on that is not an option of `aspen` belong to the program.
struct Rest {
  std::string error;  // about an unknown option
  std::string first;
  std::vector<std::string> others;
};

Rest split_rest(std::vector<std::string> words) {
  Rest rest;
  bool ended = !words.empty() && words[0] == "--";
  if (ended) words.erase(words.begin());
  if (words.empty()) return rest;
  rest.first = words[0];
  rest.others.assign(words.begin() + 1, words.end());
  if (!ended && rest.first.size() > 1 && rest.first[0] == '-') rest.error = "unknown option " + rest.first;
  return rest;
}

int run_rest(std::vector<std::string> words, const RunOptions& options) {
  Rest rest = split_rest(std::move(words));
  if (!rest.error.empty()) return usage_error(rest.error + "; `aspen --help` lists them");
  if (rest.first.empty()) return usage_error("no program given");
  return run_command(rest.first, rest.others, options);
}

// `aspen help`, `aspen help run`, as for other tools.
int show_help(const CLI::App& app, const std::vector<std::string>& words) {
  const auto commands = app.get_subcommands(
      [&](const CLI::App* command) { return words.size() > 1 && command->get_name() == words[1]; });
  write_output(commands.empty() ? app.help() : commands[0]->help("aspen"));
  return 0;
}

// A word that is neither a file nor a command is more likely a mistyped command than a missing file.
int run_file_or_complain(CLI::App& app, std::vector<std::string> words, const RunOptions& options) {
  const std::string& first = words[0];
  std::error_code error;
  bool plain = first.find_first_of("./-") == std::string::npos;
  if (plain && !std::filesystem::exists(first, error)) {
    if (first == "help") return show_help(app, words);
    NearestName nearest(first);
    for (CLI::App* command : app.get_subcommands({})) nearest.consider(command->get_name());
    std::string hint = nearest.hint();
    return usage_error("there is no command and no file called " + first + (hint.empty() ? "" : "; " + hint));
  }
  return run_rest(std::move(words), options);
}

struct Commands {
  explicit Commands(CLI::App& app, CommandLine& line) {
    run =
        app.add_subcommand("run", "Run a program: `aspen run FILE [ARGUMENT…]`; FILE `-` is standard input");
    run->prefix_command()->footer(
        "Words after FILE are arguments of the program. At SIGQUIT (Ctrl-\\ at a terminal) the program "
        "writes "
        "to standard error what its tasks wait for, and goes on.");
    add_run_options(*run, line);
    add_trace_option(*run, line.run);
    check = app.add_subcommand("check", "Report mistakes in source files without running them");
    check->add_option("PATH", line.paths, "Source files, or folders to search for .asp files")->required();
    check->add_flag("--parallel", line.parallel,
                    "Print for each loop whether its iterations overlap on several cores, and what keeps "
                    "them in order; and the calls that overlap with the code after them");
    disasm = app.add_subcommand("disasm", "Show the bytecode of a source file");
    disasm->add_option("FILE", line.path, "Source file; `-` is standard input")->required();
    expand = app.add_subcommand("expand", "Show a program after the expansion of its macros");
    expand->add_option("FILE", line.path, "Source file; `-` is standard input")->required();
    test = app.add_subcommand("test", "Run scripts and compare their output with their `# expect:` comments");
    test->add_option("PATH", line.paths, "Scripts, or folders to search. Default: this folder");
    test->add_option("-j,--jobs", line.test.jobs, "Number of scripts that run at the same time")
        ->check(CLI::Range(1u, 10'000u));
    test->add_option("--with", line.test.run_options,
                     "An option of `aspen run` for every script, as in --with=--workers=2; may be repeated")
        ->allow_extra_args(false);
    test->add_option("--seconds", line.seconds, "Maximum time of a script")
        ->check(CLI::Range(1u, 1'000'000u));
    doc = app.add_subcommand("doc",
                             "Show the documentation of a function, a module or a file; without a name, list "
                             "all of the library");
    doc->add_option("NAME", line.name, "A name such as map or string.upper, a module, or FILE.asp");
    doc->add_option("MEMBER", line.member, "A name in that file, or a word of one of its macros");
    doc->add_flag("--markdown", line.markdown, "Write the documentation of the whole library as Markdown");
    top = app.add_subcommand("top", "Show what a running program does: its workers, queues and tasks");
    top->add_option("PROGRAM", line.path, "The number of its process, or the file that one process runs")
        ->required();
    top->add_flag("--once", line.once, "Print one picture, with what was counted since the program began");
    top->footer(
        "Keys: q quits; j and k scroll; t, w, s and p order the tasks: as a tree, by how long they have "
        "waited, by state, by place. The program needs no option for that, and does nothing until it is "
        "asked. "
        "It has to be run by `aspen`, as the same user.");
    repl = app.add_subcommand("repl", "Start the interactive session");
    add_run_options(*repl, line);
  }
  CLI::App *run, *check, *disasm, *expand, *test, *doc, *top, *repl;
};

int dispatch_run(CLI::App& app, const Commands& commands, CommandLine& line) {
  if (!line.wrong_variable.empty()) return usage_error(line.wrong_variable);
  if (app.count("-e") > 0) return eval_command(line.code, app.remaining(), line.run);
  // What follows `--` belongs to the command around `run`.
  if (commands.run->parsed()) return run_rest(app.remaining(true), line.run);
  if (commands.repl->parsed()) return repl_command(line.run);
  if (!app.remaining().empty()) return run_file_or_complain(app, app.remaining(), line.run);
  return isatty(STDIN_FILENO) != 0 ? repl_command(line.run) : run_command("-", {}, line.run);
}

int dispatch(CLI::App& app, const Commands& commands, CommandLine& line) {
  if (commands.check->parsed()) return check_command(line.paths, line.parallel);
  if (commands.disasm->parsed()) return disasm_command(line.path);
  if (commands.expand->parsed()) return expand_command(line.path);
  if (commands.top->parsed()) return top_command(line.path, line.once);
  if (commands.test->parsed()) return test_command(line.paths, line.test);
  if (commands.doc->parsed())
    return line.markdown ? reference_command() : doc_command(line.name, line.member);
  return dispatch_run(app, commands, line);
}

// The index of the program's name if the command line is `run FILE …` or `FILE …` without our options, and
// FILE cannot be a command; else 0. Setting up CLI11 takes longer than such a program may take.
int find_program(int argc, char** argv) {
  using Word = std::string_view;
  if (argc > 2 && Word(argv[1]) == "run" && argv[2][0] != '-' && argv[2][0] != '\0') return 2;
  return argc > 1 && argv[1][0] != '-' && Word(argv[1]).find_first_of("./") != Word::npos ? 1 : 0;
}

int parse_and_run(int argc, char** argv) {
  CommandLine line;
  line.wrong_variable = read_scheduler_variables(line.run);
  if (int at = find_program(argc, argv); at > 0) {
    if (!line.wrong_variable.empty()) return usage_error(line.wrong_variable);
    return run_command(argv[at], {argv + at + 1, argv + argc}, line.run);
  }
  CLI::App app("Aspen " ASPEN_VERSION ", a language for scripts and for embedding", "aspen");
  app.footer(kFooter);
  app.set_version_flag("--version", "aspen " ASPEN_VERSION, "Show the version");
  app.add_option("-e", line.code, "Run this text as a program")->type_name("CODE");
  add_run_options(app, line);
  add_trace_option(app, line.run);
  Commands commands(app, line);
  app.require_subcommand(0, 1);  // so that a second command's name is a word, as in `aspen doc test`
  app.prefix_command();          // after the commands, which would inherit it
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    write_output(app.help());
    return 0;
  } catch (const CLI::CallForVersion&) {
    write_output("aspen " ASPEN_VERSION "\n");
    return 0;
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  std::string error;
  if (!read_permissions(line.allow, line.deny, line.run.permissions, error)) return usage_error(error);
  line.test.limit = std::chrono::seconds(line.seconds);
  return dispatch(app, commands, line);
}

}  // namespace

int usage_error(const std::string& message) {
  std::fprintf(stderr, "aspen: %s\n", message.c_str());
  return kExitUsage;
}

}  // namespace aspen

// For memory that the system refuses to a worker at a point where it cannot go on.
[[noreturn]] static void end_for_memory() {
  std::fputs("aspen: out of memory\n", stderr);
  std::_Exit(aspen::kExitFailed);
}

[[noreturn]] static void terminate() {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    end_for_memory();
  } catch (...) {
  }
  std::abort();
}

// Otherwise a file that the program opens would get the number of a closed stream, and printed text would go
// there. The system gives the lowest free number, so the order matters.
static void occupy_standard_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool is_closed = ::fcntl(number, F_GETFD) < 0;
    if (is_closed && ::open("/dev/null", O_RDWR) < 0) std::_Exit(aspen::kExitFailed);
  }
}

int main(int argc, char** argv) {
  occupy_standard_streams();
  std::set_terminate(terminate);
  // A write to a pipe without a reader then returns an error, which the writing code handles.
  std::signal(SIGPIPE, SIG_IGN);
  // A parent that ignores the ends of its children passes that on, and no exit code would be known here.
  std::signal(SIGCHLD, SIG_DFL);
  try {
    return aspen::parse_and_run(argc, argv);
  } catch (const std::bad_alloc&) {
    end_for_memory();
  } catch (const std::exception& error) {  // errors of scripts do not get here
    std::fprintf(stderr, "aspen: %s\n", error.what());
    return aspen::kExitFailed;
  }
}
