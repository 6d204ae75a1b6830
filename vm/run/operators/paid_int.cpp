#include "vm/run/operators/paid_int.h"

#include <algorithm>

#include "vm/run/operators/number.h"
#include "vm/run/strand.h"
#include "vm/values/limbs.h"

namespace aspen {

namespace {

LongArithmetic paid_by(Strand& strand) {
  return LongArithmetic([&strand](uint64_t work) { return strand.work(work); });
}

// `compute` receives the arithmetic and the result.
template <class Compute>
Value computed(Strand& strand, Compute compute) {
  LongArithmetic arithmetic = paid_by(strand);
  Mpz out;
  compute(arithmetic, out.get());
  return arithmetic.ok() ? out.to_int(strand.allocator()) : strand.raise_stop();
}

// wrong: the text is empty, or is not digits with single underscores between them.
enum class Read : uint8_t { all, wrong, stopped };

Read read_digit_values(Strand& strand, std::string_view text, int base, std::vector<uint8_t>& digits) {
  constexpr size_t kPiece = size_t{1} << 20;
  constexpr uint64_t kWorkPerDigit = 3;
  bool after_digit = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i % kPiece == 0 && !strand.work(std::min(kPiece, text.size() - i) * kWorkPerDigit))
      return Read::stopped;
    if (text[i] == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    const int digit = digit_value(text[i]);
    if (digit >= base) return Read::wrong;
    if (digit != 0 || !digits.empty()) digits.push_back(static_cast<uint8_t>(digit));
    after_digit = true;
  }
  return after_digit ? Read::all : Read::wrong;
}

}  // namespace

Value long_multiply(Strand& strand, Value a, Value b) {
  const IntView u(a), v(b);
  return computed(strand, [&](auto& arithmetic, mpz_ptr out) { arithmetic.multiply(out, u.mpz(), v.mpz()); });
}

Value long_quotient(Strand& strand, Value a, Value b) {
  const IntView u(a), v(b);
  Mpz rest;
  return computed(strand, [&](auto& arithmetic, mpz_ptr out) {
    arithmetic.floor_divide(out, rest.get(), u.mpz(), v.mpz());
  });
}

Value long_remainder(Strand& strand, Value a, Value b) {
  const IntView u(a), v(b);
  Mpz quotient;
  return computed(strand, [&](auto& arithmetic, mpz_ptr out) {
    arithmetic.floor_divide(quotient.get(), out, u.mpz(), v.mpz());
  });
}

Value long_power(Strand& strand, Value base, uint64_t exponent) {
  const IntView view(base);
  return computed(strand,
                  [&](auto& arithmetic, mpz_ptr out) { arithmetic.power(out, view.mpz(), exponent); });
}

Value long_root(Strand& strand, Value a) {
  const IntView view(a);
  return computed(strand, [&](auto& arithmetic, mpz_ptr out) { arithmetic.root(out, view.mpz()); });
}

Value long_gcd(Strand& strand, Value a, Value b) {
  const IntView u(a), v(b);
  return computed(strand, [&](auto& arithmetic, mpz_ptr out) { arithmetic.gcd(out, u.mpz(), v.mpz()); });
}

bool pay_for_limbs(Strand& strand, Value a, Value b) {
  const auto limbs = [](Value v) { return is_kind(v, Kind::BigInt) ? v.as_object()->length : 0; };
  if (strand.work(uint64_t{limbs(a)} + limbs(b))) return true;
  strand.raise_stop();
  return false;
}

void pay_to_compare(Strand* strand, Value a, Value b) {
  if (strand == nullptr || !is_kind(a, Kind::BigInt) || !is_kind(b, Kind::BigInt)) return;
  const BigInt &x = *as<BigInt>(a), &y = *as<BigInt>(b);
  if (x.length != y.length || x.extra != y.extra || x.limbs()[x.length - 1] != y.limbs()[y.length - 1])
    return;
  strand->work(x.length);
}

void pay_to_read(Strand* strand, Value v) {
  if (strand != nullptr && is_kind(v, Kind::BigInt)) strand->work(v.as_object()->length);
}

bool append_int(Strand& strand, std::string& out, Value v, int base) {
  if (!is_long_int(v)) {
    if (is_kind(v, Kind::BigInt) && !strand.work(int_work(int_bits(v), IntCost::text))) return false;
    append_int(out, v, base);
    return true;
  }
  const IntView view(v);
  LongArithmetic arithmetic = paid_by(strand);
  arithmetic.append_text(out, view.mpz(), base);
  return arithmetic.ok();
}

std::optional<Value> parse_int(Strand& strand, std::string_view text, int base) {
  constexpr size_t kShort = LongArithmetic::kPieceBits / 8;
  if (text.size() <= kShort) {
    if (!pay_for_digits(strand, text.size())) return Value::exception();
    return parse_int(strand.allocator(), text, base);
  }
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  // Each digit is at least one bit; longer texts are not read.
  if (text.size() > kMaxIntBits) return int_too_large(strand);
  std::vector<uint8_t> digits;
  if (!strand.reserve(text.size() * 2)) return Value::exception();
  digits.reserve(text.size());
  switch (read_digit_values(strand, text, base, digits)) {
    case Read::wrong: return std::nullopt;
    case Read::stopped: return strand.raise_stop();
    case Read::all: break;
  }
  const Value v = computed(strand, [&](auto& arithmetic, mpz_ptr out) {
    arithmetic.read_digits(out, digits, base);
    if (is_negative) mpz_neg(out, out);
  });
  return v.is_exception() || int_bits(v) <= kMaxIntBits ? v : int_too_large(strand);
}

}  // namespace aspen
