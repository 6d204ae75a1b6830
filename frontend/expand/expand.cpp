#include "frontend/expand/expand.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace aspen {

namespace {

// Together with kMaxExpandedBytes this keeps an expansion within 64 MiB.
constexpr size_t kMaxOriginParts = 600'000;
constexpr size_t kMaxAtoms = 100'000;  // of uses within each other
constexpr size_t kMaxSteps = 20'000'000;
// Arguments are texts of the macros around them, so they nest, too.
constexpr size_t kNone = ~size_t{0};
constexpr unsigned kMaxNesting = 4 * kMaxExpansionDepth;

struct Use;

// A text with what its names stand for.
struct Place {
  const Template* text;
  const Use* use;  // of the macro that the text is the body of; null: the program
  uint32_t site;
  bool is_operand = false;  // stands in parentheses, so that its only statement is an expression
};

// An atom of the chain that uses a macro.
struct Argument {
  Atom atom;
  Place place;  // where it was written
};

struct Use {
  const Macro* macro;
  std::vector<Argument> atoms;
  unsigned number;  // of this use, for the names that the body binds

  // What an item of the pattern has matched.
  std::span<const Argument> matched(size_t item) const {
    const std::span<const Argument> all(atoms);
    const size_t repeated = all.size() + 1 - macro->items.size();  // only read if there is a rest
    if (item == macro->rest) return all.subspan(item, repeated);
    return all.subspan(item < macro->rest ? item : item + repeated - 1, 1);
  }
};

class Expander {
 public:
  Expander(const ExpandInput& input, Diagnostics& diagnostics)
      : input_(input), diagnostics_(diagnostics), number_(input.first_number) {}

  Expanded run() {
    const TemplateRules rules{
        false, [&](std::string_view word) { return input_.macros.with_word(word) != nullptr; },
        [&](const Expr* refused) {
          failed_ = true;
          diagnostics_.report(*input_.source, DiagnosticCode::kBadSyntax, {refused->span.offset, 6},
                              {"it stands below the top level"});
        }};
    const Span all{0, static_cast<uint32_t>(input_.source->text().size())};
    const Template program = make_template(input_.source, input_.program, all, rules);
    out_.origins = std::make_shared<Expansion>(input_.source);
    copy(all, {&program, nullptr, Expansion::kProgram});
    add_imports();
    out_.ok = !failed_ && !stopped_;
    out_.next_number = number_;
    return std::move(out_);
  }

 private:
  // ---- Text

  void put(std::string_view text, const Place& place, Span written) {
    if (stopped_ || text.empty()) return;
    out_.origins->add_piece(static_cast<uint32_t>(out_.text.size()), place.site, written);
    out_.text += text;
    bool is_of_macro = place.site != Expansion::kProgram;
    if (is_of_macro) generated_ += text.size();
    if (generated_ > kMaxExpandedBytes || out_.origins->size() > kMaxOriginParts) fail_size();
  }

  void put_as_written(uint32_t begin, uint32_t end, const Place& place) {
    const Span span{begin, end - begin};
    if (begin < end) put(place.text->text(span), place, span);
  }

  // Copies a part of a text, with what its points stand for.
  void copy(Span part, const Place& place) {
    uint32_t at = part.offset;
    auto point =
        std::lower_bound(place.text->points.begin(), place.text->points.end(), at,
                         [](const Point& each, uint32_t offset) { return each.span.offset < offset; });
    for (; point != place.text->points.end() && point->span.offset < part.end() && !stopped_; ++point) {
      if (point->span.offset < at || point->span.end() > part.end()) continue;
      if (replace(*point, place, at)) at = end_of(*point, place);
    }
    put_as_written(at, part.end(), place);
  }

  // A definition that has its lines for itself vanishes with its line end.
  uint32_t end_of(const Point& point, const Place& place) const {
    const uint32_t end = point.span.end();
    if (point.kind != Point::Kind::definition || end == place.text->span.end()) return end;
    const bool begins_line = out_.text.empty() || out_.text.back() == '\n';
    return begins_line && place.text->text({end, 1}) == "\n" ? end + 1 : end;
  }

  // False if the point stays as it is. Copies the text from `at` up to it first.
  bool replace(const Point& point, const Place& place, uint32_t at) {
    if (point.kind == Point::Kind::chain) return replace_chain(point, place, at);
    put_as_written(at, point.span.offset, place);
    if (point.kind == Point::Kind::definition) return true;
    std::string_view name = place.text->text(point.span);
    const size_t item = parameter_of(place, name);
    if (item == kNone) {
      put_name(name, point, place);
      return true;
    }
    if (point.kind == Point::Kind::field) put(std::string(name) + ": ", place, point.span);
    if (item == place.use->macro->rest) {
      put_rest(place.use->matched(item), point, place);
    } else {
      const Argument& argument = place.use->matched(item).front();
      // So that the expanded text, read as a program, does not use the macro either.
      const bool is_name = point.in_chain && is_word(argument);
      put_argument(argument, point, place, is_name && input_.macros.with_word(argument.atom.word) != nullptr);
    }
    return true;
  }

  // ---- Uses

  bool replace_chain(const Point& point, const Place& place, uint32_t at) {
    std::vector<Argument> atoms;
    for (uint32_t i = 0; i < point.atoms; ++i)
      add_atom(place, place.text->atoms[point.first_atom + i], atoms);
    steps_ += atoms.size();
    if (steps_ > kMaxSteps || atoms_ + atoms.size() > kMaxAtoms) {
      fail_size();
      return true;
    }
    const Macro* macro = find_macro(atoms, point, place);
    if (macro == nullptr) return false;
    put_as_written(at, point.span.offset, place);
    const size_t count = atoms.size();
    atoms_ += count;
    put_use({macro, std::move(atoms), number_++}, point, place);
    atoms_ -= count;
    return true;
  }

  // A parameter stands for its argument, whatever that is called: it is no pseudo-keyword. The atoms of a
  // rest may be some.
  static void add_atom(const Place& place, const Atom& atom, std::vector<Argument>& out) {
    const size_t item = parameter_of(place, atom.word);
    if (item == kNone) return out.push_back({atom, place});
    const std::span<const Argument> matched = place.use->matched(item);
    out.insert(out.end(), matched.begin(), matched.end());
    if (item != place.use->macro->rest) out.back().atom.word = {};
  }

  // The index of the item that is the parameter of that name, or kNone.
  static size_t parameter_of(const Place& place, std::string_view name) {
    if (place.use == nullptr || !place.use->macro->parameters.contains(name)) return kNone;
    const std::vector<MacroItem>& items = place.use->macro->items;
    size_t i = 0;
    while (items[i].is_word() || items[i].name != name) ++i;
    return i;
  }

  const Macro* find_macro(const std::vector<Argument>& atoms, const Point& point, const Place& place) {
    const Macro* found = nullptr;
    const MacroScope& scope = place.use == nullptr ? input_.macros : *place.use->macro->scope;
    const uint32_t here = place.use == nullptr ? point.span.offset : place.use->macro->span.offset;
    for (const Argument& atom : atoms) {
      if (!is_word(atom)) continue;
      for (const MacroScope::Entry& entry : scope.by_word(atom.atom.word)) {
        if (entry.from > here || !matches(*entry.macro, atoms) || entry.macro == found) continue;
        if (found != nullptr) {
          report_ambiguous(*found, *entry.macro, point, place);
          return found;
        }
        found = entry.macro;
      }
    }
    return found;
  }

  // Not the name of a variable there.
  static bool is_word(const Argument& argument) {
    const std::string_view word = argument.atom.word;
    const Use* use = argument.place.use;
    return !word.empty() && !argument.atom.is_bound && (use == nullptr || !use->macro->bound.contains(word));
  }

  static bool matches(const Macro& macro, const std::vector<Argument>& atoms) {
    const size_t fixed = macro.items.size() - macro.has_rest();
    if (macro.has_rest() ? atoms.size() < fixed : atoms.size() != fixed) return false;
    size_t at = 0;
    for (const MacroItem& item : macro.items) {
      if (item.is_rest()) {
        at += atoms.size() - fixed;
      } else if (const Argument& atom = atoms[at++];
                 item.is_word() && (atom.atom.word != item.name || !is_word(atom))) {
        return false;
      }
    }
    return true;
  }

  void put_use(const Use& use, const Point& point, const Place& place) {
    const Macro& macro = *use.macro;
    if (depth_ == 0) outermost_ = &point;
    if (++depth_ > kMaxExpansionDepth) fail_depth(macro);
    const uint32_t site =
        out_.origins->add_site({text_of(macro), place.site, point.span, Expansion::kProgram});
    const Span all = macro.body.span;
    const bool is_empty = all.length == 0;
    // A line that begins with `-` may continue the one before.
    const bool is_operand = place.is_operand && point.span == place.text->span;
    const bool is_bare =
        point.is_statement && !is_operand && !is_empty && !macro.body.text(all).starts_with('-');
    const bool is_block = !is_bare && !macro.is_expression && !is_empty;
    const Span begin{all.offset, 0}, end{all.end(), 0};
    const Place body{&macro.body, &use, site, !is_bare && !is_block};
    if (!is_bare) put(is_block ? "({ " : "(", body, begin);
    copy(all, body);
    if (!is_bare) put(is_block ? " })" : ")", body, end);
    --depth_;
  }

  void put_argument(const Argument& argument, const Point& point, const Place& place,
                    bool in_parentheses = false) {
    const bool wrapped = in_parentheses || needs_parentheses(argument, point, place);
    if (++nesting_ > kMaxNesting) fail_depth(*place.use->macro);
    const uint32_t site =
        out_.origins->add_site({text_of(*argument.place.text), place.site, point.span, argument.place.site});
    const Span span = argument.atom.span;
    const Place there{argument.place.text, argument.place.use, site};
    if (wrapped) put("(", there, {span.offset, 0});
    copy(span, there);
    if (wrapped) put(")", there, {span.end(), 0});
    --nesting_;
  }

  // As an atom of a chain, the atoms; elsewhere a list of them.
  void put_rest(std::span<const Argument> arguments, const Point& point, const Place& place) {
    Point each = point;
    each.is_statement = false;
    if (!point.in_chain) put("[", place, point.span);
    for (const Argument& argument : arguments) {
      if (&argument != arguments.data()) put(point.in_chain ? " " : ", ", place, point.span);
      put_argument(argument, each, place);
    }
    if (!point.in_chain) put("]", place, point.span);
  }

  static bool needs_parentheses(const Argument& argument, const Point& point, const Place& place) {
    const uint32_t end = point.span.end();
    switch (argument.atom.wrap) {
      case Wrap::none: return false;
      case Wrap::number: return end < place.text->span.end() && place.text->text({end, 1}) == ".";
      case Wrap::postfix:
        return argument.place.text->text(argument.atom.span).find('\n') != std::string_view::npos;
      case Wrap::braces: return !point.is_statement;
      case Wrap::always: break;
    }
    return true;
  }

  // ---- Names

  void put_name(std::string_view name, const Point& point, const Place& place) {
    const Macro& macro = *place.use->macro;
    const std::string field = point.kind == Point::Kind::field ? std::string(name) + ": " : "";
    if (macro.bound.contains(name)) {
      return put(field + new_name(name, place.use->number, name), place, point.span);
    }
    const bool is_foreign = macro.scope->path() != input_.macros.path();
    if (is_foreign && point.is_updated && macro.scope->is_name(name)) report_update(macro, name, point);
    if (is_foreign && macro.scope->is_name(name))
      return put(field + import_of(*macro.scope) + "." + std::string(name), place, point.span);
    const auto offset = static_cast<uint32_t>(out_.text.size());
    out_.free_names.push_back({offset, is_foreign ? NameScope::library : NameScope::module});
    put(name, place, point.span);
  }

  // `tmp` as `_tmp_1`: private to its module, and in no text. The same each time.
  std::string new_name(std::string_view name, unsigned number, std::string_view written) const {
    const bool asks = name.ends_with('?');
    std::string out = "_" + std::string(name.substr(0, name.size() - asks)) + "_" + std::to_string(number);
    const auto is_taken = [&](const std::string& text) {
      if (input_.arena.has_made(text, written)) return false;
      return input_.arena.knows(text) || (input_.is_taken && input_.is_taken(text));
    };
    while (is_taken(out + (asks ? "?" : ""))) out += "_";
    out += asks ? "?" : "";
    input_.arena.make_name(out, written);
    return out;
  }

  // The name of a `use` that stands in front of the program.
  const std::string& import_of(const MacroScope& module) {
    std::string& name = imports_[&module];
    if (!name.empty()) return name;
    const std::string file = input_.import_text(module.path());
    name = new_name(kMacroImport.substr(1, kMacroImport.size() - 2), number_++,
                    file.substr(file.rfind('/') + 1));
    header_ += "use \"" + file + "\" as " + name + "\n";
    return name;
  }

  void add_imports() {
    if (header_.empty()) return;
    const auto length = static_cast<uint32_t>(header_.size());
    out_.text.insert(0, header_);
    out_.origins->shift(length);
    for (FreeName& name : out_.free_names) name.offset += length;
  }

  uint32_t text_of(const Macro& macro) {
    auto [found, is_new] = texts_.try_emplace(&macro.body, 0);
    if (is_new) found->second = out_.origins->add_text(macro.body.source, macro.pattern);
    return found->second;
  }

  // Of an argument: text that belongs to no macro of its own.
  uint32_t text_of(const Template& text) {
    auto [found, is_new] = argument_texts_.try_emplace(text.source.get(), 0);
    if (is_new) found->second = out_.origins->add_text(text.source, {});
    return found->second;
  }

  // ---- Errors

  void report_ambiguous(const Macro& a, const Macro& b, const Point& point, const Place& place) {
    failed_ = true;
    diagnostics_
        .report(*place.text->source, DiagnosticCode::kAmbiguousMacro, point.span, {a.pattern, b.pattern})
        .note(a.source(), a.span, "one of them")
        .note(b.source(), b.span, "the other")
        .hint(
            "a parameter matches a word, too: quote a word in one of the patterns where the other has none");
  }

  // The other module keeps its variable: an importer has a copy of the value.
  void report_update(const Macro& macro, std::string_view name, const Point& point) {
    failed_ = true;
    const std::string reason = "the macro `" + macro.pattern + "` cannot update `" + std::string(name) +
                               "`, a variable of another module";
    diagnostics_.report(*input_.source, DiagnosticCode::kBadSyntax, outermost_->span, {reason})
        .note(macro.source(), point.span, "updated here")
        .hint("keep the value in a `cell`, or pass the variable as an argument");
  }

  void fail_depth(const Macro& macro) {
    if (std::exchange(stopped_, true)) return;
    diagnostics_
        .report(*input_.source, DiagnosticCode::kExpandsTooDeep, outermost_->span,
                {macro.pattern, std::to_string(kMaxExpansionDepth)})
        .note(macro.source(), macro.span, "defined here")
        .hint(
            "a macro that uses itself must come to an end: define one that matches the last use. Uses in "
            "the arguments of uses count, too");
  }

  void fail_size() {
    if (std::exchange(stopped_, true)) return;
    const Span span = outermost_ != nullptr ? outermost_->span : Span{};
    diagnostics_
        .report(*input_.source, DiagnosticCode::kExpandsTooFar, span,
                {std::to_string(kMaxExpandedBytes / 1024 / 1024) + " MiB"})
        .hint("an argument is put in each time the body mentions it, so uses in arguments of uses multiply");
  }

  const ExpandInput& input_;
  Diagnostics& diagnostics_;
  Expanded out_;
  std::string header_;
  std::unordered_map<const MacroScope*, std::string> imports_;
  std::unordered_map<const Template*, uint32_t> texts_;
  std::unordered_map<const Source*, uint32_t> argument_texts_;
  unsigned number_;
  unsigned depth_ = 0;
  unsigned nesting_ = 0;
  size_t atoms_ = 0;      // of the uses that are being expanded
  size_t steps_ = 0;      // atoms of all chains so far
  size_t generated_ = 0;  // bytes of macros and their arguments
  const Point* outermost_ = nullptr;
  bool failed_ = false;
  bool stopped_ = false;  // at a limit
};

}  // namespace

void define_macros(const std::shared_ptr<const Source>& source, BlockExpr* program, MacroScope& scope,
                   const std::function<void(const UseExpr*)>& import, Diagnostics& diagnostics) {
  for (const Expr* statement : program->statements) {
    if (auto* use = dyn<UseExpr>(statement)) import(use);
    if (auto* definition = dyn<SyntaxExpr>(statement)) scope.define(source, definition, diagnostics);
  }
}

Expanded expand(const ExpandInput& input, Diagnostics& diagnostics) {
  return Expander(input, diagnostics).run();
}

}  // namespace aspen
