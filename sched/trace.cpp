#include "sched/trace.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

namespace aspen::sched {

namespace {

struct Entry {
  TraceEvent event;
  size_t row;
};

const char* name_of(TraceKind kind) {
  switch (kind) {
#define TRACE_KIND(name, meaning) \
  case TraceKind::name:           \
    return #name;
#include "sched/trace_kinds.def"
#undef TRACE_KIND
  }
  __builtin_unreachable();
}

// Writes the events in the order of time: slices open and close in it, and an arrow ends at the next run of
// its task.
class Writer {
 public:
  explicit Writer(uint64_t begin_ns) : begin_ns_(begin_ns) {}

  void row(size_t row, bool is_outside) {
    open("M", "thread_name", 0, row);
    out_ += ",\"args\":{\"name\":\"" +
            (is_outside ? std::string("other threads") : "worker " + std::to_string(row)) + "\"}}";
  }

  void event(const Entry& entry) {
    const TraceEvent& event = entry.event;
    switch (event.kind) {
      case TraceKind::spawn:
      case TraceKind::wake:
        instant(entry);
        arrows_[event.task] = ++arrow_count_;
        return arrow("s", entry, arrow_count_);
      case TraceKind::run:
      case TraceKind::inside: slice("B", event.name, entry); return end_arrow(entry);
      case TraceKind::sleep: return slice("B", "asleep", entry);
      case TraceKind::park:
      case TraceKind::yield:
      case TraceKind::end:
      case TraceKind::outside:
      case TraceKind::get_up: return slice("E", name_of(event.kind), entry);
      case TraceKind::steal:
      case TraceKind::ask_split:
      case TraceKind::split: return instant(entry);
    }
  }

  std::string finish(uint64_t dropped) {
    return "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"dropped\":" + std::to_string(dropped) +
           "},\"traceEvents\":[\n" + out_ + "\n]}\n";
  }

 private:
  // Times are microseconds with three decimals; the caller closes the object.
  void open(const char* phase, const char* name, uint64_t ns, size_t row) {
    char text[160];
    const uint64_t since = ns > begin_ns_ ? ns - begin_ns_ : 0;
    std::snprintf(text, sizeof text,
                  "%s{\"ph\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%zu,\"ts\":%llu.%03u",
                  out_.empty() ? "" : ",\n", phase, name, row, static_cast<unsigned long long>(since / 1000),
                  static_cast<unsigned>(since % 1000));
    out_ += text;
  }

  void slice(const char* phase, const char* name, const Entry& entry) {
    open(phase, name ? name : "", entry.event.ns, entry.row);
    out_ += "}";
  }

  void instant(const Entry& entry) {
    open("i", name_of(entry.event.kind), entry.event.ns, entry.row);
    out_ += ",\"s\":\"t\",\"args\":{\"count\":" + std::to_string(entry.event.count) + "}}";
  }

  void arrow(const char* phase, const Entry& entry, uint64_t id) {
    open(phase, "wake", entry.event.ns, entry.row);
    out_ += ",\"cat\":\"wake\",\"bp\":\"e\",\"id\":" + std::to_string(id) + "}";
  }

  void end_arrow(const Entry& entry) {
    const auto found = arrows_.find(entry.event.task);
    if (found == arrows_.end()) return;
    arrow("f", entry, found->second);
    arrows_.erase(found);
  }

  const uint64_t begin_ns_;
  std::string out_;
  std::unordered_map<const void*, uint64_t> arrows_;  // that have begun and not ended, by task
  uint64_t arrow_count_ = 0;
};

}  // namespace

std::string chrome_trace(const std::vector<const TraceBuffer*>& rows) {
  std::vector<Entry> entries;
  uint64_t dropped = 0;
  for (size_t row = 0; row < rows.size(); ++row) {
    for (const TraceEvent& event : rows[row]->events()) entries.push_back({event, row});
    dropped += rows[row]->dropped();
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.event.ns < b.event.ns; });
  Writer writer(entries.empty() ? 0 : entries.front().event.ns);
  for (size_t row = 0; row < rows.size(); ++row) writer.row(row, row + 1 == rows.size());
  for (const Entry& entry : entries) writer.event(entry);
  return writer.finish(dropped);
}

}  // namespace aspen::sched
