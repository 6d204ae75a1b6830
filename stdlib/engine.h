// A machine with the standard library in it, what it loaded, and how its runs end: what the command, the
// embedding interface and the fuzz targets share.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "frontend/builtins.h"
#include "frontend/frontend.h"
#include "frontend/report.h"
#include "vm/ending.h"
#include "vm/machine.h"
#include "vm/run.h"
#include "vm/timeline.h"

namespace aspen {

// The standard library's names, and those a host adds.
class ExtendedCatalogue : public BuiltinCatalogue {
 public:
  explicit ExtendedCatalogue(const BuiltinCatalogue& library) : library_(library) {}
  // A name that is there already means the new thing from now on. The texts in `info` outlive the catalogue.
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
  int exit_code = 0;  // of exited
  bool finished() const { return end == End::finished; }
};

class Engine {
 public:
  explicit Engine(MachineOptions options);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Machine& machine() { return machine_; }
  ExtendedCatalogue& catalogue() { return catalogue_; }

  // Loads what the program imports, but for modules that are there already, and the program. Null, with the
  // reason in `error`, only if the code is malformed. With a session given, the program is an entry of it.
  LoadedModule* load(const Program& program, std::string& error, SessionSlots* session = nullptr);

  // Runs a module's body, or calls a function. Fuel starts anew.
  Outcome run(LoadedModule& module);
  Outcome call(Value function, const Value* arguments, unsigned count);
  bool running() const { return running_; }

  // Calls that go on in `poll`, and beside the above (Runtime::start), after Machine::prepare_polling.
  Run& start(Value function, const Value* arguments, unsigned count);
  bool poll(uint64_t budget_ns);
  // Waits for its end.
  Outcome finish(Run& run);

  // Null: part of the standard library.
  const Source* source(const LoadedModule& module) const;

  // About the latest run, which did not finish: one line, and the whole report (report.h).
  std::string headline(const Outcome& outcome);
  std::string report(const Outcome& outcome, const RenderOptions& options = {});

 private:
  MachineOptions telling(MachineOptions options);
  Outcome outcome(int exit_code);
  LoadedModule* load_module(const CompiledModule& module, std::string& error, SessionSlots* session);
  bool is_loaded(const std::string& path) const;

  Machine machine_;
  ExtendedCatalogue catalogue_;
  // Shared with the programs they came from, which may be dropped while errors still quote them.
  std::unordered_map<const LoadedModule*, std::shared_ptr<const Source>> sources_;
  bool running_ = false;
  Ending ending_;  // of the latest run; its values are the caller's to keep
};

}  // namespace aspen
