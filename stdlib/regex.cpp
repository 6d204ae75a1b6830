// Module regex, with RE2: every search takes time linear in the text. A pattern is compiled by
// `regex.compile`, or where a string stands for it. Compiled ones have identity: each equals itself only.
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "vm/heap.h"
#include "vm/show.h"

namespace aspen {

namespace {

void drop_pattern(void* state) { delete static_cast<RE2*>(state); }
const NativeType kRegexType{"regex", drop_pattern, nullptr};

// Null with a ValueError pending.
std::unique_ptr<RE2> compiled(Strand& s, std::string_view pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  auto out = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (out->ok()) return out;
  s.value_error(std::string(s.native()->name) + ": " + out->error());
  return nullptr;
}

// Patterns given as strings are kept compiled, as many as a program is likely to write.
constexpr size_t kKeptPatterns = 64;

// Null with a ValueError pending. Good until the next call.
const RE2* kept_pattern(Strand& s, const String& pattern) {
  static thread_local std::unordered_map<std::string, std::unique_ptr<RE2>> kept;
  std::string text(pattern.view());
  auto found = kept.find(text);
  if (found != kept.end()) return found->second.get();
  std::unique_ptr<RE2> made = compiled(s, text);
  if (!made) return nullptr;
  if (kept.size() == kKeptPatterns) kept.clear();
  return kept.emplace(std::move(text), std::move(made)).first->second.get();
}

}  // namespace

// A pattern, compiled or as a string.
template <>
struct Argument<const RE2&> {
  static const RE2& read(Strand& s, Value* args, unsigned i, bool& ok) {
    static const RE2 none("");
    if (is_kind(args[i], Kind::NativeObject) && as<NativeObject>(args[i])->type == &kRegexType) {
      return *static_cast<const RE2*>(as<NativeObject>(args[i])->state);
    }
    if (!is_kind(args[i], Kind::String)) refuse(s, args, i, ok, "a regex or a String");
    if (!ok) return none;
    const RE2* kept = kept_pattern(s, *as<String>(args[i]));
    ok = kept != nullptr;
    return kept ? *kept : none;
  }
};

namespace {

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(re2::StringPiece text) { return {text.data(), text.size()}; }

constexpr uint64_t kMatchingWork = 2;  // a byte

// One match: the whole and its groups; what did not take part has no data.
class Search {
 public:
  Search(Strand& strand, const RE2& pattern, const String& text)
      : groups(static_cast<size_t>(pattern.NumberOfCapturingGroups()) + 1),
        strand_(strand),
        pattern_(pattern),
        text_(text) {}

  // The next match that does not overlap the last one. None if the strand has to stop.
  bool next() {
    if (at_ > text_.length || !strand_.work(kPieceWork)) return false;
    if (!pattern_.Match(piece(text_.view()), at_, text_.length, RE2::UNANCHORED, groups.data(),
                        static_cast<int>(groups.size()))) {
      return false;
    }
    begin = static_cast<size_t>(groups[0].data() - text_.data());
    end = begin + groups[0].size();
    strand_.work((end - at_) * kMatchingWork);
    at_ = end > begin
              ? end
              : end + (end < text_.length ? character_at(&text_, static_cast<uint32_t>(end)).size() : 1);
    return true;
  }

  std::vector<re2::StringPiece> groups;
  size_t begin = 0, end = 0;  // bytes

 private:
  Strand& strand_;
  const RE2& pattern_;
  const String& text_;
  size_t at_ = 0;
};

Value group_value(Strand& s, re2::StringPiece group) {
  return group.data() ? text_value(s, view(group)) : none();
}

Value match_value(Strand& s, const RE2& pattern, const String& text, const Search& search) {
  List* groups = new_list(s.allocator());
  for (size_t i = 1; i < search.groups.size(); ++i)
    push(s.allocator(), groups, group_value(s, search.groups[i]));
  Dict* names = new_dict(s.allocator());
  for (const auto& [number, name] : pattern.CapturingGroupNames()) {
    Value key = text_value(s, name);
    set(s.allocator(), context(s), names, key, group_value(s, search.groups[static_cast<size_t>(number)]));
  }
  Value whole = text_value(s, view(search.groups[0]));
  return record_value(
      s, {{"text", whole},
          {"start", Value::small_int(code_point_index(&text, static_cast<uint32_t>(search.begin)))},
          {"end", Value::small_int(code_point_index(&text, static_cast<uint32_t>(search.end)))},
          {"groups", Value::object(groups)},
          {"names", Value::object(names)}});
}

Value compile(Strand& s, const String& pattern) {
  std::unique_ptr<RE2> out = compiled(s, pattern.view());
  return out ? Value::object(new_native_object(s.allocator(), kRegexType, out.release()))
             : Value::exception();
}

Value matches(Strand& s, const RE2& r, const String& text) {
  if (!s.work(text.length)) return s.raise_stop();
  return Value::boolean(r.Match(piece(text.view()), 0, text.length, RE2::UNANCHORED, nullptr, 0));
}

Value matches_fully(Strand& s, const RE2& r, const String& text) {
  if (!s.work(text.length)) return s.raise_stop();
  return Value::boolean(r.Match(piece(text.view()), 0, text.length, RE2::ANCHOR_BOTH, nullptr, 0));
}

Value find(Strand& s, const RE2& r, const String& text) {
  Search search(s, r, text);
  return search.next() ? some(s, match_value(s, r, text, search)) : none();
}

Value find_all(Strand& s, const RE2& r, const String& text) {
  List* out = new_list(s.allocator());
  for (Search search(s, r, text); search.next();) push(s.allocator(), out, match_value(s, r, text, search));
  return Value::object(out);
}

Value texts(Strand& s, const RE2& r, const String& text) {
  List* out = new_list(s.allocator());
  for (Search search(s, r, text); search.next();)
    push(s.allocator(), out, text_value(s, view(search.groups[0])));
  return Value::object(out);
}

Value split(Strand& s, const RE2& r, const String& text) {
  List* out = new_list(s.allocator());
  size_t begin = 0;
  for (Search search(s, r, text); search.next();) {
    if (search.end == search.begin) continue;
    push(s.allocator(), out, text_value(s, text.view().substr(begin, search.begin - begin)));
    begin = search.end;
  }
  push(s.allocator(), out, text_value(s, text.view().substr(begin)));
  return Value::object(out);
}

// ---- Replacing

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The number of the group that `$name` or `$12` means; -1 if there is none.
int group_number(const RE2& pattern, std::string_view name) {
  if (std::isdigit(static_cast<unsigned char>(name[0]))) {
    int number = std::atoi(std::string(name.substr(0, 3)).c_str());
    return number <= pattern.NumberOfCapturingGroups() ? number : -1;
  }
  auto found = pattern.NamedCapturingGroups().find(std::string(name));
  return found == pattern.NamedCapturingGroups().end() ? -1 : found->second;
}

size_t name_length(std::string_view text) {
  if (text.empty()) return 0;
  bool number = std::isdigit(static_cast<unsigned char>(text[0]));
  auto part = [&](char c) { return number ? std::isdigit(static_cast<unsigned char>(c)) != 0 : is_word(c); };
  return static_cast<size_t>(std::find_if_not(text.begin(), text.end(), part) - text.begin());
}

// The replacement as pieces of text and groups, read once. False with a ValueError pending.
class Replacement {
 public:
  bool read(Strand& s, const RE2& pattern, std::string_view with) {
    while (!with.empty()) {
      size_t dollar = std::min(with.find('$'), with.size());
      if (dollar > 0) parts_.push_back({with.substr(0, dollar), -1});
      with.remove_prefix(dollar);
      if (with.empty()) break;
      if (with.starts_with("$$")) {
        parts_.push_back({with.substr(0, 1), -1});
        with.remove_prefix(2);
        continue;
      }
      size_t length = name_length(with.substr(1));
      int group = length == 0 ? -1 : group_number(pattern, with.substr(1, length));
      if (group < 0) {
        bad_argument(s, 1, "names a group that the pattern does not have; a dollar sign is written $$");
        return false;
      }
      parts_.push_back({{}, group});
      with.remove_prefix(1 + length);
    }
    return true;
  }

  void append(std::string& out, const Search& search) const {
    for (const Part& part : parts_) {
      out += part.group < 0 ? part.text : view(search.groups[static_cast<size_t>(part.group)]);
    }
  }

 private:
  struct Part {
    std::string_view text;
    int group;
  };
  std::vector<Part> parts_;
};

Value replace_some(Strand& s, const RE2& r, const String& with, const String& text, uint32_t most) {
  Replacement replacement;
  if (!replacement.read(s, r, with.view())) return Value::exception();
  std::string out;
  size_t begin = 0;
  for (Search search(s, r, text); most > 0 && search.next(); --most) {
    out += text.view().substr(begin, search.begin - begin);
    replacement.append(out, search);
    if (!text_fits(s, out.size())) return Value::exception();
    begin = search.end;
  }
  out += text.view().substr(begin);
  return checked_text(s, out);
}

Value replace(Strand& s, const RE2& r, const String& with, const String& text) {
  return replace_some(s, r, with, text, UINT32_MAX);
}
Value replace_first(Strand& s, const RE2& r, const String& with, const String& text) {
  return replace_some(s, r, with, text, 1);
}

Value escape(Strand& s, const String& text) { return text_value(s, RE2::QuoteMeta(piece(text.view()))); }
Value source(Strand& s, const RE2& r) { return text_value(s, r.pattern()); }

const NativeDescriptor kRows[] = {
    row<compile>(
        "regex.compile", "s", kBorrows,
        R"(A regex from a pattern in RE2's syntax. ValueError if it is none. All functions of this module take a string as well.
regex.match? (regex.compile r"^\d+$") "42" => true)"),
    row<matches>("regex.match?", "r s", kBorrows, R"(Whether the pattern matches somewhere in the text.
regex.match? r"[a-z]\d" "-a1-" => true)"),
    row<matches_fully>("regex.full_match?", "r s", kBorrows, R"(Whether the pattern matches the whole text.
regex.full_match? r"[a-z]\d" "-a1-" => false)"),
    row<find>(
        "regex.find", "r s", kBorrows,
        R"(`Some` of the first match, or `None`. A match is a record { text, start, end, groups, names }: groups are strings, or `None` for those that took no part; names is a dict of the named ones.
regex.find r"(\d)(x)?" "a1" => Some { text: "1", start: 1, end: 2, groups: ["1", None], names: [:] })"),
    row<find_all>("regex.find_all", "r s", kBorrows, R"(All matches that do not overlap, as `find` gives them.
regex.find_all r"\d+" "1 22" |> map (m -> m.text) => ["1", "22"])"),
    row<texts>("regex.texts", "r s", kBorrows, R"(The texts of all matches that do not overlap.
regex.texts r"\d+" "1 22" => ["1", "22"])"),
    row<replace>(
        "regex.replace", "r with s", kBorrows,
        R"doc(The text with every match replaced; `$1` and `$name` stand for groups, `$0` for the match, `$$` for a dollar sign.
regex.replace r"(\w+)@(\w+)" "$2: $1" "ann@home" => "home: ann")doc"),
    row<replace_first>("regex.replace_first", "r with s", kBorrows, R"(The text with the first match replaced.
regex.replace_first r"\d" "#" "a1b2" => "a#b2")"),
    row<split>("regex.split", "r s", kBorrows, R"(The pieces of the text between matches.
regex.split r",\s*" "a, b,c" => ["a", "b", "c"])"),
    row<escape>("regex.escape", "s", kBorrows, R"(A pattern that matches the text and nothing else.
regex.escape "a.b" => "a\\.b")"),
    row<source>("regex.source", "r", kBorrows, R"(The pattern that a regex was compiled from.
regex.source (regex.compile "a+") => "a+")"),
};

}  // namespace

NativeTable regex_natives() { return kRows; }

}  // namespace aspen
