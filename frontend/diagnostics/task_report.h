#pragma once
// How the tasks of a program are told: a line each, indented as they have spawned each other.

#include <string>

#include "frontend/diagnostics/report.h"
#include "vm/run/tasks/task_list.h"

namespace aspen {

struct TaskText {
  std::string name;   // "task 3, fetch"
  std::string place;  // "at crawl.asp:8", "spawned at crawl.asp:20", or empty
  std::string state;  // "waits for a value from channel 1"
};

TaskText describe_task(const TaskView& task, const SourceLookup& find_source);

// Ends in a newline.
std::string render_tasks(const TaskList& list, const SourceLookup& find_source);

}  // namespace aspen
