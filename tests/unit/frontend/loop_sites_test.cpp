// Loops that may be split between their steps, and the registers that their bodies carry on.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"
#include "vm/code/loop_sites.h"
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

TEST(LoopSites, APipeIsWorkAsACallIs) {
  const auto loop = [](const std::string& work) {
    return rows("f = g n -> { t = 0; i = 0; while i < n { t += " + work + "; i += 1 }; t }");
  };
  EXPECT_NE(loop("g i"), "");
  EXPECT_EQ(loop("(i |> g)"), loop("g i"));
}

TEST(LoopSites, OuterLoopsComeFirst) {
  EXPECT_EQ(rows("f = g n -> { t = 0; for i in 0..n { for k in 0..i { t += g k } }; t }"),
            "2 of 0 2 3 4 5 | 2 of 0 2 3 4 5 7 8 9");
}

TEST(LoopSites, ABreakEndsTheLoop) {
  EXPECT_EQ(rows("f = g xs -> { t = 0; for x in xs { if g x { break }; t += 1 }; t }"), "2 of 0 2 3 4 5");
}

// A part that leaves the loop is not taken out of its variable, for which all iterations would then wait.
TEST(LoopSites, APartThatABreakTakesAlongIsNotCarried) {
  EXPECT_EQ(rows("f = g n -> { q = g n; for i in 0..n { if g q.xs i { return q.xs } }; 0 }").substr(0, 4),
            "- of");
}

// For each call in the outermost loop of f: whether the code after it may come to the loop's next step.
std::string ways(const std::string& text) {
  std::string found;
  for (const FunctionCode& function : compiled(text).functions) {
    if (function.name != "f") continue;
    const std::vector<Handler> handlers = disjoint_handlers(function.handlers);
    const LoopSite& loop = function.loops.at(0);
    for (const CallSite& call : function.calls) {
      if (!loop.contains(call.word - 1)) continue;
      found += may_come_to_step(function.code.data(), handlers, loop, call.word) ? "back " : "out ";
    }
  }
  return found;
}

TEST(LoopSites, CodeThatLeavesALoopComesToNoStep) {
  EXPECT_EQ(ways("f = g n -> { for i in 0..n { if g i { t = g 1; return t }; g 2 }; 0 }"), "back out back ");
  EXPECT_EQ(ways("f = g n -> { for i in 0..n { if g i { g 1; break }; g 2 }; g 3 }"), "back out back ");
  EXPECT_EQ(ways("f = g n -> { for i in 0..n { if g i { g 1; continue }; g 2 }; 0 }"), "back back back ");
  EXPECT_EQ(ways("f = g n -> { loop { if g n { g 1; break }; g 2 }; 0 }"), "back out back ");
}

TEST(LoopSites, ALoopInCodeThatLeavesALoopComesToNoStepOfThat) {
  EXPECT_EQ(ways("f = g n -> { for i in 0..n { if g i { for k in 0..n { g k }; return 1 }; g 2 }; 0 }"),
            "back out back ");
  EXPECT_EQ(ways("f = g n -> { for i in 0..n { for k in 0..n { if g k { break }; g 1 }; g 2 }; 0 }"),
            "back back back ");
}

TEST(LoopSites, AnErrorThatTheLoopCatchesComesToItsStep) {
  EXPECT_EQ(ways("f = g n -> { for i in 0..n { try { if g i { g 1; return g 2 } }; g 3 }; 0 }").substr(0, 10),
            "back back ");
}

TEST(LoopSites, WithoutABodyThereIsNoRow) { EXPECT_EQ(rows("f = xs -> { for x in xs { }; 0 }"), ""); }

TEST(LoopSites, ALoopThatCompletesAClosureHasNoRow) {
  EXPECT_EQ(rows("f = g xs -> { for x in xs { even = n -> n == 0 or odd (n - x); "
                 "odd = n -> n > x and even (n - x); g (odd x) }; 0 }"),
            "");
}

TEST(LoopSites, LoopsWithoutASourceHaveOneRegisterOfState) {
  EXPECT_EQ(rows("f = g n -> { t = 0; i = 0; while i < n { t += g i; i += 1 }; t }"), "2 3 of 0 1 2 3 4");
  EXPECT_EQ(rows("f = g -> { t = 0; loop { t += g t; if t > 9 { break } }; t }"), "1 of 0 1 2");
  EXPECT_EQ(rows("f = g n -> { i = 0; while i < n and g i { i += 1; if g i { continue }; g n }; i }"),
            "2 of 0 1 2 3");
}

TEST(LoopSites, ALoopThatOnlyCountsHasNoRow) {
  EXPECT_EQ(rows("f = n -> { i = 0; while i < n { i += 1 }; i }"), "");
}

// The registers with next values that are known before an iteration of the only loop of f ends.
std::string counters(const std::string& text) {
  for (const FunctionCode& function : compiled(text).functions) {
    if (function.name != "f" || function.loops.size() != 1) continue;
    LoopSite loop = function.loops[0];
    find_updates(function, loop);
    uint64_t found = 0;
    for (const uint32_t word : loop.updates)
      if (word != 0) found |= uint64_t{1} << update_at(&function.code[word]).target;
    return registers(found);
  }
  return "not one loop";
}

std::string counters_of_body(const std::string& body) {
  return counters("f = g n k -> { i = 0; t = 0; while i < n { " + body + " }; (i, t) }");
}

TEST(LoopSites, ACounterIsUpdatedOnceByWhatDoesNotChange) {
  EXPECT_EQ(counters_of_body("g i; i += 1"), "3");
  EXPECT_EQ(counters_of_body("i += 1; g i"), "3");
  EXPECT_EQ(counters_of_body("g i; i = i - 200"), "3");
  EXPECT_EQ(counters_of_body("g i; i *= 2"), "3");
  EXPECT_EQ(counters_of_body("g i; i += k"), "3");
  EXPECT_EQ(counters_of_body("g i; i += 1; t += 2"), "3 4");
  EXPECT_EQ(counters_of_body("g i; i += 1; t += i"), "3");
  EXPECT_EQ(counters_of_body("g i; i += t; t += 1"), "4");
  EXPECT_EQ(counters_of_body("g i; i = k - i"), "-");
  EXPECT_EQ(counters_of_body("i = g i"), "-");
}

TEST(LoopSites, ACounterIsUpdatedInEachIteration) {
  EXPECT_EQ(counters_of_body("g i; i += 1; i += 1"), "-");
  EXPECT_EQ(counters_of_body("if g i { i += 1 }; t += 1"), "4");
  EXPECT_EQ(counters_of_body("if g i { t += 1; continue }; i += 1"), "-");
  EXPECT_EQ(counters_of_body("i += 1; if g i { continue }; t += 1"), "3");
  EXPECT_EQ(counters_of_body("if g i { break }; i += 1"), "3");
  EXPECT_EQ(counters_of_body("if g i { return t }; i += 1"), "3");
  EXPECT_EQ(counters_of_body("x = try { g i; t += 1 }; i += 1"), "3");
  EXPECT_EQ(counters_of_body("match g i { 1 -> t += 1; _ -> () }; i += 1"), "3");
  EXPECT_EQ(counters("f = g n -> { t = 0; i = 0; while i < n { g i; i += 1; t += try { g i } }; t }"), "3");
}

// The first loop of the function called f, with its sums and bests.
LoopSite first_loop(const std::string& text) {
  const Chunk chunk = compiled(text);
  for (const FunctionCode& function : chunk.functions) {
    if (function.name != "f") continue;
    LoopSite loop = function.loops.at(0);
    find_sums(function, loop);
    return loop;
  }
  throw std::out_of_range("no function f");
}

// The registers to which its body only adds.
std::string sums(const std::string& text) { return registers(first_loop(text).sums); }

TEST(LoopSites, ASumIsOnlyAddedTo) {
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { t += i * i }; t }"), "1");
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { t -= i; t = i + t }; t }"), "1");
  EXPECT_EQ(sums("f = n -> { t = 0; c = 0; for i in 0..n { t += i; if i > 3 { c += 1 } }; t + c }"), "1 2");
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { for k in 0..i { t += k } }; t }"), "1");
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { if i == 9 { return 1 }; t += i }; t }"), "1");
}

// "NUMBERS, APPENDS" of its sums.
std::string kinds_of_sums(const std::string& text) {
  const LoopSite loop = first_loop(text);
  EXPECT_EQ(loop.sums, loop.numbers | loop.appends) << text;
  return registers(loop.numbers) + ", " + registers(loop.appends);
}

TEST(LoopSites, HowTheBodyAddsSaysWhatASumMayBe) {
  EXPECT_EQ(kinds_of_sums("f = n -> { t = 0; for i in 0..n { t += i }; t }"), "1, 1");
  EXPECT_EQ(kinds_of_sums("f = n -> { t = 0; for i in 0..n { t -= i; t += i }; t }"), "1, -");
  EXPECT_EQ(kinds_of_sums("f = n -> { t = 0; for i in 0..n { t = i + t; t += i }; t }"), "1, -");
  EXPECT_EQ(kinds_of_sums("f = n -> { t = []; for i in 0..n { t |>= push i }; t }"), "-, 1");
  EXPECT_EQ(kinds_of_sums("f = n -> { t = []; for i in 0..n { t |>= push i; t += [i] }; t }"), "-, 1");
  EXPECT_EQ(kinds_of_sums("f = n -> { t = []; u = 0; for i in 0..n { t |>= push i; u -= i }; (t, u) }"),
            "2, 1");
}

TEST(LoopSites, WhatIsPushedOntoAndSubtractedFromIsNoSum) {
  EXPECT_EQ(sums("f = n -> { t = []; for i in 0..n { t |>= push i; t -= i }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = []; for i in 0..n { t |>= push t }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = []; for i in 0..n { t |>= push (len t) }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = []; for i in 0..n { t |>= push i; t[0] = i }; t }"), "-");
}

TEST(LoopSites, WhatIsReadOtherwiseIsNoSum) {
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { t = i - t }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = 1; for i in 0..n { t += t }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = 1; for i in 0..n { t *= i }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { if t > 9 { t += i } }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { t += i; if i == 7 { t = 0 } }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { if i == 9 { return t }; t += i }; t }"), "-");
  EXPECT_EQ(sums("f = g n -> { t = 0; for i in 0..n { t += i; g t }; t }"), "-");
  EXPECT_EQ(sums("f = xs -> { t = 0; b = 0; for x in xs { t += x; if t > b { b = t } }; (t, b) }"), "-");
  EXPECT_EQ(sums("f = xs -> { t = 0; b = 0; for x in xs { t += x; if x > b { b = x; t = 0 } }; (t, b) }"),
            "-");
}

// The code after a `break`, or after a caught error, reads the sum although elements are left.
TEST(LoopSites, ALoopThatMayBeLeftHasNoSums) {
  EXPECT_EQ(sums("f = n -> { t = 0; for i in 0..n { t += i; if i == 9 { break } }; t }"), "-");
  EXPECT_EQ(sums("f = n -> { t = 0; e = try { for i in 0..n { t += 1 // (i - 9) }; 1 }; (t, e) }"), "-");
}

// "BEST GROUP" for each of its bests.
std::string bests(const std::string& text) {
  std::string found;
  for (const LoopSite::Best& best : first_loop(text).bests) {
    if (best.group == 0) continue;
    found += (found.empty() ? "" : " | ") + std::to_string(best.reg) + (best.is_left ? " <" : " >") +
             (best.or_equal ? "= " : " ") + registers(best.group);
  }
  return found.empty() ? "-" : found;
}

TEST(LoopSites, WhatIsOnlyReplacedByBetterValuesIsABest) {
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x } }; b }"), "1 < 1");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x < b { b = x } }; b }"), "1 > 1");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if b >= x { b = x } }; b }"), "1 >= 1");
  EXPECT_EQ(
      bests("f = g n -> { b = 0; at = 0; for i in 0..n { x = g i; if x > b { b = x; at = i } }; (b, at) }"),
      "2 < 2 3");
  EXPECT_EQ(bests("f = g n -> { b = 0; at = 0; for i in 0..n { x = g i; if x > b { at = [i, x]; b = x } }; "
                  "(b, at) }"),
            "2 < 2 3");
  EXPECT_EQ(
      bests("f = xs -> { b = 0; c = 9; for x in xs { if x > b { b = x }; if x < c { c = x } }; (b, c) }"),
      "1 < 1 | 2 > 2");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { for y in xs { z = x * y; if z > b { b = z } } }; b }"),
            "1 < 1");
}

// As most programs write it: the value is computed once to compare it, and once to keep it.
TEST(LoopSites, ABestMayBeComputedAgain) {
  EXPECT_EQ(
      bests("f = xs n -> { b = 9; at = 0; for i in 0..n { if xs[i] < b { b = xs[i]; at = i } }; (b, at) }"),
      "2 > 2 3");
  EXPECT_EQ(
      bests("f = xs n -> { b = 9; at = 0; for i in 0..n { if xs[i] < b { at = i; b = xs[i] } }; (b, at) }"),
      "2 > 2 3");
  EXPECT_EQ(bests("f = d u n -> { b = 9; for v in 0..n { if d[u][v] < b { b = d[u][v] } }; b }"), "3 > 3");
  EXPECT_EQ(bests("f = ps -> { b = 0; for p in ps { if p.at.x > b { b = p.at.x } }; b }"), "1 < 1");
  EXPECT_EQ(bests("f = ps -> { b = 0; for p in ps { if p.0[1] > b { b = p.0[1] } }; b }"), "1 < 1");
  EXPECT_EQ(
      bests("f = ws -> { b = 0; at = \"\"; for w in ws { if len w > b { b = len w; at = w } }; (b, at) }"),
      "1 < 1 2");
  EXPECT_EQ(bests("f = a n -> { b = 0; for i in 0..n { if abs (a - i) > b { b = abs (a - i) } }; b }"),
            "2 < 2");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { for y in xs { if x * y > b { b = x * y } } }; b }"),
            "1 < 1");
  EXPECT_EQ(bests("f = n -> { b = 0; for i in 0..n { if i * 1000 % 7 > b { b = i * 1000 % 7 } }; b }"),
            "1 < 1");
}

TEST(LoopSites, WhatIsComputedOtherwiseIsNoBest) {
  const auto bests_of = [](const std::string& compared, const std::string& block) {
    return bests("f = xs ys n -> { b = 9; w = 0; for i in 0..n { if " + compared + " < b { " + block +
                 " } }; (b, w) }");
  };
  EXPECT_EQ(bests_of("xs[i]", "b = xs[i]"), "3 > 3");
  EXPECT_EQ(bests_of("xs[i]", "b = ys[i]"), "-");
  EXPECT_EQ(bests_of("xs[i]", "b = xs[n]"), "-");
  EXPECT_EQ(bests_of("xs[i]", "b = xs[i] + 1"), "-");
  EXPECT_EQ(bests_of("xs[i]", "i = 0; b = xs[i]"), "-");
  EXPECT_EQ(bests_of("xs[i]", "xs[i] = 7; b = xs[i]"), "-");
  EXPECT_EQ(bests_of("xs[i]", "i = xs[i]; b = xs[i]"), "-");
  EXPECT_EQ(bests_of("xs[0]", "b = xs[1]"), "-");
  EXPECT_EQ(bests_of("xs.a", "b = xs.b"), "-");
  EXPECT_EQ(bests_of("xs.0", "b = xs.1"), "-");
  EXPECT_EQ(bests_of("len xs", "b = abs xs"), "-");
  EXPECT_EQ(bests_of("i * 1000", "b = i * 1001"), "-");
  EXPECT_EQ(bests_of("i - n", "b = n - i"), "-");
  EXPECT_EQ(bests_of("(if n > 3 { ys[i] } else { xs[i] })", "b = xs[i]"), "-")
      << "not on all ways to the jump";
  EXPECT_EQ(bests_of("({ i = xs[i]; i })", "b = xs[i]"), "-") << "the index is another one";
}

TEST(LoopSites, WhatIsUsedOtherwiseIsNoBest) {
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x }; b * 2 }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x } else { b = 7 } }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x + 1 } }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; i = 0; for x in xs { y = x; if x > b { b = y } }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; n = 0; for x in xs { if x > b { b = x; n += 1 } }; (b, n) }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; n = 0; for x in xs { if x > b { b = x; n = 0 }; n += 1 }; (b, n) }"),
            "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; c = 0; for x in xs { if x > b { c = b; b = x } }; (b, c) }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x; b = x } }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { x += 1; b = x } }; b }"), "-");
  EXPECT_EQ(
      bests("f = xs -> { b = 0; at = 0; for x in xs { if x > b { b = x; if x > 3 { at = x } } }; (b, at) }"),
      "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x }; if x >= b { b = x } }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; at = 0; for x in xs { if x > b { b = x }; if x > b { b = x; at = x } "
                  "}; (b, at) }"),
            "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; for x in xs { if x > b { b = x }; if x == 9 { break } }; b }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; e = try { for x in xs { if x > b { b = x } }; 1 }; (b, e) }"), "-");
  EXPECT_EQ(bests("f = xs -> { b = 0; c = 0; w = 0; for x in xs { if x > b { b = x; w = x }; if x < c { c = "
                  "x; w = x } }; (b, c, w) }"),
            "-");
}

TEST(LoopSites, TheVerifierChecksRowsOfLoopsWithoutASource) {
  auto fault = [](auto change) {
    Chunk chunk =
        compiled("f = g n -> { t = 0; i = 0; while i < n { if g i { break }; i += 1; t += g i }; t }");
    for (FunctionCode& function : chunk.functions)
      if (function.name == "f") change(function);
    std::string error;
    return verify(chunk, error) ? "" : error.substr(error.rfind(": ") + 2);
  };
  auto replace = [](FunctionCode& f, Op op, Word by) {
    for (size_t at = 0; at < f.code.size(); at += info(op_of(f.code[at])).words())
      if (op_of(f.code[at]) == op) f.code[at] = by;
  };
  EXPECT_EQ(fault([](FunctionCode&) {}), "");
  EXPECT_EQ(fault([](FunctionCode& f) { f.loops[0].carried = 0; }),
            "what a loop carries to its next step has no future");
  EXPECT_EQ(fault([](FunctionCode& f) { f.loops[0].live &= ~(uint64_t{1} << f.loops[0].state); }),
            "a loop forgets its state at its next step");
  EXPECT_EQ(fault([](FunctionCode& f) { f.loops[0].state = 0; }),
            "the body of a loop that may be split reads the loop's state");
  EXPECT_EQ(fault([&](FunctionCode& f) { replace(f, Op::LeaveLoop, encode(Op::Move, 2, 2)); }),
            "a jump leaves a loop that may be split, and does not end it");
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

// The error of a pattern that does not match ends the function, unless a handler is around the raising code.
TEST(LoopSites, AJumpToAnErrorThatNothingCatchesMayLeaveALoop) {
  EXPECT_EQ(rows("f = g xs -> { t = 0; for a, b in xs { t += g a }; t }"), "2 of 0 2 3 4 5");
  EXPECT_NE(rows("f = g q -> { while not empty? q { [x, ..q] = g q }; 0 }"), "");
  EXPECT_NE(rows("f = g q -> { loop { match g q { Some x -> { q = x }, None -> break q } } }"), "");
  FunctionCode function;
  for (const FunctionCode& f : compiled("f = g xs -> { t = 0; for a, b in xs { t += g a }; t }").functions)
    if (f.name == "f") function = f;
  const auto end = static_cast<uint32_t>(function.code.size());
  const uint8_t state = function.loops[0].state;
  function.loops.clear();
  ASSERT_EQ(op_of(function.code[end - 1]), Op::MatchFail);
  ASSERT_EQ(find_loops(function).size(), 1u);
  function.handlers = {{end - 1, end, 0, 0}};
  EXPECT_TRUE(find_loops(function).empty());
  function.handlers.clear();
  function.code[end - 1] = encode(Op::MatchFail, state);
  EXPECT_TRUE(find_loops(function).empty()) << "it reads the loop's state";
  function.code[end - 1] = encode(Op::Return, 0);
  EXPECT_TRUE(find_loops(function).empty()) << "it returns";
}

}  // namespace
}  // namespace aspen
