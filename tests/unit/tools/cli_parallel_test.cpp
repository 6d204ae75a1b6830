// `aspen check --parallel`: what it says about loops and calls.
#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

class Parallel : public Cli {
 protected:
  // What it says about lines that follow `work`, without the file's name.
  void expect_says(const std::string& program, const std::string& says) {
    write("a.asp", "work = n -> { for i in [n] { abs i }; n }\n" + program);
    expect("$ASPEN check --parallel a.asp | grep -v '^a.asp:1:' | cut -d: -f2-", 0, says);
  }
};

TEST_F(Parallel, LoopsOverlapUpToTheFirstNeed) {
  expect_says("f = xs -> { for x in xs { work x } }\n", "2: the loop overlaps\n");
  expect_says("f = xs -> {\n  t = 0\n  for x in xs {\n    y = work x\n    t = t * y\n  }\n  t\n}\n",
              "4: the loop overlaps up to line 6, which uses `t` of the iteration before\n");
  expect_says("f = xs -> {\n  best = 0\n  for x in xs {\n    if work x > best { best = x }\n  }\n  best\n}\n",
              "4: the loop overlaps up to line 5, which uses `best` of the iteration before\n");
  expect_says(
      "f = n -> {\n  s = n\n  for i in 0..n { s = work s }\n  s\n}\n",
      "4: the loop overlaps up to where `work`, called in line 4, uses `s` of the iteration before\n");
  expect_says(
      "f = n -> {\n  s = n\n  for i in 0..n { s = work (s + 1) }\n  s\n}\n",
      "4: the loop is in order: line 4 uses `s` of the iteration before, and no call comes before that\n");
  expect_says(
      "f = s -> {\n  while s < 9 {\n    s = work s\n  }\n  s\n}\n",
      "3: the loop is in order: line 3 uses `s` of the iteration before, and no call comes before that\n");
  expect_says(
      "f = g q -> {\n  while not empty? q {\n    q = g q\n  }\n  q\n}\n",
      "3: the loop is in order: line 3 uses `q` of the iteration before, and no call comes before that\n");
}

// What the next iteration needs has its value before the work begins, so that a split then knows it.
TEST_F(Parallel, WhatIsSettledBeforeTheWorkIsNotNeeded) {
  expect_says("f = n -> {\n  s = n\n  for i in 0..n {\n    s = s * 5 % 97\n    work s\n  }\n  s\n}\n",
              "4: the loop overlaps\n");
  expect_says("f = n -> {\n  s = n\n  while s != 0 {\n    s = s - s % 2 - 1\n    work s\n  }\n  s\n}\n",
              "4: the loop overlaps\n");
  expect_says("f = n -> {\n  s = n\n  for i in 0..n {\n    s = work (s + 1)\n    work s\n  }\n  s\n}\n",
              "4: the loop overlaps\n");
  // Not if it is written behind the work, or again in a loop that the work is in.
  expect_says(
      "f = n -> {\n  s = n\n  for i in 0..n {\n    s = s * 5 % 97\n    work s\n    s += 1\n  }\n  s\n}\n",
      "4: the loop is in order: line 5 uses `s` of the iteration before, and no call comes before that\n");
}

TEST_F(Parallel, CountersAndPatternsPreventNothing) {
  expect_says("f = n -> {\n  i = 0\n  while i < n {\n    work i\n    i += 1\n  }\n  i\n}\n",
              "4: the loop overlaps\n");
  expect_says("f = d -> { for k, v in d { work v } }\n", "2: the loop overlaps\n");
}

// The value of a register that is written before it is read is not that of the iteration before, unless a
// branch leaves the write out.
TEST_F(Parallel, WhatEachIterationSetsIsNotNeeded) {
  expect_says("f = xs -> {\n  y = 0\n  for x in xs {\n    y = work x\n    abs y\n  }\n  y\n}\n",
              "4: the loop overlaps\n");
  expect_says("f = xs -> {\n  y = 0\n  for x in xs {\n    if work x > 1 { y = 2 }\n    abs y\n  }\n  y\n}\n",
              "4: the loop overlaps up to line 6, which uses `y` of the iteration before\n");
  expect_says(
      "f = xs -> {\n  y = 0\n  for x in xs {\n    work x\n    z = y\n    y = x\n    abs z\n  }\n  y\n}\n",
      "4: the loop overlaps up to line 8, which uses `y` of the iteration before\n");
}

TEST_F(Parallel, EffectsKeepTheirOrder) {
  expect_says("f = xs -> {\n  for x in xs {\n    y = work x\n    print y\n  }\n}\n",
              "3: the loop overlaps up to line 5, which prints, in order\n");
  expect_says("f = xs -> {\n  for x in xs {\n    y = work x\n    fs.write \"a\" \"{y}\"\n  }\n}\n",
              "3: the loop overlaps up to line 5, which may write, in order\n");
}

TEST_F(Parallel, AnEffectBeforeAllWorkKeepsALoopInOrder) {
  expect_says("f = xs -> {\n  for x in xs {\n    print x\n    work x\n  }\n}\n",
              "3: the loop is in order: line 4 prints, and no call comes before that\n");
  expect_says("say = n -> { work n; print n }\nf = xs -> {\n  for x in xs {\n    say x\n  }\n}\n",
              "4: the loop overlaps up to line 5, which prints, in order\n");
}

TEST_F(Parallel, SumsOfWorkNeedNoInts) {
  expect_says(
      "f = xs -> {\n  t = 0\n  for x in xs {\n    t += work x\n  }\n  t\n}\n",
      "4: the loop overlaps up to line 5, which uses `t` of the iteration before; all of it, if it only "
      "adds numbers or texts to `t`\n");
}

TEST_F(Parallel, ShortLoopsOnlyAddOrAreInOrder) {
  expect_says("f = xs -> { t = 0; n = 0; for x in xs { t += x; n += 1 }; (t, n) }\n",
              "2: the loop overlaps, if it only adds numbers or texts to `t` and `n`\n");
  expect_says("f = xs -> { b = 0; for x in xs { if x > b { b = x } }; b }\n",
              "2: the loop overlaps, if it only replaces `b` by better numbers\n");
  expect_says(
      "f = xs -> { b = 0; n = 0; for x in xs { if x > b { b = x }; n += 1 }; (b, n) }\n",
      "2: the loop overlaps, if it only adds numbers or texts to `n` and replaces `b` by better numbers\n");
  expect_says("f = n -> { out = []; t = 0; for i in 0..n { out |>= push i; t += i }; (out, t) }\n",
              "2: the loop overlaps, if it only adds numbers or texts to `t` and pushes onto `out`\n");
  expect_says("f = n -> loop {\n  n += 1\n  if n < 5 { continue }\n  break n\n}\n",
              "2: the loop is in order: its iterations are short\n");
  expect_says("f = xs -> { t = 1; for x in xs { t *= x }; t }\n",
              "2: the loop is in order: its iterations are short\n");
}

// What such an inner loop goes through may come from outside, but that is seen when it runs.
TEST_F(Parallel, LoopsOverRowsOnlyAdd) {
  expect_says("f = d -> {\n  t = 0\n  for row in d {\n    for v in row { t += v }\n  }\n  t\n}\n",
              "4: the loop overlaps, if it only adds numbers or texts to `t`\n"
              "5: the loop overlaps, if it only adds numbers or texts to `t`\n");
  expect_says("f = xs -> {\n  t = 0\n  for x in xs {\n    t += x * x\n    work x\n  }\n  t\n}\n",
              "4: the loop overlaps, if it only adds numbers or texts to `t`\n");
  expect_says(
      "f = xs -> {\n  t = 1\n  for x in xs {\n    t *= x * x\n    work x\n    t *= 2\n  }\n  t\n}\n",
      "4: the loop is in order: line 5 uses `t` of the iteration before, and no call comes before that\n");
}

TEST_F(Parallel, FunctionsOfTheLibraryMayTakeLong) {
  expect_says(
      "f = xs -> {\n  t = 1\n  for x in xs {\n    y = hash.sha256 x\n    t = t * len y\n  }\n  t\n}\n",
      "4: the loop overlaps up to line 6, which uses `t` of the iteration before\n");
  expect_says("f = xs -> { t = 0; for x in xs { t += len x }; t }\n",
              "2: the loop overlaps, if it only adds numbers or texts to `t`\n");
  expect_says(
      "f = xs -> {\n  t = \"\"\n  for x in xs {\n    t = hash.sha256 (t + x)\n  }\n  t\n}\n",
      "4: the loop is in order: line 5 uses `t` of the iteration before, and no call comes before that\n");
}

TEST_F(Parallel, WhatOnlySomeIterationsNeedKeepsThemInOrder) {
  expect_says(
      "f = xs -> {\n  t = 1\n  for x in xs {\n    if x > 3 {\n      t *= 2\n      continue\n    }\n"
      "    if work x > 9 { t = 3 }\n  }\n  t\n}\n",
      "4: the loop overlaps, but for iterations that come to line 6, which uses `t` of the iteration "
      "before\n");
}

TEST_F(Parallel, ALoopInALoopIsNoBranch) {
  expect_says(
      "f = n -> {\n  t = [1]\n  i = 0\n  while i * i < n {\n    if t[i] > 0 { t[i] = abs i }\n    i += 1\n  "
      "}\n  t\n}\n",
      "5: the loop is in order: line 6 uses `t` of the iteration before, and no call comes before that\n");
  for (const char* inner : {"for j in 0..x { t *= j }", "j = 0; while j < x { t *= j; j += 1 }"}) {
    expect_says(
        std::string("f = xs -> {\n  t = 1\n  for x in xs {\n    ") + inner + "\n  }\n  t\n}\n",
        "4: the loop is in order: line 5 uses `t` of the iteration before, and no call comes before that\n"
        "5: the loop is in order: its iterations are short\n");
  }
}

TEST_F(Parallel, FunctionsThatUseEachOtherKeepALoopInOrder) {
  expect_says(
      "f = xs -> {\n  for x in xs {\n    even = n -> if n == 0 { x } else { odd (n - 1) }\n"
      "    odd = n -> if n == 0 { -x } else { even (n - 1) }\n    even x\n  }\n}\n",
      "3: the loop is in order: it makes functions that use each other\n");
}

TEST_F(Parallel, Calls) {
  expect_says("fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }\n",
              "2: `fib (n - 1)` overlaps with the code after it\n");
  expect_says("say = n -> { print n; n }\nf = n -> say n + say (n + 1)\n",
              "3: `say n` is in order: it prints, waits, writes or reads a clock, or may do so\n");
  expect_says("f = xs -> xs |> map (x -> x + 1)\n",
              "2: `map (x -> x + 1)` divides the elements among the cores\n");
  expect_says("f = xs -> each (x -> print x) xs\n",
              "2: `each (x -> print x) xs` is in order: its function prints, waits, writes or reads a clock, "
              "or may do so\n");
}

TEST_F(Parallel, FilesWithoutAnythingToSayAndWithMistakes) {
  write("a.asp", "print 1\n");
  expect("$ASPEN check --parallel a.asp", 0,
         "a.asp: nothing overlaps: there is no loop, and no call with work after it\n");
  expect("$ASPEN check a.asp", 0, "");
  write("b.asp", "for x in {\n");
  expect("$ASPEN check --parallel b.asp 2>/dev/null", 2, "");
  write("c.asp", "use \"./d\"\nfor x in [1] { print d.y }\n");
  write("d.asp", "y = 1\nfor x in [1] { print x }\n");
  expect("$ASPEN check --parallel c.asp", 0, "c.asp:2: the loop is in order: its iterations are short\n");
}

}  // namespace
}  // namespace aspen
