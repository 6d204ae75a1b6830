// Labels that are values of other languages, such as `True`: no value of the program is equal to one.
#pragma once

#include "frontend/syntax/ast_pattern.h"
#include "frontend/warnings/module_warnings.h"

namespace aspen {

class ForeignLabels {
 public:
  explicit ForeignLabels(ModuleWarnings& warnings) : warnings_(warnings) {}

  void check_comparison(const BinaryExpr& comparison);
  void check_pattern(const Pattern* pattern);

 private:
  void check(std::string_view label, Span span);
  bool may_be_made(std::string_view label) const;

  ModuleWarnings& warnings_;
};

}  // namespace aspen
