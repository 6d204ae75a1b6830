#include "stdlib/net/http_values.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "stdlib/native/elements.h"
#include "stdlib/net/http_reader.h"

namespace aspen {

namespace {

// RFC 9110, 5.5.
bool is_header_value(std::string_view value) {
  return std::none_of(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
}

bool ends_a_message(std::string_view name) {
  return equals_in_lower_case(name, "content-length") || equals_in_lower_case(name, "transfer-encoding") ||
         equals_in_lower_case(name, "connection");
}

// A message has at most one of these. With two, client and server may each use another.
constexpr std::string_view kSingle[] = {"authorization", "content-type", "date", "host", "user-agent"};

// False with an error pending. `seen`: a bit for each header of kSingle.
bool note_single(Strand& s, std::string_view name, unsigned& seen) {
  for (size_t i = 0; i < std::size(kSingle); ++i) {
    if (!equals_in_lower_case(name, kSingle[i])) continue;
    const bool is_second = (seen >> i & 1) != 0;
    seen |= 1U << i;
    if (!is_second) return true;
    return fail_with(bad_argument(s, 0, "has the header \"" + std::string(name) + "\" more than once"));
  }
  return true;
}

bool check_header(Strand& s, std::string_view name, Value v) {
  if (!is_kind(v, Kind::String))
    return fail_with(wrong_type(s, 0, v, "a record with headers that are strings, or lists of them"));
  const std::string quoted = "\"" + std::string(name) + "\"";
  if (!is_token(name)) return fail_with(bad_argument(s, 0, "has a header that cannot be called " + quoted));
  if (!is_header_value(as<String>(v)->view()))
    return fail_with(bad_argument(s, 0, "has a header " + quoted + " with a control character in its value"));
  if (ends_a_message(name)) return fail_with(bad_argument(s, 0, "cannot have the header " + quoted));
  return true;
}

}  // namespace

bool for_each_header(Strand& s, Value headers,
                     const std::function<void(std::string_view, std::string_view)>& each) {
  if (!is_kind(headers, Kind::Dict))
    return fail_with(wrong_type(s, 0, headers, "a record with headers that are a Dict"));
  const Dict* dict = as<Dict>(headers);
  unsigned seen = 0;
  const auto take = [&](std::string_view name, Value v) {
    if (!check_header(s, name, v) || !note_single(s, name, seen)) return false;
    each(name, as<String>(v)->view());
    return true;
  };
  for (uint32_t i = next_entry(dict, 0); i != kNoEntry; i = next_entry(dict, i + 1)) {
    DictEntry entry = entry_at(dict, i);
    if (!s.touch(entry.value)) return false;
    if (!is_kind(entry.key, Kind::String))
      return fail_with(wrong_type(s, 0, entry.key, "a record with headers that have strings for names"));
    const std::string_view name = as<String>(entry.key)->view();
    if (!is_kind(entry.value, Kind::List)) {
      if (!take(name, entry.value)) return false;
      continue;
    }
    Elements elements(s, Iterable{entry.value});
    for (Value v; elements.next(v);) {
      if (!take(name, v)) return false;
    }
    if (!s.work(1)) return fail_with(s.raise_stop());  // the elements may have ended early
  }
  return true;
}

// Values of one name are found by sorting: to join them one by one would copy those before each time, and a
// message may have very many.
Value header_dict(Strand& s, const std::vector<HeaderView>& headers) {
  Dict* dict = new_dict(s.allocator(), static_cast<uint32_t>(headers.size()));
  std::vector<size_t> sorted(headers.size());
  std::iota(sorted.begin(), sorted.end(), size_t{0});
  std::sort(sorted.begin(), sorted.end(),
            [&](size_t a, size_t b) { return std::tie(headers[a].name, a) < std::tie(headers[b].name, b); });
  // Of each name, at its first header; elsewhere (). A List, as collections do not look into vectors.
  List* whole = new_list(s.allocator(), static_cast<uint32_t>(headers.size()));
  for (size_t i = 0; i < headers.size(); ++i) push(s.allocator(), whole, Value::unit());
  std::string joined;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const size_t first = *at;
    const std::string_view name = headers[first].name;
    const std::string_view between = name == "cookie" ? "; " : name == "set-cookie" ? "\n" : ", ";
    joined = headers[first].value;
    for (++at; at != sorted.end() && headers[*at].name == name; ++at)
      joined.append(between).append(headers[*at].value);
    whole->items[first] = foreign_text(s, joined);
    if (whole->items[first].is_exception()) return Value::exception();
  }
  for (size_t i = 0; i < headers.size(); ++i) {
    if (!whole->items[i].is_unit())
      set(s.allocator(), context(s), dict, shared(text_value(s, headers[i].name)), shared(whole->items[i]));
  }
  return Value::object(dict);
}

}  // namespace aspen
