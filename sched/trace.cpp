#include "sched/trace.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

namespace aspen::sched {

namespace {

// The format's processes: the rows of workers, and those of tasks.
constexpr unsigned kWorkers = 1, kTasks = 2;

struct Entry {
  TraceEvent event;
  size_t row;
};

const char* text_of(TraceKind kind) {
  switch (kind) {
#define TRACE_KIND(name, meaning) \
  case TraceKind::name:           \
    return #name;
#include "sched/trace_kinds.def"
#undef TRACE_KIND
  }
  __builtin_unreachable();
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    } else {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      out += escaped;
    }
  }
  return out + "\"";
}

// Microseconds with three decimals.
std::string micros(uint64_t ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%llu.%03u", static_cast<unsigned long long>(ns / 1000),
                static_cast<unsigned>(ns % 1000));
  return text;
}

// Writes the events, in the order of time, as text. A task's memory is used again, so each task gets a number
// when it is begun, or first seen; that is the number of its row.
class Writer {
 public:
  Writer(uint64_t begin_ns, uint64_t end_ns, const PlaceNames& name_of, size_t rows)
      : begin_ns_(begin_ns), end_ns_(end_ns), name_of_(name_of), open_(rows) {
    name("process_name", kWorkers, 0, "workers");
    name("process_name", kTasks, 0, "tasks");
    for (size_t row = 0; row < rows; ++row) {
      const bool is_outside = row + 1 == rows;
      name("thread_name", kWorkers, row, is_outside ? "other threads" : "worker " + std::to_string(row));
    }
  }

  void event(const Entry& entry) {
    const TraceEvent& event = entry.event;
    switch (event.kind) {
      case TraceKind::announce: return begin_task(entry);
      case TraceKind::spawn: begin_task(entry); return instant(entry);
      case TraceKind::wake: origins_[task(event)] = {entry.row, event.ns}; return instant(entry);
      case TraceKind::run:
      case TraceKind::inside: return open_run(entry);
      case TraceKind::place: return set_place(entry);
      case TraceKind::entry: return mark_entry(entry);
      case TraceKind::wait: waits_[task(event)].what = event.name; return;
      case TraceKind::park:
      case TraceKind::yield:
      case TraceKind::end:
      case TraceKind::outside: return close_run(entry);
      case TraceKind::stop:
      case TraceKind::sleep: open_[entry.row].push_back({event, 0}); return;
      case TraceKind::go_on:
      case TraceKind::get_up: return close_pause(entry);
      case TraceKind::steal:
      case TraceKind::ask_split:
      case TraceKind::split:
      case TraceKind::squash:
      case TraceKind::effect: return instant(entry);
    }
  }

  // Also closes runs and pauses that have not ended.
  std::string finish(uint64_t dropped) {
    for (size_t row = 0; row < open_.size(); ++row) {
      while (!open_[row].empty()) {
        const bool is_run = open_[row].back().number != 0;
        const Entry last{{end_ns_, nullptr, nullptr, TraceKind::end}, row};
        is_run ? close_run(last) : close_pause(last);
      }
    }
    return "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"dropped\":" + std::to_string(dropped) +
           "},\"traceEvents\":[\n" + out_ + "\n]}\n";
  }

 private:
  struct Slice {
    TraceEvent begin;
    uint64_t number;  // of the task; 0 for what a worker does by itself
    TracePlace place = {};
    bool is_entry = false;  // nothing has run
  };
  struct Origin {
    size_t row;
    uint64_t ns;
  };
  struct Waiting {
    const char* what = nullptr;
    uint64_t since_ns = 0;
  };

  // Begins an object. The caller adds what follows and the last brace.
  void begin(const char* phase, const std::string& name, unsigned process, uint64_t row, uint64_t ns) {
    out_ += out_.empty() ? "" : ",\n";
    out_ += "{\"ph\":\"" + std::string(phase) + "\",\"name\":" + quoted(name) +
            ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(row) +
            ",\"ts\":" + micros(since_begin(ns));
  }

  uint64_t since_begin(uint64_t ns) const { return ns > begin_ns_ ? ns - begin_ns_ : 0; }

  void name(const char* what, unsigned process, uint64_t row, const std::string& name) {
    begin("M", what, process, row, begin_ns_);
    out_ += ",\"args\":{\"name\":" + quoted(name) + "}}";
  }

  void slice(const std::string& name, unsigned process, uint64_t row, uint64_t from_ns, uint64_t to_ns,
             const std::string& arguments) {
    begin("X", name, process, row, from_ns);
    out_ += ",\"dur\":" + micros(to_ns > from_ns ? to_ns - from_ns : 0) + ",\"args\":{" + arguments + "}}";
  }

  void instant(const Entry& entry) {
    const TraceEvent& event = entry.event;
    begin("i", name_of_kind(event), kWorkers, entry.row, event.ns);
    out_ += ",\"s\":\"t\",\"args\":{\"kind\":" + quoted(text_of(event.kind)) +
            ",\"count\":" + std::to_string(event.count);
    if (event.place.code) out_ += ",\"at\":" + quoted(name_of_(event.place));
    if (event.task) out_ += ",\"task\":" + std::to_string(task(event));
    out_ += "}}";
  }

  static std::string name_of_kind(const TraceEvent& event) {
    return event.kind == TraceKind::effect && event.name ? event.name : text_of(event.kind);
  }

  // The task's number. A task that is seen for the first time gets the next one.
  uint64_t task(const TraceEvent& event) {
    uint64_t& number = numbers_[event.task];
    if (number == 0) number = ++count_;
    return number;
  }

  void begin_task(const Entry& entry) {
    numbers_[entry.event.task] = ++count_;
    origins_[count_] = {entry.row, entry.event.ns};
  }

  void open_run(const Entry& entry) { open_[entry.row].push_back({entry.event, task(entry.event)}); }

  void set_place(const Entry& entry) {
    if (!open_[entry.row].empty()) open_[entry.row].back().place = entry.event.place;
  }

  void mark_entry(const Entry& entry) {
    if (!open_[entry.row].empty()) open_[entry.row].back().is_entry = true;
  }

  void close_run(const Entry& entry) {
    if (open_[entry.row].empty()) return;
    const Slice slice = open_[entry.row].back();
    open_[entry.row].pop_back();
    if (!slice.is_entry) write_run(slice, entry);
    // Another task may use the same memory already.
    const auto known = numbers_.find(slice.begin.task);
    const bool is_over = entry.event.kind == TraceKind::end;
    if (is_over && known != numbers_.end() && known->second == slice.number) numbers_.erase(known);
  }

  void write_run(const Slice& run, const Entry& end) {
    const std::string type = run.begin.name ? run.begin.name : "task";
    std::string place = run.place.code ? name_of_(run.place) : "";
    if (named_.size() <= run.number) named_.resize(run.number + 1);
    if (!named_[run.number]) {
      const std::string full = type + " " + std::to_string(run.number) + (place.empty() ? "" : ": " + place);
      name("thread_name", kTasks, run.number, full);
      named_[run.number] = true;
    }
    if (place.empty()) place = type;
    const std::string ended = ",\"then\":" + quoted(text_of(end.event.kind));
    const uint64_t from = run.begin.ns, to = end.event.ns;
    end_wait(run);
    slice(place, kWorkers, end.row, from, to, "\"task\":" + std::to_string(run.number) + ended);
    slice(place, kTasks, run.number, from, to, "\"worker\":" + std::to_string(end.row) + ended);
    end_arrow(run, end.row);
    if (end.event.kind == TraceKind::park) waits_[run.number].since_ns = to;
  }

  // Writes the time that a task was parked before this run.
  void end_wait(const Slice& run) {
    const auto found = waits_.find(run.number);
    if (found == waits_.end() || found->second.since_ns == 0) return;
    const char* what = found->second.what ? found->second.what : "waits";
    slice(what, kTasks, run.number, found->second.since_ns, run.begin.ns, "");
    waits_.erase(found);
  }

  void end_arrow(const Slice& run, size_t row) {
    const auto found = origins_.find(run.number);
    if (found == origins_.end()) return;
    const uint64_t id = ++arrows_;
    arrow("s", found->second.row, found->second.ns, id);
    arrow("f", row, run.begin.ns, id);
    origins_.erase(found);
  }

  void arrow(const char* phase, size_t row, uint64_t ns, uint64_t id) {
    begin(phase, "wake", kWorkers, row, ns);
    out_ += ",\"cat\":\"wake\",\"bp\":\"e\",\"id\":" + std::to_string(id) + "}";
  }

  void close_pause(const Entry& entry) {
    if (open_[entry.row].empty()) return;
    const TraceEvent begin = open_[entry.row].back().begin;
    open_[entry.row].pop_back();
    const char* what = begin.kind == TraceKind::sleep ? "asleep" : begin.name ? begin.name : "stopped";
    slice(what, kWorkers, entry.row, begin.ns, entry.event.ns, "");
  }

  const uint64_t begin_ns_, end_ns_;
  const PlaceNames& name_of_;
  std::string out_;
  std::vector<std::vector<Slice>> open_;               // by row: what goes on, the innermost last
  std::unordered_map<const void*, uint64_t> numbers_;  // of the tasks that live
  std::unordered_map<uint64_t, Origin> origins_;       // of arrows to tasks that have not run since
  std::unordered_map<uint64_t, Waiting> waits_;        // of tasks that are about to park, or have
  std::vector<bool> named_;                            // by number: whether the row has a name
  uint64_t count_ = 0;                                 // of tasks
  uint64_t arrows_ = 0;
};

}  // namespace

std::string chrome_trace(const std::vector<const TraceBuffer*>& rows, const PlaceNames& name_of) {
  std::vector<Entry> entries;
  uint64_t dropped = 0;
  for (size_t row = 0; row < rows.size(); ++row) {
    for (const TraceEvent& event : rows[row]->events()) entries.push_back({event, row});
    dropped += rows[row]->dropped();
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.event.ns < b.event.ns; });
  const uint64_t begin = entries.empty() ? 0 : entries.front().event.ns;
  const uint64_t end = entries.empty() ? 0 : entries.back().event.ns;
  Writer writer(begin, end, name_of, rows.size());
  for (const Entry& entry : entries) writer.event(entry);
  return writer.finish(dropped);
}

}  // namespace aspen::sched
