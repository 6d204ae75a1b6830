// A compiled pattern of module regex, and its costs: RE2's programs and caches use memory that the script is
// charged for, and a call of RE2 cannot be stopped.
#pragma once

#include <re2/re2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "vm/heap/memory_account.h"
#include "vm/object/object.h"

namespace aspen {

class Strand;

// Whether the strand's time is limited, or its program is polled: then no call of RE2 may hold it up for
// long.
bool is_timed(Strand& s);

class Pattern {
 public:
  // Limits of a pattern; beyond them ValueError. RE2 takes seconds for a deeper nesting.
  static constexpr size_t kMostBytes = size_t{64} << 10;
  static constexpr unsigned kMostGroups = 250;
  static constexpr unsigned kMostNesting = 250;

  // From the cache of the machine, or compiled for it. A shared_ptr, as a script's value, the cache and a
  // thread of the pool may hold the pattern. Null with ValueError or MemoryLimit pending, or if the strand
  // waits: for its turn, or for a large pattern that a thread of the pool compiles. Then the native runs
  // again.
  static std::shared_ptr<const Pattern> kept(Strand& s, std::string_view text);

  const RE2& re() const { return re_; }
  // As the program gave it.
  const std::string& text() const { return text_; }
  int groups() const { return re_.NumberOfCapturingGroups(); }
  // The longest time of one call of RE2, in nanoseconds: to find where a match is in so many bytes, and to
  // find the groups of a match of so many bytes. Most calls take a hundredth of that.
  uint64_t most_scan_ns(size_t bytes) const { return bytes * program_ * kScanNs; }
  uint64_t most_capture_ns(size_t bytes) const;
  // The work that a script pays for before a pass over so many bytes (Strand::work).
  uint64_t scan_work(size_t bytes) const { return bytes * (1 + program_ / kProgramPerWork); }
  // Likewise, for finding the groups of a match.
  uint64_t capture_work(size_t bytes) const { return most_capture_ns(bytes) / kUsualShare; }

 private:
  Pattern(std::string_view text, const RE2::Options& options, Charge charge);
  static std::shared_ptr<const Pattern> compile(Strand& s, std::string_view text);
  // Compiles it with so much memory for RE2, and so much for the syntax tree, and pays for so many
  // instructions before. It may turn out too large, or not to be a pattern: see `re`. Null with an error
  // pending, or if the strand waits.
  static std::shared_ptr<const Pattern> attempt(Strand& s, std::string_view text, size_t memory, size_t tree,
                                                uint64_t instructions);
  // The work of a thread of the pool. Owns its text.
  class CompileElsewhere;

  static constexpr uint64_t kScanNs = 5;         // for each instruction and byte
  static constexpr uint64_t kCapturesPerNs = 2;  // copied between threads of RE2's automaton
  static constexpr uint64_t kProgramPerWork = 8;
  static constexpr uint64_t kUsualShare = 2;

  Charge charge_;
  std::string text_;
  RE2 re_;
  uint64_t program_ = 1;  // instructions
};

}  // namespace aspen
