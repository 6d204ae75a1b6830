// Every misuse of the C interface is reported and has no other effect: null for each argument of each
// function, words that are no values, a VM that another thread is in.
#include <aspen/aspen.h>

#include <cstring>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tests/embed/check.h"

namespace {

std::set<std::string> tried;

template <size_t Which, class Tuple>
bool make_null(Tuple& arguments, size_t which) {
  if constexpr (std::is_pointer_v<std::tuple_element_t<Which, Tuple>>) {
    if (Which == which) {
      std::get<Which>(arguments) = nullptr;
      return true;
    }
  }
  return false;
}

template <class T>
void free_error(T) {}
void free_error(aspen_error** error) {
  if (error != nullptr) aspen_error_free(std::exchange(*error, nullptr));
}

// Calls the function with each pointer in turn replaced by null, and with all of them. `optional`: bit i is
// set if argument i may be null, or is of no use. Every other null makes a status ASPEN_MISUSE.
template <class R, class... Parameters, size_t... Which>
void try_nulls(const char* name, R (*function)(Parameters...), unsigned optional,
               std::index_sequence<Which...>, std::type_identity_t<Parameters>... arguments) {
  tried.insert(name);
  for (size_t which = 0; which <= sizeof...(Parameters); ++which) {
    std::tuple<std::decay_t<Parameters>...> given(arguments...);
    const bool is_all = which == sizeof...(Parameters);
    bool any = false;
    ((any |= make_null<Which>(given, is_all ? Which : which)), ...);
    if (!any || (!is_all && (optional >> which & 1) != 0)) continue;
    if constexpr (std::is_same_v<R, aspen_status>) {
      const aspen_status status = std::apply(function, given);
      if (status != ASPEN_MISUSE)
        std::printf("%s, argument %zu: status %d\n", name, which, status), ++failures;
      (free_error(std::get<Which>(given)), ...);
    } else {
      std::apply(function, given);
    }
  }
}

template <class R, class... Parameters>
void with_nulls(const char* name, R (*function)(Parameters...), unsigned optional,
                std::type_identity_t<Parameters>... arguments) {
  try_nulls(name, function, optional, std::index_sequence_for<Parameters...>(), arguments...);
}
#define WITH_NULLS(function, ...) with_nulls(#function, function, __VA_ARGS__)

void ignore(void*) {}
void ignore_text(void*, const char*, size_t) {}
aspen_value make(aspen_context*, void*) { return aspen_make_unit(); }

struct World {
  aspen_vm* vm;
  aspen_error* error = nullptr;
  aspen_program* program = nullptr;
  aspen_future* future = nullptr;
  aspen_root* root = nullptr;
  aspen_host_type* type = nullptr;
  aspen_mailbox* mailbox = nullptr;
  aspen_value value = ASPEN_NO_VALUE, list = ASPEN_NO_VALUE, dict = ASPEN_NO_VALUE, record = ASPEN_NO_VALUE,
              function = ASPEN_NO_VALUE;
};

constexpr unsigned kErrorIs2 = 1 << 2, kErrorIs3 = 1 << 3, kErrorIs5 = 1 << 5, kErrorIs6 = 1 << 6;

void machines_and_programs(World& w) {
  const aspen_options options{};
  WITH_NULLS(aspen_vm_new, 0, &options);
  aspen_vm* made = nullptr;
  WITH_NULLS(aspen_vm_create, kErrorIs2, &options, &made, &w.error);
  WITH_NULLS(aspen_vm_free, 0, nullptr);
  WITH_NULLS(aspen_interrupt, 0, nullptr);
  WITH_NULLS(aspen_clear_interrupt, 0, w.vm);
  WITH_NULLS(aspen_compile, kErrorIs5, w.vm, "1", 1, "n", &w.program, &w.error);
  WITH_NULLS(aspen_compile_file, kErrorIs3, w.vm, "none.asp", &w.program, &w.error);
  WITH_NULLS(aspen_give_module, 0, nullptr, "n = 1", 5);
  WITH_NULLS(aspen_refuse_module, 0, nullptr, "lost");
  WITH_NULLS(aspen_program_free, 0, nullptr);
  WITH_NULLS(aspen_run, kErrorIs2, w.vm, w.program, &w.error);
  WITH_NULLS(aspen_get, kErrorIs3, w.vm, "f", &w.value, &w.error);
  WITH_NULLS(aspen_set, kErrorIs3, w.vm, "given", w.value, &w.error);
  WITH_NULLS(aspen_call, kErrorIs5, w.vm, w.function, &w.value, 1, &w.value, &w.error);
  WITH_NULLS(aspen_start, kErrorIs5, w.vm, w.function, &w.value, 1, &w.future, &w.error);
  aspen_call_options call_options{};
  call_options.struct_size = sizeof call_options;
  WITH_NULLS(aspen_start_with, kErrorIs6, w.vm, w.function, &w.value, 1, &call_options, &w.future, &w.error);
  WITH_NULLS(aspen_poll, 0, w.vm, 0);
  WITH_NULLS(aspen_wait, 0, w.vm, 0);
  WITH_NULLS(aspen_on_wakeup, 14, w.vm, ignore, nullptr, ignore);
  WITH_NULLS(aspen_dump_tasks, 4, w.vm, ignore_text, nullptr);
  WITH_NULLS(aspen_collect, 0, w.vm);
  WITH_NULLS(aspen_get_statistics, 0, w.vm);
  WITH_NULLS(aspen_within, 4, w.vm, ignore, nullptr);
  WITH_NULLS(aspen_within_call, 24, w.vm, "call", ignore, nullptr, &w.error);
}

void handles(World& w) {
  WITH_NULLS(aspen_mailbox_new, 0, w.vm);
  WITH_NULLS(aspen_post, 12, w.mailbox, ignore, nullptr, ignore);
  WITH_NULLS(aspen_mailbox_retain, 0, nullptr);
  WITH_NULLS(aspen_mailbox_release, 0, nullptr);
  WITH_NULLS(aspen_future_ready, 0, w.future);
  WITH_NULLS(aspen_future_on_ready, 28, w.future, ignore, nullptr, ignore, &w.error);
  WITH_NULLS(aspen_future_get, 4, w.future, &w.value, &w.error);
  WITH_NULLS(aspen_future_cancel, 0, nullptr);
  WITH_NULLS(aspen_future_vm, 0, w.future);
  WITH_NULLS(aspen_future_retain, 0, nullptr);
  WITH_NULLS(aspen_future_release, 0, nullptr);
  WITH_NULLS(aspen_take_memory_refusal, 0, w.vm);
  tried.insert("aspen_error_status");
  CHECK(aspen_error_status(nullptr) == ASPEN_OK);
  WITH_NULLS(aspen_error_message, 0, nullptr);
  WITH_NULLS(aspen_error_report, 0, nullptr);
  WITH_NULLS(aspen_error_exit_code, 0, nullptr);
  WITH_NULLS(aspen_error_label, 0, nullptr);
  WITH_NULLS(aspen_error_value, 0, nullptr);
  WITH_NULLS(aspen_error_vm, 0, nullptr);
  WITH_NULLS(aspen_error_free, 0, nullptr);
  WITH_NULLS(aspen_root_new, 0, w.vm, w.value);
  WITH_NULLS(aspen_root_retain, 0, nullptr);
  WITH_NULLS(aspen_root_release, 0, nullptr);
  WITH_NULLS(aspen_root_get, 0, w.root);
  WITH_NULLS(aspen_root_vm, 0, w.root);
}

void values(World& w) {
  int flag = 0;
  int64_t number = 0;
  uint64_t natural = 0;
  double real = 0;
  const char* text = nullptr;
  size_t size = 0;
  WITH_NULLS(aspen_to_bool, 0, w.value, &flag);
  WITH_NULLS(aspen_to_int, 0, w.value, &number);
  WITH_NULLS(aspen_to_uint, 0, w.value, &natural);
  WITH_NULLS(aspen_to_double, 0, w.value, &real);
  WITH_NULLS(aspen_to_text, 0, w.value, &text, &size);
  WITH_NULLS(aspen_next_entry, 0, w.dict, &size, &w.value, &w.value);
  WITH_NULLS(aspen_field, 0, w.vm, w.record, "a", 1, &w.value);
  WITH_NULLS(aspen_field_at, 0, w.vm, w.record, 0, &text, &size, &w.value);
  WITH_NULLS(aspen_to_label, 0, w.vm, w.value, &text, &size, &w.value);
  WITH_NULLS(aspen_print_to, 8, w.vm, w.value, ignore_text, nullptr);
  WITH_NULLS(aspen_show_to, 8, w.vm, w.value, ignore_text, nullptr);
  WITH_NULLS(aspen_make_int, 0, w.vm, 1);
  WITH_NULLS(aspen_make_uint, 0, w.vm, 1);
  WITH_NULLS(aspen_make_string, 0, w.vm, "a", 1);
  WITH_NULLS(aspen_make_bytes, 0, w.vm, "a", 1);
  WITH_NULLS(aspen_make_list, 0, w.vm, 1);
  WITH_NULLS(aspen_make_dict, 0, w.vm, 1);
  WITH_NULLS(aspen_push, 0, w.vm, w.list, w.value);
  WITH_NULLS(aspen_insert, 0, w.vm, w.dict, w.value, w.value);
  WITH_NULLS(aspen_make_tuple, 0, w.vm, &w.value, 1);
  const char* names[] = {"a", nullptr};
  WITH_NULLS(aspen_make_record, 0, w.vm, names, &w.value, 1);
  CHECK(aspen_make_record(w.vm, names + 1, &w.value, 1) == ASPEN_NO_VALUE);
  WITH_NULLS(aspen_make_label, 0, w.vm, "A", w.value);
}

void types_and_functions(World& w) {
  aspen_failure* none = nullptr;
  const aspen_value value = w.value;
  aspen_value owned = ASPEN_NO_VALUE;
  aspen_type_definition type{};
  aspen_definition definition{};
  WITH_NULLS(aspen_report_failure, 0, none, "a", 1);
  WITH_NULLS(aspen_define_type, kErrorIs3, w.vm, &type, &w.type, &w.error);
  WITH_NULLS(aspen_find_type, 2, w.vm, nullptr);
  WITH_NULLS(aspen_share_type, 2, nullptr, &w.error);
  WITH_NULLS(aspen_type_is_open, 0, w.type);
  WITH_NULLS(aspen_type_is_shared, 0, w.type);
  WITH_NULLS(aspen_host_type_name, 0, w.type);
  WITH_NULLS(aspen_host_type_vm, 0, w.type);
  WITH_NULLS(aspen_host_type_key, 0, w.type);
  WITH_NULLS(aspen_host_type_data, 0, w.type);
  WITH_NULLS(aspen_make_object, 0, w.vm, nullptr, nullptr);
  WITH_NULLS(aspen_own_argument, 0, nullptr, &value, 0, &owned);
  WITH_NULLS(aspen_define, kErrorIs2, w.vm, &definition, &w.error);
  WITH_NULLS(aspen_context_vm, 0, nullptr);
  WITH_NULLS(aspen_work, 0, nullptr, 1);
  WITH_NULLS(aspen_require_memory, 0, nullptr, 1);
  WITH_NULLS(aspen_raise, 0, nullptr, "a", 1);
  WITH_NULLS(aspen_raise_label, 0, nullptr, "A", "a", 1);
  WITH_NULLS(aspen_raise_value, 0, nullptr, aspen_make_unit());
  WITH_NULLS(aspen_argument_error, 0, nullptr, 0, &value, "an Int");
  WITH_NULLS(aspen_resolve, 12, nullptr, make, nullptr, nullptr);
  WITH_NULLS(aspen_fail, 0, nullptr, "a", 1);
  WITH_NULLS(aspen_on_cancel, 12, nullptr, ignore, nullptr, nullptr);
  WITH_NULLS(aspen_completer_retain, 0, nullptr);
  WITH_NULLS(aspen_completer_release, 0, nullptr);
}

// Words that are neither pointers nor values: empty places, invalid addresses, tags that no value has.
void what_is_no_value(World& w) {
  const uint64_t object = UINT64_C(0xfffc) << 48;
  for (const aspen_value none : {ASPEN_NO_VALUE, object, object | 12345, ASPEN_NO_VALUE + 3,
                                 ASPEN_NO_VALUE + 9, UINT64_C(0xfff9) << 48, UINT64_C(0xfffb) << 48}) {
    aspen_value out = ASPEN_NO_VALUE;
    int64_t number = 0;
    const char* text = nullptr;
    size_t size = 0;
    CHECK(aspen_type_of(none) == ASPEN_OTHER && aspen_size(none) == 0 && !aspen_to_int(none, &number));
    CHECK(!aspen_to_text(none, &text, &size) && aspen_item(none, 0) == ASPEN_NO_VALUE);
    CHECK(std::strcmp(aspen_type_name(none), "") == 0 && aspen_object(none) == nullptr);
    CHECK(aspen_host_type_of(none) == nullptr && aspen_root_new(w.vm, none) == nullptr);
    CHECK(!aspen_push(w.vm, w.list, none) && !aspen_insert(w.vm, w.dict, none, w.value));
    CHECK(!aspen_insert(w.vm, w.dict, w.value, none) && !aspen_push(w.vm, none, w.value));
    CHECK(aspen_make_tuple(w.vm, &none, 1) == ASPEN_NO_VALUE);
    CHECK(aspen_set(w.vm, "given", none, nullptr) == ASPEN_MISUSE);
    CHECK(aspen_call(w.vm, none, nullptr, 0, &out, nullptr) == ASPEN_MISUSE);
    CHECK(aspen_call(w.vm, w.function, &none, 1, &out, nullptr) == ASPEN_MISUSE);
  }
  aspen_value many[300], out = ASPEN_NO_VALUE;
  for (aspen_value& each : many) each = w.value;
  CHECK(aspen_call(w.vm, w.function, many, 300, &out, nullptr) == ASPEN_MISUSE);
  CHECK(aspen_call(w.vm, w.function, many, 250, &out, nullptr) == ASPEN_SCRIPT_ERROR);
  size_t far = SIZE_MAX;
  CHECK(aspen_next_entry(w.dict, &far, &out, &out) == 0 && aspen_item(w.list, SIZE_MAX) == ASPEN_NO_VALUE);
  const char* twice[] = {"a", "a"};
  CHECK(aspen_make_record(w.vm, twice, many, 2) == ASPEN_NO_VALUE);
}

void inside(void* data) {
  World& w = *static_cast<World*>(data);
  w.value = aspen_make_int(w.vm, 1);
  w.list = aspen_make_list(w.vm, 0);
  w.dict = aspen_make_dict(w.vm, 0);
  const char* name = "a";
  w.record = aspen_make_record(w.vm, &name, &w.value, 1);
  CHECK(aspen_get(w.vm, "f", &w.function, nullptr) == ASPEN_OK);
  CHECK(aspen_start(w.vm, w.function, &w.value, 1, &w.future, nullptr) == ASPEN_OK);
  values(w);
  machines_and_programs(w);
  what_is_no_value(w);
  types_and_functions(w);
  handles(w);
}

// Functions without pointer arguments, so that there is nothing to try.
const std::set<std::string> kTakeNone = {"aspen_type_of",   "aspen_size",        "aspen_item",
                                         "aspen_type_name", "aspen_make_unit",   "aspen_make_bool",
                                         "aspen_object",    "aspen_make_double", "aspen_host_type_of"};

void tries_all() {
  std::ifstream file("vm/include/aspen/aspen.h");
  std::stringstream text;
  text << file.rdbuf();
  const std::string header = text.str();
  const std::regex declaration("\n[a-z][a-z0-9_ *]*?[ *](aspen_[a-z0-9_]+)\\(");
  size_t count = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), declaration), end; at != end; ++at, ++count) {
    const std::string name = (*at)[1];
    if (!tried.contains(name) && !kTakeNone.contains(name))
      std::printf("not tried: %s\n", name.c_str()), ++failures;
  }
  CHECK(count > 85);
}

// ---- Threads

struct Visit {
  aspen_vm* vm;
  aspen_program* program = nullptr;
  std::string message = {};
  aspen_status status = ASPEN_OK;
  aspen_value made = 0;
  int polled = 1;
};

void visit(Visit& v) {
  aspen_error* error = nullptr;
  v.status = aspen_run(v.vm, v.program, &error);
  v.message = aspen_error_message(error);
  aspen_error_free(error);
  v.made = aspen_make_int(v.vm, 1);
  v.polled = aspen_poll(v.vm, 0);
  aspen_collect(v.vm);
  aspen_vm_free(v.vm);
}

aspen_value call_from_another_thread(aspen_context*, void* data, const aspen_value*) {
  std::thread(visit, std::ref(*static_cast<Visit*>(data))).join();
  return aspen_make_unit();
}

void within(void* data) { std::thread(visit, std::ref(*static_cast<Visit*>(data))).join(); }

aspen_status run(aspen_vm* vm, const char* source) {
  aspen_program* program = nullptr;
  aspen_status status = aspen_compile(vm, source, std::strlen(source), "m.asp", &program, nullptr);
  if (status == ASPEN_OK) status = aspen_run(vm, program, nullptr);
  aspen_program_free(program);
  return status;
}

void check_refusal(const Visit& v, const char* call) {
  char address[32];
  std::snprintf(address, sizeof address, "%p", static_cast<void*>(v.vm));
  CHECK(v.status == ASPEN_MISUSE && v.made == ASPEN_NO_VALUE && v.polled == 0);
  CHECK_CONTAINS(v.message, "aspen_run: another thread is inside " + std::string(call));
  CHECK_CONTAINS(v.message, address);
}

void two_threads(aspen_vm* vm) {
  Visit v{vm};
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = "from_another_thread";
  definition.function = call_from_another_thread;
  definition.effect = ASPEN_WRITE;
  definition.data = &v;
  CHECK(aspen_define(vm, &definition, nullptr) == ASPEN_OK);
  CHECK(aspen_compile(vm, "1", 1, "m.asp", &v.program, nullptr) == ASPEN_OK);
  CHECK(run(vm, "from_another_thread ()") == ASPEN_OK);
  check_refusal(v, "aspen_run of the VM ");
  v.status = ASPEN_OK;
  aspen_within(vm, within, &v);
  check_refusal(v, "aspen_within of the VM ");
  visit(v = {nullptr, v.program});
  CHECK(v.status == ASPEN_MISUSE);
  std::thread([&] { CHECK(run(vm, "print ()") == ASPEN_OK); }).join();  // one after the other is allowed
  aspen_program_free(v.program);
}

}  // namespace

int main() {
  aspen_options options{};
  options.struct_size = sizeof options;
  options.out = ignore_text;
  options.argument_count = 1;
  CHECK(aspen_vm_new(&options) == nullptr);
  const char* no_text = nullptr;
  options.arguments = &no_text;
  CHECK(aspen_vm_new(&options) == nullptr);
  options.argument_count = 0;
  options.readable_count = options.writable_count = 1;
  CHECK(aspen_vm_new(&options) == nullptr);
  options.readable_count = options.writable_count = 0;

  World w{aspen_vm_new(&options)};
  CHECK(run(w.vm, "f = n -> n + 1") == ASPEN_OK);
  w.mailbox = aspen_mailbox_new(w.vm);
  w.root = aspen_root_new(w.vm, aspen_make_unit());
  CHECK(aspen_compile(w.vm, "2", 1, "two.asp", &w.program, nullptr) == ASPEN_OK);
  aspen_program* const program = w.program;
  aspen_within(w.vm, inside, &w);
  tries_all();
  CHECK_EQUAL(aspen_error_message(nullptr), "");
  CHECK(run(w.vm, "f = n -> n + 1\nassert (f 1 == 2)") == ASPEN_OK);
  two_threads(w.vm);

  CHECK(w.program == program);
  aspen_program_free(program);
  aspen_future_release(w.future);
  aspen_mailbox_release(w.mailbox);
  aspen_root_release(w.root);
  aspen_vm_free(w.vm);
  return failures;
}
