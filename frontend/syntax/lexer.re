// The scanner: which characters make a token. re2c turns this file into C++; what the actions do is in lexer.cpp.
#include "frontend/syntax/lexer_state.h"

namespace aspen {

void Lexer::scan_one() {
  start_ = cursor_;
  const char* at = cursor_;
  const char* marker = at;
  /*!re2c
    re2c:api:style = free-form;
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = at;
    re2c:define:YYLIMIT = limit_;
    re2c:define:YYMARKER = marker;
    re2c:yyfill:enable = 0;
    re2c:eof = 0;

    word      = [a-z_][A-Za-z0-9_]* "?"?;
    label     = [A-Z][A-Za-z0-9_]*;
    decimal   = [0-9]+ ("_" [0-9]+)*;
    exponent  = [eE] [+-]? decimal;
    integer   = decimal | "0x" [0-9a-fA-F]+ ("_" [0-9a-fA-F]+)* | "0o" [0-7]+ ("_" [0-7]+)*
              | "0b" [01]+ ("_" [01]+)*;
    float     = decimal "." decimal exponent? | decimal exponent;
    non_ascii = [\x80-\xff];

    $                       { cursor_ = at; return; }
    [ \t\r\f\v]+            { return space(at); }
    "\n"                    { return line_end(at); }
    "#" ("["? [^[\n] [^\n]*)? { return space(at); }
    "#["                    { return space(at); }
    "#[["                   { return block_comment(at); }

    "if"                    { return keyword(at, TokenKind::kIf); }
    "else"                  { return keyword(at, TokenKind::kElse); }
    "match"                 { return keyword(at, TokenKind::kMatch); }
    "for"                   { return keyword(at, TokenKind::kFor); }
    "in"                    { return keyword(at, TokenKind::kIn); }
    "while"                 { return keyword(at, TokenKind::kWhile); }
    "loop"                  { return keyword(at, TokenKind::kLoop); }
    "break"                 { return keyword(at, TokenKind::kBreak); }
    "continue"              { return keyword(at, TokenKind::kContinue); }
    "return"                { return keyword(at, TokenKind::kReturn); }
    "try"                   { return keyword(at, TokenKind::kTry); }
    "spawn"                 { return keyword(at, TokenKind::kSpawn); }
    "fiber"                 { return keyword(at, TokenKind::kFiber); }
    "yield"                 { return keyword(at, TokenKind::kYield); }
    "use"                   { return keyword(at, TokenKind::kUse); }
    "as"                    { return keyword(at, TokenKind::kAs); }
    "syntax"                { return keyword(at, TokenKind::kSyntax); }
    "true"                  { return keyword(at, TokenKind::kTrue); }
    "false"                 { return keyword(at, TokenKind::kFalse); }
    "and"                   { return keyword(at, TokenKind::kAnd); }
    "or"                    { return keyword(at, TokenKind::kOr); }
    "not"                   { return keyword(at, TokenKind::kNot); }
    "is"                    { return keyword(at, TokenKind::kIs); }
    "_"                     { return token(at, TokenKind::kWildcard); }
    word                    { return token(at, TokenKind::kName); }
    label                   { return token(at, TokenKind::kLabel); }

    integer                 { return token(at, TokenKind::kInt); }
    float                   { return token(at, TokenKind::kFloat); }
    [0-9][0-9A-Za-z_]*      { return bad_number(at); }
    decimal "." [0-9][0-9A-Za-z_]* { return bad_number(at); }
    float [A-Za-z_] [0-9A-Za-z_]* { return bad_number(at); }
    "." [A-Za-z_][A-Za-z0-9_]* "?"? { return token(at, TokenKind::kDotField); }
    "." [0-9]+              { return token(at, TokenKind::kDotIndex); }
    "." [0-9]+ [A-Za-z_] [0-9A-Za-z_]* { return bad_number(at); }

    "\""                    { return begin_text(at, {}); }
    "\"\"\""                { return begin_text(at, {.triple = true}); }
    "r\""                   { return begin_text(at, {.raw = true}); }
    "r\"\"\""               { return begin_text(at, {.raw = true, .triple = true}); }
    "b\""                   { return begin_text(at, {.bytes = true}); }
    "b\"\"\""               { return begin_text(at, {.bytes = true, .triple = true}); }
    "'"                     { return quote(at); }

    "("                     { return open(at, TokenKind::kLeftParen, Bracket::kParen); }
    "["                     { return open(at, TokenKind::kLeftBracket, Bracket::kSquare); }
    "{"                     { return open(at, TokenKind::kLeftBrace, Bracket::kBrace); }
    ")"                     { return close(at, TokenKind::kRightParen, Bracket::kParen); }
    "]"                     { return close(at, TokenKind::kRightBracket, Bracket::kSquare); }
    "}"                     { return close(at, TokenKind::kRightBrace, Bracket::kBrace); }

    ","                     { return token(at, TokenKind::kComma); }
    ";"                     { return semicolon(at); }
    ":"                     { return colon(at); }
    "="                     { return token(at, TokenKind::kAssign); }
    "->"                    { return token(at, TokenKind::kArrow); }
    "|>"                    { return token(at, TokenKind::kPipe); }
    "|>="                   { return token(at, TokenKind::kPipeUpdate); }
    "|"                     { return token(at, TokenKind::kBar); }
    ".."                    { return token(at, TokenKind::kDotDot); }
    "..="                   { return token(at, TokenKind::kDotDotEqual); }
    "=="                    { return op(at, TokenKind::kCompare, BinaryOp::kEqual); }
    "!="                    { return op(at, TokenKind::kCompare, BinaryOp::kNotEqual); }
    "<"                     { return op(at, TokenKind::kCompare, BinaryOp::kLess); }
    "<="                    { return op(at, TokenKind::kCompare, BinaryOp::kLessEqual); }
    ">"                     { return op(at, TokenKind::kCompare, BinaryOp::kGreater); }
    ">="                    { return op(at, TokenKind::kCompare, BinaryOp::kGreaterEqual); }
    "+"                     { return op(at, TokenKind::kPlus, BinaryOp::kAdd); }
    "-"                     { return minus(at); }
    "*"                     { return op(at, TokenKind::kMultiply, BinaryOp::kMultiply); }
    "/"                     { return op(at, TokenKind::kMultiply, BinaryOp::kDivide); }
    "//"                    { return op(at, TokenKind::kMultiply, BinaryOp::kFloorDivide); }
    "%"                     { return op(at, TokenKind::kMultiply, BinaryOp::kModulo); }
    "**"                    { return op(at, TokenKind::kPower, BinaryOp::kPower); }
    "+="                    { return op(at, TokenKind::kUpdate, BinaryOp::kAdd); }
    "-="                    { return op(at, TokenKind::kUpdate, BinaryOp::kSubtract); }
    "*="                    { return op(at, TokenKind::kUpdate, BinaryOp::kMultiply); }
    "/="                    { return op(at, TokenKind::kUpdate, BinaryOp::kDivide); }
    "//="                   { return op(at, TokenKind::kUpdate, BinaryOp::kFloorDivide); }
    "%="                    { return op(at, TokenKind::kUpdate, BinaryOp::kModulo); }
    "**="                   { return op(at, TokenKind::kUpdate, BinaryOp::kPower); }

    "++"                    { return doubled(at); }
    "--"                    { return doubled(at); }
    "&&"                    { return foreign(at, TokenKind::kAnd, "write `and`"); }
    "||"                    { return foreign(at, TokenKind::kOr, "write `or`"); }
    "!"                     { return foreign(at, TokenKind::kNot, "write `not`"); }
    "=>"                    { return foreign(at, TokenKind::kArrow, "write `->`"); }
    ":="                    { return foreign(at, TokenKind::kAssign, "write `=`; it binds a new name and rebinds an old one alike"); }
    "==="                   { return foreign(at, TokenKind::kCompare, "write `==`"); }
    "!=="                   { return foreign(at, TokenKind::kCompare, "write `!=`"); }
    "<>"                    { return foreign(at, TokenKind::kCompare, "to compare, write `!=`; to join strings or lists, write `+`"); }

    non_ascii+ [A-Za-z0-9_]* { return unexpected(at); }
    *                       { return unexpected(at); }
  */
}

}  // namespace aspen
