// Arms of `match` that no value reaches, and names in patterns that were probably meant to be compared with.
#pragma once

#include "frontend/syntax/ast_pattern.h"
#include "frontend/warnings/module_warnings.h"

namespace aspen {

class PatternChecks {
 public:
  explicit PatternChecks(ModuleWarnings& warnings) : warnings_(warnings) {}

  void check_match(const MatchExpr& match);
  void check_is(const IsExpr& is);

 private:
  void warn_of_arm(const Pattern* arm, const Pattern* above);
  // A name that matches all, instead of the value that it has outside. False if there is none.
  bool warn_of_names(Pattern* pattern, std::string_view comparison);
  bool warn_of_name(const NamePattern& name, std::string_view comparison);
  void warn_of_foreign_names(Pattern* pattern);
  std::string place_of(const Pattern* pattern) const;

  ModuleWarnings& warnings_;
};

}  // namespace aspen
