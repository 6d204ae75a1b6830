#include "tools/aspen/top_screen.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace aspen {

namespace {

constexpr double kSecond = 1e9;
constexpr size_t kWidestColumn = 40;

// ---- Text

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  std::array<char, 160> text;
  std::snprintf(text.data(), text.size(), pattern, arguments...);
  return text.data();
}

// Characters of UTF-8, each counted as one column.
size_t width_of(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string padded(std::string text, size_t width) {
  const size_t has = width_of(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

std::string bytes_text(uint64_t bytes) {
  constexpr double kMebibyte = 1 << 20;
  return format("%.1f MiB", static_cast<double>(bytes) / kMebibyte);
}

std::string counted(uint64_t count, const char* one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string share(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return format("%.0f%%", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

// ---- Workers

const char* name_of(sched::Doing doing) {
  switch (doing) {
    case sched::Doing::running: return "runs";
    case sched::Doing::searching: return "searches";
    case sched::Doing::sleeping: return "sleeps";
  }
  return "";
}

// Numbers that another thread reads while they are written may seem to go back a little.
uint64_t growth(uint64_t now, uint64_t before) { return now > before ? now - before : 0; }

std::string worker_line(size_t index, const TopFrame::Worker& now, const TopFrame::Worker& before) {
  const uint64_t busy = growth(now.busy_ns, before.busy_ns), search = growth(now.search_ns, before.search_ns),
                 idle = growth(now.idle_ns, before.idle_ns), all = busy + search + idle;
  const double seconds = static_cast<double>(all) / kSecond;
  const auto runs = static_cast<double>(growth(now.runs, before.runs));
  return format("%6zu  %-8s %7llu %10.0f %8llu %6s %7s %6s", index, name_of(now.doing),
                static_cast<unsigned long long>(now.queued), seconds > 0 ? runs / seconds : 0.0,
                static_cast<unsigned long long>(growth(now.stolen, before.stolen)), share(busy, all).c_str(),
                share(search, all).c_str(), share(idle, all).c_str());
}

// ---- Tasks

using Task = TopFrame::Task;

std::vector<const Task*> ordered(const TopFrame& frame, TopOrder order) {
  std::vector<const Task*> tasks;
  for (const Task& task : frame.list) tasks.push_back(&task);
  const auto sort = [&](auto key) {
    std::stable_sort(tasks.begin(), tasks.end(),
                     [&](const Task* a, const Task* b) { return key(*a) < key(*b); });
  };
  switch (order) {
    case TopOrder::tree: break;
    case TopOrder::waiting: sort([](const Task& task) { return ~task.since_ns; }); break;
    case TopOrder::state: sort([](const Task& task) { return task.state; }); break;
    case TopOrder::place: sort([](const Task& task) { return task.place; }); break;
  }
  return tasks;
}

std::string title(const Task& task, TopOrder order) {
  const std::string indent(order == TopOrder::tree ? 2 * task.depth : 0, ' ');
  return indent + task.name + (task.equal == 0 ? "" : " and " + std::to_string(task.equal) + " like it");
}

struct Columns {
  size_t name = 4, place = 5;  // as wide as what stands above
};

Columns columns_of(const std::vector<const Task*>& tasks, TopOrder order) {
  Columns columns;
  for (const Task* task : tasks) {
    columns.name = std::max(columns.name, width_of(title(*task, order)));
    columns.place = std::max(columns.place, width_of(task->place));
  }
  return {std::min(columns.name, kWidestColumn), std::min(columns.place, kWidestColumn)};
}

std::string task_line(const Columns& columns, const std::string& name, const std::string& waits,
                      const std::string& place, const std::string& state) {
  return padded(name, columns.name) + "  " + format("%9s", waits.c_str()) + "  " +
         padded(place, columns.place) + "  " + state;
}

std::vector<std::string> task_lines(const TopFrame& frame, TopOrder order) {
  const std::vector<const Task*> tasks = ordered(frame, order);
  const Columns columns = columns_of(tasks, order);
  std::vector<std::string> lines{task_line(columns, "TASK", "WAITING", "WHERE", "STATE")};
  for (const Task* task : tasks) {
    const std::string waits =
        task->since_ns == 0 ? "" : format("%.1f s", static_cast<double>(task->since_ns) / kSecond);
    lines.push_back(task_line(columns, title(*task, order), waits, task->place, task->state));
  }
  if (frame.left_out != 0) lines.push_back("and " + std::to_string(frame.left_out) + " more");
  return lines;
}

std::string summary(const TopFrame& frame) {
  std::string text = counted(frame.tasks, "task") + ", " + bytes_text(frame.memory_bytes) + " of memory";
  if (frame.workers.empty()) return text + ", one thread";
  text += ", " + counted(frame.workers.size(), "worker") + ", " + std::to_string(frame.queued) +
          " queued for all of them";
  if (frame.blocking_threads != 0)
    text += ", " + counted(frame.blocking_calls, "call") + " on " +
            counted(frame.blocking_threads, "thread") + " for calls that block";
  return text;
}

}  // namespace

TopPicture draw_top(const TopFrame& frame, const std::optional<TopFrame>& before, const TopLayout& layout) {
  TopPicture picture;
  std::vector<std::string>& lines = picture.lines;
  lines.push_back(summary(frame));
  const size_t workers = frame.workers.size(), shown = std::min(workers, layout.rows / 3);
  if (shown != 0) lines.push_back("WORKER  DOES      QUEUED     RUNS/S   STOLEN   BUSY  SEARCH  SLEEP");
  for (size_t i = 0; i < shown; ++i) {
    const bool is_known = before && i < before->workers.size();
    lines.push_back(worker_line(i, frame.workers[i], is_known ? before->workers[i] : TopFrame::Worker()));
  }
  if (shown < workers) lines.push_back("and " + counted(workers - shown, "more worker"));
  lines.emplace_back();
  const std::vector<std::string> tasks = task_lines(frame, layout.order);
  lines.push_back(tasks.front());
  const size_t room = layout.rows > lines.size() ? layout.rows - lines.size() : 0;
  picture.most_skipped = tasks.size() - 1 > room ? tasks.size() - 1 - room : 0;
  const size_t first = 1 + std::min(layout.skipped, picture.most_skipped);
  const size_t end = std::min(tasks.size(), first + std::min(room, tasks.size()));
  lines.insert(lines.end(), tasks.begin() + static_cast<ptrdiff_t>(first),
               tasks.begin() + static_cast<ptrdiff_t>(end));
  return picture;
}

}  // namespace aspen
