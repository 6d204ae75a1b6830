# What building, the command and the tests need beyond the library's own dependencies.

find_program(RE2C re2c REQUIRED)
find_program(LEMON lemon REQUIRED)
find_package(Threads REQUIRED)

aspen_find_dependency(cli11 CLI/CLI.hpp)
aspen_find_dependency(edit histedit.h edit bsd md tinfo)
aspen_find_dependency(gtest gtest/gtest.h gtest_main gtest)
