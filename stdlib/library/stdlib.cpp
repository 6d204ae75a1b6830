#include "stdlib/library/stdlib.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "stdlib/library/library.h"
#include "stdlib/library/range_loops.h"
#include "stdlib/native/capabilities.h"
#include "vm/heap/native_stack.h"
#include "vm/values/list.h"

namespace aspen {

const BuiltinCatalogue& standard_catalogue() { return Library::instance(); }

namespace {

LoadedModule& load(Machine& machine, const LibraryChunk& part) {
  std::string error;
  LoadedModule* loaded = machine.load(part.chunk(), error);
  if (loaded) return *loaded;
  std::fprintf(stderr, "%s: %s\n", part.chunk().path.c_str(), error.c_str());
  std::abort();
}

void define_functions(Machine& machine, const LibraryChunk& part) {
  LoadedModule& loaded = load(machine, part);
  make_range_loops(part.name, loaded);
  for (const Export& function : part.exports) {
    machine.define(part.prefix + function.name, loaded.functions[static_cast<size_t>(function.function)]);
  }
}

Value member_value(Machine& machine, std::string_view name) {
  return machine.builtin_value(*machine.builtin(name));
}

// "upper" of "string.upper" in module "string"; empty if the name is not in that module.
std::string_view member_name(const LibraryName& entry, std::string_view module) {
  bool member =
      entry.name.size() > module.size() && entry.name[module.size()] == '.' && entry.name.starts_with(module);
  return member ? entry.name.substr(module.size() + 1) : std::string_view();
}

Value module_fields(Machine& machine, const Library& library, std::string_view module) {
  std::vector<Symbol> names;
  Allocator& allocator = machine.main_strand().allocator();
  List* values = new_list(allocator);  // a list, so that the collector sees the values
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

void define_module(Machine& machine, std::string_view name) {
  auto modules = library_modules();
  auto module = std::find_if(modules.begin(), modules.end(), [&](auto& m) { return m.name == name; });
  Value fields = module_fields(machine, Library::instance(), name);
  std::string_view converter = module->converter;
  Value called = converter.empty() ? Value::undefined() : member_value(machine, converter);
  Symbol symbol = machine.symbols().intern(name);
  machine.define(name,
                 Value::object(machine.main_strand().allocator().make<Module>(0, symbol, fields, called)));
}

void define_value(Machine& machine, std::string_view name) {
  for (const LibraryValue& value : library_values()) {
    if (value.name == name) machine.define(name, value.make(machine));
  }
}

// Defining a function from an Aspen file defines all functions of that file.
void define_function(Machine& machine, const LibraryName& entry) {
  if (entry.alias_of.empty()) return define_functions(machine, *entry.chunk);
  machine.define(entry.name, *machine.builtin(entry.alias_of)->function);
}

// See Machine::Library.
void define_name(Machine& machine, std::string_view name) {
  const LibraryName* entry = Library::instance().entry(name);
  if (entry == nullptr) return;
  NativeStackScope scope(machine.mutator());
  switch (entry->info.kind) {
    case BuiltinInfo::Kind::native: return define_permitted(machine, *entry->native);
    case BuiltinInfo::Kind::function: return define_function(machine, *entry);
    case BuiltinInfo::Kind::value: return define_value(machine, name);
    case BuiltinInfo::Kind::module: return define_module(machine, name);
  }
}

}  // namespace

void define_stdlib(Machine& machine) { machine.set_library(define_name); }

}  // namespace aspen
