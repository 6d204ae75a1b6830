#include "frontend/diagnostics/source.h"

#include <algorithm>

namespace aspen {

const std::vector<uint32_t>& Source::line_starts() const {
  std::call_once(has_line_starts_, [this] {
    line_starts_.push_back(0);
    for (size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
      line_starts_.push_back(static_cast<uint32_t>(at + 1));
  });
  return line_starts_;
}

LineColumn Source::position(uint32_t offset) const {
  const auto& starts = line_starts();
  auto next = std::upper_bound(starts.begin(), starts.end(), offset);
  uint32_t line = static_cast<uint32_t>(next - starts.begin());
  uint32_t column = 1;
  uint32_t end = std::min<uint32_t>(offset, static_cast<uint32_t>(text_.size()));
  for (uint32_t at = starts[line - 1]; at < end; ++at) {
    bool continuation = (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80;
    if (!continuation) ++column;
  }
  return {line, column};
}

Span Source::line(uint32_t number) const {
  const auto& starts = line_starts();
  uint32_t begin = starts[number - 1];
  uint32_t end = number < starts.size() ? starts[number] - 1 : static_cast<uint32_t>(text_.size());
  if (end > begin && text_[end - 1] == '\r') --end;
  return {begin, end - begin};
}

uint32_t Source::line_count() const { return static_cast<uint32_t>(line_starts().size()); }

}  // namespace aspen
