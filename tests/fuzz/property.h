// Properties of the library, written in Aspen and checked with a fuzzer's inputs.
#pragma once

#include <sanitizer/lsan_interface.h>

#include <aspen/aspen.hpp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

class Property {
 public:
  // A program that defines `check input`, which takes Bytes. It fails if the property does not hold, and
  // returns whether the property applies to the input.
  explicit Property(const char* program) : vm_(aspen::Options{.hash_seed = 1}) {
    auto compiled = vm_.compile(program, "property.asp");
    if (!compiled) give_up(compiled.error());
    auto ran = vm_.run(*compiled);
    if (!ran) give_up(ran.error());
  }

  void hold_for(std::string_view bytes) {
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    const std::vector<std::byte> input(begin, begin + bytes.size());
    // Its garbage is freed when the heap next collects. The search for leaks does not wait for that.
    __lsan_disable();
    const auto is_proper = vm_.call<bool>("check", input);
    __lsan_enable();
    if (!is_proper) give_up(is_proper.error());
#ifdef ASPEN_PLANTED_BUG
    if (*is_proper) abort();
#endif
  }

 private:
  [[noreturn]] static void give_up(const aspen::Error& error) {
    std::fputs(error.render().c_str(), stderr);
    abort();
  }

  aspen::Vm vm_;
};
