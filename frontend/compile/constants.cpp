#include "frontend/compile/constants.h"

#include <gmp.h>

#include "frontend/resolve/scope.h"
#include "vm/object/value.h"

namespace aspen {

std::string decimal_text(const IntExpr* expr, bool negative) {
  struct Number {
    Number(const std::string& digits, int base) { mpz_init_set_str(z, digits.c_str(), base); }
    ~Number() { mpz_clear(z); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    mpz_t z;
  };
  Number n(std::string(expr->digits), static_cast<int>(expr->base));
  if (negative) mpz_neg(n.z, n.z);
  std::string text(mpz_sizeinbase(n.z, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, n.z);
  text.resize(text.find('\0'));
  return text;
}

const Expr* constant_of(const Expr* expr) {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && name->binding != nullptr && name->binding->constant != nullptr
             ? name->binding->constant
             : expr;
}

std::optional<NumberConstant> number_of(const Expr* expr) {
  expr = constant_of(expr);
  bool negative = false;
  if (auto* negation = dyn<NegateExpr>(expr)) negative = true, expr = negation->operand;
  if (auto* integer = dyn<IntExpr>(expr)) {
    int64_t value = negative ? -integer->value : integer->value;
    if (!integer->fits || value < Value::kMinSmallInt || value > Value::kMaxSmallInt) return std::nullopt;
    return NumberConstant{true, value, 0};
  }
  if (auto* number = dyn<FloatExpr>(expr))
    return NumberConstant{false, 0, negative ? -number->value : number->value};
  return std::nullopt;
}

std::optional<int64_t> small_int_of(const Expr* expr, int64_t low, int64_t high) {
  std::optional<NumberConstant> number = number_of(expr);
  if (!number || !number->is_int || number->integer < low || number->integer > high) return std::nullopt;
  return number->integer;
}

}  // namespace aspen
