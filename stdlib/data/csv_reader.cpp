#include <algorithm>
#include <utility>

#include "stdlib/data/csv.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "vm/object/utf8.h"
#include "vm/run/operators/show.h"
#include "vm/run/scratch.h"

namespace aspen {

namespace {

// Nothing with an error pending. `may_lack`: an empty text stands for no character.
bool read_character(Strand& s, Value v, bool may_lack, std::optional<char>& out) {
  const bool is_text = is_kind(v, Kind::String);
  const std::string_view text = is_text ? as<String>(v)->view() : std::string_view();
  if (may_lack && is_text && text.empty()) {
    out.reset();
    return true;
  }
  if (text.size() == 1 && text != "\n" && text != "\r") {
    out = text[0];
    return true;
  }
  return fail_with(bad_argument(
      s, 0, "needs one ASCII character as separator and as quote, which ends no line; a quote may be \"\""));
}

}  // namespace

std::optional<bool> read_csv_option(Strand& s, std::string_view name, Value v, CsvOptions& out) {
  const auto done = [](bool is_read) { return is_read ? std::optional(true) : std::nullopt; };
  if (name == "quote") return done(read_character(s, v, true, out.quote));
  if (name == "separator") {
    std::optional<char> separator;
    if (!read_character(s, v, false, separator)) return std::nullopt;
    out.separator = *separator;
    return true;
  }
  if (name != "header" || !v.is_bool()) return false;
  out.has_header = v.is_true();
  return true;
}

bool check_csv_options(Strand& s, const CsvOptions& options) {
  if (options.quote != options.separator) return true;
  return fail_with(bad_argument(s, 0, "has the same character as separator and as quote"));
}

List* CsvReader::read_row(size_t width) {
  const size_t begin = line_;
  List* row = new_list(strand_.allocator());
  for (;;) {
    std::optional<Value> field =
        at_ < text_.size() && text_[at_] == options_.quote ? read_quoted() : read_plain();
    if (!field) return nullptr;
    push(strand_.allocator(), row, *field);
    if (at_line_end() || !strand_.work(kPieceWork)) break;
    ++at_;
  }
  if (width != 0 && row->length != width && at_line_end()) {
    refuse(begin, std::to_string(row->length) + (row->length == 1 ? " field" : " fields") +
                      " where the header has " + std::to_string(width));
    return nullptr;
  }
  if (at_ < text_.size()) at_ += text_[at_] == '\r' ? 2 : 1;
  ++line_;
  return row;
}

bool CsvReader::has_distinct_names(const List& header) {
  Dict* names = new_dict(strand_.allocator(), header.length);
  for (uint32_t i = 0; i < header.length && strand_.work(kPieceWork); ++i) {
    if (find(context(strand_), names, header.items[i])) {
      refuse(line_ - 1, "the header names the column " + shorten(strand_, header.items[i]) + " twice");
      return false;
    }
    set(strand_.allocator(), context(strand_), names, shared(header.items[i]), Value::unit());
  }
  return true;
}

std::optional<Value> CsvReader::field(std::string_view text) {
  if (options_.is_lossy) return foreign_text(strand_, text);
  if (!options_.is_utf8 && !valid_utf8(text))
    return refuse(line_, "the text is not UTF-8; `lossy: true` replaces such bytes");
  return text_value(strand_, text);
}

// For a field that is paid for up to `paid`: once a piece has come. False if the strand has to stop.
bool CsvReader::pay_pieces(size_t& paid) {
  if (at_ - paid < kBytesPerPiece) return true;
  return strand_.work(at_ - std::exchange(paid, at_));
}

std::optional<Value> CsvReader::read_plain() {
  const size_t begin = at_;
  size_t paid = begin;
  for (; !at_line_end() && text_[at_] != options_.separator; ++at_) {
    if (!pay_pieces(paid)) return stop();
  }
  strand_.work(at_ - paid);
  return field(text_.substr(begin, at_ - begin));
}

std::optional<Value> CsvReader::read_quoted() {
  const size_t opened = line_, begin = ++at_;
  size_t doubled = 0, paid = begin;
  for (;; ++at_) {
    if (at_ == text_.size()) return refuse(opened, "a quote is not closed");
    if (!pay_pieces(paid)) return stop();
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] != options_.quote) continue;
    if (at_ + 1 == text_.size() || text_[at_ + 1] != options_.quote) break;
    ++at_;
    ++doubled;
  }
  const std::string_view text = text_.substr(begin, at_++ - begin);
  strand_.work(at_ - paid);
  if (!at_line_end() && text_[at_] != options_.separator)
    return refuse(line_, "there is text after a closing quote");
  return doubled == 0 ? field(text) : without_doubled_quotes(text, doubled);
}

std::optional<Value> CsvReader::without_doubled_quotes(std::string_view text, size_t doubled) {
  ScratchText out = scratch_text(strand_);
  out.reserve(text.size() - doubled);
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, std::min(text.find(*options_.quote), text.size() - 1) + 1);
    if (!append_paid(strand_, out, piece)) return stop();
    text.remove_prefix(std::min(piece.size() + (piece.back() == options_.quote), text.size()));
  }
  return field(out);
}

std::nullopt_t CsvReader::stop() {
  strand_.raise_stop();
  return std::nullopt;
}

std::nullopt_t CsvReader::refuse(size_t line, const std::string& why) {
  strand_.value_error(std::string(caller_) + ": line " + std::to_string(line) + ": " + why);
  return std::nullopt;
}

}  // namespace aspen
