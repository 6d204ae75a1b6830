#include "vm/run/operators/host_type.h"

#include "vm/heap/heap.h"
#include "vm/object/utf8.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/strand.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

std::string type_text(const HostType& type) { return std::string(type.name()); }

// Raises the same error as a host's function.
Value raise_text(Strand& s, std::string_view text) {
  if (!valid_utf8(text)) return s.value_error("an error with a text that is not UTF-8");
  return s.raise(Value::object(make_string(s.allocator(), text)));
}

// For code that compares and hashes, which cannot raise.
void fail(const ValueContext& context, std::string_view text) {
  if (context.strand != nullptr) fail_for_host(*context.strand, text);
}
void refuse(const ValueContext& context, const HostType& type, std::string_view what) {
  if (context.strand == nullptr) return;
  context.strand->type_error("a " + type_text(type) + " " + std::string(what));
  context.strand->give_up();
}

const HostType& type_of(const NativeObject& object) { return *object.type->host; }

Value no_field(Strand& s, const HostType& type, Symbol field) {
  const std::string name(s.machine().symbols().name(field));
  if (type.is_shared())
    return s.type_error("fields of a " + type_text(type) + ", which is shared, are read by functions",
                        "a field is a function of the type's module, like its methods");
  return s.key_error("there is no field `" + name + "` in " + type_text(type));
}

}  // namespace

void fail_for_host(Strand& strand, std::string_view text) {
  raise_text(strand, text);
  strand.give_up();
}

void NativeType::end(void* state) const noexcept { host != nullptr ? host->destroy(state) : finalize(state); }

NativeObject* new_host_object(Allocator& allocator, const HostType& type, void* state) {
  return new_native_object(allocator, type.native_type(), state, type.memory(state));
}

void measure_host_object(Allocator& allocator, NativeObject& object) {
  set_external_bytes(allocator, object, type_of(object).memory(object.state));
}

bool equal_host_objects(const ValueContext& context, const NativeObject& a, const NativeObject& b) {
  if (a.type != b.type) return false;
  const HostType& type = type_of(a);
  if (type.is_shared()) return a.state == b.state;
  if (!type.has_equality()) {
    refuse(context, type, "cannot be compared: the host gave it no `==`");
    return false;
  }
  std::string error;
  const HostType::Answer answer = type.equal(a.state, b.state, error);
  if (answer == HostType::Answer::failed) fail(context, error);
  return answer == HostType::Answer::yes;
}

uint64_t hash_host_object(const ValueContext& context, const NativeObject& object) {
  const HostType& type = type_of(object);
  if (!type.has_hash() || !type.has_equality()) {
    refuse(context, type, "cannot be a key: the host gave it no hash");
    return 0;
  }
  uint64_t hash = 0;
  std::string error;
  if (type.hash(object.state, hash, error) == HostType::Answer::failed) fail(context, error);
  return mix_hash(context.seed, hash);
}

bool order_host_objects(Strand& strand, Value a, Value b, Order& out) {
  const HostType* type = value_type(a);
  if (type == nullptr || type != value_type(b) || !type->has_order()) return false;
  std::string error;
  const void *x = as<NativeObject>(a)->state, *y = as<NativeObject>(b)->state;
  if (type->order(x, y, out, error) == HostType::Answer::failed) {
    raise_text(strand, error);
    out = Order::raised;
  }
  return true;
}

bool own_host_object(Strand& strand, Value& object) {
  const HostType& type = *value_type(object);
  if (!object.as_object()->is_shared()) return true;
  const void* original = as<NativeObject>(object)->state;
  const size_t bytes = type.native_type().bytes + type.memory(original);
  if (!strand.reserve(bytes)) return false;
  std::string error;
  void* state = type.copy(original, error);
  if (state == nullptr) {
    raise_text(strand, error);
    return false;
  }
  strand.allocator().heap().note_copy(bytes);
  object = Value::object(new_host_object(strand.allocator(), type, state));
  return true;
}

Value host_field(Strand& strand, Value object, Symbol field) {
  const HostType& type = *host_type(object);
  const NativeDescriptor* getter = type.is_shared() ? nullptr : type.getter(field);
  if (getter == nullptr) return no_field(strand, type, field);
  return Interpreter::run_native(strand, *getter, &object);
}

bool set_host_field(Strand& strand, Value& object, Symbol field, Value value) {
  const HostType& type = *host_type(object);
  const NativeDescriptor* setter = type.is_shared() ? nullptr : type.setter(field);
  if (setter == nullptr) {
    const bool is_constant = !type.is_shared() && type.getter(field) != nullptr;
    if (is_constant)
      strand.type_error("the field `" + std::string(strand.machine().symbols().name(field)) + "` of " +
                        type_text(type) + " cannot be changed");
    else
      no_field(strand, type, field);
    return false;
  }
  Value arguments[] = {value, object};
  const Value changed = Interpreter::run_native(strand, *setter, arguments);
  if (changed.is_exception() || strand.gave_up()) return false;
  object = changed;
  return true;
}

}  // namespace aspen
