#include "stdlib/system/line_form.h"

#include "stdlib/native/fields.h"

namespace aspen {

bool read_line_form(Strand& s, const Record& options, LineForm& out) {
  bool is_lossy = false, is_bytes = false;
  const bool is_read = for_each_field(s, options, [&](std::string_view name, Value v) {
    if ((name == "lossy" || name == "bytes") && v.is_bool()) {
      (name == "lossy" ? is_lossy : is_bytes) = v.is_true();
      return true;
    }
    return fail_with(bad_option(s, name, v, "lossy and bytes (true or false)"));
  });
  if (is_read && is_lossy && is_bytes) return fail_with(bad_argument(s, 0, "is both lossy and bytes"));
  out = is_lossy ? LineForm::lossy : is_bytes ? LineForm::bytes : LineForm::text;
  return is_read;
}

Value line_value(Strand& s, LineForm form, std::string_view line) {
  if (form == LineForm::lossy) return foreign_text(s, line);
  if (form == LineForm::bytes) return checked_bytes(s, line);
  return checked_text(s, line);
}

}  // namespace aspen
