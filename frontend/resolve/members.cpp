#include "frontend/resolve/members.h"

#include <algorithm>

#include "frontend/resolve/callee.h"
#include "frontend/syntax/habits.h"
#include "vm/values/suggest.h"

namespace aspen {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_imported(const FieldExpr* expr, const NameExpr* object, const ResolveInput& input,
                    Diagnostics& diagnostics) {
  const Binding& binding = *object->binding;
  if (binding.import == nullptr || binding.bound > 1) return;
  auto found = input.imports.find(binding.import);
  if (found == input.imports.end() || found->second == nullptr || !found->second->known) return;
  std::string_view field = expr->field.text();
  const ModuleNames& names = *found->second;
  if (contains(names.exported, field)) return;
  if (object->name.text().starts_with(kMacroImport) && contains(names.of_macros, field)) return;
  std::initializer_list<std::string_view> arguments = {object->name.text(), field};
  if (contains(names.hidden, field)) {
    diagnostics.report(input.source, DiagnosticCode::kPrivateName, expr->field_span, arguments)
        .hint("names that begin with `_`, and imported names, are visible in their own file only");
    return;
  }
  const bool has_enough = diagnostics.full();
  Diagnostic& error =
      diagnostics.report(input.source, DiagnosticCode::kUnknownMember, expr->field_span, arguments);
  if (has_enough) return;
  if (contains(names.words, field)) {
    error.hint("`" + std::string(field) +
               "` is a word of a macro: macros are used without the module's name");
    return;
  }
  const std::string of_library = std::string(object->name.text()) + "." + std::string(field);
  if (input.builtins.find(of_library) != nullptr) {
    error.hint("the imported `" + std::string(object->name.text()) +
               "` hides the library's module of that name; `use … as` gives it another name");
    return;
  }
  NearestName nearest(field);
  for (const std::string& name : names.exported) nearest.consider(name);
  error.hint(nearest.hint());
}

// `IO.puts`, `Math.sqrt`: modules of other languages.
std::string label_hint(std::string label, const std::string& field, const BuiltinCatalogue& builtins) {
  std::transform(label.begin(), label.end(), label.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
  const std::string member = label + "." + field;
  if (builtins.find(member) != nullptr) return "did you mean `" + member + "`?";
  if (const std::string_view hint = word_hint(field); !hint.empty()) return std::string(hint);
  const BuiltinInfo* same = builtins.find(field);
  if (same != nullptr && same->kind != BuiltinInfo::Kind::module) return "did you mean `" + field + "`?";
  if (const std::string_view hint = word_hint(label); !hint.empty()) return std::string(hint);
  if (builtins.find(label) != nullptr) return "modules are written in small letters: `" + label + "`";
  return "a capitalised word is a label; a variable, and a module, begins with a small letter";
}

void check_label(const FieldExpr* expr, const LabelExpr* label, const ResolveInput& input,
                 Diagnostics& diagnostics) {
  const std::string name(label->name.text()), field(expr->field.text());
  diagnostics.report(input.source, DiagnosticCode::kFieldOfLabel, expr->span, {name, field})
      .hint(label_hint(name, field, input.builtins));
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    const char* between = i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
    out.append(between).append("`").append(names[i]).append("`");
  }
  return out;
}

// `list.map` is `map`. `fs.join` may be `join`, and is likely `path.join`.
std::string needless_module_hint(const std::string& module, const std::string& field,
                                 const BuiltinCatalogue& builtins) {
  constexpr std::string_view kOfValues[] = {"string", "bytes", "list", "dict", "set", "math"};
  const bool of_values = std::find(std::begin(kOfValues), std::end(kOfValues), module) != std::end(kOfValues);
  const std::string others = of_values ? "" : members_hint(field, builtins);
  const std::string text = "`" + field + "` needs no module: write it without `" + module + ".`";
  return others.empty() ? text : others + " Or `" + field + "`, without a module";
}

struct ForeignMember {
  std::string_view module;
  std::string_view name;
  std::string_view hint;
};
constexpr ForeignMember kForeignMembers[] = {
#define ASPEN_FOREIGN_MEMBER(module, name, hint) {module, name, hint},
#include "frontend/resolve/foreign_members.def"
#undef ASPEN_FOREIGN_MEMBER
};

// `json.dumps`. Empty: no other language has it.
std::string_view foreign_member_hint(std::string_view module, std::string_view name) {
  for (const ForeignMember& each : kForeignMembers) {
    if (each.module == module && each.name == name) return each.hint;
  }
  return {};
}

// `list.map`, `string.length`, `path.read`: what has the name is elsewhere, or has another name in the
// module.
std::string missing_member_hint(const std::string& module, std::string_view field,
                                const BuiltinCatalogue& builtins) {
  if (const std::string_view hint = foreign_member_hint(module, field); !hint.empty())
    return std::string(hint);
  const BuiltinInfo* same = builtins.find(std::string(field));
  if (same != nullptr && same->kind != BuiltinInfo::Kind::module)
    return needless_module_hint(module, std::string(field), builtins);
  if (const std::string_view hint = word_hint(field); !hint.empty()) return std::string(hint);
  const std::string prefix = module + ".";
  NearestName nearest(field);
  builtins.each_name([&](std::string_view known) {
    if (known.starts_with(prefix)) nearest.consider(known.substr(prefix.size()));
  });
  const std::string near = nearest.hint();
  return near.empty() ? members_hint(field, builtins) : near;
}

}  // namespace

std::string_view foreign_name_hint(std::string_view name) {
  const size_t dot = name.find('.');
  return dot == std::string_view::npos ? word_hint(name)
                                       : foreign_member_hint(name.substr(0, dot), name.substr(dot + 1));
}

std::string members_hint(std::string_view name, const BuiltinCatalogue& builtins) {
  constexpr size_t kMost = 4;
  const std::string end = "." + std::string(name);
  std::vector<std::string> found;
  builtins.each_name([&](std::string_view known) {
    if (known.ends_with(end)) found.emplace_back(known);
  });
  if (found.empty()) return {};
  std::sort(found.begin(), found.end());
  found.resize(std::min(found.size(), kMost));
  return "did you mean " + listed(found) + "?";
}

void check_member(const FieldExpr* expr, const ResolveInput& input, Diagnostics& diagnostics) {
  if (auto* label = dyn<LabelExpr>(expr->object)) return check_label(expr, label, input, diagnostics);
  auto* object = dyn<NameExpr>(expr->object);
  if (object != nullptr && object->binding != nullptr)
    return check_imported(expr, object, input, diagnostics);
  const std::string name = CallReader::builtin_name(expr->object);
  const BuiltinInfo* module = name.empty() ? nullptr : input.builtins.find(name);
  if (module == nullptr || module->kind != BuiltinInfo::Kind::module) return;
  const std::string prefix = name + ".";
  if (input.builtins.find(prefix + std::string(expr->field.text())) != nullptr) return;
  const bool has_enough = diagnostics.full();
  Diagnostic& error = diagnostics.report(input.source, DiagnosticCode::kUnknownMember, expr->field_span,
                                         {name, expr->field.text()});
  if (has_enough) return;
  error.hint(missing_member_hint(name, expr->field.text(), input.builtins));
}

}  // namespace aspen
