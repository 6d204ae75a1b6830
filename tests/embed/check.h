// The checks that the host programs here use to report failures.
#pragma once

#include <cstdio>
#include <string>

inline int failures = 0;

inline void check(bool right, const char* what, int line) {
  if (right) return;
  std::printf("line %d: not so: %s\n", line, what);
  ++failures;
}

inline void check_equal(const std::string& found, const std::string& expected, int line) {
  if (found == expected) return;
  std::printf("line %d: expected %s\nfound %s\n", line, expected.c_str(), found.c_str());
  ++failures;
}

inline void check_contains(const std::string& text, const std::string& part, int line) {
  if (text.find(part) != std::string::npos) return;
  std::printf("line %d: expected %s in\n%s\n", line, part.c_str(), text.c_str());
  ++failures;
}

#define CHECK(condition) check(static_cast<bool>(condition), #condition, __LINE__)
#define CHECK_EQUAL(found, expected) check_equal((found), (expected), __LINE__)
#define CHECK_CONTAINS(text, part) check_contains((text), (part), __LINE__)
