// The interpreter alone, on hand-assembled code: cases that no compiler output reaches, and rules that hold
// without a compiler.
#include <gtest/gtest.h>

#include "vm/code/verifier.h"
#include "vm/run/machine.h"
#include "vm/values/dict.h"

namespace aspen {
namespace {

// fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }, as the compiler would write it; the module
// returns fib of `n`.
Chunk fib_chunk(int16_t n) {
  Chunk chunk;
  chunk.path = "fib";
  FunctionCode body, fib;
  body.frame_size = 4;
  body.code = {encode_i16(Op::LoadInt, 3, n), encode(Op::CallKnown, 0, 1), 0, 0, encode(Op::Return, 0)};
  body.relocations = {{2, Relocation::Target::function, 1}};
  body.calls = {{4, 0, 0}};
  fib.name = "fib";
  fib.arity = 1;
  fib.frame_size = 6;
  fib.code = {encode_i16(Op::JumpIfNotLessInt, 0, 2),
              1,
              encode(Op::ReturnBase, 0),
              encode(Op::AddInt, 4, 0, 0xff),
              encode(Op::CallKnown, 1, 1),
              0,
              0,
              encode(Op::AddInt, 5, 0, 0xfe),
              encode(Op::CallKnown, 2, 1),
              0,
              0,
              encode(Op::Add, 1, 1, 2),
              encode(Op::Return, 1)};
  fib.relocations = {{5, Relocation::Target::function, 1}, {9, Relocation::Target::function, 1}};
  fib.calls = {{7, CallSite::kPromotable, 1 << 0}, {11, 0, 1 << 1}};
  chunk.functions = {body, fib};
  return chunk;
}

Value run(Machine& machine, const Chunk& chunk) {
  std::string error;
  EXPECT_TRUE(verify(chunk, error)) << error;
  LoadedModule* module = machine.load(chunk, error);
  EXPECT_NE(module, nullptr) << error;
  return machine.main_strand().run(Value::object(module->functions[0].closure), nullptr, 0);
}

TEST(Interpreter, CallsAndReturns) {
  Machine machine({});
  EXPECT_EQ(run(machine, fib_chunk(20)), Value::small_int(6765));
}

TEST(Interpreter, RunsOutOfFuelAndGoesOn) {
  MachineOptions options;
  options.limits.fuel = 1000;
  Machine machine(options);
  EXPECT_TRUE(run(machine, fib_chunk(25)).is_exception());
  EXPECT_TRUE(machine.main_strand().uncatchable());
  EXPECT_EQ(machine.main_strand().take_error(), Value::label(sym::kOutOfFuel));
}

// The module returns R[1] + R[2] of the two items of (7, 5), which a function returns.
Chunk pair_chunk(uint8_t parts) {
  Chunk chunk;
  chunk.path = "pair";
  FunctionCode body, pair;
  body.frame_size = 4;
  body.code = {encode(Op::CallKnown, 1, 0),
               0,
               0,
               encode(Op::TakeApart, 1, parts),
               2,
               encode(Op::Add, 1, 1, 2),
               encode(Op::Return, 1),
               encode(Op::Return, 1)};
  body.relocations = {{1, Relocation::Target::function, 1}};
  body.calls = {{3, 0, 0}};
  pair.name = "pair";
  pair.frame_size = 2;
  pair.code = {encode_i16(Op::LoadInt, 0, 7), encode_i16(Op::LoadInt, 1, 5), encode(Op::ReturnTuple, 0, 2)};
  chunk.functions = {body, pair};
  return chunk;
}

TEST(Interpreter, ReturnsATupleInPartsToWhoTakesItApart) {
  Machine machine({});
  EXPECT_EQ(run(machine, pair_chunk(2)), Value::small_int(12));
  Value whole = run(machine, pair_chunk(3));
  ASSERT_TRUE(is_kind(whole, Kind::Tuple));
  EXPECT_EQ(as<Tuple>(whole)->items()[1], Value::small_int(5));
}

TEST(Verifier, RefusesTakingApartIntoNothingOrBeyondTheFrame) {
  std::string error;
  EXPECT_FALSE(verify(pair_chunk(0), error));
  EXPECT_FALSE(verify(pair_chunk(4), error));
  EXPECT_TRUE(verify(pair_chunk(3), error)) << error;
}

TEST(Verifier, RefusesWhatLeavesTheCode) {
  std::string error;
  Chunk chunk = fib_chunk(1);
  chunk.functions[1].code[1] = 100;  // the jump
  EXPECT_FALSE(verify(chunk, error));
  chunk = fib_chunk(1);
  chunk.functions[1].code.pop_back();
  EXPECT_FALSE(verify(chunk, error));
  chunk = fib_chunk(1);
  chunk.functions[1].frame_size = 3;
  EXPECT_FALSE(verify(chunk, error));
  chunk = fib_chunk(1);
  chunk.functions[0].relocations.clear();
  EXPECT_FALSE(verify(chunk, error));
  chunk = fib_chunk(1);
  chunk.functions[0].code[0] = encode(Op::EndStrand, 0);
  EXPECT_FALSE(verify(chunk, error));
}

// The module is one function with this code.
Chunk plain_chunk(std::vector<Word> code) {
  Chunk chunk;
  chunk.path = "plain";
  FunctionCode body;
  body.frame_size = 2;
  body.code = std::move(code);
  chunk.functions = {body};
  return chunk;
}

// Nothing would stop it: it pays no fuel, and sees no interrupt.
TEST(Verifier, RefusesLoopsWithoutASafepoint) {
  std::string error;
  const auto back = static_cast<Word>(-2);
  EXPECT_TRUE(verify(plain_chunk({encode(Op::Loop), back, encode(Op::Return, 0)}), error)) << error;
  EXPECT_FALSE(verify(plain_chunk({encode(Op::Jump), back, encode(Op::Return, 0)}), error));
  EXPECT_FALSE(verify(plain_chunk({encode(Op::JumpIf, 0), back, encode(Op::Return, 0)}), error));
  Chunk chunk = plain_chunk({encode(Op::LoadInt, 0), encode(Op::Return, 0), encode(Op::Return, 1)});
  chunk.functions[0].handlers = {{0, 1, 2, 1}};
  EXPECT_TRUE(verify(chunk, error)) << error;
  chunk.functions[0].handlers = {{0, 1, 0, 1}};
  EXPECT_FALSE(verify(chunk, error));
}

// Bytecode may mark a list as not shared and put it into itself. Walks over it never end, but they pay fuel.
TEST(Interpreter, WalksOverAValueThatHoldsItselfUntilALimitIsReached) {
  const std::vector<Word> endless[] = {{encode(Op::Equal, 1, 0, 0)},
                                       {encode(Op::Less, 1, 0, 0)},
                                       {encode(Op::NewDict, 1, 0), encode(Op::SetIndex, 1, 0, 0)}};
  for (const std::vector<Word>& walk : endless) {
    std::vector<Word> code = {encode(Op::NewList, 0, 0, 0), encode(Op::PrependList, 0, 0, 1)};
    code.insert(code.end(), walk.begin(), walk.end());
    code.push_back(encode(Op::Return, 1));
    MachineOptions options;
    options.limits.heap_bytes = 16 << 20;
    Machine small(options);
    EXPECT_TRUE(run(small, plain_chunk(code)).is_exception());
    EXPECT_FALSE(small.main_strand().uncatchable());
    options.limits.fuel = 1000;
    Machine fueled(options);
    EXPECT_TRUE(run(fueled, plain_chunk(code)).is_exception());
    EXPECT_EQ(fueled.main_strand().take_error(), Value::label(sym::kOutOfFuel));
  }
}

TEST(Interpreter, TakesADictAsItsOwnKeyAsItWas) {
  Machine machine({});
  const Value dict = run(machine, plain_chunk({encode(Op::NewDict, 0, 0), encode_i16(Op::LoadInt, 1, 7),
                                               encode(Op::SetIndex, 0, 0, 1), encode(Op::Return, 0)}));
  ASSERT_TRUE(is_kind(dict, Kind::Dict));
  EXPECT_FALSE(dict.as_object()->is_shared());
  const Value key = entry_at(as<Dict>(dict), next_entry(as<Dict>(dict), 0)).key;
  ASSERT_TRUE(is_kind(key, Kind::Dict));
  EXPECT_EQ(as<Dict>(key)->length, 0u);
}

// Arithmetic would turn it into any value.
TEST(Verifier, RefusesNansWithAPayload) {
  for (const uint64_t bits : {0x7ff8000000000000u, 0x7ff8000000000001u, 0xfff6000030000087u}) {
    std::string error;
    const Chunk chunk =
        plain_chunk({encode(Op::LoadValue, 0), Word(bits), Word(bits >> 32), encode(Op::Return, 0)});
    EXPECT_EQ(verify(chunk, error), bits == Value::nan().bits()) << std::hex << bits;
  }
}

// The verifier's complaint about fib with these rows of calls; "" if there is none.
std::string fault_of_calls(std::vector<CallSite> calls) {
  Chunk chunk = fib_chunk(1);
  chunk.functions[1].calls = std::move(calls);
  std::string error;
  return verify(chunk, error) ? "" : error.substr(error.rfind(": ") + 2);
}

TEST(Verifier, RefusesRowsOfCallsThatDoNotGoWithTheCode) {
  EXPECT_EQ(fault_of_calls({{7, 0, 1}, {11, 0, 2}}), "");
  EXPECT_EQ(fault_of_calls({{7, 0, 0}, {11, 0, 2}}), "a register is read that has no value");
  EXPECT_EQ(fault_of_calls({{7, 0, 1}}), "a call lacks its row");
  EXPECT_EQ(fault_of_calls({{11, 0, 2}, {7, 0, 1}}), "a call lacks its row");
  EXPECT_EQ(fault_of_calls({{6, 0, 1}, {7, 0, 1}, {11, 0, 2}}), "a call lacks its row");
  EXPECT_EQ(fault_of_calls({{7, 0, 1}, {11, 0, 2}, {11, 0, 2}}), "a row of calls belongs to no call");
  EXPECT_EQ(fault_of_calls({{2, 0, 0}, {7, 0, 1}, {11, 0, 2}}), "a row of calls belongs to no call");
  EXPECT_EQ(fault_of_calls({{7, 0, 1}, {11, 0, 1 << 2}}), "what lives during a call lies in its window");
  EXPECT_EQ(fault_of_calls({{7, 16, 1}, {11, 0, 2}}), "unknown flags of a call");
  EXPECT_EQ(fault_of_calls({{7, CallSite::kModule, 1}, {11, 0, 2}}), "a call is no import, or an import is");
}

}  // namespace
}  // namespace aspen
