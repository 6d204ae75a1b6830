// The C interface alone, as a host in another language uses it.
#include <aspen/aspen.h>

#include <cstring>
#include <thread>

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

struct Counter {
  int64_t n;
};
int counters = 0;

void destroy_counter(void* object) {
  delete static_cast<Counter*>(object);
  --counters;
}
void* copy_counter(void*, const void* object, aspen_failure* failure) {
  const auto* from = static_cast<const Counter*>(object);
  if (from->n == 13) {
    aspen_report_failure(failure, "unlucky", 7);
    return nullptr;
  }
  ++counters;
  return new Counter(*from);
}
int equal_counters(void*, const void* a, const void* b, aspen_failure*) {
  return static_cast<const Counter*>(a)->n == static_cast<const Counter*>(b)->n;
}

aspen_value make_counter(aspen_context* context, void* type, const aspen_value* arguments) {
  int64_t n = 0;
  if (!aspen_to_int(arguments[0], &n)) return aspen_argument_error(context, 0, arguments, "an Int");
  ++counters;
  return aspen_make_object(aspen_context_vm(context), static_cast<aspen_host_type*>(type), new Counter{n});
}
aspen_value add_to_counter(aspen_context* context, void* type, const aspen_value* arguments) {
  int64_t n = 0;
  if (!aspen_to_int(arguments[0], &n)) return aspen_argument_error(context, 0, arguments, "an Int");
  if (aspen_host_type_of(arguments[1]) != type)
    return aspen_argument_error(context, 1, arguments, "a Counter");
  aspen_value owned = ASPEN_NO_VALUE;
  auto* counter = static_cast<Counter*>(aspen_own_argument(context, arguments, 1, &owned));
  if (counter) counter->n += n;
  return owned;
}
aspen_value count_of(aspen_context* context, void* type, const aspen_value* arguments) {
  if (aspen_host_type_of(arguments[0]) != type)
    return aspen_argument_error(context, 0, arguments, "a Counter");
  return aspen_make_int(aspen_context_vm(context), static_cast<Counter*>(aspen_object(arguments[0]))->n);
}

aspen_status define_member(aspen_host_type* type, const char* name, const char* parameters, size_t arity,
                           aspen_member member, aspen_function function, const char* field) {
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = name;
  definition.parameters = parameters;
  definition.arity = arity;
  definition.keeps = member == ASPEN_CHANGES ? 2 : 0;
  definition.function = function;
  definition.data = type;
  definition.type = type;
  definition.member = member;
  definition.field = field;
  return aspen_define(aspen_host_type_vm(type), &definition, nullptr);
}

aspen_type_definition counter_type(const char* name, const void* key) {
  aspen_type_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = name;
  definition.key = key;
  definition.bytes = sizeof(Counter);
  definition.destroy = destroy_counter;
  definition.copy = copy_counter;
  definition.equal = equal_counters;
  return definition;
}

aspen_status run(aspen_vm* vm, const char* source, aspen_error** error) {
  aspen_program* program = nullptr;
  aspen_status status = aspen_compile(vm, source, std::strlen(source), "c.asp", &program, error);
  if (status == ASPEN_OK) status = aspen_run(vm, program, error);
  aspen_program_free(program);
  return status;
}

void has_types(aspen_vm* vm) {
  static int key = 0;
  aspen_type_definition definition = counter_type("c.Counter", &key);
  aspen_host_type* type = nullptr;
  aspen_error* error = nullptr;
  definition.struct_size = 8;
  CHECK(aspen_define_type(vm, &definition, &type, &error) == ASPEN_MISUSE);
  CHECK_CONTAINS(aspen_error_message(error), "another version");
  aspen_error_free(error);
  definition.struct_size = sizeof definition;
  CHECK(aspen_define_type(vm, &definition, &type, &error) == ASPEN_OK && error == nullptr);
  CHECK(aspen_find_type(vm, &key) == type && aspen_find_type(vm, vm) == nullptr);
  aspen_host_type* same = nullptr;
  CHECK(aspen_define_type(vm, &definition, &same, nullptr) == ASPEN_MISUSE);  // the name
  definition.name = "c.Other";
  CHECK(aspen_define_type(vm, &definition, &same, nullptr) == ASPEN_MISUSE);  // the key
  CHECK(define_member(type, "new", "n", 1, ASPEN_MAKES, make_counter, nullptr) == ASPEN_OK);
  CHECK(define_member(type, "add", "n counter", 2, ASPEN_CHANGES, add_to_counter, nullptr) == ASPEN_OK);
  CHECK(define_member(type, "n", "counter", 1, ASPEN_READS, count_of, "n") == ASPEN_OK);
  CHECK(define_member(type, "twice", "n", 1, ASPEN_READS, nullptr, nullptr) == ASPEN_MISUSE);
  CHECK(define_member(type, "a.b", "n", 1, ASPEN_READS, count_of, nullptr) == ASPEN_MISUSE);
  CHECK(define_member(type, "n", "a counter", 2, ASPEN_READS, count_of, "n") == ASPEN_MISUSE);
  CHECK(aspen_type_is_open(type) && !aspen_type_is_shared(type));
  CHECK(run(vm,
            "a = c.counter 5\nb = c.counter.add 2 a\nassert (a.n == 5 and b.n == 7 and a != b)\n"
            "assert (b == c.counter 7 and \"{b}\" == \"<Counter>\")\n",
            nullptr) == ASPEN_OK);
  CHECK(!aspen_type_is_open(type) && aspen_share_type(type, nullptr) == ASPEN_MISUSE);
  CHECK(define_member(type, "late", "counter", 1, ASPEN_READS, count_of, "late") == ASPEN_MISUSE);
  CHECK(run(vm, "a = c.counter 13\nb = c.counter.add 2 a\nprint (a.n + b.n)", &error) == ASPEN_SCRIPT_ERROR);
  CHECK_EQUAL(aspen_error_message(error), "error: unlucky");
  aspen_error_free(error);
  CHECK(run(vm, "(c.counter 1).n = 2", nullptr) == ASPEN_COMPILE_ERROR);
  CHECK(run(vm, "a = c.counter 1\na.n = 2", &error) == ASPEN_SCRIPT_ERROR);
  CHECK_CONTAINS(aspen_error_message(error), "the field `n` of Counter cannot be changed");
  aspen_error_free(error);
}

struct Started {
  aspen_vm* vm;
  aspen_future* future = nullptr;
  int woken = 0, done = 0, freed = 0;
};

void count_wake(void* data) { ++static_cast<Started*>(data)->woken; }
void count_free(void* data) { ++static_cast<Started*>(data)->freed; }
void cancel_it(void* data) {
  auto* started = static_cast<Started*>(data);
  ++started->done;
  aspen_future_cancel(started->future);
}

aspen_future* start(aspen_vm* vm, const char* name, int64_t argument) {
  aspen_value function = ASPEN_NO_VALUE;
  CHECK(aspen_get(vm, name, &function, nullptr) == ASPEN_OK);
  const aspen_value value = aspen_make_int(vm, argument);
  aspen_future* future = nullptr;
  CHECK(aspen_start(vm, function, &value, 1, &future, nullptr) == ASPEN_OK);
  return future;
}

// A priority and a time of its own; options of an unknown size are refused.
void starts_with_options(aspen_vm* vm, aspen_value function) {
  const aspen_value value = aspen_make_int(vm, 0);
  aspen_future* future = nullptr;
  aspen_call_options options{};
  CHECK(aspen_start_with(vm, function, &value, 1, &options, &future, nullptr) == ASPEN_MISUSE);
  options.struct_size = sizeof options;
  options.wall_ns = 1'000'000;
  options.priority = 3;
  CHECK(aspen_start_with(vm, function, &value, 1, &options, &future, nullptr) == ASPEN_OK);
  aspen_value result = ASPEN_NO_VALUE;
  CHECK(aspen_future_get(future, &result, nullptr) == ASPEN_OUT_OF_TIME);
  aspen_future_release(future);
}

void starts_two(void* data) {
  auto* started = static_cast<Started*>(data);
  aspen_future* sum = start(started->vm, "late", 20);
  CHECK(!aspen_future_ready(sum) && aspen_future_vm(sum) == started->vm);
  while (aspen_poll(started->vm, 0)) aspen_wait(started->vm, 1'000'000'000);
  aspen_value result = ASPEN_NO_VALUE;
  int64_t number = 0;
  CHECK(aspen_future_ready(sum) && aspen_future_get(sum, &result, nullptr) == ASPEN_OK);
  CHECK(aspen_to_int(result, &number) && number == 21);
  aspen_future_release(sum);
  aspen_value wait = ASPEN_NO_VALUE;
  CHECK(aspen_get(started->vm, "wait", &wait, nullptr) == ASPEN_OK);
  starts_with_options(started->vm, wait);
  started->future = start(started->vm, "wait", 0);
}

// Calls that go on in polls; another thread has one of them cancelled.
void goes_on_in_polls(aspen_vm* vm) {
  CHECK(run(vm, "late = n -> { sleep 0.001; n + 1 }\nwait = _ -> loop { sleep 1000 }", nullptr) == ASPEN_OK);
  Started started{vm};
  CHECK(aspen_on_wakeup(vm, count_wake, &started, count_free) == ASPEN_OK);
  aspen_within(vm, starts_two, &started);
  while (started.woken == 0) aspen_poll(vm, 0);
  aspen_mailbox* mailbox = aspen_mailbox_new(vm);
  aspen_mailbox_retain(mailbox);
  std::thread([&] {
    CHECK(aspen_post(mailbox, cancel_it, &started, count_free));
    aspen_mailbox_release(mailbox);
  }).join();
  aspen_value result = ASPEN_NO_VALUE;
  aspen_error* error = nullptr;
  CHECK(aspen_future_get(started.future, &result, &error) == ASPEN_SCRIPT_ERROR);
  CHECK_CONTAINS(aspen_error_message(error), "Cancelled");
  aspen_error_free(error);
  aspen_future_release(started.future);
  CHECK(started.done == 1 && started.freed == 1);
  CHECK(aspen_on_wakeup(vm, nullptr, nullptr, nullptr) == ASPEN_OK && started.freed == 2);
  aspen_mailbox_release(mailbox);
}

// More tasks than the host allows.
void limits_tasks() {
  aspen_options options{};
  options.struct_size = sizeof options;
  options.tasks = 3;
  aspen_vm* vm = aspen_vm_new(&options);
  CHECK(run(vm, "for _ in 0..10 { await (spawn 1) }", nullptr) == ASPEN_OK);
  aspen_error* error = nullptr;
  CHECK(run(vm, "for _ in 0..10 { spawn { sleep 1000 } }", &error) == ASPEN_OUT_OF_TASKS);
  CHECK_CONTAINS(aspen_error_message(error), "OutOfTasks");
  aspen_error_free(error);
  aspen_vm_free(vm);
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

  has_types(vm);
  goes_on_in_polls(vm);
  limits_tasks();

  aspen_root* root = aspen_root_new(vm, aspen_make_double(1.5));
  aspen_root_retain(root);
  aspen_root_release(root);
  CHECK(counters > 0);
  aspen_vm_free(vm);
  CHECK(counters == 0);
  CHECK(aspen_root_vm(root) == nullptr && aspen_root_get(root) == ASPEN_NO_VALUE);
  aspen_root_release(root);
  return failures;
}
