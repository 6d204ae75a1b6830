// Code that `aspen check` warns of, beside similar code that it does not.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"

namespace aspen {
namespace {

CompileResult checked(const std::string& text) {
  CompileOptions options;
  options.warn = true;
  CompileResult result = compile_text("t.asp", text, Library::instance(), options);
  EXPECT_TRUE(result.ok()) << result.render();
  return result;
}

// "E0807@3:5", one for each warning.
std::string warnings(const std::string& text) {
  std::string out;
  const CompileResult result = checked(text);
  for (const Diagnostic& warning : result.diagnostics.warnings()) {
    const LineColumn at = warning.source->position(warning.span.offset);
    out += (out.empty() ? "" : " ") + std::string(code_text(warning.code)) + "@" + std::to_string(at.line) +
           ":" + std::to_string(at.column);
  }
  return out;
}

std::string shown(const std::string& text) {
  std::string out;
  const CompileResult result = checked(text);
  for (const Diagnostic& warning : result.diagnostics.warnings()) out += render(warning);
  return out;
}

void expect_shown(const std::string& text, std::string_view part) {
  EXPECT_NE(shown(text).find(part), std::string::npos) << text << "\n" << shown(text);
}

void expect_none(std::initializer_list<const char*> programs) {
  for (const char* program : programs) EXPECT_EQ(warnings(program), "") << program;
}

void expect_code(std::string_view code, std::initializer_list<const char*> programs) {
  for (const char* program : programs) EXPECT_EQ(warnings(program).substr(0, code.size()), code) << program;
}

// A `match` with these two patterns.
std::string arms(const std::string& above, const std::string& below) {
  return warnings("f = v -> match v {\n" + above + " -> 1\n" + below + " -> 2\n}");
}

struct Pair {
  const char* above;
  const char* below;
};

TEST(Warnings, ArmsThatNoValueReaches) {
  for (const Pair& pair : std::initializer_list<Pair>{{"x", "5"},
                                                      {"_", "None"},
                                                      {"5", "5"},
                                                      {"0x10", "16"},
                                                      {"-1", "-1"},
                                                      {"1.5", "1.5"},
                                                      {"\"a\"", "\"a\""},
                                                      {"b\"a\"", "b\"a\""},
                                                      {"true", "true"},
                                                      {"()", "()"},
                                                      {"100000000000000000000", "100000000000000000000"},
                                                      {"(x: Int)", "(y: Int)"},
                                                      {"(x: Number)", "(y: Float)"},
                                                      {"(x: Number)", "5"},
                                                      {"(x: String)", "\"a\""},
                                                      {"(x: Bytes)", "b\"a\""},
                                                      {"(x: Bool)", "true"},
                                                      {"(x: Unit)", "()"},
                                                      {"()", "(x: Unit)"},
                                                      {"(x: Label)", "Some y"},
                                                      {"(x: Tuple)", "(y, z)"},
                                                      {"(x: List)", "[y]"},
                                                      {"[..x]", "(y: List)"},
                                                      {"(x: Record)", "{ y }"},
                                                      {"{:}", "(y: Record)"},
                                                      {"(x: Dict)", "[\"k\": y]"},
                                                      {"[:]", "(y: Dict)"},
                                                      {"None", "None"},
                                                      {"Some x", "Some 5"},
                                                      {"Some (x: Number)", "Some (y: Int)"},
                                                      {"(x, _)", "(1, 2)"},
                                                      {"[x, ..y]", "[1]"},
                                                      {"[x, ..y]", "[1, 2, ..z]"},
                                                      {"[..x, 1]", "[2, 1]"},
                                                      {"[..x, 1]", "[2, ..y, 1]"},
                                                      {"[x, ..y, z]", "[1, 2]"},
                                                      {"[]", "[]"},
                                                      {"{ a }", "{ a: 1, b }"},
                                                      {"[\"a\": x]", "[\"a\": 1, \"b\": y]"},
                                                      {"1 or 2", "2"},
                                                      {"1 or 2 or 3", "3 or 1"},
                                                      {"x or x", "3"}}) {
    EXPECT_EQ(arms(pair.above, pair.below), "E0807@3:1") << pair.above << " then " << pair.below;
  }
}

TEST(Warnings, ArmsThatSomeValueReaches) {
  for (const Pair& pair : std::initializer_list<Pair>{{"5", "x"},
                                                      {"x | x > 3", "5"},
                                                      {"5", "6"},
                                                      {"1", "-1"},
                                                      {"1", "\"1\""},
                                                      {"1.5", "2.5"},
                                                      {"\"a\"", "b\"a\""},
                                                      {"true", "false"},
                                                      {"100000000000000000000", "100000000000000000001"},
                                                      {"(x: Int)", "(y: Float)"},
                                                      {"(x: Int)", "5"},
                                                      {"(x: Int)", "(y: Number)"},
                                                      {"(x: Label)", "()"},
                                                      {"()", "(x: Int)"},
                                                      {"((x, y): Tuple)", "(z: Tuple)"},
                                                      {"None", "Some x"},
                                                      {"Some x", "Some"},
                                                      {"Some", "Some x"},
                                                      {"Some 5", "Some x"},
                                                      {"(x, 2)", "(1, y)"},
                                                      {"(x, y)", "(x, y, z)"},
                                                      {"[x, ..y]", "[..z]"},
                                                      {"[x, y]", "[x, ..y]"},
                                                      {"[x]", "[]"},
                                                      {"[1, ..x]", "[..y, 1]"},
                                                      {"[..x, 1]", "[1, 2]"},
                                                      {"[..x, 1]", "[1, ..y]"},
                                                      {"[x, ..y]", "(z: List)"},
                                                      {"{ a }", "{ b }"},
                                                      {"{ a: 1 }", "{ a: 2 }"},
                                                      {"{ a }", "(x: Record)"},
                                                      {"[\"a\": x]", "[\"b\": y]"},
                                                      {"[\"a\": x]", "(y: Dict)"},
                                                      {"1 or 2", "2 or 3"}}) {
    EXPECT_EQ(arms(pair.above, pair.below), "") << pair.above << " then " << pair.below;
  }
}

TEST(Warnings, SeveralArmsTogetherLeaveNothing) {
  EXPECT_EQ(warnings("f = v -> match v {\n1 -> 1\n2 -> 2\n1 or 2 -> 3\n}"), "E0807@4:1");
  EXPECT_EQ(warnings("f = v -> match v {\n1 -> 1\n2 | v > 1 -> 2\n1 or 2 -> 3\n}"), "");
  EXPECT_EQ(warnings("f = v -> match v {\nx -> 1\n2 -> 2\n3 -> 3\n}"), "E0807@3:1 E0807@4:1");
}

TEST(Warnings, SayWhatToDoWithAnArm) {
  expect_shown("f = v -> match v {\n  x -> 1\n  5 -> 2\n}", "`x` in line 2 matches all that it matches");
  expect_shown("f = v -> match v {\n  x -> 1\n  5 -> 2\n}",
               "hint: an arm that matches every value stands last");
  expect_shown("f = v -> match v { 5 -> 1, 5 -> 2 }", "hint: remove one of the two arms");
  expect_shown("f = v -> match v { (n: Number) -> 1, 5 -> 2 }", "hint: put this arm above that one");
  expect_shown(
      "f = v -> match v { (\"long enough to be left out\", _) -> 1\n (\"long enough to be left out\", 2) -> "
      "2 }",
      "the pattern in line 1 matches");
}

TEST(Warnings, NamesThatHideWhatTheyWereMeantToCompareWith) {
  expect_code("E0808", {"limit = 5\nf = x -> match x { limit -> 1, _ -> 2 }",
                        "f = limit x -> match x { limit -> 1, _ -> 2 }", "limit = 5\nf = x -> x is limit",
                        "limit = 5\nf = x -> match x { 1 -> 1, limit -> 2 }",
                        "a = 1\nf = p -> match p { (a, y) -> y, (x, y) -> x }"});
  expect_none({"limit = 5\nf = x -> match x { limit -> limit + 1 }",
               "limit = 5\nf = x -> match x { limit | limit > 3 -> 1, _ -> 2 }",
               "f = x -> match x { limit -> 1 }\nlimit = 5",
               "limit = 5\nf = x -> match x { n | n == limit -> 1, _ -> 2 }",
               "limit = 5\nf = x -> x is limit and limit > 3",
               "limit = 5\nf = x -> match x { Some limit -> 1, None -> 2 }",
               "limit = x -> x\nf = x -> match x { limit -> 1 }"});
  expect_shown("limit = 5\nf = x -> match x { limit -> 1, _ -> 2 }",
               "hint: put a comparison after `|`: `x | x == limit`");
  expect_shown("limit = 5\nf = x -> x is limit", "hint: compare with `==`: `x == limit`");
}

TEST(Warnings, OneOfNameAndArm) {
  EXPECT_EQ(warnings("limit = 5\nf = x -> match x {\n  limit -> 1\n  _ -> 2\n}"), "E0808@3:3");
  EXPECT_EQ(warnings("f = x -> match x {\n  null -> 1\n  _ -> 2\n}"), "E0809@2:3");
}

TEST(Warnings, WordsOfOtherLanguagesInPatterns) {
  expect_code("E0809", {"f = x -> x is null", "f = x -> match x { nil -> 1 }", "f = x -> x is Some undefined",
                        "f = x -> match x { none -> 1 }"});
  expect_none({"null = 5\nf = x -> x == null", "f = x -> match x { null -> null }", "f = x -> x is None"});
  expect_shown("f = x -> x is null", "there is no null: use `None`");
}

TEST(Warnings, LabelsOfOtherLanguages) {
  expect_code("E0810",
              {"f = x -> x == True", "f = x -> False != x", "f = x -> x is True",
               "f = x -> match x { True -> 1, _ -> 2 }", "f = x -> x == Null", "f = x -> x is Some Nil",
               "use \"./tests/scripts/use/lib/divides\" as g\nf = x -> x == FALSE"});
  expect_none({"f = x -> x == None", "make = x -> if x { True } else { False }\nf = x -> x == True",
               "f = x -> x is Nil\nempty = Nil", "f = x -> x is True y", "f = x -> x == [True]",
               "use \"./tests/scripts/use/lib/divides\" as g\nf = x -> x == Nil"});
  expect_shown("f = x -> x == True", "hint: the Bool is written `true`");
  expect_shown("f = x -> x == FALSE", "hint: the Bool is written `false`");
  expect_shown("f = x -> x == Undefined", "hint: there is no undefined");
  expect_shown("f = x -> x == NULL", "hint: there is no null");
}

TEST(Warnings, VariablesOfAFunctionThatNothingReads) {
  expect_code("E0811", {"total = 0\nset = x -> { total = x }", "total = 0\neach (x -> { total = x }) [1]",
                        "total = 0\nt = spawn { total = 5 }", "f = total -> each (x -> { total = x }) [1]",
                        "total = 0\nset = x -> { total = x; total += 1 }"});
  expect_none({"total = 0\nset = x -> { total = x; print total }", "total = 0\nfor x in [1] { total = x }",
               "set = x -> { total = x }\ntotal = 0", "set = x -> { sum = x }", "total = 0\nset = total -> 1",
               "total = 0\nset = x -> { (total, y) = x; print y }",
               "total = 0\nset = x -> { total = x; () -> total }", "total = 0\nif true { total = 1 }"});
  expect_shown("total = 0\nset = x -> { total = x }", "functions capture values, not variables");
}

TEST(Warnings, IfWithoutElseThatGivesAValue) {
  expect_code("E0812",
              {"f = c -> { x = if c { 1 }; x }", "f = c -> if c { \"a\" }", "f = c x -> { if c { x } }",
               "f = c -> print (if c { 1 })", "f = c g -> { x = if c { g 1 }; x }",
               "f = c -> if c { 1 } else if not c { 2 }", "f = c -> { return if c { 1 } }",
               "f = c -> [if c { 1 } else { if c { 2 } }]", "f = c -> match c { x -> if x { 1 } }",
               "f = c -> if c { Some (print 1) }", "f = c -> if c { match c { true -> 1, _ -> () } }"});
  expect_none({"f = c -> if c { 1 } else { 2 }", "f = c -> if c { print 1 }", "f = c g -> if c { g 1 }",
               "f = c -> if c { return 1 }", "f = c -> if c { () }", "f = c -> if c { x = 1 }",
               "f = c -> { x = if c { error \"no\" }; x }", "f = c -> if c { for x in [1] { print x } }",
               "f = c -> if c is x { x }", "f = c -> { x = if c { [1] |> each print }; x }",
               "f = c -> if c { }"});
  EXPECT_EQ(warnings("f = c -> if c { 1 } else if not c { 2 }"), "E0812@1:26");
}

TEST(Warnings, ValuesThatNothingUses) {
  expect_code("E0813",
              {"f = n -> { if n == 0 { 1 }\nn * 2 }", "x = 1\nx == 2", "for x in [1] { x * 2 }", "5", "\"a\"",
               "x = 1\n\"{x}\"", "Some 5", "[1]", "x -> x", "x = 1\nif x == 1 { 2 } else { 3 }",
               "x = 1\nmatch x { 1 -> \"one\", _ -> \"other\" }", "x = 1\nx + 1\nprint x",
               "while false { { a: 1, b: 2 } }", "loop { break; 1..2 }"});
  expect_none({"x = 1\nx", "()", "x = 1\nif x == 1 { print 1 } else { false }",
               "x = 1\nmatch x { 1 -> print 1, _ -> false }", "f = n -> { if n == 0 { return 1 }\nn * 2 }",
               "f = x -> x == 2", "[print 1]", "Some (print 1)", "x = { print 1; 2 }", "try 1 / 0",
               "f = () -> 5"});
  expect_shown("x = 1\nx == 2", "hint: `==` compares; to give a variable a value, write `=`");
  expect_shown("for x in [1] { x * 2 }", "`map (x -> …) xs` gives a list");
  expect_shown("f = n -> { if n == 0 { 1 }\nn * 2 }", "write `return …`");
  EXPECT_EQ(warnings("f = n -> {\nif n == 0 { 1 } else if n == 1 { 2 }\nmatch n { 1 -> 3, _ -> 4 }\nn }"),
            "E0813@2:13 E0813@2:34 E0813@3:16 E0813@3:24");
  EXPECT_EQ(shown("if true { 1 }").find("return"), std::string::npos);
  EXPECT_NE(shown("f = n -> { match n { 1 -> 3, _ -> 4 }\nn }").find("write `return …`"), std::string::npos);
  expect_shown("5", "the value of a block is that of its last line");
}

TEST(Warnings, BlocksThatWereMeantAsRecords) {
  expect_code("E0814", {"d = {}", "print {}", "x = [{}]", "x = { a: {} }", "f = d -> d == {}"});
  expect_none({"d = {:}", "f = () -> {}", "loop { break }", "if true {} else { print 1 }", "x = { y = 1; y }",
               "while false {}", "x = if true { 1 } else {}", "f = () -> { y = 1 }",
               "x = 1\nif x == 1 { x = 2 }", "x = { y = 1; print y }"});
  expect_code("E0817", {"d = { x = 1 }", "print { x = 1; y = 2 }", "x = [{ a = 1 }]"});
  expect_shown("d = { x = 1 }", "`{ x: 1, y: 2 }`");
  expect_shown("d = {}", "`{:}`, an empty dict `[:]`");
}

TEST(Warnings, ArmsWithoutCommas) {
  expect_code("E0818", {"print (match 1 { 1 -> \"a\" 2 -> \"b\" })",
                        "n = 1\nprint (match n { 1 -> n 2 -> n, _ -> 0 })",
                        "f = s -> match s { \"a\" -> 1 \"b\" -> 2, _ -> 3 }"});
  expect_none({"f = n -> match n { 1 -> \"a\"\n2 -> \"b\"\n_ -> \"c\" }",
               "f = n -> match n { 1 -> \"a\", _ -> \"b\" }", "f = n -> match n { 1 -> x -> x, _ -> y -> y }",
               "f = n -> match n { 1 -> (0 -> 1), _ -> (_ -> 2) }"});
  expect_shown("print (match 1 { 1 -> \"a\" 2 -> \"b\" })", "have commas between them");
}

TEST(Warnings, BracesOfPatterns) {
  expect_code("E0815", {"print \"[0-9]{4}\"", "x = 1\nprint \"{x}{2}\"", "print \"\"\"a{3}\"\"\""});
  expect_none({"print r\"[0-9]{4}\"", "print \"\\{4}\"", "print \"{4:>8}\"", "print \"{1 + 1}\"",
               "x = 4\nprint \"{x}\"", "print \"{1.5}\""});
  expect_shown("print \"[0-9]{4}\"", "stands for the number `4`");
  const auto refused = compile_text("t.asp", "x = 1\nprint \"{x, 4}\"", Library::instance());
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(refused.render().find("pattern"), std::string::npos) << "braces with a variable are no pattern";
}

TEST(Warnings, BracesAsInTemplates) {
  expect_code("E0820", {"x = 1\nprint \"a {{ x }} b\"", "x = 1\nprint \"{{x}}\""});
  expect_none({"x = 1\nprint \"\\{{x}\\}\"", "print \"{{ a: 1 }.a}\"", "x = 1\nprint \"{x}\""});
}

TEST(Warnings, TryOfATest) {
  expect_code("E0819",
              {"print (try (1 + 1) is Ok 2)", "if (try fs.read \"a\" is Err _) is Ok true { print 1 }"});
  expect_none({"print ((try (1 + 1)) is Ok 2)", "print (try (1 is 1))",
               "f = r -> try r is Some 2\nprint (f (Some 2))", "print (try ((Ok 1) is Ok 1))"});
}

// Arms are looked up by their numbers, texts and labels, and the first that covers an arm is named.
TEST(Warnings, UpdatesInTheOtherOrder) {
  expect_code("E0816", {"xs = [1]\nxs |>= list.append [2]", "d = [\"a\": 1]\nd |>= merge [\"a\": 2]",
                        "r = { s: set [1] }\nr.s |>= set.difference (set [2])"});
  expect_none({"xs = [1]\nxs = list.append xs [2]", "d = [\"a\": 1]\nd = [\"a\": 2] |> merge d",
               "xs = [1]\nxs = xs |> list.append [2]", "s = set [1]\ns |>= set.union (set [2])",
               "merge = a b -> b\nd = [\"a\": 1]\nd |>= merge [\"a\": 2]\nprint d"});
  expect_shown("xs = [1]\nxs |>= list.append [2]", "`xs += ys` puts that at the end");
}

TEST(Warnings, ArmsThatAnyOfTheArmsAboveCovers) {
  EXPECT_EQ(warnings("f = v -> match v {\n16 -> 1\n0x10 -> 2\n-16 -> 3\n\"a\" -> 4\nA 1 -> 5\nA 2 -> 6\n"
                     "B -> 7\n\"a\" -> 8\nA 1 -> 9\nB -> 10\nB x -> x\n}"),
            "E0807@3:1 E0807@9:1 E0807@10:1 E0807@11:1");
  expect_shown("f = v -> match v {\n1 -> 1\n(n: Number) -> n\n1 -> 2\n}", "`1` in line 2");
  expect_shown("f = v -> match v {\nA -> 1\n(n: Number) -> n\n1 -> 2\n1 -> 3\n}", "t.asp:5:1");
  EXPECT_EQ(shown("f = v -> match v {\n(n: Number) -> n\n1 -> 2\n1 -> 3\n}").find("in line 3"),
            std::string::npos);
  expect_shown("f = v -> match v {\n(n: Number) -> n\n1 or 2 -> 2\n}", "in line 2");
  expect_shown("f = v -> match v {\nA _ -> 1\nA 2 or B -> 2\nB -> 3\nA 2 or B -> 4\n}",
               "`A 2 or B` in line 3");
  expect_none({"f = v -> match v { n | n > 2 -> 1, 5 -> 2, (m: Int) -> 3 }",
               "f = v -> match v { A -> 1, A 1 -> 2 }", "f = v -> match v { 2 -> 1, 1 or 2 -> 2 }"});
}

TEST(Warnings, CodeOfMacrosIsNotWarnedOf) {
  EXPECT_EQ(warnings("syntax 'either v { match v { x -> 1, 5 -> 2 } }\nprint (either 5)\n"), "");
  expect_shown("syntax 'same v { v }\nx = 1\nprint (same (match x { y -> 1, 5 -> 2 }))\n", "t.asp:3:32");
}

TEST(Warnings, OnlyWhereAsked) {
  EXPECT_TRUE(compile_text("t.asp", "x = 1\nx == 2", Library::instance()).diagnostics.warnings().empty());
}

TEST(Warnings, StandInTheOrderOfTheText) {
  EXPECT_EQ(warnings("print (5 is Int)\nx = 1\nx == 2\npush 1 []"), "E0801@1:13 E0813@3:1 E0803@4:1");
}

}  // namespace
}  // namespace aspen
