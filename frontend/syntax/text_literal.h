#pragma once
// The text between the quotes: escapes, the indentation of `"""` strings, format specs.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/syntax/arena.h"
#include "frontend/syntax/ast.h"

namespace aspen {

// How a literal was opened.
struct TextForm {
  bool raw = false;     // r"…"
  bool bytes = false;   // b"…"
  bool triple = false;  // three quotes
  bool interpolates() const { return !raw && !bytes; }
};

// The stretch of source between quotes and interpolation braces.
struct TextSegment {
  uint32_t begin;
  uint32_t end;
  uint32_t slot;  // where the decoded text goes
};

// Decodes all segments of one literal, in order, into texts[slot]. Reports bad escapes.
void decode_text(const Source& source, TextForm form, std::span<const TextSegment> segments, Arena& arena,
                 Diagnostics& diagnostics, std::vector<std::string_view>& texts);

// The text after the colon of `{x:>8.2}`. Reports one that could lay out no value.
FormatText* parse_format(const Source& source, Span span, Arena& arena, Diagnostics& diagnostics);

}  // namespace aspen
