// How uncaught errors are reported.
#include "frontend/diagnostics/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "stdlib/embed/engine.h"

namespace aspen {
namespace {

// The report of the error with which a program ends.
std::string report_of(const std::string& source) {
  MachineOptions options;
  options.out = [](std::string_view) {};
  Engine engine(std::move(options));
  CompileResult compiled = compile_text("a.asp", source, engine.catalogue());
  if (!compiled.ok()) return compiled.render();
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return error;
  Outcome outcome = engine.run(*module);
  return outcome.finished() ? "no error" : engine.report(outcome);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Report, TopLevelErrorHasNoListOfCalls) {
  EXPECT_EQ(report_of("x = 1\nerror \"no luck\"\n"),
            "error: no luck\n"
            "  --> a.asp:2:1\n"
            "  2 | error \"no luck\"\n"
            "    | ^^^^^^^^^^^^^^^\n");
}

TEST(Report, ACapitalisedVariableIsALabel) {
  EXPECT_TRUE(contains(report_of("PI = 3 + 1\n"), "hint: a capitalised word is a label; write `pi = …`\n"));
  EXPECT_TRUE(contains(report_of("f = () -> {\n  Max_1  = 1 + 1\n}\nf ()\n"), "write `max_1 = …`\n"));
  EXPECT_FALSE(contains(report_of("None = Some 5\n"), "hint"));
  EXPECT_FALSE(contains(report_of("Some x = 5\n"), "hint"));
  EXPECT_FALSE(contains(report_of("match 5 { None -> 1 }\n"), "hint"));
}

TEST(Report, SaysHowTheLibrarysFunctionIsCalled) {
  EXPECT_EQ(report_of("print (take [1, 2] 1)\n"),
            "TypeError: take: n must be an Int, not [1, 2], a List\n"
            "  --> a.asp:1:7\n"
            "  1 | print (take [1, 2] 1)\n"
            "    |       ^^^^^^^^^^^^^^^\n"
            "  usage: `take n xs`\n");
  const std::pair<const char*, const char*> wrong[] = {
      {"push [1] 2", "TypeError: cannot add an element to 2, an Int\n"},
      {"push [1] 2", "hint: `push v xs`, with the list last, and `[..xs, v]` add one to a list\n"},
      {"map [1] (x -> x)", "hint: the collection comes last\n  usage: `map f xs`\n"},
      {"fold (a b -> a + b) 0 [1]", "^\n  usage: `fold init f xs`\n"},
      {"sort_by [1] (x -> x)", "usage: `sort_by key xs`\n"},
      {"dict.map_values [:] (k v -> v)", "usage: `dict.map_values f d`\n"},
      {"cell.update 5 (x -> x)", "usage: `cell.update f c`\n"},
      {"update [:] 1 (x -> x)", "^\n  usage: `update k f c`\n"},
      {"string.pad_left \"a\" 5", "usage: `string.pad_left n s`\n"},
      {"sum [\"a\"]", "hint: `join \"\" xs` joins texts\n  usage: `sum xs`\n"},
  };
  for (auto [call, said] : wrong) {
    const std::string report = report_of(std::string("print (") + call + ")\n");
    EXPECT_TRUE(contains(report, said)) << report;
  }
  // The program's own function is wrong, or an operator, or the value is.
  EXPECT_FALSE(contains(report_of("map (x -> x + \"a\") [1]\n"), "usage")) << "in a function";
  EXPECT_FALSE(contains(report_of("f = x -> 1 + \"a\"\nf 1\n"), "usage")) << "in an operator";
  EXPECT_FALSE(contains(report_of("print (int \"x\")\n"), "usage")) << "in a value";
  EXPECT_TRUE(contains(report_of("for x in print { }\n"), "it is called: `f x`, or `f ()`\n"));
}

TEST(Report, NamedCallsInnermostFirst) {
  EXPECT_EQ(report_of("inner = n -> 1 / n\n"
                      "outer = n -> 1 + inner n\n"
                      "print (1 + outer 0)\n")
                .substr(0, 17),
            "ArithmeticError: ");
  std::string report = report_of("inner = n -> 1 / n\nouter = n -> 1 + inner n\nprint (1 + outer 0)\n");
  EXPECT_TRUE(contains(report, "  --> a.asp:1:14\n")) << report;
  EXPECT_TRUE(contains(report, "  in inner at a.asp:1\n  in outer at a.asp:2\n  at a.asp:3\n")) << report;
}

TEST(Report, CallsShowEachMacro) {
  const std::string chain =
      "syntax 'one n { n + \"x\" }\nsyntax 'two n { one n }\nf = n -> two n\nprint (1 + f 0)\n";
  EXPECT_TRUE(contains(report_of(chain),
                       "  in f at a.asp:3, in the macros `'one n` at a.asp:1, `'two n` at a.asp:2\n"
                       "  at a.asp:4\n"));
  std::string deep = "syntax 'm0 n { n + \"x\" }\n";
  for (int i = 1; i < 7; ++i)
    deep += "syntax 'm" + std::to_string(i) + " n { m" + std::to_string(i - 1) + " n }\n";
  const std::string report = report_of(deep + "f = n -> m6 n\nprint (1 + f 0)\n");
  EXPECT_TRUE(contains(report, "`'m3 n` at a.asp:4, … and 3 more macros\n  at a.asp:9\n")) << report;
  EXPECT_TRUE(contains(report, "note: a.asp:4:16: in the macro `'m3 n`\n")) << report;
  EXPECT_TRUE(contains(report, "  … and 3 more macros\n  hint")) << report;
}

TEST(Report, CallsHaveTheNamesOfAMacrosBody) {
  const std::string report = report_of("syntax 'go n { step = x -> 1 / x; step n + 1 }\ngo 0\n");
  EXPECT_TRUE(contains(report, "  in step at a.asp:2, in the macro `'go n` at a.asp:1\n")) << report;
}

TEST(Report, DeadlockTellsEachTaskOnce) {
  const std::string two = "ch = channel 0\nt = spawn {\n  recv ch\n}\nu = spawn {\n  send (channel 0) 1\n}\n";
  EXPECT_EQ(
      report_of(two),
      "Deadlock: the program cannot end: a task waits for what can never come, a value from a channel; 1 "
      "other task waits as well\n"
      "  --> a.asp:3:3\n"
      "  3 |   recv ch\n"
      "    |   ^^^^^^^\n"
      "  hint: no task is left that sends, but one waits for room in a channel: if it sends here afterwards, "
      "receive from that channel first, or give it more room, as in `channel 16`\n"
      "  another task waits for room in a channel in a function at a.asp:6\n");
  const std::string awaited = report_of(two + "await t\n");
  EXPECT_TRUE(contains(awaited, "the end of a task; 2 other tasks wait as well\n  --> a.asp:8:1\n"))
      << awaited;
  EXPECT_TRUE(contains(awaited,
                       "as in `channel 16`\n"
                       "  another task waits for a value from a channel in a function at a.asp:3\n"
                       "  another task waits for room in a channel in a function at a.asp:6\n"))
      << awaited;
  // Calls made in its place are over, and the library has no text to quote.
  const std::string library = report_of("s = semaphore 0\nspawn { semaphore.with s (() -> 1) }\n");
  EXPECT_TRUE(contains(library, "a permit of a semaphore\n  --> a.asp:2:1\n")) << library;
}

TEST(Report, Headlines) {
  EXPECT_TRUE(report_of("error \"text\"").starts_with("error: text\n"));
  EXPECT_TRUE(report_of("error (Custom [1, \"a\"])").starts_with("error: Custom [1, \"a\"]\n"));
  EXPECT_TRUE(
      report_of("error (Custom { message: \"m\" })").starts_with("error: Custom { message: \"m\" }\n"));
  EXPECT_TRUE(report_of("error (ValueError { message: \"m\" })").starts_with("ValueError: m\n"));
  EXPECT_TRUE(report_of("error ValueError").starts_with("error: ValueError\n"));
  EXPECT_TRUE(report_of("error ()").starts_with("error: ()\n"));
}

TEST(Report, HintOfTheError) {
  std::string report = report_of("r = { first_name: 1 }\nprint r.frist_name\n");
  EXPECT_TRUE(report.starts_with("KeyError: ")) << report;
  EXPECT_TRUE(contains(report, "  hint: ")) << report;
  EXPECT_TRUE(contains(report, "first_name")) << report;
}

void expect_hint(const std::string& program, const std::string& hint) {
  const std::string report = report_of(program);
  EXPECT_TRUE(contains(report, "  hint: " + hint + "\n")) << program << "\n" << report;
}

TEST(Report, StoresBesideAListSayHowToAddToIt) {
  expect_hint("xs = []\nxs[0] = 1\n", "an assignment replaces an element; to add one, write `xs |>= push x`");
  expect_hint("r = { xs: [1] }\nr.xs[1] = 1\n",
              "an assignment replaces an element; to add one, write `r.xs |>= push x`");
  for (const char* other :
       {"xs = []\nprint xs[0]\n", "xs = []\nprint (xs[0] == 1)\n", "xs = []\nxs[0] += 1\n"})
    EXPECT_FALSE(contains(report_of(other), "hint:")) << report_of(other);
}

TEST(Report, UpdatesOfAMissingKeySayWhatToBeginWith) {
  const std::string begin = "an update needs a value to begin with: ";
  expect_hint("d = [:]\nd[\"a\"] += 1\n", begin + "`d[\"a\"] = get_or \"a\" 0 d + …`");
  expect_hint("d = [:]\nd[1] //= 2\n", begin + "`d[1] = get_or 1 0 d // …`");
  const std::string plain = "`get_or k default d` gives a value for a missing key, `get k d` an option";
  for (const char* other : {"d = [:]\nprint d[1]\n", "d = [:]\nprint (d[1] + 1)\n",
                            "d = [1: [:]]\nd[1][2] += 1\n", "d = [:]\nprint (d[1] == 1)\n"})
    expect_hint(other, plain);
  expect_hint("d = [\"apple\": 1]\nd[\"aple\"] += 1\n", "did you mean \"apple\"?");
}

TEST(Report, HintOfAModuleThatAVariableHides) {
  const std::string hides =
      "  hint: `url` is a variable here, which hides the module `url`; give the variable another name to use "
      "`url.parse`\n";
  EXPECT_TRUE(contains(report_of("url = \"x\"\nurl.parse \"y\"\n"), hides));
  EXPECT_TRUE(contains(report_of("f = url -> url.parse \"y\"\nf 5\n"), hides));
  EXPECT_TRUE(contains(report_of("url = { a: 1 }\nprint (url.parse)\n"), hides));
  EXPECT_FALSE(contains(report_of("url = { parsed: 1 }\nurl.parse\n"), hides));
  EXPECT_FALSE(contains(report_of("url = \"x\"\nurl.parze \"y\"\n"), hides));
  EXPECT_FALSE(contains(report_of("u = \"x\"\nu.parse \"y\"\n"), hides));
}

TEST(Report, HintOfAFunctionThatAVariableHides) {
  const std::string hides =
      "  hint: if `count` is a variable here, it hides the library's function of that name";
  EXPECT_TRUE(contains(report_of("count = 3\ncount (x -> x > 1) [1, 2]\n"), hides));
  EXPECT_TRUE(contains(report_of("f = count -> print (count (x -> x > 1) [1, 2])\nf 3\n"), hides));
  EXPECT_TRUE(contains(report_of("for count in 0..3 { print (count (x -> x > 1) [1]) }\n"), hides));
  EXPECT_FALSE(contains(report_of("count (x -> x > 1) [1, 2] 3\n"), hides));
  EXPECT_FALSE(contains(report_of("counts = 3\nprint (counts 1)\n"), hides));
}

TEST(Report, HintsForAssignments) {
  EXPECT_TRUE(contains(report_of("print (\"a\" .. \"b\")\n"), "hint: texts are joined by `+`"));
  EXPECT_TRUE(contains(report_of("a, b = [1, 2]\n"), "for a list, write `[a, b] = …`\n"));
  EXPECT_TRUE(contains(report_of("a, b = split \",\" \"x,y\"\n"), "for a list, write `[a, b] = …`\n"));
  EXPECT_FALSE(contains(report_of("a, b = (1, 2, 3)\n"), "for a list"));
  EXPECT_TRUE(contains(report_of("p = { a: 1 }\np.b = 2\n"), "for a new one, write `p = { ..p, b: … }`\n"));
  EXPECT_TRUE(contains(report_of("p = { q: { a: 1 } }\np.q.b = 2\n"), "write `p.q = { ..p.q, b: … }`\n"));
  EXPECT_TRUE(contains(report_of("p = { a: 1 }\np.b += 2\n"), "for a new one, write `p = { ..p, b: … }`\n"));
  EXPECT_FALSE(contains(report_of("p = { a: 1 }\nprint (p.b == 2)\n"), "for a new one"));
  EXPECT_TRUE(contains(report_of("p = { name: 1 }\np.nam = 2\n"),
                       "did you mean `name`? Or, for a new one, write `p = { ..p, nam: … }`\n"));
}

TEST(Report, ErrorInsideTheLibraryIsPlacedAtTheCallIntoIt) {
  std::string report = report_of("double = n -> n * 2\nprint (map double [1, ()])\n");
  EXPECT_TRUE(contains(report, "  --> a.asp:1:")) << report;
  EXPECT_TRUE(contains(report, "  in double at a.asp:1\n  in map\n  at a.asp:2\n")) << report;
}

TEST(Report, LongTracesAreCut) {
  std::string report = report_of(
      "even = n -> if n == 0 { error \"deep\" } else { 1 + odd (n - 1) }\n"
      "odd = n -> if n == 0 { 0 } else { 1 + even (n - 1) }\n"
      "print (even 1000)\n");
  EXPECT_TRUE(contains(report, " more calls\n")) << report;
  EXPECT_LT(std::count(report.begin(), report.end(), '\n'), 25) << report;
}

TEST(Report, RepeatedCallsAreCounted) {
  std::string report =
      report_of("f = n -> if n == 0 { error \"deep\" } else { 1 + f (n - 1) }\nprint (f 8)\n");
  EXPECT_TRUE(contains(report, ", 9 times\n") || contains(report, ", 8 times\n")) << report;
}

TEST(Report, LongTextsAreCut) {
  std::string report = report_of("error (\"ä\" |> string.repeat 100000)\n");
  EXPECT_LT(report.size(), 12000u);
  EXPECT_TRUE(contains(report, "…\n"));
}

TEST(Report, CaughtErrorsKeepTheirFirstPlace) {
  std::string report = report_of("r = try (1 / 0)\nmatch r { Err e -> error e, Ok v -> v }\n");
  EXPECT_TRUE(contains(report, "  --> a.asp:1:")) << report;
}

}  // namespace
}  // namespace aspen
