// Functions on files stay within the memory limit: those that collect names, whatever a directory holds, and
// those that write a text on another thread.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "stdlib/embed/engine.h"
#include "tests/unit/programs.h"
#include "tests/unit/vm/values.h"
#include "vm/heap/memory_account.h"

namespace aspen {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLimit = size_t{4} << 20;

class FileLimits : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aspen-files-XXXXXX").string();
    here_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(here_); }

  // What the program prints.
  std::string printed(const std::string& program, size_t limit) {
    std::string out;
    MachineOptions options;
    options.out = [&out](std::string_view text) { out += text; };
    options.permissions = Permissions::all();
    options.limits.heap_bytes = limit;
    Engine engine(std::move(options));
    EXPECT_EQ(end_of(engine, "here = \"" + here_.string() + "\"\n" + program), "finished");
    EXPECT_LE(engine.machine().heap().memory()->peak(), limit);
    return out;
  }

  fs::path here_;
};

TEST_F(FileLimits, NamesAreCounted) {
  // Twice as many as the limit allows.
  constexpr size_t kNames = 2 * kLimit / 250;
  for (size_t i = 0; i < kNames; ++i) std::ofstream(here_ / (std::to_string(i) + std::string(230, 'n')));
  for (const char* call : {"fs.list here", "fs.walk here", "fs.glob \"{here}/*\"", "fs.glob \"{here}/**\""}) {
    const std::string program = std::string("print (match try (") + call +
                                ") { Ok names -> len names > 30_000, Err (MemoryLimit _) -> \"refused\" })";
    EXPECT_EQ(printed(program, kLimit), "refused\n") << call;
    EXPECT_EQ(printed(program, 16 * kLimit), "true\n") << call;
  }
}

TEST_F(FileLimits, TheCopyOfATextForAnotherThreadIsCounted) {
  for (const char* call : {"fs.write file text", "fs.append file text", "fs.write_bytes file (bytes text)",
                           "fs.atomic_write file text"}) {
    const std::string program =
        std::string("file = \"{here}/written\"\ntext = string.repeat 2_500_000 \"x\"\n") +
        "print (match try (" + call + ") { Ok _ -> \"done\", Err (MemoryLimit _) -> \"refused\" })";
    EXPECT_EQ(printed(program, kLimit), "refused\n") << call;
    EXPECT_EQ(printed(program, 4 * kLimit), "done\n") << call;
    EXPECT_EQ(fs::file_size(here_ / "written"), 2'500'000u) << call;
    fs::remove(here_ / "written");
  }
}

}  // namespace
}  // namespace aspen
