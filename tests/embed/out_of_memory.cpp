// The k-th allocation fails in every call of the C interface, for all k: once, and with all that follow.
// Whatever the call does, nothing is thrown, nothing aborts, no memory is lost, and the VM is as usable as
// before.
#include <aspen/aspen.h>

#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "tests/embed/check.h"
#include "tests/embed/failing_memory.h"

namespace {

int freed = 0;
void count_free(void*) { ++freed; }
void ignore(void*) {}

aspen_value host_twice(aspen_context* context, void*, const aspen_value* arguments) {
  int64_t n = 0;
  if (!aspen_to_int(arguments[0], &n)) return aspen_argument_error(context, 0, arguments, "an Int");
  if (n < 0) return aspen_raise(context, "a number below zero, which this does not take", 45);
  return aspen_make_int(aspen_context_vm(context), 2 * n);
}

// Returns a list with a text, a tuple and a record in it, as a host's library would make them.
aspen_value host_things(aspen_context* context, void*, const aspen_value*) {
  aspen_vm* vm = aspen_context_vm(context);
  const aspen_value list = aspen_make_list(vm, 2);
  const char* names[] = {"first", "second"};
  const aspen_value values[] = {aspen_make_string(vm, "a text of some length, beyond the short ones", 44),
                                aspen_make_uint(vm, UINT64_MAX)};
  if (list == ASPEN_NO_VALUE || values[0] == ASPEN_NO_VALUE || values[1] == ASPEN_NO_VALUE)
    return ASPEN_NO_VALUE;
  const aspen_value record = aspen_make_record(vm, names, values, 2);
  const aspen_value tuple = aspen_make_tuple(vm, values, 2);
  if (record == ASPEN_NO_VALUE || tuple == ASPEN_NO_VALUE) return ASPEN_NO_VALUE;
  return aspen_push(vm, list, record) && aspen_push(vm, list, tuple) ? list : ASPEN_NO_VALUE;
}

aspen_value host_later(aspen_context*, void*, const aspen_value*, aspen_completer* completer) {
  aspen_on_cancel(completer, ignore, nullptr, ignore);
  aspen_resolve(
      completer, [](aspen_context*, void*) { return aspen_make_bool(1); }, nullptr, ignore);
  aspen_completer_release(completer);
  return aspen_make_unit();
}

constexpr std::string_view kFailure = "a point could not be copied, which takes memory to tell";

aspen_value host_broken(aspen_context*, void*, const aspen_value*, aspen_completer* completer) {
  aspen_fail(completer, kFailure.data(), kFailure.size());
  aspen_completer_release(completer);
  return aspen_make_unit();
}

void* copy_point(void*, const void* point, aspen_failure* failure) {
  auto* copy = new (std::nothrow) int(*static_cast<const int*>(point));
  if (copy == nullptr) aspen_report_failure(failure, kFailure.data(), kFailure.size());
  return copy;
}

aspen_definition definition_of(const char* name, aspen_function function, aspen_async_function begin) {
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = name;
  definition.parameters = "n";
  definition.doc = "What it does, in a sentence that takes memory.";
  definition.arity = 1;
  definition.effect = ASPEN_WRITE;
  definition.function = function;
  definition.begin = begin;
  definition.free_data = count_free;
  return definition;
}

constexpr const char* kProgram =
    "inc = n -> n + 1\n"
    "fail = n -> [1, 2][n + 5]\n"
    "work = n -> {\n"
    "    d = [:]\n"
    "    for i in 0..20 { d[\"key {i}\"] = [i, i * 2.5, Some i] }\n"
    "    xs = d |> keys |> map string.upper |> filter (s -> s != \"\")\n"
    "    ts = [spawn { sum (0..n) }, spawn { xs |> count (s -> s > \"K\") }]\n"
    "    caught = try (fail n)\n"
    "    (ts |> map await, xs |> sort |> first, \"{caught}\", split \",\" \"a,b,c\", 7 ** 90)\n"
    "}\n"
    "tree = n -> {\n"
    "    (never, ready) = (channel 1, channel 4)\n"
    "    leaf = () -> { send ready (); recv never }\n"
    "    branch = () -> [spawn { leaf () }, spawn { leaf () }] |> map await\n"
    "    spawn { branch () }\n"
    "    spawn { branch () }\n"
    "    for i in 0..4 { recv ready }\n"
    "    fail n\n"
    "}\n"
    "stuck = n -> {\n"
    "    tasks = (0..9) |> map (_ -> spawn { [spawn { recv (channel 0) }] |> map await })\n"
    "    recv (channel 0)\n"
    "}\n"
    "hosts = n -> (host.twice n, host.things (), host.later n, try (host.twice (-1)), point.new n)\n"
    "changes = n -> { p = point.new n; q = point.move p; (p, q, try (host.broken n)) }\n";

struct World {
  aspen_vm* vm = nullptr;
  aspen_program* program = nullptr;
  aspen_value function = ASPEN_NO_VALUE, number = ASPEN_NO_VALUE, given = ASPEN_NO_VALUE;
  aspen_host_type* type = nullptr;
  std::function<aspen_status(World&)> act;
  aspen_status status = ASPEN_OK;
};

void free_error(aspen_status status, aspen_error* error) {
  CHECK((status == ASPEN_OK) == (error == nullptr));
  CHECK(aspen_error_message(error) != nullptr && aspen_error_report(error) != nullptr);
  aspen_error_free(error);
}

aspen_value make_point(aspen_context* context, void* type, const aspen_value*) {
  auto* point = new (std::nothrow) int(1);
  if (point == nullptr) return ASPEN_NO_VALUE;
  return aspen_make_object(aspen_context_vm(context), static_cast<aspen_host_type*>(type), point);
}

aspen_type_definition point_type(const char* name) {
  aspen_type_definition type{};
  type.struct_size = sizeof type;
  type.name = name;
  type.bytes = sizeof(int);
  type.destroy = [](void* point) { delete static_cast<int*>(point); };
  type.copy = copy_point;
  type.free_data = count_free;
  return type;
}

aspen_value move_point(aspen_context* context, void*, const aspen_value* arguments) {
  aspen_value owned = ASPEN_NO_VALUE;
  auto* point = static_cast<int*>(aspen_own_argument(context, arguments, 0, &owned));
  if (point == nullptr || !aspen_work(context, 1'000'000) || !aspen_require_memory(context, 10'000))
    return ASPEN_NO_VALUE;
  ++*point;
  return owned;
}

void define_world(World& w) {
  aspen_definition twice = definition_of("host.twice", host_twice, nullptr);
  aspen_definition things = definition_of("host.things", host_things, nullptr);
  things.arity = 0;
  aspen_definition later = definition_of("host.later", nullptr, host_later);
  const aspen_type_definition type = point_type("Point");
  CHECK(aspen_define_type(w.vm, &type, &w.type, nullptr) == ASPEN_OK);
  aspen_definition make = definition_of("new", make_point, nullptr);
  make.data = make.type = w.type;
  make.member = ASPEN_MAKES;
  aspen_definition move = definition_of("move", move_point, nullptr);
  move.type = w.type;
  move.member = ASPEN_CHANGES;
  move.keeps = 1;
  aspen_definition broken = definition_of("host.broken", nullptr, host_broken);
  for (const aspen_definition& each : {twice, things, later, make, move, broken})
    CHECK(aspen_define(w.vm, &each, nullptr) == ASPEN_OK);
}

constexpr std::string_view kModule = "n = 12345678901234567890 # and a text that is longer than short ones";

void give_module(void*, const char* path, aspen_import* import) {
  if (std::strcmp(path, "given.asp") == 0) return aspen_give_module(import, kModule.data(), kModule.size());
  aspen_refuse_module(import, "it was lost, as this text says that needs memory");
}

void make_world(World& w) {
  aspen_options options{};
  options.struct_size = sizeof options;
  options.load = give_module;
  options.hash_seed = 1;
  options.out = [](void*, const char*, size_t) {};
  w.vm = aspen_vm_new(&options);
  define_world(w);
  aspen_error* error = nullptr;
  aspen_compile(w.vm, kProgram, std::strlen(kProgram), "w.asp", &w.program, &error);
  CHECK_EQUAL(aspen_error_report(error), "");
  CHECK(aspen_run(w.vm, w.program, nullptr) == ASPEN_OK);
}

// The call under test, where values may be held.
void act_within(void* data) {
  World& w = *static_cast<World*>(data);
  w.number = aspen_make_int(w.vm, 30);
  w.given = aspen_make_string(w.vm, "a given text that is longer than short ones", 43);
  w.status = w.act(w);
}

aspen_status call(World& w, const char* name) {
  aspen_error* error = nullptr;
  aspen_value function = ASPEN_NO_VALUE, result = ASPEN_NO_VALUE;
  aspen_status status = aspen_get(w.vm, name, &function, &error);
  if (status == ASPEN_OK) status = aspen_call(w.vm, function, &w.number, 1, &result, &error);
  free_error(status, error);
  return status;
}

void call_all(void* data) {
  World& w = *static_cast<World*>(data);
  w.number = aspen_make_int(w.vm, 30);
  CHECK(call(w, "work") == ASPEN_OK && call(w, "hosts") == ASPEN_OK && call(w, "changes") == ASPEN_OK &&
        call(w, "fail") == ASPEN_SCRIPT_ERROR);
}

void check_usable(World& w) {
  const char* text = "d = map (n -> host.twice n) [1, 2]\nassert (d == [2, 4] and sum (0..100) == 4950)\n";
  aspen_program* program = nullptr;
  aspen_error* error = nullptr;
  aspen_status status = aspen_compile(w.vm, text, std::strlen(text), "again.asp", &program, &error);
  if (status == ASPEN_OK) status = aspen_run(w.vm, program, &error);
  if (status != ASPEN_OK) std::printf("not usable: %s\n", aspen_error_report(error)), ++failures;
  aspen_error_free(error);
  aspen_program_free(program);
  aspen_within(w.vm, call_all, &w);
}

// One try. Returns whether the allocation that is to fail was requested.
bool try_one(const std::function<aspen_status(World&)>& act, long which, bool follow) {
  const int freed_before = freed;
  const long living_before = living;
  bool is_reached = false;
  {
    World w;
    make_world(w);
    w.act = [&](World& world) {
      all_that_follow = follow;
      asked = 0;
      failing = which;
      const aspen_status status = act(world);
      is_reached = asked >= which;
      failing = 0;
      return status;
    };
    aspen_within(w.vm, act_within, &w);
    CHECK(is_reached || w.status != ASPEN_OUT_OF_MEMORY);
    check_usable(w);
    aspen_program_free(w.program);
    aspen_vm_free(w.vm);
  }
  CHECK(freed >= freed_before + 5);  // the data of each definition, whether it could be defined or not
  const bool is_first = which == 0;  // what is made once stays
  if (!is_first && living != living_before)
    std::printf("%ld blocks are lost\n", living - living_before), ++failures;
  return is_reached;
}

void try_all(const char* name, const std::function<aspen_status(World&)>& act) {
  constexpr long kMost = 5000;
  try_one(act, 0, false);
  long tries = 0;
  for (const bool follow : {false, true}) {
    const int failures_before = failures;
    long which = 1;
    while (which < kMost && try_one(act, which, follow)) {
      if (failures != failures_before) {
        std::printf("in %s, allocation %ld%s\n", name, which, follow ? " and all that follow" : "");
        break;
      }
      ++which, ++tries;
    }
    CHECK(which < kMost);
  }
  if (tries == 0) std::printf("%s asks for no memory\n", name), ++failures;
}

// Each level has 200 objects that wait on the collector's stack while it goes down: more than the stack holds
// without more memory.
aspen_value make_deep(aspen_vm* vm) {
  aspen_value deep = aspen_make_unit();
  for (int level = 0; level < 40; ++level) {
    std::vector<aspen_value> items;
    for (int i = 0; i < 200; ++i) {
      aspen_value leaf = aspen_make_string(vm, "a leaf that takes an object of its own", 38);
      items.push_back(aspen_make_tuple(vm, &leaf, 1));
    }
    items.push_back(deep);
    deep = aspen_make_tuple(vm, items.data(), items.size());
  }
  return deep;
}

size_t shown_bytes(aspen_vm* vm, aspen_value value) {
  size_t bytes = 0;
  aspen_show_to(
      vm, value, [](void* sum, const char*, size_t size) { *static_cast<size_t*>(sum) += size; }, &bytes);
  return bytes;
}

aspen_status text(World& w, void (*show)(aspen_vm*, aspen_value, aspen_sink, void*)) {
  show(
      w.vm, w.given, [](void*, const char*, size_t) {}, nullptr);
  return ASPEN_OK;
}

void interface() {
  try_all("aspen_compile", [](World& w) {
    const char* source = "f = xs -> xs |> map (x -> { a: x, b: \"{x} of them\" })\nprint (f [1, 2])\n";
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_compile(w.vm, source, std::strlen(source), "c.asp", &program, &error);
    CHECK((status == ASPEN_OK) == (program != nullptr));
    free_error(status, error);
    aspen_program_free(program);
    return status;
  });
  try_all("aspen_compile_file", [](World& w) {
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_compile_file(w.vm, "tests/embed/functions.asp", &program, &error);
    CHECK(status != ASPEN_OK || program != nullptr);
    free_error(status, error);
    aspen_program_free(program);
    return status == ASPEN_OUT_OF_MEMORY ? status : ASPEN_OK;
  });
  try_all("aspen_compile, with a module of the host", [](World& w) {
    const char* source = "use \"./given\"\nuse \"./lost\"\nprint given.n";
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_compile(w.vm, source, std::strlen(source), "c.asp", &program, &error);
    CHECK(status != ASPEN_OK && program == nullptr);
    free_error(status, error);
    return status == ASPEN_COMPILE_ERROR ? ASPEN_OK : status;
  });
  try_all("aspen_compile, with mistakes", [](World& w) {
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_compile(w.vm, "a = ]\nb = unknown", 17, "c.asp", &program, &error);
    CHECK(status == ASPEN_COMPILE_ERROR || status == ASPEN_OUT_OF_MEMORY);
    free_error(status, error);
    return status;
  });
  try_all("aspen_run", [](World& w) {
    aspen_error* error = nullptr;
    const aspen_status status = aspen_run(w.vm, w.program, &error);
    free_error(status, error);
    return status;
  });
  try_all("aspen_call", [](World& w) { return call(w, "work"); });
  try_all("aspen_call, of a host's functions", [](World& w) { return call(w, "hosts"); });
  try_all("aspen_own_argument, aspen_fail", [](World& w) { return call(w, "changes"); });
  try_all("aspen_call, with an error", [](World& w) {
    const aspen_status status = call(w, "fail");
    CHECK(status == ASPEN_SCRIPT_ERROR || status == ASPEN_OUT_OF_MEMORY);
    return status == ASPEN_OUT_OF_MEMORY ? status : ASPEN_OK;
  });
  try_all("aspen_call, with tasks that wait for ever", [](World& w) {
    const aspen_status status = call(w, "tree");
    CHECK(status == ASPEN_SCRIPT_ERROR || status == ASPEN_OUT_OF_MEMORY);
    return status == ASPEN_OUT_OF_MEMORY ? status : ASPEN_OK;
  });
  try_all("aspen_call, with a deadlock", [](World& w) {
    const aspen_status status = call(w, "stuck");
    CHECK(status == ASPEN_SCRIPT_ERROR || status == ASPEN_OUT_OF_MEMORY);
    return status == ASPEN_OUT_OF_MEMORY ? status : ASPEN_OK;
  });
  try_all("aspen_get", [](World& w) {
    aspen_error* error = nullptr;
    aspen_value value = ASPEN_NO_VALUE;
    const aspen_status status = aspen_get(w.vm, "a_name_that_is_not_there", &value, &error);
    CHECK(status == ASPEN_TYPE_ERROR || status == ASPEN_OUT_OF_MEMORY);
    free_error(status, error);
    return status == ASPEN_OUT_OF_MEMORY ? status : ASPEN_OK;
  });
}

void definitions() {
  try_all("aspen_define", [](World& w) {
    const aspen_definition definition = definition_of("other.function_of_the_host", host_twice, nullptr);
    aspen_error* error = nullptr;
    const aspen_status status = aspen_define(w.vm, &definition, &error);
    free_error(status, error);
    return status;
  });
  try_all("aspen_set", [](World& w) {
    aspen_error* error = nullptr;
    const aspen_status status = aspen_set(w.vm, "other.value_of_the_host", w.given, &error);
    free_error(status, error);
    return status;
  });
  try_all("aspen_share_type", [](World& w) {
    aspen_host_type* made = nullptr;
    const aspen_type_definition type = point_type("other.Point");
    aspen_error* error = nullptr;
    aspen_status status = aspen_define_type(w.vm, &type, &made, &error);
    if (status == ASPEN_OK) status = aspen_share_type(made, &error);  // needs no memory itself
    free_error(status, error);
    return status;
  });
  try_all("aspen_define_type", [](World& w) {
    aspen_type_definition type{};
    type.struct_size = sizeof type;
    type.name = "other.TypeOfTheHost";
    type.key = &w;
    type.destroy = ignore;
    type.copy = copy_point;
    type.free_data = count_free;
    aspen_host_type* made = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_define_type(w.vm, &type, &made, &error);
    CHECK((status == ASPEN_OK) == (aspen_find_type(w.vm, &w) != nullptr));
    free_error(status, error);
    return status;
  });
}

void values() {
  try_all("making values", [](World& w) {
    const char* names[] = {"one", "another_name"};
    const aspen_value items[] = {w.number, w.given};
    const aspen_value list = aspen_make_list(w.vm, 3), dict = aspen_make_dict(w.vm, 3);
    for (int i = 0; i < 40; ++i) {
      if (list != ASPEN_NO_VALUE) aspen_push(w.vm, list, w.number);
      if (dict != ASPEN_NO_VALUE) aspen_insert(w.vm, dict, aspen_make_int(w.vm, i), w.given);
    }
    aspen_make_bytes(w.vm, "bytes", 5);
    aspen_make_int(w.vm, INT64_MAX);
    aspen_make_record(w.vm, names, items, 2);
    aspen_make_tuple(w.vm, items, 2);
    aspen_make_label(w.vm, "ALabelOfTheHosts", w.given);
    aspen_value value = ASPEN_NO_VALUE;
    aspen_field(w.vm, w.given, "a_field_that_is_not_there", 25, &value);
    aspen_root_release(aspen_root_new(w.vm, w.given));
    return ASPEN_OK;
  });
  try_all("large values", [](World& w) {
    static const std::string large(100'000, 'x');
    aspen_make_string(w.vm, large.data(), large.size());
    aspen_make_list(w.vm, 100'000);
    aspen_make_dict(w.vm, 100'000);
    return ASPEN_OK;
  });
  try_all("aspen_show_to", [](World& w) { return text(w, aspen_show_to); });
  try_all("aspen_print_to", [](World& w) { return text(w, aspen_print_to); });
  try_all("aspen_collect, of what branches a lot", [](World& w) {
    const long refused = failing.exchange(0);
    const aspen_value deep = make_deep(w.vm);
    const size_t bytes = shown_bytes(w.vm, deep);
    aspen_root* root = aspen_root_new(w.vm, deep);
    failing = refused;
    aspen_collect(w.vm);
    failing = 0;
    const long asked_then = asked;
    make_deep(w.vm);  // where something has been given back
    CHECK(shown_bytes(w.vm, deep) == bytes);
    aspen_root_release(root);
    asked = asked_then;
    return ASPEN_OK;
  });
  try_all("aspen_collect", [](World& w) {
    aspen_collect(w.vm);
    aspen_get_statistics(w.vm);
    return ASPEN_OK;
  });
}

void futures() {
  try_all("aspen_start, aspen_poll, aspen_future_get", [](World& w) {
    aspen_value function = ASPEN_NO_VALUE, result = ASPEN_NO_VALUE;
    aspen_future* future = nullptr;
    aspen_error* error = nullptr;
    aspen_status status = aspen_get(w.vm, "work", &function, &error);
    if (status == ASPEN_OK) status = aspen_start(w.vm, function, &w.number, 1, &future, &error);
    free_error(status, error);
    if (status != ASPEN_OK) return status;
    aspen_poll(w.vm, 0);
    status = aspen_future_get(future, &result, &error);
    free_error(status, error);
    aspen_future_cancel(future);
    aspen_future_release(future);
    return status;
  });
  try_all("aspen_future_on_ready", [](World& w) {
    aspen_value function = ASPEN_NO_VALUE;
    aspen_future* future = nullptr;
    aspen_status status = aspen_get(w.vm, "hosts", &function, nullptr);
    if (status == ASPEN_OK) status = aspen_start(w.vm, function, &w.number, 1, &future, nullptr);
    if (status != ASPEN_OK) return status;
    int calls = 0;
    status = aspen_future_on_ready(
        future, [](void* data) { ++*static_cast<int*>(data); }, &calls, nullptr, nullptr);
    aspen_future_release(future);
    for (int i = 0; i < 100 && aspen_poll(w.vm, 0) != 0; ++i) aspen_wait(w.vm, 1'000'000);
    CHECK(calls == (status == ASPEN_OK ? 1 : 0));
    return status;
  });
  try_all("aspen_future_release", [](World& w) {
    aspen_value function = ASPEN_NO_VALUE;
    aspen_future* future = nullptr;
    aspen_status status = aspen_get(w.vm, "hosts", &function, nullptr);
    if (status == ASPEN_OK) status = aspen_start(w.vm, function, &w.number, 1, &future, nullptr);
    if (status == ASPEN_OK) aspen_future_release(future);
    for (int i = 0; i < 100 && aspen_poll(w.vm, 0) != 0; ++i) aspen_wait(w.vm, 1'000'000);
    return status;
  });
  try_all("aspen_mailbox_new, aspen_post, aspen_on_wakeup", [](World& w) {
    const aspen_status status = aspen_on_wakeup(w.vm, ignore, nullptr, count_free);
    aspen_mailbox* mailbox = aspen_mailbox_new(w.vm);
    if (mailbox != nullptr) aspen_post(mailbox, ignore, nullptr, count_free);
    aspen_poll(w.vm, 0);
    aspen_mailbox_release(mailbox);
    return status;
  });
}

void machines() {
  for (const bool follow : {false, true}) {
    for (long which = 1;; ++which) {
      aspen_options options{};
      options.struct_size = sizeof options;
      options.wall_ns = 1'000'000'000;
      const long living_before = living;
      all_that_follow = follow;
      asked = 0;
      failing = which;
      aspen_vm* vm = aspen_vm_new(&options);
      failing = 0;
      const bool is_reached = asked >= which;
      CHECK(is_reached || vm != nullptr);
      aspen_vm_free(vm);
      CHECK(living == living_before);
      if (!is_reached || failures != 0) break;
    }
  }
}

}  // namespace

int main() {
  aspen_options options{};
  options.struct_size = sizeof options;
  options.wall_ns = 1;
  aspen_vm_free(aspen_vm_new(&options));  // what is made once stays
  machines();
  definitions();
  values();
  interface();
  futures();
  return failures != 0;
}
