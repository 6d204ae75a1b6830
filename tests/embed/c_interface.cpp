// The C interface by itself, as a host in another language sees it.
#include <aspen/aspen.h>

#include <cstring>

#include "tests/embed/check.h"

namespace {

aspen_value twice(aspen_context* context, void* data, const aspen_value* arguments) {
  int64_t n = 0;
  ++*static_cast<int*>(data);
  if (!aspen_to_int(arguments[0], &n)) return aspen_argument_error(context, 0, arguments, "an Int");
  if (n < 0) return aspen_raise(context, "negative", 8);
  return aspen_make_int(aspen_context_vm(context), 2 * n);
}

struct Call {
  aspen_vm* vm;
  int calls = 0;
};

void reads_a_record(void* data) {
  aspen_vm* vm = static_cast<Call*>(data)->vm;
  aspen_value record = ASPEN_NO_VALUE, field = ASPEN_NO_VALUE;
  CHECK(aspen_get(vm, "r", &record, nullptr) == ASPEN_OK);
  CHECK(aspen_type_of(record) == ASPEN_RECORD && aspen_size(record) == 2);
  int64_t n = 0;
  CHECK(aspen_field(vm, record, "a", 1, &field) && aspen_to_int(field, &n) && n == 42);
  CHECK(!aspen_field(vm, record, "c", 1, &field));
  const char* name = nullptr;
  size_t size = 0;
  CHECK(aspen_field_at(vm, record, 1, &name, &size, &field) && std::string(name, size) == "b");
  aspen_value payload = ASPEN_NO_VALUE;
  CHECK(aspen_to_label(vm, field, &name, &size, &payload) && std::string(name, size) == "Some");
  CHECK(aspen_type_of(payload) == ASPEN_RANGE);
}

void makes_a_record(void* data) {
  aspen_vm* vm = static_cast<Call*>(data)->vm;
  const char* names[] = {"x", "y"};
  aspen_value values[] = {aspen_make_string(vm, "é", 2), aspen_make_label(vm, "None", ASPEN_NO_VALUE)};
  aspen_value record = aspen_make_record(vm, names, values, 2);
  std::string shown;
  auto append = [](void* out, const char* text, size_t size) {
    static_cast<std::string*>(out)->append(text, size);
  };
  aspen_show_to(vm, record, append, &shown);
  CHECK_EQUAL(shown, "{ x: \"é\", y: None }");
  CHECK(aspen_set(vm, "given", record, nullptr) == ASPEN_OK);
  CHECK(aspen_make_string(vm, "\xc3", 1) == ASPEN_NO_VALUE);
}

aspen_status run(aspen_vm* vm, const char* source, aspen_error** error) {
  aspen_program* program = nullptr;
  aspen_status status = aspen_compile(vm, source, std::strlen(source), "c.asp", &program, error);
  if (status == ASPEN_OK) status = aspen_run(vm, program, error);
  aspen_program_free(program);
  return status;
}

}  // namespace

int main() {
  aspen_options options{};
  CHECK(aspen_vm_new(&options) == nullptr);  // no size
  options.struct_size = sizeof options;
  Call call{aspen_vm_new(&options)};
  aspen_vm* vm = call.vm;

  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = "twice";
  definition.parameters = "n";
  definition.arity = 1;
  definition.function = twice;
  definition.data = &call.calls;
  CHECK(aspen_define(vm, &definition, nullptr) == ASPEN_OK);

  aspen_error* error = nullptr;
  CHECK(run(vm, "r = { a: twice 21, b: Some (1..3) }", &error) == ASPEN_OK && error == nullptr);
  aspen_within(vm, reads_a_record, &call);
  aspen_within(vm, makes_a_record, &call);
  CHECK(run(vm, "ok = given.x + \"!\"\nassert (ok == \"é!\")", nullptr) == ASPEN_OK);

  CHECK(run(vm, "twice -1", &error) == ASPEN_SCRIPT_ERROR);
  CHECK_EQUAL(aspen_error_message(error), "error: negative");
  CHECK_CONTAINS(aspen_error_report(error), "c.asp:1:1");
  aspen_error_free(error);
  CHECK(run(vm, "twice \"x\"", &error) == ASPEN_SCRIPT_ERROR);
  CHECK_CONTAINS(aspen_error_message(error), "TypeError: twice: n must be an Int");
  aspen_error_free(error);
  CHECK(call.calls == 3);

  aspen_root* root = aspen_root_new(vm, aspen_make_double(1.5));
  aspen_root_retain(root);
  aspen_root_release(root);
  aspen_vm_free(vm);
  CHECK(aspen_root_vm(root) == nullptr && aspen_root_get(root) == ASPEN_NO_VALUE);
  aspen_root_release(root);
  return failures;
}
