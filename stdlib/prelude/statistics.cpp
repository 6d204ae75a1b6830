// Statistics of module math. Finite numbers give finite results, however large or small they are, or an
// error.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/prelude/sort_parts.h"

namespace aspen {

namespace {

// False with an error pending if an element is not a number, or if there is none.
bool read_floats(Strand& s, Iterable xs, Scratch<double>& out) {
  Elements elements(s, xs);
  for (Value v; elements.next(v);) {
    if (!is_number(v)) return fail_with(wrong_type(s, 0, v, "numbers"));
    double number;
    if (!read_float(s, v, number)) return false;
    out.push_back(number);
  }
  if (!out.empty()) return true;
  empty_error(s, 0, sym::kValueError);
  return false;
}

// Divides finite numbers by 2 ** result, which makes them at most a half. Sums of them and of their squares
// do not overflow, and the squares of their distances vanish only beside larger ones. 0 if not all are
// finite.
int scale_down(Scratch<double>& xs) {
  int exponent = 0;
  double greatest = 0;
  for (double x : xs) {
    if (!std::isfinite(x)) return 0;
    greatest = std::max(greatest, std::fabs(x));
  }
  std::frexp(greatest, &exponent);
  ++exponent;
  for (double& x : xs) x = std::ldexp(x, -exponent);
  return exponent;
}

double mean_of(const Scratch<double>& xs) {
  return std::accumulate(xs.begin(), xs.end(), 0.0) / static_cast<double>(xs.size());
}

// Rounding may take the sum past that of equal elements, but the result stays between them.
double mean_within(Scratch<double>& xs) {
  const auto [least, greatest] = std::minmax_element(xs.begin(), xs.end());
  const double low = *least, high = *greatest;
  double mean = mean_of(xs);
  if (std::isinf(mean)) {
    const int exponent = scale_down(xs);
    mean = std::ldexp(mean_of(xs), exponent);
  }
  return mean < low ? low : mean > high ? high : mean;
}

Value mean(Strand& s, Iterable xs) {
  Scratch<double> all = scratch<double>(s);
  return read_floats(s, xs, all) ? Value::number(mean_within(all)) : Value::exception();
}

bool less_nan_last(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }

Value median(Strand& s, Iterable xs) {
  Scratch<double> all = scratch<double>(s);
  if (!read_floats(s, xs, all)) return Value::exception();
  if (!sort_parts(s, all.data(), all.data() + all.size(), less_nan_last)) return s.raise_stop();
  size_t half = all.size() / 2;
  return Value::number(all.size() % 2 ? all[half] : std::midpoint(all[half - 1], all[half]));
}

// The mean square distance from the mean is square * 4 ** exponent.
struct Spread {
  double square;
  int exponent;
};

Spread spread_of(Scratch<double>& xs) {
  const int exponent = scale_down(xs);
  const double middle = mean_within(xs);
  double total = 0;
  for (double x : xs) total += (x - middle) * (x - middle);
  return {total / static_cast<double>(xs.size()), exponent};
}

Value variance(Strand& s, Iterable xs) {
  Scratch<double> all = scratch<double>(s);
  if (!read_floats(s, xs, all)) return Value::exception();
  const Spread spread = spread_of(all);
  const double result = std::ldexp(spread.square, 2 * spread.exponent);
  if (std::isinf(result)) return s.arithmetic_error("math.variance: the variance is too large for a Float");
  return Value::number(result);
}

Value deviation(Strand& s, Iterable xs) {
  Scratch<double> all = scratch<double>(s);
  if (!read_floats(s, xs, all)) return Value::exception();
  const Spread spread = spread_of(all);
  return Value::number(std::ldexp(std::sqrt(spread.square), spread.exponent));
}

const NativeDescriptor kRows[] = {
    row<mean>(
        "math.mean", "xs", kBorrows,
        R"(The arithmetic mean. ValueError if there is no element. It lies between the least and the greatest element, however large they are.
math.mean [1, 2, 6] => 3.0)"),
    row<median>("math.median", "xs", kBorrows, R"(The middle element, or the mean of the two in the middle.
math.median [3, 1, 2] => 2.0)"),
    row<variance>(
        "math.variance", "xs", kBorrows,
        R"(The mean square distance from the mean, of a whole population. ArithmeticError if it is too large for a Float.
math.variance [1, 3] => 1.0)"),
    row<deviation>("math.deviation", "xs", kBorrows, R"(The standard deviation of a whole population.
math.deviation [1, 3] => 1.0)"),
};

}  // namespace

NativeTable statistics_natives() { return kRows; }

}  // namespace aspen
