// The layout of `aspen doc`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aspen {

// A name with its documentation.
struct DocLine {
  std::string signature;  // "string.upper s"
  std::string text;
};

// One line for each name, with the first sentence of its text.
std::string doc_table(const std::vector<DocLine>& lines);
// The whole text, indented: paragraphs are filled, examples (`expression => result`) keep their lines. Empty
// lines separate paragraphs.
std::string doc_body(std::string_view text);

}  // namespace aspen
