#include "tools/aspen/difference.h"

#include <algorithm>
#include <cstdint>

namespace aspen {

namespace {

using Lines = std::vector<std::string_view>;

constexpr size_t kContext = 2;
// The longest parts compared line by line. Of longer ones, one side is shown after the other.
constexpr size_t kMaxCompared = 500;
constexpr size_t kMaxShown = 60;

// lengths[i][j]: the longest common subsequence of a from i and b from j.
std::vector<std::vector<uint32_t>> common_lengths(const Lines& a, const Lines& b) {
  std::vector<std::vector<uint32_t>> lengths(a.size() + 1, std::vector<uint32_t>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      lengths[i][j] =
          a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : std::max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}

std::string marked(char mark, std::string_view line) {
  return std::string(1, mark) + (line.empty() ? "" : " ") + std::string(line);
}

std::vector<std::string> compare(const Lines& a, const Lines& b) {
  std::vector<std::string> shown;
  size_t i = 0, j = 0;
  if (a.size() <= kMaxCompared && b.size() <= kMaxCompared) {
    auto lengths = common_lengths(a, b);
    while (i < a.size() && j < b.size()) {
      if (a[i] == b[j]) {
        shown.push_back(marked(' ', a[i++]));
        ++j;
      } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
        shown.push_back(marked('-', a[i++]));
      } else {
        shown.push_back(marked('+', b[j++]));
      }
    }
  }
  while (i < a.size()) shown.push_back(marked('-', a[i++]));
  while (j < b.size()) shown.push_back(marked('+', b[j++]));
  return shown;
}

Lines middle(const Lines& lines, size_t begin, size_t tail) {
  return {lines.begin() + begin, lines.end() - tail};
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::string> split_at_spaces(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; (at = text.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string difference(std::string_view expected, std::string_view printed) {
  Lines a = split_lines(expected), b = split_lines(printed);
  size_t shortest = std::min(a.size(), b.size());
  size_t head = 0, tail = 0;
  while (head < shortest && a[head] == b[head]) ++head;
  while (tail < shortest - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  if (a == b) return "(an empty line at the end)\n";
  head -= std::min(head, kContext);
  tail -= std::min(tail, kContext);
  std::vector<std::string> shown = compare(middle(a, head, tail), middle(b, head, tail));
  std::string out;
  if (head > 0) out += "  … " + std::to_string(head) + " lines as expected\n";
  for (size_t i = 0; i < shown.size() && i < kMaxShown; ++i) out += shown[i] + "\n";
  if (shown.size() > kMaxShown) out += "… and " + std::to_string(shown.size() - kMaxShown) + " more lines\n";
  return out;
}

}  // namespace aspen
