#include "tools/aspen/doc_text.h"

#include <algorithm>

#include "tools/aspen/difference.h"

namespace aspen {

namespace {

constexpr size_t kWidth = 100;

std::string first_sentence(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  size_t end = line.find(". ");
  if (end == std::string_view::npos && line.ends_with('.')) end = line.size() - 1;
  return std::string(line.substr(0, end));
}

// Words as one paragraph.
std::string wrapped(std::string_view text) {
  std::string out, line;
  for (const std::string& word : split_at_spaces(text)) {
    if (!line.empty() && line.size() + 1 + word.size() > kWidth - 4) {
      out += "    " + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? out : out + "    " + line + "\n";
}

}  // namespace

std::string doc_body(std::string_view text) {
  std::string out, paragraph;
  bool is_example = false;
  auto end_paragraph = [&] {
    if (paragraph.empty()) return;
    out += (out.empty() ? "" : "\n") + wrapped(paragraph);
    paragraph.clear();
  };
  for (std::string_view line : split_lines(text)) {
    if (!is_example && line.find(" => ") != std::string_view::npos) {
      end_paragraph();
      out += out.empty() ? "" : "\n";
      is_example = true;
    }
    if (line.empty()) {
      end_paragraph();
      is_example = false;
    } else if (is_example) {
      out.append("    ").append(line).append("\n");
    } else {
      paragraph.append(line).append(" ");
    }
  }
  end_paragraph();
  return out;
}

std::string doc_table(const std::vector<DocLine>& lines) {
  size_t width = 0;
  for (const DocLine& line : lines) width = std::max(width, line.signature.size());
  std::string out;
  for (const DocLine& line : lines) {
    const std::string sentence = first_sentence(line.text);
    out += "  " + line.signature;
    if (!sentence.empty()) out += std::string(width - line.signature.size() + 2, ' ') + sentence;
    out += "\n";
  }
  return out;
}

}  // namespace aspen
