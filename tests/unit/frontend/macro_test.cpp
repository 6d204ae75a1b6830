// Macros: what they expand to, and what messages about them show.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "stdlib/library/library.h"

namespace aspen {
namespace {

std::string expanded(const std::string& text) {
  CompileOptions options;
  options.expand = true;
  CompileResult result = compile_text("t.asp", text, Library::instance(), options);
  return result.ok() ? result.expanded : result.render();
}

std::string messages(const std::string& text) {
  return compile_text("t.asp", text, Library::instance()).render();
}

std::vector<uint32_t> code_of(const std::string& text) {
  CompileResult result = compile_text("t.asp", text, Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  std::vector<uint32_t> code;
  for (const FunctionCode& function : result.program.modules.back().chunk.functions)
    code.insert(code.end(), function.code.begin(), function.code.end());
  return code;
}

constexpr const char* kSwap = "syntax a 'swap b { tmp = a; a = b; b = tmp }\n";

TEST(Macro, StatementBecomesStatements) {
  EXPECT_EQ(expanded(std::string(kSwap) + "x = 1\ny = 2\nx swap y\nprint x\n"),
            "x = 1\ny = 2\n_tmp_1 = x; x = y; y = _tmp_1\nprint x\n");
}

TEST(Macro, ValueIsInParentheses) {
  EXPECT_EQ(expanded("syntax 'twice n { n * 2 }\nprint (1 + twice 3)\n"), "print (1 + (3 * 2))\n");
  EXPECT_EQ(expanded("syntax 'square n { m = n; m * m }\nprint (square 3)\n"),
            "print ({ _m_1 = 3; _m_1 * _m_1 })\n");
  EXPECT_EQ(expanded("syntax 'none n { }\nprint [none 3]\n"), "print [()]\n");
}

TEST(Macro, NewNamesOccurNowhere) {
  EXPECT_EQ(expanded(std::string(kSwap) + "_tmp_1 = 1\ny = 2\n_tmp_1 swap y\n"),
            "_tmp_1 = 1\ny = 2\n_tmp_1_ = _tmp_1; _tmp_1 = y; y = _tmp_1_\n");
  EXPECT_EQ(expanded("syntax 'check v { ok? = v; ok? }\ncheck true\n"), "_ok_1? = true; _ok_1?\n");
}

// The text means the same without the compiler's list of free names.
TEST(Macro, ExpandedTextRenamesWhatWouldCapture) {
  EXPECT_EQ(expanded("total = 1\nsyntax 'add n { total + n }\nf = total -> add total\nprint (f 2)\n"),
            "total = 1\nf = _total_here -> (total + _total_here)\nprint (f 2)\n");
  EXPECT_EQ(
      expanded("syntax 'show n { print n }\nf = r -> { { print } = r; show print }\nf ({ print: 1, })\n"),
      "f = r -> { { print: _print_here } = r; print _print_here }\nf ({ print: 1, })\n");
}

TEST(Macro, ExpandedTextIsExpandedAlready) {
  const std::string once = expanded(std::string(kSwap) + "x = 1\ny = 2\nx swap y\nprint x\n");
  EXPECT_EQ(expanded(once), once);
}

TEST(Macro, CodeIsThatOfTheExpandedText) {
  const std::string program = std::string(kSwap) + "f = x y -> { x swap y; (x, y) }\nprint (f 1 2)\n";
  EXPECT_EQ(code_of(program), code_of(expanded(program)));
}

TEST(Macro, ErrorShowsTheUseAndTheMacro) {
  EXPECT_EQ(messages("syntax 'div a b { a / b + qqq }\nprint (div 1 2)\n"),
            "error[E0401]: unknown name `qqq`\n"
            "  --> t.asp:2:7\n"
            "  2 | print (div 1 2)\n"
            "    |       ^^^^^^^^^\n"
            "  note: t.asp:1:27: in the macro `'div a b`\n"
            "  1 | syntax 'div a b { a / b + qqq }\n"
            "    |                           ^^^\n");
}

TEST(Macro, ErrorInAMacroOfAMacroShowsBoth) {
  const std::string text =
      messages("syntax 'inner a { a + nothing }\nsyntax 'outer a { inner a }\nouter 1\n");
  const size_t use = text.find("  3 | outer 1"), inner = text.find("in the macro `'inner a`"),
               outer = text.find("in the macro `'outer a`");
  EXPECT_NE(use, std::string::npos) << text;
  EXPECT_LT(use, inner) << text;
  EXPECT_LT(inner, outer) << text;
  EXPECT_NE(outer, std::string::npos) << text;
}

TEST(Macro, ErrorInAnArgumentShowsTheArgument) {
  const std::string text = messages("syntax 'twice a { a + a }\ntwice nothing\n");
  EXPECT_NE(text.find("t.asp:2:7\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("in the macro"), std::string::npos) << text;
}

TEST(Macro, AmbiguousUseNamesBothPlaces) {
  const std::string text = messages("syntax 'foo a { a }\nsyntax a 'bar { a }\nfoo bar\n");
  EXPECT_NE(text.find("note: t.asp:1:1: one of them"), std::string::npos) << text;
  EXPECT_NE(text.find("note: t.asp:2:1: the other"), std::string::npos) << text;
  EXPECT_NE(text.find("hint: a parameter matches a word, too"), std::string::npos) << text;
}

TEST(Macro, MisspelledWordGetsAHint) {
  EXPECT_NE(messages(std::string(kSwap) + "x = 1\ny = 2\nx swpa y\n").find("did you mean `swap`?"),
            std::string::npos);
}

TEST(Macro, WordOfAMacroThatDoesNotMatchGetsAHint) {
  const std::string text = messages("syntax 'unless c body { if c { } else { body } }\nunless true\n");
  EXPECT_NE(
      text.find(
          "`unless` is a word of the macro `'unless c body`, defined at t.asp:1, which does not match here"),
      std::string::npos)
      << text;
}

TEST(Macro, NameOfOnePartOfABodyIsItsOwnInAllOfIt) {
  const std::string text =
      messages("total = 1\nsyntax 'both e { f = total -> total + 1; f total + e }\nboth 2\n");
  EXPECT_NE(text.find("the macro binds `total` in another part of its body"), std::string::npos) << text;
}

TEST(Macro, UseAboveTheDefinitionGetsAHint) {
  const std::string text = messages("print (twice 2)\nsyntax 'twice n { n * 2 }\n");
  EXPECT_NE(text.find("defined at t.asp:2, may be used below its definition only"), std::string::npos)
      << text;
}

TEST(Macro, BodyThatUsesAMacroBelowItGetsAHint) {
  const std::string text = messages("syntax 'one n { two n }\nsyntax 'two n { n }\nprint (one 2)\n");
  EXPECT_NE(text.find("defined at t.asp:2, may be used below its definition only"), std::string::npos)
      << text;
}

TEST(Macro, ChainsThatDoNotMatchGetAHintAtParentheses) {
  const std::string text =
      messages("syntax 'unless c body { if c { } else { body } }\nunless 1 == 2 { 3 }\n");
  EXPECT_NE(text.find("each argument that is a call or an operation needs parentheses"), std::string::npos)
      << text;
}

TEST(Macro, MessagesHaveTheNamesOfTheBody) {
  const std::string text = messages("syntax 'both e { f = (p -> p); p + e }\nprint (both 2)\n");
  EXPECT_NE(text.find("unknown name `p`"), std::string::npos) << text;
  EXPECT_EQ(text.find("_p_"), std::string::npos) << text;
}

TEST(Macro, HintsHaveTheNamesOfTheBody) {
  const std::string ended = messages("syntax 'when c { if c { later = 4 }; later }\nwhen true\n");
  EXPECT_NE(ended.find("`later` was first assigned inside a block"), std::string::npos) << ended;
  const std::string near = messages(std::string(kSwap) + "x = 1\ny = 2\nx swap y\nprint _tmp_\n");
  EXPECT_EQ(near.find("did you mean `_tmp_1`"), std::string::npos) << near;
}

TEST(Macro, WarningsAndPatternsHaveTheNamesOfTheBody) {
  CompileResult result = compile_text(
      "t.asp", "syntax 'go n { f = a b -> a + b; g = f n; print f; n }\ngo 1\n", Library::instance());
  EXPECT_EQ(result.render().find("_f_"), std::string::npos);
  const std::string twice = messages("syntax 'pair p { (a, a) = p; a }\nprint (pair (1, 2))\n");
  EXPECT_NE(twice.find("`a` occurs twice"), std::string::npos) << twice;
}

TEST(Macro, ParametersOfExportsAreAsWritten) {
  CompileOptions options;
  options.keep_names = true;
  CompileResult result = compile_text(
      "t.asp",
      "syntax 'define name p body { name = p factor -> body * factor }\ndefine area (w, h) (w * h)\n",
      Library::instance(), options);
  ASSERT_TRUE(result.ok()) << result.render();
  EXPECT_EQ(result.program.modules.back().exports.front().parameters, "(w, h) factor");
}

TEST(Macro, ErrorShowsEachMacro) {
  const std::string text = messages(
      "syntax 'one n { n + unknown }\nsyntax 'two n { one n }\nsyntax 'three n { two n }\nprint (three 1)\n");
  for (const char* place :
       {"1:21: in the macro `'one n`", "2:17: in the macro `'two n`", "3:19: in the macro `'three n`"})
    EXPECT_NE(text.find("note: t.asp:" + std::string(place)), std::string::npos) << text;
}

TEST(Macro, MistakeInABodyIsReportedOnce) {
  const std::string text =
      messages("syntax 'add n { n + gg }\nprint (add 1)\nprint (add 2)\nprint (add hh)\n");
  EXPECT_NE(text.find("unknown name `gg`"), std::string::npos) << text;
  EXPECT_EQ(text.find("unknown name `gg`"), text.rfind("unknown name `gg`")) << text;
  EXPECT_NE(text.find("unknown name `hh`"), std::string::npos) << text;
  const std::string two =
      messages("add = a b -> a + b\nmul = a b -> a * b\nsyntax 'run f { f 1 }\nrun add\nrun mul\n");
  EXPECT_NE(two.find("`add` takes 2 arguments"), std::string::npos) << two;
  EXPECT_NE(two.find("`mul` takes 2 arguments"), std::string::npos) << two;
}

TEST(Macro, WordThatIsAVariableGetsAHint) {
  const std::string text = messages("syntax 'give a 'to b { (a, b) }\nf = to -> give 3 to 4\n");
  EXPECT_NE(text.find("does not match here: `to` is a variable here, and no word"), std::string::npos)
      << text;
}

TEST(Macro, UnknownNameInARestIsNoNameOfTheBody) {
  const std::string text = messages("syntax 'call f ..a { f a }\ncall print gg\n");
  EXPECT_NE(text.find("unknown name `gg`"), std::string::npos) << text;
  EXPECT_EQ(text.find("the macro binds"), std::string::npos) << text;
}

TEST(Macro, PatternsShowARest) {
  const std::string text = messages("syntax ..xs 'done { xs }\nprint (done)\n");
  EXPECT_NE(text.find("`..xs 'done`"), std::string::npos) << text;
}

TEST(Macro, PatternSyntaxInNoMacroIsReported) {
  const std::string text = messages(std::string(kSwap) + "x = 1\ny = 2\nx swap y\nprint _\n");
  EXPECT_NE(text.find("error[E0208]: `_` is allowed in patterns only\n  --> t.asp:5:7"), std::string::npos)
      << text;
}

TEST(Macro, WarningsAreGivenOnce) {
  CompileResult result = compile_text(
      "t.asp", std::string(kSwap) + "x = 1\nprint (match x { Int -> 1; _ -> 2 })\n", Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  EXPECT_EQ(result.diagnostics.warnings().size(), 1u);
}

TEST(Macro, SessionKeepsMacros) {
  Session session(Library::instance());
  EXPECT_TRUE(session.compile(kSwap).ok());
  EXPECT_TRUE(session.compile("x = 1; y = 2; x swap y").ok());
  CompileResult again = session.compile("tmp = 1; x swap tmp");
  EXPECT_TRUE(again.ok()) << again.render();
  EXPECT_TRUE(session.compile("syntax a 'swap b { a = b }").ok());
  EXPECT_TRUE(session.compile("x swap y").ok());
  EXPECT_FALSE(session.compile("syntax 'bad { }").ok());
}

TEST(Macro, SessionShowsMacros) {
  Session session(Library::instance());
  ASSERT_TRUE(session.compile("syntax 'keep a { a }; x = 1").ok());
  EXPECT_EQ(session.macros_with("keep"), "syntax 'keep a { a }\n");
  EXPECT_EQ(session.macros_with("a"), "");
}

TEST(Macro, SessionsNamesAreNotTaken) {
  Session session(Library::instance());
  for (const char* entry : {"syntax 'with x { t = x; t + 1 }", "_t_1 = 100", "_t_2 = 200"})
    ASSERT_TRUE(session.compile(entry).ok()) << entry;
  ASSERT_TRUE(session.compile("with 5").ok());
  EXPECT_NE(session.slot("_t_1"), session.slot("_t_1_"));
  EXPECT_TRUE(session.slot("_t_1_"));
  const std::vector<std::string> names = session.names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "_t_1"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "_t_1_"), 0);
}

TEST(Macro, SessionsUsesDoNotShareNames) {
  Session session(Library::instance());
  ASSERT_TRUE(session.compile("syntax 'keep a { kept = a; f = () -> kept }").ok());
  ASSERT_TRUE(session.compile("keep 1").ok());
  ASSERT_TRUE(session.compile("keep 2").ok());
  EXPECT_NE(session.slot("_kept_1"), session.slot("_kept_2"));
  EXPECT_TRUE(session.slot("_kept_2"));
  const std::vector<std::string> names = session.names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "_kept_1"), 0);
  EXPECT_EQ(std::count(names.begin(), names.end(), "keep"), 1);
}

}  // namespace
}  // namespace aspen
