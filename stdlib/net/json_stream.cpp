// Module json: reads values from streams, one by one. json.asp makes fibers of these functions.
#include <cmath>
#include <mutex>

#include "stdlib/data/fed_stream.h"
#include "stdlib/data/json.h"
#include "stdlib/data/json_splitter.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/net/socket.h"
#include "stdlib/system/open_file.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

using Form = JsonSplitter::Form;
using Found = JsonSplitter::Found;

struct JsonStream {
  JsonStream(Form form, size_t most, bool lossy, std::shared_ptr<MemoryAccount> account)
      : splitter(form, most), charge(std::move(account)), is_lossy(lossy) {}
  // Held while a value is made, which may have to wait for a collection. A task that comes meanwhile gets an
  // error and does not wait.
  std::mutex lock;
  JsonSplitter splitter;
  Charge charge;  // for the splitter's buffer
  const bool is_lossy;
};

const NativeType kStreamType = counted_type<JsonStream>("json reader");

}  // namespace

template <>
struct Argument<JsonStream*> {
  static JsonStream* read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_argument<JsonStream>(s, args, i, ok, kStreamType, "a reader, from json.reader");
  }
};

namespace {

struct Options {
  Form form = Form::values;
  size_t max_size;
  bool is_lossy = false;
};

bool read_option(Strand& s, std::string_view name, Value v, Options& out) {
  if (name == "form" && is_kind(v, Kind::String)) {
    const std::string_view form = as<String>(v)->view();
    out.form = form == "elements" ? Form::elements : Form::values;
    if (form == "elements" || form == "values") return true;
  }
  if (name == "max_size" && v.is_small_int() && v.as_small_int() > 0) {
    out.max_size = static_cast<size_t>(v.as_small_int());
    return true;
  }
  if (read_lossy(name, v, out.is_lossy)) return true;
  return fail_with(bad_option(
      s, name, v, R"(max_size, bytes above 0, lossy, true or false, and form, "values" or "elements")"));
}

Value reader(Strand& s, const Record& record) {
  Options options{.max_size = s.machine().heap().limit()};
  const bool is_read = for_each_field(
      s, record, [&](std::string_view name, Value v) { return read_option(s, name, v, options); });
  if (!is_read) return Value::exception();
  return state_value(s, kStreamType,
                     std::make_unique<JsonStream>(options.form, options.max_size, options.is_lossy,
                                                  s.machine().heap().memory()));
}

// The function that programs call, for messages.
std::string_view name_of(const JsonSplitter& splitter) {
  return splitter.form() == Form::values ? "json.values" : "json.elements";
}

Value mistake(Strand& s, const JsonSplitter& splitter, const std::string& what) {
  return s.value_error(std::string(name_of(splitter)) + ": the text " + what);
}

std::string place(const JsonSplitter& splitter) {
  JsonPlace place = splitter.origin();
  place.pass(splitter.before());
  return place.show();
}

Value part(Strand& s, const JsonStream& stream, JsonText::End end) {
  const JsonSplitter& splitter = stream.splitter;
  if (splitter.text().empty()) return mistake(s, splitter, "is not JSON: it ends too early");
  return parse_json_part(s, {splitter.text(), end, stream.is_lossy, splitter.before(), splitter.origin()},
                         name_of(splitter));
}

Value take(Strand& s, JsonStream* stream) {
  const std::unique_lock hold(stream->lock, std::try_to_lock);
  if (!hold) return in_use(s, "reader");
  JsonSplitter& splitter = stream->splitter;
  switch (find_next(s, splitter)) {
    case Found::going_on: return s.raise_stop();
    case Found::more:
    case Found::end: return none();
    case Found::broken: return part(s, *stream, JsonText::End::wrong);
    case Found::misplaced: return mistake(s, splitter, "is not JSON at " + place(splitter));
    case Found::cut_off: return part(s, *stream, JsonText::End::cut_off);
    case Found::empty: return mistake(s, splitter, "is empty");
    case Found::too_long:
      return mistake(s, splitter, "is longer than max_size, in what begins at " + place(splitter));
    case Found::value: break;
  }
  const Value v = part(s, *stream, splitter.at_end() ? JsonText::End::last : JsonText::End::followed);
  if (v.is_exception()) return v;
  splitter.take();
  splitter.release();
  stream->charge.shrink_to(splitter.held_bytes());
  return some(s, v);
}

Value source_kind(Strand& s, Value v) {
  const auto label = [&](std::string_view name) { return Value::label(s.machine().symbols().intern(name)); };
  if (is_kind(v, Kind::String) || is_kind(v, Kind::Bytes)) return label("Text");
  if (as_socket(v, kSocketType) != nullptr) return label("Socket");
  const bool is_file = state_of<std::shared_ptr<OpenFile>>(v, kFileType) != nullptr;
  return label(is_file ? "File" : "Pieces");
}

const NativeDescriptor kRows[] = {
    row<reader>("json.reader", "options", kBorrows,
                "What json.values and json.elements are made of, with `json.feed`, `json.finish` and "
                "`json.take`: takes JSON as it comes, "
                "and gives its values. Options are a record of `form`, \"values\" or \"elements\", "
                "`max_size` and `lossy`.",
                Effect::write),
    row<feed_stream<JsonStream>>("json.feed", "data reader", kBorrows,
                                 "Gives a reader the next piece, a String or Bytes, cut anywhere.",
                                 Effect::write),
    row<finish_stream<JsonStream>>("json.finish", "reader", kBorrows,
                                   "Tells a reader that there are no more pieces.", Effect::write),
    row<take>(
        "json.take", "reader", kBorrows,
        R"(The next value that is complete, as `Some v`; `None` if a reader needs another piece first, or at the end. ValueError where there is no JSON.
{ r = json.reader { form: "values" }; json.feed "[1" r; a = json.take r; json.feed "][]" r; (a, json.take r, json.take r) } => (None, Some [1], Some []))",
        Effect::write),
    row<source_kind>(
        "json.source_kind", "source", kBorrows,
        R"(How json.values reads a source: a `Text` as a whole, a `File` or a `Socket` as data comes, and anything else as `Pieces`.
json.source_kind ["[1,", "2]"] => Pieces)"),
};

}  // namespace

NativeTable json_stream_natives() { return kRows; }

}  // namespace aspen
