// Names of the library with values that are not functions.
#include <unistd.h>

#include <limits>
#include <numbers>

#include "stdlib/library/library.h"
#include "stdlib/native/native.h"
#include "stdlib/native/path_value.h"

namespace aspen {

namespace {

Value arguments(Machine& machine) {
  Allocator& allocator = machine.main_strand().allocator();
  List* list = new_list(allocator);
  for (const std::string& argument : machine.options().arguments) {
    push(allocator, list, path_value(machine.main_strand(), argument));
  }
  return Value::object(list);
}

Value pi(Machine&) { return Value::number(std::numbers::pi); }
Value tau(Machine&) { return Value::number(2 * std::numbers::pi); }
Value euler(Machine&) { return Value::number(std::numbers::e); }
Value infinity(Machine&) { return Value::number(std::numeric_limits<double>::infinity()); }
Value not_a_number(Machine&) { return Value::nan(); }

Value process_id(Machine&) { return Value::small_int(getpid()); }

const LibraryValue kValues[] = {
    {"args", arguments,
     "The program's arguments, a list of Strings. An argument that is not UTF-8, such as the name of a file, "
     "is Bytes. `cli.options` reads options."},
    {"process.args", arguments, "The same as `args`."},
    {"process.pid", process_id, "The number of this process."},
    {"math.pi", pi, "The circumference of a circle of diameter 1.\nmath.pi => 3.141592653589793"},
    {"math.tau", tau, "2 * math.pi.\nmath.tau => 6.283185307179586"},
    {"math.e", euler, "The base of natural logarithms.\nmath.e => 2.718281828459045"},
    {"math.inf", infinity, "Infinity: greater than every other number.\n-math.inf => -inf"},
    {"math.nan", not_a_number,
     "Not a number: equal to nothing, itself included.\nmath.nan == math.nan => false"},
};

const LibraryModule kModules[] = {
#define ASPEN_MODULE(name, converter, doc) {#name, converter, doc},
#include "stdlib/library/modules.def"
#undef ASPEN_MODULE
};

}  // namespace

std::span<const LibraryValue> library_values() { return kValues; }
std::span<const LibraryModule> library_modules() { return kModules; }

}  // namespace aspen
