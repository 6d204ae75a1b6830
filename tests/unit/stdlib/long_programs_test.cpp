// Programs that repeat something 100,000 times compile and begin in time that is in proportion to their
// length. tests/limits/shapes tries many more.
#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <string>

#include "stdlib/embed/engine.h"
#include "tests/unit/programs.h"
#include "tests/unit/vm/values.h"

namespace aspen {
namespace {

std::string repeated(int times, const std::function<std::string(std::string)>& text) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text(std::to_string(i));
  return out;
}

// Each took 15 s or more when something looked at each part for each other part, and takes less than one.
// Processor time, so that a busy machine does not matter.
void expect_quick(const std::string& program) {
  MachineOptions options;
  options.out = options.err = [](std::string_view) {};
  options.limits.fuel = 1'000;
  Engine engine(std::move(options));
  constexpr std::clock_t kMost = (kIsSlow ? 80 : 8) * CLOCKS_PER_SEC;
  const std::clock_t begin = std::clock();
  EXPECT_NE(end_of(engine, program), "");
  EXPECT_LT(std::clock() - begin, kMost) << program.substr(0, 60);
}

TEST(LongPrograms, UnknownNamesOnALine) {
  expect_quick("x = [" + repeated(100'000, [](auto) { return "a, "; }) + "]");
}

TEST(LongPrograms, RecordPatterns) {
  expect_quick("x = 1\n{ " + repeated(400'000, [](auto i) { return "a" + i + ", "; }) + " } = x");
}

TEST(LongPrograms, Arms) {
  expect_quick("x = match 5 { " + repeated(100'000, [](auto i) { return i + " -> 1, "; }) + "_ -> 0 }");
}

TEST(LongPrograms, Macros) {
  expect_quick(repeated(50'000, [](auto i) { return "syntax a 'w" + i + " b { a + b }\n"; }));
}

TEST(LongPrograms, MacrosThatShareAWord) {
  expect_quick(repeated(40'000, [](auto i) { return "syntax a 'w 'v" + i + " b { a + b }\n"; }) +
               repeated(40'000, [](auto i) { return "x = 1 w v" + i + " 2\n"; }));
}

TEST(LongPrograms, ReadsOfOneVariable) {
  expect_quick("x = 1\nf = x -> \"" + repeated(100'000, [](auto) { return "{x}"; }) + "\"\nf 1");
}

// Of functions of which each calls the next one, and one captures something, in either order.
TEST(LongPrograms, CapturesOfAChain) {
  const auto chain = [](const std::string& first, const std::string& last, auto next) {
    return "f = n -> {\n" + first +
           repeated(20'000, [&](const std::string& i) { return "f" + i + " = x -> f" + next(i) + " x\n"; }) +
           last + "f0\n}\nf 1\n";
  };
  const auto successor = [](const std::string& i) { return std::to_string(std::stoi(i) + 1); };
  expect_quick(chain("", "f20000 = x -> n\n", successor));
}

// A part that is 300 levels inside of a value which another argument gives away.
TEST(LongPrograms, PartsFarInside) {
  MachineOptions options;
  options.out = options.err = [](std::string_view) {};
  Engine engine(std::move(options));
  EXPECT_EQ(end_of(engine,
                   "build = n -> { v = [1]; for _ in 0..n { v = [v] }; v }\n"
                   "dive = n xs -> { if n == 0 { xs[0] = 9 } else { xs[0] |>= dive (n - 1) }; xs }\n"
                   "both = x y -> show x\n"
                   "f = xs -> both xs" +
                       repeated(300, [](auto) { return "[0]"; }) +
                       " (dive 300 xs)\nassert (f (build 300) == \"[1]\")"),
            "finished");
}

TEST(LongPrograms, Loops) {
  expect_quick("s = 0\n" + repeated(100'000, [](auto) { return "for i in 0..3 { s += i }\n"; }));
}

}  // namespace
}  // namespace aspen
