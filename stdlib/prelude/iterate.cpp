// Functions without a function argument that compute something from all elements of an iterable.
#include <cmath>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/text_search.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// ---- Sums

Value sum_of_range(Strand& s, const Range& range) {
  Allocator& allocator = s.allocator();
  Value n = range_length(s, range);
  Value before = int_sub(allocator, n, Value::small_int(1));
  if (!room_for_int(s, 3 * (int_bits(n) + int_bits(range.start) + int_bits(range.step))))
    return Value::exception();
  Value steps = int_floor_div(allocator, int_mul(allocator, n, before), Value::small_int(2));
  return int_add(allocator, int_mul(allocator, n, range.start), int_mul(allocator, steps, range.step));
}

// The sum of the small integers at the start of `elements`. `v` is the first other element, or undefined.
int64_t sum_small(Elements& elements, Value& v) {
  int64_t total = 0;
  while (elements.next(v)) {
    int64_t next;
    if (!v.is_small_int() || __builtin_add_overflow(total, v.as_small_int(), &next)) return total;
    total = next;
  }
  v = Value::undefined();
  return total;
}

Value sum_with(Strand& s, Value total, Value v) {
  if (total.is_double() && v.is_double()) return Value::number(total.as_double() + v.as_double());
  if (!is_kind(v, Kind::String) && !is_kind(v, Kind::List)) return add(s, total, v);
  return s.type_error("sum: xs must hold numbers, not " + shorten(s, v) + ", " + with_article(type_name(v)),
                      is_kind(v, Kind::String) ? "`join \"\" xs` joins texts" : "`flatten xs` joins lists");
}

Value sum(Strand& s, Iterable xs) {
  if (is_kind(xs.value, Kind::Range)) return sum_of_range(s, *as<Range>(xs.value));
  Elements elements(s, xs);
  Value v;
  Value total = int_value(s, sum_small(elements, v));
  if (v.is_undefined()) return total;
  do {
    total = sum_with(s, total, v);
  } while (!total.is_exception() && elements.next(v));
  return total;
}

// Multiplies factors pairwise, as a binary counter carries, so that large factors are of similar size. Lives
// on the native stack, where the collector sees the products.
class ProductOfInts {
 public:
  explicit ProductOfInts(Strand& strand) : strand_(strand) { std::fill_n(partial_, kMost, Value::unit()); }

  // False with an error pending.
  bool multiply(Value v) {
    int64_t i;
    if (fits_int64(v, i) && !__builtin_mul_overflow(small_, i, &i)) {
      small_ = i;
      return true;
    }
    bool carried = carry(int_value(strand_, small_)) && carry(v);
    small_ = 1;
    return carried;
  }

  Value total() {
    Value product = int_value(strand_, small_);
    for (unsigned i = 0; i < kMost && !product.is_exception(); ++i) {
      if (count_ >> i & 1) product = mul(strand_, product, partial_[i]);
    }
    return product;
  }

 private:
  bool carry(Value factor) {
    unsigned i = 0;
    for (; count_ >> i & 1; ++i) {
      factor = mul(strand_, partial_[i], factor);
      if (factor.is_exception()) return false;
    }
    partial_[i] = factor;
    ++count_;
    return true;
  }

  static constexpr unsigned kMost = 64;
  Strand& strand_;
  int64_t small_ = 1;
  uint64_t count_ = 0;
  Value partial_[kMost];  // [i] is a product of 2^i factors, if bit i of the count is set
};

Value product(Strand& s, Iterable xs) {
  Elements elements(s, xs);
  ProductOfInts ints(s);
  Value v;
  bool more = elements.next(v);
  for (; more && is_int(v); more = elements.next(v)) {
    if (!ints.multiply(v)) return Value::exception();
  }
  Value total = ints.total();
  for (; more && !total.is_exception(); more = elements.next(v)) {
    if (!is_number(v)) return wrong_type(s, 0, xs.value, "numbers");
    total = mul(s, total, v);
  }
  return total;
}

// ---- Extremes

Value extreme_of_range(Strand& s, const Range& range, Order wanted) {
  Value steps = int_sub(s.allocator(), range_length(s, range), Value::small_int(1));
  if (int_is_negative(steps)) return empty_error(s, 0, sym::kValueError);
  bool first = int_is_negative(range.step) == (wanted == Order::greater);
  return first ? range.start : int_add(s.allocator(), range.start, int_mul(s.allocator(), steps, range.step));
}

// The first element that no other is less than (`wanted` less) or greater than, in the order of `sort`.
Value extreme(Strand& s, Iterable xs, Order wanted) {
  if (is_kind(xs.value, Kind::Range)) return extreme_of_range(s, *as<Range>(xs.value), wanted);
  Elements elements(s, xs);
  Value best;
  if (!elements.next(best)) return empty_error(s, 0, sym::kValueError);
  for (Value v; elements.next(v);) {
    Order o = sort_order(s, v, best);
    if (o == Order::raised) return Value::exception();
    if (o == wanted) best = v;
  }
  return shared(best);
}

Value minimum(Strand& s, Iterable xs) { return extreme(s, xs, Order::less); }
Value maximum(Strand& s, Iterable xs) { return extreme(s, xs, Order::greater); }

// ---- Lists of the elements

// Ends with the shorter one. Takes no further elements from a channel or a fiber.
Value zip_outside(Strand& s, const Value (&sources)[2]) {
  uint8_t outside = 0;
  uint64_t most = UINT32_MAX;
  for (unsigned i = 0; i < 2; ++i) {
    if (comes_from_outside(sources[i]))
      outside |= static_cast<uint8_t>(1 << i);
    else
      most = std::min(most, length_hint(s, sources[i]));
  }
  return s.want_pairs(outside, static_cast<uint32_t>(most));
}

Value zip(Strand& s, MaybeIterable xs, MaybeIterable ys) {
  const Value sources[] = {xs, ys};
  for (unsigned i = 0; i < 2; ++i) {
    if (!is_iterable(sources[i]) && !comes_from_outside(sources[i]))
      return wrong_type(s, i, sources[i], kIterable);
  }
  if (!is_iterable(xs) || !is_iterable(ys)) return zip_outside(s, sources);
  if (!reserve_for_each(s, length_hint(s, xs.value) < length_hint(s, ys.value) ? xs.value : ys.value,
                        kPairBytes))
    return Value::exception();
  Elements left(s, xs), right(s, ys);
  List* out = new_list(s.allocator());
  for (Value x, y; left.take(x) && right.take(y) && s.work(kPieceWork);)
    push(s.allocator(), out, pair(s, x, y));
  return Value::object(out);
}

Value enumerate(Strand& s, Iterable xs) {
  if (!reserve_for_each(s, xs.value, kPairBytes)) return Value::exception();
  Elements elements(s, xs);
  List* out = new_list(s.allocator());
  int64_t i = 0;
  for (Value v; elements.take(v) && s.work(kPieceWork); ++i)
    push(s.allocator(), out, pair(s, Value::small_int(i), v));
  return Value::object(out);
}

Value windows(Strand& s, Count n, Iterable xs) {
  if (n == 0) return bad_argument(s, 0, "must be positive");
  List* all = list_of(s, xs.value);
  if (!all) return Value::exception();
  List* out = new_list(s.allocator());
  for (uint32_t i = 0; uint64_t{i} + n <= all->length && s.work(kPieceWork); ++i) {
    push(s.allocator(), out, Value::object(slice(s.allocator(), all, i, i + n)));
  }
  return Value::object(out);
}

Value chunks(Strand& s, Count n, Iterable xs) {
  if (n == 0) return bad_argument(s, 0, "must be positive");
  if (!reserve_for_each(s, xs.value, sizeof(Value) + list_bytes(0) / n)) return Value::exception();
  Elements elements(s, xs);
  List* out = new_list(s.allocator());
  List* chunk = nullptr;
  for (Value v; elements.take(v);) {
    if (!chunk || chunk->length == n) {
      chunk = new_list(s.allocator());
      push(s.allocator(), out, Value::object(chunk));
    }
    push(s.allocator(), chunk, v);
  }
  return Value::object(out);
}

Value unique(Strand& s, Iterable xs) {
  Elements elements(s, xs);
  List* out = new_list(s.allocator());
  Dict* seen = new_dict(s.allocator());
  for (Value v; elements.take(v) && s.work(kEntryWork);) {
    DictEntry& entry = find_or_add(s.allocator(), context(s), seen, v);
    if (!entry.value.is_undefined()) continue;
    entry.value = Value::unit();
    push(s.allocator(), out, v);
  }
  return Value::object(out);
}

Value flatten(Strand& s, Iterable xs) {
  if (!reserve_for_each(s, xs.value, sizeof(Value))) return Value::exception();
  uint64_t length = 0;
  Value v;
  for (Elements elements(s, xs); elements.next(v);)
    length += is_kind(v, Kind::List) ? as<List>(v)->length : 1;
  if (!reserve_list(s, length)) return Value::exception();
  List* out = new_list(s.allocator(), static_cast<uint32_t>(length));
  for (Elements elements(s, xs); elements.next(v);) {
    if (is_kind(v, Kind::List)) {
      if (!s.work(as<List>(v)->length)) break;
      append_elements(s.allocator(), out, as<List>(v));
    } else {
      push(s.allocator(), out, shared(v));
    }
  }
  return Value::object(out);
}

Value intersperse(Strand& s, Value between, Iterable xs) {
  const uint64_t length = length_hint(s, xs.value);
  if (!reserve_list(s, length > UINT32_MAX ? length : 2 * length)) return Value::exception();
  Elements elements(s, xs);
  List* out = new_list(s.allocator(), static_cast<uint32_t>(2 * length));
  share(between);
  for (Value v; elements.take(v);) {
    if (out->length > 0) push(s.allocator(), out, between);
    push(s.allocator(), out, v);
  }
  return Value::object(out);
}

Value concat_lists(Strand& s, Iterable xss) {
  uint64_t length = 0;
  Value v;
  for (Elements elements(s, xss); elements.next(v); length += as<List>(v)->length) {
    if (!is_kind(v, Kind::List)) return wrong_type(s, 0, xss.value, "of lists only");
  }
  if (!reserve_list(s, length)) return Value::exception();
  List* out = new_list(s.allocator(), static_cast<uint32_t>(length));
  for (Elements elements(s, xss); elements.next(v) && s.work(as<List>(v)->length);)
    append_elements(s.allocator(), out, as<List>(v));
  return Value::object(out);
}

template <class T>
bool concat_bytes(Strand& s, Iterable xss, ScratchText& out) {
  Elements elements(s, xss);
  for (Value v; elements.next(v);) {
    if (!is_kind(v, T::kKind))
      return fail_with(wrong_type(s, 0, xss.value, "of lists, of strings or of bytes"));
    if (!s.work(as<T>(v)->length / kBytesCopiedPerWork)) return true;
    out += as<T>(v)->view();
    if (!text_fits(s, out.size())) return false;
  }
  return true;
}

Value concat_all(Strand& s, Iterable xss) {
  Value first = Value::unit();
  Elements(s, xss).next(first);
  ScratchText out = scratch_text(s);
  if (is_kind(first, Kind::String)) {
    return concat_bytes<String>(s, xss, out) ? checked_text(s, out) : Value::exception();
  }
  if (is_kind(first, Kind::Bytes)) {
    return concat_bytes<Bytes>(s, xss, out) ? checked_bytes(s, out) : Value::exception();
  }
  return concat_lists(s, xss);
}

// ---- Text

Value join(Strand& s, const String& separator, Iterable xs) {
  ScratchText out = scratch_text(s);
  std::string text;
  TextRoom room(s);
  Elements elements(s, xs);
  bool begun = false;
  for (Value v; elements.next(v); begun = true) {
    if (!s.work((separator.length + (is_kind(v, Kind::String) ? as<String>(v)->length : 0)) /
                kBytesCopiedPerWork))
      break;
    if (begun) out += separator.view();
    if (is_kind(v, Kind::String)) {
      out += as<String>(v)->view();
    } else {
      text.clear();
      if (!append_text(text, s, v, room)) return Value::exception();
      out += text;
    }
    if (!text_fits(s, out.size())) return Value::exception();
  }
  return checked_text(s, out);
}

Value split(Strand& s, const String& separator, const String& text) {
  if (separator.length == 0) return bad_argument(s, 0, "is empty; string.chars gives the characters");
  List* out = new_list(s.allocator());
  std::string_view rest = text.view();
  for (bool more = true; more;) {
    size_t at = find_part(s, rest, separator.view());
    more = at != rest.npos && s.work(kPieceWork);
    std::string_view piece = rest.substr(0, at);
    push(s.allocator(), out, Value::object(make_string(s.allocator(), piece)));
    if (more) rest.remove_prefix(at + separator.length);
  }
  return Value::object(out);
}

const NativeDescriptor kRows[] = {
    row<sum>("sum", "xs", kBorrows, R"(The sum of the elements, from left to right; 0 if there are none.
sum [1, 2.5] => 3.5
sum (1..=100) => 5050)"),
    row<product>("product", "xs", kBorrows, R"(The product of the elements; 1 if there are none.
product [2, 3, 4] => 24)"),
    row<minimum>("min", "xs", kBorrows,
                 R"(The least element, the first of equal ones. ValueError if there is none.
min [3, 1, 2] => 1)"),
    row<maximum>("max", "xs", kBorrows,
                 R"(The greatest element, the first of equal ones. ValueError if there is none.
max ["a", "c", "b"] => "c")"),
    row<zip>("zip", "xs ys", kBorrows,
             R"(Pairs of the elements at the same index, as many as the shorter one has.
zip [1, 2, 3] "ab" => [(1, "a"), (2, "b")])"),
    row<enumerate>(
        "enumerate", "xs", kBorrows,
        R"(Pairs of index, from 0, and element. All elements are taken before the first pair is given: count in a variable where they come from a channel or fiber without end.
enumerate ["a", "b"] => [(0, "a"), (1, "b")])"),
    row<windows>("windows", "n xs", kBorrows, R"(All lists of n neighbouring elements.
windows 2 [1, 2, 3] => [[1, 2], [2, 3]])"),
    row<chunks>("chunks", "n xs", kBorrows, R"(The elements in lists of n; the last one may be shorter.
chunks 2 [1, 2, 3] => [[1, 2], [3]])"),
    row<unique>("unique", "xs", kBorrows, R"(The elements without those that equal an earlier one.
unique [3, 1, 3, 2, 1] => [3, 1, 2])"),
    row<flatten>("flatten", "xs", kBorrows,
                 R"(The elements of the lists in xs, in one list: one level. Elements that are no lists stay.
flatten [[1, 2], [], [3]] => [1, 2, 3])"),
    row<intersperse>("intersperse", "v xs", keeps(0), R"(The elements with v between them.
intersperse 0 [1, 2, 3] => [1, 0, 2, 0, 3])"),
    row<concat_all>(
        "concat", "xss", kBorrows,
        R"(Lists joined into one; strings and bytes, too. Of no values it gives [], so texts that may be none are joined by `join "" xs`.
concat [[1], [2, 3], []] => [1, 2, 3]
concat ["a", "bc"] => "abc")"),
    row<join>("join", "sep xs", kBorrows, R"(The texts of the elements with sep between them.
join ", " ["a", "b"] => "a, b"
join "-" [1, 2] => "1-2")"),
    row<split>("split", "sep s", kBorrows, R"(The parts of s between occurrences of sep.
split "," "a,b,,c" => ["a", "b", "", "c"]
split "," "" => [""])"),
};

}  // namespace

NativeTable iterate_natives() { return kRows; }

}  // namespace aspen
