#include "stdlib/data/regex_pattern.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

#include "stdlib/native/native.h"
#include "stdlib/native/outside.h"
#include "vm/heap/heap.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// What a scan of the pattern's text finds before RE2 compiles it.
struct Outline {
  size_t bytes = 0;
  size_t nesting = 0;  // the greatest; parentheses in classes count, too
  size_t classes = 0;  // that may have hundreds of ranges
  // How often `{n}` may compile a part: the largest n after anything but a group, and the product of all
  // those after groups, which may be in each other.
  size_t repeats = 1, group_repeats = 1;
  bool has_bytes = false;  // `\C`, which RE2 takes for any byte: a match might end within a character
  static constexpr size_t kMostRepeats = 1000;  // RE2 accepts no more, also of repeats in each other

  // Of its program, as far as its text shows them.
  size_t instructions() const {
    constexpr size_t kOfClass = 600;
    return (bytes + classes * kOfClass) * std::min(repeats * group_repeats, kMostRepeats);
  }
};

// The largest number in `{n}`, `{n,}` or `{n,m}`, which begins at `at`; 1 if nothing of the kind does.
size_t repeats_at(std::string_view text, size_t at) {
  size_t most = 1, number = 0;
  for (++at; at < text.size() && (text[at] == ',' || (text[at] >= '0' && text[at] <= '9')); ++at) {
    number = text[at] == ','
                 ? 0
                 : std::min(10 * number + static_cast<size_t>(text[at] - '0'), Outline::kMostRepeats);
    most = std::max(most, number);
  }
  return most;
}

Outline outline_of(std::string_view text) {
  Outline out;
  out.bytes = text.size();
  size_t open = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\\Q")) {
      i = std::min(text.find("\\E", i), text.size() - 1) + 1;  // literal text
    } else if (text[i] == '\\') {
      ++i;
      if (i < text.size() && (text[i] == 'p' || text[i] == 'P')) ++out.classes;
      out.has_bytes |= i < text.size() && text[i] == 'C';
    } else if (text[i] == '(') {
      out.nesting = std::max(out.nesting, ++open);
    } else if (text[i] == ')' && open > 0) {
      --open;
    } else if (text[i] == '{') {
      const size_t most = repeats_at(text, i);
      if (i > 0 && text[i - 1] == ')') {
        out.group_repeats = std::min(out.group_repeats * most, Outline::kMostRepeats);
      } else {
        out.repeats = std::max(out.repeats, most);
      }
    }
  }
  return out;
}

// Where the class ends that begins at `at`, or the text. A bracket that comes first is one of its characters.
size_t end_of_class(std::string_view text, size_t at) {
  ++at;
  if (at < text.size() && text[at] == '^') ++at;
  if (at < text.size() && text[at] == ']') ++at;
  for (; at < text.size() && text[at] != ']'; ++at) {
    if (text[at] == '\\') ++at;
    if (text.substr(at).starts_with("[:")) at = std::min(text.find(":]", at), text.size() - 1) + 1;
  }
  return std::min(at, text.size());
}

// The pattern with `(?P<name>`, the only form that RE2 has, in place of `(?<name>`.
std::string with_names_for_re2(std::string_view text) {
  constexpr std::string_view kName = "(?<", kQuote = "\\Q", kUnquote = "\\E";
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    const std::string_view rest = text.substr(i);
    if (rest.starts_with(kQuote)) {
      end = std::min(text.find(kUnquote, i), text.size());
    } else if (text[i] == '\\') {
      end = std::min(i + 2, text.size());
    } else if (text[i] == '[') {
      end = end_of_class(text, i);
    } else if (rest.starts_with(kName) && rest.size() > 3 && rest[3] != '=' && rest[3] != '!') {
      out += "(?P<";
      i += kName.size();
      continue;
    }
    out += text.substr(i, end - i);
    i = end;
  }
  return out;
}

// What RE2 says about a pattern that other engines accept, and what to do instead.
struct Remedy {
  std::string_view complaint;  // begins like this
  std::string_view hint;
};
constexpr std::string_view kNoLookAround =
    "there is no look-around in this syntax: match more, and take the part that a group has";
constexpr std::string_view kNoReferences =
    "there are no references to groups in this syntax: compare the groups of a match";
constexpr Remedy kRemedies[] = {
    {"invalid perl operator: (?=", kNoLookAround},
    {"invalid perl operator: (?!", kNoLookAround},
    {"invalid perl operator: (?<", kNoLookAround},
    {"invalid perl operator: (?>", "a search never goes back, so an atomic group is a group: `(?:…)`"},
    {"bad repetition operator: ", "a search never goes back, so one sign is enough: `+` for `++`"},
    {"invalid escape sequence: \\k", kNoReferences},
    {"invalid escape sequence: \\C", "a pattern matches whole characters: `(?s:.)` is any of them"},
};

std::string_view remedy_for(std::string_view complaint) {
  // A reference by its number: \1 to \9.
  constexpr std::string_view kEscape = "invalid escape sequence: \\";
  if (complaint.starts_with(kEscape) && complaint.size() > kEscape.size() &&
      complaint[kEscape.size()] >= '1' && complaint[kEscape.size()] <= '9')
    return kNoReferences;
  for (const Remedy& each : kRemedies) {
    if (complaint.starts_with(each.complaint)) return each.hint;
  }
  return {};
}

// The memory for RE2's syntax tree. max_mem limits the program and the caches only.
size_t tree_bytes(std::string_view text, const Outline& outline) {
  constexpr size_t kNodeBytes = 128, kClassBytes = 12 << 10;
  return text.size() * kNodeBytes + outline.classes * kClassBytes;
}

// RE2's program and caches get a share of the heap, so that small machines can have several patterns. A large
// pattern gets more; to compile it takes 20 ms and more.
constexpr size_t kLeastMemory = size_t{128} << 10, kUsualMemory = size_t{2} << 20,
                 kMostMemory = size_t{8} << 20;
constexpr size_t kShareOfHeap = 32;
constexpr size_t kMoreMemory = 4;
// The work of compilation: for memory, and for an instruction. A few instructions are paid for when they are
// there, as they take little time.
constexpr uint64_t kBytesPerWork = 8, kInstructionWork = 256;
constexpr uint64_t kFewInstructions = 4096, kInstructionBytes = 24;

Value refused(Strand& s, std::string_view complaint) {
  return s.value_error(std::string(s.native()->name) + ": " + std::string(complaint), remedy_for(complaint));
}

// Keeps the patterns that a program gives as strings; few programs have more than kMost.
class PatternCache final : public LibraryState {
 public:
  static PatternCache& of(Strand& s) {
    return static_cast<PatternCache&>(s.machine().library_state(
        []() -> std::unique_ptr<LibraryState> { return std::make_unique<PatternCache>(); }));
  }

  std::shared_ptr<const Pattern> find(std::string_view text) {
    const std::lock_guard hold(lock_);
    auto found = kept_.find(std::string(text));
    return found == kept_.end() ? nullptr : found->second;
  }
  void keep(std::string_view text, std::shared_ptr<const Pattern> pattern) {
    const std::lock_guard hold(lock_);
    if (kept_.size() >= kMost) kept_.clear();
    kept_.emplace(std::string(text), std::move(pattern));
  }
  void clear() {
    const std::lock_guard hold(lock_);
    kept_.clear();
  }

 private:
  static constexpr size_t kMost = 64;
  std::mutex lock_;
  std::unordered_map<std::string, std::shared_ptr<const Pattern>> kept_;  // guarded by the lock
};

// Drops the cached patterns if memory is short.
bool charge(Strand& s, Charge& charge, size_t bytes) {
  const MemoryAccount& account = *s.machine().heap().memory();
  if (!account.has_room(2 * bytes)) PatternCache::of(s).clear();
  return s.charge(charge, bytes);
}

RE2::Options options_for(size_t memory) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<int64_t>(memory));
  return options;
}

}  // namespace

bool is_timed(Strand& s) {
  const Runtime* runtime = s.machine().runtime();
  return s.has_task() && runtime->can_poll();
}

class Pattern::CompileElsewhere {
 public:
  CompileElsewhere(std::string_view text, size_t memory, Charge charge)
      : text_(text), memory_(memory), charge_(std::move(charge)) {}

  std::shared_ptr<const Pattern> operator()() {
    return std::shared_ptr<const Pattern>(new Pattern(text_, options_for(memory_), std::move(charge_)));
  }
  // Whether the native runs again as such work has begun.
  static bool has_begun(Strand& s) {
    return dynamic_cast<BlockingOperation<CompileElsewhere>*>(Operation::kept_by(s)) != nullptr;
  }

 private:
  std::string text_;
  size_t memory_;
  Charge charge_;
};

Pattern::Pattern(std::string_view text, const RE2::Options& options, Charge charge)
    : charge_(std::move(charge)), text_(text), re_(with_names_for_re2(text), options) {
  if (re_.ok()) program_ = static_cast<uint64_t>(std::max(re_.ProgramSize(), 1));
}

uint64_t Pattern::most_capture_ns(size_t bytes) const {
  return bytes * program_ * (kScanNs + static_cast<uint64_t>(groups()) / kCapturesPerNs);
}

std::shared_ptr<const Pattern> Pattern::attempt(Strand& s, std::string_view text, size_t memory, size_t tree,
                                                uint64_t instructions) {
  const bool has_begun = CompileElsewhere::has_begun(s);
  Charge bytes(s.machine().heap().memory());
  if (!has_begun) {
    if (!charge(s, bytes, tree + memory)) return nullptr;
    if (!s.work(tree / kBytesPerWork + instructions * kInstructionWork)) {
      s.raise_stop();
      return nullptr;
    }
  }
  // A search on the pool may have begun with this pattern, which the cache has dropped since: a strand keeps
  // one operation.
  const bool is_free = has_begun || Operation::kept_by(s) == nullptr;
  std::shared_ptr<const Pattern> made;
  try {
    CompileElsewhere work(text, memory, std::move(bytes));
    if (memory > kUsualMemory && is_free && is_timed(s)) {
      while_others_run(s, std::move(work), [&](const std::shared_ptr<const Pattern>& result) {
        made = result;
        return none();
      });
    } else {
      made = work();
    }
  } catch (const std::bad_alloc&) {
    s.memory_error(tree + memory);
  }
  return made;
}

std::shared_ptr<const Pattern> Pattern::compile(Strand& s, std::string_view text) {
  constexpr uint64_t kOutlineWork = 8;  // for a byte
  if (!pay_for_pass(s, text, kOutlineWork)) {
    s.raise_stop();
    return nullptr;
  }
  const Outline outline = outline_of(text);
  if (outline.nesting > kMostNesting) {
    refused(s, "the pattern nests more than " + std::to_string(kMostNesting) + " groups");
    return nullptr;
  }
  if (outline.has_bytes) {
    refused(s, "invalid escape sequence: \\C");
    return nullptr;
  }
  const size_t tree = tree_bytes(text, outline);
  size_t memory = std::clamp(s.machine().heap().limit() / kShareOfHeap, kLeastMemory, kUsualMemory);
  if (CompileElsewhere::has_begun(s)) memory = kMostMemory;
  uint64_t paid = std::min(outline.instructions(), memory / kInstructionBytes);
  if (paid <= kFewInstructions) paid = 0;
  for (;;) {
    std::shared_ptr<const Pattern> made = attempt(s, text, memory, tree, paid);
    if (made == nullptr) return nullptr;
    if (made->re_.ok()) {
      if (made->groups() > static_cast<int>(kMostGroups)) {
        refused(s, "the pattern has more than " + std::to_string(kMostGroups) + " groups");
        return nullptr;
      }
      s.work((made->program_ - std::min(made->program_, paid)) * kInstructionWork);
      return made;
    }
    const bool is_too_large = made->re_.error_code() == RE2::ErrorPatternTooLarge;
    if (!is_too_large || memory == kMostMemory) {
      refused(s, made->re_.error());
      return nullptr;
    }
    memory = memory == kUsualMemory ? kMostMemory : std::min(memory * kMoreMemory, kUsualMemory);
    paid = memory / kInstructionBytes;
  }
}

std::shared_ptr<const Pattern> Pattern::kept(Strand& s, std::string_view text) {
  if (text.size() > kMostBytes) {
    refused(s, "the pattern is longer than " + std::to_string(kMostBytes) + " bytes");
    return nullptr;
  }
  PatternCache& cache = PatternCache::of(s);
  // What compiles for this strand is awaited, even if another one has put the pattern into the cache
  // meanwhile.
  std::shared_ptr<const Pattern> pattern = CompileElsewhere::has_begun(s) ? nullptr : cache.find(text);
  if (pattern == nullptr && (pattern = compile(s, text)) != nullptr) cache.keep(text, pattern);
  return pattern;
}

}  // namespace aspen
