#include "tools/aspen/console.h"

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

#include "stdlib/system/child_process.h"
#include "stdlib/system/log_levels.h"
#include "stdlib/system/open_file.h"
#include "tools/aspen/file.h"
#include "vm/run/runtime.h"

namespace aspen {

RenderOptions error_style() {
  const char* no_color = std::getenv("NO_COLOR");
  RenderOptions options;
  options.color = isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
  return options;
}

[[noreturn]] static void fail_to_write(int error) {
  if (error == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
  std::fprintf(stderr, "aspen: cannot write standard output: %s\n", std::strerror(error));
  _exit(kExitFailed);
}

void write_output(std::string_view text) {
  while (!text.empty()) {
    ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && !may_be_repeated(STDOUT_FILENO, POLLOUT)) fail_to_write(errno);
    if (count > 0) text.remove_prefix(static_cast<size_t>(count));
  }
}

// The memory that the machine, the container and the user's limits leave to one process.
static size_t available_bytes() {
  size_t bytes = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t container;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> container) bytes = std::min(bytes, container);
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0) bytes = std::min<size_t>(bytes, limit.rlim_cur);
  return bytes;
}

// Used if no limit is set. A program that took all memory would be killed by the system, or would get another
// one killed.
static size_t default_heap_bytes() { return available_bytes() / 4 * 3; }

static LogLevel log_level_of_environment() {
  const char* name = std::getenv("ASPEN_LOG");
  if (name == nullptr) return LogLevel::info;
  const std::optional<LogLevel> level = log_level_named(name);
  if (!level) std::fputs("aspen: ASPEN_LOG is debug, info, warn, error or off\n", stderr);
  return level.value_or(LogLevel::info);
}

// With which the process ends if it gives up what has not come back in time.
static std::atomic<int> code_of_overdue = 0;

static void give_up(const std::string& what_runs) {
  std::fprintf(stderr, "aspen: the program has ended; left behind: %s\n", what_runs.c_str());
  std::fflush(nullptr);
  std::_Exit(code_of_overdue.load(std::memory_order_relaxed));
}

MachineOptions machine_options(const RunOptions& options, const std::vector<std::string>& arguments) {
  MachineOptions machine;
  machine.limits.heap_bytes = options.max_heap_bytes.value_or(default_heap_bytes());
  machine.limits.fuel = options.fuel;
  machine.limits.tasks = options.max_tasks;
  machine.task_workers = options.workers.value_or(sched::Config::kOnePerCore);
  machine.task_priorities = options.priorities;
  machine.scheduler = options.scheduler;
  machine.scheduler.on_overdue = give_up;
  machine.out = write_output;
  machine.arguments = arguments;
  machine.permissions = options.permissions;
  machine.log_level = log_level_of_environment();
  return machine;
}

CompileOptions compile_options(const RunOptions& options, const std::string& directory) {
  CompileOptions out;
  out.cautious = options.cautious;
  Permissions readable = options.permissions;
  readable.grant_below(Capability::fs_read, directory.empty() ? "." : directory);
  out.may_import = [readable](const std::string& path) {
    return readable.may_reach(Capability::fs_read, path);
  };
  return out;
}

int finish(Engine& engine, const Outcome& outcome) {
  engine.machine().out().flush();
  if (outcome.finished()) return 0;
  if (outcome.end == Outcome::End::exited) return outcome.exit_code;
  std::fputs(engine.report(outcome, error_style()).c_str(), stderr);
  return kExitFailed;
}

void print_stats(const Heap& heap) {
  const HeapStatistics& statistics = heap.statistics();
  constexpr double kMebibyte = 1 << 20, kMillisecond = 1e6;
  std::fprintf(stderr, "allocated    %.1f MiB\n",
               static_cast<double>(statistics.bytes_allocated) / kMebibyte);
  std::fprintf(stderr, "in use       %.1f MiB, %.1f MiB of them live at the last collection\n",
               static_cast<double>(heap.bytes_used()) / kMebibyte,
               static_cast<double>(statistics.bytes_live) / kMebibyte);
  std::fprintf(stderr, "collections  %llu in %.1f ms, the longest %.1f ms\n",
               static_cast<unsigned long long>(statistics.collections),
               static_cast<double>(statistics.pause_ns) / kMillisecond,
               static_cast<double>(statistics.longest_pause_ns) / kMillisecond);
}

int leave_world(int code) {
  kill_running_programs();
  const std::vector<std::string> failures = flush_open_files();
  for (const std::string& failure : failures) std::fprintf(stderr, "aspen: %s\n", failure.c_str());
  return code == 0 && !failures.empty() ? kExitFailed : code;
}

void leave_calls(Engine& engine, int code) {
  Runtime* runtime = engine.machine().runtime();
  if (runtime == nullptr || !runtime->operations().are_under_way()) return;
  if (engine.machine().options().scheduler.shutdown_deadline_ns != sched::kForever) {
    code_of_overdue.store(code, std::memory_order_relaxed);
    return runtime->shut_down();
  }
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace aspen
