// The subcommands of `aspen`. Each returns the exit code of the process: 0, 1 after an uncaught error or a
// failed test, 2 after a compile-time error, bad usage or an unreadable file, or the code that the program
// passed to `exit`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vm/run/permissions.h"
#include "vm/run/runtime.h"

namespace aspen {

inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

struct RunOptions {
  uint32_t max_tasks = UINT32_MAX;
  std::optional<size_t> max_heap_bytes;  // none: most of what the system has
  uint64_t fuel = UINT64_MAX;            // calls and loop steps
  bool stats = false;                    // print memory, copies and workers' work on standard error at end
  bool cautious = false;                 // never update in place
  std::optional<uint32_t> workers;       // none: one per core, if the program has calls to overlap
  bool priorities = false;               // ready tasks run by priority
  SchedulerOptions scheduler = {};
  SplitPolicy split = SplitPolicy::on_demand;
  uint64_t seed = 0;  // 0: from the clock
  std::string trace;  // the file that gets a trace of the run; empty: none
  Permissions permissions = Permissions::all();
};

struct TestOptions {
  std::vector<std::string> run_options;  // options of `aspen run` for each script
  unsigned jobs = 0;  // scripts that run at the same time; 0: as many as there are processors
  std::chrono::seconds limit{10};
};

// `path` "-" is standard input.
int run_command(const std::string& path, const std::vector<std::string>& arguments,
                const RunOptions& options);
int eval_command(const std::string& code, const std::vector<std::string>& arguments,
                 const RunOptions& options);
// With `parallel`, prints also which loops and calls overlap (parallel.h).
int check_command(const std::vector<std::string>& paths, bool parallel);
int disasm_command(const std::string& path);
// Prints the program without its macros.
int expand_command(const std::string& path);
int test_command(const std::vector<std::string>& paths, const TestOptions& options);
// `name` is a name of the library, empty for all, or the path of a file, with a name of that file as
// `member`.
int doc_command(const std::string& name, const std::string& member);
// The documentation of the whole library as Markdown: frontend/REFERENCE.md.
int reference_command();
// Shows on the terminal, or once on standard output, what the program does that `what` names: the number of a
// process, or the file that it runs.
int top_command(const std::string& what, bool once);
int repl_command(const RunOptions& options);

// "aspen: message" on standard error; returns kExitUsage.
int usage_error(const std::string& message);

}  // namespace aspen
