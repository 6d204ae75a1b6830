// The error for a name that means nothing, with the likeliest hint.
#pragma once

#include <string>
#include <vector>

#include "frontend/resolve/visible_names.h"

namespace aspen {

class UnknownNames {
 public:
  UnknownNames(const ResolveInput& input, const Scopes& scopes, const VisibleNames& names,
               Diagnostics& diagnostics)
      : input_(input), scopes_(scopes), names_(names), diagnostics_(diagnostics) {}

  Diagnostic& report(const NameExpr& expr) const;

 private:
  std::vector<std::string> hints_for(const NameExpr& expr) const;
  bool is_string_prefix(const NameExpr& expr) const;
  bool is_raw_string(const NameExpr& expr) const;
  bool is_in_doubled_braces(const NameExpr& expr) const;
  bool is_in_foreign_comment(const NameExpr& expr) const;
  bool is_bound_before_or(const NameExpr& expr) const;
  bool is_parameter_with_comma(const NameExpr& expr) const;
  static std::string own_name_hint(const NameExpr& expr);
  std::string macro_hint(const Macro& macro, const NameExpr& expr) const;
  std::string_view hidden_word(const Macro& macro) const;
  std::string near_hint(std::string_view name, bool with_library) const;

  const ResolveInput& input_;
  const Scopes& scopes_;
  const VisibleNames& names_;
  Diagnostics& diagnostics_;
};

}  // namespace aspen
