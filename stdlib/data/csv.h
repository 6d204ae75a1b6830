// Tables as text, by RFC 4180: records in lines, fields between separators, quotes around what holds either.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/native/native.h"

namespace aspen {

struct CsvOptions {
  char separator = ',';
  std::optional<char> quote = '"';  // nothing: quotes are characters like others
  bool has_header = false;
  bool is_utf8 = false;   // the text is known to be UTF-8
  bool is_lossy = false;  // bytes that are not UTF-8 become U+FFFD
};

// Reads the option `separator`, `quote` or `header`. False if it is another one; nothing with an error
// pending.
std::optional<bool> read_csv_option(Strand& s, std::string_view name, Value v, CsvOptions& out);
// Whether the options go together. False with an error pending.
bool check_csv_options(Strand& s, const CsvOptions& options);

inline constexpr std::string_view kCsvByteOrderMark = "\xEF\xBB\xBF";

// Reads records of a text. Errors are ValueErrors with the line, under the name of `caller`.
class CsvReader {
 public:
  // `line`: the number of the text's first line. The text and the name must outlive the reader.
  CsvReader(Strand& strand, std::string_view text, const CsvOptions& options, std::string_view caller,
            size_t line = 1)
      : strand_(strand), text_(text), options_(options), caller_(caller), line_(line) {}

  void skip_mark() {
    if (text_.starts_with(kCsvByteOrderMark)) at_ = kCsvByteOrderMark.size();
  }
  bool at_end() const { return at_ == text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  // The number of the line that is read next.
  size_t line() const { return line_; }

  // Fields of one record; fewer if the strand has to stop. If `width` is not 0, the record must have so many.
  // Null with an error pending. Precondition: not at_end().
  List* read_row(size_t width);
  // False with a ValueError pending if names are equal: a dict would keep only the last of their fields.
  bool has_distinct_names(const List& header);
  std::nullopt_t refuse(size_t line, const std::string& why);

 private:
  bool at_line_end() const {
    return at_ == text_.size() || text_[at_] == '\n' || text_.substr(at_).starts_with("\r\n");
  }
  std::optional<Value> read_plain();
  std::optional<Value> read_quoted();
  std::optional<Value> without_doubled_quotes(std::string_view text, size_t doubled);
  bool pay_pieces(size_t& paid);
  std::nullopt_t stop();
  std::optional<Value> field(std::string_view text);

  Strand& strand_;
  std::string_view text_;
  const CsvOptions& options_;
  std::string_view caller_;
  size_t at_ = 0;
  size_t line_;
};

}  // namespace aspen
