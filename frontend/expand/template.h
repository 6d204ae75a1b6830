#pragma once
// A text that expansion copies, and the places in it that it may change.

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/source.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

// What an atom needs around it where it takes the place of a name.
enum class Wrap : uint8_t {
  none,
  number,   // parentheses before a `.`
  postfix,  // parentheses if it stands on several lines
  braces,   // parentheses, except as a statement
  always,
};

// An atom of a juxtaposition chain.
struct Atom {
  Span span;
  std::string_view word;  // in the source's text, if the atom is a plain name; else empty
  Wrap wrap;
  bool is_bound = false;  // the word is the name of a variable there, so that it is no pseudo-keyword
};

struct Point {
  enum class Kind : uint8_t {
    name,
    field,  // `{ x, }`: a name that is a field as well
    chain,
    definition,  // a `syntax` at the top level
  };
  Kind kind;
  bool is_statement;  // stands directly in a block
  Span span;
  bool is_updated = false;  // a name that an update changes in place: `x += 1`, `x[i] = v`
  bool in_chain = false;    // a name that is an atom of a chain
  uint32_t first_atom = 0;  // of a chain
  uint32_t atoms = 0;
};

struct Template {
  std::shared_ptr<const Source> source;  // shared: macros outlive the compilation of their module
  Span span;                             // the text that is copied
  std::vector<Point> points;             // by offset; what holds another comes first
  std::vector<Atom> atoms;

  std::string_view text(Span part) const { return source->text(part); }
};

struct TemplateRules {
  bool names;  // names are points, too
  // Whether a chain with this word in it may use a macro.
  std::function<bool(std::string_view word)> is_of_macro;
  // Called for a `syntax` or a `use` where it must not stand.
  std::function<void(const Expr*)> refuse;
};

// `block` is the program, or a macro's body without its braces.
Template make_template(std::shared_ptr<const Source> source, BlockExpr* block, Span span,
                       const TemplateRules& rules);

}  // namespace aspen
