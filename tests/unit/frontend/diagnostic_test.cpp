// How errors are shown, and which hints they carry.
#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/syntax/habits.h"
#include "tests/unit/frontend/frontend_testing.h"

namespace aspen {
namespace {

// Workers name lines while they run (--stats). The first ones need the table at the same time.
TEST(Source, SeveralThreadsAskForPositions) {
  constexpr int kRounds = 200, kThreads = 4;
  for (int round = 0; round < kRounds; ++round) {
    const Source source("a.asp", std::string(2000, '\n') + "x");
    std::barrier begin(kThreads);
    std::array<uint32_t, kThreads> lines{};
    std::vector<std::thread> threads;
    for (uint32_t& line : lines)
      threads.emplace_back([&] {
        begin.arrive_and_wait();
        line = source.position(2000).line;
      });
    for (std::thread& thread : threads) thread.join();
    for (const uint32_t line : lines) ASSERT_EQ(line, 2001u);
    ASSERT_EQ(source.line_count(), 2001u);
  }
}

TEST(Diagnostic, UnderlinesTheSpan) {
  EXPECT_EQ(messages("a = 1\nif a < 2 < 3 { }"),
            "error[E0203]: comparisons do not chain\n"
            "  --> t.asp:2:10\n"
            "  2 | if a < 2 < 3 { }\n"
            "    |          ^\n"
            "  hint: write `a < b and b < c`, or put one in parentheses\n");
}

TEST(Diagnostic, AlignsByDisplayWidth) {
  Source source("w.asp", "\tx = \"日本é\" @");
  EXPECT_EQ(render_excerpt(source, {16, 1}),
            "  --> w.asp:1:12\n"
            "  1 |     x = \"日本é\" @\n"
            "    |                 ^\n");
  EXPECT_EQ(render_excerpt(source, {6, 8}, "wide"),
            "  --> w.asp:1:7\n"
            "  1 |     x = \"日本é\" @\n"
            "    |          ^^^^^ wide\n");
}

TEST(Diagnostic, CutsLongLines) {
  std::string text = std::string(500, 'a') + " @ " + std::string(500, 'b');
  Source source("l.asp", text);
  std::string shown = render_excerpt(source, {501, 1}, {}, {.color = false, .width = 40});
  size_t line = shown.find("  1 | ");
  size_t mark = shown.find("    | ");
  std::string first = shown.substr(line + 6, mark - line - 7);
  std::string second = shown.substr(mark + 6);
  EXPECT_LE(first.size(), 40u + 6);
  EXPECT_TRUE(first.starts_with("…"));
  EXPECT_TRUE(first.ends_with("…"));
  // The ellipsis is three bytes and one column.
  EXPECT_EQ(first[second.find('^') + 2], '@');
}

TEST(Diagnostic, ShowsTheFirstLineOfLongSpans) {
  Source source("m.asp", "abc\ndef");
  EXPECT_EQ(render_excerpt(source, {1, 6}), "  --> m.asp:1:2\n  1 | abc\n    |  ^^\n");
  EXPECT_EQ(render_excerpt(source, {7, 0}), "  --> m.asp:2:4\n  2 | def\n    |    ^\n");
  EXPECT_EQ(render_excerpt(source, {3, 1}), "  --> m.asp:1:4\n  1 | abc\n    |    ^\n");
}

TEST(Diagnostic, ColorsOnlyOnRequest) {
  Source source("c.asp", "abc");
  Diagnostics diagnostics;
  diagnostics.report(source, DiagnosticCode::kUnexpectedToken, {0, 1}, {"`a`"});
  EXPECT_EQ(render(diagnostics).find('\x1b'), std::string::npos);
  EXPECT_NE(render(diagnostics, {.color = true, .width = 100}).find('\x1b'), std::string::npos);
}

TEST(Diagnostic, ShowsInvalidBytesAndControlCharacters) {
  Source source("b.asp", "a\xff\x01z");
  EXPECT_EQ(render_excerpt(source, {3, 1}), "  --> b.asp:1:4\n  1 | a\xEF\xBF\xBD.z\n    |    ^\n");
}

TEST(Diagnostic, KeepsEachErrorOnceAndSorted) {
  Source source("s.asp", "abcdef");
  Diagnostics diagnostics;
  diagnostics.report(source, DiagnosticCode::kUnexpectedToken, {4, 1}, {"`e`"});
  diagnostics.report(source, DiagnosticCode::kUnexpectedToken, {1, 1}, {"`b`"});
  diagnostics.report(source, DiagnosticCode::kUnexpectedToken, {4, 1}, {"`e`"}).hint("not shown");
  diagnostics.sort();
  ASSERT_EQ(diagnostics.errors().size(), 2u);
  EXPECT_EQ(diagnostics.errors()[0].span.offset, 1u);
  EXPECT_TRUE(diagnostics.errors()[1].hints.empty());
}

TEST(Diagnostic, CountsWhatIsBeyondTheLimit) {
  std::string text(100, 'x');
  Source source("s.asp", text);
  Diagnostics diagnostics;
  for (uint32_t i = 0; i < 25; ++i)
    diagnostics.report(source, DiagnosticCode::kUnexpectedToken, {i, 1}, {"`x`"});
  EXPECT_EQ(diagnostics.errors().size(), Diagnostics::kMaxErrors);
  EXPECT_EQ(diagnostics.dropped(), 5u);
  EXPECT_NE(render(diagnostics).find("and 5 more"), std::string::npos);
}

TEST(Diagnostic, CodesDiffer) {
  std::set<std::string_view> seen;
#define ASPEN_DIAGNOSTIC(number, name, text) \
  EXPECT_TRUE(seen.insert(code_text(DiagnosticCode::k##name)).second);
#include "frontend/diagnostics/diagnostics.def"
#undef ASPEN_DIAGNOSTIC
}

struct HintRow {
  const char* text;
  const char* hint;
};

TEST(Diagnostic, HintsForOtherLanguages) {
  constexpr HintRow kRows[] = {
      {"let x = 5", "`x = 5`"},
      {"var x = 5", "`x = 5`"},
      {"const x = 5", "`x = 5`"},
      {"def f(x):\n    return x", "`f = x y -> x + y`"},
      {"f = lambda x: x + 1", "`x -> x + 1`"},
      {"macro swap a b = a", "defined by `syntax`"},
      {"function f(x) { return x } = 3", "`f = x y -> x + y`"},
      {"f x = x + 1", "`f = x y -> …`"},
      {"if x then y else z", "`if c { a } else { b }`"},
      {"if x\n{\n  1\n}", "on the same line"},
      {"if x == 1 print x", "`if c { a } else { b }`"},
      {"if x == 1:\n  y", "`if c { a } else { b }`"},
      {"while x do\n y\nend", "`while c { … }`"},
      {"for i = 0; i < 3 { }", "`for i in 0..n { … }`"},
      {"if x = 5 { y }", "`==`"},
      {"f (x = 5)", "`==`"},
      {"x = { name = 1, age = 2 }", "`{ name: value, other: value }`"},
      {"x = {\"a\": 1}", "`[\"key\": value]`"},
      {"if c { a: 1 }", "braces of its own"},
      {"for x in f { a: 1 } { }", "`match f ({ a: 1 })"},
      {"match x {\n  [a: Int, b] -> 1\n}", "`[(x: Int), y]`"},
      {"match x {\n  a: Int or b: Int -> 1\n}", "`(n: Int) or …`"},
      {"x is n: Int and y", "`x is (n: Int) and …`"},
      {"f = -> 3", "`() -> …`"},
      {"in = 5", "keyword"},
      {"\"{x:>{w}}\"", "`string.format"},
      {"{ a: 1\n b: 2 }", "separated by commas"},
      {"a < b < c", "`a < b and b < c`"},
      {"a && b", "`and`"},
      {"a || b", "`or`"},
      {"!a", "`not`"},
      {"x++", "`x += 1`"},
      {"[1] ++ [2]", "to join strings or lists, write `+`"},
      {"\"a\" <> \"b\"", "to join strings or lists, write `+`"},
      {"a <> b", "`!=`"},
      {"x--", "`x -= 1`"},
      {"f = x => x", "`->`"},
      {"x := 1", "`=`"},
      {"x = 'abc'", "`\"text\"`"},
      {"// comment", "begins with `#`"},
      {"x = 1 // set x: to one", "begins with `#`"},
      {"/* comment */", "`#[[`"},
      {"x = a ? b : c", "`if c { a } else { b }`"},
      {"x = a ^ b", "`**`"},
      {"x = a & b", "`bits.and a b`"},
      {"\\x -> x", "`x -> x + 1`"},
      {"print x, y", "`f a b`"},
      {"return 1, 2", "`(a, b)`"},
      {"a = b = c", "one variable at a time"},
      {"x -> y = x", "braces: `x -> { y = x }`"},
      {"xs |> map x -> x + 1", "put a function in parentheses"},
      {"a or return 5", "`(return …)`"},
      {"match x {\n  1 \"one\"\n}", "`pattern -> result`"},
      {"xs[1, 2]", "`xs[i][j]`"},
      {"else { }", "follows the `}`"},
      {"x: Int -> x", "`(x: Int) -> …`"},
      {"(x: Str) -> x", "`String`"},
      {"x None -> 1", "`(None) -> …`"},
      {"Some f x", "`Some (f x)`"},
      {"print \"{}\"", "`\\{`"},
      {"print \"{x\"", "`\\{`"},
      {"\"a\\qb\"", "the escapes are"},
      {"use \"./two-words\"", "as name"},
      {"[\"a\": 1, ..d]", "`merge a b`"},
      {"xs[1..2] = 3", "one element at a time"},
      {"if x is { name } { 1 }", "in parentheses: `if x is ({ name }) { … }`"},
      {"x = .5", "`0.5`"},
      {"xs\n  .map f", "on the same line as the value before it"},
      {"x = “a”", "straight quotes"},
      {"x = a\n  .b ? 1", "if c"},
      {"for (i = 0; i < 3; i++) { }", "`for i in 0..n { … }`"},
      {"f (a; b)", "`{ a; b }`"},
      {"if c return", "`if c { a } else { b }`"},
      {"match 5 {\n  x if x > 3 -> 1, _ -> 2\n}", "`x | x > 3 -> …`"},
      {"match 5 {\n  x if big? x -> 1\n  _ -> 2\n}", "`x | x > 3 -> …`"},
      {"match 5 {\n  x if x > 3 and x < 9 -> 1\n}", "`x | x > 3 -> …`"},
      {"match 5 {\n  x if x is Some _ -> 1\n}", "`x | x > 3 -> …`"},
      {"match 5 {\n  1 -> 2\n  else -> 3\n}", "`_ -> …`"},
      {"match xs {\n  [h | t] -> h\n}", "`[first, ..rest]`"},
      {"match xs {\n  [h, ...t] -> h\n}", "two dots"},
      {"[...xs, 2]", "two dots"},
      {"{ ...{ a: 1 }, b: 2 }", "two dots"},
      {"[*xs, 2]", "two dots"},
      {"f = *args -> args", "fixed number of arguments"},
      {"f = ...args -> args", "fixed number of arguments"},
      {"f = **options -> options", "fixed number of arguments"},
      {"f = xs... -> xs", "fixed number of arguments"},
      {"x = %{ a: 1 }", "a record is written `{ a: 1 }`"},
      {"print \"{if x > 2 then 1}\"", "`if c { a } else { b }`"},
      {"MAX, min = 10, 1", "`max = …`"},
      {"x = { **d, b: 2 }", "two dots"},
      {"ys = xs[:n]", "a slice is written"},
      {"x = 1 << 3", "`bits.shift_left n v`"},
      {"x = 8 >> 1", "`bits.shift_right n v`"},
      {"x = <-ch", "`recv ch`"},
      {"x = (:ok, 1)", "begins with a capital letter: `Ok`"},
      {"def f(x), do: x + 1", "`f = x y -> x + y`"},
      {"try:\n  x = 2", "`match try … { Ok v -> …, Err e -> … }`"},
      {"export x = 3", "unless it begins with `_`"},
      {"enum Color { Red, Green }", "labels need no declaration"},
      {"use ./geo", "`use \"./file\"`"},
      {"@cached\nf = x -> x", "no decorators"},
      {"x ?? 3", "`match x { Some v -> v, None -> 0 }`"},
      {"fn main() { println!(\"x\") }", "no `!` at its end"},
      {"f = |x| x + 1", "`x -> x + 1`"},
      {"print(x for x in [1])", "`map (x -> x * 2) xs`"},
      {"loop i from 0 to 3 { }", "`for i in 0..n { … }`"},
      {"do { x = 1 } while c", "`loop { …; if c { break } }`"},
      {"while e is Some { a, b } { f a }", "`if x is ({ name }) { … }`"},
      {"if e is { a, b } { f a }", "`if x is ({ name }) { … }`"},
      {"if e is Some { a: [b] } { f b }", "`if x is ({ name }) { … }`"},
      {"print \"{a, b}\"", "`\\{`"},
      {"print \"{% x %}\"", "`\\{`"},
      {"print \"f () { return 1; }\"", "`\\{`"},
      {"print \"use { and }\"", "`\\{`"},
      {"MAX = 10", "`max = …`"},
      {"Limits = { low: 1 }", "`limits = …`"},
  };
  for (const HintRow& row : kRows) {
    std::string shown = messages(row.text);
    size_t hint = shown.find("  hint: ");
    ASSERT_NE(hint, std::string::npos) << row.text << "\n" << shown;
    EXPECT_NE(shown.find(row.hint, hint), std::string::npos) << row.text << "\n" << shown;
  }
}

// What follows from a refused pattern is not reported.
TEST(Diagnostic, AMistakeIsReportedOnce) {
  for (const char* text : {"match 5 { x if x > 3 -> 1, _ -> 2 }", "match 5 { x if big? x -> 1, _ -> 2 }",
                           "match 5 { x if x > 3 and x < 9 -> 1, _ -> 2 }", "x ?? 3"}) {
    const std::string shown = messages(text);
    EXPECT_EQ(shown.find("error["), shown.rfind("error[")) << shown;
  }
}

TEST(Diagnostic, KnowsForeignWords) {
  for (const char* word : {"null", "nil", "elif", "def", "function", "let", "end", "then", "import"}) {
    EXPECT_FALSE(word_hint(word).empty()) << word;
  }
  EXPECT_TRUE(word_hint("banana").empty());
  EXPECT_TRUE(keyword_hint("null").empty());
}

}  // namespace
}  // namespace aspen
