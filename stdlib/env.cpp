// Module env: environment variables, of this process and those it starts.
#include <cstdlib>

#include "stdlib/native.h"
#include "stdlib/natives.h"

extern char** environ;

namespace aspen {

namespace {

// Whether the system can hold a variable of that name. False with a ValueError pending.
bool good_name(Strand& s, const String& name) {
  if (name.length > 0 && name.view().find_first_of(std::string_view("=\0", 2)) == std::string_view::npos)
    return true;
  bad_argument(s, 0, "cannot be the name of a variable");
  return false;
}

Value get(Strand& s, const String& name) {
  if (!good_name(s, name)) return Value::exception();
  const char* value = std::getenv(std::string(name.view()).c_str());
  return value ? some(s, foreign_text(s, value)) : none();
}

Value all(Strand& s, UnitArgument) {
  Dict* out = new_dict(s.allocator());
  for (char** row = environ; row && *row; ++row) {
    std::string_view text = *row;
    size_t equals = text.find('=', 1);
    if (equals == text.npos) continue;
    Value name = foreign_text(s, text.substr(0, equals));
    set(s.allocator(), context(s), out, name, foreign_text(s, text.substr(equals + 1)));
  }
  return Value::object(out);
}

Value set_variable(Strand& s, const String& name, const String& value) {
  if (!good_name(s, name)) return Value::exception();
  if (value.view().find('\0') != std::string_view::npos)
    return bad_argument(s, 1, "cannot contain a NUL character");
  if (::setenv(std::string(name.view()).c_str(), std::string(value.view()).c_str(), 1) != 0)
    return s.io_error(errno, "");
  return Value::unit();
}

Value unset_variable(Strand& s, const String& name) {
  if (!good_name(s, name)) return Value::exception();
  ::unsetenv(std::string(name.view()).c_str());
  return Value::unit();
}

const NativeDescriptor kRows[] = {
    row<get>("env.get", "name", kBorrows,
             "`Some` of the value of a variable, or `None`.\nenv.get \"SURELY_UNSET\" => None",
             Effect::write),
    row<all>("env.all", "()", kBorrows, "All variables, a dict from name to value.", Effect::write),
    row<set_variable>("env.set", "name value", kBorrows, "Sets a variable.", Effect::write),
    row<unset_variable>("env.unset", "name", kBorrows, "Removes a variable, if it is there.", Effect::write),
};

}  // namespace

NativeTable env_natives() { return kRows; }

}  // namespace aspen
