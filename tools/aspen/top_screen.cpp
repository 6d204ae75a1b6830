#include "tools/aspen/top_screen.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace aspen {

namespace {

constexpr double kSecond = 1e9;
constexpr std::string_view kCut = "…";  // where something is left out; one column wide

// ---- Text

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  std::array<char, 160> text;
  std::snprintf(text.data(), text.size(), pattern, arguments...);
  return text.data();
}

// Characters of UTF-8, each counted as one column.
bool begins_character(char byte) { return (byte & 0xC0) != 0x80; }

size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

// Without its first characters.
std::string_view after(std::string_view text, size_t characters) {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    if (begins_character(text[at]) && characters-- == 0) break;
  }
  return text.substr(at);
}

std::string first_of(std::string_view text, size_t characters) {
  return std::string(text.substr(0, text.size() - after(text, characters).size()));
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

// If it is too wide, its end is left out, but not how many others are like it.
std::string title(const Task& task, TopOrder order, size_t width = SIZE_MAX) {
  const std::string name = std::string(order == TopOrder::tree ? 2 * task.depth : 0, ' ') + task.name,
                    others = task.equal == 0 ? "" : " and " + std::to_string(task.equal) + " like it";
  const size_t room = width - std::min(width, width_of(others));
  return fit_text(name, std::max<size_t>(1, room)) + others;
}

// If it is too wide, its beginning is left out: the line stands at its end.
std::string place_of(const Task& task, size_t width) {
  const size_t has = width_of(task.place);
  return has <= width ? task.place : std::string(kCut).append(after(task.place, has - width + 1));
}

struct Columns {
  size_t name = 4, place = 5;  // as wide as what stands above
};

// On a narrow terminal, at most these shares of it, so that the state has room.
Columns columns_of(const std::vector<const Task*>& tasks, const TopLayout& layout) {
  constexpr size_t kNameShare = 3, kPlaceShare = 4;
  Columns least, columns;
  for (const Task* task : tasks) {
    columns.name = std::max(columns.name, width_of(title(*task, layout.order)));
    columns.place = std::max(columns.place, width_of(task->place));
  }
  return {std::max(least.name, std::min(columns.name, layout.columns / kNameShare)),
          std::max(least.place, std::min(columns.place, layout.columns / kPlaceShare))};
}

std::string task_line(const Columns& columns, const std::string& name, const std::string& waits,
                      const std::string& place, const std::string& state) {
  return padded(name, columns.name) + "  " + format("%9s", waits.c_str()) + "  " +
         padded(place, columns.place) + "  " + state;
}

std::vector<std::string> task_lines(const TopFrame& frame, const TopLayout& layout) {
  const std::vector<const Task*> tasks = ordered(frame, layout.order);
  const Columns columns = columns_of(tasks, layout);
  std::vector<std::string> lines{task_line(columns, "TASK", "WAITING", "WHERE", "STATE")};
  for (const Task* task : tasks) {
    const std::string waits =
        task->since_ns == 0 ? "" : format("%.1f s", static_cast<double>(task->since_ns) / kSecond);
    lines.push_back(task_line(columns, title(*task, layout.order, columns.name), waits,
                              place_of(*task, columns.place), task->state));
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

std::string fit_text(std::string_view text, size_t columns) {
  if (width_of(text) <= columns) return std::string(text);
  return first_of(text, columns - 1).append(kCut);
}

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
  const std::vector<std::string> tasks = task_lines(frame, layout);
  lines.push_back(tasks.front());
  const size_t room = layout.rows > lines.size() ? layout.rows - lines.size() : 0;
  picture.most_skipped = tasks.size() - 1 > room ? tasks.size() - 1 - room : 0;
  const size_t first = 1 + std::min(layout.skipped, picture.most_skipped);
  const size_t end = std::min(tasks.size(), first + std::min(room, tasks.size()));
  lines.insert(lines.end(), tasks.begin() + static_cast<ptrdiff_t>(first),
               tasks.begin() + static_cast<ptrdiff_t>(end));
  for (std::string& line : lines) line = fit_text(line, layout.columns);
  return picture;
}

}  // namespace aspen
