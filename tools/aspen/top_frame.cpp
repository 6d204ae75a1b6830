#include "tools/aspen/top_frame.h"

#include <array>
#include <charconv>

#include "frontend/diagnostics/task_report.h"
#include "frontend/diagnostics/utf8.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/task_list.h"

namespace aspen {

namespace {

constexpr std::string_view kFirstLine = "aspen top 1", kLastLine = "end";
constexpr std::string_view kWorker = "worker", kTask = "task";

// ---- Writing

std::string line(std::string_view kind, std::initializer_list<uint64_t> numbers) {
  std::string text(kind);
  for (const uint64_t number : numbers) text += '\t' + std::to_string(number);
  return text;
}

std::string line_of(sched::WorkerStatistics worker) {
  switch (worker.doing) {
    case sched::Doing::running: worker.busy_ns += worker.uncounted_ns; break;
    case sched::Doing::searching: worker.search_ns += worker.uncounted_ns; break;
    case sched::Doing::sleeping: worker.idle_ns += worker.uncounted_ns; break;
  }
  return line(kWorker, {static_cast<uint64_t>(worker.doing), worker.queued, worker.polls, worker.stolen_tasks,
                        worker.busy_ns, worker.search_ns, worker.idle_ns}) +
         '\n';
}

std::string line_of(const TaskView& task, const SourceLookup& find_source) {
  const TaskText text = describe_task(task, find_source);
  const uint64_t since_ns = task.state == TaskView::State::running ? 0 : task.since_ns;
  std::string line = aspen::line(kTask, {task.depth, task.equal, since_ns});
  for (const std::string* field : {&text.name, &text.place, &text.state})
    line += '\t' + without_controls(*field);
  return line + '\n';
}

// ---- Reading

class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  std::string_view text() {
    const size_t end = std::min(rest_.find('\t'), rest_.size());
    const std::string_view field = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return field;
  }
  // False if any of the fields is no number.
  bool numbers(std::initializer_list<uint64_t*> into) {
    for (uint64_t* number : into) {
      const std::string_view field = text();
      const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), *number);
      if (error != std::errc() || end != field.data() + field.size()) return false;
    }
    return true;
  }

 private:
  std::string_view rest_;
};

bool read_worker(Fields fields, TopFrame& frame) {
  TopFrame::Worker worker;
  uint64_t doing = 0;
  const bool is_whole = fields.numbers({&doing, &worker.queued, &worker.runs, &worker.stolen, &worker.busy_ns,
                                        &worker.search_ns, &worker.idle_ns});
  if (!is_whole || doing > static_cast<uint64_t>(sched::Doing::sleeping)) return false;
  worker.doing = static_cast<sched::Doing>(doing);
  frame.workers.push_back(worker);
  return true;
}

bool read_task(Fields fields, TopFrame& frame) {
  TopFrame::Task task;
  if (!fields.numbers({&task.depth, &task.equal, &task.since_ns})) return false;
  task.name = fields.text();
  task.place = fields.text();
  task.state = fields.text();
  frame.list.push_back(std::move(task));
  return true;
}

bool read_whole(Fields fields, TopFrame& frame) {
  return fields.numbers({&frame.memory_bytes, &frame.tasks, &frame.left_out, &frame.queued,
                         &frame.blocking_calls, &frame.blocking_threads});
}

bool read_line(std::string_view line, TopFrame& frame) {
  Fields fields(line);
  const std::string_view kind = fields.text();
  if (kind == kFirstLine) return read_whole(fields, frame);
  if (kind == kWorker) return read_worker(fields, frame);
  return kind == kTask && read_task(fields, frame);
}

}  // namespace

std::string write_frame(Engine& engine, Mutator& mutator) {
  Machine& machine = engine.machine();
  Runtime* runtime = machine.runtime();
  sched::Statistics statistics;
  sched::BlockingPool::Statistics pool{};
  if (runtime != nullptr && runtime->has_workers()) {
    statistics = runtime->scheduler().statistics();
    pool = runtime->scheduler().blocking_pool().statistics();
  }
  const TaskList list = list_tasks(machine, mutator);
  std::string text = line(kFirstLine, {machine.heap().bytes_used(), list.tasks, list.left_out,
                                       statistics.global_queue, pool.threads - pool.idle, pool.threads}) +
                     '\n';
  for (const sched::WorkerStatistics& worker : statistics.workers) text += line_of(worker);
  const SourceLookup find_source = [&engine](const LoadedModule& module) { return engine.source(module); };
  for (const TaskView& task : list.shown) text += line_of(task, find_source);
  return text.append(kLastLine) + '\n';
}

std::optional<TopFrame> read_frame(std::string_view text) {
  TopFrame frame;
  bool is_first = true;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line == kLastLine) return text.empty() && !is_first ? std::optional(frame) : std::nullopt;
    if (line.starts_with(kFirstLine) != is_first || !read_line(line, frame)) return std::nullopt;
    is_first = false;
  }
  return std::nullopt;
}

}  // namespace aspen
