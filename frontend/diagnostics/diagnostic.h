#pragma once
// Compile-time diagnostics: a stable code, a message, a span, notes and hints; and how they are shown.
//
// Use:  diagnostics.report(source, DiagnosticCode::kUnboundName, span, {name}).hint("did you mean `x`?");
// Codes and message templates are in diagnostics.def; `{0}`, `{1}` in a template are the arguments.
// The excerpt renderer serves run-time errors too.

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/source.h"

namespace aspen {

enum class DiagnosticCode : uint16_t {
#define ASPEN_DIAGNOSTIC(number, name, text) k##name,
#include "frontend/diagnostics/diagnostics.def"
#undef ASPEN_DIAGNOSTIC
};

// "E0101": never changes meaning once released.
std::string_view code_text(DiagnosticCode code);

// A second place that belongs to the message ("opened here").
struct DiagnosticNote {
  Span span;
  std::string message;
  const Source* source = nullptr;  // null: that of the message
};

struct Diagnostic {
  DiagnosticCode code;
  const Source* source;
  Span span;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::vector<std::string> hints;
  bool is_warning = false;

  Diagnostic& note(Span where, std::string text);
  Diagnostic& note(const Source& source, Span where, std::string text);
  // An empty text adds nothing, so a caller may pass on the result of a look-up.
  Diagnostic& hint(std::string_view text);
};

// Collects the errors of one compilation, at most kMaxErrors of them (the rest is counted).
class Diagnostics {
 public:
  static constexpr size_t kMaxErrors = 20;

  // The reference is valid until the next report. A second report of the same code at the same span or the
  // same place of a macro's body, and each report beyond the limit, goes to a scratch entry that is not
  // shown.
  Diagnostic& report(const Source& source, DiagnosticCode code, Span span,
                     std::initializer_list<std::string_view> arguments = {});

  // About what is allowed and hardly meant. Of a second one at the same span the last counts.
  void warn(const Source& source, DiagnosticCode code, Span span, std::string_view argument,
            std::string hint);
  const std::vector<Diagnostic>& warnings() const { return warnings_; }
  // Drops the errors within the span, which follow from one that was reported around it.
  void forget_within(const Source& source, Span span);
  // A later pass over the same program gives them again.
  void forget_warnings(const Source& source);

  // What the last call of report returned.
  Diagnostic& last() { return *last_; }

  bool has_errors() const { return !errors_.empty(); }
  bool full() const { return errors_.size() >= kMaxErrors; }
  size_t dropped() const { return dropped_; }
  const std::vector<Diagnostic>& errors() const { return errors_; }

  // Errors, and warnings, by position within each source; sources keep the order of their first ones.
  void sort();

 private:
  bool is_known(const Diagnostic& made) const;

  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> warnings_;
  Diagnostic scratch_{};
  Diagnostic* last_ = &scratch_;
  size_t dropped_ = 0;
};

struct RenderOptions {
  bool color = false;
  // Longer source lines are cut around the span.
  uint32_t width = 100;
};

// "error[E0101]: message", or "warning[…", the excerpt, notes and hints; ends in a newline.
std::string render(const Diagnostic& diagnostic, const RenderOptions& options = {});
// The errors, separated by blank lines, and a line about those beyond the limit.
std::string render(const Diagnostics& diagnostics, const RenderOptions& options = {});
// The warnings if there is no error, else the errors, without the texts in `shown`, which gets those of the
// result: a module that several programs use is compiled with each of them, and explained once.
std::string render_unseen(const Diagnostics& diagnostics, std::set<std::string>& shown,
                          const RenderOptions& options = {});
// " --> file:line:col", then the source line with the span underlined; `label` follows the underline.
std::string render_excerpt(const Source& source, Span span, std::string_view label = {},
                           const RenderOptions& options = {});

}  // namespace aspen
