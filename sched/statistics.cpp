#include "sched/statistics.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace aspen::sched {

namespace {

constexpr int kNameWidth = 24, kColumnWidth = 14;

void append_number(std::string& out, uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "%*llu", kColumnWidth, static_cast<unsigned long long>(number));
  out += text;
}

void append_name(std::string& out, const char* name) {
  out += name;
  out.append(kNameWidth - std::min<size_t>(kNameWidth, std::char_traits<char>::length(name)), ' ');
}

// In the largest unit in which the number is at least 1, with one decimal; nanoseconds have none.
std::string time_text(uint64_t ns) {
  char text[32];
  const auto value = static_cast<double>(ns);
  if (ns < 1'000)
    std::snprintf(text, sizeof text, "%.0f ns", value);
  else if (ns < 1'000'000)
    std::snprintf(text, sizeof text, "%.1f us", value / 1e3);
  else if (ns < 1'000'000'000)
    std::snprintf(text, sizeof text, "%.1f ms", value / 1e6);
  else
    std::snprintf(text, sizeof text, "%.1f s", value / 1e9);
  return text;
}

std::string histogram(const char* what, const Histogram::Counts& counts) {
  const uint64_t all = Histogram::sum(counts);
  if (all == 0) return "";
  std::string out = std::string("time ") + what + ", of " + std::to_string(all) + " samples\n";
  uint64_t below = 0;
  for (uint32_t i = 0; i < Histogram::kBuckets; ++i) {
    if (counts[i] == 0) continue;
    below += counts[i];
    char line[96];
    std::snprintf(line, sizeof line, "  below %9s %10llu  %5.1f %%\n", time_text(uint64_t{1} << i).c_str(),
                  static_cast<unsigned long long>(counts[i]),
                  100 * static_cast<double>(below) / static_cast<double>(all));
    out += line;
  }
  return out;
}

}  // namespace

WorkerStatistics read(const Counters& counters) {
  WorkerStatistics numbers;
#define COUNTER(name, meaning) numbers.name = counters.name.get();
#include "sched/counters.def"
#undef COUNTER
  return numbers;
}

WorkerStatistics Statistics::total() const {
  WorkerStatistics total = outside;
  for (const WorkerStatistics& worker : workers) {
#define COUNTER(name, meaning) total.name += worker.name;
#include "sched/counters.def"
#undef COUNTER
    for (uint32_t i = 0; i < Histogram::kBuckets; ++i) {
      total.delays[i] += worker.delays[i];
      total.poll_times[i] += worker.poll_times[i];
    }
  }
  return total;
}

std::string Statistics::table() const {
  std::string out;
  const WorkerStatistics sum = total();
#define COUNTER(name, meaning)                                                      \
  if (sum.name != 0) {                                                              \
    append_name(out, #name);                                                        \
    append_number(out, sum.name);                                                   \
    for (const WorkerStatistics& worker : workers) append_number(out, worker.name); \
    out += "  " meaning "\n";                                                       \
  }
#include "sched/counters.def"
#undef COUNTER
  return out + histograms();
}

uint64_t Histogram::sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

uint64_t Histogram::bound_of(const Counts& counts, double share) {
  const double wanted = share * static_cast<double>(sum(counts));
  uint64_t below = 0;
  for (uint32_t i = 0; i < kBuckets; ++i) {
    below += counts[i];
    if (below != 0 && static_cast<double>(below) >= wanted) return uint64_t{1} << i;
  }
  return 0;
}

std::string Statistics::histograms() const {
  const WorkerStatistics sum = total();
  return histogram("from ready to running", sum.delays) + histogram("in one poll", sum.poll_times);
}

}  // namespace aspen::sched
