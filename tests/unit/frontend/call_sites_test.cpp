// The registers of a frame that are live while a call in it runs.
#include <gtest/gtest.h>

#include <string>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"
#include "vm/code/verifier.h"

namespace aspen {
namespace {

std::string text_of(const CallSite& call) {
  std::string text;
  for (unsigned reg = 0; reg < 64; ++reg) {
    if (call.live >> reg & 1) text += (text.empty() ? "" : " ") + std::to_string(reg);
  }
  auto add = [&](uint8_t flag, const char* name) {
    if (call.flags & flag) text += (text.empty() ? "" : " ") + std::string(name);
  };
  add(CallSite::kPromotable, "promotable");
  add(CallSite::kBarrier, "barrier");
  add(CallSite::kModule, "module");
  add(CallSite::kPublishes, "publishes");
  return text.empty() ? "-" : text;
}

std::string rows_of(const Chunk& chunk, std::string_view name) {
  std::string error;
  EXPECT_TRUE(verify(chunk, error)) << error;
  std::string text;
  for (const FunctionCode& function : chunk.functions) {
    bool body = &function == &chunk.functions.front();
    if (name.empty() ? !body : body || function.name != name) continue;
    for (const CallSite& call : function.calls) text += (text.empty() ? "" : " | ") + text_of(call);
  }
  return text;
}

// The rows of the function called `name`, or of the module's body.
std::string rows(const std::string& text, std::string_view name = "f") {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  return result.ok() ? rows_of(result.program.modules.back().chunk, name) : "";
}

TEST(CallSites, WhatIsReadBehindTheCallIsLive) {
  EXPECT_EQ(rows("f = g x y -> g x + y"), "2");
  EXPECT_EQ(rows("f = g x y -> y + g x"), "2");
  EXPECT_EQ(rows("f = g x y -> { r = g x; x + r }"), "1");
  EXPECT_EQ(rows("f = g x y -> { g x; () }"), "-");
}

TEST(CallSites, AnArgumentThatIsMovedIsDead) {
  EXPECT_EQ(rows("f = g xs -> { ys = push 1 xs; r = g ys; r + 1 }"), "-");
  EXPECT_EQ(rows("f = g xs -> { r = g xs; len r + len xs }"), "1");
}

TEST(CallSites, WhatIsUnderConstructionIsLive) {
  // Earlier arguments of an outer call, with the callee if it is a value; elements; the left operand.
  EXPECT_EQ(rows("h = a b -> a + b\nf = g x -> { r = h (x + 1) (g x); r + 1 }"), "5 | -");
  EXPECT_EQ(rows("f = g h x -> { r = h (x + 1) (g x); r + 1 }"), "1 6 | -");
  EXPECT_EQ(rows("f = g x -> [g x, g x, 7]"), "0 1 promotable | 3");
  EXPECT_EQ(rows("f = g x -> g x + g x"), "0 1 promotable | 2");
}

TEST(CallSites, LoopsKeepTheirStateAndWhatTheNextStepReads) {
  EXPECT_EQ(rows("f = g n -> { t = 0; for i in 0..n { t += g i }; t }"), "0 2 3 4 5");
  EXPECT_EQ(rows("f = g xs -> { t = 0; for x in xs { t += g x }; t }"), "0 2 3 4 5");
  // `k` is assigned before the next step reads it; register 3 is the state.
  EXPECT_EQ(rows("f = g n -> { k = 0; while n > 0 { k = g n; n = n - k }; n }"), "0 1 3");
}

TEST(CallSites, AHandlerReadsToo) {
  EXPECT_EQ(rows("f = g x y -> match try g x { Ok v -> v, Err _ -> y }"), "2");
  EXPECT_EQ(rows("f = g x y -> match try g x { Ok v -> v + y, Err _ -> 0 }"), "2");
  // Not the register that receives the error, and nothing that only the next call takes.
  EXPECT_EQ(rows("f = g x -> match try g (g x) { Ok v -> v, Err e -> e }"), "0 | -");
  EXPECT_EQ(rows("f = g x y -> { r = try { a = g x; a + 1 }; (r, x, y) }"), "1 2");
  // After the call, only the path through the handler leads to y.
  EXPECT_EQ(rows("f = g x y -> { r = try { a = g x; return a }; (r, y) }"), "2");
}

TEST(CallSites, BranchesAddUp) {
  EXPECT_EQ(rows("f = g x y z -> { r = g x; if r == 1 { y } else { z } }"), "2 3");
}

TEST(CallSites, ATupleTakenApartLeavesNothingBehindIt) {
  EXPECT_EQ(rows("h = x -> (x, 1)\nf = x y -> { a, b = h x; a + b + y }"), "1");
}

TEST(CallSites, OnlyCallsThatComeBackHaveRows) {
  EXPECT_EQ(rows("f = g x -> g x"), "");
  EXPECT_EQ(rows("f = x -> len x + 1"), "");
  EXPECT_EQ(rows("f = x -> { push x [1] |> len; 1 }"), "");
  // A native that waits for something outside.
  EXPECT_EQ(rows("f = x g -> { a = fs.read x; b = g x; a + b }"), "0 1 promotable | 2");
}

TEST(CallSites, AClosureThatIsToBeCompletedIsABarrier) {
  std::string mutual =
      "f = g k -> { even = n -> n == 0 or odd (n - k); x = g k; odd = n -> n > k and even (n - k); ";
  EXPECT_EQ(rows(mutual + "y = g x; odd y }"), "0 1 2 barrier | 4");
}

TEST(CallSites, AFunctionOfTheModuleThatIsUsedAboveItsLineIsABarrier) {
  std::string program = "g = n -> later n\nx = g 1\nk = [x]\nlater = n -> n + len k\nprint (g 2 + x)\n";
  EXPECT_NE(rows(program, "").find("barrier"), std::string::npos) << rows(program, "");
  EXPECT_EQ(rows(program, "").rfind("barrier", 0), 0u) << rows(program, "");
}

TEST(CallSites, VariablesOfTheModuleThatFunctionsReadArePublished) {
  std::string program = "g = n -> [n]\nxs = g 1\nh = () -> len xs\ny = h ()\nprint (y + 1)\n";
  EXPECT_EQ(rows(program, ""), "publishes | - | -");
}

TEST(CallSites, OfASessionNothingMayBeSeenTooEarly) {
  Session session(Library::instance());
  ASSERT_TRUE(session.compile("f = n -> n").ok());
  CompileResult entry = session.compile("x = f 1\ny = x + 1");
  ASSERT_TRUE(entry.ok());
  EXPECT_EQ(rows_of(entry.program.modules.back().chunk, ""), "barrier");
}

TEST(CallSites, RegistersPastTheMaskAreLeftToTheReader) {
  std::string text = "f = g -> {\n";
  for (int i = 0; i < 70; ++i) text += "  a" + std::to_string(i) + " = g " + std::to_string(i) + "\n";
  text += "  a0 + a69\n}";
  std::string last = rows(text);
  EXPECT_EQ(last.substr(last.rfind('|') + 2), "1");
  EXPECT_TRUE((CallSite{0, 0, 0}.is_live(64)));
}

// A path that is open while a call runs is stored back, each container: a split may have shared them.
TEST(CallSites, APathThatACallInterruptsIsStoredBackWhole) {
  CompileResult result =
      compile_text("test.asp", "f = g r -> { r.a.b.c += g 1; r }\nh = g r -> { x = g 1; r.a.b.c += x; r }",
                   Library::instance());
  ASSERT_TRUE(result.ok());
  auto stores = [&](std::string_view name) {
    int count = 0;
    for (const FunctionCode& function : result.program.modules.back().chunk.functions) {
      if (function.name != name) continue;
      for (size_t at = 0; at < function.code.size(); at += info(op_of(function.code[at])).words())
        count += op_of(function.code[at]) == Op::SetField;
    }
    return count;
  };
  EXPECT_EQ(stores("f"), 3);
  EXPECT_EQ(stores("h"), 1);
}

}  // namespace
}  // namespace aspen
