// The limits sweep: calls every native of the library, and operators, with large arguments under a limit of
// fuel, of time and of memory, and fails if a call is late by more than 20 ms or takes more than 1.25 times
// its bytes.
//
//   aspen_limits_sweep [--full] [--table] [--jobs N] [NAME…]
//
// Without --full, each native has one call that is not refused, and one time limit. --table prints a row for
// each native: the largest lateness in ms, and the most memory in MiB, of its calls. The last line is
// "N passed, N failed, N skipped": the skipped ones are excused in excused.def.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "tests/limits/calls.h"
#include "tests/limits/trial.h"

namespace {

using aspen::limits::Call;
using aspen::limits::Subject;
using aspen::limits::Trial;

constexpr double kMostLateMs = 20;
constexpr size_t kMostBytes = aspen::limits::kHeapBytes / 4 * 5;
// On a busy machine the same call takes twice the processor time: the best of this many tries counts.
constexpr int kTries = 16;
// The sizes of values for trials of time and of memory.
constexpr size_t kForTime = 2'000'000, kForHeap = 1'000'000;

struct Options {
  bool full = false, table = false;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> names;

  bool wants(const Subject& subject) const {
    return names.empty() || std::find(names.begin(), names.end(), subject.name) != names.end();
  }
};

template <class Try>
Trial least_late(Try once) {
  Trial best = once();
  for (int i = 1; i < kTries && best.late_ms > kMostLateMs && best.end != Trial::End::failed; ++i) {
    const Trial again = once();
    if (again.late_ms < best.late_ms) best = again;
  }
  return best;
}

// The worst of a subject's calls.
struct Worst {
  double late_ms = 0;
  size_t bytes = 0;
};

// What is wrong with a call, as text; "" if nothing is.
class Complaints {
 public:
  Complaints(const Call& call, Worst& worst) : call_(call), worst_(worst) {}

  void add_late(const Trial& trial, const char* limit) {
    if (trial.end == Trial::End::failed) return add(std::string(limit) + ": " + trial.said);
    worst_.late_ms = std::max(worst_.late_ms, trial.late_ms);
    if (trial.late_ms <= kMostLateMs) return;
    char late[40];
    std::snprintf(late, sizeof late, ": late by %.0f ms; ", trial.late_ms);
    add(limit + (late + (trial.said.empty() ? "it finished" : trial.said)));
  }
  void add_large(const Trial& trial) {
    if (trial.end == Trial::End::failed) return add("under 64 MiB: " + trial.said);
    worst_.bytes = std::max(worst_.bytes, trial.bytes);
    if (trial.bytes > kMostBytes)
      add("under 64 MiB: took " + std::to_string(trial.bytes >> 20) + " MiB; " + trial.said);
  }
  const std::string& text() const { return text_; }

 private:
  void add(const std::string& complaint) {
    text_ += call_.of + ": " + call_.expression + "\n  " + complaint + "\n";
  }

  const Call& call_;
  Worst& worst_;
  std::string text_;
};

// Whether the limits can be tried with the call.
bool try_call(const Call& call, const Options& options, bool may_be_refused, Worst& worst,
              std::string& complaints) {
  Complaints found(call, worst);
  const std::string program = program_of(call, kForTime);
  const Trial first = least_late([&] { return aspen::limits::try_time(program, 50); });
  found.add_late(first, "under 50 ms");
  if (first.end == Trial::End::refused && !may_be_refused && first.late_ms <= kMostLateMs && options.full)
    std::printf("%s: %s\n  refused: %s\n", call.of.c_str(), call.expression.c_str(), first.said.c_str());
  if (first.end != Trial::End::refused || !may_be_refused) {
    if (options.full)
      found.add_late(least_late([&] { return aspen::limits::try_time(program, 100); }), "under 100 ms");
    found.add_late(least_late([&] { return aspen::limits::try_fuel(program); }), "with fuel for 1,000 steps");
    found.add_large(aspen::limits::try_heap(program_of(call, kForHeap)));
  }
  complaints += found.text();
  return first.end == Trial::End::finished || first.end == Trial::End::stopped;
}

// Whether all is well.
bool try_subject(const Subject& subject, const Options& options) {
  std::string complaints;
  Worst worst;
  bool has_large = false;
  for (const Call& call : subject.calls) {
    has_large |= try_call(call, options, subject.is_generated, worst, complaints);
    if (has_large && subject.is_generated && !options.full) break;
  }
  if (!has_large && complaints.empty())
    complaints = subject.name + ": no large call; give it one in tests/limits/calls.def, or excuse it\n";
  if (options.table)
    std::printf("| %s | %.0f | %zu |\n", subject.name.c_str(), worst.late_ms, worst.bytes >> 20);
  std::fputs(complaints.c_str(), stdout);
  std::fflush(stdout);
  return complaints.empty();
}

// Every `jobs`-th subject, from the `first`.
int run_share(const std::vector<Subject>& subjects, const Options& options, size_t first) {
  int failed = 0;
  for (size_t i = first; i < subjects.size(); i += options.jobs) failed += !try_subject(subjects[i], options);
  return std::min(failed, 255);
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--full") == 0) {
      options.full = true;
    } else if (std::strcmp(argv[i], "--table") == 0) {
      options.table = true;
    } else if (std::strcmp(argv[i], "--jobs") == 0 && i + 1 < argc) {
      options.jobs = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
    } else {
      options.names.emplace_back(argv[i]);
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  std::vector<Subject> subjects;
  size_t excused = 0;
  int failed = 0;
  for (Subject& subject : aspen::limits::all_subjects()) {
    if (!options.wants(subject)) continue;
    subject.excuse.empty() ? subjects.push_back(std::move(subject)) : void(++excused);
  }
  for (const std::string& name : aspen::limits::unknown_names()) {
    std::printf("calls.def: there is no native %s\n", name.c_str());
    ++failed;
  }
  std::fflush(stdout);
  for (size_t share = 0; share < options.jobs; ++share) {
    if (fork() == 0) _exit(run_share(subjects, options, share));
  }
  for (int status; wait(&status) > 0;) failed += WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  std::printf("%zu passed, %d failed, %zu skipped\n", subjects.size() - static_cast<size_t>(failed), failed,
              excused);
  return failed == 0 ? 0 : 1;
}
