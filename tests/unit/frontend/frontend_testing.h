#pragma once
// What the frontend's tests share: they parse a text and check the tree or the messages.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "frontend/syntax/ast_print.h"
#include "frontend/syntax/parse.h"

namespace aspen {

// One parse and everything it refers to.
struct Parsed {
  explicit Parsed(std::string text)
      : source("t.asp", std::move(text)), result(parse(source, arena, diagnostics)) {}

  // The statements, a line each; the messages if there are any.
  std::string dump() const {
    if (!result.ok) return errors();
    std::string out;
    for (const Expr* statement : result.program->statements) {
      out += (out.empty() ? "" : "\n") + to_text(statement);
    }
    return out;
  }

  // "E0203@1:7 E0104@2:1"
  std::string errors() const {
    std::string out;
    for (const Diagnostic& error : diagnostics.errors()) {
      LineColumn at = source.position(error.span.offset);
      out += (out.empty() ? "" : " ") + std::string(code_text(error.code)) + "@" + std::to_string(at.line) +
             ":" + std::to_string(at.column);
    }
    return out;
  }

  // All messages, notes and hints.
  std::string messages() const { return render(diagnostics); }

  Source source;
  Arena arena;
  Diagnostics diagnostics;
  ParseResult result;
};

inline std::string dump(std::string_view text) { return Parsed(std::string(text)).dump(); }
inline std::string errors(std::string_view text) { return Parsed(std::string(text)).errors(); }
inline std::string messages(std::string_view text) { return Parsed(std::string(text)).messages(); }

struct TextAndTree {
  const char* text;
  const char* tree;
};

inline void expect_trees(std::initializer_list<TextAndTree> rows) {
  for (const TextAndTree& row : rows) EXPECT_EQ(dump(row.text), row.tree) << row.text;
}

}  // namespace aspen
