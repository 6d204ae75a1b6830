// Module log: writes lines with time, level and message to standard error, as text or as JSON.
#include <cmath>
#include <ctime>

#include "stdlib/data/json.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "stdlib/system/calendar.h"
#include "stdlib/system/log_levels.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

constexpr std::string_view kNames[] = {"debug", "info", "warn", "error", "off"};
constexpr std::string_view kOwnFields[] = {"time", "level", "message"};

// RFC 3339, in UTC, to the millisecond.
std::string time_text() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  std::string unused;
  std::string out = *format_civil(utc_of(static_cast<double>(now.tv_sec)), "%Y-%m-%dT%H:%M:%S", unused);
  const std::string milliseconds = std::to_string(1000 + now.tv_nsec / 1'000'000);
  return out + "." + milliseconds.substr(1) + "Z";
}

std::string_view text_of(Value string) { return as<String>(string)->view(); }

// Calls `each(name, value)` for the fields of a record or of a Dict with string keys, which is argument 0.
// False with an error pending.
template <class Each>
bool for_each_named(Strand& s, Value fields, Each each) {
  const auto own = [&](std::string_view name, Value v) {
    if (std::find(std::begin(kOwnFields), std::end(kOwnFields), name) == std::end(kOwnFields))
      return each(name, v);
    return fail_with(bad_argument(s, 0, "cannot have time, level or message, which each line has"));
  };
  if (is_kind(fields, Kind::Record)) return for_each_field(s, *as<Record>(fields), own);
  if (!is_kind(fields, Kind::Dict)) return fail_with(wrong_type(s, 0, fields, "a Record or a Dict"));
  const Dict* dict = as<Dict>(fields);
  for (uint32_t i = next_entry(dict, 0); i != kNoEntry; i = next_entry(dict, i + 1)) {
    DictEntry entry = entry_at(dict, i);
    if (!is_kind(entry.key, Kind::String))
      return fail_with(wrong_type(s, 0, entry.key, "a Dict with strings for keys"));
    if (!s.touch(entry.value) || !own(text_of(entry.key), entry.value)) return false;
  }
  return true;
}

// The control character that begins at `at`, or 0: those of ASCII, DEL, and U+0080 to U+009F, which are C2 80
// to C2 9F in UTF-8. Terminals obey all of them.
unsigned control_at(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c < ' ' || c == 0x7f) return c;
  const unsigned next = c == 0xc2 && at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0xff;
  return next < 0xa0 ? next : 0;
}

// Whether the text can be read without quotes. May be true as well if the strand has to stop.
bool is_plain(Strand& s, std::string_view text) {
  Pieces pieces(s, text, 1);
  for (std::string_view piece; pieces.next_characters(piece);) {
    for (size_t i = 0; i < piece.size(); ++i) {
      const char c = piece[i];
      if (c == '\0' || c == ' ' || c == '"' || c == '=' || control_at(piece, i) != 0) return false;
    }
  }
  return !text.empty();
}

// Writes the character as `show` does, except for the tab.
void append_control(std::string& out, unsigned control) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  switch (control) {
    case 0: out += "\\0"; return;
    case '\t': out += '\t'; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case 0x1b: out += "\\e"; return;
  }
  out += "\\u{";
  if (control >= 16) out += kDigits[control / 16];
  (out += kDigits[control % 16]) += '}';
}

// Appends the text without line ends and control characters. Ends early if the strand has to stop.
void append_on_one_line(Strand& s, std::string& out, std::string_view text) {
  Pieces pieces(s, text, 3);
  for (std::string_view piece; pieces.next_characters(piece);) {
    for (size_t i = 0; i < piece.size(); ++i) {
      const unsigned control = control_at(piece, i);
      if (control == 0 && piece[i] != '\0') {
        out += piece[i];
        continue;
      }
      append_control(out, control);
      if (control >= 0x80) ++i;
    }
  }
}

bool append_field(Strand& s, std::string& line, std::string_view name, Value v) {
  line += ' ';
  if (is_plain(s, name))
    line += name;
  else
    append_quoted(line, name);
  line += '=';
  const bool is_bare = is_kind(v, Kind::String) && is_plain(s, text_of(v));
  if (is_bare) return append_paid(s, line, text_of(v)) || fail_with(s.raise_stop());
  const Value shown = show_of(s, v);
  if (shown.is_exception()) return false;
  line += text_of(shown);
  return true;
}

// "2026-01-31T12:00:00.000Z INFO  signed in user=5". False with an error pending.
bool append_text_line(Strand& s, LogLevel level, Value fields, std::string_view message, std::string& line) {
  line += time_text() + " ";
  const std::string_view name = name_of(level);
  for (char c : name) line += static_cast<char>(c - 'a' + 'A');
  line.append(6 - name.size(), ' ');
  append_on_one_line(s, line, message);
  return fields.is_unit() || for_each_named(s, fields, [&](std::string_view field, Value v) {
           return append_field(s, line, field, v);
         });
}

void put(Strand& s, Dict* dict, std::string_view name, Value v) {
  set(s.allocator(), context(s), dict, shared(text_value(s, name)), v);
}

bool append_json_line(Strand& s, LogLevel level, Value fields, std::string_view message, std::string& line) {
  Dict* object = new_dict(s.allocator());
  put(s, object, "time", text_value(s, time_text()));
  put(s, object, "level", text_value(s, name_of(level)));
  put(s, object, "message", text_value(s, message));
  const bool is_whole = fields.is_unit() || for_each_named(s, fields, [&](std::string_view field, Value v) {
                          put(s, object, field, shared(v));
                          return true;
                        });
  const Value json = is_whole ? show_json_leniently(s, Value::object(object)) : Value::exception();
  if (json.is_exception()) return false;
  line += text_of(json);
  return true;
}

// `fields` is () if there are none.
Value log(Strand& s, LogLevel level, Value fields, Value message) {
  const LogSettings& settings = s.machine().log_settings();
  if (level < settings.least.load(std::memory_order_relaxed)) return Value::unit();
  std::string text, line;
  TextRoom room(s);
  if (!append_text(text, s, message, room)) return Value::exception();
  const auto append_line =
      settings.is_json.load(std::memory_order_relaxed) ? append_json_line : append_text_line;
  if (!append_line(s, level, fields, text, line)) return Value::exception();
  line += '\n';
  if (!s.work(line.size() / kBytesCopiedPerWork)) return s.raise_stop();
  s.machine().out().flush();
  s.machine().err().write(line);
  return Value::unit();
}

template <LogLevel level>
Value log_message(Strand& s, Value message) {
  return log(s, level, Value::unit(), message);
}

template <LogLevel level>
Value log_with(Strand& s, Value fields, Value message) {
  return log(s, level, fields, message);
}

std::optional<LogLevel> level_argument(Strand& s, const String& name) {
  const std::optional<LogLevel> level = log_level_named(name.view());
  if (!level) bad_argument(s, 0, R"(must be "debug", "info", "warn", "error" or "off")");
  return level;
}

Value set_level(Strand& s, const String& name) {
  const std::optional<LogLevel> level = level_argument(s, name);
  if (!level) return Value::exception();
  s.machine().log_settings().least.store(*level, std::memory_order_relaxed);
  return Value::unit();
}

Value is_enabled(Strand& s, const String& name) {
  const std::optional<LogLevel> level = level_argument(s, name);
  if (!level) return Value::exception();
  return Value::boolean(*level != LogLevel::off &&
                        *level >= s.machine().log_settings().least.load(std::memory_order_relaxed));
}

Value set_format(Strand& s, const String& name) {
  const bool is_json = name.view() == "json";
  if (!is_json && name.view() != "text") return bad_argument(s, 0, R"(must be "text" or "json")");
  s.machine().log_settings().is_json.store(is_json, std::memory_order_relaxed);
  return Value::unit();
}

const NativeDescriptor kRows[] = {
    row<log_message<LogLevel::debug>>("log.debug", "message", kBorrows,
                                      "Writes what helps to find a mistake, if the level is \"debug\".",
                                      Effect::write),
    row<log_message<LogLevel::info>>("log.info", "message", kBorrows,
                                     "Writes a line to standard error: the time in UTC, the level, and the "
                                     "text of the message. Its control "
                                     "characters are written as `\\e`.",
                                     Effect::write),
    row<log_message<LogLevel::warn>>("log.warn", "message", kBorrows,
                                     "Like log.info, for something that may become a problem.",
                                     Effect::write),
    row<log_message<LogLevel::error>>("log.error", "message", kBorrows,
                                      "Like log.info, for something that went wrong.", Effect::write),
    row<log_with<LogLevel::debug>>("log.debug_with", "fields message", kBorrows,
                                   "As log.debug, with fields, as log.info_with.", Effect::write),
    row<log_with<LogLevel::info>>(
        "log.info_with", "fields message", kBorrows,
        "As log.info, with the fields of a record, or the entries of a Dict, after the message: "
        "`log.info_with { user: 5 } \"signed in\"` ends in `signed in user=5`.",
        Effect::write),
    row<log_with<LogLevel::warn>>("log.warn_with", "fields message", kBorrows,
                                  "As log.warn, with fields, as log.info_with.", Effect::write),
    row<log_with<LogLevel::error>>("log.error_with", "fields message", kBorrows,
                                   "As log.error, with fields, as log.info_with.", Effect::write),
    row<set_level>("log.set_level", "name", kBorrows,
                   "Writes only messages of this level or above from now on: \"debug\", \"info\" (the level "
                   "at the start), \"warn\", \"error\", or \"off\" for none. `ASPEN_LOG=debug` in the "
                   "environment of `aspen run` does the same.",
                   Effect::write),
    row<is_enabled>("log.enabled?", "name", kBorrows,
                    "Whether lines of that level are written: for messages that take long to make.\n"
                    "log.enabled? \"error\" => true",
                    Effect::write),
    row<set_format>(
        "log.set_format", "name", kBorrows,
        "Writes lines as \"text\", as at the beginning, or as \"json\": an object each, with time, "
        "level, message and the fields. A value that JSON cannot hold, such as a function, becomes the text "
        "that `show` gives.",
        Effect::write),
};

}  // namespace

std::string_view name_of(LogLevel level) { return kNames[static_cast<size_t>(level)]; }

std::optional<LogLevel> log_level_named(std::string_view name) {
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

NativeTable log_natives() { return kRows; }

}  // namespace aspen
