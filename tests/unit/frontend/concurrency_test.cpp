// `spawn`, `fiber` and `yield`: calls of the library's functions with these names, and the messages about
// misuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "stdlib/embed/engine.h"
#include "stdlib/library/library.h"
#include "vm/code/verifier.h"

namespace aspen {
namespace {

// A library with the functions that implement concurrency; they do nothing here.
const BuiltinCatalogue& catalogue() {
  static const ExtendedCatalogue* all = [] {
    auto* extended = new ExtendedCatalogue(Library::instance());
    BuiltinInfo native{.kind = BuiltinInfo::Kind::native, .arity = 1, .consumes = 1, .effect = Effect::write};
    for (const char* name : {"spawn", "fiber", "yield", "await"}) extended->add(name, native);
    return extended;
  }();
  return *all;
}

CompileResult compiled(const std::string& text) { return compile_text("test.asp", text, catalogue()); }

// The function called `name`, or the first unnamed one.
FunctionCode function(const std::string& text, std::string_view name) {
  CompileResult result = compiled(text);
  EXPECT_TRUE(result.ok()) << result.render();
  if (!result.ok()) return {};
  const Chunk& chunk = result.program.modules.back().chunk;
  std::string error;
  EXPECT_TRUE(verify(chunk, error)) << error;
  auto found = std::find_if(chunk.functions.begin() + 1, chunk.functions.end(),
                            [&](const FunctionCode& f) { return f.name == name; });
  EXPECT_NE(found, chunk.functions.end()) << name;
  return *found;
}

std::string code(const FunctionCode& function) {
  std::string out;
  for (size_t at = 0; at < function.code.size(); at += info(op_of(function.code[at])).words())
    out += (out.empty() ? "" : " ") + std::string(info(op_of(function.code[at])).name);
  return out;
}

// "E0406 …": the first diagnostic's code and hints.
std::string error(const std::string& text) {
  CompileResult result = compiled(text);
  return result.diagnostics.errors().empty() ? "" : result.render();
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Concurrency, SpawnCallsTheLibraryWithAllOfItsExpressionAsAFunction) {
  EXPECT_EQ(code(function("f = g x -> spawn g (x + 1)", "f")), "Move Move MakeClosure CallNative Return");
  FunctionCode body = function("f = g x -> spawn g (x + 1)", "");
  EXPECT_EQ(body.arity, 0);
  EXPECT_EQ(body.captures, 2);
  EXPECT_EQ(code(body), "GetCapture GetCapture AddInt TailCall");
}

TEST(Concurrency, WhatATaskCapturesIsMovedOrShared) {
  // The variable's last use. If it is used later, it keeps its value.
  EXPECT_EQ(code(function("f = n -> { xs = [n]; spawn len xs }", "f")),
            "Move NewList Move MakeClosure CallNative Return");
  std::string later = code(function("f = n -> { xs = [n]; t = spawn len xs; xs[0] = 5; (t, xs) }", "f"));
  EXPECT_EQ(later.rfind("Move NewList Copy MakeClosure", 0), 0u) << later;
}

TEST(Concurrency, NamesAssignedInATaskAreItsOwn) {
  EXPECT_EQ(error("x = 1\nt = spawn { y = x; y + 1 }\nprint (t, x)"), "");
  EXPECT_TRUE(has(error("x = 1\nt = spawn { x += 1; x }"), "E0403"));
}

TEST(Concurrency, GeneratorsOfOtherLanguagesAreExplained) {
  const std::string counter = error("n = 0\nf = fiber { loop { yield n; n += 1 } }");
  EXPECT_TRUE(has(counter, "E0403")) << counter;
  EXPECT_TRUE(has(counter, "Give it a variable of its own")) << counter;
  const std::string function = error("f = n -> { yield n }");
  EXPECT_TRUE(has(function, "`f = n -> fiber { … yield v … }`")) << function;
}

TEST(Concurrency, AFiberIsAFunctionThatMayYield) {
  std::string text = "f = n -> fiber { for i in 0..n { yield i } }";
  EXPECT_EQ(code(function(text, "f")), "Move MakeClosure CallNative Return");
  std::string body = code(function(text, ""));
  EXPECT_TRUE(has(body, "CallNative")) << body;
  // The result of `yield` is a value.
  EXPECT_EQ(error("f = fiber { x = yield 1; y = (yield) + x; y }\nprint f"), "");
}

TEST(Concurrency, YieldStandsInTheBodyOfAFiberOnly) {
  std::string outside = error("yield 5");
  EXPECT_TRUE(has(outside, "E0406") && has(outside, "a coroutine is written")) << outside;
  std::string inside = error("f = fiber { g = () -> yield 1; g () }\nprint f");
  EXPECT_TRUE(has(inside, "E0406") && has(inside, "not in a function that it calls")) << inside;
  EXPECT_TRUE(has(error("f = fiber { spawn { yield 1 } }\nprint f"), "E0406"));
}

TEST(Concurrency, NothingLeavesABody) {
  EXPECT_TRUE(has(error("for i in 0..3 { spawn { break } }"), "E0405"));
  EXPECT_TRUE(has(error("f = fiber { continue }\nprint f"), "E0405"));
  // The body is a function, so it may return.
  EXPECT_EQ(error("t = spawn { return 5 }\nprint t"), "");
  EXPECT_EQ(error("f = fiber { yield 1; return () }\nprint f"), "");
}

TEST(Concurrency, ASpawnThatCallsNothingIsReported) {
  std::string name = error("g = () -> 1\nt = spawn g\nprint t");
  EXPECT_TRUE(has(name, "E0410") && has(name, "spawn g ()")) << name;
  std::string literal = error("t = spawn (() -> 1)\nprint t");
  EXPECT_TRUE(has(literal, "E0410") && has(literal, "the expression that the task evaluates")) << literal;
  EXPECT_TRUE(has(error("t = spawn fs.read\nprint t"), "E0410"));
  EXPECT_EQ(error("t = spawn math.pi\nx = 1\nu = spawn x\nprint (t, u)"), "");
}

TEST(Concurrency, AnAwaitOfSeveralArgumentsIsReported) {
  std::string several = error("f = x -> x\nprint (await f 1)");
  EXPECT_TRUE(has(several, "E0411") && has(several, "needs no `await`")) << several;
  EXPECT_TRUE(has(error("f = () -> 1\nx = await f()\nprint x"), "E0411"));
  EXPECT_EQ(error("f = x -> x\nprint (await (spawn f 1))"), "");
}

TEST(Concurrency, HabitsOfOtherLanguagesGetHints) {
  EXPECT_TRUE(has(error("f = x -> x\ngo f 1"), "write `spawn f x`"));
  EXPECT_TRUE(has(error("async f = x -> x"), "`spawn e` starts a task"));
  EXPECT_TRUE(has(error("ch = chan 1\nprint ch"), "`channel n`"));
}

TEST(Concurrency, StartingATaskIsNoWorkToOverlap) {
  auto promotable = [](const std::string& text) {
    FunctionCode f = function(text, "f");
    return !f.calls.empty() && (f.calls.front().flags & CallSite::kPromotable) != 0;
  };
  EXPECT_TRUE(promotable("f = g x -> { a = g x; b = g 1; a + b }"));
  EXPECT_FALSE(promotable("f = g x -> { a = g x; b = spawn g 1; (a, b) }"));
  EXPECT_FALSE(promotable("f = g x -> { a = spawn g x; b = g 1; (a, b) }"));
  EXPECT_FALSE(promotable("f = g x -> { a = g x; b = fiber { yield (g 1) }; (a, b) }"));
}

TEST(Concurrency, NestsAsDeepAsTheTreeMay) {
  auto nest = [](int depth) {
    std::string text = "t = ";
    for (int i = 0; i < depth; ++i) text += "spawn ";
    return error(text + "1\nprint t");
  };
  EXPECT_EQ(nest(300), "");
  EXPECT_TRUE(has(nest(400), "E0601"));
}

TEST(Concurrency, StartingATaskIsAWrite) {
  EXPECT_EQ(function("f = x -> spawn len x", "f").effect, Effect::write);
  EXPECT_EQ(function("f = x -> spawn len x", "").effect, Effect::pure);
}

}  // namespace
}  // namespace aspen
