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

// "upper" of "string.upper" in module "string"; empty if the name is not in it.
std::string_view member_name(const LibraryName& entry, std::string_view module) {
  bool member =
      entry.name.size() > module.size() && entry.name[module.size()] == '.' && entry.name.starts_with(module);
  return member ? entry.name.substr(module.size() + 1) : std::string_view();
}

Value module_fields(Machine& machine, const Library& library, std::string_view module) {
  std::vector<Symbol> names;
  Allocator& allocator = machine.main_strand().allocator();
  List* values = new_list(allocator);  // the collector sees what it holds
  for (const LibraryName& entry : library.names()) {
    std::string_view name = member_name(entry, module);
    if (name.empty()) continue;
    names.push_back(machine.symbols().intern(name));
    Value value = member_value(machine, entry.name);
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

static void define_second_names(Machine& machine, const Library& library) {
  for (const LibraryName& entry : library.names()) {
    if (!entry.function || entry.alias_of.empty()) continue;
    const Builtin* original = machine.builtin(entry.alias_of);
    if (original != nullptr) machine.define(entry.name, *original->function);
  }
}

void define_stdlib(Machine& machine) {
  NativeStackScope scope(machine.heap());
  const Library& library = Library::instance();
  for (const LibraryName& entry : library.names()) {
    if (entry.native) machine.define(*entry.native);
  }
  for (const LibraryValue& value : library_values()) machine.define(value.name, value.make(machine));
  for (const LibraryChunk& part : library.chunks()) {
    define_functions(machine, part);
    define_second_names(machine, library);
  }
  for (const LibraryModule& module : library_modules()) define_module(machine, library, module);
}

}  // namespace aspen
