// Callbacks of the host must not throw. A callback that throws neither ends the process nor looks like a lack
// of memory: the call that led to it reports what was thrown.
#include <aspen/aspen.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/embed/check.h"

namespace {

void throw_text(void*, const char*, size_t) { throw std::runtime_error("the sink is full"); }

// Shows its argument to a sink that throws.
aspen_value show_badly(aspen_context* context, void*, const aspen_value* arguments) {
  aspen_show_to(aspen_context_vm(context), arguments[0], throw_text, nullptr);
  return ASPEN_NO_VALUE;
}

aspen_value make_thing(aspen_context* context, void* type, const aspen_value*) {
  static int thing = 0;
  return aspen_make_object(aspen_context_vm(context), static_cast<aspen_host_type*>(type), &thing);
}

aspen_definition definition_of(const char* name, aspen_function function, void* data) {
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = name;
  definition.arity = 1;
  definition.effect = ASPEN_WRITE;
  definition.function = function;
  definition.data = data;
  return definition;
}

std::string error_of(aspen_vm* vm, const char* source) {
  aspen_program* program = nullptr;
  aspen_error* error = nullptr;
  aspen_status status = aspen_compile(vm, source, std::strlen(source), "thrown.asp", &program, &error);
  if (status == ASPEN_OK) status = aspen_run(vm, program, &error);
  const std::string message = status == ASPEN_OK ? "" : aspen_error_message(error);
  aspen_error_free(error);
  aspen_program_free(program);
  return message;
}

void collect_twice(void* vm) {
  aspen_collect(static_cast<aspen_vm*>(vm));
  aspen_collect(static_cast<aspen_vm*>(vm));
}

}  // namespace

int main() {
  aspen_options options{};
  options.struct_size = sizeof options;
  aspen_vm* vm = aspen_vm_new(&options);

  aspen_type_definition type{};
  type.struct_size = sizeof type;
  type.name = "Thing";
  type.is_shared = 1;
  type.destroy = [](void*) { throw std::runtime_error("a thing cannot be destroyed"); };
  aspen_host_type* thing = nullptr;
  CHECK(aspen_define_type(vm, &type, &thing, nullptr) == ASPEN_OK);
  const aspen_definition show = definition_of("host.show_badly", show_badly, nullptr);
  const aspen_definition make = definition_of("host.make", make_thing, thing);
  CHECK(aspen_define(vm, &show, nullptr) == ASPEN_OK && aspen_define(vm, &make, nullptr) == ASPEN_OK);

  CHECK_CONTAINS(error_of(vm, "host.show_badly 5"), "host.show_badly: code of the host has thrown");
  CHECK_CONTAINS(error_of(vm, "host.show_badly 5"), "the sink is full");
  CHECK_EQUAL(error_of(vm, "for i in 0..100 { host.make i }"), "");
  aspen_within(vm, collect_twice, vm);
  CHECK_EQUAL(error_of(vm, "xs = map (n -> [n]) (0..1000)\nassert (xs[9] == [9])"), "");
  aspen_vm_free(vm);
  return failures;
}
