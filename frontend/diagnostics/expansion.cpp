#include "frontend/diagnostics/expansion.h"

#include <algorithm>

namespace aspen {

Expansion::Expansion(std::shared_ptr<const Source> program) {
  add_text(std::move(program), {});
  sites_.emplace_back();
}

uint32_t Expansion::add_text(std::shared_ptr<const Source> source, std::string macro) {
  texts_.push_back({std::move(source), std::move(macro)});
  return static_cast<uint32_t>(texts_.size() - 1);
}

uint32_t Expansion::add_site(Site site) {
  sites_.push_back(site);
  return static_cast<uint32_t>(sites_.size() - 1);
}

void Expansion::add_piece(uint32_t offset, uint32_t site, Span written) {
  pieces_.push_back({offset, site, written});
}

void Expansion::shift(uint32_t length) {
  for (Piece& piece : pieces_) piece.offset += length;
}

size_t Expansion::piece_at(uint32_t offset) const {
  auto after = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                [](uint32_t at, const Piece& piece) { return at < piece.offset; });
  return after == pieces_.begin() ? 0 : static_cast<size_t>(after - pieces_.begin()) - 1;
}

// The innermost site that holds all of the pieces. Parents have smaller numbers than their children.
uint32_t Expansion::common_site(size_t first, size_t last) const {
  uint32_t common = pieces_[first].site;
  for (size_t i = first + 1; i <= last && common != kProgram; ++i) {
    uint32_t other = pieces_[i].site;
    while (other != common) (other > common ? other : common) = sites_[std::max(other, common)].parent;
  }
  return common;
}

uint32_t Expansion::child_below(uint32_t site, uint32_t ancestor) const {
  while (sites_[site].parent != ancestor) site = sites_[site].parent;
  return site;
}

// One byte as written, or all of what a piece was made from.
Span Expansion::written_at(size_t piece, uint32_t offset) const {
  const Piece& p = pieces_[piece];
  bool verbatim = piece + 1 == pieces_.size() || pieces_[piece + 1].offset - p.offset == p.written.length;
  if (!verbatim) return p.written;
  return {p.written.offset + std::min(offset - p.offset, p.written.length), 1};
}

// Expansion puts a body in brackets where it takes the place of an operand. What stands in them alone is
// meant, so that the body of a body is found.
Span Expansion::without_brackets(Span span) const {
  for (;;) {
    const size_t first = piece_at(span.offset);
    const size_t last = piece_at(span.end() - std::min(span.length, 1u));
    const bool is_bracketed = first + 1 < last && is_made(first) && is_made(last) &&
                              pieces_[first].site == pieces_[last].site &&
                              pieces_[first].offset == span.offset;
    if (!is_bracketed) return span;
    const uint32_t begin = pieces_[first + 1].offset;
    span = {begin, pieces_[last].offset - begin};
  }
}

Expansion::Origin Expansion::origin(Span span) const {
  Origin out{texts_[0].source.get(), {}, {}};
  if (pieces_.empty()) return out;
  span = without_brackets(span);
  const uint32_t last_byte = span.length == 0 ? span.offset : span.end() - 1;
  const size_t first = piece_at(span.offset), last = piece_at(last_byte);
  uint32_t site = common_site(first, last);
  auto written = [&](size_t piece, uint32_t offset) {
    if (pieces_[piece].site == site) return written_at(piece, offset);
    return sites_[child_below(pieces_[piece].site, site)].place;
  };
  out.span = join(written(first, span.offset), written(last, last_byte));
  if (span.length == 0) out.span.length = 0;
  for (;;) {
    while (site != kProgram && !is_macro(site)) site = sites_[site].home;
    if (site == kProgram) return out;
    const Text& text = texts_[sites_[site].text];
    out.steps.push_back({text.source.get(), out.span, text.macro});
    out.span = sites_[site].place;
    site = sites_[site].parent;
  }
}

Expansion::Origin origin_of(const Source& source, Span span) {
  if (source.expansion() != nullptr) return source.expansion()->origin(span);
  return {&source, span, {}};
}

uint32_t written_line(const Source& source, Span span) {
  const Expansion::Origin origin = origin_of(source, span);
  return origin.source->position(origin.span.offset).line;
}

std::string_view written_text(const Source& source, Span span) {
  const Expansion::Origin origin = origin_of(source, span);
  if (origin.steps.empty()) return origin.source->text(origin.span);
  return origin.steps.front().source->text(origin.steps.front().span);
}

}  // namespace aspen
