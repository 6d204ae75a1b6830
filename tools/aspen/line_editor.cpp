#include "tools/aspen/line_editor.h"

#include <histedit.h>

#include <algorithm>
#include <cctype>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace aspen {

namespace {

constexpr int kHistoryLines = 5000;

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
    int count = 0;
    const char* text = el_gets(editor_, &count);
    if (abandoned_) return Read::abandoned;
    if (text == nullptr || count <= 0) {
      std::fputc('\n', stdout);
      std::fflush(stdout);
      return Read::end;
    }
    line.assign(text, static_cast<size_t>(count));
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

  // Inserts the common start of all candidates; lists them if that adds nothing.
  static unsigned char complete(EditLine* editor, int) {
    const LineInfo* info = el_line(editor);
    std::string_view text(info->buffer, static_cast<size_t>(info->cursor - info->buffer));
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
      std::printf("%-*s%s", static_cast<int>(widest), candidates[i].c_str(), last ? "\n" : "");
    }
    std::fflush(stdout);
  }

  Completer completer_;
  std::string history_file_;
  std::string prompt_;
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
