#pragma once
// How the tasks of a program are told: a line each, indented as they have spawned each other.

#include <string>

#include "frontend/diagnostics/report.h"
#include "vm/run/tasks/task_list.h"

namespace aspen {

// Ends in a newline.
std::string render_tasks(const TaskList& list, const SourceLookup& find_source);

}  // namespace aspen
