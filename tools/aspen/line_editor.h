// The input of the interactive session: a terminal with editing, history and completion, or the lines of any
// other input.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

class LineReader {
 public:
  enum class Read { line, abandoned, end };

  virtual ~LineReader() = default;
  // The next line, without its end. `abandoned`: Ctrl-C; nothing was read.
  virtual Read read(std::string_view prompt, std::string& line) = 0;
  // Puts a finished entry into the history.
  virtual void remember(const std::string& entry) = 0;
};

// The words that may replace the word at the end of the text.
using Completer = std::function<std::vector<std::string>(std::string_view text)>;

// For a terminal. One at a time. History is kept in `history_file`, where that is not empty.
std::unique_ptr<LineReader> make_terminal_reader(Completer completer, const std::string& history_file);
// Shows no prompt.
std::unique_ptr<LineReader> make_plain_reader();

// ~/.local/state/aspen/history, or as XDG_STATE_HOME says; creates the folder. Empty without a home.
std::string default_history_file();

// Where the word to complete begins: letters, digits, `_`, `?` and dots before the end.
size_t word_start(std::string_view text);

}  // namespace aspen
