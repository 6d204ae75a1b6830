// Types of the host, for the machine: the interface that `==`, dict keys, `<`, `show`, `s.x` and copies
// use.
//
// An object of such a type is a NativeObject with a HostType in its NativeType. Objects of a *value* type
// behave like containers: a change copies a shared one first (docs/ownership.md). Objects of a *shared*
// type have identity.
#pragma once

#include <string>
#include <string_view>

#include "vm/object/function.h"
#include "vm/run/operators/compare.h"

namespace aspen {

class Allocator;
class Strand;

// Implemented by the embedding interface. Several workers may call the const functions at once; they return
// `failed`, with the reason in `error`, if code of the host fails.
class HostType {
 public:
  enum class Answer : uint8_t { no, yes, failed };

  virtual ~HostType() = default;

  // The result of type_of: "Sprite". Ends in a NUL.
  virtual std::string_view name() const = 0;
  // Whether objects have identity.
  virtual bool is_shared() const = 0;
  // The NativeType of new objects; its `bytes` is the size of one.
  virtual const NativeType& native_type() const = 0;

  // For value types. `has_…`: whether the host has defined the operation.
  virtual bool has_equality() const = 0;
  virtual bool has_hash() const = 0;
  virtual bool has_order() const = 0;
  virtual Answer equal(const void* a, const void* b, std::string& error) const = 0;
  virtual Answer hash(const void* object, uint64_t& out, std::string& error) const = 0;
  // Never Order::raised.
  virtual Answer order(const void* a, const void* b, Order& out, std::string& error) const = 0;
  // A new object; null if copying failed.
  virtual void* copy(const void* object, std::string& error) const = 0;
  // The bytes that the object has allocated itself, which count for the heap's limit.
  virtual size_t memory(const void* object) const noexcept = 0;
  // For an object that is dead, or that was not put into the heap.
  virtual void destroy(void* object) const noexcept = 0;
  // The functions of `s.x` and `s.x = v`: (s), and (v s), which returns the changed s. Null if there is
  // none.
  virtual const NativeDescriptor* getter(Symbol field) const = 0;
  virtual const NativeDescriptor* setter(Symbol field) const = 0;

  // Appends the text of `show`.
  virtual Answer show(const void* object, std::string& out, std::string& error) const = 0;
};

// The host's type of an object; null if it has none.
inline const HostType* host_type(Value v) {
  return is_kind(v, Kind::NativeObject) ? as<NativeObject>(v)->type->host : nullptr;
}
// Likewise, for objects of value types only.
inline const HostType* value_type(Value v) {
  const HostType* type = host_type(v);
  return type != nullptr && !type->is_shared() ? type : nullptr;
}

// Makes an object that owns `state`. Its bytes count for the heap's limit. May collect.
NativeObject* new_host_object(Allocator& allocator, const HostType& type, void* state);
// Counts what an object of a host's type uses after the host may have changed it. May collect.
void measure_host_object(Allocator& allocator, NativeObject& object);

// For two different objects of hosts' types. If the host's code fails, the strand gives up with an
// error.
bool equal_host_objects(const ValueContext& context, const NativeObject& a, const NativeObject& b);
uint64_t hash_host_object(const ValueContext& context, const NativeObject& object);
// False if they have no order; Order::raised if an error is pending.
bool order_host_objects(Strand& strand, Value a, Value b, Order& out);

// Gives up with an error with this text, like errors of a host's functions.
void fail_for_host(Strand& strand, std::string_view text);

// Makes `object`, of a value type, unshared, by a copy if necessary. False with the error pending.
bool own_host_object(Strand& strand, Value& object);

// Reads `object.field`; sets it in `object`, which becomes unshared. exception(), or false, with an error
// pending or if the strand has given up.
Value host_field(Strand& strand, Value object, Symbol field);
bool set_host_field(Strand& strand, Value& object, Symbol field, Value value);

}  // namespace aspen
