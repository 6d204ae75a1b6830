// The picture that `aspen top` draws of a frame: lines of text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
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
  size_t rows = SIZE_MAX;     // most lines
  size_t columns = SIZE_MAX;  // of each line, at most; at least 1
  size_t skipped = 0;         // lines about tasks that were scrolled over
};

// Of a table that a reader scrolls: the lines that are seen, and whether others follow.
struct TopPicture {
  std::vector<std::string> lines;
  size_t most_skipped = 0;  // of TopLayout::skipped that still shows something
};

// The text, or as much of it as fits, with a sign that something is left out. At least one column.
std::string fit_text(std::string_view text, size_t columns);

// Counts what workers did since `before`; none: since they began.
TopPicture draw_top(const TopFrame& frame, const std::optional<TopFrame>& before, const TopLayout& layout);

}  // namespace aspen
