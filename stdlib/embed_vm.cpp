// The part of the C interface that makes machines, and compiles and runs programs in them.
#include <new>

#include "stdlib/embed.h"
#include "vm/function.h"
#include "vm/native_stack.h"
#include "vm/record.h"
#include "vm/suggest.h"

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

MachineOptions machine_options(const aspen_options& from) {
  MachineOptions options;
  if (from.heap_bytes != 0) options.limits.heap_bytes = from.heap_bytes;
  if (from.stack_bytes != 0) options.limits.stack_bytes = from.stack_bytes;
  if (from.fuel != 0) options.limits.fuel = from.fuel;
  if (from.wall_ns != 0) options.limits.wall_ns = from.wall_ns;
  if (from.tasks != 0) options.limits.tasks = from.tasks;
  options.hash_seed = from.hash_seed;
  options.out = sink_function(from.out, from.context);
  options.err = sink_function(from.err, from.context);
  options.permissions = permissions_of(from);
  for (size_t i = 0; i < from.argument_count; ++i) options.arguments.emplace_back(from.arguments[i]);
  return options;
}

aspen_status status_of(Outcome::End end) {
  switch (end) {
    case Outcome::End::finished: return ASPEN_OK;
    case Outcome::End::failed: return ASPEN_SCRIPT_ERROR;
    case Outcome::End::exited: return ASPEN_EXIT;
    case Outcome::End::interrupted: return ASPEN_INTERRUPTED;
    case Outcome::End::out_of_fuel: return ASPEN_OUT_OF_FUEL;
    case Outcome::End::out_of_memory: return ASPEN_OUT_OF_MEMORY;
    case Outcome::End::out_of_time: return ASPEN_OUT_OF_TIME;
    case Outcome::End::out_of_tasks: return ASPEN_OUT_OF_TASKS;
  }
  return ASPEN_SCRIPT_ERROR;
}

}  // namespace

aspen_status aspen::finish_run(aspen_vm* vm, const Outcome& outcome, aspen_error** error) {
  vm->machine().out().flush();
  vm->machine().err().flush();
  aspen_status status = status_of(outcome.end);
  if (outcome.finished() || error == nullptr) return status;
  *error =
      new aspen_error{status, vm->engine.headline(outcome), vm->engine.report(outcome), outcome.exit_code};
  return status;
}

namespace {

// What calling the module does.
Value converter_value(aspen_vm* vm, const std::string& module, BuiltinInfo& info) {
  const auto found = vm->converters.find(module);
  if (found == vm->converters.end()) return Value::undefined();
  info.converter = found->second->name;
  return vm->machine().builtin_value(*vm->machine().builtin(found->second->name));
}

// The host's modules as values: records of their members. Those of types before the modules that they are in.
void define_modules(aspen_vm* vm) {
  vm->types.close_all();
  if (!vm->modules_changed) return;
  vm->modules_changed = false;
  Machine& machine = vm->machine();
  NativeStackScope scope(vm->mutator());
  Allocator& allocator = vm->allocator();
  for (auto module = vm->modules.rbegin(); module != vm->modules.rend(); ++module) {
    const auto& [name, members] = *module;
    const BuiltinInfo* known = vm->engine.catalogue().find(name);
    if (known != nullptr && !vm->host_modules.contains(name))
      continue;  // more functions for a module of the library
    vm->host_modules.insert(name);
    std::vector<Symbol> fields;
    for (const std::string& member : members) fields.push_back(machine.symbols().intern(member));
    std::vector<Value> undefined(members.size(), Value::unit());
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
}

aspen_status finish_compile(aspen_vm* vm, CompileResult result, aspen_program** program,
                            aspen_error** error) {
  if (result.ok()) {
    *program = new aspen_program{std::move(result.program), ++vm->programs};
    return ASPEN_OK;
  }
  if (error == nullptr) return ASPEN_COMPILE_ERROR;
  const auto& errors = result.diagnostics.errors();
  std::string message = errors.empty() ? result.unreadable : errors[0].message;
  *error = new aspen_error{ASPEN_COMPILE_ERROR, message, result.render()};
  return ASPEN_COMPILE_ERROR;
}

CompileOptions compile_options(aspen_vm* vm) {
  const Permissions& permissions = vm->machine().options().permissions;
  return {.keep_names = true, .may_import = [&permissions](const std::string& path) {
            return permissions.may_reach(Capability::fs_read, path);
          }};
}

std::string folder_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

// The field of a module's record; false if there is none.
bool find_name(Machine& machine, const LoadedModule& module, Symbol name, aspen_value* value) {
  if (!is_kind(module.record, Kind::Record)) return false;
  const Record* record = as<Record>(module.record);
  int slot = machine.shapes()[record->shape()].slot(name);
  if (slot < 0) return false;
  share(record->slots()[slot]);
  *value = to_raw(record->slots()[slot]);
  return true;
}

std::string unknown_name(aspen_vm* vm, const char* name) {
  NearestName nearest(name);
  for (const aspen_vm::Ran& ran : vm->ran) {
    if (!is_kind(ran.module->record, Kind::Record)) continue;
    const Shape& shape = vm->machine().shapes()[as<Record>(ran.module->record)->shape()];
    for (Symbol field : shape.fields) nearest.consider(vm->machine().symbols().name(field));
  }
  std::string hint = nearest.hint();
  return std::string("no program that ran defines `") + name + "`" + (hint.empty() ? "" : "; " + hint);
}

}  // namespace

aspen_status aspen::fail(aspen_status status, std::string message, aspen_error** error) {
  if (error != nullptr) *error = new aspen_error{status, message, message + "\n"};
  return status;
}

aspen_vm* aspen_vm_new(const aspen_options* options) {
  if (options->struct_size < sizeof(aspen_options)) return nullptr;
  try {
    auto vm = std::make_unique<aspen_vm>(machine_options(*options));
    std::string refused;
    if (options->wall_ns != 0 && !vm->machine().prepare_polling(refused)) return nullptr;
    return vm.release();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void aspen_vm_free(aspen_vm* vm) { delete vm; }

void aspen_interrupt(aspen_vm* vm) { vm->machine().interrupt(); }

aspen_status aspen_compile(aspen_vm* vm, const char* text, size_t size, const char* name,
                           aspen_program** program, aspen_error** error) {
  return guarded(error, [&] {
    define_modules(vm);
    CompileResult result = compile_text(name, std::string(text, size), vm->engine.catalogue(),
                                        compile_options(vm), folder_of(name));
    return finish_compile(vm, std::move(result), program, error);
  });
}

aspen_status aspen_compile_file(aspen_vm* vm, const char* path, aspen_program** program,
                                aspen_error** error) {
  return guarded(error, [&] {
    define_modules(vm);
    return finish_compile(vm, compile_file(path, vm->engine.catalogue(), compile_options(vm)), program,
                          error);
  });
}

void aspen_program_free(aspen_program* program) { delete program; }

aspen_status aspen_run(aspen_vm* vm, const aspen_program* program, aspen_error** error) {
  return guarded(error, [&] {
    if (vm->engine.running())
      return fail(ASPEN_MISUSE, "a function that a script called cannot run another", error);
    NativeStackScope scope(vm->mutator());
    std::string wrong;
    LoadedModule* module = vm->engine.load(program->program, wrong);
    if (module == nullptr) return fail(ASPEN_MISUSE, wrong, error);
    Outcome outcome = vm->engine.run(*module);
    if (outcome.finished()) {
      std::erase_if(vm->ran, [&](const aspen_vm::Ran& ran) { return ran.program == program->number; });
      vm->ran.push_back({program->number, module});
    }
    return finish_run(vm, outcome, error);
  });
}

aspen_status aspen_get(aspen_vm* vm, const char* name, aspen_value* value, aspen_error** error) {
  return guarded(error, [&] {
    Symbol symbol = vm->machine().symbols().intern(name);
    for (auto ran = vm->ran.rbegin(); ran != vm->ran.rend(); ++ran) {
      if (find_name(vm->machine(), *ran->module, symbol, value)) return ASPEN_OK;
    }
    return fail(ASPEN_TYPE_ERROR, unknown_name(vm, name), error);
  });
}

aspen_status aspen_call(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                        aspen_value* result, aspen_error** error) {
  return guarded(error, [&] {
    if (vm->engine.running())
      return fail(ASPEN_MISUSE, "a function that a script called cannot call another", error);
    NativeStackScope scope(vm->mutator());
    Outcome outcome = vm->engine.call(from_raw(function), reinterpret_cast<const Value*>(arguments),
                                      static_cast<unsigned>(count));
    if (outcome.finished()) *result = to_raw(outcome.value);
    return finish_run(vm, outcome, error);
  });
}

void aspen_collect(aspen_vm* vm) {
  NativeStackScope scope(vm->mutator());
  vm->machine().heap().collect(vm->mutator());
}

aspen_statistics aspen_get_statistics(const aspen_vm* vm) {
  const Heap& heap = const_cast<aspen_vm*>(vm)->machine().heap();
  return {heap.statistics().collections, heap.statistics().bytes_allocated, heap.bytes_used()};
}

aspen_status aspen_error_status(const aspen_error* error) { return error->status; }
const char* aspen_error_message(const aspen_error* error) { return error->message.c_str(); }
const char* aspen_error_report(const aspen_error* error) { return error->report.c_str(); }
int aspen_error_exit_code(const aspen_error* error) { return error->exit_code; }
void aspen_error_free(aspen_error* error) { delete error; }

void aspen_within(aspen_vm* vm, void (*body)(void* data), void* data) {
  NativeStackScope scope(vm->mutator());
  body(data);
}

aspen_root* aspen_root_new(aspen_vm* vm, aspen_value value) {
  share(from_raw(value));
  return new (std::nothrow) aspen_root{Root<>(vm->machine().heap(), from_raw(value)), vm};
}

void aspen_root_retain(aspen_root* root) { ++root->owners; }
void aspen_root_release(aspen_root* root) {
  if (--root->owners == 0) delete root;
}
aspen_value aspen_root_get(const aspen_root* root) { return to_raw(root->value.get()); }
aspen_vm* aspen_root_vm(const aspen_root* root) { return root->value.attached() ? root->vm : nullptr; }
