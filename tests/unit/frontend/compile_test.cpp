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

// The first diagnostic's code, or "".
std::string error_of(const std::string& text) {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  if (result.diagnostics.errors().empty()) return "";
  return std::string(code_text(result.diagnostics.errors().front().code));
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

// ---- Errors

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
        "x = 1\nif x == 1 { print x and x == 2 }", "print 5 is Some _", "a = 1\nassert a == 1 and a == 2"})
    EXPECT_EQ(error_of(program), "E0418") << program;
  for (const char* program : {"x = (print 1) == ()", "assert (1 == 1)", "print = x -> x\ny = print 1 == 1",
                              "f = x -> x\ny = f 1 == 1"})
    EXPECT_EQ(error_of(program), "") << program;
}

TEST(CompileErrors, PatternsThatAreNoPatterns) {
  EXPECT_EQ(error_of("match 3 { 1 | 2 -> 1, _ -> 2 }"), "E0309");
  EXPECT_EQ(error_of("match 3 { Red | Blue -> 1, _ -> 2 }"), "E0309");
  EXPECT_EQ(error_of("match 3 { n | true -> 1, _ -> 2 }"), "");
  EXPECT_EQ(error_of("f = () -> { use \"./x\" }"), "E0501");
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
    const std::string shown = compile_text("test.asp", text, Library::instance()).render();
    const size_t at = shown.find("  hint: ");
    ASSERT_NE(at, std::string::npos) << text << "\n" << shown;
    EXPECT_NE(shown.find(hint, at), std::string::npos) << text << "\n" << shown;
  }
}

// JSON in a string begins an expression, with a format after the first colon.
TEST(CompileErrors, HintAtBracesOfTextInStrings) {
  const std::string shown =
      compile_text("test.asp", R"(x = """{"name": "Ada"}""")", Library::instance()).render();
  EXPECT_NE(shown.find("write `\\{`"), std::string::npos) << shown;
  const std::string css = compile_text("test.asp", R"(x = "a { color: red }")", Library::instance()).render();
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

TEST(Compile, WarnsOfUpdatesInACellThatIsRead) {
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

TEST(Compile, VariablesOneAfterTheOtherHaveNoLimit) {
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
