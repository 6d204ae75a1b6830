// Functions of numbers: those of the prelude, and module math.
#include <math.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/prelude/log_gamma.h"

namespace aspen {

namespace {

template <double (*f)(double)>
Value of_float(Strand&, double x) {
  return Value::number(f(x));
}

// The functions of number.h raise an error if an argument is not a number.
Value absolute(Strand& s, Value x) { return aspen::abs(s, x); }
Value floored(Strand& s, Value x) { return aspen::floor(s, x); }
Value ceiled(Strand& s, Value x) { return aspen::ceil(s, x); }
Value rounded(Strand& s, Value x) { return aspen::round(s, x); }
Value truncated(Strand& s, Value x) { return aspen::trunc(s, x); }
Value power(Strand& s, Value x, Value y) { return aspen::pow(s, x, y); }
Value common_divisor(Strand& s, Value a, Value b) { return aspen::gcd(s, a, b); }
Value common_multiple(Strand& s, Value a, Value b) { return aspen::lcm(s, a, b); }
Value integer_root(Strand& s, Value n) { return aspen::isqrt(s, n); }

Value square_root(Strand& s, double x) {
  if (x < 0) return bad_argument(s, 0, "must not be negative");
  return Value::number(std::sqrt(x));
}

// A positive number of any size, as mantissa * 2 ** exponent. The exponent is 0 unless no Float is as large.
struct Scaled {
  double mantissa;
  double exponent;
};

Scaled scaled(Value x) {
  double nearest = to_double(x);
  if (x.is_double() || std::isfinite(nearest)) return {nearest, 0};
  Scaled out{};
  int64_t exponent;
  out.mantissa = int_fraction(x, exponent);
  out.exponent = static_cast<double>(exponent);
  return out;
}

template <double (*f)(double)>
double logarithm_of(Value x) {
  Scaled parts = scaled(x);
  double of_mantissa = f(parts.mantissa);
  return parts.exponent == 0 ? of_mantissa : of_mantissa + f(2) * parts.exponent;
}

// Whether x has a logarithm, or is nan.
bool has_logarithm(Value x) {
  return is_int(x) ? int_compare(x, Value::small_int(0)) > 0 : !(x.as_double() <= 0);
}

template <double (*f)(double)>
Value logarithm(Strand& s, Value x) {
  if (!is_number(x)) return wrong_type(s, 0, x, "a number");
  if (!has_logarithm(x)) return bad_argument(s, 0, "must be positive");
  return Value::number(logarithm_of<f>(x));
}

Value log_base(Strand& s, Value base, Value x) {
  if (!is_number(base)) return wrong_type(s, 0, base, "a number");
  if (!is_number(x)) return wrong_type(s, 1, x, "a number");
  if (!has_logarithm(base) || to_double(base) == 1) return bad_argument(s, 0, "must be positive and not 1");
  if (!has_logarithm(x)) return bad_argument(s, 1, "must be positive");
  return Value::number(logarithm_of<::log>(x) / logarithm_of<::log>(base));
}

template <double (*f)(double)>
Value within_one(Strand& s, double x) {
  if (x < -1 || x > 1) return bad_argument(s, 0, "must be from -1 to 1");
  return Value::number(f(x));
}

// The C library's result has a wrong last place for some cubes; a step of Newton's method corrects it.
Value cube_root(Strand&, double x) {
  double root = std::cbrt(x);
  double step = (root * root * root - x) / (3 * root * root);
  // The cube of the largest root overflows, and 0 and inf have no step.
  return Value::number(std::isfinite(step) ? root - step : root);
}

Value arc_tangent(Strand&, double y, double x) { return Value::number(std::atan2(y, x)); }
Value hypotenuse(Strand&, double x, double y) { return Value::number(std::hypot(x, y)); }
Value to_degrees(Strand&, double x) { return Value::number(x * (180 / M_PI)); }
Value to_radians(Strand&, double x) { return Value::number(x * (M_PI / 180)); }
Value copy_sign(Strand&, double x, double y) { return Value::number(std::copysign(x, y)); }

// The powers of ten up to this one are exact as Floats.
constexpr int kExactPower = 22;

// To a multiple of a power of ten; of two that are equally near, the even one.
double round_before_point(int digits, double x) {
  const double unit = std::pow(10.0, digits), size = std::fabs(x);
  const double rest = std::fmod(size, unit);
  double multiple = size - rest;
  const bool is_odd = std::fmod(multiple, 2 * unit) != 0;
  if (2 * rest > unit || (2 * rest == unit && is_odd)) multiple += unit;
  return std::copysign(multiple, x);
}

Value round_to(Strand& s, int64_t digits, double x) {
  if (digits < -kExactPower || digits > 300) return bad_argument(s, 0, "must be from -22 to 300");
  if (!std::isfinite(x)) return Value::number(x);
  if (digits < 0) return Value::number(round_before_point(static_cast<int>(-digits), x));
  char text[700];
  std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits), x);
  return Value::number(std::strtod(text, nullptr));
}

// An Int is finite, however large.
template <bool (*f)(double)>
Value tells(Strand& s, Value x) {
  if (!is_number(x)) return wrong_type(s, 0, x, "a number");
  return Value::boolean(f(x.is_double() ? x.as_double() : 0));
}

bool is_nan(double x) { return std::isnan(x); }
bool is_inf(double x) { return std::isinf(x); }
bool is_finite(double x) { return std::isfinite(x); }

Value sign(Strand& s, Value x) {
  if (x.is_double()) return Value::small_int((x.as_double() > 0) - (x.as_double() < 0));
  if (!is_int(x)) return wrong_type(s, 0, x, "a number");
  return Value::small_int(int_is_negative(x) ? -1 : x != Value::small_int(0));
}

Value clamp(Strand& s, Value low, Value high, Value x) {
  Order below = order(s, x, low), above = order(s, x, high), sides = order(s, low, high);
  if (below == Order::raised || above == Order::raised || sides == Order::raised) return Value::exception();
  if (sides == Order::greater) return bad_argument(s, 0, "must not be greater than hi");
  return below == Order::less ? low : above == Order::greater ? high : x;
}

Value divmod(Strand& s, Value a, Value b) {
  Value quotient = floor_div(s, a, b);
  if (quotient.is_exception()) return quotient;
  Value rest = mod(s, a, b);
  return rest.is_exception() ? rest : pair(s, quotient, rest);
}

// The product of first … last. Halves the range again and again, so that the factors are of similar size.
Value product_of(Strand& s, int64_t first, int64_t last) {
  if (first > last) return Value::small_int(1);
  if (first == last) return Value::small_int(first);
  int64_t middle = first + (last - first) / 2;
  Value low = product_of(s, first, middle);
  if (low.is_exception()) return low;
  Value high = product_of(s, middle + 1, last);
  return high.is_exception() ? high : mul(s, low, high);
}

// Reserves memory for the product of the `k` integers up to `n`. False with MemoryLimit pending.
bool reserve_product(Strand& s, int64_t n, int64_t k) {
  auto whole = static_cast<double>(n), rest = static_cast<double>(n - k);
  double bits = (log_gamma(whole + 1) - log_gamma(rest + 1)) / std::numbers::ln2;
  return room_for_int(s, bits < static_cast<double>(kMaxIntBits) ? static_cast<uint64_t>(bits) : UINT64_MAX);
}

Value factorial(Strand& s, int64_t n) {
  if (n < 0) return bad_argument(s, 0, "must not be negative");
  if (!reserve_product(s, n, n)) return Value::exception();
  return product_of(s, 2, n);
}

Value permutation_count(Strand& s, int64_t n, int64_t k) {
  if (n < 0) return bad_argument(s, 0, "must not be negative");
  if (k < 0) return bad_argument(s, 1, "must not be negative");
  if (k > n) return Value::small_int(0);
  if (!reserve_product(s, n, k)) return Value::exception();
  return product_of(s, n - k + 1, n);
}

Value choose(Strand& s, int64_t n, int64_t k) {
  Value ways = permutation_count(s, n, k > 0 && k <= n ? std::min(k, n - k) : k);
  if (ways.is_exception() || k > n) return ways;
  Value orders = product_of(s, 2, std::min(k, n - k));
  return orders.is_exception() ? orders : floor_div(s, ways, orders);
}

const NativeDescriptor kRows[] = {
    row<absolute>("abs", "x", kBorrows, R"(The absolute value of the number.
abs -5 => 5)"),
    row<floored>("floor", "x", kBorrows, R"(The greatest Int that is not greater than x.
floor -2.2 => -3)"),
    row<ceiled>("ceil", "x", kBorrows, R"(The least Int that is not less than x.
ceil 2.1 => 3)"),
    row<rounded>("round", "x", kBorrows, R"(The nearest Int; if two are equally near, the even one.
round 2.6 => 3
round 2.5 => 2)"),
    row<square_root>("sqrt", "x", kBorrows, R"(The square root, a Float. ValueError below zero.
sqrt 16 => 4.0)"),
    row<truncated>("math.trunc", "x", kBorrows, R"(The integral part, an Int.
math.trunc -2.7 => -2)"),
    row<round_to>(
        "math.round_to", "digits x", kBorrows,
        R"(x rounded to a number of digits after the point, a Float. A negative number is of digits before the point that become 0.
math.round_to 2 3.14159 => 3.14
math.round_to -2 1250 => 1200.0)"),
    row<of_float<::sin>>("math.sin", "x", kBorrows, R"(The sine of an angle in radians.
math.sin 0 => 0.0)"),
    row<of_float<::cos>>("math.cos", "x", kBorrows, R"(The cosine of an angle in radians.
math.cos 0 => 1.0)"),
    row<of_float<::tan>>("math.tan", "x", kBorrows, R"(The tangent of an angle in radians.
math.tan 0 => 0.0)"),
    row<within_one<::asin>>("math.asin", "x", kBorrows, R"(The angle, in radians, that has the sine x.
math.asin 0 => 0.0)"),
    row<within_one<::acos>>("math.acos", "x", kBorrows, R"(The angle, in radians, that has the cosine x.
math.acos 1 => 0.0)"),
    row<of_float<::atan>>("math.atan", "x", kBorrows, R"(The angle, in radians, that has the tangent x.
math.atan 0 => 0.0)"),
    row<arc_tangent>("math.atan2", "y x", kBorrows, R"(The angle of the point (x, y), in radians.
math.atan2 0 1 => 0.0)"),
    row<of_float<::sinh>>("math.sinh", "x", kBorrows, R"(The hyperbolic sine.
math.sinh 0 => 0.0)"),
    row<of_float<::cosh>>("math.cosh", "x", kBorrows, R"(The hyperbolic cosine.
math.cosh 0 => 1.0)"),
    row<of_float<::tanh>>("math.tanh", "x", kBorrows, R"(The hyperbolic tangent.
math.tanh 0 => 0.0)"),
    row<of_float<::exp>>("math.exp", "x", kBorrows, R"(e to the power of x.
math.exp 0 => 1.0)"),
    row<logarithm<::log>>("math.log", "x", kBorrows,
                          R"(The natural logarithm, of Ints of any size. ValueError unless x is positive.
math.log 1 => 0.0)"),
    row<logarithm<::log2>>("math.log2", "x", kBorrows, R"(The logarithm to base 2, of Ints of any size.
math.log2 8 => 3.0)"),
    row<logarithm<::log10>>("math.log10", "x", kBorrows, R"(The logarithm to base 10, of Ints of any size.
math.log10 1000 => 3.0)"),
    row<log_base>("math.log_base", "base x", kBorrows, R"(The logarithm to any base.
math.log_base 3 9 => 2.0)"),
    row<power>("math.pow", "x y", kBorrows, R"(x ** y.
math.pow 2 10 => 1024)"),
    row<hypotenuse>("math.hypot", "x y", kBorrows, R"(The distance of the point (x, y) from the origin.
math.hypot 3 4 => 5.0)"),
    row<cube_root>("math.cbrt", "x", kBorrows, R"(The cube root.
math.cbrt 27 => 3.0)"),
    row<to_degrees>("math.degrees", "x", kBorrows, R"(Radians to degrees.
math.degrees math.pi => 180.0)"),
    row<to_radians>("math.radians", "x", kBorrows, R"(Degrees to radians.
math.radians 180 => 3.141592653589793)"),
    row<copy_sign>("math.copy_sign", "x y", kBorrows, R"(x with the sign of y, a Float.
math.copy_sign 2 -0.0 => -2.0)"),
    row<common_divisor>("math.gcd", "a b", kBorrows, R"(The greatest common divisor.
math.gcd 12 18 => 6)"),
    row<common_multiple>("math.lcm", "a b", kBorrows, R"(The least common multiple.
math.lcm 4 6 => 12)"),
    row<clamp>("math.clamp", "lo hi x", keeps(0, 1, 2), R"(x, or the bound that it is beyond.
math.clamp 0 10 15 => 10)"),
    row<sign>("math.sign", "x", kBorrows, R"(-1, 0 or 1.
math.sign -3 => -1)"),
    row<tells<is_nan>>("math.is_nan?", "x", kBorrows, R"(Whether x is not a number.
math.is_nan? math.nan => true)"),
    row<tells<is_inf>>("math.is_inf?", "x", kBorrows, R"(Whether x is infinite.
math.is_inf? math.inf => true)"),
    row<tells<is_finite>>("math.is_finite?", "x", kBorrows, R"(Whether x is neither infinite nor nan.
math.is_finite? 1 => true)"),
    row<divmod>("math.divmod", "a b", kBorrows, R"(The pair (a // b, a % b).
math.divmod -7 2 => (-4, 1))"),
    row<integer_root>("math.isqrt", "n", kBorrows, R"(The integral part of the square root of an Int.
math.isqrt 17 => 4)"),
    row<factorial>("math.factorial", "n", kBorrows, R"(The product of the integers from 1 to n.
math.factorial 20 => 2432902008176640000)"),
    row<choose>("math.choose", "n k", kBorrows, R"(In how many ways k of n things can be chosen.
math.choose 5 2 => 10)"),
    row<permutation_count>("math.permutations", "n k", kBorrows,
                           R"(In how many orders k of n things can be chosen.
math.permutations 5 2 => 20)"),
};

}  // namespace

NativeTable math_natives() { return kRows; }

}  // namespace aspen
