// Module url, by RFC 3986.
#include <algorithm>
#include <charconv>
#include <optional>

#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

constexpr uint64_t kEncodingWork = 4;  // a byte

bool is_unreserved(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_' || c == '~';
}

void append_encoded(ScratchText& out, std::string_view text, std::string_view allowed = {}) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (char c : text) {
    if (is_unreserved(c) || allowed.find(c) != allowed.npos) {
      out += c;
    } else {
      out += '%';
      out += kDigits[static_cast<uint8_t>(c) >> 4];
      out += kDigits[static_cast<uint8_t>(c) & 15];
    }
  }
}

// Decodes percent signs with two digits; other percent signs stay. Pays, and ends early if the strand has to
// stop.
ScratchText decoded(Strand& s, std::string_view text, bool plus_is_space) {
  constexpr size_t kPaidAtOnce = size_t{1} << 12;
  ScratchText out = scratch_text(s);
  out.reserve(text.size());
  for (size_t i = 0, paid = 0; i < text.size(); ++i) {
    if (i >= paid) {
      if (!s.work(std::min(kPaidAtOnce, text.size() - i) * kEncodingWork)) break;
      paid = i + kPaidAtOnce;
    }
    uint8_t byte = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr == text.data() + i + 3) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

// False if the strand has to stop, or with MemoryLimit pending.
bool append_encoded(Strand& s, ScratchText& out, std::string_view text, std::string_view allowed = {}) {
  Pieces pieces(s, text, kEncodingWork);
  for (std::string_view piece; pieces.next(piece);) {
    append_encoded(out, piece, allowed);
    if (!text_fits(s, out.size())) return false;
  }
  if (pieces.has_stopped()) s.raise_stop();
  return !pieces.has_stopped();
}

Value encode(Strand& s, const String& text) {
  ScratchText out = scratch_text(s);
  return append_encoded(s, out, text.view()) ? checked_text(s, out) : Value::exception();
}

Value encode_path(Strand& s, const String& text) {
  ScratchText out = scratch_text(s);
  const bool is_done = append_encoded(s, out, text.view(), "/:@!$&'()*+,;=");
  return is_done ? checked_text(s, out) : Value::exception();
}

Value decode(Strand& s, const String& text) { return foreign_text(s, decoded(s, text.view(), false)); }

// ---- Queries

// Calls `each(name, value)` for every field, until the strand has to stop.
template <class Each>
void for_each_query_field(Strand& s, const String& text, Each each) {
  std::string_view rest = text.view();
  if (rest.starts_with('?')) rest.remove_prefix(1);
  while (!rest.empty()) {
    size_t end = std::min(rest.find('&'), rest.size());
    if (!s.work(kPieceWork)) break;
    std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (part.empty()) continue;
    size_t equals = std::min(part.find('='), part.size());
    Value key = foreign_text(s, decoded(s, part.substr(0, equals), true));
    Value value = foreign_text(s, decoded(s, part.substr(std::min(equals + 1, part.size())), true));
    each(key, value);
  }
}

Value parse_query(Strand& s, const String& text) {
  Dict* out = new_dict(s.allocator());
  for_each_query_field(s, text,
                       [&](Value name, Value value) { set(s.allocator(), context(s), out, name, value); });
  return Value::object(out);
}

Value query_pairs(Strand& s, const String& text) {
  List* out = new_list(s.allocator());
  for_each_query_field(s, text,
                       [&](Value name, Value value) { push(s.allocator(), out, pair(s, name, value)); });
  return Value::object(out);
}

// False with an error pending: None, dicts and the like have no text that a server would understand.
bool append_query_text(Strand& s, ScratchText& out, Value v) {
  const bool has_text =
      is_kind(v, Kind::String) || is_number(v) || v.is_bool() || (v.is_bare_label() && v != none());
  if (!has_text)
    return fail_with(
        wrong_type(s, 0, v, "a Dict, or a list of pairs, of text, numbers and Bools, or lists of them"));
  std::string text;
  TextRoom room(s);
  return append_text(text, s, v, room) && append_encoded(s, out, text);
}

bool append_query_field(Strand& s, ScratchText& out, Value name, Value v) {
  if (!out.empty()) out += '&';
  if (!append_query_text(s, out, name)) return false;
  out += '=';
  return append_query_text(s, out, v);
}

// A list is a field for each of its elements. False with an error pending.
bool append_query_fields(Strand& s, ScratchText& out, Value name, Value v) {
  if (!s.touch(name) || !s.touch(v)) return false;
  if (!is_kind(v, Kind::List)) return append_query_field(s, out, name, v);
  Elements elements(s, v);
  for (Value each; elements.next(each);) {
    if (!append_query_field(s, out, name, each)) return false;
  }
  return s.work(1) || fail_with(s.raise_stop());  // the elements may have ended early
}

Value show_query(Strand& s, Iterable fields) {
  ScratchText out = scratch_text(s);
  Elements elements(s, fields);
  for (Value field; elements.next(field);) {
    if (!is_kind(field, Kind::Tuple) || field.as_object()->length != 2)
      return wrong_type(s, 0, field, "a Dict, or a list of pairs (name, value)");
    const Value* parts = as<Tuple>(field)->items();
    if (!append_query_fields(s, out, parts[0], parts[1])) return Value::exception();
  }
  return checked_text(s, out);
}

// ---- Parts of URLs

// The parts, not decoded. A part that is missing has null data.
struct Parts {
  std::string_view scheme, user, host, port, path, query, fragment;
};

// Moves the part of `text` after the first `mark` to `tail`, and drops the mark.
void cut_behind(std::string_view& text, char mark, std::string_view& tail) {
  size_t at = text.find(mark);
  if (at == text.npos) return;
  tail = text.substr(at + 1);
  text = text.substr(0, at);
}

void read_authority(std::string_view text, Parts& out) {
  size_t at = text.rfind('@');
  if (at != text.npos) {
    out.user = text.substr(0, at);
    text.remove_prefix(at + 1);
  }
  size_t bracket = text.rfind(']');
  size_t colon = text.rfind(':');
  if (colon != text.npos && (bracket == text.npos || colon > bracket)) {
    out.port = text.substr(colon + 1);
    text = text.substr(0, colon);
  }
  out.host = text;
}

bool may_be_in_scheme(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
}

// The length of the scheme at the start of the text, without its colon; 0 if there is none.
size_t scheme_length(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), may_be_in_scheme);
  const bool is_one =
      end != text.end() && *end == ':' && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  return is_one ? static_cast<size_t>(end - text.begin()) : 0;
}

Parts split_url(std::string_view text) {
  Parts out;
  cut_behind(text, '#', out.fragment);
  cut_behind(text, '?', out.query);
  if (const size_t scheme = scheme_length(text); scheme > 0) {
    out.scheme = text.substr(0, scheme);
    text.remove_prefix(scheme + 1);
  }
  if (text.starts_with("//")) {
    size_t slash = std::min(text.find('/', 2), text.size());
    read_authority(text.substr(2, slash - 2), out);
    text.remove_prefix(slash);
  }
  out.path = text;
  return out;
}

Value part_value(Strand& s, std::string_view part) {
  return part.data() ? some(s, text_value(s, part)) : none();
}

Value parse(Strand& s, const String& text) {
  Parts parts = split_url(text.view());
  int64_t port = -1;
  if (!parts.port.empty()) {
    auto [end, failure] = std::from_chars(parts.port.begin(), parts.port.end(), port);
    if (failure != std::errc() || end != parts.port.end() || port < 0 || port > 65535) {
      return bad_argument(s, 0, "has a port that is not a number from 0 to 65535");
    }
  }
  const bool is_address = parts.host.starts_with('[') && parts.host.ends_with(']');
  if (!is_address && parts.host.find(':') != parts.host.npos)
    return bad_argument(s, 0, "has a host with a colon, which needs brackets");
  Value scheme = part_value(s, parts.scheme), user = part_value(s, parts.user),
        host = part_value(s, parts.host);
  Value path = text_value(s, parts.path), query = part_value(s, parts.query);
  Value number = port < 0 ? none() : some(s, Value::small_int(port));
  return record_value(s, {{"scheme", scheme},
                          {"user", user},
                          {"host", host},
                          {"port", number},
                          {"path", path},
                          {"query", query},
                          {"fragment", part_value(s, parts.fragment)}});
}

// The path of `reference`, relative to a page at `base`.
ScratchText merged_path(Strand& s, const Parts& base, std::string_view reference) {
  ScratchText out = scratch_text(s);
  if (reference.starts_with('/')) return out += reference;
  if (base.host.data() && base.path.empty()) return (out += '/') += reference;
  return (out += base.path.substr(0, base.path.rfind('/') + 1)) += reference;
}

// RFC 3986, 5.2.4. Pays, and ends early if the strand has to stop.
ScratchText without_dots(Strand& s, std::string_view path) {
  const size_t root = path.starts_with('/') ? 1 : 0;
  ScratchText out = scratch_text(s);
  out.append(root, '/');
  bool has_part = false;  // true also after an empty part
  const auto add = [&](std::string_view part) {
    out.append(has_part ? "/" : "").append(part);
    has_part = true;
  };
  const auto remove_last = [&] {
    const size_t slash = out.rfind('/');
    has_part = slash != out.npos && slash >= root;
    out.resize(has_part ? slash : root);
  };
  std::string_view rest = path.substr(root);
  for (bool more = true; more;) {
    const size_t end = rest.find('/');
    more = end != rest.npos;
    const std::string_view part = rest.substr(0, end);
    if (!s.work(kPieceWork + part.size() / kBytesCopiedPerWork)) break;
    if (more) rest.remove_prefix(end + 1);
    if (part == ".." && has_part) remove_last();
    if (part != "." && part != "..") {
      add(part);
    } else if (!more) {
      add("");
    }
  }
  return out;
}

// A prefix without which the path would be read as another part: RFC 3986, 3.3 and 4.2.
std::string_view guard(const Parts& parts, std::string_view path) {
  if (parts.host.data()) return !path.empty() && path.front() != '/' ? "/" : "";
  if (path.starts_with("//")) return "/.";
  return !parts.scheme.data() && scheme_length(path) > 0 ? "./" : "";
}

ScratchText joined(Strand& s, const Parts& parts, std::string_view path) {
  ScratchText out = scratch_text(s);
  if (parts.scheme.data()) out.append(parts.scheme).append(":");
  if (parts.host.data()) {
    out += "//";
    if (parts.user.data()) out.append(parts.user).append("@");
    out += parts.host;
    if (parts.port.data()) out.append(":").append(parts.port);
  }
  out += guard(parts, path);
  out += path;
  if (parts.query.data()) out.append("?").append(parts.query);
  if (parts.fragment.data()) out.append("#").append(parts.fragment);
  return out;
}

Value join(Strand& s, const String& base_text, const String& reference_text) {
  if (!s.work((uint64_t{base_text.length} + reference_text.length) / kBytesCopiedPerWork))
    return s.raise_stop();
  Parts base = split_url(base_text.view()), to = split_url(reference_text.view());
  if (to.scheme.data()) return text_value(s, joined(s, to, without_dots(s, to.path)));
  to.scheme = base.scheme;
  if (to.host.data()) return text_value(s, joined(s, to, without_dots(s, to.path)));
  to.user = base.user, to.host = base.host, to.port = base.port;
  if (!to.path.empty()) return text_value(s, joined(s, to, without_dots(s, merged_path(s, base, to.path))));
  if (!to.query.data()) to.query = base.query;
  return text_value(s, joined(s, to, base.path));
}

// ---- From records, such as those of url.parse

// The text of a field, which is a text, `Some` text, `None` or missing; nothing for the last two. False with
// an error pending, or if a future is missed.
bool field_text(Strand& s, const Record& record, const char* name, std::optional<std::string>& out,
                TextRoom& room) {
  int slot = s.machine().shapes()[record.shape()].slot(s.machine().symbols().intern(name));
  if (slot < 0) return true;
  Value v = record.slots()[slot];
  if (!s.touch(v)) return false;
  if (is_kind(v, Kind::LabelBox) && as<LabelBox>(v)->name() == sym::kSome) v = as<LabelBox>(v)->payload;
  if (!s.touch(v)) return false;
  return v == none() || append_text(out.emplace(), s, v, room);
}

// An address of IPv6 as it stands in a URL; any other host as it is.
std::string in_brackets(std::string_view host) {
  const bool is_bare = host.find(':') != host.npos && !host.starts_with('[');
  return is_bare ? "[" + std::string(host) + "]" : std::string(host);
}

// Whether all parts come back from the text; a path may have got a slash or a dot before it.
bool reads_back(const Parts& parts, const Parts& read) {
  return parts.scheme == read.scheme && parts.user == read.user && parts.host == read.host &&
         parts.port == read.port && read.path.ends_with(parts.path) && parts.query == read.query &&
         parts.fragment == read.fragment;
}

constexpr const char* kNames[] = {"scheme", "user", "host", "port", "path", "query", "fragment"};

Value show(Strand& s, const Record& record) {
  if (!has_only_fields(s, record, kNames)) return Value::exception();
  std::optional<std::string> texts[std::size(kNames)];
  std::optional<TextRoom> rooms[std::size(kNames)];
  Parts parts;
  std::string_view* views[] = {&parts.scheme, &parts.user,  &parts.host,    &parts.port,
                               &parts.path,   &parts.query, &parts.fragment};
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (!field_text(s, record, kNames[i], texts[i], rooms[i].emplace(s))) return Value::exception();
    if (texts[i]) *views[i] = *texts[i];
  }
  if (!std::all_of(parts.scheme.begin(), parts.scheme.end(), may_be_in_scheme))
    return bad_argument(s, 0, "has a scheme of more than letters, digits, `+`, `-` and dots");
  if (!parts.host.data() && (parts.user.data() || parts.port.data()))
    return bad_argument(s, 0, "has a user or a port, and no host");
  const std::string host = in_brackets(parts.host);
  if (parts.host.data()) parts.host = host;
  const ScratchText text = joined(s, parts, parts.path);
  return reads_back(parts, split_url(text)) ? text_value(s, text)
                                            : bad_argument(s, 0,
                                                           "has a part with characters of the next part: "
                                                           "encode it, by url.encode or url.encode_path");
}

const NativeDescriptor kRows[] = {
    row<encode>(
        "url.encode", "s", kBorrows,
        R"(The text with a percent sign and digits in place of each character that has a meaning in addresses.
url.encode "a b&c" => "a%20b%26c")"),
    row<encode_path>("url.encode_path", "s", kBorrows,
                     R"(Like url.encode, but slashes and other characters that a path may contain stay.
url.encode_path "/a b" => "/a%20b")"),
    row<decode>("url.decode", "s", kBorrows,
                R"(The text with each percent sign and its digits turned back into characters.
url.decode "a%20b" => "a b")"),
    row<parse>(
        "url.parse", "s", kBorrows,
        R"(The parts of an address, still encoded, in a record. Each part is `Some` value or `None`, except the path, which is a String. The port is an Int, and all others are Strings.
(url.parse "http://host:80/p?q#f").host => Some "host")"),
    row<show>(
        "url.show", "parts", kBorrows,
        R"(The address with these parts, a record as url.parse gives it. Parts are encoded already: ValueError for a host with a slash, a path with a question mark and the like.
url.show (url.parse "http://me@host/p?q") => "http://me@host/p?q")"),
    row<join>("url.join", "base s", kBorrows, R"(The address that a link s on a page at base leads to.
url.join "http://host/a/b" "../c?d" => "http://host/c?d")"),
    row<parse_query>(
        "url.parse_query", "s", kBorrows,
        R"(The fields of a query, decoded. The last one wins where names are equal: `url.query_pairs` gives all.
url.parse_query "a=1&b=x+y" => ["a": "1", "b": "x y"])"),
    row<query_pairs>(
        "url.query_pairs", "s", kBorrows,
        R"(Like url.parse_query, as a list of pairs (name, value), in order, with all fields of equal names.
url.query_pairs "a=1&a=2" => [("a", "1"), ("a", "2")])"),
    row<show_query>(
        "url.show_query", "d", kBorrows,
        R"(The query with the fields of a dict, or of a list of pairs, as url.query_pairs gives them. Values are text, numbers, Bools and labels; a list is a field for each of its elements. TypeError for others, such as None.
url.show_query ["a": 1, "b": "x y"] => "a=1&b=x%20y"
url.show_query ["a": [1, 2]] => "a=1&a=2")"),
};

}  // namespace

NativeTable url_natives() { return kRows; }

}  // namespace aspen
