// Chains of any length count as flat, and mean what short ones mean.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/unit/programs.h"

namespace aspen {
namespace {

void run(Engine& engine, const std::string& program, std::string& out) {
  const CompileResult compiled = compile_text("chain.asp", program, engine.catalogue());
  if (!compiled.ok()) {
    out = compiled.render({});
    return;
  }
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  ASSERT_NE(module, nullptr) << error;
  const Outcome outcome = engine.run(*module);
  if (!outcome.finished()) out += engine.headline(outcome);
}

// What the program prints, or its errors.
std::string printed_by(const std::string& program) {
  std::string out;
  MachineOptions options;
  options.out = [&](std::string_view text) { out += text; };
  options.err = options.out;
  {
    Engine engine(options);
    run(engine, program, out);
  }  // writes what is still buffered
  return out;
}

std::string joined(size_t count, std::string_view separator, const std::function<std::string(size_t)>& part) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out.append(i == 0 ? "" : separator).append(part(i));
  return out;
}

std::string text_of(size_t n) { return std::to_string(n); }

// Lengths around those at which a chain gets another shape.
constexpr size_t kLengths[] = {2, 31, 33, 255, 256, 257, 258, 511, 513, 1001, 3000};

TEST(LongChains, OfOperatorsComputeFromLeftToRight) {
  for (size_t n : kLengths) {
    const std::string sum = text_of(n * (n - 1) / 2);
    EXPECT_EQ(printed_by("x = -9\nprint (" + joined(n, " - ", text_of) + " + x)"),
              "-" + text_of(n * (n - 1) / 2 + 9) + "\n");
    EXPECT_EQ(printed_by("seen = cell []\nf = i -> { cell.update (push i) seen; i }\ns = " +
                         joined(n, " + ", [](size_t i) { return "f " + text_of(i); }) +
                         "\nprint (s, cell.get seen == list (0.." + text_of(n) + "))"),
              "(" + sum + ", true)\n");
    EXPECT_EQ(printed_by("add = a b -> a + b\nprint (0 + 1" +
                         joined(n, "", [](size_t i) { return " |> add " + text_of(i); }) + " |> add 1)"),
              text_of(n * (n - 1) / 2 + 2) + "\n");
  }
}

TEST(LongChains, OfOperatorsKeepTheirPlaceBesideOthers) {
  const std::string ones = joined(700, " + ", [](size_t) { return "1"; });
  EXPECT_EQ(printed_by("print (" + ones + " == 700, 2 * (" + ones + ") - 1, (" + ones + ") * 2)"),
            "(true, 1399, 1400)\n");
  EXPECT_EQ(printed_by("f = x -> " + ones + " + (" + ones + ") + x\nprint (f 5)"), "1405\n");
  EXPECT_NE(printed_by("print (" + ones + " < 701 < 702)").find("comparisons do not chain"),
            std::string::npos);
  EXPECT_NE(printed_by("print (" + ones + " + \"\" + 1)").find("cannot add Int and String"),
            std::string::npos);
}

TEST(LongChains, OfConditionsAskAsFarAsTheyMust) {
  for (size_t n : kLengths) {
    const std::string last = text_of(n - 1), beyond = text_of(n);
    const std::string head = "asked = cell 0\nis_it = i x -> { cell.update (n -> n + 1) asked; i == x }\n";
    const auto ask = [](size_t i) { return "is_it " + text_of(i) + " x"; };
    const auto refuse = [](size_t i) { return "not (is_it " + text_of(i) + " x)"; };
    EXPECT_EQ(printed_by(head + "f = x -> " + joined(n, " or ", ask) + "\nprint (f 1, f " + last + ", f " +
                         beyond + ", cell.get asked)"),
              "(true, true, false, " + text_of(2 + n + n) + ")\n");
    EXPECT_EQ(printed_by(head + "f = x -> " + joined(n, " and ", refuse) + "\nprint (f 1, f " + last +
                         ", f " + beyond + ", cell.get asked)"),
              "(false, false, true, " + text_of(2 + n + n) + ")\n");
    EXPECT_EQ(printed_by("if Some 5 is Some y and " +
                         joined(n, " and ", [](size_t i) { return "y != " + text_of(i + 10); }) +
                         " and (y > 9 or y == 5) { print y }"),
              "5\n");
  }
}

TEST(LongChains, OfElseIfTakeTheFirstThatHolds) {
  for (size_t n : kLengths) {
    const auto branch = [](size_t i) {
      const std::string number = text_of(i);
      return "if x is Some k and k == " + number + " { y = k + 1; \"v\" + \"" + number + "\" }";
    };
    const std::string chain = joined(n, " else ", branch);
    const std::string last = text_of(n - 1);
    EXPECT_EQ(printed_by("f = x -> {\n  y = 0\n  v = " + chain +
                         " else { \"none\" }\n  (v, y)\n}\nprint (f (Some 0), f (Some " + last + "), f 5)"),
              "((\"v0\", 1), (\"v" + last + "\", " + text_of(n) + "), (\"none\", 0))\n");
    EXPECT_EQ(printed_by("x = None\ny = 7\nprint (" + chain + ", y)"), "((), 7)\n");
  }
}

TEST(LongChains, OfPatternsMatchAny) {
  for (size_t n : kLengths) {
    const std::string last = text_of(n - 1), beyond = text_of(n);
    EXPECT_EQ(printed_by("f = v -> match v { (" + joined(n, " or ", text_of) + ") -> \"in\", Some (" +
                         joined(n, " or ", [](size_t i) { return "(x, " + text_of(i) + ")"; }) +
                         ") -> x, _ -> \"no\" }\nprint (f 0, f " + last + ", f " + beyond + ", f (Some (8, " +
                         last + ")), f (Some (8, " + beyond + ")))"),
              "(\"in\", \"in\", \"no\", 8, \"no\")\n");
  }
}

TEST(LongChains, EndInTailCalls) {
  const std::string pipe = joined(600, "", [](size_t) { return " |> identity"; });
  EXPECT_EQ(
      printed_by("f = n -> n" + pipe + " |> g\ng = n -> if n == 0 { 0 } else { f (n - 1) }\nprint (f 3000)"),
      "0\n");
}

// Brackets nest, whatever stands between them.
TEST(LongChains, DoNotHideDepth) {
  const std::string open = joined(2000, "", [](size_t) { return "(1 + "; });
  EXPECT_NE(printed_by("print " + open + "1" + std::string(2000, ')')).find("E0601"), std::string::npos);
}

}  // namespace
}  // namespace aspen
