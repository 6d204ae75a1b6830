#pragma once
// Where each piece of a program's text comes from after its macros were expanded.
//
// The compiler reads the expanded text as any other source. Messages about a place in it show the text that a
// person wrote: the use of a macro, and the macro's own lines.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/source.h"

namespace aspen {

class Expansion {
 public:
  // The program as written.
  static constexpr uint32_t kProgram = 0;
  // Of the macros that one place goes through, a message shows this many.
  static constexpr size_t kShownSteps = 4;

  // A text that replaced a part of another: a macro's body at its use, or an argument inside such a body.
  struct Site {
    uint32_t text = 0;           // of add_text: in which source it was written
    uint32_t parent = kProgram;  // smaller than the site's own number
    Span place;                  // what the text replaced, in the parent's source
    uint32_t home = kProgram;    // of an argument: the site that its text belongs to
  };

  explicit Expansion(std::shared_ptr<const Source> program);

  // A source with the pattern of a macro in it; an empty pattern stands for text that is no macro's.
  uint32_t add_text(std::shared_ptr<const Source> source, std::string macro);
  uint32_t add_site(Site site);
  // The text from `offset` on, up to the next piece, was written at `written`. If the two differ in length,
  // the text was made from `written` as a whole. REQUIRES: offsets ascend.
  void add_piece(uint32_t offset, uint32_t site, Span written);
  // The number of pieces and sites, which is what an expansion costs in memory.
  size_t size() const { return pieces_.size() + sites_.size(); }
  // Makes room for text before all pieces.
  void shift(uint32_t length);

  // A line of a macro that an expansion goes through.
  struct Step {
    const Source* source;
    Span span;
    std::string_view macro;
  };
  struct Origin {
    const Source* source;
    Span span;                // in the program as written
    std::vector<Step> steps;  // from the innermost macro to the one that the program uses

    // A rest of one is shown, too.
    size_t shown_steps() const { return steps.size() <= kShownSteps + 1 ? steps.size() : kShownSteps; }
  };
  Origin origin(Span span) const;

 private:
  struct Text {
    std::shared_ptr<const Source> source;  // shared: it may be another module's
    std::string macro;
  };
  struct Piece {
    uint32_t offset;
    uint32_t site;
    Span written;
  };

  size_t piece_at(uint32_t offset) const;
  uint32_t common_site(size_t first, size_t last) const;
  uint32_t child_below(uint32_t site, uint32_t ancestor) const;
  Span written_at(size_t piece, uint32_t offset) const;
  Span without_brackets(Span span) const;
  // Was written nowhere: a bracket.
  bool is_made(size_t piece) const { return pieces_[piece].written.length == 0; }
  bool is_macro(uint32_t site) const { return !texts_[sites_[site].text].macro.empty(); }

  std::vector<Text> texts_;
  std::vector<Site> sites_;
  std::vector<Piece> pieces_;
};

// For a source that is no expansion, the place itself.
Expansion::Origin origin_of(const Source& source, Span span);
// The line that a span of the source begins in, as the program was written.
uint32_t written_line(const Source& source, Span span);
// The text of a span as written: in a macro's body, that of the body.
std::string_view written_text(const Source& source, Span span);

}  // namespace aspen
