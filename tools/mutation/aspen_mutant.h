// Chooses one of the faults that tools/mutate has spliced into the sources, by the environment variable
// ASPEN_MUTANT. With -1 none is chosen, and the file that ASPEN_MUTANT_REACHED names has a byte for each
// fault, which becomes 1 when its place is reached.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wdangling-else"

constexpr int kAspenMutants = 4096;

inline const int aspen_mutant_chosen = [] {
  const char* text = std::getenv("ASPEN_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}();

inline unsigned char* const aspen_mutants_reached = []() -> unsigned char* {
  const char* path = std::getenv("ASPEN_MUTANT_REACHED");
  const int file = path == nullptr ? -1 : ::open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* bytes = ::mmap(nullptr, kAspenMutants, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return bytes == MAP_FAILED ? nullptr : static_cast<unsigned char*>(bytes);
}();

[[gnu::noinline, gnu::cold]] inline bool aspen_mutant_slow(int number) {
  if (aspen_mutants_reached != nullptr) aspen_mutants_reached[number] = 1;
  return aspen_mutant_chosen == number;
}

inline bool aspen_mutant(int number) {
  return __builtin_expect(aspen_mutant_chosen != 0, 0) && aspen_mutant_slow(number);
}
