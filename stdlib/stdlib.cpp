#include "stdlib/stdlib.h"

#include <cstdio>
#include <cstdlib>

#include "stdlib/library.h"
#include "vm/list.h"
#include "vm/native_stack.h"

namespace aspen {

const BuiltinCatalogue& standard_catalogue() { return Library::instance(); }

namespace {

LoadedModule& load(Machine& machine, const LibraryChunk& part) {
  std::string error;
  LoadedModule* loaded = machine.load(part.chunk, error);
  if (loaded) return *loaded;
  std::fprintf(stderr, "%s: %s\n", part.chunk.path.c_str(), error.c_str());
  std::abort();
}

void define_functions(Machine& machine, const LibraryChunk& part) {
  LoadedModule& loaded = load(machine, part);
  for (const Export& function : part.exports) {
    machine.define(part.prefix + function.name, loaded.functions[static_cast<size_t>(function.function)]);
  }
}

Value member_value(Machine& machine, std::string_view name) {
  return machine.builtin_value(*machine.builtin(name));
}

Value module_fields(Machine& machine, const Library& library, std::string_view module) {
  std::vector<Symbol> names;
  Allocator& allocator = machine.main_strand().allocator();
  List* values = new_list(allocator);  // the collector sees what it holds
  for (const Entry* member : library.documentation().members(module)) {
    names.push_back(machine.symbols().intern(member->name.substr(module.size() + 1)));
    Value value = member_value(machine, member->name);
    share(value);
    push(allocator, values, value);
  }
  return Value::object(new_record(allocator, machine.shapes().intern(names), values->items));
}

void define_module(Machine& machine, const Library& library, const LibraryModule& module) {
  Value fields = module_fields(machine, library, module.name);
  std::string_view converter = module.converter;
  Value called = converter.empty() ? Value::undefined() : member_value(machine, converter);
  Symbol name = machine.symbols().intern(module.name);
  machine.define(module.name,
                 Value::object(machine.main_strand().allocator().make<Module>(0, name, fields, called)));
}

}  // namespace

void define_stdlib(Machine& machine) {
  NativeStackScope scope(machine.heap());
  const Library& library = Library::instance();
  for (const NativeDescriptor* native : library.natives()) machine.define(*native);
  for (const LibraryValue& value : library_values()) machine.define(value.name, value.make(machine));
  for (const LibraryChunk& part : library.chunks()) define_functions(machine, part);
  for (const auto& [name, of] : library.function_aliases())
    machine.define(name, *machine.builtin(of)->function);
  for (const LibraryModule& module : library_modules()) define_module(machine, library, module);
}

}  // namespace aspen
