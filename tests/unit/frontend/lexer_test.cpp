// From characters to tokens: numbers, strings, comments, and errors in them.
#include <gtest/gtest.h>

#include <string>

#include "frontend/syntax/lexer.h"
#include "tests/unit/frontend/frontend_testing.h"

namespace aspen {
namespace {

TEST(Lexer, ReadsNumbers) {
  expect_trees({
      {"42", "42"},
      {"1_000_000", "1000000"},
      {"0xff", "255"},
      {"0xFF_ff", "65535"},
      {"0o17", "15"},
      {"0b1010", "10"},
      {"1.5", "1.5"},
      {"6.02e23", "6.02e+23"},
      {"1e5", "1e+05"},
      {"2.5e-3", "0.0025"},
      {"1_0.2_5", "10.25"},
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", "big10:9223372036854775808"},
      {"0x1_0000_0000_0000_0000", "big16:10000000000000000"},
      {"1..3", "(.. 1 3)"},
      {"t.0.1", "(. (. t 0) 1)"},
      {"1e-400", "0.0"},
      {"0.1", "0.1"},
  });
}

TEST(Lexer, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"1__0", "12abc", "1_", "0x", "0xg", "0b12", "1e", "1e+5x", "1.5x", "t.0x", "1.foo", "f .5"}) {
    EXPECT_EQ(errors(text).substr(0, 5), "E0112") << text;
  }
  EXPECT_EQ(errors("x = 1."), "E0104@1:6");
  EXPECT_EQ(errors("1e400"), "E0113@1:1");
}

TEST(Lexer, ReadsNamesAndLabels) {
  expect_trees({
      {"empty? xs", "(call empty? xs)"},
      {"iffy", "iffy"},
      {"is?", "is?"},
      {"_x", "_x"},
      {"x1_y", "x1_y"},
      {"Some1", "Some1"},
      {"x.done?", "(. x done?)"},
      {"x.Foo", "(. x Foo)"},
      {"x.match.if", "(. (. x match) if)"},
  });
}

TEST(Lexer, SkipsComments) {
  expect_trees({
      {"#!/usr/bin/env aspen\nx", "x"},
      {"x # y", "x"},
      {"x #", "x"},
      {"x #[ y", "x"},
      {"#[[ a #[[ b ]] c ]] x", "x"},
      {"x #[[ ] ]] y", "(call x y)"},
      {"#[[]]x", "x"},
      {"\xEF\xBB\xBFx", "x"},
      {"a\r\nb", "a\nb"},
  });
  EXPECT_EQ(errors("x\n  #[[ a #[[ b ]]"), "E0105@2:3");
}

TEST(Lexer, DecodesEscapes) {
  expect_trees({
      {R"("\n\t\"\\\{\}")", R"("\n\x09\"\\{}")"},
      {R"("\r\0\e")", R"("\x0d\x00\x1b")"},
      {R"("\x41\u{e9}\u{1F600}")", "\"Aé😀\""},
      {R"(b"a\xff\n")", R"(b"a\xff\n")"},
      {R"(r"a\n{x}")", R"("a\\n{x}")"},
      {R"(b"{x}")", R"(b"{x}")"},
      {R"("a } b")", R"("a } b")"},
      {R"("é")", "\"é\""},
      {R"("\xe9")", "\"é\""},
  });
  EXPECT_EQ(errors(R"("a\qb")"), "E0109@1:3");
  EXPECT_EQ(errors(R"("\x4")"), "E0109@1:2");
  EXPECT_EQ(errors(R"("\u41")"), "E0109@1:2");
  EXPECT_EQ(errors(R"("\u{110000}")"), "E0110@1:2");
  EXPECT_EQ(errors(R"("\u{d800}")"), "E0110@1:2");
  EXPECT_EQ(errors(R"("\u{}")"), "E0109@1:2");
  EXPECT_EQ(errors(R"("\q" + "\w")"), "E0109@1:2 E0109@1:9");
}

TEST(Lexer, ReadsInterpolation) {
  expect_trees({
      {R"("a{x}b")", R"((text "a" x "b"))"},
      {R"("{x}")", "(text x)"},
      {R"("{x}{y}")", "(text x y)"},
      {R"("{f "q{1}"}")", R"((text (call f (text "q" 1))))"},
      {R"("{["a": 1]["a"]}")", R"((text ([] (dict (: "a" 1)) "a")))"},
      {R"("{ {a: 1}.a }")", "(text (. (record (a 1)) a))"},
      {"\"{a +\n b}\"", "(text (+ a b))"},
      {"\"{a\n b}\"", "(text (call a b))"},
      {"\"{if a { b\n c } else { d }}\"", "(text (if a (block b c) (block d)))"},
      {R"("{x -> x}")", "(text (fn (x) x))"},
      {R"("{"{"{1}"}"}")", "(text (text (text 1)))"},
      {R"("{(x: Int) -> x}")", "(text (fn ((: x Int)) x))"},
  });
  EXPECT_EQ(errors(R"("a{}b")"), "E0108@1:3");
  EXPECT_EQ(errors(R"("{ }")"), "E0108@1:2");
  EXPECT_EQ(errors(R"("{:>8}")"), "E0108@1:2");
}

TEST(Lexer, ReadsFormats) {
  expect_trees({
      {R"("{x:>8.2}")", R"((text (as x (format ">8.2"))))"},
      {R"("{x:*^+012,.3f}")", R"((text (as x (format "*^+012,.3f"))))"},
      {R"("{x:é<4}")", R"((text (as x (format "é<4"))))"},
      {R"("{x: }")", R"((text (as x (format " "))))"},
      {R"("{x:=+8}")", R"((text (as x (format "=+8"))))"},
      {R"("{r.x:#x}!")", R"((text (as (. r x) (format "#x")) "!"))"},
      {R"("{x:_}")", R"((text (as x (format "_"))))"},
  });
  EXPECT_EQ(errors(R"("{x:q}")"), "E0111@1:5");
  EXPECT_EQ(errors(R"("{x:}")"), "E0111@1:5");
  EXPECT_EQ(errors(R"("{x:.}")"), "E0111@1:5");
  EXPECT_EQ(errors(R"("{x:99999999999}")"), "E0111@1:5");
}

TEST(Lexer, StripsIndentation) {
  expect_trees({
      {"\"\"\"\n  a\n    b\n  \"\"\"", R"("a\n  b")"},
      {"\"\"\"\n    a\n  \"\"\"", R"("  a")"},
      {"\"\"\"\n  a\n\n  b\"\"\"", R"("a\n\nb")"},
      {"\"\"\"a\n  b\"\"\"", R"("a\nb")"},
      {"\"\"\"abc\"\"\"", R"("abc")"},
      {"\"\"\"\"\"\"", R"("")"},
      {"\"\"\"\n\"\"\"", R"("")"},
      {"\"\"\"\n\n\"\"\"", R"("")"},
      {"\"\"\"\n  {x}\n  y {z}\n  \"\"\"", R"((text x "\ny " z))"},
      {"\"\"\"\n  a\\n b\n  \"\"\"", R"("a\n b")"},
      {"\"\"\"\n  say \"hi\" {x}\"\"\"", R"((text "say \"hi\" " x))"},
      {"\"\"\"\r\n  a\r\n  b\r\n  \"\"\"", R"("a\nb")"},
      {"r\"\"\"\n  a\\n{\n  \"\"\"", R"("a\\n{")"},
      {"\"\"\"\n\ta\n\t b\n\t\"\"\"", R"("a\n b")"},
      {"\"\"\"\n  a\n  {\n x}\"\"\"", R"((text "a\n" x))"},
  });
}

TEST(Lexer, ReportsOpenStrings) {
  EXPECT_EQ(errors("x = \"abc\ny = 1"), "E0106@1:5");
  EXPECT_EQ(errors("x = \"\"\"abc\ny = 1"), "E0106@1:5");
  EXPECT_EQ(errors("x = \"a{b\ny = 1"), "E0107@1:7");
  EXPECT_EQ(errors("print \"total: {x\"\ny = * 2"), "E0107@1:15 E0201@2:5");
  EXPECT_EQ(errors("print \"total: {f (x\"\ny = * 2"), "E0107@1:15 E0201@2:5");
  EXPECT_EQ(errors("print (f [\"total: {x\"])\ny = * 2"), "E0107@1:19 E0201@2:5");
  EXPECT_EQ(errors("f = x -> { print \"total: {x\" }\ny = * 2"), "E0107@1:26 E0201@2:5");
  EXPECT_EQ(errors("x = \"a{(b}c\"\ny"), "E0116@1:8");
  EXPECT_EQ(errors("x = \"a{b)}c\"\ny"), "E0117@1:9");
}

TEST(Lexer, BalancesBrackets) {
  EXPECT_EQ(errors("f (\n1"), "E0116@1:3");
  EXPECT_EQ(errors("f = {\n  (1\n}\nx = * 1"), "E0116@2:3 E0201@4:5");
  EXPECT_EQ(errors("x = 1 }"), "E0117@1:7");
  EXPECT_EQ(errors("x = [1, (2]\ny"), "E0116@1:9");
  EXPECT_EQ(errors("x = (1]"), "E0118@1:7");
  // Indentation tells which one it is.
  EXPECT_EQ(errors("f = {\n  g = {\n}\n"), "E0116@2:7");
  EXPECT_EQ(errors("f = {\n  g = {\n  }\n"), "E0116@1:5");
  EXPECT_EQ(errors("f = {\n  g = {\n    1\n}\nh = {\n  2\n}\n"), "E0116@2:7");
  EXPECT_EQ(errors("f = {\n  g = { 1\n}\n}\nh = {\n  2\n"), "E0116@5:5");
}

TEST(Lexer, RefusesOtherBytes) {
  EXPECT_EQ(errors("x = \"a\xff\""), "E0101@1:7");
  EXPECT_EQ(errors("x\xc3"), "E0101@1:2");
  EXPECT_EQ(errors(std::string("x = \0 1", 7)), "E0103@1:5");
  EXPECT_EQ(errors("naïve = 1"), "E0104@1:3");
  EXPECT_EQ(errors("a @ b\nc $ d"), "E0104@1:3 E0104@2:3");
  EXPECT_EQ(errors("x = “a”"), "E0104@1:5");
  EXPECT_EQ(errors(std::string("\"a\0b\"", 5)), "E0103@1:3");
}

TEST(Lexer, TranslatesForeignOperators) {
  EXPECT_EQ(errors("x = a && b || !c"), "E0115@1:7 E0115@1:12 E0115@1:15");
  EXPECT_EQ(errors("f = x => x"), "E0115@1:7");
  EXPECT_EQ(errors("x := 1"), "E0115@1:3");
  EXPECT_EQ(errors("x++\ny--\n"), "E0115@1:2 E0115@2:2");
  EXPECT_EQ(errors("a === b; a !== b; a <> b"), "E0115@1:3 E0115@1:12 E0115@1:21");
  EXPECT_EQ(errors("x = 'a'"), "E0114@1:5");
}

// Every byte of every prefix is read once, so no unfinished program makes the lexer read outside the text.
TEST(Lexer, TakesEveryPrefix) {
  std::string text =
      "f = x -> \"a{x:>8}b\\u{41}\" + \"\"\"\n  q{[1, 2][0]}\n  \"\"\" #[[ c ]]\nmatch x { { a: 1 } -> "
      "b\"\\xff\", _ -> 1.5e3 }";
  for (size_t length = 0; length <= text.size(); ++length) {
    Parsed parsed(text.substr(0, length));
    EXPECT_TRUE(parsed.result.ok || parsed.diagnostics.has_errors());
  }
  EXPECT_EQ(errors(text), "");
}

TEST(Lexer, GivesPositions) {
  Parsed parsed("x = foo\n  + \"é\" * bar");
  ASSERT_TRUE(parsed.result.ok);
  const auto* sum = as<BinaryExpr>(as<AssignExpr>(parsed.result.program->statements[0])->value);
  EXPECT_EQ(parsed.source.text(sum->left->span), "foo");
  EXPECT_EQ(parsed.source.text(sum->right->span), "\"é\" * bar");
  EXPECT_EQ(parsed.source.text(sum->op_span), "+");
  LineColumn at = parsed.source.position(as<BinaryExpr>(sum->right)->right->span.offset);
  EXPECT_EQ(at.line, 2u);
  EXPECT_EQ(at.column, 11u);
}

}  // namespace
}  // namespace aspen
