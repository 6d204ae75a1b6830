// What the compiler refuses and warns of, and the hints it gives.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"

namespace aspen {
namespace {

// The first diagnostic's code, or "".
std::string error_of(const std::string& text) {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  if (result.diagnostics.errors().empty()) return "";
  return std::string(code_text(result.diagnostics.errors().front().code));
}

// All messages, with their hints.
std::string messages_of(const std::string& text) {
  return compile_text("test.asp", text, Library::instance()).render();
}

TEST(CompileErrors, Names) {
  EXPECT_EQ(error_of("print nowhere"), "E0401");
  EXPECT_EQ(error_of("f = () -> late\nlate = 5"), "E0402");
  EXPECT_EQ(error_of("x = 0\nf = () -> { x = x + 1; x }"), "E0403");
  EXPECT_EQ(error_of("if true { y = 1 }\nprint y"), "E0401");
}

TEST(CompileErrors, Control) {
  EXPECT_EQ(error_of("return 1"), "E0404");
  EXPECT_EQ(error_of("break"), "E0405");
  EXPECT_EQ(error_of("while true { f = () -> { break }; f () }"), "E0405");
  EXPECT_EQ(error_of("add = x y -> x + y\nadd 1"), "E0407");
}

TEST(CompileErrors, ModulesAndRecords) {
  EXPECT_EQ(error_of("print (string.uper \"a\")"), "E0409");
  EXPECT_EQ(error_of("r = { a: 1, a: 2 }"), "E0408");
  EXPECT_EQ(error_of("for x in [1] { print x } print 2"), "E0413");
  EXPECT_EQ(error_of("print 1 2"), "E0414");
  EXPECT_EQ(error_of("x = Point.origin"), "E0415");
}

// Such a program would run and assert something else.
TEST(CompileErrors, OperatorsAfterACallForItsEffect) {
  for (const char* program :
       {"a = true\nassert a == false", "x = 3\nprint x == 4", "f = x -> { assert x > 1 }", "print 1 + 2",
        "x = 1\nif x == 1 { print x and x == 2 }", "print 5 is Some _", "a = 1\nassert a == 1 and a == 2",
        "a = 1\nassert a == 1 and a == 2 and a == 3", "print [1] |> map (x -> x)"})
    EXPECT_EQ(error_of(program), "E0418") << program;
  for (const char* program :
       {"x = (print 1) == ()", "assert (1 == 1)", "print = x -> x\ny = print 1 == 1",
        "f = x -> x\ny = f 1 == 1", "[1] |> map (x -> x) |> print", "(print 1) |> print"})
    EXPECT_EQ(error_of(program), "") << program;
}

TEST(CompileErrors, PatternsThatAreNoPatterns) {
  EXPECT_EQ(error_of("match 3 { 1 | 2 -> 1, _ -> 2 }"), "E0309");
  EXPECT_EQ(error_of("match 3 { Red | Blue -> 1, _ -> 2 }"), "E0309");
  EXPECT_EQ(error_of("match 3 { n | true -> 1, _ -> 2 }"), "");
  EXPECT_EQ(error_of("f = () -> { use \"./x\" }"), "E0501");
}

TEST(CompileErrors, ALabelThatNamesAnotherValue) {
  for (const char* program : {"MAX = 10", "Name = \"a\"", "Limits = { low: 1 }", "Square = x -> x * x"})
    EXPECT_EQ(error_of(program), "E0310") << program;
  EXPECT_EQ(error_of("f = x -> x\nNone = f None\nSome x = f (Some 1)"), "");
}

TEST(CompileErrors, AParameterThatBeginsAFunctionInAnotherLanguage) {
  for (const char* program : {"print (map (fn x -> x + 1) [1])", "f = lambda x y -> x + y",
                              "f = func () -> 1", "print (fold 0 (function a b -> a + b) [1])"})
    EXPECT_EQ(error_of(program), "E0419") << program;
  for (const char* program :
       {"f = fn x -> fn x", "f = fn -> 1", "f = fn x -> { y -> fn y }", "f = _ fn -> 1"})
    EXPECT_EQ(error_of(program), "") << program;
}

// What follows from the first mistake is not reported.
TEST(CompileErrors, AWordOfAnotherLanguageIsOneMistake) {
  for (const char* program : {"function add(a, b) { return a + b }", "struct Point { x, y }", "del x",
                              "go f()", "async function f() { return 1 }"}) {
    const std::string shown = messages_of(program);
    EXPECT_EQ(shown.find("error["), shown.rfind("error[")) << shown;
    EXPECT_NE(shown.find("hint: "), std::string::npos) << shown;
  }
  EXPECT_NE(messages_of("del = x -> x\ndel y").find("unknown name `y`"), std::string::npos);
}

size_t warnings(const std::string& text) {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  return result.diagnostics.warnings().size();
}

TEST(CompileErrors, HintWhereTheLibraryHasWhatOtherLanguagesHave) {
  constexpr std::pair<const char*, const char*> kRows[] = {
      {"for line in stdin { print line }", "read_line ()"},
      {"stdout.write \"a\"", "`write text`"},
      {"p = { a: 1 }\nprint p?.a", "option is taken apart"},
      {"a.b = 3", "once it has a value: `a = …`"},
      {"self.x = 3", "takes its data as an argument"},
      {"s = \"a\"\nprint s.upper()", "no methods"},
      {"s = \"a\"\nprint s.upper()", "did you mean `string.upper`?"},
      {"print [1] |> map (x -> x)", "write `print ([1] |> map (x -> x))`"},
      {"stderr.write \"a\"", "`eprint value`"},
      {"sys.exit 1", "`exit 1`"},
      {"print argv[1]", "`args`"},
      {"print (os.listdir \".\")", "`fs`"},
      {"subprocess.run [\"ls\"]", "process.run"},
      {"m = re.search \"a\" \"b\"", "`regex`"},
      {"print (datetime.now ())", "`time`"},
      {"r = requests.get \"http://a\"", "http.get"},
      {"r = fetch \"http://a\"", "http.get"},
      {"name = input \"name? \"", "read_line ()"},
      {"f = open \"a.txt\"", "fs.read p"},
      {"print (getenv \"HOME\")", "env.get"},
      {"print (ord \"a\")", "string.code"},
      {"print (chr 97)", "string.from_code"},
      {"print (pow 2 3)", "x ** n"},
      {"help map", "`aspen doc NAME`"},
      {"print (parseInt \"5\")", "`int text`"},
      {"t = setTimeout print 5", "spawn"},
      {"print (string.toUpperCase \"a\")", "`string.upper s`"},
      {"print (fs.read_file \"a\")", "`fs.read p`"},
      {"print (math.random ())", "`random.float ()`"},
      {"print (upper \"a\")", "did you mean `string.upper`?"},
      {"line = 1\nprint (lines \"a\")", "or `string.lines`?"},
      {"x = pritn", "did you mean `print`?"},
      {"lenght = 3\nprint (length + 1)", "did you mean `lenght`?"},
      {"other = 3\nprint (length + 1)", "write `len xs`"},
      {"print (list.map sqrt [4])", "`map` needs no module: write it without `list.`"},
      {"print (string.join \",\" [])", "`join` needs no module"},
      {"print (string.length \"a\")", "`len xs`"},
      {"print (string.uper \"a\")", "did you mean `upper`?"},
      {"print (json.dumps [1])", "`json.show v`"},
      {"print (regex.match r\"a\" \"a\")", "regex.match?"},
      {"print (random.randint 1 6)", "random.between"},
      {"print (f\"{1}\")", "needs no prefix"},
      {"xs = [x * 2 for x in [1]]", "`map (x -> x * 2) xs`"},
      {"print (1 in [1])", "`contains x xs`"},
      {"print \"abc\"[::-1]", "a slice is written"},
      {"print [1, 2][0:1]", "a slice is written"},
      {"while x = read_line () { print x }", "while read_line () is Some line"},
      {"match 3 { n when n > 2 -> 1, _ -> 2 }", "a condition stands after `|`"},
      {"print (fs.join \"a\" \"b\")", "`path.join`"},
      {"x = 1\nassert (x == 1) \"not one\"", "`if not c { error \"why\" }`"},
      {"use json", "the standard modules need no `use`"},
      {"f = a b=2 -> a", "parameters have no defaults"},
      {"f = print(\"a\", end=\"\")", "arguments have no names"},
      {"x = 1\nif (x is not None) { print 1 }", "`not (x is …)`"},
      {"xs = []\nif 3 not in xs { print 1 }", "`not (contains x xs)`"},
      {"x = (1 == not true)", "`(not …)`"},
  };
  for (const auto& [text, hint] : kRows) {
    const std::string shown = messages_of(text);
    const size_t at = shown.find("  hint: ");
    ASSERT_NE(at, std::string::npos) << text << "\n" << shown;
    EXPECT_NE(shown.find(hint, at), std::string::npos) << text << "\n" << shown;
  }
}

// JSON in a string begins an expression, with a format after the first colon.
TEST(CompileErrors, HintAtBracesOfTextInStrings) {
  const std::string shown = messages_of(R"(x = """{"name": "Ada"}""")");
  EXPECT_NE(shown.find("write `\\{`"), std::string::npos) << shown;
  const std::string css = messages_of(R"(x = "a { color: red }")");
  EXPECT_NE(css.find("write `\\{`"), std::string::npos) << css;
}

TEST(CompileErrors, WarnsOfFunctionsThatWaitForMoreThanOneElement) {
  EXPECT_EQ(warnings("print ([\"a\": 1] |> map (k v -> k))"), 1u);
  EXPECT_EQ(warnings("print (map (k v -> k) [:])"), 1u);
  EXPECT_EQ(warnings("f = xs -> each (k v -> print k) xs"), 1u);
  EXPECT_EQ(warnings("f = xs -> for i in 0..9 { filter (k v -> k) xs }"), 1u);
  EXPECT_EQ(warnings("print ([\"a\": 1] |> map ((k, v) -> k))"), 0u);
  EXPECT_EQ(warnings("adders = map (a b -> a + b) [1, 2]"), 0u);
  EXPECT_EQ(warnings("adders = map (a b -> a + b) (0..2)"), 0u);
  EXPECT_EQ(warnings("print (map (a b -> a + b) [(1, 2)])"), 1u);
  EXPECT_EQ(warnings("f = d -> map (k v -> k) d"), 1u);
  EXPECT_EQ(warnings("f = d -> map (k -> v -> k) d"), 0u);
  EXPECT_EQ(warnings("f = d -> fold 0 (acc k v -> acc + v) d"), 1u);
  EXPECT_EQ(warnings("f = d -> dict.fold 0 (acc k v -> acc + v) d"), 0u);
  EXPECT_EQ(warnings("map = f d -> 1\nprint (map (k v -> k) [:])"), 0u);
}

TEST(CompileErrors, WarnsOfUpdatesInACellThatIsRead) {
  for (const char* change :
       {"(xs -> { xs[0] = 1; xs })", "(xs -> { xs[0] += 1; xs })", "(remove 0)", "(xs -> insert 0 3 xs)",
        "(xs -> xs |> insert 0 3)", "(xs -> { xs |>= insert 0 3; xs })",
        "(xs -> if len xs > 1 { insert 0 3 xs } else { xs })", "(insert 0 1)"}) {
    EXPECT_EQ(warnings("c = cell [1]\ncell.update " + std::string(change) + " c"), 1u) << change;
    EXPECT_EQ(warnings("c = cell [1]\ncell.change " + std::string(change) + " c"), 0u) << change;
  }
  for (const char* change : {"(n -> n + 1)", "(push 3)", "(xs -> push 3 xs)", "(xs -> { xs |>= push 3; xs })",
                             "(set.add 3)", "(xs -> map (x -> { x[0] = 1; x }) xs)", "(xs -> push xs [])",
                             "(xs -> { ys = [0]; ys[0] = 1; ys })", "(filter is_small)", "(r -> r)"}) {
    const std::string program =
        "is_small = n -> n < 9\nc = cell [1]\ncell.update " + std::string(change) + " c";
    EXPECT_EQ(warnings(program), 0u) << change;
  }
  EXPECT_EQ(warnings("sort = a -> a\nc = cell [1]\ncell.update (xs -> sort xs) c"), 0u);
}

TEST(CompileErrors, WarnsOfNewValuesThatAreDropped) {
  for (const char* use : {"push 4 xs", "xs |> push 4", "sort xs", "remove 1 xs", "reverse xs",
                          "string.upper \"a\"", "for i in xs { push i xs }"}) {
    EXPECT_EQ(warnings("xs = [1]\n" + std::string(use) + "\nprint xs"), 1u) << use;
  }
  for (const char* use : {"xs |>= push 4", "ys = sort xs", "print (sort xs)", "int \"5\"",
                          "[_, xs] = [1, push 2 xs]", "push = a b -> print a\npush 1 xs"}) {
    EXPECT_EQ(warnings("xs = [1]\n" + std::string(use) + "\nprint xs"), 0u) << use;
  }
  EXPECT_EQ(warnings("f = xs -> push 4 xs"), 0u);
}

TEST(CompileErrors, SaysHowToKeepANewValue) {
  const auto shown = [](std::string use) {
    const CompileResult result = compile_text("test.asp", "xs = [[1]]\n" + use, Library::instance());
    return render(result.diagnostics.warnings().at(0));
  };
  EXPECT_NE(shown("push 4 xs[0]").find("`xs[0] |>= push …`"), std::string::npos);
  EXPECT_NE(shown("pop xs").find("`last, xs = pop xs`"), std::string::npos);
  EXPECT_NE(shown("merge xs xs").find("`xs = merge xs …`"), std::string::npos);
  EXPECT_NE(shown("sort [2, 1]").find("`x = sort …`"), std::string::npos);
}

TEST(CompileErrors, WarnsOfFunctionsThatWaitWhereAValueIsMeant) {
  const std::string add = "add = a b -> a + b\n";
  for (const char* use : {"print (add(1, 2))", "x = add 1 + 2", "s = \"{add 1}\"", "b = add 1 == 3",
                          "if add 1 == 3 { print 1 }", "print (process.run \"ls -l\")", "print (1 |> add)"}) {
    EXPECT_EQ(warnings(add + use), 1u) << use;
  }
  for (const char* use : {"print (add 1 2)", "f = add 1", "print (map (add 1) [2])", "add_one = add (1, 2)",
                          "print (compose (add 1) abs 2 + 1)"}) {
    EXPECT_EQ(warnings(add + use), 0u) << use;
  }
}

TEST(CompileErrors, WarnsOfFunctionsThatAreNotCalled) {
  for (const char* use : {"exit", "f", "fs.close", "if true { f } else { () }", "for i in 0..2 { f }"}) {
    EXPECT_EQ(warnings("f = x -> x\n" + std::string(use) + "\nprint 1"), 1u) << use;
  }
  EXPECT_EQ(warnings("f = x -> x\ng = () -> f\nx = 5\nx\nprint f"), 0u);
}

TEST(CompileErrors, WarnsOfTheLabelOfATypeThatCannotMatch) {
  EXPECT_EQ(warnings("print (5 is Int)"), 1u);
  EXPECT_EQ(warnings("f = v -> match v { String -> 1, [Int, _] -> 2, _ -> 3 }"), 2u);
  EXPECT_EQ(warnings("f = v -> type_of v is Int"), 0u);
  EXPECT_EQ(warnings("f = v -> v is (n: Int)"), 0u);
  EXPECT_EQ(warnings("f = v -> match v { Int n -> n, None -> 0 }"), 0u);
}

TEST(CompileErrors, SeveralAtOnce) {
  CompileResult result = compile_text("test.asp", "print a_\nprint b_\nf = () -> c_", Library::instance());
  EXPECT_EQ(result.diagnostics.errors().size(), 3u);
}

TEST(CompileErrors, TooManyVariables) {
  std::string text = "f = () -> {\n", all;
  for (int i = 0; i < 300; ++i) {
    text += "v" + std::to_string(i) + " = [1]\n";
    all += "print v" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(error_of(text + all + "}"), "E0602");
}

TEST(CompileErrors, VariablesOneAfterTheOtherHaveNoLimit) {
  std::string body, test;
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    body += "  x" + n + " = g n\n  print x" + n + "\n";
    test += "  check { " + n + " }\n";
  }
  const std::string head =
      "g = n -> n + 1\nsyntax 'check body { r = try { body }; if r is Err e { print e } }\nf = n -> {\n";
  EXPECT_EQ(error_of(head + body + "}\n"), "");
  EXPECT_EQ(error_of(head + test + "}\n"), "");
}

}  // namespace
}  // namespace aspen
