// What the subcommands share: where output goes, and how errors are told.
#pragma once

#include <string_view>

#include "frontend/diagnostic.h"
#include "stdlib/engine.h"
#include "tools/aspen/commands.h"

namespace aspen {

// Colors if standard error is a terminal and NO_COLOR is not set.
RenderOptions error_style();

// Writes to standard output. A reader that has gone ends the process as SIGPIPE would; any other failure is
// told, and ends it too.
void write_output(std::string_view text);

// A machine that writes to standard output, within the limits that the command line set.
MachineOptions machine_options(const RunOptions& options, const std::vector<std::string>& arguments);
// For a program in that directory, "" for the working directory: what stands there is part of it, whatever it
// may read.
CompileOptions compile_options(const RunOptions& options, const std::string& directory);

// Flushes what the program has printed, tells the error if there is one, and gives the exit code that follows
// from it.
int finish(Engine& engine, const Outcome& outcome);

// When the program is over: kills the programs that it runs and waits for, writes what stands in the buffers
// of its open files, and tells what could not be written. Gives the exit code that follows.
int leave_world(int code);

// When all is told: ends the process with that code if a call has not come back that the program has left
// behind, as a look at a file system that hangs. Ending the scheduler would wait for it.
void leave_calls(Engine& engine, int code);

// What memory cost, on standard error.
void print_stats(const Heap& heap);

}  // namespace aspen
