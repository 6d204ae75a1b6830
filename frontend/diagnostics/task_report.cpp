#include "frontend/diagnostics/task_report.h"

#include <array>
#include <cstdio>

#include "frontend/diagnostics/expansion.h"

namespace aspen {

namespace {

using State = TaskView::State;

std::string counted(uint64_t count, const char* one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string duration(uint64_t ns) {
  constexpr double kSecond = 1e9;
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f s", static_cast<double>(ns) / kSecond);
  return text.data();
}

std::string numbered(const char* what, uint32_t number) {
  return number == 0 ? what : std::string(what) + " " + std::to_string(number);
}

std::string awaited_task(const TaskView& task, const char* what) {
  return task.awaited == TaskView::kNone ? std::string("another ") + what
                                         : std::string(what) + " " + std::to_string(task.awaited);
}

std::string state_of(const TaskView& task) {
  switch (task.state) {
    case State::unstarted: return "has not begun";
    case State::ready: return "is ready";
    case State::running: return "runs";
    case State::ending: return "waits for its tasks";
    case State::failed: return "has failed";
    case State::receive: return "waits for a value from " + numbered("channel", task.shared);
    case State::send: return "waits for room in " + numbered("channel", task.shared);
    case State::task_end: return "waits for the end of " + awaited_task(task, "task");
    case State::permit: return "waits for a permit of " + numbered("semaphore", task.shared);
    case State::cell: return "waits for the end of an update of " + numbered("cell", task.shared);
    case State::outside: return "waits for an operation outside of the program";
    case State::time: return "waits for another " + duration(task.left_ns);
    case State::several: return "waits for one of several things";
    case State::value: return "waits for the value of a call";
    case State::turn: return "waits for its turn";
    case State::base: return "waits for the calls before its end";
    case State::suspended: return "waits to be resumed";
    case State::resumed: return "waits for what fiber " + std::to_string(task.awaited) + " yields";
  }
  return {};
}

std::string place_of(const TraceEntry& entry, const SourceLookup& find_source) {
  if (entry.proto == nullptr || entry.proto->module == nullptr) return {};
  const Source* source = find_source(*entry.proto->module);
  const std::optional<Span> span = source != nullptr ? span_of(entry) : std::nullopt;
  if (!span) return {};
  return source->name() + ":" + std::to_string(written_line(*source, *span));
}

bool is_named(const TaskView& task) { return task.function != nullptr && !task.function->name.empty(); }

class TaskReport {
 public:
  explicit TaskReport(const SourceLookup& find_source) : find_source_(find_source) {}

  std::string render(const TaskList& list) {
    text_ = counted(list.tasks, "task") + "\n";
    for (const TaskView& task : list.shown) add(task);
    if (list.left_out != 0) text_ += "… and " + std::to_string(list.left_out) + " more\n";
    return std::move(text_);
  }

 private:
  void add(const TaskView& task) {
    const std::string indent(2 * size_t{task.depth}, ' ');
    const TaskText text = describe_task(task, find_source_);
    text_ += indent + text.name;
    if (!text.place.empty())
      text_ += (is_named(task) && task.kind != TaskView::Kind::program ? ", " : " ") + text.place;
    text_ += ": " + text.state;
    const bool is_parked = task.state != State::running && task.since_ns != 0;
    if (is_parked) text_ += ", " + duration(task.since_ns) + " so far";
    if (task.strands > 1) text_ += ", " + counted(task.strands, "strand");
    if (task.is_detached) text_ += ", detached";
    text_ += '\n';
    if (task.equal != 0) text_ += indent + "… and " + std::to_string(task.equal) + " like it\n";
  }

  const SourceLookup& find_source_;
  std::string text_;
};

}  // namespace

TaskText describe_task(const TaskView& task, const SourceLookup& find_source) {
  TaskText text;
  if (task.kind == TaskView::Kind::program) {
    text.name = "program";
  } else {
    text.name = (task.kind == TaskView::Kind::fiber ? "fiber " : "task ") + std::to_string(task.number);
    if (is_named(task)) text.name += ", " + task.function->name;
  }
  const std::string stands = place_of(task.at, find_source);
  const std::string spawned = place_of(task.spawned_at, find_source);
  text.place = !stands.empty() ? "at " + stands : !spawned.empty() ? "spawned at " + spawned : "";
  text.state = state_of(task);
  if (task.native != nullptr) text.state.append(" in ").append(task.native->name);
  return text;
}

std::string render_tasks(const TaskList& list, const SourceLookup& find_source) {
  return TaskReport(find_source).render(list);
}

}  // namespace aspen
