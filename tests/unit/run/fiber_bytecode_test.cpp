// Uses of fibers that bytecode may contain and no compiler writes.
#include <gtest/gtest.h>

#include <string>

#include "stdlib/embed/engine.h"
#include "vm/code/verifier.h"
#include "vm/heap/native_stack.h"
#include "vm/run/runtime.h"

namespace aspen {
namespace {

constexpr uint8_t kFrame = 40, kWindow = 20, kArgument = kWindow + 3;

// A module without a body so far, and a function that takes nothing and returns 1.
Chunk two_functions() {
  Chunk chunk;
  chunk.path = "x.aspc";
  chunk.functions.resize(2);
  chunk.functions[0].frame_size = chunk.functions[1].frame_size = kFrame;
  chunk.functions[1].name = "body";
  chunk.functions[1].code = {encode_i16(Op::LoadInt, 1, 1), encode(Op::Return, 1)};
  return chunk;
}

void refer(FunctionCode& function, Relocation::Target target, uint32_t index) {
  function.relocations.push_back({static_cast<uint32_t>(function.code.size()), target, index});
  function.code.insert(function.code.end(), {0, 0});
}

// Sets the window's value to that of the native, called with the value in its first argument.
void call_native(Chunk& chunk, const char* name) {
  FunctionCode& body = chunk.functions[0];
  chunk.symbols.emplace_back(name);
  body.code.push_back(encode(Op::CallNative, kWindow, 1));
  refer(body, Relocation::Target::builtin, static_cast<uint32_t>(chunk.symbols.size() - 1));
}

// The report of the error with which it ends.
std::string run(const Chunk& chunk) {
  std::string error;
  EXPECT_TRUE(verify(chunk, error)) << error;
  MachineOptions options;
  options.out = options.err = [](std::string_view) {};
  Engine engine(std::move(options));
  const NativeStackScope scope(engine.machine().mutator());
  LoadedModule* module = engine.machine().load(chunk, error);
  EXPECT_NE(module, nullptr) << error;
  RuntimeOptions runtime;
  runtime.workers = 2;
  EXPECT_TRUE(engine.machine().start_runtime(runtime, error)) << error;
  const Outcome outcome = engine.run(*module);
  return outcome.finished() ? "" : engine.report(outcome);
}

TEST(FiberBytecode, YieldOutsideOfAFiberIsAnError) {
  Chunk chunk = two_functions();
  chunk.functions[0].code = {encode_i16(Op::LoadInt, kArgument, 1)};
  call_native(chunk, "yield");
  chunk.functions[0].code.push_back(encode(Op::ReturnModule, kWindow, kWindow));
  EXPECT_NE(run(chunk).find("ValueError: yield: this task runs no fiber"), std::string::npos) << run(chunk);
}

TEST(FiberBytecode, YieldInASpawnedTaskIsAnError) {
  Chunk chunk = two_functions();
  FunctionCode& yields = chunk.functions[1];
  chunk.symbols.emplace_back("yield");
  yields.code = {encode_i16(Op::LoadInt, kArgument, 1), encode(Op::CallNative, kWindow, 1)};
  refer(yields, Relocation::Target::builtin, 0);
  yields.code.push_back(encode(Op::Return, kWindow));
  FunctionCode& body = chunk.functions[0];
  body.code = {encode(Op::LoadFunction, kArgument)};
  refer(body, Relocation::Target::function, 1);
  call_native(chunk, "spawn");
  body.code.push_back(encode(Op::Move, kArgument, kWindow));
  call_native(chunk, "await");
  body.code.push_back(encode(Op::ReturnModule, kWindow, kWindow));
  EXPECT_NE(run(chunk).find("ValueError: yield: this task runs no fiber"), std::string::npos) << run(chunk);
}

TEST(FiberBytecode, ACallWithoutAnArgumentIsAnError) {
  Chunk chunk = two_functions();
  FunctionCode& body = chunk.functions[0];
  body.code = {encode(Op::LoadFunction, kArgument)};
  refer(body, Relocation::Target::function, 1);
  call_native(chunk, "fiber");
  body.code.push_back(encode(Op::Call, kWindow, 0));
  body.calls.push_back({static_cast<uint32_t>(body.code.size()), 0, ~uint64_t{0} >> (64 - kWindow)});
  body.code.push_back(encode(Op::ReturnModule, kWindow, kWindow));
  EXPECT_NE(run(chunk).find("TypeError: a fiber takes one value, not 0"), std::string::npos) << run(chunk);
}

}  // namespace
}  // namespace aspen
