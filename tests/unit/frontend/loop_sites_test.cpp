// Loops that may be split between their steps, and the registers that their bodies carry on.
#include <gtest/gtest.h>

#include <string>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"
#include "vm/code/verifier.h"

namespace aspen {
namespace {

std::string registers(uint64_t bits) {
  std::string text;
  for (unsigned reg = 0; reg < 64; ++reg) {
    if (bits >> reg & 1) text += (text.empty() ? "" : " ") + std::to_string(reg);
  }
  return text.empty() ? "-" : text;
}

Chunk compiled(const std::string& text) {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  std::string error;
  Chunk chunk = result.program.modules.back().chunk;
  EXPECT_TRUE(verify(chunk, error)) << error;
  return chunk;
}

// "CARRIED of LIVE" for each loop of the function called f.
std::string rows(const std::string& text) {
  std::string found;
  for (const FunctionCode& function : compiled(text).functions) {
    if (function.name != "f") continue;
    for (const LoopSite& loop : function.loops)
      found += (found.empty() ? "" : " | ") + registers(loop.carried) + " of " + registers(loop.live);
  }
  return found;
}

TEST(LoopSites, WhatTheBodyWritesAndALaterStepReadsIsCarried) {
  EXPECT_EQ(rows("f = g xs -> { t = 0; for x in xs { t += g x }; t }"), "2 of 0 2 3 4 5");
  EXPECT_EQ(rows("f = g n -> { t = 0; for i in 0..n { t += g i }; t }"), "2 of 0 2 3 4 5");
}

TEST(LoopSites, WhatOnlyOneIterationUsesIsNotCarried) {
  EXPECT_EQ(rows("f = g xs -> { for x in xs { y = g x; g y }; 0 }"), "- of 0 2 3 4");
}

TEST(LoopSites, OuterLoopsComeFirst) {
  EXPECT_EQ(rows("f = g n -> { t = 0; for i in 0..n { for k in 0..i { t += g k } }; t }"),
            "2 of 0 2 3 4 5 | 2 of 0 2 3 4 5 7 8 9");
}

TEST(LoopSites, ABreakEndsTheLoop) {
  EXPECT_EQ(rows("f = g xs -> { t = 0; for x in xs { if g x { break }; t += 1 }; t }"), "2 of 0 2 3 4 5");
}

TEST(LoopSites, WithoutABodyThereIsNoRow) { EXPECT_EQ(rows("f = xs -> { for x in xs { }; 0 }"), ""); }

TEST(LoopSites, ALoopThatCompletesAClosureHasNoRow) {
  EXPECT_EQ(rows("f = g xs -> { for x in xs { even = n -> n == 0 or odd (n - x); "
                 "odd = n -> n > x and even (n - x); g (odd x) }; 0 }"),
            "");
}

// The complaint about the chunk after `change` of the only row.
template <class Change>
std::string fault_after(Change change) {
  Chunk chunk = compiled("f = g xs -> { t = 0; for x in xs { if g x { break }; t += g x }; t }");
  for (FunctionCode& function : chunk.functions) {
    if (function.name == "f") change(function);
  }
  std::string error;
  return verify(chunk, error) ? "" : error.substr(error.rfind(": ") + 2);
}

TEST(LoopSites, TheVerifierChecksRows) {
  EXPECT_EQ(fault_after([](FunctionCode&) {}), "");
  EXPECT_EQ(fault_after([](FunctionCode& f) { f.loops[0].carried = 0; }),
            "what a loop carries to its next step has no future");
  EXPECT_EQ(fault_after([](FunctionCode& f) { f.loops[0].carried |= 1u << f.loops[0].state; }),
            "what a loop carries to its next step has no future");
  EXPECT_EQ(fault_after([](FunctionCode& f) { f.loops[0].live &= ~uint64_t{1}; }),
            "a register is read that has no value");
  EXPECT_EQ(fault_after([](FunctionCode& f) { ++f.loops[0].state; }), "a row of loops belongs to no loop");
  EXPECT_EQ(fault_after([](FunctionCode& f) { ++f.loops[0].begin; }), "a row of loops belongs to no loop");
  EXPECT_EQ(fault_after([](FunctionCode& f) { f.loops.push_back(f.loops[0]); }),
            "rows of loops are out of order");
}

TEST(LoopSites, AJumpOutOfALoopEndsIt) {
  auto without_leave = [](FunctionCode& f) {
    for (size_t at = 0; at < f.code.size(); at += info(op_of(f.code[at])).words()) {
      if (op_of(f.code[at]) == Op::LeaveLoop) f.code[at] = encode(Op::Move, 0, 0);
    }
  };
  EXPECT_EQ(fault_after(without_leave), "a jump leaves a loop that may be split, and does not end it");
}

}  // namespace
}  // namespace aspen
