#include "tools/aspen/line_editor.h"

#include <histedit.h>

#include <algorithm>
#include <cctype>
#include <climits>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <filesystem>
#include <sstream>

#include "frontend/diagnostics/utf8.h"

namespace aspen {

namespace {

constexpr int kHistoryLines = 5000;
constexpr const char *kPasteBegins = "\x1b[200~", *kPasteEnds = "\x1b[201~";

class TerminalReader : public LineReader {
 public:
  TerminalReader(Completer completer, std::string history_file)
      : completer_(std::move(completer)), history_file_(std::move(history_file)) {
    // Text is UTF-8 in any environment; the environment's own locale is used if it is UTF-8, too.
    if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, kHistoryLines);
    history(history_, &event, H_SETUNIQUE, 1);
    if (!history_file_.empty()) history(history_, &event, H_LOAD, history_file_.c_str());
    editor_ = el_init("aspen", stdin, stdout, stderr);
    set_up();
  }

  ~TerminalReader() override {
    el_end(editor_);
    history_end(history_);
  }

  Read read(std::string_view prompt, std::string& line) override {
    prompt_ = prompt;
    abandoned_ = false;
    pasted_.clear();
    int count = 0;
    switch_paste_marks(true);
    const char* text = el_gets(editor_, &count);
    switch_paste_marks(false);
    if (abandoned_) return Read::abandoned;
    const bool has_text = text != nullptr && count > 0;
    if (!has_text && pasted_.empty()) {
      std::fputc('\n', stdout);
      std::fflush(stdout);
      return Read::end;
    }
    line = pasted_;
    if (has_text) line.append(text, static_cast<size_t>(count));
    if (line.ends_with('\n')) line.pop_back();
    return Read::line;
  }

  void remember(const std::string& entry) override {
    HistEvent event;
    history(history_, &event, H_ENTER, entry.c_str());
    if (!history_file_.empty()) history(history_, &event, H_SAVE, history_file_.c_str());
  }

 private:
  void set_up() {
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &show_prompt);
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_ADDFN, "aspen-complete", "Complete the word", &complete);
    el_set(editor_, EL_BIND, "^I", "aspen-complete", nullptr);
    // While a line is edited, Ctrl-C is read as an ordinary key.
    el_set(editor_, EL_SETTY, "-d", "-isig", nullptr);
    el_set(editor_, EL_ADDFN, "aspen-abandon", "Forget the entry", &abandon);
    el_set(editor_, EL_BIND, "^C", "aspen-abandon", nullptr);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    // The character that the terminal makes of a Ctrl-D typed while no line is being edited.
    el_set(editor_, EL_ADDFN, "aspen-end", "End the session if the line is empty", &end_if_empty);
    el_set(editor_, EL_BIND, "^@", "aspen-end", nullptr);
    el_set(editor_, EL_ADDFN, "aspen-paste", "Insert what the terminal pastes", &paste);
    el_set(editor_, EL_BIND, kPasteBegins, "aspen-paste", nullptr);
    el_source(editor_, nullptr);
  }

  static TerminalReader* self(EditLine* editor) {
    TerminalReader* reader = nullptr;
    el_get(editor, EL_CLIENTDATA, &reader);
    return reader;
  }

  static char* show_prompt(EditLine* editor) { return self(editor)->prompt_.data(); }

  static unsigned char abandon(EditLine* editor, int) {
    self(editor)->abandoned_ = true;
    std::fputs("^C\n", stdout);
    std::fflush(stdout);
    return CC_NEWLINE;
  }

  static unsigned char end_if_empty(EditLine* editor, int) {
    const LineInfo* info = el_line(editor);
    return info->lastchar == info->buffer ? CC_EOF : CC_NORM;
  }

  // A terminal that knows of it puts marks around what it pastes, which is not typed then: a tab completes
  // nothing, and a new line ends no entry.
  static void switch_paste_marks(bool on) {
    const char* terminal = std::getenv("TERM");
    if (terminal == nullptr || std::string_view(terminal) == "dumb") return;
    std::fputs(on ? "\x1b[?2004h" : "\x1b[?2004l", stdout);
    std::fflush(stdout);
  }

  static std::string read_pasted(EditLine* editor) {
    std::string text;
    wchar_t c;
    char encoded[MB_LEN_MAX];
    while (!text.ends_with(kPasteEnds) && el_wgetc(editor, &c) == 1) {
      std::mbstate_t state = {};
      const size_t size = std::wcrtomb(encoded, c == L'\r' ? L'\n' : c, &state);
      if (size != static_cast<size_t>(-1)) text.append(encoded, size);
    }
    if (text.ends_with(kPasteEnds)) text.resize(text.size() - std::strlen(kPasteEnds));
    return text;
  }

  // Whole lines are kept beside the line that is edited, which libedit wants without a new line. The entry
  // ends here if the last one is whole.
  static unsigned char paste(EditLine* editor, int) {
    std::string text = read_pasted(editor);
    const size_t end = text.rfind('\n') + 1;
    if (end == 0) return insert(editor, text, CC_REFRESH);
    const LineInfo* info = el_line(editor);
    const auto before = static_cast<size_t>(info->cursor - info->buffer);
    const std::string line(info->buffer, info->lastchar);
    std::string& pasted = self(editor)->pasted_;
    pasted += line.substr(0, before) + text.substr(0, end);
    std::istringstream lines(text.substr(0, end));
    for (std::string each; std::getline(lines, each);) std::printf("%s\n", without_controls(each).c_str());
    std::fflush(stdout);
    el_cursor(editor, static_cast<int>(line.size() - before));
    el_deletestr(editor, static_cast<int>(line.size()));
    const std::string rest = text.substr(end) + line.substr(before);
    if (rest.empty()) return CC_NEWLINE;
    return insert(editor, rest, CC_REDISPLAY);
  }

  static unsigned char insert(EditLine* editor, const std::string& text, unsigned char result) {
    if (!text.empty() && el_insertstr(editor, text.c_str()) != 0) return CC_ERROR;
    return result;
  }

  // Inserts the common start of all candidates; lists them if that adds nothing.
  static unsigned char complete(EditLine* editor, int) {
    const LineInfo* info = el_line(editor);
    std::string_view text(info->buffer, static_cast<size_t>(info->cursor - info->buffer));
    if (text.find_first_not_of(" \t") == std::string_view::npos) return insert(editor, "  ", CC_REFRESH);
    std::string_view word = text.substr(word_start(text));
    std::vector<std::string> candidates = self(editor)->completer_(text);
    if (candidates.empty()) return CC_ERROR;
    std::string common = candidates[0];
    for (const std::string& candidate : candidates) {
      size_t same = 0;
      while (same < common.size() && same < candidate.size() && common[same] == candidate[same]) ++same;
      common.resize(same);
    }
    if (common.size() > word.size()) {
      el_insertstr(editor, common.substr(word.size()).c_str());
      return CC_REFRESH;
    }
    if (candidates.size() == 1) return CC_NORM;
    show(candidates);
    return CC_REDISPLAY;
  }

  static void show(const std::vector<std::string>& candidates) {
    constexpr size_t kScreen = 80;
    size_t widest = 0;
    for (const std::string& candidate : candidates) widest = std::max(widest, candidate.size() + 2);
    size_t columns = std::max<size_t>(1, kScreen / widest);
    std::fputc('\n', stdout);
    for (size_t i = 0; i < candidates.size(); ++i) {
      bool last = i % columns == columns - 1 || i + 1 == candidates.size();
      std::printf("%-*s%s", static_cast<int>(widest), without_controls(candidates[i]).c_str(),
                  last ? "\n" : "");
    }
    std::fflush(stdout);
  }

  Completer completer_;
  std::string history_file_;
  std::string prompt_;
  std::string pasted_;  // before the line that is edited
  bool abandoned_ = false;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
};

class PlainReader : public LineReader {
 public:
  Read read(std::string_view, std::string& line) override {
    line.clear();
    int c;
    while ((c = std::fgetc(stdin)) != EOF && c != '\n') line += static_cast<char>(c);
    return c == EOF && line.empty() ? Read::end : Read::line;
  }
  void remember(const std::string&) override {}
};

}  // namespace

std::unique_ptr<LineReader> make_terminal_reader(Completer completer, const std::string& history_file) {
  return std::make_unique<TerminalReader>(std::move(completer), history_file);
}

std::unique_ptr<LineReader> make_plain_reader() { return std::make_unique<PlainReader>(); }

std::string default_history_file() {
  namespace fs = std::filesystem;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if ((state == nullptr || *state == '\0') && (home == nullptr || *home == '\0')) return {};
  fs::path folder =
      state != nullptr && *state != '\0' ? fs::path(state) : fs::path(home) / ".local" / "state";
  folder /= "aspen";
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? std::string() : (folder / "history").string();
}

size_t word_start(std::string_view text) {
  size_t start = text.size();
  auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '?' || c == '.';
  };
  while (start > 0 && in_word(text[start - 1])) --start;
  return start;
}

}  // namespace aspen
