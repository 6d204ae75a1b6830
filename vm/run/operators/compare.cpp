// Equality and order. Both walk two values in parallel, with an explicit stack.
#include "vm/run/operators/compare.h"

#include <cmath>
#include <cstring>
#include <memory>

#include "vm/object/future.h"
#include "vm/object/list_objects.h"
#include "vm/object/small_stack.h"
#include "vm/object/text_objects.h"
#include "vm/run/machine.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/paid_text.h"
#include "vm/run/operators/show.h"
#include "vm/run/operators/walk_meter.h"
#include "vm/values/dict.h"
#include "vm/values/equal_classes.h"
#include "vm/values/record.h"

namespace aspen {

namespace {

// Inside of a dict key nan equals itself, elsewhere it does not.
enum class Nan : bool { differs, is_itself };

enum class Found : uint8_t { same, different, descend };

Found found(bool same) { return same ? Found::same : Found::different; }

bool equal_ints(Strand* strand, Value a, Value b) {
  if (a == b) return true;
  pay_to_compare(strand, a, b);
  return int_equal(a, b);
}

bool equal_numbers(Strand* strand, Value a, Value b, Nan nan) {
  if (a.is_double() && b.is_double()) {
    double x = a.as_double(), y = b.as_double();
    return x == y || (nan == Nan::is_itself && std::isnan(x) && std::isnan(y));
  }
  if (!a.is_double() && !b.is_double()) return equal_ints(strand, a, b);
  double d = a.is_double() ? a.as_double() : b.as_double();
  return !std::isnan(d) && int_compare_double(a.is_double() ? b : a, d) == 0;
}

bool equal_ranges(Strand* strand, const Range& a, const Range& b) {
  return a.inclusive() == b.inclusive() && equal_ints(strand, a.start, b.start) &&
         equal_ints(strand, a.end, b.end) && equal_ints(strand, a.step, b.step);
}

bool equal_natives(const ValueContext& context, const NativeObject& a, const NativeObject& b) {
  const bool are_hosts = a.type->host != nullptr && b.type->host != nullptr;
  return are_hosts ? equal_host_objects(context, a, b) : &a == &b;
}

// The part of a comparison that does not read elements.
Found compare_shallow(const ValueContext& context, Value a, Value b, Nan nan) {
  if (is_number(a) && is_number(b)) return found(equal_numbers(context.strand, a, b, nan));
  if (!a.is_object() || !b.is_object()) return found(a == b);
  const Object *x = a.as_object(), *y = b.as_object();
  if (x->kind != y->kind) return Found::different;
  // A container that holds nan does not equal even itself.
  if (x == y && nan == Nan::is_itself) return Found::same;
  switch (x->kind) {
    case Kind::String:
      return found(equal_texts(context.strand, as<String>(a)->view(), as<String>(b)->view()));
    case Kind::Bytes: return found(equal_texts(context.strand, as<Bytes>(a)->view(), as<Bytes>(b)->view()));
    case Kind::Range: return found(equal_ranges(context.strand, *as<Range>(a), *as<Range>(b)));
    case Kind::NativeFunction:
      return found(as<NativeFunction>(a)->descriptor == as<NativeFunction>(b)->descriptor);
    case Kind::List:
    case Kind::Tuple:
    case Kind::LabelBox:  // length is the label's symbol
    case Kind::Dict: return x->length == y->length ? Found::descend : Found::different;
    case Kind::Record: return x->extra == y->extra ? Found::descend : Found::different;
    case Kind::NativeObject: return found(equal_natives(context, *as<NativeObject>(a), *as<NativeObject>(b)));
    case Kind::Closure:
    case Kind::Partial:
    case Kind::Module:
    case Kind::Task:
    case Kind::Channel:
    case Kind::Cell:
    case Kind::Semaphore:
    case Kind::Fiber:
    case Kind::Future:
    case Kind::Segment:
    case Kind::Array:
    case Kind::DictTable:
    case Kind::Int64:
    case Kind::BigInt: return found(x == y);
  }
  return Found::different;
}

// Two containers that compare_shallow could not decide, and how far their elements have been compared.
struct Pair {
  const Object* a;
  const Object* b;
  uint32_t next = 0;  // element, field, or position in a's table
  Nan nan;
  bool key_compared = false;  // Dict: the key at `next` was compared with the entry `match`
  bool remembered = false;    // by EqualClasses
  uint32_t match = 0;
};

struct Elements {
  Value a, b;
  Nan nan;
};

enum class Step : uint8_t { elements, finished, different };

Step step_items(Pair& pair, const Value* a, const Value* b, uint32_t count, Elements& out) {
  if (pair.next == count) return Step::finished;
  out = {a[pair.next], b[pair.next], pair.nan};
  pair.next++;
  return Step::elements;
}

Step step_record(const ValueContext& context, Pair& pair, Elements& out) {
  const Record &a = *static_cast<const Record*>(pair.a), &b = *static_cast<const Record*>(pair.b);
  if (a.shape() == b.shape()) return step_items(pair, a.slots(), b.slots(), a.extra, out);
  if (pair.next == a.extra) return Step::finished;
  int slot = context.shapes[b.shape()].slot(context.shapes[a.shape()].fields[pair.next]);
  if (slot < 0) return Step::different;
  out = {a.slots()[pair.next++], b.slots()[slot], pair.nan};
  return Step::elements;
}

bool is_branch(Value v) {
  return is_kind(v, Kind::List) || is_kind(v, Kind::Tuple) || is_kind(v, Kind::Record) ||
         is_kind(v, Kind::LabelBox) || is_kind(v, Kind::Dict);
}

// Whether finding a key of this kind needs almost no recursion: it has no elements, or few elements without
// elements of their own.
bool is_flat(Value key) {
  constexpr uint32_t kFew = 8;
  if (!is_branch(key)) return true;
  if (is_kind(key, Kind::LabelBox)) return !is_branch(as<LabelBox>(key)->payload);
  if (!is_kind(key, Kind::Tuple) || as<Tuple>(key)->length > kFew) return false;
  const Tuple& tuple = *as<Tuple>(key);
  for (uint32_t i = 0; i < tuple.length; i++) {
    if (is_branch(tuple.items()[i])) return false;
  }
  return true;
}

// The entry of `dict` with this hash; if there are several, the one that equals the key. kNoEntry: none.
uint32_t candidate(const ValueContext& context, const Dict& dict, Value key, uint32_t hash) {
  uint32_t only = only_entry_with_hash(&dict, hash);
  if (only != kSeveralEntries) return only;
  // A chance collision of hashes: the only place where a comparison calls itself.
  const DictEntry* entry = find(context, &dict, key);
  return entry ? static_cast<uint32_t>(entry - dict.table->entries()) : kNoEntry;
}

constexpr uint64_t kWorkToFind = 32;

// Looks keys up, and has possibly deep ones compared like elements, before it compares the values.
Step step_dict(const ValueContext& context, Pair& pair, Elements& out) {
  const Dict &a = *static_cast<const Dict*>(pair.a), &b = *static_cast<const Dict*>(pair.b);
  if (!pair.key_compared) {
    if (context.strand != nullptr) context.strand->work(kWorkToFind);
    pair.next = next_entry(&a, pair.next);
    if (pair.next == kNoEntry) return Step::finished;
    Value key = entry_at(&a, pair.next).key;
    if (is_flat(key)) {
      const DictEntry* entry = find(context, &b, key);
      if (!entry) return Step::different;
      out = {entry_at(&a, pair.next++).value, entry->value, pair.nan};
      return Step::elements;
    }
    pair.match = candidate(context, b, key, a.table->hashes()[pair.next]);
    if (pair.match == kNoEntry) return Step::different;
    pair.key_compared = true;
    out = {key, entry_at(&b, pair.match).key, Nan::is_itself};
    return Step::elements;
  }
  pair.key_compared = false;
  out = {entry_at(&a, pair.next++).value, entry_at(&b, pair.match).value, pair.nan};
  return Step::elements;
}

Step step(const ValueContext& context, Pair& pair, Elements& out) {
  switch (pair.a->kind) {
    case Kind::List: {
      const List &a = *static_cast<const List*>(pair.a), &b = *static_cast<const List*>(pair.b);
      return step_items(pair, a.items, b.items, a.length, out);
    }
    case Kind::Tuple: {
      const Tuple &a = *static_cast<const Tuple*>(pair.a), &b = *static_cast<const Tuple*>(pair.b);
      return step_items(pair, a.items(), b.items(), a.length, out);
    }
    case Kind::LabelBox: {
      const LabelBox &a = *static_cast<const LabelBox*>(pair.a), &b = *static_cast<const LabelBox*>(pair.b);
      return step_items(pair, &a.payload, &b.payload, 1, out);
    }
    case Kind::Record: return step_record(context, pair, out);
    case Kind::Dict: return step_dict(context, pair, out);
#include "vm/object/cases_without_elements.inc"
      break;
  }
  assert(false && "compare_shallow descends into containers only");
  return Step::finished;
}

// Compares the elements of two values, and remembers pairs where that pays.
class Walk {
 public:
  explicit Walk(const ValueContext& context) : context_(context), meter_(context.strand) {}

  bool equal(const Object* a, const Object* b, Nan nan) {
    pairs_.push({a, b, 0, nan});
    while (!pairs_.empty()) {
      if (!meter_.step(pairs_.bytes())) return false;
      Elements elements;
      switch (step(context_, pairs_.top(), elements)) {
        case Step::different: return false;
        case Step::finished: pairs_.pop(); continue;
        case Step::elements: break;
      }
      if (!touch(context_, elements.a) || !touch(context_, elements.b)) return false;
      switch (compare_shallow(context_, elements.a, elements.b, elements.nan)) {
        case Found::same: break;
        case Found::different: return false;
        case Found::descend: descend({elements.a.as_object(), elements.b.as_object(), 0, elements.nan});
      }
    }
    return true;
  }

 private:
  // Most comparisons end before remembering anything pays.
  static constexpr uint64_t kUnrememberedSteps = 1000;

  // Pairs that hold no containers are only looked up, not remembered.
  void descend(const Pair& pair) {
    if (meter_.steps() > kUnrememberedSteps) {
      if (!classes_) classes_ = std::make_unique<EqualClasses>();
      Pair& top = pairs_.top();
      if (!top.remembered) classes_->remember(top.a, top.b, static_cast<unsigned>(top.nan));
      top.remembered = true;
      if (classes_->known(pair.a, pair.b, static_cast<unsigned>(pair.nan))) return;
    }
    pairs_.push(pair);
  }

  const ValueContext& context_;
  WalkMeter meter_;
  SmallStack<Pair> pairs_;
  std::unique_ptr<EqualClasses> classes_;  // seldom needed
};

bool equal_as(const ValueContext& context, Value a, Value b, Nan nan) {
  if (!touch(context, a) || !touch(context, b)) return false;
  Found at_once = compare_shallow(context, a, b, nan);
  if (at_once == Found::descend && is_kind(a, Kind::LabelBox)) {
    // As in `== Some x`: if both are boxes, their payloads are compared without a walk.
    a = as<LabelBox>(a)->payload;
    b = as<LabelBox>(b)->payload;
    if (!touch(context, a) || !touch(context, b)) return false;
    at_once = compare_shallow(context, a, b, nan);
  }
  return at_once == Found::descend ? Walk(context).equal(a.as_object(), b.as_object(), nan)
                                   : at_once == Found::same;
}

Order order_of(int difference) {
  return difference < 0 ? Order::less : difference > 0 ? Order::greater : Order::equal;
}

Order turned(Order order) {
  if (order == Order::less) return Order::greater;
  return order == Order::greater ? Order::less : order;
}

// Neither is nan.
Order order_doubles(double x, double y) {
  if (x < y) return Order::less;
  return x > y ? Order::greater : Order::equal;
}

bool is_nan(Value v) { return v.is_double() && std::isnan(v.as_double()); }

// At least one of them is nan.
Order order_with_nan(Value a, Value b, Nan nan) {
  if (nan == Nan::differs) return Order::unordered;
  if (is_nan(a) && is_nan(b)) return Order::equal;
  return is_nan(a) ? Order::greater : Order::less;
}

Order order_numbers(Strand& strand, Value a, Value b, Nan nan) {
  if (is_nan(a) || is_nan(b)) return order_with_nan(a, b, nan);
  if (a.is_double() && b.is_double()) return order_doubles(a.as_double(), b.as_double());
  if (!a.is_double() && !b.is_double()) {
    pay_to_compare(&strand, a, b);
    return order_of(int_compare(a, b));
  }
  double d = a.is_double() ? a.as_double() : b.as_double();
  return a.is_double() ? turned(order_of(int_compare_double(b, d))) : order_of(int_compare_double(a, d));
}

// Two lists or tuples, and the order of their lengths, which decides if all elements are equal.
struct Sequences {
  const Object* whole_a;
  const Object* whole_b;
  const Value* a;
  const Value* b;
  uint32_t left;
  Order by_length;
  bool remembered = false;  // by EqualClasses
};

bool as_sequences(Value a, Value b, Sequences& out) {
  bool lists = is_kind(a, Kind::List) && is_kind(b, Kind::List);
  if (!lists && !(is_kind(a, Kind::Tuple) && is_kind(b, Kind::Tuple))) return false;
  out.whole_a = a.as_object();
  out.whole_b = b.as_object();
  uint32_t m = a.as_object()->length, n = b.as_object()->length;
  out.a = lists ? as<List>(a)->items : as<Tuple>(a)->items();
  out.b = lists ? as<List>(b)->items : as<Tuple>(b)->items();
  out.left = m < n ? m : n;
  out.by_length = m < n ? Order::less : m > n ? Order::greater : Order::equal;
  return true;
}

// For values without elements; false if they have elements.
bool order_leaves(Strand& strand, Value a, Value b, Nan nan, Order& out) {
  if (is_number(a) && is_number(b)) {
    out = order_numbers(strand, a, b, nan);
  } else if (is_kind(a, Kind::String) && is_kind(b, Kind::String)) {
    // The byte order of UTF-8 is the order of code points.
    out = order_of(compare_texts(&strand, as<String>(a)->view(), as<String>(b)->view()));
  } else if (is_kind(a, Kind::Bytes) && is_kind(b, Kind::Bytes)) {
    out = order_of(compare_texts(&strand, as<Bytes>(a)->view(), as<Bytes>(b)->view()));
  } else {
    return order_host_objects(strand, a, b, out);
  }
  return true;
}

Order refuse_order(Strand& strand, Value a, Value b) {
  std::string message = "cannot order ";
  message.append(type_name(a)).append(" and ").append(type_name(b));
  const bool waits = is_kind(a, Kind::Partial) || is_kind(b, Kind::Partial);
  std::string_view hint = "`<` compares numbers, strings, bytes, lists or tuples with their like";
  if (is_kind(a, Kind::Channel)) hint = "to give a value to a channel, write `send ch v`";
  strand.type_error(message, waits ? kWaitsForMore : hint);
  return Order::raised;
}

Order order_sequences(Strand& strand, Sequences outermost, Nan nan) {
  constexpr uint64_t kUnrememberedSteps = 1000;
  WalkMeter meter(&strand);
  SmallStack<Sequences> pairs;
  std::unique_ptr<EqualClasses> classes;
  pairs.push(outermost);
  for (;;) {
    if (!meter.step(pairs.bytes())) return Order::raised;
    Sequences& top = pairs.top();
    if (top.left == 0) {
      Order decided = top.by_length;
      pairs.pop();
      if (decided != Order::equal || pairs.empty()) return decided;
      continue;
    }
    top.left--;
    Value a = *top.a++, b = *top.b++;
    if (!strand.touch(a) || !strand.touch(b)) return Order::raised;
    Sequences inner;
    Order order;
    if (order_leaves(strand, a, b, nan, order)) {
      if (order != Order::equal) return order;
    } else if (as_sequences(a, b, inner)) {
      if (meter.steps() > kUnrememberedSteps) {
        // Pairs that the walk has left were equal, otherwise it would have ended.
        if (!classes) classes = std::make_unique<EqualClasses>();
        if (!top.remembered) classes->remember(top.whole_a, top.whole_b, 0);
        top.remembered = true;
        if (classes->known(inner.whole_a, inner.whole_b, 0)) continue;
      }
      pairs.push(inner);
    } else if (!equal_as(strand.machine().value_context(strand), a, b, nan)) {
      return strand.gave_up() ? Order::raised : refuse_order(strand, a, b);
    }
  }
}

// With Nan::is_itself, nan comes after all numbers.
Order order_as(Strand& strand, Value a, Value b, Nan nan) {
  if (!strand.touch(a) || !strand.touch(b)) return Order::raised;
  Order order;
  if (order_leaves(strand, a, b, nan, order)) return order;
  Sequences sequences;
  if (as_sequences(a, b, sequences)) return order_sequences(strand, sequences, nan);
  return refuse_order(strand, a, b);
}

}  // namespace

bool ValueContext::gave_up() const { return strand != nullptr && strand->gave_up(); }

bool touch_slow(const ValueContext& context, Value& v) {
  if (context.strand != nullptr) return context.strand->touch(v);
  v = resolved(v);
  return !is_future(v);
}

bool equal_slow(const ValueContext& context, Value a, Value b) {
  return equal_as(context, a, b, Nan::differs);
}
bool same_key_slow(const ValueContext& context, Value a, Value b) {
  return equal_as(context, a, b, Nan::is_itself);
}

Order order_slow(Strand& strand, Value a, Value b) { return order_as(strand, a, b, Nan::differs); }
Order sort_order_slow(Strand& strand, Value a, Value b) { return order_as(strand, a, b, Nan::is_itself); }

}  // namespace aspen
