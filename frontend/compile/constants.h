// Expressions with a value that the compiler knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frontend/syntax/ast.h"

namespace aspen {

struct NumberConstant {
  bool is_int;
  int64_t integer;
  double number;
};

// What a variable that is bound once, to a constant, stands for; another expression itself.
const Expr* constant_of(const Expr* expr);
// Floats and the integers that a Value holds directly.
std::optional<NumberConstant> number_of(const Expr* expr);
std::optional<int64_t> small_int_of(const Expr* expr, int64_t low, int64_t high);
// The integer, of any size, in decimal digits.
std::string decimal_text(const IntExpr* expr, bool negative);

}  // namespace aspen
