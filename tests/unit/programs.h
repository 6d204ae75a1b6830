// Programs that tests run.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "stdlib/embed/engine.h"
#include "vm/run/runtime.h"

namespace aspen {

// Makes natives of a test known to its programs.
inline void add_natives(Engine& engine, std::span<const NativeDescriptor> natives) {
  for (const NativeDescriptor& native : natives) {
    engine.machine().define(native);
    engine.catalogue().add(native.name, {BuiltinInfo::Kind::native, native.arity, native.consumes,
                                         native.effect, native.parameters});
  }
}

// Compiles and loads a program, and starts the workers, for `engine.run`. Null, with a failure of the test,
// on errors.
inline LoadedModule* load_and_start(Engine& engine, std::string_view text, const RuntimeOptions& options) {
  CompileResult compiled = compile_text("test.asp", std::string(text), engine.catalogue(), {});
  std::string error;
  LoadedModule* module = compiled.ok() ? engine.load(compiled.program, error) : nullptr;
  if (module != nullptr && engine.machine().start_runtime(options, error)) return module;
  ADD_FAILURE() << compiled.render() << error;
  return nullptr;
}

// How a program ends: "finished", or its headline.
inline std::string end_of(Engine& engine, const std::string& program) {
  CompileResult compiled = compile_text("test.asp", program, engine.catalogue());
  if (!compiled.ok()) return compiled.render({});
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return error;
  Outcome outcome = engine.run(*module);
  return outcome.finished() ? "finished" : engine.headline(outcome);
}

}  // namespace aspen
