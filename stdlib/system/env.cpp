// Module env: environment variables of this process, which children inherit.
#include <cstdlib>
#include <ctime>

#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/path_value.h"
#include "stdlib/system/environment.h"

extern char** environ;

namespace aspen {

std::unique_lock<std::mutex> hold_environment() {
  static std::mutex lock;
  return std::unique_lock(lock);
}

std::optional<std::string> environment_variable(const char* name) {
  auto hold = hold_environment();
  const char* value = std::getenv(name);
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

std::vector<std::string> environment_rows() {
  auto hold = hold_environment();
  std::vector<std::string> rows;
  for (char** row = environ; row && *row; ++row) rows.emplace_back(*row);
  return rows;
}

bool is_variable_name(std::string_view name) {
  return !name.empty() && name.find_first_of(std::string_view("=\0", 2)) == std::string_view::npos;
}

namespace {

// False with a ValueError pending.
bool good_name(Strand& s, AnyBytes name) {
  if (!pay_for_pass(s, name.view)) return fail_with(s.raise_stop());
  if (is_variable_name(name.view)) return true;
  return fail_with(bad_argument(s, 0, "cannot be the name of a variable"));
}

Value get(Strand& s, AnyBytes name) {
  if (!good_name(s, name)) return Value::exception();
  std::optional<std::string> value = environment_variable(std::string(name.view).c_str());
  return value ? some(s, path_value(s, *value)) : none();
}

Value all(Strand& s, UnitArgument) {
  Dict* out = new_dict(s.allocator());
  for (const std::string& row : environment_rows()) {
    std::string_view text = row;
    size_t equals = text.find('=', 1);
    if (equals == text.npos) continue;
    Value name = path_value(s, text.substr(0, equals));
    set(s.allocator(), context(s), out, name, path_value(s, text.substr(equals + 1)));
  }
  return Value::object(out);
}

// The C library reads the zone of local times once, and localtime_r need not read it again. REQUIRES: the
// environment's lock is held.
void note_time_zone(AnyBytes name) {
  if (name.view == "TZ") ::tzset();
}

Value set_variable(Strand& s, AnyBytes name, AnyBytes value) {
  if (!good_name(s, name)) return Value::exception();
  if (value.view.find('\0') != std::string_view::npos)
    return bad_argument(s, 1, "cannot contain a NUL character");
  auto hold = hold_environment();
  bool done = ::setenv(std::string(name.view).c_str(), std::string(value.view).c_str(), 1) == 0;
  note_time_zone(name);
  hold.unlock();
  return done ? Value::unit() : s.io_error(errno, "");
}

Value unset_variable(Strand& s, AnyBytes name) {
  if (!good_name(s, name)) return Value::exception();
  auto hold = hold_environment();
  ::unsetenv(std::string(name.view).c_str());
  note_time_zone(name);
  return Value::unit();
}

const NativeDescriptor kRows[] = {
    row<get>(
        "env.get", "name", kBorrows,
        "`Some` of the value of a variable, or `None`. Names and values are Strings, or Bytes where they are "
        "not UTF-8.\nenv.get \"SURELY_UNSET\" => None",
        Effect::write),
    row<all>("env.all", "()", kBorrows, "All variables, a dict from name to value.", Effect::write),
    row<set_variable>("env.set", "name value", kBorrows,
                      "Sets a variable. TZ is the time zone of local times from then on.", Effect::write),
    row<unset_variable>("env.unset", "name", kBorrows, "Removes a variable, if it is there.", Effect::write),
};

}  // namespace

NativeTable env_natives() { return kRows; }

}  // namespace aspen
