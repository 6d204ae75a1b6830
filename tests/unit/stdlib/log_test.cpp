// The log of a program, line by line, without the times.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "stdlib/embed/engine.h"

namespace aspen {
namespace {

// The output, and the log with T for each time.
std::string logged(const std::string& program, LogLevel level = LogLevel::info) {
  std::string text;
  MachineOptions options;
  options.out = options.err = [&](std::string_view written) { text += written; };
  options.log_level = level;
  Engine engine(std::move(options));
  CompileResult compiled = compile_text("test.asp", program, engine.catalogue());
  EXPECT_TRUE(compiled.ok()) << compiled.render();
  std::string error;
  LoadedModule* module = compiled.ok() ? engine.load(compiled.program, error) : nullptr;
  if (module == nullptr) return error;
  const Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  if (!outcome.finished()) text += engine.headline(outcome) + "\n";
  const std::regex time(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");
  return std::regex_replace(text, time, "T");
}

TEST(Log, WritesLinesOfText) {
  EXPECT_EQ(logged("log.info \"first\"\nprint \"between\"\nlog.warn [1, 2]\nlog.error (Oops 5)\n"),
            "T INFO  first\nbetween\nT WARN  [1, 2]\nT ERROR Oops 5\n");
  EXPECT_EQ(logged("log.info_with { user: 5, name: \"ada lovelace\", plain: \"x-1\", empty: \"\" } \"in\""),
            "T INFO  in user=5 name=\"ada lovelace\" plain=x-1 empty=\"\"\n");
  EXPECT_EQ(logged("log.error_with [\"a\": [1, \"b\"], \"c\": None] \"\""), "T ERROR  a=[1, \"b\"] c=None\n");
}

// A removed key leaves a hole in the Dict.
TEST(Log, ReadsDictsWithRemovedKeys) {
  EXPECT_EQ(logged("log.info_with (remove \"a\" [\"a\": 1, \"b\": 2, \"c\": 3]) \"x\""),
            "T INFO  x b=2 c=3\n");
  EXPECT_EQ(logged("log.info_with (remove \"b\" [\"a\": 1, \"b\": 2, \"c\": 3]) \"x\""),
            "T INFO  x a=1 c=3\n");
}

// No logged text can look like a line or a field of its own.
TEST(Log, ALineIsOneLine) {
  EXPECT_EQ(logged("log.info \"two\\nlines\\r\""), "T INFO  two\\nlines\\r\n");
  EXPECT_EQ(logged("log.info_with { a: \"x=1 b=2\\n\" } \"m\""), "T INFO  m a=\"x=1 b=2\\n\"\n");
  EXPECT_EQ(logged("log.set_format \"json\"\nlog.info \"two\\nlines\""),
            "{\"time\":\"T\",\"level\":\"info\",\"message\":\"two\\nlines\"}\n");
}

// Characters that a terminal obeys are shown as escapes.
TEST(Log, ShowsControlCharacters) {
  EXPECT_EQ(logged("log.info \"\\u{1b}[2J\\0 \\u{7}\\t\\u{7f}\\u{9b}31m\\u{85}\\u{a0}é\""),
            "T INFO  \\e[2J\\0 \\u{7}\t\\u{7f}\\u{9b}31m\\u{85}\u00a0é\n");
  EXPECT_EQ(logged("log.info_with { a: \"\\u{1b}c\", b: \"\\u{9b}\", c: \"é\" } \"m\""),
            "T INFO  m a=\"\\ec\" b=\"\\u{9b}\" c=é\n");
  EXPECT_EQ(logged("log.info_with [\"a\\u{1b}\": 1, \"b\\n\": 2, \"c=d\": 3, \"\": 4, \"e\": 5] \"m\""),
            "T INFO  m \"a\\e\"=1 \"b\\n\"=2 \"c=d\"=3 \"\"=4 e=5\n");
}

TEST(Log, WritesLinesOfJson) {
  EXPECT_EQ(logged("log.set_format \"json\"\nlog.warn_with { user: 5, tags: [\"a\"], none: None } (1, 2)"),
            "{\"time\":\"T\",\"level\":\"warn\",\"message\":\"(1, "
            "2)\",\"user\":5,\"tags\":[\"a\"],\"none\":null}\n");
  // A value that JSON cannot hold does not end a program that logs an error.
  EXPECT_EQ(logged("log.set_format \"json\"\nlog.info_with { e: Err [len], n: -math.nan } 1"),
            "{\"time\":\"T\",\"level\":\"info\",\"message\":\"1\",\"e\":\"Err [<function "
            "len/1>]\",\"n\":\"nan\"}\n");
  EXPECT_EQ(logged("log.set_format \"json\"\nlog.set_format \"text\"\nlog.info 1"), "T INFO  1\n");
}

TEST(Log, LeavesOutWhatIsLessGrave) {
  const std::string all = "log.debug 1\nlog.info 2\nlog.warn 3\nlog.error 4\n";
  EXPECT_EQ(logged(all), "T INFO  2\nT WARN  3\nT ERROR 4\n");
  EXPECT_EQ(logged(all, LogLevel::debug), "T DEBUG 1\nT INFO  2\nT WARN  3\nT ERROR 4\n");
  EXPECT_EQ(logged("log.set_level \"error\"\n" + all), "T ERROR 4\n");
  EXPECT_EQ(logged("log.set_level \"off\"\n" + all), "");
  EXPECT_EQ(
      logged("log.set_level \"warn\"\nprint (map log.enabled? [\"info\", \"warn\", \"error\", \"off\"])"),
      "[false, true, true, false]\n");
}

TEST(Log, RefusesWhatItCannotWrite) {
  EXPECT_EQ(logged("log.info_with { message: 1 } 2"),
            "ValueError: log.info_with: fields cannot have time, level or message, which each line has\n");
  EXPECT_EQ(logged("log.info_with 5 \"x\""),
            "TypeError: log.info_with: fields must be a Record or a Dict, not 5, an Int\n");
  EXPECT_EQ(logged("log.set_level \"loud\"").substr(0, 11), "ValueError:");
  EXPECT_EQ(logged("log.set_format \"xml\"").substr(0, 11), "ValueError:");
}

// Each machine has its own log.
TEST(Log, SettingsAreTheMachines) {
  EXPECT_EQ(logged("log.set_level \"off\"\nlog.set_format \"json\""), "");
  EXPECT_EQ(logged("log.info 1"), "T INFO  1\n");
}

}  // namespace
}  // namespace aspen
