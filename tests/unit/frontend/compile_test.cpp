// The code that programs become: which instructions, and above all which variable owns which value.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"
#include "vm/code/instructions.h"
#include "vm/code/verifier.h"

namespace aspen {
namespace {

Chunk compiled(const std::string& text) {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  if (!result.ok()) return {};
  Chunk chunk = std::move(result.program.modules.back().chunk);
  std::string error;
  EXPECT_TRUE(verify(chunk, error)) << error;
  return chunk;
}

const FunctionCode& function(const Chunk& chunk, std::string_view name) {
  auto found = std::find_if(chunk.functions.begin(), chunk.functions.end(),
                            [&](const FunctionCode& f) { return f.name == name; });
  EXPECT_NE(found, chunk.functions.end()) << name;
  return *found;
}

// The names of the instructions, separated by blanks.
std::string code(const FunctionCode& function) {
  std::string out;
  for (size_t at = 0; at < function.code.size();) {
    const OpInfo& op = info(op_of(function.code[at]));
    if (!out.empty()) out += ' ';
    out += op.name;
    at += op.words();
  }
  return out;
}

std::string code(const std::string& text, std::string_view name) {
  return code(function(compiled(text), name));
}

bool has(const std::string& code, std::string_view op) {
  return (" " + code + " ").find(" " + std::string(op) + " ") != std::string::npos;
}

// ---- Shapes of code

TEST(Compile, FibIsTenInstructions) {
  EXPECT_EQ(code("fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }", "fib"),
            "JumpIfNotLessInt ReturnBase AddInt CallKnown AddInt CallKnown Add Return");
}

TEST(Compile, TailCallsReplaceTheFrame) {
  EXPECT_EQ(code("f = n -> if n == 0 { 0 } else { f (n - 1) }", "f"),
            "JumpIfNotEqualInt LoadInt ReturnBase AddInt TailCallKnown");
  EXPECT_TRUE(has(code("f = g n -> g n", "f"), "TailCall"));
  EXPECT_FALSE(has(code("f = g n -> try g n", "f"), "TailCall"));
}

TEST(Compile, ATupleThatIsTakenApartAtOnceIsNeverMade) {
  std::string pair = "pair = x -> (x, 1)\n";
  EXPECT_EQ(code(pair, "pair"), "LoadInt Move ReturnTuple");
  EXPECT_EQ(code(pair + "f = x -> { a, b = pair x; a + b }", "f"),
            "Move CallKnown TakeApart Add Return MatchFail");
  EXPECT_EQ(code(pair + "f = x -> match pair x { (1, b) -> b, (a, _) -> a }", "f"),
            "Move CallKnown TakeApart JumpIfNotEqualInt Return Return MatchFail");
  std::string is = code(pair + "f = x -> if pair x is (2, b) { b } else { 0 }", "f");
  EXPECT_TRUE(has(is, "TakeApart"));
  EXPECT_FALSE(has(is, "JumpIfNotTuple"));
  // If one arm needs the tuple as a whole, it is made.
  EXPECT_TRUE(has(code(pair + "f = x -> match pair x { (1, b) -> b, t -> t }", "f"), "JumpIfNotTuple"));
}

TEST(Compile, ConstantsBecomeOperands) {
  EXPECT_EQ(code("k = 3\nf = x -> (x * k - 1) % 2", "f"), "MulInt AddInt ModInt Return");
  EXPECT_EQ(code("f = x -> 2 - x / 1.5", "f"), "DivValue SubFromValue Return");
}

TEST(Compile, LoopsOverRangesMakeNoRange) {
  std::string body = code("f = n -> { t = 0; for i in 0..n { t += i }; t }", "f");
  EXPECT_TRUE(has(body, "RangePrepare"));
  EXPECT_FALSE(has(body, "NewRange"));
}

TEST(Compile, AnElementThatDecidesIsNotLoaded) {
  EXPECT_EQ(code("f = xs i -> if xs[i] { 1 } else { 2 }", "f"),
            "JumpIfNotIndex LoadInt Return LoadInt Return");
  EXPECT_TRUE(has(code("f = xs i -> if not xs[i] { 1 } else { 2 }", "f"), "JumpIfIndex"));
}

TEST(Compile, ARemainderThatDecidesIsNotKept) {
  EXPECT_EQ(code("f = n -> if n % 3 == 0 { 1 } else { 2 }", "f"),
            "JumpIfNotDivisibleInt LoadInt Return LoadInt Return");
  EXPECT_EQ(code("f = n k -> if n % k != 0 { 1 } else { 2 }", "f"),
            "JumpIfDivisible LoadInt Return LoadInt Return");
  EXPECT_TRUE(has(code("k = 1000\nf = n -> if n % k != 0 { 1 } else { 2 }", "f"), "JumpIfDivisibleInt"));
  EXPECT_TRUE(has(code("f = n -> { while n % 2 == 0 { n = n // 2 }; n }", "f"), "JumpIfNotDivisibleInt"));
  for (const char* other :
       {"n % 3 == 1", "n % 3 < 0", "n % 0 == 0", "n % -3 == 0", "n % 40000 == 0", "0 == n % 3"}) {
    const std::string found = code("f = n -> if " + std::string(other) + " { 1 } else { 2 }", "f");
    EXPECT_EQ(found.find("Divisible"), std::string::npos) << other;
  }
}

TEST(Compile, NativesOfOneArgumentThatReadItNeedNoWindow) {
  EXPECT_EQ(code("f = xs -> len xs + 1", "f"), "CallUnary AddInt Return");
  EXPECT_EQ(code("f = xs -> { xs = len xs; xs + 1 }", "f"), "CallUnary Move AddInt Return");
  // A function that keeps its argument or has an effect is called as usual.
  EXPECT_FALSE(has(code("f = xs -> { r = reverse xs; r }", "f"), "CallUnary"));
  EXPECT_FALSE(has(code("f = xs -> { r = print xs; r }", "f"), "CallUnary"));
}

TEST(Compile, BitsAreOperators) {
  EXPECT_EQ(code("f = x y -> { x = bits.xor x y; x + 1 }", "f"), "BitXor AddInt Return");
  EXPECT_EQ(code("f = x y -> bits.and x (bits.shift_left y x)", "f"), "ShiftLeft BitAnd Return");
  EXPECT_EQ(code("f = x -> x |> bits.shift_right 1 |> bits.or x", "f"), "LoadInt ShiftRight BitOr Return");
  // Not where the name means another function, or another number of arguments is given.
  EXPECT_FALSE(has(code("bits = { xor: x y -> x }; f = x y -> { r = bits.xor x y; r }", "f"), "BitXor"));
  EXPECT_FALSE(has(code("f = x -> { r = bits.xor x; r }", "f"), "BitXor"));
}

TEST(Compile, CapturedValuesThatALoopReadsAreLoadedOnce) {
  std::string inner = "f = xs -> { g = i -> { t = 0; for j in 0..i { t += xs[j] * len xs }; t }; g }";
  std::string loop = code(inner, "g");
  EXPECT_EQ(loop.rfind("GetCapture LoadInt", 0), 0u) << loop;
  EXPECT_FALSE(has(loop.substr(10), "GetCapture")) << loop;
}

TEST(Compile, FunctionsThatCaptureNothingAreKnown) {
  std::string body = code("a = n -> b n\nb = n -> a n", "a");
  EXPECT_EQ(body, "Move TailCallKnown");
  EXPECT_TRUE(
      has(code("f = n -> { g = i -> if i == 0 { 0 } else { g (i - 1) }; g n }", "f"), "TailCallKnown"));
}

TEST(Compile, FunctionsReadModuleVariablesThroughSlots) {
  Chunk chunk = compiled("xs = [1]\nf = i -> xs[i]");
  EXPECT_EQ(function(chunk, "f").captures, 0);
  EXPECT_TRUE(has(code(function(chunk, "f")), "GetSlot"));
}

TEST(Compile, WhatIsReboundIsCaptured) {
  Chunk chunk = compiled("x = 1\nf = () -> x\nx = 2\nprint (f ())");
  EXPECT_EQ(function(chunk, "f").captures, 1);
}

// ---- Ownership

TEST(Ownership, ReadingAParameterBorrowsIt) {
  EXPECT_EQ(function(compiled("check = xs i -> xs[i] == 0"), "check").consumes, 0u);
  EXPECT_EQ(function(compiled("f = xs -> for x in xs { print x }"), "f").consumes, 0u);
  EXPECT_EQ(function(compiled("f = xs -> g xs\ng = ys -> len ys"), "f").consumes, 0u);
}

TEST(Ownership, KeepingAParameterConsumesIt) {
  EXPECT_EQ(function(compiled("f = a b -> [b]"), "f").consumes, 2u);
  EXPECT_EQ(function(compiled("f = xs -> { xs[0] = 1; 0 }"), "f").consumes, 1u);
  EXPECT_EQ(function(compiled("f = xs -> g xs\ng = ys -> ys"), "f").consumes, 1u);
  EXPECT_EQ(function(compiled("f = xs -> (y -> xs[y])"), "f").consumes, 1u);
}

TEST(Ownership, MutualRecursionSettles) {
  Chunk chunk = compiled(
      "even = n xs -> if n == 0 { 0 } else { odd (n - 1) xs }\n"
      "odd = n xs -> if n == 0 { xs } else { even (n - 1) xs }");
  EXPECT_EQ(function(chunk, "even").consumes & 2u, 2u);
}

TEST(Ownership, TheLastUseMoves) {
  EXPECT_FALSE(has(code("f = xs -> { ys = xs; ys[0] = 1; ys }", "f"), "Copy"));
  EXPECT_TRUE(has(code("f = xs -> { ys = xs; ys[0] = 1; xs }", "f"), "Copy"));
}

TEST(Ownership, AVariableLiveBehindATryIsKept) {
  EXPECT_TRUE(has(code("f = xs -> { r = try { g xs }; (r, xs) }\ng = ys -> ys", "f"), "Copy"));
}

TEST(Ownership, PartsAreLentWhereNothingChanges) {
  std::string lent = code("f = grid i -> { row = grid[i]; row[0] + row[1] }", "f");
  EXPECT_TRUE(has(lent, "GetIndex"));
  EXPECT_FALSE(has(lent, "GetIndexShared"));
  EXPECT_TRUE(has(code("f = grid i -> { row = grid[i]; grid[i][0] = 5; row[0] }", "f"), "GetIndexShared"));
}

TEST(Ownership, SwapsShareNothing) {
  EXPECT_FALSE(has(code("f = a i j -> { a[i], a[j] = a[j], a[i]; a }", "f"), "GetIndexShared"));
}

TEST(Ownership, APathThatACallReplacesIsTakenOut) {
  EXPECT_TRUE(has(code("f = m -> { x, m.stack = pop m.stack; (x, m) }", "f"), "TakeField"));
  // Its error would be seen.
  EXPECT_FALSE(has(code("f = m -> { r = try { x, m.stack = pop m.stack }; (r, m) }", "f"), "TakeField"));
}

TEST(Ownership, PushIsInPlace) {
  EXPECT_EQ(code("f = x xs -> push x xs", "f"), "Move PushList Return");
  std::string body = code("f = n -> { out = []; for i in 0..n { out |>= push i }; out }", "f");
  EXPECT_TRUE(has(body, "PushList"));
  EXPECT_FALSE(has(body, "CallNative"));
}

TEST(Ownership, TextGrowsByInterpolationOfWhatEndsThere) {
  EXPECT_EQ(code("f = s -> \"{s},\"", "f"), "LoadValue Move AppendTexts Return");
  // It is read after what the other parts call.
  EXPECT_TRUE(has(code("f = s -> \"{s}{len s}\"", "f"), "AppendTexts"));
  EXPECT_TRUE(has(code("f = s -> { t = \"{s},\"; (s, t) }", "f"), "Interpolate"));
  EXPECT_TRUE(has(code("f = s -> \"{s}{s}\"", "f"), "Interpolate"));
  EXPECT_TRUE(has(code("f = s -> \"{s}\"", "f"), "Interpolate"));
  EXPECT_TRUE(has(code("f = s -> \"{s:>5},\"", "f"), "Interpolate"));
}

TEST(Ownership, UnknownCalleesAreToldWhatLivesOn) {
  EXPECT_TRUE(has(code("f = g xs -> { g xs; xs }", "f"), "Lend"));
  EXPECT_FALSE(has(code("f = g -> { xs = [1]; g xs }", "f"), "Lend"));
}

TEST(Ownership, AccumulatorsMoveThroughRecursion) {
  std::string body = code("f = n acc -> if n == 0 { acc } else { f (n - 1) (push n acc) }", "f");
  EXPECT_FALSE(has(body, "Copy"));
  EXPECT_TRUE(has(body, "PushList"));
}

TEST(Ownership, DeadSubjectsAreTakenApart) {
  std::string body = code(
      "put = x t -> match t { Leaf -> Node (Leaf, x, Leaf), Node (l, v, r) -> Node (put x l, v, r) }", "put");
  EXPECT_TRUE(has(body, "PayloadMove"));
  EXPECT_TRUE(has(body, "MoveItem"));
}

TEST(Ownership, SubjectsThatAreOnlyReadAreLent) {
  std::string body =
      code("sum_of = t -> match t { Node (l, v, r) -> sum_of l + v + sum_of r, _ -> 0 }", "sum_of");
  EXPECT_TRUE(has(body, "Payload"));
  EXPECT_TRUE(has(body, "GetItem"));
}

// ---- Sessions

TEST(Session, NamesPersist) {
  Session session(Library::instance());
  CompileResult first = session.compile("x = [1]");
  ASSERT_TRUE(first.ok());
  CompileResult second = session.compile("y = push 2 x\ny");
  ASSERT_TRUE(second.ok()) << second.render();
  const Chunk& chunk = second.program.modules.back().chunk;
  EXPECT_EQ(chunk.slots, (std::vector<std::string>{"x", "y"}));
}

TEST(Session, AnEntryWithErrorsChangesNothing) {
  Session session(Library::instance());
  EXPECT_FALSE(session.compile("x = 1\nprint nowhere").ok());
  EXPECT_TRUE(session.names().empty());
  EXPECT_FALSE(session.compile("x").ok());
}

TEST(Session, AFunctionMayBeDefinedAgain) {
  Session session(Library::instance());
  ASSERT_TRUE(session.compile("f = n -> if n == 0 { 0 } else { f (n - 1) }").ok());
  CompileResult again = session.compile("f = n -> if n == 0 { 1 } else { f (n - 1) }");
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(has(code(function(again.program.modules.back().chunk, "f")), "TailCallKnown"));
}

// A name that the library does not have would let sums copy again, and nothing would tell.
TEST(Sums, NamesOfFunctionsThatGiveTextsAreThoseOfTheLibrary) {
  for (const char* name : {
#define ASPEN_GIVES_TEXT_OR_LIST(name) name,
#include "frontend/resolve/text_or_list.def"
#undef ASPEN_GIVES_TEXT_OR_LIST
       })
    EXPECT_NE(Library::instance().find(name), nullptr) << name;
}

}  // namespace
}  // namespace aspen
