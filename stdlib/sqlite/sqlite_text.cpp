#include "stdlib/sqlite/sqlite_text.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include "stdlib/sqlite/sql_stop.h"
#include "stdlib/sqlite/sqlite_library.h"
#include "stdlib/sqlite/sqlite_pattern.h"
#include "vm/object/utf8.h"

namespace aspen {

namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

bool is_null(sqlite3_value* value) { return sqlite().value_type(value) == SQLITE_NULL; }

// The value as text, which SQLite converts in place; its length has to be asked for afterwards.
std::string_view text_of(sqlite3_value* value) {
  const void* text = sqlite().value_text(value);
  if (text == nullptr) return {};
  return {static_cast<const char*>(text), static_cast<size_t>(sqlite().value_bytes(value))};
}

std::string_view blob_of(sqlite3_value* value) {
  const void* bytes = sqlite().value_blob(value);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<size_t>(sqlite().value_bytes(value))};
}

// The first place of `part` from `from` on, or npos. In linear time, unlike std::string_view::find.
size_t place_of(std::string_view text, std::string_view part, size_t from) {
  const void* found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
  return found == nullptr ? text.npos : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

// instr(X, Y): the place of the first Y in X, from 1 on, in characters, or in bytes if both are blobs.
void instr(sqlite3_context* context, int, sqlite3_value** args) {
  if (is_null(args[0]) || is_null(args[1])) return;
  const bool in_bytes =
      sqlite().value_type(args[0]) == SQLITE_BLOB && sqlite().value_type(args[1]) == SQLITE_BLOB;
  const std::string_view text = in_bytes ? blob_of(args[0]) : text_of(args[0]);
  const std::string_view part = in_bytes ? blob_of(args[1]) : text_of(args[1]);
  const size_t at = part.empty() ? 0 : place_of(text, part, 0);
  if (at == text.npos) return sqlite().result_int64(context, 0);
  const std::string_view before = text.substr(0, at);
  const auto inside = in_bytes ? 0 : std::count_if(before.begin(), before.end(), is_continuation);
  sqlite().result_int64(context, static_cast<int64_t>(at) - inside + 1);
}

// Copies the text with `by` in place of each part.
void fill(char* to, std::string_view text, std::string_view part, std::string_view by) {
  size_t from = 0;
  for (size_t at; (at = place_of(text, part, from)) != text.npos; from = at + part.size()) {
    to = std::copy_n(text.data() + from, at - from, to);
    to = std::copy_n(by.data(), by.size(), to);
  }
  std::copy_n(text.data() + from, text.size() - from, to);
}

// replace(X, Y, Z): X with Z in place of each Y.
void replace(sqlite3_context* context, int, sqlite3_value** args) {
  if (is_null(args[0]) || is_null(args[1])) return;
  const std::string_view text = text_of(args[0]), part = text_of(args[1]);
  if (part.empty() || part[0] == '\0') return sqlite().result_value(context, args[0]);
  if (is_null(args[2])) return;
  const std::string_view by = text_of(args[2]);
  size_t count = 0;
  for (size_t at, from = 0; (at = place_of(text, part, from)) != text.npos; from = at + part.size()) ++count;
  const size_t size = text.size() - count * part.size() + count * by.size();
  const auto most =
      static_cast<size_t>(sqlite().limit(sqlite().context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
  if (size > most) return sqlite().result_error_toobig(context);
  char* out = static_cast<char*>(sqlite().malloc64(size + 1));
  if (out == nullptr) return sqlite().result_error_nomem(context);
  fill(out, text, part, by);
  sqlite().result_text64(context, out, size, sqlite().free, SQLITE_UTF8);
}

// The characters of a text, as a set.
class Characters {
 public:
  explicit Characters(std::string_view text) {
    const bool ascii = is_ascii(text);
    has_.resize(ascii ? kAscii : kAll);
    while (!text.empty()) {
      const size_t size = size_of_first(text);
      has_[number(text.substr(0, size))] = true;
      text.remove_prefix(size);
    }
  }

  bool has(std::string_view character) const {
    const size_t at = number(character);
    return at < has_.size() && has_[at];
  }
  // As SQLite divides text: a byte from 0xc0 on, and all continuations after it, are one character.
  static size_t size_of_first(std::string_view text) {
    size_t size = 1;
    if (static_cast<unsigned char>(text[0]) < 0xc0) return size;
    while (size < text.size() && is_continuation(text[size])) ++size;
    return size;
  }
  static size_t size_of_last(std::string_view text) {
    size_t begin = text.size() - 1;
    while (begin > 0 && is_continuation(text[begin])) --begin;
    return size_of_first(text.substr(begin)) == text.size() - begin ? text.size() - begin : 1;
  }

 private:
  static constexpr size_t kAscii = 128, kAll = 1 << 21;

  // Different for all characters that are valid.
  static size_t number(std::string_view character) {
    constexpr size_t kBits = 6;
    size_t out = static_cast<unsigned char>(character[0]);
    if (out >= 0xf0) {
      out &= 0x7;
    } else if (out >= 0xe0) {
      out &= 0xf;
    } else if (out >= 0xc0) {
      out &= 0x1f;
    }
    for (const char c : character.substr(1)) out = out << kBits | (static_cast<unsigned char>(c) & 0x3f);
    return out % kAll;
  }

  std::vector<bool> has_;
};

enum Side : int { kLeft = 1, kRight = 2 };

template <int sides>
std::string_view trimmed(std::string_view text, const Characters& taken) {
  while ((sides & kLeft) != 0 && !text.empty()) {
    const size_t size = Characters::size_of_first(text);
    if (!taken.has(text.substr(0, size))) break;
    text.remove_prefix(size);
  }
  while ((sides & kRight) != 0 && !text.empty()) {
    const size_t size = Characters::size_of_last(text);
    if (!taken.has(text.substr(text.size() - size))) break;
    text.remove_suffix(size);
  }
  return text;
}

// trim(X) and trim(X, Y): X without the characters of Y, or spaces, at its ends. No exception may pass
// SQLite.
template <int sides>
void trim(sqlite3_context* context, int count, sqlite3_value** args) {
  if (is_null(args[0]) || (count == 2 && is_null(args[1]))) return;
  try {
    const Characters taken(count == 2 ? text_of(args[1]) : " ");
    const std::string_view out = trimmed<sides>(text_of(args[0]), taken);
    sqlite().result_text64(context, out.data(), out.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::bad_alloc&) {
    sqlite().result_error_nomem(context);
  }
}

// As SQLite reads patterns, and texts that are matched with them.
std::string_view without_nul(std::string_view text) { return text.substr(0, text.find('\0')); }

void match(sqlite3_context* context, sqlite3_value** args, const SqlWildcards& wildcards) {
  if (is_null(args[0]) || is_null(args[1])) return;
  const bool has_blob =
      sqlite().value_type(args[0]) == SQLITE_BLOB || sqlite().value_type(args[1]) == SQLITE_BLOB;
  if (has_blob && sqlite().compileoption_used("LIKE_DOESNT_MATCH_BLOBS") != 0)
    return sqlite().result_int64(context, 0);
  SqlStop& stop = **static_cast<SqlStop**>(sqlite().user_data(context));
  SqlPattern pattern(without_nul(text_of(args[0])), wildcards);
  const bool matches = pattern.matches(
      without_nul(text_of(args[1])), [&](uint64_t steps) { return stop.pay(steps * SqlStop::kWorkPerStep); });
  if (pattern.gave_up()) return sqlite().result_error_code(context, SQLITE_INTERRUPT);
  sqlite().result_int64(context, matches ? 1 : 0);
}

void like(sqlite3_context* context, int count, sqlite3_value** args) {
  if (count == 2) return match(context, args, {'%', '_', 0, 0, true});
  if (is_null(args[2])) return;
  const std::string_view text = text_of(args[2]);
  size_t end = 0;
  const char32_t escape = take_character(text, end);
  if (escape == 0 || end != text.size())
    return sqlite().result_error(context, "ESCAPE expression must be a single character", -1);
  match(context, args, {escape == '%' ? 0 : U'%', escape == '_' ? 0 : U'_', 0, escape, true});
}

void glob(sqlite3_context* context, int, sqlite3_value** args) {
  match(context, args, {'*', '?', '[', 0, false});
}

void refuse_json_patch(sqlite3_context* context, int, sqlite3_value**) {
  sqlite().result_error(context, "json_patch is refused where fuel or time is limited", -1);
}

using Function = void (*)(sqlite3_context*, int, sqlite3_value**);

struct Row {
  const char* name;
  int arguments;
  Function function;
};

constexpr Row kFunctions[] = {
    {"instr", 2, instr},       {"replace", 3, replace},    {"trim", 1, trim<kLeft | kRight>},
    {"ltrim", 1, trim<kLeft>}, {"rtrim", 1, trim<kRight>}, {"trim", 2, trim<kLeft | kRight>},
    {"ltrim", 2, trim<kLeft>}, {"rtrim", 2, trim<kRight>},
};

constexpr Row kPaidFunctions[] = {
    {"like", 2, like}, {"like", 3, like}, {"glob", 2, glob}, {"json_patch", 2, refuse_json_patch}};

void define(sqlite3* connection, const Row& row, SqlStop** stop) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  sqlite().create_function_v2(connection, row.name, row.arguments, kFlags, stop, row.function, nullptr,
                              nullptr, nullptr);
}

}  // namespace

void replace_quadratic_functions(sqlite3* connection, SqlStop** stop) {
  for (const Row& row : kFunctions) define(connection, row, nullptr);
  if (stop == nullptr) return;
  for (const Row& row : kPaidFunctions) define(connection, row, stop);
}

}  // namespace aspen
