// A machine with the standard library, the programs it has loaded, and how their runs end. Shared by the
// command, the embedding interface and the fuzz targets.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "frontend/diagnostics/report.h"
#include "frontend/frontend.h"
#include "frontend/resolve/builtins.h"
#include "vm/run/ending.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/run.h"

namespace aspen {

// The names of the standard library, and those that a host adds.
class ExtendedCatalogue : public BuiltinCatalogue {
 public:
  explicit ExtendedCatalogue(const BuiltinCatalogue& library) : library_(library) {}
  // A name that exists already gets the new meaning. The texts in `info` must outlive the catalogue.
  void add(const std::string& full_name, const BuiltinInfo& info) { added_[full_name] = info; }
  const BuiltinInfo* find(std::string_view full_name) const override;
  void each_name(const std::function<void(std::string_view)>& visit) const override;

 private:
  const BuiltinCatalogue& library_;
  std::map<std::string, BuiltinInfo, std::less<>> added_;
};

// How a run ended. `value` is the result or the error; it is a heap reference like any other.
struct Outcome {
  enum class End : uint8_t {
    finished,
    failed,
    exited,
    interrupted,
    out_of_fuel,
    out_of_memory,
    out_of_time,
    out_of_tasks
  };
  End end;
  Value value;
  int exit_code = 0;  // if the program has exited
  bool finished() const { return end == End::finished; }
};

class Engine {
 public:
  explicit Engine(MachineOptions options);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Machine& machine() { return machine_; }
  ExtendedCatalogue& catalogue() { return catalogue_; }

  // Loads the program and the modules that it imports, unless they are loaded already, with the same texts. A
  // program is loaded again for each run if it has module variables: functions of an earlier run keep theirs.
  // Null, with the reason in `error`, only if the code is malformed. With `session`, the program is an entry
  // of that session. Throws std::bad_alloc, also where the limit on memory leaves no room for the code.
  LoadedModule* load(const Program& program, std::string& error, SessionSlots* session = nullptr);

  // The program has ended, and is not run again as this module: its values are kept only while its code can
  // run. Programs without module variables have none, and are run again.
  void release(LoadedModule& program);

  // Runs a module's body, or calls a function, with fresh fuel.
  Outcome run(LoadedModule& module);
  Outcome call(Value function, const Value* arguments, unsigned count);
  bool running() const { return running_; }

  // Starts a call that runs in `poll` and beside the calls above: Runtime::start, Machine::prepare_polling.
  Run& start(Value function, const Value* arguments, unsigned count, const RunTerms& terms = {});
  bool poll(uint64_t budget_ns);
  // Waits until the call ends.
  Outcome finish(Run& run);

  // Null for modules of the standard library.
  const Source* source(const LoadedModule& module) const;

  // What all tasks do now, a line each. By a thread of the machine, `mutator` being what it runs on.
  std::string tasks(Mutator& mutator);

  // About the latest run, which did not finish: one line, and the whole report (report.h).
  std::string headline(const Outcome& outcome);
  std::string report(const Outcome& outcome, const RenderOptions& options = {});

 private:
  MachineOptions telling(MachineOptions options);
  LibraryNames library_names() const;
  Outcome outcome(int exit_code);
  LoadedModule* load_module(const CompiledModule& module, bool is_program, std::string& error,
                            SessionSlots* session);
  // Null: it has to be loaded.
  LoadedModule* loaded_before(const CompiledModule& module) const;
  Charge charge_for(const CompiledModule& module);
  // Whether programs that import the module would get this text of it, and of what it imports itself.
  bool is_current(const CompiledModule& module) const;

  Machine machine_;
  ExtendedCatalogue catalogue_;
  mutable std::mutex sources_lock_;
  // Under that lock, as strands look for sources as well (ErrorText). Shared with the programs, which may be
  // dropped while errors still quote the sources.
  std::unordered_map<const LoadedModule*, std::shared_ptr<const Source>> sources_;
  // Programs without module variables, by their sources, which `sources_` keeps.
  std::unordered_map<const Source*, LoadedModule*> without_variables_;
  bool running_ = false;
  Ending ending_;  // of the latest run; the caller keeps its values reachable
};

}  // namespace aspen
