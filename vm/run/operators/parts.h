// Parts of containers by index, key and field, with the meaning of `xs[i]`, `r.x` and `t.0` in the language:
// for the interpreter's slow paths and for natives such as `get`.
#pragma once

#include "vm/run/strand.h"
#include "vm/values/record.h"

namespace aspen {

struct Dict;

// Each returns the part without sharing it, or Value::exception() with IndexError, KeyError or TypeError
// pending. A Range as index gives a slice: a new window of a List, or a copy of text.
Value index_value(Strand& strand, Value container, Value index);
// The place of an element in a List, Tuple or Dict; null, without an error, if index_value gives something
// else: an error, a slice, a character.
Value* element_place(Strand& strand, Value container, Value index);
// `tuple.item`.
Value item_value(Strand& strand, Value tuple, uint32_t item);

// The slot of a field of a Record or Module; null with the error pending. `slot_number` receives its index.
Value* field_slot(Strand& strand, Value container, Symbol field, uint32_t& slot_number);

// A KeyError that names the key, and a similar key of the dict if there is one. The search for that is paid
// for: it may raise the reason why the strand has to stop instead.
Value missing_key(Strand& strand, const Dict& dict, Value key);

// Elements [from, to) with the language's rules for bounds, either of which may be undefined. `dead`: the
// source's storage may be reused.
Value slice_value(Strand& strand, Value container, Value from, Value to, bool dead);

// The same items, now shared, in a new tuple.
Tuple* copy_tuple(Allocator& allocator, const Tuple* tuple);

// These make `container` unshared (it may be replaced by a copy) and return the place of a part in it; null
// with the error pending. `add`: a new dict key gets an entry with an undefined value.
Value* own_element(Strand& strand, Value& container, Value index, bool add);
Value* own_field(Strand& strand, Value& container, Symbol field, uint32_t& slot_number);
Value* own_item(Strand& strand, Value& container, uint32_t item);
// Makes the container in `place` unshared, if it is one with places for parts; text stays as it is. False if
// it is a future without a value.
bool own_part(Strand& strand, Value& place);

}  // namespace aspen
