#include "stdlib/native/loaded_library.h"

#include <gtest/gtest.h>

namespace aspen {
namespace {

struct Functions {
  int number = 0;
  bool is_there = false;
};

int tries = 0;

Functions load_at_the_second_try() {
  ++tries;
  return {tries, tries >= 2};
}

TEST(LoadedLibrary, IsLookedForUntilItIsThere) {
  EXPECT_FALSE((loaded<Functions, load_at_the_second_try>().is_there));
  EXPECT_EQ((loaded<Functions, load_at_the_second_try>().number), 2);
  EXPECT_EQ((loaded<Functions, load_at_the_second_try>().number), 2);
  EXPECT_EQ(tries, 2);
}

TEST(LoadedLibrary, TellsWhyItIsNot) {
  const char* file = "libthat-is-not-there.so";
  int (*function)() = nullptr;
  LoadedLibrary library(file);
  library.find("function", function);
  EXPECT_FALSE(library.is_whole());
  EXPECT_EQ(why_not_loaded(file),
            "libthat-is-not-there.so: cannot open shared object file: No such file or directory");
}

}  // namespace
}  // namespace aspen
