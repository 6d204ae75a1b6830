#include "frontend/expand/macro.h"

#include <algorithm>
#include <cctype>

#include "frontend/expand/bound_names.h"
#include "frontend/syntax/token.h"

namespace aspen {

std::string_view Macro::first_word() const {
  auto quoted =
      std::find_if(items.begin(), items.end(), [](const MacroItem& item) { return item.is_word(); });
  return quoted->name;
}

bool Macro::is_like(const Macro& other) const {
  return std::equal(items.begin(), items.end(), other.items.begin(), other.items.end(),
                    [](const MacroItem& a, const MacroItem& b) {
                      return a.kind == b.kind && (!a.is_word() || a.name == b.name);
                    });
}

namespace {

Span span_of(std::span<Expr* const> statements) {
  return statements.empty() ? Span{} : join(statements.front()->span, statements.back()->span);
}

bool is_statement(const Expr* expr) {
  return expr->kind == ExprKind::kAssign || expr->kind == ExprKind::kUpdate ||
         expr->kind == ExprKind::kPipeUpdate;
}

Diagnostic& report_bad(const Source& source, Span span, std::string_view reason, Diagnostics& diagnostics) {
  return diagnostics.report(source, DiagnosticCode::kBadSyntax, span, {reason});
}

Span pattern_of(const SyntaxExpr* definition) {
  return join(definition->items.front().span, definition->items.back().span);
}

bool check_item(const Source& source, const SyntaxItem& item,
                std::unordered_set<std::string_view>& parameters, Diagnostics& diagnostics) {
  const bool is_word = item.kind == SyntaxItem::Kind::word;
  const std::string_view name = item.name.text();
  if (is_word && is_keyword(name)) {
    report_bad(source, item.span, "`" + std::string(name) + "` is a keyword already", diagnostics);
  } else if (is_word && std::isupper(static_cast<unsigned char>(name.front())) != 0) {
    report_bad(source, item.span, "`" + std::string(name) + "` is a label", diagnostics)
        .hint("a word of a macro begins with a small letter");
  } else if (!is_word && !parameters.insert(name).second) {
    diagnostics.report(source, DiagnosticCode::kDuplicateName, item.span, {name});
  } else {
    return true;
  }
  return false;
}

bool check_items(const Source& source, const SyntaxExpr* definition, Diagnostics& diagnostics) {
  std::unordered_set<std::string_view> parameters;
  size_t words = 0, rests = 0;
  for (const SyntaxItem& item : definition->items) {
    if (!check_item(source, item, parameters, diagnostics)) return false;
    words += item.kind == SyntaxItem::Kind::word;
    rests += item.kind == SyntaxItem::Kind::rest;
  }
  const Span pattern = pattern_of(definition);
  if (words == 0) {
    report_bad(source, pattern, "a macro needs a word of its own", diagnostics)
        .hint("quote it: `syntax 'unless condition body { … }`; without one, write a function");
  } else if (rests > 1) {
    report_bad(source, pattern, "only one parameter may have `..`", diagnostics);
  } else if (definition->items.size() < 2) {
    report_bad(source, pattern, "a macro of one word needs a parameter", diagnostics)
        .hint("without parameters, write a function: `name = () -> …`");
  } else {
    return true;
  }
  return false;
}

void read_items(const Source& source, const SyntaxExpr* definition, Macro& macro) {
  for (const SyntaxItem& item : definition->items) {
    const bool is_word = item.kind == SyntaxItem::Kind::word;
    const Span word = is_word ? Span{item.span.offset + 1, item.span.length - 1} : item.span;
    if (item.kind == SyntaxItem::Kind::rest) macro.rest = macro.items.size();
    macro.items.push_back({source.text(word), item.kind});
    if (!is_word) macro.parameters.insert(macro.items.back().name);
  }
  if (!macro.items[macro.rest].is_rest()) macro.rest = macro.items.size();
  macro.definition = definition->span;
  macro.span = join({definition->span.offset, 1}, definition->items.back().span);
  for (const MacroItem& item : macro.items) {
    macro.pattern += macro.pattern.empty() ? "" : " ";
    macro.pattern += item.is_word() ? "'" : item.is_rest() ? ".." : "";
    macro.pattern += item.name;
  }
}

// The same for all macros that are like it.
std::string form_of(const Macro& macro) {
  std::string form;
  for (const MacroItem& item : macro.items) {
    form += item.is_word() ? "'" : item.is_rest() ? ".." : "_";
    if (item.is_word()) form += item.name;
    form += ' ';
  }
  return form;
}

void report_repeated(const Source& source, const Macro& macro, const Macro& first, Diagnostics& diagnostics) {
  diagnostics.report(source, DiagnosticCode::kRepeatedMacro, macro.span, {macro.pattern})
      .note(first.span, "defined here first");
}

void refuse_in_body(const Source& source, const Expr* statement, Diagnostics& diagnostics) {
  const bool is_use = statement->kind == ExprKind::kUse;
  report_bad(source, {statement->span.offset, is_use ? 3u : 6u},
             is_use ? "a macro's body cannot import a module" : "a macro's body cannot define a macro",
             diagnostics);
}

}  // namespace

void MacroScope::define(const std::shared_ptr<const Source>& source, const SyntaxExpr* definition,
                        Diagnostics& diagnostics) {
  if (!check_items(*source, definition, diagnostics)) return;
  Macro& macro = own_.emplace_back();
  macro.scope = this;
  read_items(*source, definition, macro);
  const auto [first, is_new] = forms_.try_emplace(form_of(macro), &macro);
  if (!is_new) {
    report_repeated(*source, macro, *first->second, diagnostics);
    return own_.pop_back();
  }
  if (path_.empty()) forget_like(macro);
  add(&macro, macro.span.offset);
  // The atoms of a rest may be words.
  auto may_be_word = [&](std::string_view word) {
    return words_.contains(word) || (macro.has_rest() && word == macro.items[macro.rest].name);
  };
  auto refuse = [&](const Expr* statement) { refuse_in_body(*source, statement, diagnostics); };
  BlockExpr* body = definition->body;
  macro.body = make_template(source, body, span_of(body->statements), {true, may_be_word, refuse});
  macro.is_expression = body->statements.size() == 1 && !is_statement(body->statements.front());
  note_names(macro, definition);
}

void MacroScope::note_names(Macro& macro, const SyntaxExpr* definition) const {
  std::unordered_set<std::string> bound;
  BoundNames(bound, BoundNames::Within::counts).visit(definition->body);
  for (const Point& point : macro.body.points) {
    if (point.kind != Point::Kind::name && point.kind != Point::Kind::field) continue;
    const std::string_view name = macro.body.text(point.span);
    if (macro.parameters.contains(name)) continue;
    (bound.contains(std::string(name)) ? macro.bound : macro.free).insert(name);
  }
}

void MacroScope::add(const Macro* macro, uint32_t from) {
  if (!known_.insert(macro).second) return;
  entries_.push_back({macro, from});
  std::vector<Entry>* shortest = nullptr;
  for (const MacroItem& item : macro->items) {
    if (!item.is_word()) continue;
    words_.try_emplace(item.name, macro);
    std::vector<Entry>& list = by_word_[item.name];
    if (shortest == nullptr || list.size() < shortest->size()) shortest = &list;
  }
  shortest->push_back({macro, from});
}

void MacroScope::import(std::shared_ptr<const MacroScope> module, uint32_t offset) {
  for (const Macro& macro : module->own_) {
    if (macro.first_word().starts_with('_')) continue;
    if (path_.empty() && !known_.contains(&macro)) forget_like(macro);
    add(&macro, offset);
  }
  modules_.push_back(std::move(module));
}

void MacroScope::continue_session(std::shared_ptr<const MacroScope> before) {
  for (const Entry& entry : before->entries_) add(entry.macro, 0);
  modules_.push_back(std::move(before));
}

void MacroScope::forget_like(const Macro& macro) {
  auto is_replaced = [&](const Entry& entry) { return entry.macro->is_like(macro); };
  std::erase_if(known_, [&](const Macro* known) { return known->is_like(macro); });
  std::erase_if(entries_, is_replaced);
  for (const MacroItem& item : macro.items) {
    if (item.is_word()) std::erase_if(by_word_[item.name], is_replaced);
  }
}

const std::vector<MacroScope::Entry>& MacroScope::by_word(std::string_view word) const {
  static const std::vector<Entry> kNone;
  auto found = by_word_.find(word);
  return found == by_word_.end() ? kNone : found->second;
}

const Macro* MacroScope::with_word(std::string_view word) const {
  auto found = words_.find(word);
  return found == words_.end() ? nullptr : found->second;
}

std::unordered_set<std::string_view> MacroScope::needed() const {
  std::unordered_set<std::string_view> out;
  for (const Macro& macro : own_) out.insert(macro.free.begin(), macro.free.end());
  return out;
}

}  // namespace aspen
