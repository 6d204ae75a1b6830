#pragma once
// Source text and positions in it.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

// A piece of a source: byte offset and byte length. Sources are at most kMaxSourceBytes long, so 32 bits do.
struct Span {
  uint32_t offset = 0;
  uint32_t length = 0;

  uint32_t end() const { return offset + length; }
  bool contains(uint32_t position) const { return position >= offset && position < end(); }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that holds both.
inline Span join(Span a, Span b) {
  uint32_t begin = a.offset < b.offset ? a.offset : b.offset;
  uint32_t end = a.end() > b.end() ? a.end() : b.end();
  return {begin, end - begin};
}

// Line and column count from 1; the column counts code points, as editors do.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
};

inline constexpr uint64_t kMaxSourceBytes = 0xFFFF'0000;

class Expansion;  // expansion.h

// One file, one REPL entry or one `-e` argument. Owns its text. The tree, the diagnostics and the debug
// tables of compiled code refer to it, so it outlives them. For any thread, several at once: immutable,
// except that the first one that needs the line table builds it while the others wait.
class Source {
 public:
  // name: what messages call it ("src/main.asp", "<repl>").
  Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  // The text of a program after the expansion of macros. Shared, because only expansion.h knows the type.
  Source(std::string name, std::string text, std::shared_ptr<const Expansion> expansion)
      : name_(std::move(name)), text_(std::move(text)), expansion_(std::move(expansion)) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const { return text().substr(span.offset, span.length); }

  // Null: this is the text as it was written. Otherwise origin_of (expansion.h) tells where a span was
  // written, and positions and lines are those of the expanded text.
  const Expansion* expansion() const { return expansion_.get(); }

  LineColumn position(uint32_t offset) const;
  // The span of a line (from 1) without its line end.
  Span line(uint32_t number) const;
  uint32_t line_count() const;

 private:
  const std::vector<uint32_t>& line_starts() const;

  std::string name_;
  std::string text_;
  std::shared_ptr<const Expansion> expansion_;
  mutable std::once_flag has_line_starts_;
  mutable std::vector<uint32_t> line_starts_;
};

}  // namespace aspen
