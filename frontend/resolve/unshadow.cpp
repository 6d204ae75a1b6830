#include "frontend/resolve/unshadow.h"

#include <map>

#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

class Unshadower {
 public:
  explicit Unshadower(const ResolveInput& input) : input_(input) {}

  std::string run() {
    visit(input_.program);
    std::string out;
    uint32_t at = 0;
    for (const auto& [offset, edit] : edits_) {
      out += input_.source.text({at, offset - at});
      out += edit.text;
      at = offset + edit.length;
    }
    return out + std::string(input_.source.text().substr(at));
  }

 private:
  struct Edit {
    uint32_t length;
    std::string text;
  };

  void visit(Expr* expr) {
    if (auto* name = dyn<NameExpr>(expr)) return note(name->name, name->binding, name->word(), "");
    if (auto* record = dyn<RecordExpr>(expr)) {
      for (RecordItem& item : record->items) note_field(item);
    }
    if (auto* assign = dyn<AssignExpr>(expr)) visit(assign->target);
    if (auto* loop = dyn<ForExpr>(expr)) visit(loop->pattern);
    if (auto* is = dyn<IsExpr>(expr)) visit(is->pattern);
    if (auto* match = dyn<MatchExpr>(expr)) {
      for (MatchArm& arm : match->arms) visit(arm.pattern);
    }
    if (auto* function = dyn<LambdaExpr>(expr)) {
      for (Pattern* parameter : function->parameters) visit(parameter);
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

  void visit(Pattern* pattern) {
    visit_fields(pattern);
    each_name(pattern, [&](NamePattern* name) { note(name->name, name->binding, name->span, ""); });
  }

  // A record's short fields come before all names: what is noted once stays.
  void visit_fields(Pattern* pattern) {
    if (auto* record = dyn<RecordPattern>(pattern)) {
      for (RecordPatternField& field : record->fields) {
        auto* name = dyn<NamePattern>(field.pattern);
        if (name != nullptr && name->span == field.field_span)
          note(name->name, name->binding, name->span, std::string(field.field.text()) + ": ");
      }
    }
    each_inner(pattern, [&](Pattern* inner) { visit_fields(inner); });
  }

  void note_field(const RecordItem& item) {
    auto* name = dyn<NameExpr>(item.value);
    if (name != nullptr && !item.spread && name->span == item.field_span)
      note(name->name, name->binding, name->span, std::string(item.field.text()) + ": ");
  }

  void note(Name name, const Binding* binding, Span span, const std::string& field) {
    if (binding != nullptr && binding->is_self) binding = binding->literal->info->target;
    if (binding == nullptr || !is_in_the_way(name, *binding)) return;
    edits_.try_emplace(span.offset, Edit{static_cast<uint32_t>(name.text().size()), field + new_name(name)});
  }

  // At the top level, a variable has the name that macros of the file mean, but may hide the library's.
  bool is_in_the_way(Name name, const Binding& binding) const {
    if (binding.block != input_.program) return input_.arena.is_scoped(name);
    return binding.name && input_.arena.has_library_name(binding.name);
  }

  // Any name that the program does not have.
  std::string new_name(Name name) const {
    const bool asks = name.text().ends_with('?');
    std::string out = "_" + std::string(name.text().substr(0, name.text().size() - asks)) + "_here";
    while (input_.arena.knows(out + (asks ? "?" : ""))) out += "_";
    return out + (asks ? "?" : "");
  }

  const ResolveInput& input_;
  std::map<uint32_t, Edit> edits_;  // by offset
};

}  // namespace

std::string unshadowed_text(const ResolveInput& input) { return Unshadower(input).run(); }

}  // namespace aspen
