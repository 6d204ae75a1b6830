// The functions of modules dict and set that take no functions. A set is a dict with `()` for each value.
#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "vm/run/operators/parts.h"
#include "vm/values/record.h"

namespace aspen {

namespace {

Value entry_pair(Strand& s, const DictEntry* entry) {
  if (!entry) return empty_error(s, 0, sym::kIndexError);
  return pair(s, shared(entry->key), shared(entry->value));
}

Value first(Strand& s, Dict& d) { return entry_pair(s, first_entry(&d)); }
Value last(Strand& s, Dict& d) { return entry_pair(s, last_entry(&d)); }

Value without_entry(Strand& s, Dict& d, DictEntry* (*chosen)(Dict*)) {
  Dict* rest = ensure_unshared(s.allocator(), &d);
  DictEntry* entry = chosen(rest);
  if (!entry) return empty_error(s, 0, sym::kIndexError);
  Value taken = pair(s, entry->key, entry->value);
  remove_entry(rest, chosen(rest));
  return pair(s, taken, Value::object(rest));
}

Value pop_first(Strand& s, Dict& d) { return without_entry(s, d, first_entry); }
Value pop_last(Strand& s, Dict& d) { return without_entry(s, d, last_entry); }

Value invert(Strand& s, const Dict& d) {
  Dict* out = new_dict(s.allocator(), d.length);
  for (uint32_t i = next_entry(&d, 0); i != kNoEntry && s.work(kEntryWork); i = next_entry(&d, i + 1)) {
    const DictEntry& entry = entry_at(&d, i);
    set(s.allocator(), context(s), out, shared(entry.value), shared(entry.key));
  }
  return Value::object(out);
}

Value discard(Strand& s, Value key, Dict& d) {
  if (!find(context(s), &d, key)) return Value::object(&d);
  Dict* out = ensure_unshared(s.allocator(), &d);
  remove(context(s), out, key);
  return Value::object(out);
}

Value select_keys(Strand& s, Iterable ks, const Dict& d) {
  Dict* out = new_dict(s.allocator());
  Elements elements(s, ks);
  for (Value key; elements.take(key) && s.work(kEntryWork);) {
    const DictEntry* entry = find(context(s), &d, key);
    if (entry) set(s.allocator(), context(s), out, key, shared(entry->value));
  }
  return Value::object(out);
}

Value omit_keys(Strand& s, Iterable ks, Dict& d) {
  Dict* out = ensure_unshared(s.allocator(), &d);
  Elements elements(s, ks);
  for (Value key; elements.next(key) && s.work(kEntryWork);) remove(context(s), out, key);
  return Value::object(out);
}

Value take_out(Strand& s, Value key, Dict& d) {
  const DictEntry* found = find(context(s), &d, key);
  if (!found) return missing_key(s, d, key);
  Dict* rest = ensure_unshared(s.allocator(), &d);
  Value v = remove(context(s), rest, key);
  return pair(s, v, Value::object(rest));
}

// ---- Sets

Value add_element(Strand& s, Value v, Dict& xs) {
  Dict* out = &xs;
  share(v);  // a key must never change
  add_key(s.allocator(), context(s), out, v);
  return Value::object(out);
}

Value has(Strand& s, Value v, const Dict& xs) { return Value::boolean(find(context(s), &xs, v) != nullptr); }

Value list_elements(Strand& s, const Dict& xs) {
  List* out = new_list(s.allocator(), xs.length);
  for (uint32_t i = next_entry(&xs, 0); i != kNoEntry && s.work(1); i = next_entry(&xs, i + 1)) {
    push(s.allocator(), out, shared(entry_at(&xs, i).key));
  }
  return Value::object(out);
}

Value unite(Strand& s, Dict& a, Iterable b) {
  Dict* out = ensure_unshared(s.allocator(), &a);
  bool from_set = is_kind(b.value, Kind::Dict);
  if (from_set && as<Dict>(b.value) == out) return Value::object(out);
  Elements elements(s, b);
  for (Value v; elements.take(v) && s.work(kEntryWork);) {
    if (from_set) v = as<Tuple>(v)->items()[0];
    find_or_add(s.allocator(), context(s), out, v).value = Value::unit();
  }
  return Value::object(out);
}

// The elements of `a` that are in `b` (`wanted`), or that are not.
Value chosen(Strand& s, const Dict& a, const Dict& b, bool wanted) {
  Dict* out = new_dict(s.allocator());
  for (uint32_t i = next_entry(&a, 0); i != kNoEntry && s.work(kEntryWork); i = next_entry(&a, i + 1)) {
    Value v = entry_at(&a, i).key;
    if ((find(context(s), &b, v) != nullptr) == wanted)
      set(s.allocator(), context(s), out, shared(v), Value::unit());
  }
  return Value::object(out);
}

Value intersect(Strand& s, const Dict& a, const Dict& b) { return chosen(s, a, b, true); }
Value difference(Strand& s, const Dict& a, const Dict& b) { return chosen(s, a, b, false); }

Value symmetric_difference(Strand& s, const Dict& a, const Dict& b) {
  Value left = chosen(s, a, b, false), right = chosen(s, b, a, false);
  return unite(s, *as<Dict>(left), {right});
}

bool includes(Strand& s, const Dict& a, const Dict& b) {
  for (uint32_t i = next_entry(&b, 0); i != kNoEntry && s.work(kEntryWork); i = next_entry(&b, i + 1)) {
    if (!find(context(s), &a, entry_at(&b, i).key)) return false;
  }
  return true;
}

Value is_subset(Strand& s, const Dict& a, const Dict& b) {
  return Value::boolean(a.length <= b.length && includes(s, b, a));
}
Value is_superset(Strand& s, const Dict& a, const Dict& b) { return is_subset(s, b, a); }

Value is_disjoint(Strand& s, const Dict& a, const Dict& b) {
  for (uint32_t i = next_entry(&a, 0); i != kNoEntry && s.work(kEntryWork); i = next_entry(&a, i + 1)) {
    if (find(context(s), &b, entry_at(&a, i).key)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

// Only names that the record has: names that are data must not become symbols, which live for ever.
Value into(Strand& s, const Record& record, const Dict& d) {
  const Shape& shape = s.machine().shapes()[record.shape()];
  // Not a vector: the collector would not find its values, nor put those of futures in their place.
  Record* out = new_record(s.allocator(), shape, record.slots());
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    const DictEntry* entry = find(context(s), &d, text_value(s, s.machine().symbols().name(shape.fields[i])));
    Value& slot = out->slots()[i];
    if (entry) slot = entry->value;
    share(slot);
  }
  return Value::object(out);
}

const NativeDescriptor kRows[] = {
    row<first>("dict.first", "d", kBorrows,
               R"(The pair (key, value) that was inserted first. IndexError if there is none.
dict.first ["a": 1, "b": 2] => ("a", 1))"),
    row<last>("dict.last", "d", kBorrows,
              R"(The pair (key, value) that was inserted last. IndexError if there is none.
dict.last ["a": 1, "b": 2] => ("b", 2))"),
    row<pop_first>("dict.pop_first", "d", keeps(0),
                   R"(The first pair and the dict without it. IndexError if there is none.
dict.pop_first ["a": 1, "b": 2] => (("a", 1), ["b": 2]))"),
    row<pop_last>("dict.pop_last", "d", keeps(0),
                  R"(The last pair and the dict without it. IndexError if there is none.
dict.pop_last ["a": 1, "b": 2] => (("b", 2), ["a": 1]))"),
    row<invert>("dict.invert", "d", kBorrows,
                R"(Values as keys and keys as values; of equal values the last one wins.
dict.invert ["a": 1, "b": 2] => [1: "a", 2: "b"])"),
    row<discard>("dict.discard", "k d", keeps(1),
                 R"(The dict without the key, if it has it; `remove` is for keys that must be there.
dict.discard "z" ["a": 1] => ["a": 1])"),
    row<take_out>("dict.take_out", "k d", keeps(1),
                  R"(The value of a key and the dict without it. KeyError if there is none.
dict.take_out "a" ["a": 1, "b": 2] => (1, ["b": 2]))"),
    row<into>(
        "dict.into", "record d", kBorrows,
        R"(The record with the values that a dict has for its fields; other keys are left out. For settings from JSON, with their defaults: `dict.into { host: "localhost", port: 80 } (json.parse text)`.
dict.into { a: 1, b: 2 } ["b": 3, "c": 4] => { a: 1, b: 3 })"),
    row<select_keys>("dict.select", "ks d", kBorrows,
                     R"(The entries of the given keys; keys that are not there are skipped.
dict.select ["b", "z"] ["a": 1, "b": 2] => ["b": 2])"),
    row<omit_keys>("dict.omit", "ks d", keeps(1), R"(The entries without those of the given keys.
dict.omit ["b", "z"] ["a": 1, "b": 2] => ["a": 1])"),
    row<add_element>("set.add", "v s", keeps(0, 1), R"(The set with v in it.
set.add 2 (set [1]) => [1: (), 2: ()])"),
    row<discard>("set.remove", "v s", keeps(1), R"(The set without v, whether it was there or not.
set.remove 1 (set [1, 2]) => [2: ()])"),
    row<has>("set.has?", "v s", kBorrows, R"(Whether v is in the set.
set.has? 1 (set [1, 2]) => true)"),
    row<list_elements>("set.list", "s", kBorrows, R"(The elements in the order in which they were added.
set.list (set [3, 1, 3]) => [3, 1])"),
    row<unite>("set.union", "a b", keeps(0), R"(What is in a or in b; b may be anything iterable.
set.union (set [1]) (set [2]) => [1: (), 2: ()])"),
    row<intersect>("set.intersect", "a b", kBorrows, R"(The elements that are in both.
set.intersect (set [1, 2]) (set [2, 3]) => [2: ()])"),
    row<difference>("set.difference", "a b", kBorrows, R"(The elements that are in a but not in b.
set.difference (set [1, 2]) (set [2, 3]) => [1: ()])"),
    row<symmetric_difference>("set.symmetric_difference", "a b", kBorrows,
                              R"(The elements that are in one of them only.
set.symmetric_difference (set [1, 2]) (set [2, 3]) => [1: (), 3: ()])"),
    row<is_subset>("set.subset?", "a b", kBorrows, R"(Whether all elements of a are in b.
set.subset? (set [1]) (set [1, 2]) => true)"),
    row<is_superset>("set.superset?", "a b", kBorrows, R"(Whether all elements of b are in a.
set.superset? (set [1]) (set [1, 2]) => false)"),
    row<is_disjoint>("set.disjoint?", "a b", kBorrows, R"(Whether no element is in both.
set.disjoint? (set [1]) (set [2]) => true)"),
};

}  // namespace

NativeTable dict_natives() { return kRows; }

}  // namespace aspen
