#include "frontend/diagnostics/report.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>

#include "frontend/diagnostics/expansion.h"
#include "frontend/diagnostics/utf8.h"
#include "vm/heap/native_stack.h"
#include "vm/object/future.h"
#include "vm/run/operators/show.h"
#include "vm/run/pending_error.h"
#include "vm/values/record.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

constexpr size_t kMaxTextBytes = 10'000;
constexpr size_t kMaxHintBytes = 1'000;
// The number of calls at either end of a long list that are shown.
constexpr size_t kInnerCalls = 10;
constexpr size_t kOuterCalls = 5;

// Cut to a whole number of characters.
std::string cut(std::string text, size_t limit) {
  if (text.size() <= limit) return text;
  size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

bool is_runtime_label(Symbol name) { return name >= sym::kTypeError && name <= sym::kInterrupted; }

// The text of a field of the record that a runtime's label holds.
std::optional<std::string> error_field(Machine& machine, Value error, Symbol field) {
  if (!is_kind(error, Kind::LabelBox) || !is_runtime_label(as<LabelBox>(error)->name())) return {};
  Value payload = resolved(as<LabelBox>(error)->payload);
  if (!is_kind(payload, Kind::Record)) return {};
  const Record* record = as<Record>(payload);
  int slot = machine.shapes()[record->shape()].slot(field);
  Value text = slot < 0 ? Value::unit() : resolved(record->slots()[slot]);
  if (!is_kind(text, Kind::String)) return {};
  return std::string(as<String>(text)->view());
}

// Errors from a host's limits: scripts cannot catch these, so they carry no message of their own.
std::string limit_message(Value error) {
  if (error == Value::label(sym::kOutOfFuel))
    return "OutOfFuel: the program has used up its limit of calls and loop steps";
  if (error == Value::label(sym::kOutOfTime)) return "OutOfTime: the program ran longer than its limit";
  // Without a field, where there was no memory for one.
  if (error == Value::label(sym::kMemoryLimit)) return "MemoryLimit: " + std::string(kTooLittleMemory);
  if (error == Value::label(sym::kOutOfTasks))
    return "OutOfTasks: the program has more tasks at once than its limit";
  if (error == Value::label(sym::kInterrupted)) return "Interrupted: the program was stopped from outside";
  return {};
}

bool lacks_field(std::string_view headline) {
  return headline.find("there is no field `") != std::string_view::npos;
}

// For `url.parse` where `url` is a variable.
std::optional<std::string> hidden_module_hint(std::string_view text, const LibraryNames& library) {
  while (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos || !library.has(text)) return {};
  const std::string module(text.substr(0, dot));
  return "`" + module + "` is a variable here, which hides the module `" + module +
         "`; give the variable another name to use `" + std::string(text) + "`";
}

constexpr std::string_view kNoMatch = "MatchError: no pattern matches ";

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// What stands after the span on its line.
std::string_view text_after(const Source& source, Span span) {
  std::string_view rest = source.text().substr(span.end());
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
  return rest;
}

// For `PI = 3.14`. If the value is a label, as its capital letter shows, a pattern such as `None = f x` is
// meant.
std::optional<std::string> variable_hint(const Source& source, Span span, const std::string& headline) {
  if (is_upper(headline[kNoMatch.size()])) return {};
  std::string name(source.text(span));
  const bool is_word =
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  const std::string_view rest = text_after(source, span);
  if (!is_word || !is_upper(name[0]) || !rest.starts_with('=')) return {};
  for (char& c : name) c = is_upper(c) ? static_cast<char>(c + 'a' - 'A') : c;
  return "a capitalised word is a label; write `" + name + " = …`";
}

// For `for i, x in xs`, and for `(x, y) -> …` where the function is called with two arguments.
std::optional<std::string> tuple_hint(const Source& source, Span span, const std::string& headline) {
  const std::string_view pattern = source.text(span), text = source.text();
  if (pattern.find(',') == std::string_view::npos || headline[kNoMatch.size()] == '(') return {};
  if (text.substr(0, span.offset).ends_with("for "))
    return "the elements are no tuples; with its index, an element is `for i, x in enumerate xs`";
  const std::string_view rest = text_after(source, span);
  if (!pattern.starts_with('(') && rest.starts_with('=') && headline[kNoMatch.size()] == '[')
    return "names side by side take a tuple apart; for a list, write `[" + std::string(pattern) + "] = …`";
  if (!pattern.starts_with('(') || !rest.starts_with("->")) return {};
  return "`(x, y) -> …` takes one tuple, as in `f (1, 2)`; a function of two arguments is `x y -> …`";
}

// For `area Circle 2`, which passes two arguments, where a pattern takes `Circle r`.
std::optional<std::string> bare_label_hint(const Source& source, Span span, const std::string& headline) {
  const std::string label = headline.substr(std::min(headline.size(), kNoMatch.size()));
  const bool is_word = std::all_of(label.begin(), label.end(),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (label.empty() || !is_word || !is_upper(label[0])) return {};
  const std::string_view arms = source.text().substr(span.offset);
  for (size_t at = arms.find(label + ' '); at != std::string_view::npos;
       at = arms.find(label + ' ', at + 1)) {
    if (at > 0 && std::isalnum(static_cast<unsigned char>(arms[at - 1])) != 0) continue;
    const std::string_view rest = arms.substr(at + label.size() + 1);
    const bool has_value =
        !rest.empty() && (std::islower(static_cast<unsigned char>(rest[0])) != 0 ||
                          std::string_view("_([{").find(rest[0]) != std::string_view::npos);
    if (has_value && !rest.starts_with("or ") && !rest.starts_with("if "))
      return "`" + label +
             "` came without a value; with one it is a single argument only in parentheses: `f (" + label +
             " x)`";
  }
  return {};
}

// `xs[len xs] = x`: the element to be replaced does not exist.
std::optional<std::string> store_hint(const Source& source, Span span, const std::string& headline) {
  if (headline.find("is out of range for a list") == std::string::npos) return {};
  const std::string_view rest = text_after(source, span), text = source.text(span);
  if (!rest.starts_with('=') || rest.starts_with("==")) return {};
  return "an assignment replaces an element; to add one, write `" +
         std::string(text.substr(0, text.rfind('['))) + " |>= push x`";
}

// `d[k] += 1`: a key that is missing has no value to begin with.
std::optional<std::string> update_hint(const Source& source, Span span, const std::string& headline) {
  const std::string_view rest = text_after(source, span), text = source.text(span);
  const size_t operators = std::min(rest.size(), rest.find_first_not_of("+-*/%"));
  const size_t open = text.find('[');
  const bool updates = operators > 0 && operators < 3 && rest.substr(operators).starts_with('=');
  const bool is_simple = text.ends_with(']') && open != std::string_view::npos && text.rfind('[') == open;
  if (!headline.starts_with("KeyError: there is no key") || !updates || !is_simple) return {};
  const std::string dict(text.substr(0, open)), key(text.substr(open + 1, text.size() - open - 2));
  return "an update needs a value to begin with: `" + std::string(text) + " = get_or " + key + " 0 " + dict +
         " " + std::string(rest.substr(0, operators)) + " …`";
}

// `r.b = 1`, where the record has no field `b`.
std::optional<std::string> new_field_hint(const Source& source, Span span, const std::string& headline) {
  const std::string_view rest = text_after(source, span), text = source.text(span);
  const size_t dot = text.rfind('.');
  const std::string_view end = rest.substr(std::min(rest.size(), rest.find_first_not_of("+-*/%")));
  const bool assigns = end.starts_with('=') && !end.starts_with("==");
  if (!headline.starts_with("KeyError: there is no field") || !assigns || dot == std::string_view::npos)
    return {};
  const std::string record(text.substr(0, dot)), field(text.substr(dot + 1));
  return "for a new one, write `" + record + " = { .." + record + ", " + field + ": … }`";
}

// Whether the text gives the name a value.
bool is_assigned(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 &&
                                    std::string_view("_.\"").find(text[at - 1]) == std::string_view::npos);
    std::string_view rest = text.substr(at + name.size());
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
    const bool is_bound = (rest.starts_with('=') && !rest.starts_with("==")) || rest.starts_with("->") ||
                          rest.starts_with("in ") || rest.starts_with(',');
    if (begins && is_bound) return true;
  }
  return false;
}

// `count f xs` where `count` is a variable.
std::optional<std::string> hidden_function_hint(const Source& source, Span span, const std::string& headline,
                                                const LibraryNames& library) {
  if (!headline.starts_with("TypeError: cannot call ")) return {};
  std::string_view text = written_text(source, span);
  text.remove_prefix(std::min(text.size(), text.find_first_not_of('(')));
  const std::string name(text.substr(0, text.find_first_of(" (")));
  if (!library.has(name) || !is_assigned(source.text(), name)) return {};
  return "if `" + name +
         "` is a variable here, it hides the library's function of that name: give the variable another name";
}

class Calls {
 public:
  explicit Calls(const SourceLookup& find_source) : find_source_(find_source) {}

  // Where the error is shown: the innermost place in a source that can be quoted. If another task waits at
  // that place, `list` does not list it again.
  struct Place {
    const Source* source;
    Span span;
  };
  std::optional<Place> place(const Trace& trace) {
    if (auto own = first_place(trace, false)) return own;
    return first_place(trace, true);
  }

  std::string list(const Trace& trace) {
    for (size_t i = 0; i < trace.entries.size(); ++i) {
      if (trace.omitted > 0 && i == trace.omitted_at) add_gap(trace.omitted);
      if (!is_of_another(trace.entries[i])) add(trace.entries[i]);
    }
    if (lines_.size() == 1 && is_body(trace.entries.back())) lines_.clear();
    shorten();
    for (const TraceEntry& entry : trace.entries) {
      if (is_of_another(entry) && &entry != excerpt_) add(entry);
    }
    std::string out;
    for (const Line& line : lines_) out += "  " + line.text + repetitions(line) + "\n";
    return out;
  }

 private:
  struct Line {
    std::string text;
    size_t calls;  // that this line stands for
    bool gap = false;
  };

  static bool is_of_another(const TraceEntry& entry) {
    return entry.role >= TraceEntry::Role::waits_to_receive;
  }

  std::optional<Place> first_place(const Trace& trace, bool of_another) {
    for (const TraceEntry& entry : trace.entries) {
      if (is_of_another(entry) != of_another) continue;
      const Source* source = source_of(entry);
      std::optional<Span> span = source != nullptr ? span_of(entry) : std::nullopt;
      if (!span || span->end() > source->text().size()) continue;
      excerpt_ = &entry;
      return Place{source, *span};
    }
    return {};
  }

  const Source* source_of(const TraceEntry& entry) const { return find_source_(*entry.proto->module); }

  static bool is_body(const TraceEntry& entry) { return entry.proto == &entry.proto->module->functions[0]; }

  static std::string role_of(const TraceEntry& entry) {
    switch (entry.role) {
      case TraceEntry::Role::call: break;
      case TraceEntry::Role::spawned: return "spawned ";
      case TraceEntry::Role::waits_to_receive: return "another task waits for a value from a channel ";
      case TraceEntry::Role::waits_to_send: return "another task waits for room in a channel ";
      case TraceEntry::Role::waits_for_task: return "another task waits for the end of a task ";
      case TraceEntry::Role::waits_for_permit: return "another task waits for a permit of a semaphore ";
      case TraceEntry::Role::waits_for_cell: return "another task waits for the end of a cell's change ";
      case TraceEntry::Role::waits_for_several: return "another task waits for one of several things ";
    }
    return {};
  }

  void add(const TraceEntry& entry) {
    const Source* source = source_of(entry);
    const std::string& name = entry.proto->name;
    if (source == nullptr && name.empty()) return;
    std::string text = role_of(entry) + (!name.empty()    ? "in " + name + " "
                                         : is_body(entry) ? ""
                                                          : "in a function ");
    std::optional<Span> span = span_of(entry);
    if (source == nullptr || !span) {
      text.resize(text.size() - !text.empty());
    } else {
      text += "at " + place_of(*source, *span);
    }
    if (text.empty()) return;
    if (!lines_.empty() && lines_.back().text == text) {
      ++lines_.back().calls;
    } else {
      lines_.push_back({text, 1});
    }
  }

  static std::string place_of(const Source& source, Span span) {
    const Expansion::Origin origin = origin_of(source, span);
    auto line_of = [](const Source& each, Span there) {
      return without_controls(each.name()) + ":" + std::to_string(each.position(there.offset).line);
    };
    std::string out = line_of(*origin.source, origin.span);
    if (origin.steps.empty()) return out;
    const size_t shown = origin.shown_steps();
    std::string_view before = shown == 1 ? ", in the macro `" : ", in the macros `";
    for (const Expansion::Step& step : std::span(origin.steps).first(shown)) {
      out.append(before).append(step.macro).append("` at ") += line_of(*step.source, step.span);
      before = ", `";
    }
    const size_t rest = origin.steps.size() - shown;
    return rest == 0 ? out : out + ", … and " + std::to_string(rest) + " more macros";
  }

  void add_gap(size_t calls) {
    lines_.push_back({"… " + std::to_string(calls) + " more calls", calls, true});
  }

  void shorten() {
    if (lines_.size() <= kInnerCalls + kOuterCalls + 1) return;
    auto begin = lines_.begin() + kInnerCalls, end = lines_.end() - kOuterCalls;
    size_t calls = 0;
    for (auto line = begin; line != end; ++line) calls += line->calls;
    auto after = lines_.erase(begin, end);
    lines_.insert(after, {"… " + std::to_string(calls) + " more calls", calls, true});
  }

  static std::string repetitions(const Line& line) {
    return line.gap || line.calls == 1 ? "" : ", " + std::to_string(line.calls) + " times";
  }

  const SourceLookup& find_source_;
  const TraceEntry* excerpt_ = nullptr;  // that is shown with its text
  std::vector<Line> lines_;
};

// For threads that may touch objects already.
std::string headline_of(Machine& machine, Value error) {
  if (std::optional<std::string> message = error_field(machine, error, sym::kMessage)) {
    std::string kind(machine.symbols().name(as<LabelBox>(error)->name()));
    return kind + ": " + cut(std::move(*message), kMaxTextBytes);
  }
  if (std::string message = limit_message(error); !message.empty()) return message;
  std::string text = "error: ";
  bool whole = append_text(text, machine, error, kMaxTextBytes);
  return whole ? text : cut(std::move(text), kMaxTextBytes);
}

// How the function of the library is called that a program has called with a value of the wrong type; empty
// if that was none, or is not known.
std::string usage_of(const std::string& headline, const Trace& trace, const LibraryNames& library) {
  constexpr std::string_view kTypeError = "TypeError: ";
  if (!headline.starts_with(kTypeError)) return {};
  // The outermost of the library's functions that the innermost of the program's has called.
  const Proto* called = nullptr;
  for (const TraceEntry& entry : trace.entries) {
    if (entry.role != TraceEntry::Role::call || !entry.proto->module->in_library) break;
    called = entry.proto;
  }
  if (called != nullptr) {
    // "<dict>". Names of the prelude have no prefix.
    const std::string_view file = called->module->path;
    const std::string module(file.substr(1, file.size() - 2));
    const std::string usage = library.usage(module + "." + called->name);
    return usage.empty() ? library.usage(called->name) : usage;
  }
  // Those in C++ begin their messages with their names.
  const std::string_view message = std::string_view(headline).substr(kTypeError.size());
  return library.usage(message.substr(0, message.find(':')));
}

std::string render(Machine& machine, Value error, const Trace& trace, const SourceLookup& find_source,
                   const LibraryNames& library, const RenderOptions& options) {
  std::string headline = headline_of(machine, error);
  std::string out = options.color ? "\x1b[1;31m" + headline + "\x1b[0m\n" : headline + "\n";
  Calls calls(find_source);
  auto hint = error_field(machine, error, sym::kHint);
  if (auto place = calls.place(trace)) {
    out += render_excerpt(*place->source, place->span, {}, options);
    // A record's own field of nearly that name is more likely meant.
    if (lacks_field(headline) && (!hint || !headline.starts_with("KeyError"))) {
      if (auto better = hidden_module_hint(written_text(*place->source, place->span), library)) hint = better;
    }
    if (!hint && headline.starts_with(kNoMatch)) {
      hint = variable_hint(*place->source, place->span, headline);
      if (!hint) hint = tuple_hint(*place->source, place->span, headline);
      if (!hint) hint = bare_label_hint(*place->source, place->span, headline);
    }
    if (!hint) hint = store_hint(*place->source, place->span, headline);
    if (auto added = new_field_hint(*place->source, place->span, headline))
      hint = (hint ? *hint + " Or, " : "an assignment replaces a field; ") + *added;
    if (auto better = hidden_function_hint(*place->source, place->span, headline, library)) hint = better;
    if (!hint || hint->starts_with("`get_or")) {
      if (auto better = update_hint(*place->source, place->span, headline)) hint = better;
    }
  }
  if (hint) {
    out += (options.color ? "  \x1b[32mhint: \x1b[0m" : "  hint: ") + cut(std::move(*hint), kMaxHintBytes) +
           "\n";
  }
  if (const std::string usage = usage_of(headline, trace, library); !usage.empty())
    out += "  usage: `" + usage + "`\n";
  return out + calls.list(trace);
}

}  // namespace

std::optional<Span> span_of(const TraceEntry& entry) {
  const std::vector<Location>& locations = entry.proto->locations;
  auto after = std::upper_bound(locations.begin(), locations.end(), entry.word,
                                [](uint32_t word, const Location& location) { return word < location.word; });
  if (after == locations.begin()) return {};
  return Span{after[-1].offset, after[-1].length};
}

std::string error_headline(Machine& machine, Value error) {
  NativeStackScope scope(machine.mutator());
  return headline_of(machine, error);
}

std::string render_error(Machine& machine, Value error, const Trace& trace, const SourceLookup& find_source,
                         const LibraryNames& library, const RenderOptions& options) {
  NativeStackScope scope(machine.mutator());
  return render(machine, error, trace, find_source, library, options);
}

std::string render_error_of_strand(Machine& machine, Value error, const Trace& trace,
                                   const SourceLookup& find_source, const LibraryNames& library) {
  return render(machine, error, trace, find_source, library, {});
}

}  // namespace aspen
