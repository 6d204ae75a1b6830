// Source text to tree: precedence, blocks and records, patterns, statements.
#include "frontend/syntax/parse.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/frontend/frontend_testing.h"

namespace aspen {
namespace {

TEST(Parser, BindsOperatorsLoosestFirst) {
  expect_trees({
      {"a or b and not c == d", "(or a (and b (not (== c d))))"},
      {"a == b |> f", "(== a (|> b f))"},
      {"xs |> filter f |> len == 9", "(== (|> (|> xs filter f) len) 9)"},
      {"0..10 |> map f", "(|> (.. 0 10) map f)"},
      {"0..n + 1", "(.. 0 (+ n 1))"},
      {"a..=b - 1", "(..= a (- b 1))"},
      {"1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)"},
      {"a // b % c / d", "(/ (% (// a b) c) d)"},
      {"-a ** 2", "(neg (** a 2))"},
      {"2 ** -1", "(** 2 (neg 1))"},
      {"2 ** -x ** 3", "(** 2 (neg (** x 3)))"},
      {"2 ** 3 ** 4", "(** 2 (** 3 4))"},
      {"f x ** 2", "(** (call f x) 2)"},
      {"-f x", "(neg (call f x))"},
      {"-a * b", "(* (neg a) b)"},
      {"f a.b t.0 xs[i]", "(call f (. a b) (. t 0) ([] xs i))"},
      {"f (g x) y", "(call f (call g x) y)"},
      {"(f x) y", "(call (call f x) y)"},
      {"not a and b", "(and (not a) b)"},
      {"t.0.1", "(. (. t 0) 1)"},
      {"a.b.c d", "(call (. (. a b) c) d)"},
  });
}

TEST(Parser, ReadsLevelOneForms) {
  expect_trees({
      {"x y -> x + y", "(fn (x y) (+ x y))"},
      {"x -> y -> x", "(fn (x) (fn (y) x))"},
      {"() -> 3", "(fn (()) 3)"},
      {"try f x", "(try (call f x))"},
      {"return", "(return)"},
      {"return a + b", "(return (+ a b))"},
      {"break (1, 2)", "(break (tuple 1 2))"},
      {"continue", "(continue)"},
      {"spawn f x", "(spawn (call f x))"},
      {"yield x", "(yield x)"},
      {"map (x -> x + 1) xs", "(call map (fn (x) (+ x 1)) xs)"},
      {"return -1", "(return (neg 1))"},
      {"return - 1", "(return (neg 1))"},
  });
}

TEST(Parser, TellsMinusFromMinus) {
  expect_trees({
      {"f -1", "(call f (neg 1))"},
      {"a - b", "(- a b)"},
      {"a-b", "(- a b)"},
      {"a -b", "(call a (neg b))"},
      {"a- b", "(- a b)"},
      {"(-1)", "(neg 1)"},
      {"[-1, -x]", "(list (neg 1) (neg x))"},
      {"2*-1", "(* 2 (neg 1))"},
      {"x = -1", "(= x (neg 1))"},
      {"x = - 1", "(= x (neg 1))"},
      {"f -1 -2", "(call f (neg 1) (neg 2))"},
      {"f -x.y", "(call f (neg (. x y)))"},
      {"f (-x)", "(call f (neg x))"},
      {"- -1", "(neg (neg 1))"},
      {"a - -b", "(- a (neg b))"},
      {"a--b", "(- a (neg b))"},
      {"x is -1", "(is x (neg 1))"},
      {"1..-1", "(.. 1 (neg 1))"},
      {"true - 1", "(- true 1)"},
      {"xs[-1]", "([] xs (neg 1))"},
  });
}

TEST(Parser, TellsIndexFromArgument) {
  expect_trees({
      {"xs[0]", "([] xs 0)"},
      {"f [0]", "(call f (list 0))"},
      {"xs[0][1].y", "(. ([] ([] xs 0) 1) y)"},
      {"(f x)[0]", "([] (call f x) 0)"},
      {"\"abc\"[1]", "([] \"abc\" 1)"},
      {"f xs[0] [1]", "(call f ([] xs 0) (list 1))"},
      {"xs[a..b]", "(slice xs a b)"},
      {"xs[a..]", "(slice xs a _)"},
      {"xs[..b]", "(slice xs _ b)"},
      {"xs[..]", "(slice xs _ _)"},
      {"xs[a..=b]", "(slice= xs a b)"},
      {"xs[(a..b)]", "([] xs (.. a b))"},
      {"xs[a + 1..-1]", "(slice xs (+ a 1) (neg 1))"},
      {"{ [1] }[0]", "([] (block (list 1)) 0)"},
  });
}

TEST(Parser, BuildsStructures) {
  expect_trees({
      {"()", "()"},
      {"(1)", "1"},
      {"(1,)", "(tuple 1)"},
      {"(1, 2,)", "(tuple 1 2)"},
      {"[]", "(list)"},
      {"[1, ..xs, 2, ..ys]", "(list 1 (.. xs) 2 (.. ys))"},
      {"[..f x]", "(list (.. (call f x)))"},
      {"[x -> x, y]", "(list (fn (x) x) y)"},
      {"[:]", "(dict)"},
      {"[\"a\": 1, k: x -> x]", "(dict (: \"a\" 1) (: k (fn (x) x)))"},
      {"[(1, 2): 3]", "(dict (: (tuple 1 2) 3))"},
      {"{:}", "(record)"},
      {"r = {:}", "(= r (record))"},
      {"r = { a: 1, b, ..c }", "(= r (record (a 1) (b b) (.. c)))"},
      {"r = { ..r, age: 4 }", "(= r (record (.. r) (age 4)))"},
      {"r = { x, }", "(= r (record (x x)))"},
      {"r = { x }", "(= r (block x))"},
      {"r = { if: 1, match: 2, Foo: 3, ok?: 4 }", "(= r (record (if 1) (match 2) (Foo 3) (ok? 4)))"},
      {"task.yield", "(. task yield)"},
      {"r = { f: x -> x }", "(= r (record (f (fn f (x) x))))"},
      {"r = {\n  a: 1,\n  b: 2,\n}", "(= r (record (a 1) (b 2)))"},
      {"x -> { a: x }", "(fn (x) (record (a x)))"},
      {"Some", "Some"},
      {"Some 5", "(call Some 5)"},
      {"Some (Ok 5)", "(call Some (call Ok 5))"},
      {"Point (1, 2)", "(call Point (tuple 1 2))"},
  });
}

TEST(Parser, TellsBlockFromRecord) {
  expect_trees({
      {"b = { a, b = b, a }", "(= b (block (= (tuple a b) (tuple b a))))"},
      {"b = { x: Int = 5 }", "(= b (block (= (: x Int) 5)))"},
      {"b = { x = 1; x }", "(= b (block (= x 1) x))"},
      {"{ a, b } = r", "(= (record (a a) (b b)) r)"},
      {"{ x } = r", "(= (record (x x)) r)"},
      {"{ name: n } = r", "(= (record (name n)) r)"},
      {"b = { f x }", "(= b (block (call f x)))"},
      {"b = { }", "(= b (block))"},
      {"b = { a: 1, f: x -> { y = x } }", "(= b (record (a 1) (f (fn f (x) (block (= y x))))))"},
      {"b = { a, b[0] = 1, 2 }", "(= b (block (= (tuple a (path b ([] 0))) (tuple 1 2))))"},
      {"if c { { a: 1 } }", "(if c (block (record (a 1))))"},
      {"if ({ a: 1 }).a { 2 }", "(if (. (record (a 1)) a) (block 2))"},
      {"f { x }", "(call f (block x))"},
      {"f { x, y }", "(call f (record (x x) (y y)))"},
  });
}

TEST(Parser, ReadsControl) {
  expect_trees({
      {"if a { b }", "(if a (block b))"},
      {"if a { b } else { c }", "(if a (block b) (block c))"},
      {"if a { b } else if d { e } else { f }", "(if a (block b) (if d (block e) (block f)))"},
      {"if a {\n  b\n}\nelse {\n  c\n}", "(if a (block b) (block c))"},
      {"x = if a { 1 } else { 2 }", "(= x (if a (block 1) (block 2)))"},
      {"while x < 3 { x += 1 }", "(while (< x 3) (block (+= (path x) 1)))"},
      {"loop { break 3 }", "(loop (block (break 3)))"},
      {"for x in xs { f x }", "(for x xs (block (call f x)))"},
      {"for a, b in xs { a }", "(for (tuple a b) xs (block a))"},
      {"for (a, [b, ..c]) in xs { }", "(for (tuple a (list b (.. c))) xs (block))"},
      {"for { name } in xs { name }", "(for (record (name name)) xs (block name))"},
      {"fiber { yield 1 }", "(fiber (block (yield 1)))"},
      {"match try f x { Ok v -> v, Err _ -> 0 }", "(match (try (call f x)) (arm (Ok v) v) (arm (Err _) 0))"},
      {"match x {\n  1 -> a\n  n | n > 3 -> b\n  n: Int -> c\n  _ -> d\n}",
       "(match x (arm 1 a) (arm n (guard (> n 3)) b) (arm (: n Int) c) (arm _ d))"},
      {"match x { 1 -> y = 2, _ -> xs[0] += 1 }",
       "(match x (arm 1 (= y 2)) (arm _ (+= (path xs ([] 0)) 1)))"},
      {"match x { _ -> xs |>= push 1 }", "(match x (arm _ (|>= (path xs) push 1)))"},
      {"match x { }", "(match x)"},
      {"if x is Some y and y > 3 { y }", "(if (and (is x (Some y)) (> y 3)) (block y))"},
      {"(if a { b } else { c }) + 1", "(+ (if a (block b) (block c)) 1)"},
      {"f (match x { _ -> 1 })", "(call f (match x (arm _ 1)))"},
  });
}

TEST(Parser, ReadsStatements) {
  expect_trees({
      {"xs[2] = 7", "(= (path xs ([] 2)) 7)"},
      {"r.pos.x += 1", "(+= (path r .pos .x) 1)"},
      {"x -= 1; x *= 2; x /= 3; x //= 4; x %= 5; x **= 6",
       "(-= (path x) 1)\n(*= (path x) 2)\n(/= (path x) 3)\n(//= (path x) 4)\n(%= (path x) 5)\n(**= (path x) "
       "6)"},
      {"a[i], a[j] = a[j], a[i]", "(= (tuple (path a ([] i)) (path a ([] j))) (tuple ([] a j) ([] a i)))"},
      {"x, m.stack = pop m.stack", "(= (tuple x (path m .stack)) (call pop (. m stack)))"},
      {"scores[name] |>= push 5", "(|>= (path scores ([] name)) push 5)"},
      {"x |>= f", "(|>= (path x) f)"},
      {"t.0 = 1", "(= (path t .0) 1)"},
      {"[..rest, x] = xs", "(= (list (.. rest) x) xs)"},
      {"(a, b) = t", "(= (tuple a b) t)"},
      {"f, g = x -> x, y -> y", "(= (tuple f g) (tuple (fn (x) x) (fn (y) y)))"},
      {"f = x -> x", "(= f (fn f (x) x))"},
      {"use \"./geometry\"", "(use \"./geometry\" geometry)"},
      {"use \"../a/b.asp\"", "(use \"../a/b.asp\" b)"},
      {"use \"./two-words\" as w", "(use \"./two-words\" w)"},
      {"syntax a 'swap b { tmp = a; a = b; b = tmp }",
       "(syntax a 'swap b (block (= tmp a) (= a b) (= b tmp)))"},
      {"syntax 'all ..xs { xs }", "(syntax 'all ..xs (block xs))"},
  });
}

TEST(Parser, MakesPatterns) {
  expect_trees({
      {"Some x -> x", "(fn ((Some x)) x)"},
      {"Some a b -> a", "(fn ((Some a) b) a)"},
      {"(None) x -> x", "(fn (None x) x)"},
      {"(x: Int) (a or b) -> 1", "E0307@1:11"},
      {"(x: Int) (1 or 2) -> 1", "(fn ((: x Int) (or 1 2)) 1)"},
      {"_ [x, ..] -> x", "(fn (_ (list x (.. _))) x)"},
      {"[first, ..mid, last] -> mid", "(fn ((list first (.. mid) last)) mid)"},
      {"[.._] -> 1", "(fn ((list (.. _))) 1)"},
      {"{ name, age: p } -> p", "(fn ((record (name name) (age p))) p)"},
      {"{ x } -> x", "(fn ((record (x x))) x)"},
      {"[\"k\": p, -1: q] -> p", "(fn ((dict (: \"k\" p) (: (neg 1) q))) p)"},
      {"-1 x -> x", "E0301@1:1"},
      {"(-1) x -> x", "(fn ((neg 1) x) x)"},
      {"f -1 -> x", "(fn (f (neg 1)) x)"},
      {"x is Some _", "(is x (Some _))"},
      {"x is (_: Int)", "(is x (: _ Int))"},
      {"x is 1 or y", "(or (is x 1) y)"},
      {"match x { Some y or Ok y -> y }", "(match x (arm (or (Some y) (Ok y)) y))"},
      {"match x { (Some (y: Int), [a]) -> y }", "(match x (arm (tuple (Some (: y Int)) (list a)) y))"},
      {"match x { b\"a\" -> 1, true -> 2, 1.5 -> 3, () -> 4 }",
       "(match x (arm b\"a\" 1) (arm true 2) (arm 1.5 3) (arm () 4))"},
      {"match x { {:} -> 1, [:] -> 2 }", "(match x (arm (record) 1) (arm (dict) 2))"},
  });
}

TEST(Parser, RefusesWhatIsNoPattern) {
  EXPECT_EQ(errors("f x = 3"), "E0301@1:1");
  EXPECT_EQ(errors("[a, ..b, ..c] = x"), "E0308@1:12");
  EXPECT_EQ(errors("[a, ..b.c] = x"), "E0301@1:7");
  EXPECT_EQ(errors("(x: Foo) -> 1"), "E0303@1:5");
  EXPECT_EQ(errors("a a -> 1"), "E0302@1:3");
  EXPECT_EQ(errors("{ a: x, b: x } = r"), "E0302@1:12");
  EXPECT_EQ(errors("x None -> 1"), "E0304@1:3");
  EXPECT_EQ(errors("1 or 2 -> 1"), "E0305@1:1");
  EXPECT_EQ(errors("x: Int -> 1"), "E0305@1:8");
  EXPECT_EQ(errors("f x += 1"), "E0306@1:1");
  EXPECT_EQ(errors("xs[1..2] = 1"), "E0306@1:1");
  EXPECT_EQ(errors("\"a{x}\" -> 1"), "E0301@1:1");
  EXPECT_EQ(errors("[f: x] = d"), "E0301@1:2");
  EXPECT_EQ(errors("match x { Some a b -> 1 }"), "E0207@1:11");
}

TEST(Parser, RefusesPatternsAsValues) {
  EXPECT_EQ(errors("x = _"), "E0208@1:5");
  EXPECT_EQ(errors("f (x: Int)"), "E0208@1:4");
  EXPECT_EQ(errors("x = Some 1 2"), "E0207@1:5");
  EXPECT_EQ(errors("x |> Point 1"), "E0207@1:6");
  EXPECT_EQ(errors("(_ -> _)"), "E0208@1:7");
  EXPECT_EQ(errors("x = [1, ..]"), "E0208@1:9");
}

TEST(Parser, EndsStatementsAtLineEnds) {
  expect_trees({
      {"a\nb", "a\nb"},
      {"a\n\n# c\n\nb\n", "a\nb"},
      {"a;b;;\n;c", "a\nb\nc"},
      {"a +\n  b", "(+ a b)"},
      {"a\n  + b", "(+ a b)"},
      {"a\n# comment\n  |> f", "(|> a f)"},
      {"a\n- b", "(- a b)"},
      {"a\n-b", "a\n(neg b)"},
      {"a\n[b]", "a\n(list b)"},
      {"a\n(b)", "a\nb"},
      {"a\nnot b", "a\n(not b)"},
      {"a\nor b\nand c", "(or a (and b c))"},
      {"a\nis Some b", "(is a (Some b))"},
      {"(a\nb\n-c)", "(call a b (neg c))"},
      {"[a\n, b]", "(list a b)"},
      {"f = x ->\n  x", "(= f (fn f (x) x))"},
      {"x =\n  1", "(= x 1)"},
      {"f (\n  { a\n b }\n)", "(call f (block a b))"},
      {"match x {\n  a\n  | b -> c\n}", "(match x (arm a (guard b) c))"},
      {"a #[[ b\n c ]] d", "(call a d)"},
      {"return\nx", "(return)\nx"},
  });
}

TEST(Parser, LimitsDepth) {
  std::string open(100'000, '[');
  EXPECT_EQ(errors(open), "E0601@1:1001");
  EXPECT_EQ(errors(std::string(100'000, '(') + "1" + std::string(100'000, ')')), "E0601@1:1001");
  std::string prefix = "x = ";
  for (int i = 0; i < 100'000; ++i) prefix += "not ";
  EXPECT_EQ(errors(prefix + "y").substr(0, 5), "E0601");
  std::string sum = "x = 1";
  for (int i = 0; i < 100'000; ++i) sum += " + 1";
  EXPECT_EQ(errors(sum), "");  // a long chain is flat
  std::string chain = "if a { }";
  for (int i = 0; i < 100'000; ++i) chain += " else if a { }";
  EXPECT_EQ(errors(chain), "");  // likewise
  EXPECT_EQ(errors(chain + " else { }"), "");
  std::string nested = std::string(900, '[') + std::string(900, ']');
  EXPECT_EQ(errors(nested), "");
}

TEST(Parser, NotesWhatLooksLikeOtherLanguages) {
  Parsed parsed("f(x, y)\nf (x, y)\na -b\na - b");
  ASSERT_TRUE(parsed.result.ok);
  auto statements = parsed.result.program->statements;
  EXPECT_TRUE(as<CallExpr>(statements[0])->looks_like_tuple_call);
  EXPECT_FALSE(as<CallExpr>(statements[1])->looks_like_tuple_call);
  EXPECT_TRUE(as<CallExpr>(statements[2])->looks_like_subtraction);
}

TEST(Parser, SaysWhenTextIsIncomplete) {
  for (const char* text :
       {"f (", "{", "x = [1,", "\"\"\"abc", "#[[ a", "x = 1 +", "f = x ->", "\"a{", "x = {\n  a = 1\n"}) {
    EXPECT_TRUE(Parsed(text).result.incomplete) << text;
  }
  for (const char* text : {"x", "x = )", "\"abc", "print x, y", "f ( ]", "if x", "", "@ ("}) {
    EXPECT_FALSE(Parsed(text).result.incomplete) << text;
  }
}

TEST(Parser, RecoversAtTheNextStatement) {
  EXPECT_EQ(errors("x = )\ny = 2\nz = * 3\nw = 4"), "E0117@1:5 E0201@3:5");
  EXPECT_EQ(errors("f = x -> {\n  y = = 1\n  z = 2 2 =\n}\n) 5"), "E0205@2:7 E0205@3:11 E0117@5:1");
  EXPECT_EQ(errors("match x {\n  1 2\n  3 -> * 4\n  5 -> 6\n}"), "E0212@2:3 E0201@3:8");
  EXPECT_EQ(errors("r = {\n  a: 1\n  b: 2\n  c: 3\n}\nx = = 1"), "E0201@2:7 E0205@6:5");
  EXPECT_EQ(errors("x = (1 + ]\ny = 2"), "E0118@1:10");
  EXPECT_EQ(errors("match x {\n  1 -> 2\n  [3 4 =, 5] -> 6\n  7 -> = 8\n}"), "E0205@3:8 E0205@4:8");
  EXPECT_EQ(errors("for (i = 0; i < 3; i++) { }"), "E0201@1:11 E0115@1:21");
}

TEST(Parser, BoundsTheNumberOfErrors) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "x = = 1\n";
  Parsed parsed(text);
  EXPECT_EQ(parsed.diagnostics.errors().size(), Diagnostics::kMaxErrors);
}

}  // namespace
}  // namespace aspen
