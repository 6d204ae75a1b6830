// What `aspen expand` prints is a program that does the same.
#include <algorithm>
#include <sstream>
#include <vector>

#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

class CliExpand : public Cli {
 protected:
  void expect_the_same(const std::string& script) {
    const Ended original = shell("$ASPEN run " + script + " 2>&1");
    const Ended expanded =
        shell("$ASPEN expand " + script + " > expanded.asp && $ASPEN run expanded.asp 2>&1");
    EXPECT_EQ(original.code, 0) << script << "\n" << original.text;
    EXPECT_EQ(expanded.code, 0) << script << "\n" << expanded.text;
    EXPECT_EQ(expanded.text, original.text) << script;
  }
};

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_F(CliExpand, ScriptsWithMacrosPrintTheSame) {
  fs::copy("tests/scripts/macros", folder_, fs::copy_options::recursive);
  size_t tried = 0;
  for (const fs::directory_entry& each : fs::directory_iterator("tests/scripts/macros")) {
    if (each.is_directory() || text_of(each.path()).find("expect error") != std::string::npos) continue;
    expect_the_same(each.path().filename().string());
    ++tried;
  }
  EXPECT_GT(tried, 30u);
}

TEST_F(CliExpand, NamesOfTheLibraryThatTheProgramHides) {
  write("strings.asp", "syntax 'up e { string.upper e }\nsyntax 'all f xs { map f xs }\n");
  write("hides.asp", R"(use "./strings"
string = "mine"
map = 3
print (up string, string, all (x -> x + map) [1], { string })
map += 1
f = () -> map
print (f ())
)");
  expect_the_same("hides.asp");
}

TEST_F(CliExpand, ArgumentsThatAreWords) {
  write("calls.asp", R"(syntax 'call f x { f x }
syntax 'call_with f x y { f x y }
syntax 'foo x { "macro" }
syntax a 'to b { "macro" }
)");
  write("words.asp", R"(use "./calls"
foo = x -> "function {x}"
pair = x y -> "{x} and {y}"
to = 5
print (call foo 1, call_with pair to 1, foo 1)
)");
  expect_the_same("words.asp");
}

}  // namespace
}  // namespace aspen
