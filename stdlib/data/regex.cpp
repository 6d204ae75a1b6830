// Module regex, by RE2: every search takes time that is linear in the text. A pattern is compiled by
// `regex.compile`, or when a function gets it as a string; the last ones are kept. Compiled patterns are
// equal only to themselves.
//
// A call of RE2 cannot be stopped. So a script pays before each call for the time that it may take, and then
// for what it has taken. If time is limited, a search that may take long runs on a thread of the pool, and so
// does the compilation of a large pattern.
#include <re2/re2.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <memory>
#include <span>

#include "stdlib/data/regex_pattern.h"
#include "stdlib/data/regex_stopwatch.h"
#include "stdlib/native/native.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/pieces.h"
#include "vm/heap/heap.h"
#include "vm/run/operators/show.h"
#include "vm/run/scratch.h"

namespace aspen {

namespace {

using PatternPointer = std::shared_ptr<const Pattern>;

const NativeType kRegexType{"regex", drop_state<PatternPointer>, nullptr};

// A pattern argument: compiled, or a string.
struct Regex {
  PatternPointer pattern;
};

}  // namespace

template <>
struct Argument<Regex> {
  static Regex read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (!ok) return {};
    if (const auto* compiled = state_of<PatternPointer>(args[i], kRegexType)) return {*compiled};
    if (!is_kind(args[i], Kind::String)) {
      refuse(s, args, i, ok, "a regex or a String");
      return {};
    }
    Regex out{Pattern::kept(s, as<String>(args[i])->view())};
    ok = out.pattern != nullptr;
    return out;
  }
};

namespace {

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

// A match or a group, in bytes from the start of the text.
struct Span {
  static constexpr uint32_t kAbsent = UINT32_MAX;  // the group has matched nothing
  uint32_t begin, end;
};

// Finds one match after the other. Touches no objects, so any thread may run it.
class Matcher {
 public:
  // `groups`: whether the groups of matches are wanted. The first match begins at the byte `from` or later.
  Matcher(const Pattern& pattern, std::string_view text, bool groups, RE2::Anchor anchor, size_t from)
      : found(groups ? static_cast<size_t>(pattern.groups()) + 1 : 1),
        pattern_(pattern),
        text_(text),
        anchor_(anchor),
        at_(from),
        watch_(anchor == RE2::ANCHOR_START ? Stopwatch::Brief::paid_before : Stopwatch::Brief::counted) {}

  // Moves to the next match that does not overlap the last one. Its groups are valid after `read_groups`.
  bool next() {
    // RE2 finds `\B` also between the bytes of a character.
    while (next_of_bytes()) {
      if (!is_within_character(found[0].begin)) return true;
      for (at_ = found[0].begin; is_within_character(at_);) ++at_;
    }
    return false;
  }
  void read_groups() {
    if (found.size() == 1) return;
    std::vector<re2::StringPiece> pieces(found.size());
    pattern_.re().Match(piece(text_), found[0].begin, found[0].end, RE2::ANCHOR_BOTH, pieces.data(),
                        static_cast<int>(pieces.size()));
    std::transform(pieces.begin(), pieces.end(), found.begin(),
                   [this](re2::StringPiece p) { return span(p); });
  }

  size_t length() const { return found[0].end - found[0].begin; }
  // The time that searches in long texts have taken since the last call.
  uint64_t take_ns() { return watch_.take(); }

  std::vector<Span> found;

 private:
  bool is_within_character(size_t at) const {
    return at < text_.size() && (static_cast<uint8_t>(text_[at]) & 0xc0) == 0x80;
  }

  bool next_of_bytes() {
    if (at_ > text_.size()) return false;
    const bool times = is_timed();
    if (times) watch_.start();
    const bool matches = pattern_.re().Match(piece(text_), at_, text_.size(), anchor_, &whole_, 1);
    if (times) watch_.stop(pattern_.most_scan_ns(text_.size() - at_));
    if (!matches) return false;
    found[0] = span(whole_);
    const size_t begin = found[0].begin, end = found[0].end;
    at_ = end > begin
              ? end
              : end + (end < text_.size() ? character_bytes(static_cast<unsigned char>(text_[end])) : 1);
    return true;
  }

  // A search in a short text is paid for before.
  bool is_timed() const {
    constexpr size_t kQuicklyScanned = size_t{16} << 10;
    return anchor_ == RE2::ANCHOR_START || text_.size() - at_ > kQuicklyScanned;
  }
  Span span(re2::StringPiece p) const {
    if (p.data() == nullptr) return {Span::kAbsent, Span::kAbsent};
    const auto begin = static_cast<uint32_t>(p.data() - text_.data());
    return {begin, begin + static_cast<uint32_t>(p.size())};
  }

  const Pattern& pattern_;
  std::string_view text_;
  RE2::Anchor anchor_;
  re2::StringPiece whole_;
  size_t at_;
  Stopwatch watch_;
};

// The search that a native asks for.
struct Question {
  PatternPointer pattern;
  const String& text;
  bool groups = false;
  uint32_t most = UINT32_MAX;  // matches
  RE2::Anchor anchor = RE2::UNANCHORED;
  uint32_t from = 0;  // the byte at which the search begins

  // How many bytes may be searched; and how many of them are paid for before that. What begins at a given
  // place mostly ends soon, in texts of any length.
  size_t bytes() const { return text.length - from; }
  size_t bytes_before() const {
    constexpr size_t kSoon = 64;
    return anchor == RE2::ANCHOR_START ? std::min(bytes(), kSoon) : bytes();
  }
};

// Matches from a thread of the pool: for each match its span, then those of its groups.
struct Found {
  std::vector<Span> spans;
  Charge charge;
  size_t refused_bytes = 0;  // no memory was left for so many
  uint64_t taken_ns = 0;
};

// The work of a thread of the pool, on a copy of the text. It stops between two matches if it is given up.
// Owns its pattern and its text.
class FindElsewhere {
 public:
  FindElsewhere(const Question& question, std::string text, Charge text_charge, Charge found_charge)
      : pattern_(question.pattern),
        text_(std::move(text)),
        text_charge_(std::move(text_charge)),
        found_charge_(std::move(found_charge)),
        groups_(question.groups),
        most_(question.most),
        anchor_(question.anchor),
        from_(question.from) {}

  Found operator()() {
    Found out;
    out.charge = std::move(found_charge_);
    Matcher matcher(*pattern_, text_, groups_, anchor_, from_);
    for (uint32_t i = 0; i < most_ && !gave_up_->load(std::memory_order_relaxed) && matcher.next(); ++i) {
      matcher.read_groups();
      if (!make_room(out, matcher.found.size())) break;
      out.spans.insert(out.spans.end(), matcher.found.begin(), matcher.found.end());
    }
    out.taken_ns = matcher.take_ns();
    return out;
  }
  void give_up() { gave_up_->store(true, std::memory_order_relaxed); }

 private:
  static bool make_room(Found& out, size_t more) {
    const size_t needed = out.spans.size() + more;
    if (needed <= out.spans.capacity()) return true;
    const size_t wanted = std::max(2 * out.spans.capacity(), needed);
    out.refused_bytes = wanted * sizeof(Span);
    if (!out.charge.grow_to((out.spans.capacity() + wanted) * sizeof(Span))) return false;
    out.refused_bytes = 0;
    out.spans.reserve(wanted);
    out.charge.shrink_to(wanted * sizeof(Span));
    return true;
  }

  PatternPointer pattern_;
  std::string text_;
  Charge text_charge_, found_charge_;
  bool groups_;
  uint32_t most_;
  RE2::Anchor anchor_;
  uint32_t from_;
  // Shared by all copies of this work, as it is moved before it begins.
  std::shared_ptr<std::atomic<bool>> gave_up_ = std::make_shared<std::atomic<bool>>(false);
};

// If time is limited or the program is polled: a call of RE2 that may take longer than the first limit runs
// on the pool. One that may take longer than the second is refused.
constexpr uint64_t kMostNsInPlace = 20'000'000;
constexpr uint64_t kMostNsElsewhere = 60'000'000'000;

// The longest time that one call of RE2 may take for the question, in nanoseconds.
uint64_t most_ns(const Question& question) {
  const size_t bytes = question.bytes();
  return question.pattern->most_scan_ns(bytes) +
         (question.groups ? question.pattern->most_capture_ns(bytes) : 0);
}

// False with an error pending: the fuel is used up, or the search might go on long after its time limit.
bool pay_before(Strand& s, const Question& question) {
  if (!s.work(question.pattern->scan_work(question.bytes_before()))) return fail_with(s.raise_stop());
  if (!is_timed(s) || most_ns(question) <= kMostNsElsewhere) return true;
  return fail_with(
      bad_argument(s, s.native()->arity - 1u, "is too long for this pattern where time is limited"));
}

using Spans = std::span<const Span>;

template <class Use>
void each_in_place(Strand& s, const Question& question, Use use) {
  Matcher matcher(*question.pattern, question.text.view(), question.groups, question.anchor, question.from);
  for (uint32_t i = 0; i < question.most && s.work(kPieceWork) && matcher.next(); ++i) {
    const size_t length = matcher.length();
    if (!s.work((question.groups ? question.pattern->capture_work(length) : length) + matcher.take_ns()))
      return;
    matcher.read_groups();
    if (!use(Spans(matcher.found))) return;
  }
  s.work(matcher.take_ns());
}

template <class Use, class Finish>
Value find_elsewhere(Strand& s, const Question& question, Use use, Finish finish) {
  std::string copy;
  Charge text_charge(s.machine().heap().memory()), found_charge(s.machine().heap().memory());
  if (Operation::kept_by(s) == nullptr) {
    if (!s.charge(text_charge, question.text.length)) return Value::exception();
    copy = question.text.view();
  }
  FindElsewhere work(question, std::move(copy), std::move(text_charge), std::move(found_charge));
  return while_others_run(s, std::move(work), [&](Found& found) {
    if (found.refused_bytes != 0) return s.memory_error(found.refused_bytes);
    if (!s.work(found.taken_ns)) return s.raise_stop();
    const size_t each = question.groups ? static_cast<size_t>(question.pattern->groups()) + 1 : 1;
    for (size_t at = 0; at < found.spans.size() && s.work(kPieceWork); at += each) {
      if (!use(Spans(found.spans).subspan(at, each))) break;
    }
    return finish();
  });
}

// Calls `use` for each match until it returns false, then returns `finish()`. Both may be called again, as
// the native may run again from its start.
template <class Use, class Finish>
Value with_matches(Strand& s, const Question& question, Use use, Finish finish) {
  if (Operation::kept_by(s) == nullptr) {
    if (!pay_before(s, question)) return Value::exception();
    if (!is_timed(s) || most_ns(question) <= kMostNsInPlace) {
      each_in_place(s, question, use);
      return finish();
    }
  }
  return find_elsewhere(s, question, use, finish);
}

std::string_view part(const String& text, Span span) {
  return text.view().substr(span.begin, span.end - span.begin);
}

Value group_value(Strand& s, const String& text, Span group) {
  return group.begin == Span::kAbsent ? none() : text_value(s, part(text, group));
}

Value match_value(Strand& s, const Pattern& pattern, const String& text, Spans spans) {
  List* groups = new_list(s.allocator());
  for (Span group : spans.subspan(1)) push(s.allocator(), groups, group_value(s, text, group));
  Dict* names = new_dict(s.allocator());
  for (const auto& [number, name] : pattern.re().CapturingGroupNames()) {
    Value key = text_value(s, name);
    set(s.allocator(), context(s), names, key, group_value(s, text, spans[static_cast<size_t>(number)]));
  }
  Value whole = text_value(s, part(text, spans[0]));
  return record_value(s, {{"text", whole},
                          {"start", Value::small_int(code_point_index(&text, spans[0].begin))},
                          {"end", Value::small_int(code_point_index(&text, spans[0].end))},
                          {"groups", Value::object(groups)},
                          {"names", Value::object(names)}});
}

Value compile(Strand& s, const String& pattern) {
  PatternPointer out = Pattern::kept(s, pattern.view());
  if (out == nullptr) return Value::exception();
  return state_value(s, kRegexType, std::make_unique<PatternPointer>(std::move(out)));
}

Value is_there(Strand& s, const Question& question) {
  bool found = false;
  return with_matches(
      s, question,
      [&](Spans) {
        found = true;
        return false;
      },
      [&] { return Value::boolean(found); });
}

Value matches(Strand& s, Regex r, const String& text) { return is_there(s, {r.pattern, text, false, 1}); }

Value matches_fully(Strand& s, Regex r, const String& text) {
  return is_there(s, {r.pattern, text, false, 1, RE2::ANCHOR_BOTH});
}

Value find_first(Strand& s, const Question& question) {
  Value found = none();
  const auto use = [&](Spans spans) {
    found = some(s, match_value(s, *question.pattern, question.text, spans));
    return false;
  };
  return with_matches(s, question, use, [&] { return found; });
}

Value find(Strand& s, Regex r, const String& text) { return find_first(s, {r.pattern, text, true, 1}); }

// The first match that begins at the character `start` or, unanchored, after it.
Value find_from_place(Strand& s, Count start, const Regex& r, const String& text, RE2::Anchor anchor) {
  if (start.value > code_points(&text)) return none();
  return find_first(s, {r.pattern, text, true, 1, anchor, byte_offset(&text, start.value)});
}

Value find_from(Strand& s, Count start, Regex r, const String& text) {
  return find_from_place(s, start, r, text, RE2::UNANCHORED);
}

Value match_at(Strand& s, Count start, Regex r, const String& text) {
  return find_from_place(s, start, r, text, RE2::ANCHOR_START);
}

Value find_all(Strand& s, Regex r, const String& text) {
  List* out = new_list(s.allocator());
  const auto use = [&](Spans spans) {
    push(s.allocator(), out, match_value(s, *r.pattern, text, spans));
    return true;
  };
  return with_matches(s, {r.pattern, text, true}, use, [&] { return Value::object(out); });
}

Value texts(Strand& s, Regex r, const String& text) {
  List* out = new_list(s.allocator());
  const auto use = [&](Spans spans) {
    push(s.allocator(), out, text_value(s, part(text, spans[0])));
    return true;
  };
  return with_matches(s, {r.pattern, text}, use, [&] { return Value::object(out); });
}

Value split(Strand& s, Regex r, const String& text) {
  List* out = new_list(s.allocator());
  uint32_t begin = 0;
  const auto use = [&](Spans spans) {
    // An empty match splits only between two characters that no match has taken.
    const bool is_empty = spans[0].end == spans[0].begin;
    if (is_empty && (spans[0].begin == begin || spans[0].begin == text.length)) return true;
    push(s.allocator(), out, text_value(s, part(text, {begin, spans[0].begin})));
    begin = spans[0].end;
    return true;
  };
  return with_matches(s, {r.pattern, text}, use, [&] {
    push(s.allocator(), out, text_value(s, text.view().substr(begin)));
    return Value::object(out);
  });
}

// ---- Replacing

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The number of the group that `$name` or `$12` refers to; -1 if there is none.
int group_number(const RE2& pattern, std::string_view name) {
  if (std::isdigit(static_cast<unsigned char>(name[0]))) {
    int number = 0;
    const bool fits = std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc();
    return fits && number <= pattern.NumberOfCapturingGroups() ? number : -1;
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

// What stands for a group after a dollar sign: `name`, `12`, or either in braces.
struct GroupName {
  std::string_view name;
  size_t length;  // with its braces
};

GroupName group_name(std::string_view text) {
  if (!text.starts_with('{')) return {text.substr(0, name_length(text)), name_length(text)};
  const size_t length = name_length(text.substr(1));
  const bool ends = length > 0 && text.substr(1 + length).starts_with('}');
  return ends ? GroupName{text.substr(1, length), length + 2} : GroupName{{}, 0};
}

// The replacement, split into text and groups once. False with a ValueError pending.
class Replacement {
 public:
  explicit Replacement(Strand& s) : parts_(scratch<Part>(s)) {}

  bool read(Strand& s, const RE2& pattern, std::string_view with) {
    const bool pays = Operation::kept_by(s) == nullptr;  // not again after a wait
    while (!with.empty()) {
      if (pays && !s.work(kPieceWork)) return fail_with(s.raise_stop());
      size_t dollar = std::min(with.find('$'), with.size());
      if (dollar > 0) parts_.push_back({with.substr(0, dollar), -1});
      with.remove_prefix(dollar);
      if (with.empty()) break;
      if (with.starts_with("$$")) {
        parts_.push_back({with.substr(0, 1), -1});
        with.remove_prefix(2);
        continue;
      }
      const auto [name, length] = group_name(with.substr(1));
      const int group = name.empty() ? -1 : group_number(pattern, name);
      if (group < 0)
        return fail_with(
            bad_argument(s, 1, "names a group that the pattern does not have; a dollar sign is written $$"));
      parts_.push_back({{}, group});
      with.remove_prefix(1 + length);
    }
    return true;
  }

  // False if the strand has to stop, or if the text would be too long.
  bool append(Strand& s, ScratchText& out, const String& text, Spans spans) const {
    constexpr size_t kPartsAtOnce = 1024;
    size_t left = 0;
    for (const Part& piece : parts_) {
      if (left == 0) {
        left = kPartsAtOnce;
        if (!s.work(std::min(parts_.size(), kPartsAtOnce))) return fail_with(s.raise_stop());
        if (!text_fits(s, out.size())) return false;
      }
      --left;
      if (piece.group < 0) {
        out += piece.text;
      } else if (const Span group = spans[static_cast<size_t>(piece.group)]; group.begin != Span::kAbsent) {
        out += part(text, group);
      }
    }
    return text_fits(s, out.size());
  }

 private:
  struct Part {
    std::string_view text;
    int group;
  };
  Scratch<Part> parts_;
};

Value replace_some(Strand& s, const Regex& r, const String& with, const String& text, uint32_t most) {
  Replacement replacement(s);
  if (!replacement.read(s, r.pattern->re(), with.view())) return Value::exception();
  ScratchText out = scratch_text(s);
  uint32_t begin = 0;
  bool fits = true;
  const auto use = [&](Spans spans) {
    out += part(text, {begin, spans[0].begin});
    begin = spans[0].end;
    return fits = replacement.append(s, out, text, spans);
  };
  return with_matches(s, {r.pattern, text, true, most}, use, [&] {
    if (!fits) return Value::exception();
    out += text.view().substr(begin);
    return checked_text(s, out);
  });
}

Value replace(Strand& s, Regex r, const String& with, const String& text) {
  return replace_some(s, r, with, text, UINT32_MAX);
}
Value replace_first(Strand& s, Regex r, const String& with, const String& text) {
  return replace_some(s, r, with, text, 1);
}

Value escape(Strand& s, const String& text) {
  constexpr uint64_t kWorkPerByte = 8;
  ScratchText out = scratch_text(s);
  Pieces pieces(s, text.view(), kWorkPerByte);
  for (std::string_view each; pieces.next_characters(each);) out += RE2::QuoteMeta(piece(each));
  return pieces.has_stopped() ? s.raise_stop() : checked_text(s, out);
}
Value source(Strand& s, Regex r) { return text_value(s, r.pattern->text()); }

const NativeDescriptor kRows[] = {
    row<compile>(
        "regex.compile", "s", kBorrows,
        R"(A regex from a pattern in RE2's syntax, of at most 65,536 bytes, 250 groups and 250 levels of nesting. ValueError if it is none. A group has a name as `(?<name>…)` or `(?P<name>…)`. All functions of this module take a string as well. `\w`, `\d`, `\s` and `\b` know ASCII only, as in Go and JavaScript. For any script, a letter is `\pL`, a digit `\p{Nd}`, white space `[\s\pZ]`, and a character of a word `[\pL\pN_]`; `\b` has no such form.
regex.texts r"[\pL\pN_]+" "naïve 1" => ["naïve", "1"]
regex.match? (regex.compile r"^\d+$") "42" => true)"),
    row<matches>("regex.match?", "r s", kBorrows, R"(Whether the pattern matches somewhere in the text.
regex.match? r"[a-z]\d" "-a1-" => true)"),
    row<matches_fully>("regex.full_match?", "r s", kBorrows, R"(Whether the pattern matches the whole text.
regex.full_match? r"[a-z]\d" "-a1-" => false)"),
    row<find>(
        "regex.find", "r s", kBorrows,
        R"(`Some` of the first match, or `None`. A match is a record { text, start, end, groups, names }. `groups` is a list of strings, with `None` for groups that took no part. `names` is a dict of the named groups.
regex.find r"(\d)(x)?" "a1" => Some { text: "1", start: 1, end: 2, groups: ["1", None], names: [:] })"),
    row<find_from>(
        "regex.find_from", "start r s", kBorrows,
        R"(Like regex.find, for the first match that begins at the character `start` or after it. `^` matches only where the whole text begins.
regex.find_from 1 r"\d" "1a2" => Some { text: "2", start: 2, end: 3, groups: [], names: [:] })"),
    row<match_at>(
        "regex.match_at", "start r s", kBorrows,
        R"(`Some` of the match that begins at the character `start` itself, or `None`: for taking a text apart, one piece after the other, without copying its rest.
regex.match_at 1 r"\d+" "a12" => Some { text: "12", start: 1, end: 3, groups: [], names: [:] }
regex.match_at 0 r"\d+" "a12" => None)"),
    row<find_all>("regex.find_all", "r s", kBorrows, R"(All matches that do not overlap, as `find` gives them.
regex.find_all r"\d+" "1 22" |> map (m -> m.text) => ["1", "22"])"),
    row<texts>("regex.texts", "r s", kBorrows, R"(The texts of all matches that do not overlap.
regex.texts r"\d+" "1 22" => ["1", "22"])"),
    row<replace>(
        "regex.replace", "r with s", kBorrows,
        R"doc(The text with every match replaced; `$1` and `$name` stand for groups, `$0` for the match, `$$` for a dollar sign. A letter or digit may follow `${1}` and `${name}`.
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
