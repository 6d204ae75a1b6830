#include "sched/statistics.h"

#include <algorithm>
#include <cstdio>

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
    for (uint32_t i = 0; i < total.delays.size(); ++i) total.delays[i] += worker.delays[i];
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
  return out;
}

}  // namespace aspen::sched
