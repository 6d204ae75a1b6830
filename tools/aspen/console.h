// What the subcommands share: where output goes, and how errors are reported.
#pragma once

#include <string_view>

#include "frontend/diagnostics/diagnostic.h"
#include "stdlib/embed/engine.h"
#include "tools/aspen/commands.h"

namespace aspen {

// Colors if standard error is a terminal and NO_COLOR is not set.
RenderOptions error_style();

// Writes to standard output. If its reader has closed it, the process ends as SIGPIPE would end it; any other
// failure is reported and also ends the process.
void write_output(std::string_view text);

// A machine that writes to standard output, within the limits that the command line set.
MachineOptions machine_options(const RunOptions& options, const std::vector<std::string>& arguments);
// For a program in that directory, "" for the working directory: the program may import the files in it,
// whatever else it may read.
CompileOptions compile_options(const RunOptions& options, const std::string& directory);

// Flushes what the program has printed, reports its error if there is one, and returns the exit code that
// follows from it.
int finish(Engine& engine, const Outcome& outcome);

// Called when the program is over: kills the programs that it runs and waits for, writes the buffers of its
// open files, and reports what could not be written. Returns the exit code that follows.
int leave_world(int code);

// Called when everything is reported: ends the process with that code if a call that the program left has not
// returned, such as a call to a file system that hangs. Ending the scheduler would wait for it. With a
// deadline for that, waits until then, and reports what it leaves.
void leave_calls(Engine& engine, int code);

// Prints memory use on standard error.
void print_stats(const Heap& heap);

}  // namespace aspen
