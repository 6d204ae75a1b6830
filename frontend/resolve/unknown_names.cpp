#include "frontend/resolve/unknown_names.h"

#include <algorithm>
#include <cctype>

#include "frontend/diagnostics/expansion.h"
#include "frontend/resolve/members.h"
#include "frontend/syntax/habits.h"
#include "vm/values/suggest.h"

namespace aspen {

Diagnostic& UnknownNames::report(const NameExpr& expr) const {
  const auto hints = hints_for(expr);  // before the report: they depend on how many there have been
  Diagnostic& error =
      diagnostics_.report(input_.source, DiagnosticCode::kUnboundName, expr.span, {expr.name.written()});
  for (const std::string& hint : hints) error.hint(hint);
  return error;
}

std::vector<std::string> UnknownNames::hints_for(const NameExpr& expr) const {
  // The search for similar names, and for the end of a list of parameters, takes longer than all else here.
  if (diagnostics_.full()) return {};  // the error is not shown
  const std::string_view name = expr.name.text();
  if (std::string hint = own_name_hint(expr); !hint.empty()) return {hint};
  const Macro* macro = input_.macros != nullptr ? input_.macros->with_word(name) : nullptr;
  if (macro != nullptr) return {macro_hint(*macro, expr)};
  if (is_string_prefix(expr)) return {"`\"{x}\"` needs no prefix; text without escapes is `r\"…\"`"};
  if (is_raw_string(expr)) return {"text with quotes and without escapes is `r\"\"\"…\"\"\"`"};
  if (is_in_doubled_braces(expr)) return {"a brace in a string is written `\\{`"};
  if (name == "from" && input_.source.text().substr(0, expr.span.offset).ends_with("yield "))
    return {"a fiber gives the values of another one by `for x in e { yield x }`"};
  if (const std::string_view hint = word_hint(name); !hint.empty()) {
    // `lenght = 3; length`: a short word would be near too many names.
    constexpr size_t kLong = 6;
    return {name.size() < kLong ? "" : near_hint(name, false), std::string(hint)};
  }
  if (is_in_foreign_comment(expr)) return {"a comment begins with `#`"};
  if (is_bound_before_or(expr))
    return {"`" + std::string(name) +
            "` has a value only where its pattern has matched, which it need not have after "
            "an `or`: use `match`, or a second `if`"};
  if (is_parameter_with_comma(expr)) return {"parameters are separated by spaces: `f = x y -> x + y`"};
  if (name.ends_with('?') && input_.source.text().substr(expr.span.end()).starts_with('.'))
    return {
        "a `?` belongs to the name before it; an option is taken apart: `match x { Some r -> r.name, None -> "
        "… }`"};
  const std::string members = members_hint(name, input_.builtins);
  return {near_hint(name, members.empty()), members};
}

// `f"{x}"`, as in Python.
bool UnknownNames::is_string_prefix(const NameExpr& expr) const {
  const std::string_view text = input_.source.text();
  return expr.name.text() == "f" && expr.span.end() < text.size() && text[expr.span.end()] == '"';
}

// `r#"…"#`, as in Rust.
bool UnknownNames::is_raw_string(const NameExpr& expr) const {
  const std::string_view rest = input_.source.text().substr(expr.span.end());
  const size_t quote = rest.find_first_not_of('#');
  return expr.name.text() == "r" && quote != 0 && quote != rest.npos && rest[quote] == '"';
}

// `"{{ x }}"`, as in templates.
bool UnknownNames::is_in_doubled_braces(const NameExpr& expr) const {
  const std::string_view text = input_.source.text();
  const std::string_view before = text.substr(0, text.find_last_not_of(' ', expr.span.offset - 1) + 1);
  const size_t after = text.find_first_not_of(' ', expr.span.end());
  return expr.span.offset > 0 && before.ends_with("{{") && after != text.npos &&
         text.substr(after).starts_with("}}");
}

// `x = 1 // the count`, `-- the count`: only a comment has several words in a row, at the end of a line.
bool UnknownNames::is_in_foreign_comment(const NameExpr& expr) const {
  const std::string_view text = input_.source.text();
  const size_t begin = text.rfind('\n', expr.span.offset) + 1;
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  const size_t mark = std::min(line.find("// "), line.find("-- "));
  if (mark == std::string_view::npos || begin + mark > expr.span.offset) return false;
  std::string_view words = line.substr(mark + 3, std::max(line.find('#'), mark + 3) - mark - 3);
  words = words.substr(0, words.find_last_not_of(' ') + 1);
  const auto is_text = [](unsigned char c) {
    return c == ' ' || c == ',' || c == '.' || std::isalpha(c) != 0;
  };
  return words.find(' ') != std::string_view::npos && std::all_of(words.begin(), words.end(), is_text);
}

// `if x is Some v and v > 2 or v < 0 { v }`: both the second and the third `v`.
bool UnknownNames::is_bound_before_or(const NameExpr& expr) const {
  const std::string_view text = input_.source.text().substr(0, expr.span.offset);
  const std::string_view line = text.substr(text.rfind('\n') + 1);
  const size_t either = line.find(" or "), pattern = line.find(" is ");
  if (either == std::string_view::npos || pattern >= either) return false;
  const std::string_view before = line.substr(pattern, either - pattern), name = expr.name.text();
  const auto is_part = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (size_t at = before.find(name); at != std::string_view::npos; at = before.find(name, at + 1)) {
    const size_t end = at + name.size();
    if (!is_part(before[at - 1]) && (end == before.size() || !is_part(before[end]))) return true;
  }
  return false;
}

// `x, y -> …`, as in Python's lambda.
bool UnknownNames::is_parameter_with_comma(const NameExpr& expr) const {
  const std::string_view text = input_.source.text();
  const std::string_view rest = text.substr(expr.span.end());
  const auto other = std::find_if(rest.begin(), rest.end(), [](unsigned char c) {
    return c != ' ' && c != ',' && c != '_' && std::isalnum(c) == 0;
  });
  return rest.starts_with(',') && std::string_view(other, rest.end()).starts_with("->");
}

// The macro's body binds it, but not here.
std::string UnknownNames::own_name_hint(const NameExpr& expr) {
  if (!expr.name.is_made()) return {};
  return "the macro binds `" + std::string(expr.name.written()) +
         "` in another part of its body, so that the name is its own in all of it";
}

// For a word of a macro in a chain that the macro does not match.
std::string UnknownNames::macro_hint(const Macro& macro, const NameExpr& expr) const {
  const Source& source = macro.source();
  const std::string text = "the macro `" + macro.pattern + "`, defined at " + source.name() + ":" +
                           std::to_string(source.position(macro.span.offset).line);
  const Expansion::Origin here = origin_of(input_.source, expr.span);
  // In the body of a macro, what counts is where that body stands.
  const bool in_body = !here.steps.empty();
  const Source* written = in_body ? here.steps.front().source : here.source;
  const Span span = in_body ? here.steps.front().span : here.span;
  if (written == &source && span.offset < macro.span.offset)
    return text + ", may be used below its definition only";
  const auto& entries = input_.macros->entries();
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const MacroScope::Entry& each) { return each.macro == &macro; });
  if (!in_body && entry != entries.end() && here.span.offset < entry->from)
    return text + ", may be used below the `use` of its file only";
  const std::string_view hidden = hidden_word(macro);
  const std::string why = hidden.empty() ? "all arguments stand beside it, and each argument that is a call "
                                           "or an operation needs parentheses"
                                         : "`" + std::string(hidden) + "` is a variable here, and no word";
  return "`" + std::string(expr.name.text()) + "` is a word of " + text +
         ", which does not match here: " + why;
}

// A word of the macro that is the name of a variable here; "" if there is none.
std::string_view UnknownNames::hidden_word(const Macro& macro) const {
  for (const MacroItem& item : macro.items) {
    if (!item.is_word() || !input_.arena.knows(item.name)) continue;
    const Binding* binding = names_.at(input_.arena.intern(item.name));
    if (binding != nullptr && binding->block != input_.program) return item.name;
  }
  return {};
}

std::string UnknownNames::near_hint(std::string_view name, bool with_library) const {
  NearestName nearest(name);
  auto consider = [&](const Binding& binding) {
    if (!binding.name.is_made()) nearest.consider(binding.name.text());
  };
  names_.each_shown(consider);
  for (const Binding* binding : scopes_.session) consider(*binding);
  if (input_.macros != nullptr) {
    for (const auto& [word, macro] : input_.macros->words()) nearest.consider(word);
  }
  input_.builtins.each_name([&](std::string_view known) {
    if (with_library && known.find('.') == std::string_view::npos) nearest.consider(known);
  });
  return nearest.hint();
}

}  // namespace aspen
