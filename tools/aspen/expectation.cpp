#include "tools/aspen/expectation.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "tools/aspen/difference.h"

namespace aspen {

namespace {

// Where the comment of a line begins. A line that seems to end within a string, as the last one of a longer
// string does, may have a comment anywhere.
size_t comment_start(std::string_view line) {
  bool is_in_string = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && !is_in_string) return i;
    if (line[i] == '\\' && is_in_string) ++i;
    if (line[i] == '"') is_in_string = !is_in_string;
  }
  return is_in_string ? 0 : line.size();
}

// The text after `# key:` in a line, without the one space that separates them.
std::optional<std::string_view> comment(std::string_view line, std::string_view key) {
  size_t at = line.find("# " + std::string(key) + ":", comment_start(line));
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + 2 + key.size() + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

std::optional<uint32_t> parse_number(std::string_view text) {
  uint32_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return {};
  return number;
}

void read_line(Expectations& expected, std::string_view line, uint32_t number) {
  if (auto text = comment(line, "expect")) {
    expected.out.append(*text).append("\n");
    expected.is_test = true;
  }
  if (auto text = comment(line, "expect error")) {
    expected.errors.push_back({number, std::string(*text)});
    expected.is_test = true;
  }
  if (auto text = comment(line, "exit")) {
    constexpr int kNone = -1;  // no program ends with it: a mistake here is no test that passes
    const auto code =
        text->find_first_not_of("0123456789") == text->npos ? parse_number(*text) : std::nullopt;
    expected.exit_code = code ? static_cast<int>(*code) : kNone;
    expected.is_test = true;
  }
  if (auto text = comment(line, "args")) {
    std::vector<std::string> words = split_at_spaces(*text);
    expected.arguments.insert(expected.arguments.end(), words.begin(), words.end());
  }
  if (auto text = comment(line, "stdin")) expected.input.append(*text).append("\n");
  if (auto text = comment(line, "skip")) expected.skip = std::string(*text);
}

struct Place {
  std::string file;
  uint32_t line = 0;
};

// One reported error: its place, the places of the calls that led there, and all its words except the quoted
// source.
struct Report {
  std::vector<Place> places;
  std::string text;

  bool names(std::string_view file, uint32_t line) const {
    return std::any_of(places.begin(), places.end(),
                       [&](const Place& place) { return place.file == file && place.line == line; });
  }
};

// "   12 | x = 1" or "      | ^^^".
bool is_excerpt(std::string_view line) {
  size_t at = line.find_first_not_of(" 0123456789");
  return at != std::string_view::npos && at > 0 && line.substr(at).starts_with("|");
}

// Reads "file:line".
bool read_file_and_line(std::string_view text, Report& report) {
  const size_t colon = text.rfind(':');
  if (colon == text.npos || colon == 0) return false;
  const std::optional<uint32_t> line = parse_number(text.substr(colon + 1));
  if (line) report.places.push_back({std::string(text.substr(0, colon)), *line});
  return line.has_value();
}

// Reads "  --> file:line:column".
bool read_place(std::string_view line, Report& report) {
  constexpr std::string_view kArrow = "  --> ";
  const size_t column = line.rfind(':');
  return line.starts_with(kArrow) && column > kArrow.size() &&
         read_file_and_line(line.substr(kArrow.size(), column - kArrow.size()), report);
}

// Reads a line of a trace, " in f at file:line" or " at file:line", after the place of the error.
void read_caller(std::string_view line, Report& report) {
  constexpr std::string_view kAt = " at ";
  const size_t at = line.rfind(kAt);
  const bool is_caller = at != line.npos && (line.starts_with("  in ") || at == 1);
  if (is_caller && !report.places.empty()) read_file_and_line(line.substr(at + kAt.size()), report);
}

// Reads several compile-time errors, each opened by its code, or one run-time error.
std::vector<Report> read_reports(std::string_view err) {
  std::vector<Report> reports;
  for (std::string_view line : split_lines(err)) {
    if (reports.empty() || line.starts_with("error[")) reports.emplace_back();
    Report& report = reports.back();
    if (report.places.empty() && read_place(line, report)) continue;
    read_caller(line, report);
    if (!is_excerpt(line)) report.text.append(line).append("\n");
  }
  return reports;
}

std::string indented(std::string_view text) {
  std::string out;
  for (std::string_view line : split_lines(text)) out.append("    ").append(line).append("\n");
  return out;
}

// The part of a script's standard error that is shown, in whole lines if possible.
constexpr size_t kShownErrorBytes = 4000;

std::string shortened(std::string_view text) {
  if (text.size() <= kShownErrorBytes) return indented(text);
  size_t shown = text.rfind('\n', kShownErrorBytes - 1) + 1;
  if (shown == 0) shown = kShownErrorBytes;
  while (shown > 0 && (static_cast<unsigned char>(text[shown]) & 0xC0) == 0x80) --shown;
  return indented(text.substr(0, shown)) + "    … " + std::to_string(text.size() - shown) + " more bytes\n";
}

std::string describe_end(const ChildOutcome& outcome) {
  switch (outcome.end) {
    case ChildOutcome::End::exited: return "exit code " + std::to_string(outcome.code);
    case ChildOutcome::End::killed: return std::string("killed by a signal: ") + strsignal(outcome.code);
    case ChildOutcome::End::timed_out: return "ran out of time";
    case ChildOutcome::End::wrote_too_much: return "wrote too much";
    case ChildOutcome::End::not_started:
      return std::string("could not be started: ") + std::strerror(outcome.code);
  }
  return {};
}

std::string judge_end(const Expectations& expected, const ChildOutcome& outcome) {
  bool exited = outcome.end == ChildOutcome::End::exited;
  bool failed = outcome.code == 1 || outcome.code == 2;
  bool right = expected.exit_code        ? outcome.code == *expected.exit_code
               : expected.errors.empty() ? outcome.code == 0
                                         : failed;
  if (exited && right) return {};
  std::string wanted = expected.exit_code        ? std::to_string(*expected.exit_code)
                       : expected.errors.empty() ? "0"
                                                 : "1 or 2";
  return "  " + describe_end(outcome) + ", expected " + wanted + "\n";
}

// An error in a module is expected at the line where the script calls the module.
std::string judge_errors(const Expectations& expected, std::string_view path, std::string_view err) {
  std::string wrong;
  std::vector<Report> reports = read_reports(err);
  for (const ExpectedError& error : expected.errors) {
    bool found = std::any_of(reports.begin(), reports.end(), [&](const Report& report) {
      return report.names(path, error.line) && report.text.find(error.text) != std::string::npos;
    });
    if (!found)
      wrong += "  no error at line " + std::to_string(error.line) + " with the text: " + error.text + "\n";
  }
  for (const Report& report : reports) {
    bool wanted = std::any_of(expected.errors.begin(), expected.errors.end(),
                              [&](const ExpectedError& error) { return report.names(path, error.line); });
    if (!wanted && !report.places.empty()) {
      const Place& place = report.places.front();
      wrong += "  unexpected error at " + place.file + ":" + std::to_string(place.line) + "\n";
    }
  }
  return wrong;
}

}  // namespace

Expectations read_expectations(std::string_view script) {
  Expectations expected;
  uint32_t number = 0;
  for (std::string_view line : split_lines(script)) read_line(expected, line, ++number);
  return expected;
}

std::string judge(const Expectations& expected, std::string_view path, const ChildOutcome& outcome) {
  std::string wrong = judge_end(expected, outcome);
  if (!expected.errors.empty()) wrong += judge_errors(expected, path, outcome.err);
  // A last line printed without its line end is accepted, since no expectation could ask for it.
  if (outcome.out != expected.out && outcome.out + "\n" != expected.out) {
    wrong += "  output (- expected, + printed):\n" + indented(difference(expected.out, outcome.out));
  }
  if (!wrong.empty() && !outcome.err.empty()) wrong += "  standard error:\n" + shortened(outcome.err);
  return wrong;
}

}  // namespace aspen
