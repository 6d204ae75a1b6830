// What the handles of the C interface (aspen/aspen.h) point to. The implementation is in embed_*.cpp; nothing
// else includes this.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "aspen/aspen.h"
#include "stdlib/engine.h"
#include "vm/future.h"
#include "vm/root.h"

namespace aspen {

// Hosts see no futures: what they are given has its value.
inline aspen_value to_raw(Value value) {
  look_through(value);
  return value.bits();
}
inline Value from_raw(aspen_value value) { return Value::from_bits(value); }
static_assert(Value::undefined().bits() == ASPEN_NO_VALUE);
static_assert(sizeof(Value) == sizeof(aspen_value));

// A function of the host's, with copies of the texts that its descriptor refers to.
struct HostFunction {
  // Takes definition.data over.
  HostFunction(aspen_vm* owner, const aspen_definition& definition);
  ~HostFunction();
  HostFunction(const HostFunction&) = delete;
  HostFunction& operator=(const HostFunction&) = delete;

  aspen_vm* vm;
  std::string name, parameters, doc;
  bool takes_nothing;  // is called with ()
  aspen_function function;
  void* data;
  void (*free_data)(void*);
  NativeDescriptor descriptor;
};

// Whether a script could write the name, or module.name.
bool is_valid_name(std::string_view name);

// Null `error` receives nothing. Returns the status.
aspen_status fail(aspen_status status, std::string message, aspen_error** error);

}  // namespace aspen

// NOLINTBEGIN(readability-identifier-naming): declared so in aspen.h

struct aspen_error {
  aspen_status status;
  std::string message;
  std::string report;
  int exit_code = 0;
};

struct aspen_program {
  aspen::Program program;
  uint64_t number;  // tells programs of one VM apart
};

struct aspen_root {
  aspen::Root<> value;
  aspen_vm* vm;  // dangling once the value is detached
  size_t owners = 1;
};

struct aspen_context {
  aspen_vm* vm;
  aspen::Strand& strand;
};

struct aspen_vm {
  explicit aspen_vm(aspen::MachineOptions options) : engine(std::move(options)) {}

  struct Ran {
    uint64_t program;
    const aspen::LoadedModule* module;
  };

  // Before the engine: its collector frees native objects that may refer to them.
  std::deque<std::unique_ptr<aspen::HostFunction>> functions;
  std::map<std::string, std::vector<std::string>>
      modules;                         // members of the host's modules, by their short names
  std::set<std::string> host_modules;  // those of them that the library does not have
  bool modules_changed = false;
  std::vector<Ran> ran;  // latest last
  uint64_t programs = 0;
  aspen::Engine engine;

  aspen::Machine& machine() { return engine.machine(); }
};

// NOLINTEND(readability-identifier-naming)
