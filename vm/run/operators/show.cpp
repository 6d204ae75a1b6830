#include "vm/run/operators/show.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "vm/object/function.h"
#include "vm/object/future.h"
#include "vm/object/list_objects.h"
#include "vm/object/small_stack.h"
#include "vm/run/machine.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/scratch.h"
#include "vm/run/tasks/task.h"
#include "vm/values/dict.h"
#include "vm/values/float_text.h"
#include "vm/values/record.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

// In the message of an error: the part that the failed statement had taken out, to replace it.
constexpr std::string_view kTaken = "…";

constexpr std::string_view kKindTypeNames[] = {
#define ASPEN_KIND(name, is_container, is_iterable, has_elements, type, meaning) type,
#include "vm/object/kinds.def"
#undef ASPEN_KIND
};

// Appends the text between the quotes.
void append_escaped(std::string& out, std::string_view text);
void append_escaped_bytes(std::string& out, std::string_view bytes);

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// A container in progress: its elements are being written.
struct Open {
  const Object* object;
  uint32_t next = 0;           // element, field, or position in the table
  bool value_next = false;     // Dict: the key at `next` was written
  bool parenthesised = false;  // LabelBox
};

class Writer {
 public:
  Writer(std::string& out, Machine& machine, size_t limit)
      : out_(out), machine_(machine), end_(limit > SIZE_MAX - out.size() ? SIZE_MAX : out.size() + limit) {}
  // The strand touches futures, and may have to stop for one. `pays`: the strand pays for the text.
  Writer(std::string& out, Strand& strand, size_t limit, bool pays, TextRoom* room = nullptr)
      : Writer(out, strand.machine(), limit) {
    strand_ = &strand;
    pays_ = pays;
    room_ = room;
  }

  // False if the text exceeds the limit, or if the strand has to stop.
  bool write(Value v) {
    begin(v, false);
    while (!open_.empty() && out_.size() <= end_ && !stopped_) {
      Value element;
      bool payload = open_.top().object->kind == Kind::LabelBox;
      if (advance(open_.top(), element)) {
        begin(element, payload);
      } else {
        open_.pop();
      }
    }
    return out_.size() <= end_ && !stopped_;
  }
  bool stopped() const { return stopped_; }
  // Whether it stopped because the text may not become longer; the error is pending.
  bool refused() const { return refused_; }

 private:
  // Call it before `bytes` more are written; it makes room for a few more than that.
  void make_room(size_t bytes) {
    constexpr size_t kFewMore = 256;
    if (room_ == nullptr || room_->make(out_, bytes + kFewMore)) return;
    stopped_ = refused_ = true;
  }

  void pay(uint64_t work) { stopped_ = stopped_ || (pays_ && !strand_->work(work)); }

  // False if the text cannot continue now.
  bool touch(Value& v) {
    if (!is_future(v)) return true;
    stopped_ = strand_ != nullptr && !strand_->touch(v);
    v = resolved(v);
    return !stopped_;
  }

  void write_int(Value v) {
    if (!v.is_small_int()) return write_big_int(v);
    pay(kIntWork);
    append_int(out_, v);
  }

  void write_big_int(Value v) {
    constexpr size_t kBitsPerDigit = 3;
    const size_t left = end_ - std::min(out_.size(), end_);
    if (is_long_int(v) && (left < kShortened || left < int_bits(v) * 3 / 10)) {
      out_ += "<an Int of " + std::to_string(int_bits(v)) + " bits>";
      return;
    }
    make_room(int_bits(v) / kBitsPerDigit);
    if (stopped_) return;
    if (pays_) {
      stopped_ = !append_int(*strand_, out_, v);
    } else {
      append_int(out_, v);
    }
  }

  // Writes pieces that end with a whole character; each is paid for and makes its room first.
  void write_quoted(std::string_view quote, std::string_view text,
                    void (*append)(std::string& out, std::string_view text)) {
    constexpr size_t kPiece = size_t{1} << 14;
    constexpr uint64_t kWorkPerByte = 2;
    constexpr size_t kLongestEscape = 6;
    constexpr size_t kLongestCharacter = 4;
    out_ += quote;
    while (!text.empty() && out_.size() <= end_ && !stopped_) {
      const size_t needed = std::min(kPiece, end_ - out_.size()) + kLongestCharacter;  // to go beyond the end
      size_t size = std::min(needed, text.size());
      while (size < text.size() && size > 0 && is_continuation(text[size])) --size;
      if (size == 0) size = std::min(needed, text.size());  // Bytes that are no text
      pay(size * kWorkPerByte);
      make_room(size * kLongestEscape);
      if (stopped_) return;
      append(out_, text.substr(0, size));
      text.remove_prefix(size);
    }
    out_ += '"';
  }

  // Writes a value without elements, or the text before the first element. The payload of a label is in
  // parentheses if it could not be read back without them.
  void begin(Value v, bool payload) {
    if (!touch(v)) return;
    make_room(0);
    if (v.is_small_int()) {
      write_int(v);
    } else if (v.is_double()) {
      pay(kFloatWork);
      append_float(out_, v.as_double());
    } else if (v.is_object()) {
      begin_object(v, payload);
    } else if (v.is_bare_label()) {
      out_ += machine_.symbols().name(v.as_bare_label());
    } else {
      out_ += v.is_unit() ? "()" : v.is_true() ? "true" : v.is_false() ? "false" : kTaken;
    }
  }

  void begin_object(Value v, bool payload) {
    const Object* object = v.as_object();
    pay(kElementWork);
    switch (object->kind) {
      case Kind::String: write_quoted("\"", as<String>(v)->view(), append_escaped); return;
      case Kind::Bytes: write_quoted("b\"", as<Bytes>(v)->view(), append_escaped_bytes); return;
      case Kind::Int64: append_int(out_, v); return;
      case Kind::BigInt: write_big_int(v); return;
      case Kind::Range: write_range(*as<Range>(v), payload); return;
      case Kind::Closure:
      case Kind::NativeFunction:
      case Kind::Partial: write_function(v); return;
      case Kind::Module:
        out_.append("<module ").append(machine_.symbols().name(as<Module>(v)->name())).append(">");
        return;
      case Kind::NativeObject: write_native(*as<NativeObject>(v)); return;
      case Kind::Task:
        out_.append("<task ").append(std::to_string(as<Task>(v)->number())).append(">");
        return;
      case Kind::Channel: out_.append("<channel>"); return;
      case Kind::Cell: out_.append("<cell>"); return;
      case Kind::Semaphore: out_.append("<semaphore>"); return;
      case Kind::Fiber: out_.append("<fiber>"); return;
      case Kind::Future:
      case Kind::Segment:
      case Kind::Array:
      case Kind::DictTable: out_.append("<").append(type_name(v)).append(">"); return;
      case Kind::List:
      case Kind::Dict: out_ += '['; break;
      case Kind::Tuple: out_ += '('; break;
      case Kind::Record: out_ += '{'; break;
      case Kind::LabelBox:
        if (payload) out_ += '(';
        out_.append(machine_.symbols().name(as<LabelBox>(v)->name())).append(" ");
        break;
    }
    open_.push({object, 0, false, payload});
  }

  // Writes the text before the next element and sets `element`; after the last one, closes the container and
  // returns false.
  bool advance(Open& open, Value& element) {
    switch (open.object->kind) {
      case Kind::List: {
        const List* list = static_cast<const List*>(open.object);
        return advance_items(open, list->items, list->length, "]", element);
      }
      case Kind::Tuple: {
        const Tuple* tuple = static_cast<const Tuple*>(open.object);
        return advance_items(open, tuple->items(), tuple->length, tuple->length == 1 ? ",)" : ")", element);
      }
      case Kind::LabelBox:
        if (open.next++ == 0) {
          element = static_cast<const LabelBox*>(open.object)->payload;
          return true;
        }
        if (open.parenthesised) out_ += ')';
        return false;
      case Kind::Record: return advance_record(open, *static_cast<const Record*>(open.object), element);
      case Kind::Dict: return advance_dict(open, *static_cast<const Dict*>(open.object), element);
#include "vm/object/cases_without_elements.inc"
        break;
    }
    assert(false && "begin opens containers only");
    return false;
  }

  bool advance_items(Open& open, const Value* items, uint32_t count, const char* close, Value& element) {
    if (open.next == count) {
      out_ += close;
      return false;
    }
    if (open.next > 0) out_ += ", ";
    element = items[open.next++];
    return true;
  }

  bool advance_record(Open& open, const Record& record, Value& element) {
    if (open.next == record.extra) {
      out_ += record.extra == 0 ? ":}" : " }";
      return false;
    }
    out_ += open.next > 0 ? ", " : " ";
    out_.append(machine_.symbols().name(machine_.shapes()[record.shape()].fields[open.next])).append(": ");
    element = record.slots()[open.next++];
    return true;
  }

  bool advance_dict(Open& open, const Dict& dict, Value& element) {
    if (open.value_next) {
      open.value_next = false;
      out_ += ": ";
      element = entry_at(&dict, open.next++).value;
      return true;
    }
    bool first = open.next == 0;
    open.next = next_entry(&dict, open.next);
    if (open.next == kNoEntry) {
      out_ += first ? ":]" : "]";
      return false;
    }
    if (!first) out_ += ", ";
    open.value_next = true;
    element = entry_at(&dict, open.next).key;
    return true;
  }

  void write_range(const Range& range, bool payload) {
    if (payload) out_ += '(';
    if (range.step == Value::small_int(1)) {
      write_int(range.start);
      out_ += range.inclusive() ? "..=" : "..";
      write_int(range.end);
    } else {
      out_ += "range";
      for (Value part : {range.start, range.end, range.step}) {
        out_ += ' ';
        write_int(part);
      }
    }
    if (payload) out_ += ')';
  }

  // The text of a host's object may depend on state that changes (for a shared object, in program order), or
  // its code may fail; a message that quotes the value neither waits nor fails.
  void write_native(const NativeObject& object) {
    const HostType* type = object.type->host;
    const bool is_quoted = strand_ != nullptr && !pays_;
    if (type == nullptr || (is_quoted && type->is_shared())) return write_type(object);
    if (type->is_shared() && strand_ != nullptr && !strand_->take_turn()) {
      stopped_ = true;
      return;
    }
    const size_t before = out_.size();
    std::string error;
    if (type->show(object.state, out_, error) != HostType::Answer::failed) return;
    out_.resize(before);
    write_type(object);
    if (strand_ == nullptr || is_quoted) return;
    fail_for_host(*strand_, error);
    stopped_ = true;
  }

  void write_type(const NativeObject& object) { out_.append("<").append(object.type->name).append(">"); }

  void write_function(Value v) {
    Value function = is_kind(v, Kind::Partial) ? as<Partial>(v)->function : v;
    bool native = is_kind(function, Kind::NativeFunction);
    std::string_view name = native ? as<NativeFunction>(function)->descriptor->name
                                   : std::string_view(as<Closure>(function)->proto->name);
    unsigned arity =
        native ? as<NativeFunction>(function)->descriptor->arity : as<Closure>(function)->proto->arity;
    out_ += "<function";
    if (!name.empty()) out_.append(" ").append(name);
    out_.append("/").append(std::to_string(arity));
    if (is_kind(v, Kind::Partial)) out_.append(" with ").append(std::to_string(as<Partial>(v)->length));
    out_ += '>';
  }

  static constexpr uint64_t kElementWork = 32;
  static constexpr uint64_t kIntWork = 16;
  static constexpr uint64_t kFloatWork = 100;
  // A shorter text quotes a value for a message, and need not be read back.
  static constexpr size_t kShortened = size_t{1} << 12;

  std::string& out_;
  Machine& machine_;
  size_t end_;
  Strand* strand_ = nullptr;
  TextRoom* room_ = nullptr;
  bool pays_ = false;
  bool stopped_ = false;
  bool refused_ = false;
  SmallStack<Open> open_;
};

// The letter of the escape sequence for `c`, or 0.
char escape_letter(unsigned char c) {
  switch (c) {
    case '\n': return 'n';
    case '\t': return 't';
    case '\r': return 'r';
    case '\0': return '0';
    case 0x1b: return 'e';
    case '\\':
    case '"': return static_cast<char>(c);
    default: return 0;
  }
}

void append_hex(std::string& out, unsigned number, unsigned least_digits) {
  char buffer[8];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, number, 16).ptr;
  size_t digits = static_cast<size_t>(end - buffer);
  if (digits < least_digits) out.append(least_digits - digits, '0');
  out.append(buffer, end);
}

size_t most_text(Strand& strand) { return std::min(kMostTextBytes, strand.machine().heap().limit()); }

// False with an error pending: the text is too long, or the strand has to stop.
bool append_shown(std::string& out, Strand& strand, Value v, TextRoom& room) {
  size_t most = most_text(strand);
  if (out.size() <= most) {
    Writer writer(out, strand, most - out.size(), true, &room);
    writer.write(v);
    if (writer.refused()) return false;
    if (writer.stopped()) {
      strand.raise_stop();
      return false;
    }
  }
  return text_fits(strand, out.size());
}

Value to_string(Strand& strand, Value v) {
  std::string text;
  TextRoom room(strand);
  if (!append_shown(text, strand, v, room)) return Value::exception();
  if (!strand.reserve(string_bytes(text.size()))) return Value::exception();
  return Value::object(make_string(strand.allocator(), text));
}

}  // namespace

std::string_view type_name(Value v) {
  if (v.is_small_int()) return "Int";
  if (v.is_double()) return "Float";
  if (const HostType* type = host_type(v)) return type->name();
  if (v.is_object()) return kKindTypeNames[static_cast<size_t>(v.as_object()->kind)];
  if (v.is_bare_label()) return "Label";
  if (v.is_bool()) return "Bool";
  return v.is_unit() ? "Unit" : "nothing";
}

// "a Unit" is pronounced like "a unicorn".
std::string with_article(std::string_view type_name) {
  const bool has_vowel = std::string_view("AEIO").find(type_name[0]) != std::string_view::npos;
  return (has_vowel ? "an " : "a ") + std::string(type_name);
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
  out += '"';
}

void append_quoted_bytes(std::string& out, std::string_view bytes) {
  out += "b\"";
  append_escaped_bytes(out, bytes);
  out += '"';
}

namespace {

void append_escaped(std::string& out, std::string_view text) {
  size_t plain = 0;  // start of the current run of characters without escapes
  for (size_t i = 0; i < text.size(); i++) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    char letter = c == '{' ? '{' : escape_letter(c);
    // The controls after ASCII, U+0080 to U+009F, are C2 80 to C2 9F.
    bool late_control = c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (letter == 0 && c >= 0x20 && c != 0x7f && !late_control) continue;
    out.append(text.substr(plain, i - plain));
    if (letter != 0) {
      (out += '\\') += letter;
    } else {
      if (late_control) c = static_cast<unsigned char>(text[++i]);
      out += "\\u{";
      append_hex(out, c, 1);
      out += '}';
    }
    plain = i + 1;
  }
  out.append(text.substr(plain));
}

void append_escaped_bytes(std::string& out, std::string_view bytes) {
  for (char b : bytes) {
    unsigned char c = static_cast<unsigned char>(b);
    if (char letter = escape_letter(c)) {
      (out += '\\') += letter;
    } else if (c >= 0x20 && c < 0x7f) {
      out += b;
    } else {
      append_hex(out += "\\x", c, 2);
    }
  }
}

}  // namespace

bool append_show(std::string& out, Machine& machine, Value v, size_t limit) {
  return Writer(out, machine, limit).write(v);
}

bool append_text(std::string& out, Machine& machine, Value v, size_t limit) {
  v = resolved(v);
  if (!is_kind(v, Kind::String)) return append_show(out, machine, v, limit);
  out += as<String>(v)->view();
  return as<String>(v)->length <= limit;
}

bool text_fits(Strand& strand, size_t bytes) {
  if (bytes <= most_text(strand)) return true;
  strand.raise(sym::kMemoryLimit, "the text would be too long");
  return false;
}

bool append_text(std::string& out, Strand& strand, Value v, TextRoom& room) {
  if (!strand.touch(v)) return false;
  if (!is_kind(v, Kind::String)) return append_shown(out, strand, v, room);
  const std::string_view text = as<String>(v)->view();
  if (!text_fits(strand, out.size() + text.size()) || !room.make(out, text.size())) return false;
  constexpr uint32_t kBytesCopiedPerWork = 8;
  if (!strand.work(text.size() / kBytesCopiedPerWork)) {
    strand.raise_stop();
    return false;
  }
  out += text;
  return true;
}

Value text_of(Strand& strand, Value v) { return is_kind(v, Kind::String) ? v : to_string(strand, v); }
Value show_of(Strand& strand, Value v) { return to_string(strand, v); }

std::string shorten(Strand& strand, Value v, size_t columns) {
  constexpr size_t kLongestCharacter = 4;
  std::string text;
  bool whole = Writer(text, strand, columns * kLongestCharacter, false).write(v);
  size_t cut = skip_characters(text, 0, columns);
  if (whole && cut == text.size()) return text;
  text.resize(skip_characters(text, 0, columns - 1));
  return text + "…";
}

}  // namespace aspen
