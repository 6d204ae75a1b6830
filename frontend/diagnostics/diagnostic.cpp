#include "frontend/diagnostics/diagnostic.h"

#include <algorithm>
#include <span>

#include "frontend/diagnostics/expansion.h"
#include "frontend/diagnostics/utf8.h"

namespace aspen {

namespace {

struct DiagnosticRow {
  std::string_view code;
  std::string_view text;
};

constexpr DiagnosticRow kRows[] = {
#define ASPEN_DIAGNOSTIC(number, name, text) {"E" #number, text},
#include "frontend/diagnostics/diagnostics.def"
#undef ASPEN_DIAGNOSTIC
};

// Names in messages are cut: thousands of characters would not be readable.
std::string clipped(std::string_view argument) {
  constexpr size_t kMostBytes = 200;
  if (argument.size() <= kMostBytes) return std::string(argument);
  size_t end = kMostBytes;
  while ((static_cast<unsigned char>(argument[end]) & 0xC0) == 0x80) --end;
  return std::string(argument.substr(0, end)) + "…";
}

std::string fill_template(std::string_view text, std::initializer_list<std::string_view> arguments) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    bool slot = text[at] == '{' && at + 2 < text.size() && text[at + 2] == '}';
    size_t index = slot ? static_cast<size_t>(text[at + 1] - '0') : 0;
    if (slot && index < arguments.size()) {
      out += clipped(arguments.begin()[index]);
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

}  // namespace

std::string_view code_text(DiagnosticCode code) { return kRows[static_cast<size_t>(code)].code; }

Diagnostic& Diagnostic::note(Span where, std::string text) {
  notes.push_back({where, std::move(text), nullptr});
  return *this;
}

Diagnostic& Diagnostic::note(const Source& in, Span where, std::string text) {
  notes.push_back({where, std::move(text), &in});
  return *this;
}

Diagnostic& Diagnostic::hint(std::string_view text) {
  if (!text.empty()) hints.emplace_back(text);
  return *this;
}

Diagnostic& Diagnostics::report(const Source& source, DiagnosticCode code, Span span,
                                std::initializer_list<std::string_view> arguments) {
  Diagnostic made{code, &source, span, fill_template(kRows[static_cast<size_t>(code)].text, arguments),
                  {},   {}};
  bool known = is_known(made);
  if (!known && full()) ++dropped_;
  if (known || full()) {
    scratch_ = std::move(made);
    return *(last_ = &scratch_);
  }
  return *(last_ = &errors_.emplace_back(std::move(made)));
}

void Diagnostics::warn(const Source& source, DiagnosticCode code, Span span, std::string_view argument,
                       std::string hint) {
  if (warnings_.size() == kMaxErrors) return;
  std::erase_if(warnings_, [&](const Diagnostic& made) {
    return made.source == &source && made.code == code && made.span == span;
  });
  std::string message = fill_template(kRows[static_cast<size_t>(code)].text, {argument});
  warnings_.push_back({code, &source, span, std::move(message), {}, {std::move(hint)}, true});
}

// A mistake in a macro's body is one, however often the macro is used.
bool Diagnostics::is_known(const Diagnostic& made) const {
  const Expansion::Origin origin = origin_of(*made.source, made.span);
  auto is_same = [&](const Diagnostic& error) {
    if (error.code != made.code) return false;
    if (error.source == made.source && error.span == made.span) return true;
    if (origin.steps.empty() || error.message != made.message) return false;
    const Expansion::Origin other = origin_of(*error.source, error.span);
    return !other.steps.empty() && other.steps.front().source == origin.steps.front().source &&
           other.steps.front().span == origin.steps.front().span;
  };
  return std::any_of(errors_.begin(), errors_.end(), is_same);
}

void Diagnostics::forget_within(const Source& source, Span span) {
  std::erase_if(errors_, [&](const Diagnostic& error) {
    return error.source == &source && error.span.offset >= span.offset && error.span.end() <= span.end();
  });
  last_ = &scratch_;
}

void Diagnostics::forget_warnings(const Source& source) {
  std::erase_if(warnings_, [&](const Diagnostic& warning) { return warning.source == &source; });
}

static void sort_by_place(std::vector<Diagnostic>& all) {
  std::vector<const Source*> order;
  for (const Diagnostic& each : all) {
    if (std::find(order.begin(), order.end(), each.source) == order.end()) order.push_back(each.source);
  }
  auto rank = [&](const Diagnostic& each) {
    return std::find(order.begin(), order.end(), each.source) - order.begin();
  };
  std::stable_sort(all.begin(), all.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(rank(a), a.span.offset) < std::pair(rank(b), b.span.offset);
  });
}

void Diagnostics::sort() {
  sort_by_place(errors_);
  sort_by_place(warnings_);
}

namespace {

constexpr uint32_t kTabStop = 4;

// The terminal's part of rendering: colors, when asked for.
class Painter {
 public:
  explicit Painter(bool color) : color_(color) {}
  std::string error(std::string_view text) const { return paint("\x1b[1;31m", text); }
  std::string strong(std::string_view text) const { return paint("\x1b[1m", text); }
  std::string quiet(std::string_view text) const { return paint("\x1b[36m", text); }
  std::string hint(std::string_view text) const { return paint("\x1b[32m", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const {
    if (!color_ || text.empty()) return std::string(text);
    return std::string(code) + std::string(text) + "\x1b[0m";
  }
  bool color_;
};

// A source line made fit for a terminal: tabs become spaces, control characters become dots, and the text
// outside the window is cut. `begin` and `end` are the columns of the underlined part.
struct ShownLine {
  std::string text;
  uint32_t begin = 0;
  uint32_t end = 0;
};

// One character of the line as it is shown.
struct Cell {
  std::string_view text;
  uint32_t width;
  bool marked;
};

std::vector<Cell> to_cells(std::string_view line, uint32_t mark_begin, uint32_t mark_end) {
  constexpr std::string_view kSpaces = "    ";
  std::vector<Cell> cells;
  uint32_t column = 0;
  for (uint32_t at = 0; at < line.size();) {
    CodePoint point = code_point_at(line, at);
    bool control = static_cast<unsigned char>(line[at]) < ' ' || line[at] == '\x7f';
    std::string_view shown = point.value < 0 ? "\uFFFD" : control ? "." : line.substr(at, point.length);
    Cell cell{shown, 1, at >= mark_begin && at < mark_end};
    if (line[at] == '\t') cell.text = kSpaces.substr(0, kTabStop - column % kTabStop);
    cell.width = display_width(cell.text);
    column += cell.width;
    cells.push_back(cell);
    at += point.length;
  }
  return cells;
}

uint32_t total_width(const std::vector<Cell>& cells, size_t begin, size_t end) {
  uint32_t width = 0;
  for (size_t i = begin; i < end; ++i) width += cells[i].width;
  return width;
}

// The cells [first, last) to show: all, or as many around the mark as fit.
std::pair<size_t, size_t> choose_window(const std::vector<Cell>& cells, size_t mark, uint32_t width) {
  if (total_width(cells, 0, cells.size()) <= width) return {0, cells.size()};
  size_t first = mark;
  uint32_t used = 0;
  while (first > 0 && used + cells[first - 1].width <= width / 3) used += cells[--first].width;
  size_t last = mark;
  while (last < cells.size() && used + cells[last].width <= width) used += cells[last++].width;
  while (first > 0 && used + cells[first - 1].width <= width) used += cells[--first].width;
  return {first, last};
}

ShownLine show_line(std::string_view line, uint32_t mark_begin, uint32_t mark_end, uint32_t width) {
  // A line of megabytes is not laid out as a whole.
  constexpr uint32_t kReach = 2000;
  uint32_t from = mark_begin > kReach ? mark_begin - kReach : 0;
  while (from > 0 && (static_cast<unsigned char>(line[from]) & 0xC0) == 0x80) --from;
  bool tail_cut = line.size() > mark_begin + kReach;
  std::string_view near = line.substr(from, mark_begin + kReach - from);
  std::vector<Cell> cells = to_cells(near, mark_begin - from, mark_end - from);
  size_t mark = 0;
  while (mark < cells.size() && !cells[mark].marked) ++mark;
  auto [first, last] = choose_window(cells, mark, width);
  ShownLine shown;
  if (first > 0 || from > 0) shown.text = "…";
  uint32_t column = display_width(shown.text);
  shown.begin = column + total_width(cells, first, std::min(mark, last));
  shown.end = shown.begin;
  for (size_t i = first; i < last; ++i) {
    shown.text += cells[i].text;
    if (cells[i].marked) shown.end += cells[i].width;
  }
  if (last < cells.size() || tail_cut) shown.text += "…";
  return shown;
}

std::string place(const Source& source, Span span) {
  LineColumn at = source.position(span.offset);
  return without_controls(source.name()) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string underlined_line(const Source& source, Span span, std::string_view label,
                            const RenderOptions& options, size_t gutter) {
  Painter painter(options.color);
  uint32_t number = source.position(span.offset).line;
  Span line = source.line(number);
  uint32_t begin = std::min(span.offset, line.end()) - line.offset;
  uint32_t end = std::min(span.end(), line.end()) - line.offset;
  ShownLine shown = show_line(source.text(line), begin, end, options.width);
  uint32_t length = std::max<uint32_t>(1, shown.end - shown.begin);
  std::string digits = std::to_string(number);
  std::string out =
      painter.quiet(std::string(gutter - digits.size(), ' ') + digits + " | ") + shown.text + "\n";
  out += painter.quiet(std::string(gutter, ' ') + " | ") + std::string(shown.begin, ' ');
  out += painter.error(std::string(length, '^') + (label.empty() ? "" : " ") + std::string(label)) + "\n";
  return out;
}

size_t gutter_width(const Source& source, Span span) {
  return std::max<size_t>(3, std::to_string(source.position(span.offset).line).size());
}

std::string render_note(const Source& source, Span span, std::string_view message,
                        const RenderOptions& options) {
  Painter painter(options.color);
  std::string out =
      "  " + painter.strong("note: ") + place(source, span) + ": " + std::string(message) + "\n";
  return out + underlined_line(source, span, {}, options, gutter_width(source, span));
}

}  // namespace

std::string render_excerpt(const Source& source, Span span, std::string_view label,
                           const RenderOptions& options) {
  Painter painter(options.color);
  const Expansion::Origin origin = origin_of(source, span);
  std::string out = painter.quiet("  --> ") + place(*origin.source, origin.span) + "\n";
  out +=
      underlined_line(*origin.source, origin.span, label, options, gutter_width(*origin.source, origin.span));
  const size_t shown = origin.shown_steps();
  for (const Expansion::Step& step : std::span(origin.steps).first(shown))
    out += render_note(*step.source, step.span, "in the macro `" + std::string(step.macro) + "`", options);
  if (shown == origin.steps.size()) return out;
  return out + "  … and " + std::to_string(origin.steps.size() - shown) + " more macros\n";
}

std::string render(const Diagnostic& diagnostic, const RenderOptions& options) {
  Painter painter(options.color);
  std::string code(code_text(diagnostic.code));
  std::string out = painter.error((diagnostic.is_warning ? "warning[" : "error[") + code + "]: ") +
                    painter.strong(diagnostic.message) + "\n";
  out += render_excerpt(*diagnostic.source, diagnostic.span, {}, options);
  for (const DiagnosticNote& note : diagnostic.notes) {
    const Expansion::Origin origin =
        origin_of(note.source != nullptr ? *note.source : *diagnostic.source, note.span);
    out += render_note(*origin.source, origin.span, note.message, options);
  }
  for (const std::string& hint : diagnostic.hints) out += "  " + painter.hint("hint: ") + hint + "\n";
  return out;
}

std::string render(const Diagnostics& diagnostics, const RenderOptions& options) {
  std::set<std::string> shown;
  return diagnostics.has_errors() ? render_unseen(diagnostics, shown, options) : std::string();
}

std::string render_unseen(const Diagnostics& diagnostics, std::set<std::string>& shown,
                          const RenderOptions& options) {
  const bool are_errors = diagnostics.has_errors();
  std::string out;
  for (const Diagnostic& diagnostic : are_errors ? diagnostics.errors() : diagnostics.warnings()) {
    std::string text = render(diagnostic, options);
    const auto [unseen, is_new] = shown.insert(std::move(text));
    if (is_new) out += (are_errors && !out.empty() ? "\n" : "") + *unseen;
  }
  if (diagnostics.dropped() == 0) return out;
  return out + "\n… and " + std::to_string(diagnostics.dropped()) + " more\n";
}

}  // namespace aspen
