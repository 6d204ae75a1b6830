// The C interface for making machines, and for compiling and running programs in them.
#include <algorithm>

#include "stdlib/embed/embed_entry.h"
#include "vm/heap/native_stack.h"
#include "vm/object/function.h"
#include "vm/values/record.h"
#include "vm/values/suggest.h"

using namespace aspen;

namespace {

std::function<void(std::string_view)> sink_function(aspen_sink sink, void* context) {
  if (sink == nullptr) return {};
  return [sink, context](std::string_view text) { sink(context, text.data(), text.size()); };
}

Permissions permissions_of(const aspen_options& from) {
  Permissions out;
  for (size_t i = 0; i < kCapabilityCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    if ((from.capabilities & bit_of(capability)) != 0) out.grant(capability);
  }
  for (size_t i = 0; i < from.readable_count; ++i) out.grant_below(Capability::fs_read, from.readable[i]);
  for (size_t i = 0; i < from.writable_count; ++i) out.grant_below(Capability::fs_write, from.writable[i]);
  return out;
}
static_assert(ASPEN_FS_READ == bit_of(Capability::fs_read) &&
              ASPEN_FS_WRITE == bit_of(Capability::fs_write) && ASPEN_NET == bit_of(Capability::net) &&
              ASPEN_PROCESS == bit_of(Capability::process) && ASPEN_ENV == bit_of(Capability::env) &&
              ASPEN_TIME == bit_of(Capability::time) && ASPEN_RANDOM == bit_of(Capability::random) &&
              ASPEN_INPUT == bit_of(Capability::input) && ASPEN_ALL_CAPABILITIES == kAllCapabilities);

SchedulerOptions scheduler_options(const aspen_options& from) {
  SchedulerOptions options;
  if (from.blocking_threads != 0) options.blocking_threads = from.blocking_threads;
  if (from.queue_capacity != 0) options.queue_capacity = from.queue_capacity;
  if (from.shutdown_deadline_ns != 0) options.shutdown_deadline_ns = from.shutdown_deadline_ns;
  options.on_overdue = sink_function(from.overdue, from.context);
  return options;
}

MachineOptions machine_options(const aspen_options& from) {
  MachineOptions options;
  if (from.heap_bytes != 0) options.limits.heap_bytes = from.heap_bytes;
  if (from.stack_bytes != 0) options.limits.stack_bytes = from.stack_bytes;
  if (from.fuel != 0) options.limits.fuel = from.fuel;
  if (from.wall_ns != 0) options.limits.wall_ns = from.wall_ns;
  if (from.tasks != 0) options.limits.tasks = from.tasks;
  options.task_priorities = from.task_priorities != 0;
  options.scheduler = scheduler_options(from);
  options.hash_seed = from.hash_seed;
  options.out = sink_function(from.out, from.context);
  options.gives_out_at_once = from.out != nullptr;  // in order with what the host does in between
  options.err = sink_function(from.err, from.context);
  options.permissions = permissions_of(from);
  for (size_t i = 0; i < from.argument_count; ++i) options.arguments.emplace_back(from.arguments[i]);
  return options;
}

// What is wrong with the texts of one option; empty if nothing is.
std::string complaint_of_texts(const char* option, const char* const* texts, size_t count,
                               bool may_be_empty) {
  if (texts == nullptr && count != 0) return std::string(option) + ": is null";
  for (size_t i = 0; i < count; ++i) {
    const std::string which = std::string(option) + "[" + std::to_string(i) + "]";
    if (texts[i] == nullptr) return which + ": is null";
    if (*texts[i] == '\0' && !may_be_empty) return which + ": is empty; a directory is needed";
  }
  return {};
}

std::string complaint_of_queue(uint32_t count) {
  constexpr uint32_t kLeast = SchedulerOptions::kLeastQueued, kMost = SchedulerOptions::kMostQueued;
  if (count == 0 || (count >= kLeast && count <= kMost)) return {};
  return "queue_capacity: " + std::to_string(count) + " is not in " + std::to_string(kLeast) + " to " +
         std::to_string(kMost);
}

std::string complaint(const aspen_options& options) {
  if (options.struct_size < sizeof(aspen_options))
    return "struct_size: made for another version of the library";
  if ((options.capabilities & ~uint32_t{ASPEN_ALL_CAPABILITIES}) != 0)
    return "capabilities: has bits that stand for no capability";
  const std::string complaints[] = {
      complaint_of_queue(options.queue_capacity),
      complaint_of_texts("arguments", options.arguments, options.argument_count, true),
      complaint_of_texts("readable", options.readable, options.readable_count, false),
      complaint_of_texts("writable", options.writable, options.writable_count, false)};
  for (const std::string& one : complaints) {
    if (!one.empty()) return one;
  }
  return {};
}

aspen_status create(const aspen_options& options, aspen_vm** vm, aspen_error** error) {
  if (std::string wrong = complaint(options); !wrong.empty())
    return fail(ASPEN_MISUSE, std::move(wrong), error);
  auto made = std::make_unique<aspen_vm>(machine_options(options), options.load, options.context);
  std::string refused;
  if (options.wall_ns != 0 && !made->machine().prepare_polling(refused))
    return fail(ASPEN_OUT_OF_MEMORY, refused, error);
  *vm = made.release();
  return ASPEN_OK;
}

// The function that runs when the module is called.
Value converter_value(aspen_vm* vm, const std::string& module, BuiltinInfo& info) {
  const auto found = vm->converters.find(module);
  if (found == vm->converters.end()) return Value::undefined();
  info.converter = found->second->name;
  return vm->machine().builtin_value(*vm->machine().builtin(found->second->name));
}

// Makes records of the members of the host's modules. Modules of types come before those that contain them.
void define_modules(aspen_vm* vm) {
  vm->types.close_all();
  if (!vm->modules_changed) return;
  Machine& machine = vm->machine();
  NativeStackScope scope(vm->mutator());
  Allocator& allocator = vm->allocator();
  for (auto module = vm->modules.rbegin(); module != vm->modules.rend(); ++module) {
    const auto& [name, members] = *module;
    const BuiltinInfo* known = vm->engine.catalogue().find(name);
    if (known != nullptr && !vm->host_modules.contains(name))
      continue;  // the host adds functions to a module of the library
    vm->host_modules.insert(name);
    std::vector<Symbol> fields;
    for (const std::string& member : members) fields.push_back(machine.symbols().intern(member));
    std::vector<Value> undefined(members.size(), Value::unit());  // immediate values
    Record* record = new_record(allocator, machine.shapes().intern(fields), undefined.data());
    for (size_t i = 0; i < members.size(); ++i) {
      record->slots()[i] = machine.builtin_value(*machine.builtin(name + "." + members[i]));
    }
    Value fields_value = Value::object(record);
    share(fields_value);
    BuiltinInfo info{.kind = BuiltinInfo::Kind::module};
    const Value converter = converter_value(vm, name, info);
    machine.define(name, Value::object(allocator.make<Module>(0, machine.symbols().intern(name), fields_value,
                                                              converter)));
    vm->engine.catalogue().add(name, info);
  }
  vm->modules_changed = false;
}

aspen_status finish_compile(aspen_vm* vm, CompileResult result, aspen_program** program,
                            aspen_error** error) {
  if (result.ok()) {
    *program = new aspen_program{std::move(result.program), vm->identity};
    return ASPEN_OK;
  }
  if (error == nullptr) return ASPEN_COMPILE_ERROR;
  const auto& errors = result.diagnostics.errors();
  std::string message = errors.empty() ? result.unreadable : errors[0].message;
  std::string report = result.render();
  for (const std::string& why : vm->refused) report += "a definition of the host was refused: " + why + "\n";
  *error = new aspen_error(ASPEN_COMPILE_ERROR, message, report);
  return ASPEN_COMPILE_ERROR;
}

bool read_from_host(aspen_vm* vm, const std::string& path, std::string& text, std::string& error) {
  aspen_import import;
  {
    const Occupant::Absence absence(vm->occupant);
    vm->loader(vm->loader_context, path.c_str(), &import);
  }
  if (import.has_no_memory) throw std::bad_alloc();
  if (!import.text) return error = std::move(import.reason), false;
  text = *std::move(import.text);
  return true;
}

CompileOptions compile_options(aspen_vm* vm) {
  CompileOptions options{.keep_names = true};
  const Permissions& permissions = vm->machine().options().permissions;
  options.may_import = [&permissions](const std::string& path) {
    return permissions.may_reach(Capability::fs_read, path);
  };
  if (vm->loader != nullptr) {
    options.read_module = [vm](const std::string& path, std::string& text, std::string& error) {
      return read_from_host(vm, path, text, error);
    };
  }
  return options;
}

std::string folder_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

// Looks in one program only, however many have run.
bool find_name(aspen_vm* vm, std::string_view name, aspen_value* value) {
  const auto found = vm->defined.find(name);
  if (found == vm->defined.end()) return false;
  const Value v = as<Record>(found->second.program->get())->slots()[found->second.slot];
  share(v);
  *value = to_raw(v);
  return true;
}

void note_names(aspen_vm* vm, Value program) {
  if (!is_kind(program, Kind::Record)) return;
  const auto held = std::make_shared<const Root<>>(vm->machine().heap(), program);
  const Shape& shape = vm->machine().shapes()[as<Record>(program)->shape()];
  for (size_t slot = 0; slot < shape.fields.size(); ++slot) {
    const std::string_view name = vm->machine().symbols().name(shape.fields[slot]);
    vm->defined.insert_or_assign(std::string(name), aspen_vm::Defined{held, slot});
  }
}

std::string unknown_name(aspen_vm* vm, const char* name) {
  NearestName nearest(name);
  for (const auto& [defined, where] : vm->defined) nearest.consider(defined);
  std::string hint = nearest.hint();
  return std::string("no program that ran defines `") + name + "`" + (hint.empty() ? "" : "; " + hint);
}

}  // namespace

bool aspen::are_arguments(const aspen_value* arguments, size_t count) {
  constexpr size_t kMostArguments = 250;  // registers that an instruction can name, less a call's own
  if (count > kMostArguments || (arguments == nullptr && count != 0)) return false;
  return std::all_of(arguments, arguments + count, is_value);
}

aspen_status aspen_vm_create(const aspen_options* options, aspen_vm** vm, aspen_error** error) {
  const auto create_it = [&] {
    *vm = nullptr;
    return create(*options, vm, error);
  };
  return attempt_status(__func__, error, create_it, Needed("options", options), Needed("vm", vm));
}

aspen_vm* aspen_vm_new(const aspen_options* options) {
  aspen_vm* vm = nullptr;
  return attempt_status(
             __func__, nullptr, [&] { return create(*options, &vm, nullptr); }, Needed("options", options)),
         vm;
}

int aspen_vm_free(aspen_vm* vm) {
  return attempt(vm == nullptr ? 1 : 0, vm != nullptr, [vm, call = __func__] {
    if (!vm->occupant.enter(call)) return report_misuse(call, vm), 0;
    vm->is_ending = true;
    vm->occupant.close();
    delete vm;
    return 1;
  });
}

void aspen_interrupt(aspen_vm* vm) {
  attempt(vm != nullptr, [&] { vm->machine().interrupt(); });
}

int aspen_clear_interrupt(aspen_vm* vm) {
  return attempt(0, vm != nullptr, [&] { return vm->machine().take_interrupt() ? 1 : 0; });
}

aspen_status aspen_compile(aspen_vm* vm, const char* text, size_t size, const char* name,
                           aspen_program** program, aspen_error** error) {
  const auto compile = [&] {
    define_modules(vm);
    CompileResult result = compile_text(name, text == nullptr ? std::string() : std::string(text, size),
                                        vm->engine.catalogue(), compile_options(vm), folder_of(name));
    return finish_compile(vm, std::move(result), program, error);
  };
  return enter(__func__, vm, error, compile, Needed("text", text != nullptr || size == 0),
               Needed("name", name), Needed("program", program));
}

aspen_status aspen_compile_file(aspen_vm* vm, const char* path, aspen_program** program,
                                aspen_error** error) {
  const auto compile = [&] {
    define_modules(vm);
    return finish_compile(vm, compile_file(path, vm->engine.catalogue(), compile_options(vm)), program,
                          error);
  };
  return enter(__func__, vm, error, compile, Needed("path", path), Needed("program", program));
}

void aspen_give_module(aspen_import* import, const char* text, size_t size) {
  const auto give = [&] {
    import->has_no_memory = true;  // until the text is copied
    import->text.emplace(size == 0 ? "" : text, size);
    import->has_no_memory = false;
  };
  attempt(import != nullptr && (text != nullptr || size == 0), give);
}

void aspen_refuse_module(aspen_import* import, const char* reason) {
  const auto refuse = [&] {
    import->text.reset();
    import->has_no_memory = true;
    import->reason = reason == nullptr ? aspen_import().reason : reason;
    import->has_no_memory = false;
  };
  attempt(import != nullptr, refuse);
}

void aspen_program_free(aspen_program* program) {
  attempt(true, [&] { delete program; });
}

aspen_status aspen_run(aspen_vm* vm, const aspen_program* program, aspen_error** error) {
  const auto run = [&] {
    if (vm->engine.running())
      return fail(ASPEN_MISUSE, "a function that a script called cannot run a program", error);
    if (program->compiled_by != vm->identity)
      return fail(ASPEN_MISUSE, "aspen_run: another VM has compiled this program; compile it in this one",
                  error);
    NativeStackScope scope(vm->mutator());
    std::string wrong;
    LoadedModule* module = vm->engine.load(program->program, wrong);
    if (module == nullptr) return fail(ASPEN_MISUSE, wrong, error);
    Outcome outcome = vm->engine.run(*module);
    if (outcome.finished()) note_names(vm, outcome.value);
    vm->engine.release(*module);
    return finish_run(vm, outcome, error);
  };
  return enter(__func__, vm, error, run, Needed("program", program));
}

aspen_status aspen_get(aspen_vm* vm, const char* name, aspen_value* value, aspen_error** error) {
  const auto get = [&] {
    if (find_name(vm, name, value)) return ASPEN_OK;
    return fail(ASPEN_TYPE_ERROR, unknown_name(vm, name), error);
  };
  return enter(__func__, vm, error, get, Needed("name", name), Needed("value", value));
}

aspen_status aspen_call(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                        aspen_value* result, aspen_error** error) {
  const auto call = [&] {
    if (vm->engine.running())
      return fail(ASPEN_MISUSE,
                  "a function that a script called cannot call another: it starts the call (aspen_start, "
                  "Function::start), or a function in Aspen makes both calls",
                  error);
    NativeStackScope scope(vm->mutator());
    Outcome outcome = vm->engine.call(from_raw(function), reinterpret_cast<const Value*>(arguments),
                                      static_cast<unsigned>(count));
    if (outcome.finished()) *result = to_raw(outcome.value);
    return finish_run(vm, outcome, error);
  };
  return enter(__func__, vm, error, call, Needed("function", is_value(function)),
               Needed("arguments", are_arguments(arguments, count)), Needed("result", result));
}

void aspen_collect(aspen_vm* vm) {
  use_alone(__func__, vm, 0, true, [&] {
    NativeStackScope scope(vm->mutator());
    vm->machine().heap().collect(vm->mutator());
    return 0;
  });
}

void aspen_dump_tasks(aspen_vm* vm, aspen_sink sink, void* context) {
  use_alone(__func__, vm, 0, sink != nullptr, [&] {
    const std::string text = vm->engine.tasks(vm->mutator());
    sink(context, text.data(), text.size());
    return 0;
  });
}

aspen_statistics aspen_get_statistics(const aspen_vm* vm) {
  return use(vm, aspen_statistics{}, true, [&]() -> aspen_statistics {
    const Heap& heap = const_cast<aspen_vm*>(vm)->machine().heap();
    return {heap.statistics().collections, heap.statistics().bytes_allocated, heap.bytes_used()};
  });
}

static aspen_status call_within(aspen_vm* vm, void (*body)(void* data), void* data) {
  NativeStackScope scope(vm->mutator());
  body(data);
  return ASPEN_OK;
}

aspen_status aspen_within(aspen_vm* vm, void (*body)(void* data), void* data) {
  const auto within = [&] { return call_within(vm, body, data); };
  return enter(__func__, vm, nullptr, within, Needed("body", body));
}

aspen_status aspen_within_call(aspen_vm* vm, const char* call, void (*body)(void* data), void* data,
                               aspen_error** error) {
  const auto within = [&] { return call_within(vm, body, data); };
  return enter(call == nullptr ? __func__ : call, vm, error, within, Needed("call", call),
               Needed("body", body));
}

aspen_root* aspen_root_new(aspen_vm* vm, aspen_value value) {
  return use<aspen_root*>(vm, nullptr, is_value(value), [&] {
    share(from_raw(value));
    return new aspen_root{Root<>(vm->machine().heap(), from_raw(value)), vm};
  });
}

void aspen_root_retain(aspen_root* root) {
  attempt(root != nullptr, [&] { ++root->owners; });
}
void aspen_root_release(aspen_root* root) {
  attempt(root != nullptr, [&] {
    if (--root->owners == 0) delete root;
  });
}
aspen_value aspen_root_get(const aspen_root* root) {
  return attempt(ASPEN_NO_VALUE, root != nullptr, [&] { return to_raw(root->value.get()); });
}
aspen_vm* aspen_root_vm(const aspen_root* root) {
  return attempt<aspen_vm*>(nullptr, root != nullptr,
                            [&] { return root->value.attached() ? root->vm : nullptr; });
}
