// Types of the host's as the machine sees them: what `==`, dict keys, `<`, `show`, `s.x` and a copy ask of
// one.
//
// An object of such a type is a NativeObject whose type names a HostType. Those of a *value* type behave like
// containers: copied when shared and changed (README.md, "Ownership"). Those of a *shared* type have
// identity.
#pragma once

#include <string>
#include <string_view>

#include "vm/compare.h"
#include "vm/function.h"

namespace aspen {

class Allocator;
class Strand;

// Implemented by who gives hosts their interface. What is const may be called by several workers at once, and
// answers `failed`, with the reason in `error`, if code of the host's does.
class HostType {
 public:
  enum class Answer : uint8_t { no, yes, failed };

  virtual ~HostType() = default;

  // What type_of gives: "Sprite". Ends in a NUL.
  virtual std::string_view name() const = 0;
  // Whether objects have identity.
  virtual bool is_shared() const = 0;
  // What new objects of it are made with; `bytes` is what one takes.
  virtual const NativeType& native_type() const = 0;

  // Of value types. `has_…`: whether the host has said how.
  virtual bool has_equality() const = 0;
  virtual bool has_hash() const = 0;
  virtual bool has_order() const = 0;
  virtual Answer equal(const void* a, const void* b, std::string& error) const = 0;
  virtual Answer hash(const void* object, uint64_t& out, std::string& error) const = 0;
  // Never Order::raised.
  virtual Answer order(const void* a, const void* b, Order& out, std::string& error) const = 0;
  // A new object; null if that failed.
  virtual void* copy(const void* object, std::string& error) const = 0;
  // Of an object that is dead, or never came to be.
  virtual void destroy(void* object) const noexcept = 0;
  // The functions behind `s.x` and `s.x = v`: (s) and (v s), which gives the changed s. Null if there is
  // none.
  virtual const NativeDescriptor* getter(Symbol field) const = 0;
  virtual const NativeDescriptor* setter(Symbol field) const = 0;

  // Appends what `show` gives.
  virtual Answer show(const void* object, std::string& out, std::string& error) const = 0;
};

// Null if it is no object of a host's type.
inline const HostType* host_type(Value v) {
  return is_kind(v, Kind::NativeObject) ? as<NativeObject>(v)->type->host : nullptr;
}
// The same of objects without identity.
inline const HostType* value_type(Value v) {
  const HostType* type = host_type(v);
  return type != nullptr && !type->is_shared() ? type : nullptr;
}

// An object around `state`, which it owns. Its bytes count for the heap's limit. May collect.
NativeObject* new_host_object(Allocator& allocator, const HostType& type, void* state);

// Both are objects of hosts' types, and not the same one. If that cannot be told, the strand gives up with an
// error.
bool equal_host_objects(const ValueContext& context, const NativeObject& a, const NativeObject& b);
uint64_t hash_host_object(const ValueContext& context, const NativeObject& object);
// False if they have no order; Order::raised with an error pending.
bool order_host_objects(Strand& strand, Value a, Value b, Order& out);

// Gives up with an error that has this text, as errors of a host's functions have.
void fail_for_host(Strand& strand, std::string_view text);

// Makes `object`, of a value type, one that nobody else refers to. False with the error pending.
bool own_host_object(Strand& strand, Value& object);

// `object.field`, and the same changed in `object`, which becomes the caller's own. exception() and false
// with the error pending, or if the strand has given up.
Value host_field(Strand& strand, Value object, Symbol field);
bool set_host_field(Strand& strand, Value& object, Symbol field, Value value);

}  // namespace aspen
