#include "tests/limits/trial.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>

#include "stdlib/embed/engine.h"
#include "vm/heap/native_stack.h"
#include "vm/values/record.h"

namespace aspen::limits {

namespace {

constexpr double kNsPerMs = 1e6;
// No call takes this long: it hangs.
constexpr int kHangsAfterMs = 30'000;

// The results that a child writes for its parent.
struct Result {
  Trial::End end = Trial::End::failed;
  double late_ms = 0;
  size_t bytes = 0;
  char said[200] = {};
};

// What a first touch of a page may cost: on most machines it takes less.
constexpr double kFaultMs = 0.5e-3;
// What it costs beyond that, here and now.
double slow_fault_ms = 0;

double thread_ms() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / kNsPerMs;
}

// The thread's processor time, as if page faults cost no more than kFaultMs.
double processor_ms() {
  rusage used;
  getrusage(RUSAGE_THREAD, &used);
  return thread_ms() - static_cast<double>(used.ru_minflt) * slow_fault_ms;
}

void measure_page_faults() {
  constexpr size_t kPage = 4096, kPages = 512;
  void* const pages =
      mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return;
  const double begin_ms = thread_ms();
  for (size_t page = 0; page < kPages; ++page) static_cast<volatile char*>(pages)[page * kPage] = 1;
  slow_fault_ms = std::max(0.0, (thread_ms() - begin_ms) / kPages - kFaultMs);
  munmap(pages, kPages * kPage);
}

// The thread's processor time when the limit came: written by the signal's handler, on the thread itself.
volatile double at_limit_ms = 0;

void note_limit(int) { at_limit_ms = processor_ms(); }

// Sends this thread a signal after this number of milliseconds.
void signal_in(unsigned ms) {
  struct sigaction action = {};
  action.sa_handler = note_limit;
  action.sa_flags = SA_RESTART;
  sigaction(SIGRTMIN + 1, &action, nullptr);
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGRTMIN + 1;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  itimerspec when = {};
  when.it_value.tv_sec = ms / 1000;
  when.it_value.tv_nsec = static_cast<long>(ms % 1000) * 1'000'000;
  timer_settime(timer, 0, &when, nullptr);
}

// A line of /proc/self/status, in bytes.
size_t status_bytes(const char* name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    size_t kilobytes = 0;
    if (word == name && status >> kilobytes) return kilobytes << 10;
  }
  return 0;
}

// VmHWM then starts from the memory that the process has at this moment.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// The machine, the program's setting, and the function `call`.
class Setting {
 public:
  explicit Setting(MachineOptions options) : engine_(std::move(options)) {}

  Engine& engine() { return engine_; }
  // Limits for calls from now on.
  Limits& limits() { return const_cast<Limits&>(engine_.machine().options().limits); }

  bool prepare(const std::string& program, std::string& wrong) {
    if (!engine_.machine().prepare_polling(wrong)) return false;
    const CompileResult compiled =
        compile_text("call.asp", program, engine_.catalogue(), {.keep_names = true});
    if (!compiled.ok()) {
      wrong = compiled.render();
      return false;
    }
    const NativeStackScope scope(engine_.machine().mutator());
    module_ = engine_.load(compiled.program, wrong);
    if (module_ == nullptr) return false;
    const Outcome outcome = engine_.run(*module_);
    if (!outcome.finished()) wrong = "its setting: " + engine_.headline(outcome);
    return outcome.finished();
  }

  // Of the collector, until now.
  double paused_ms() {
    return static_cast<double>(engine_.machine().heap().statistics().pause_ns) / kNsPerMs;
  }

  Outcome call() {
    const NativeStackScope scope(engine_.machine().mutator());
    const auto& record = *as<Record>(module_->record);
    const Shape& shape = engine_.machine().shapes()[record.shape()];
    const int slot = shape.slot(engine_.machine().symbols().intern("call"));
    const Value unit = Value::unit();
    return engine_.call(record.slots()[slot], &unit, 1);
  }

 private:
  Engine engine_;
  LoadedModule* module_ = nullptr;
};

MachineOptions options_with(size_t heap_bytes) {
  MachineOptions options;
  options.limits.heap_bytes = heap_bytes;
  options.limits.fuel = UINT64_MAX - 1;  // counted, and never used up
  options.out = options.err = [](std::string_view) {};
  return options;
}

void note_end(Setting& setting, const Outcome& outcome, Result& result) {
  using End = Outcome::End;
  const bool is_limit =
      outcome.end == End::out_of_time || outcome.end == End::out_of_fuel || outcome.end == End::out_of_memory;
  result.end = outcome.finished() ? Trial::End::finished
               : is_limit         ? Trial::End::stopped
                                  : Trial::End::refused;
  if (!outcome.finished())
    std::snprintf(result.said, sizeof result.said, "%s", setting.engine().headline(outcome).c_str());
}

using Measure = std::function<void(Setting& setting, Result& result)>;

void run_child(const std::string& program, size_t heap_bytes, const Measure& measure, Result& result) {
  Setting setting(options_with(heap_bytes));
  result.bytes = status_bytes("VmRSS:");
  std::string wrong;
  if (setting.prepare(program, wrong)) {
    measure_page_faults();
    measure(setting, result);
  } else {
    std::snprintf(result.said, sizeof result.said, "%s", wrong.c_str());
  }
}

bool read_result(int from, Result& result) {
  pollfd ready{from, POLLIN, 0};
  return ::poll(&ready, 1, kHangsAfterMs) == 1 && ::read(from, &result, sizeof result) == sizeof result;
}

// In a child process, which exits without freeing anything.
Trial in_child(const std::string& program, size_t heap_bytes, const Measure& measure) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {.said = "no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    Result result;
    run_child(program, heap_bytes, measure, result);
    _exit(::write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
  }
  close(ends[1]);
  Result result;
  const bool has_answered = child > 0 && read_result(ends[0], result);
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  if (!has_answered) return {.said = "crashed, or went on for half a minute"};
  return {result.end, result.late_ms, result.bytes, result.said};
}

}  // namespace

Trial try_time(const std::string& program, unsigned wall_ms) {
  return in_child(program, SIZE_MAX, [=](Setting& setting, Result& result) {
    setting.limits().wall_ns = uint64_t{wall_ms} * 1'000'000;
    signal_in(wall_ms);
    const Outcome outcome = setting.call();
    const double end_ms = processor_ms();
    result.late_ms = at_limit_ms == 0 ? 0 : end_ms - at_limit_ms;
    note_end(setting, outcome, result);
  });
}

Trial try_fuel(const std::string& program) {
  constexpr uint64_t kFuel = 1'000;
  return in_child(program, SIZE_MAX, [=](Setting& setting, Result& result) {
    setting.limits().fuel = kFuel;
    const double begin_ms = processor_ms(), paused_before_ms = setting.paused_ms();
    const Outcome outcome = setting.call();
    const double paused_ms = setting.paused_ms() - paused_before_ms;
    result.late_ms = std::max(0.0, processor_ms() - begin_ms - paused_ms);
    note_end(setting, outcome, result);
  });
}

Trial try_heap(const std::string& program) {
  constexpr uint64_t kWallNs = 1'000'000'000;  // what is large enough has its peak before
  return in_child(program, kHeapBytes, [=](Setting& setting, Result& result) {
    setting.limits().wall_ns = kWallNs;
    forget_peak();
    const Outcome outcome = setting.call();
    const size_t before = result.bytes, peak = status_bytes("VmHWM:");
    result.bytes = peak > before ? peak - before : 0;
    note_end(setting, outcome, result);
  });
}

}  // namespace aspen::limits
