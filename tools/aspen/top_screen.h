// The picture that `aspen top` draws of a frame: lines of text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/aspen/top_frame.h"

namespace aspen {

enum class TopOrder : uint8_t {
  tree,     // a task below the one that has spawned it
  waiting,  // the longest first
  state,    // by what they wait for
  place,    // by where they stand
};

struct TopLayout {
  TopOrder order = TopOrder::tree;
  size_t rows = SIZE_MAX;  // most lines
  size_t skipped = 0;      // lines about tasks that were scrolled over
};

// Of a table that a reader scrolls: the lines that are seen, and whether others follow.
struct TopPicture {
  std::vector<std::string> lines;
  size_t most_skipped = 0;  // of TopLayout::skipped that still shows something
};

// Counts what workers did since `before`; none: since they began.
TopPicture draw_top(const TopFrame& frame, const std::optional<TopFrame>& before, const TopLayout& layout);

}  // namespace aspen
