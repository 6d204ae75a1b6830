// How the scheduler works that runs a program: options of the command line, each with a variable of the
// environment. What the command line says counts.
#pragma once

#include <span>
#include <string>

#include "tools/aspen/commands.h"

namespace aspen {

struct SchedulerSetting {
  const char* flag;
  const char* variable;
  const char* type;  // of its value, in `--help`
  const char* help;
  // What is wrong with the text, or "".
  std::string (*read)(const std::string& text, RunOptions& options);
};

std::span<const SchedulerSetting> scheduler_settings();
// Sets what the variables say, among them ASPEN_PRIORITIES; its option takes no value. What is wrong with
// one of them, or "". An empty variable is none.
std::string read_scheduler_variables(RunOptions& options);

}  // namespace aspen
