// The grammar: LALR(1) without conflicts, because layout.h has settled lines and spaces and because patterns are parsed
// as expressions. tree_builder.h makes the nodes; it turns an expression into a pattern as soon as `->`, `=`, `in` or
// `is` shows that it is one.
//
// The tokens, in the order of tokens.def:
%token
  SEPARATOR NAME WILDCARD LABEL INT FLOAT STRING BYTES TEXT_BEGIN
  TEXT_MIDDLE TEXT_END FORMAT INVALID DOT_FIELD DOT_INDEX FIELD_KEY QUOTED LPAREN RPAREN
  LBRACKET LINDEX RBRACKET LBRACE LBODY RBRACE LRECORD RRECORD COMMA COLON
  ASSIGN ARROW UPDATE PIPE_UPDATE PIPE BAR COMPARE PLUS MINUS NEGATE
  MULTIPLY POWER DOTDOT DOTDOT_EQUAL IF ELSE MATCH FOR IN WHILE
  LOOP BREAK CONTINUE RETURN TRY SPAWN FIBER YIELD USE AS
  SYNTAX TRUE FALSE AND OR NOT IS.

%name AspenGrammar
%token_prefix TOKEN_
%token_type { aspen::Token }
%default_type { aspen::Expr* }
%extra_argument { aspen::TreeBuilder* b }
%start_symbol program
// Entries, not bytes. Brackets are limited by the lexer; this bounds what nests without brackets (`not not …`).
%stack_size 30000
%stack_overflow { b->overflow(); }
%syntax_error { (void)yymajor; (void)TOKEN; b->syntax_error(); }

%include {
#include <cassert>
#include "frontend/syntax/tree_builder.h"
using namespace aspen;
}

// The driver opens with a separator: Lemon does not look for `error` in its first state.
program ::= SEPARATOR statements(S). { b->finish_program(S); }

// ---- Statements. The value of a list is its mark on the builder's stack.

%type statements { ListMark }
%type statement_list { ListMark }
statements(A) ::= . { A = b->begin_list(); }
statements(A) ::= statement_list(L). { A = L; }
statements(A) ::= statement_list(L) SEPARATOR. { A = L; }
statement_list(A) ::= statement(S). { A = b->list_of(S); }
statement_list(A) ::= statement_list(L) SEPARATOR statement(S). { A = b->append(L, S); }

statement(A) ::= expr(E). { A = E; }
statement(A) ::= assign_head(H) values(V). { A = b->assign(H, V); }
statement(A) ::= targets(T) UPDATE(O) expr(V). { A = b->update(T, O, V); }
statement(A) ::= targets(T) PIPE_UPDATE application(F). { A = b->pipe_update(T, F); }
statement(A) ::= USE(U) STRING(P). { A = b->use(U, P); }
statement(A) ::= USE(U) STRING(P) AS NAME(N). { A = b->use_as(U, P, N); }
statement(A) ::= SYNTAX(S) syntax_items(I) block_body(B). { A = b->syntax(S, I, B); }
statement(A) ::= error. { A = b->error_expr(); }

%type assign_head { Pattern* }
assign_head(A) ::= targets(T) ASSIGN. { A = b->assign_head(T); }

%type target_list { ListMark }
targets(A) ::= target(T). { A = T; }
targets(A) ::= target_list(L). { A = b->bare_tuple(L); }
target_list(A) ::= target(T) COMMA target(U). { A = b->append(b->list_of(T), U); }
target_list(A) ::= target_list(L) COMMA target(T). { A = b->append(L, T); }
target(A) ::= or_expr(E). { A = E; }
target(A) ::= typed(T). { A = T; }

%type value_list { ListMark }
values(A) ::= expr(E). { A = E; }
values(A) ::= value_list(L). { A = b->bare_tuple(L); }
value_list(A) ::= expr(E) COMMA expr(F). { A = b->append(b->list_of(E), F); }
value_list(A) ::= value_list(L) COMMA expr(E). { A = b->append(L, E); }

%type syntax_items { ListMark }
syntax_items(A) ::= syntax_item. { A = b->begin_syntax_items(); }
syntax_items(A) ::= syntax_items(L) syntax_item. { A = L; }
%type syntax_item { int }
syntax_item(A) ::= NAME(N). { A = b->add_syntax_item(N, SyntaxItem::Kind::parameter); }
syntax_item(A) ::= DOTDOT NAME(N). { A = b->add_syntax_item(N, SyntaxItem::Kind::rest); }
syntax_item(A) ::= QUOTED(Q). { A = b->add_syntax_item(Q, SyntaxItem::Kind::word); }

// ---- Level 1

expr(A) ::= or_expr(E). { A = E; }
expr(A) ::= lambda_head(H) expr(E). { A = b->lambda(H, E); }
expr(A) ::= TRY(T) expr(E). { A = b->try_expr(T, E); }
expr(A) ::= SPAWN(T) expr(E). { A = b->spawn(T, E); }
expr(A) ::= RETURN(T). { A = b->return_expr(T, nullptr); }
expr(A) ::= RETURN(T) expr(E). { A = b->return_expr(T, E); }
expr(A) ::= BREAK(T). { A = b->break_expr(T, nullptr); }
expr(A) ::= BREAK(T) expr(E). { A = b->break_expr(T, E); }
expr(A) ::= CONTINUE(T). { A = b->continue_expr(T); }
expr(A) ::= YIELD(T). { A = b->yield(T, nullptr); }
expr(A) ::= YIELD(T) expr(E). { A = b->yield(T, E); }

%type lambda_head { LambdaExpr* }
lambda_head(A) ::= or_expr(E) ARROW. { A = b->lambda_head(E); }

// `p: Type`, a pattern wherever it occurs.
typed(A) ::= or_expr(E) COLON LABEL(T). { A = b->typed(E, T); }
typed(A) ::= or_expr(E) COLON NAME(T). { A = b->typed(E, T); }

// ---- Operators, loosest first

or_expr(A) ::= and_expr(E). { A = E; }
or_expr(A) ::= or_expr(L) OR and_expr(R). { A = b->logical(false, L, R); }
and_expr(A) ::= not_expr(E). { A = E; }
and_expr(A) ::= and_expr(L) AND not_expr(R). { A = b->logical(true, L, R); }
not_expr(A) ::= comparison(E). { A = E; }
not_expr(A) ::= NOT(T) not_expr(E). { A = b->not_expr(T, E); }

// Chains are accepted here and reported by the builder.
comparison(A) ::= pipeline(E). { A = E; }
comparison(A) ::= comparison(L) COMPARE(O) pipeline(R). { A = b->compare(L, O, R); }
comparison(A) ::= comparison(L) IS(O) is_pattern(P). { A = b->is(L, O, P); }
is_pattern(A) ::= application(E). { A = E; }
is_pattern(A) ::= NEGATE(T) postfix(E). { A = b->negate(T, E); }

pipeline(A) ::= range(E). { A = E; }
pipeline(A) ::= pipeline(L) PIPE application(F). { A = b->pipe(L, F); }
range(A) ::= sum(E). { A = E; }
range(A) ::= sum(L) DOTDOT sum(R). { A = b->range(L, R, false); }
range(A) ::= sum(L) DOTDOT_EQUAL sum(R). { A = b->range(L, R, true); }
sum(A) ::= product(E). { A = E; }
sum(A) ::= sum(L) PLUS(O) product(R). { A = b->binary(L, O, R); }
sum(A) ::= sum(L) MINUS(O) product(R). { A = b->binary(L, O, R); }
product(A) ::= prefix(E). { A = E; }
product(A) ::= product(L) MULTIPLY(O) prefix(R). { A = b->binary(L, O, R); }
prefix(A) ::= power(E). { A = E; }
prefix(A) ::= NEGATE(T) prefix(E). { A = b->negate(T, E); }
power(A) ::= application(E). { A = E; }
power(A) ::= application(L) POWER(O) power_right(R). { A = b->binary(L, O, R); }
power_right(A) ::= power(E). { A = E; }
power_right(A) ::= NEGATE(T) power_right(E). { A = b->negate(T, E); }

// ---- Application and what binds tighter

application(A) ::= postfix(E). { A = E; }
application(A) ::= postfix(F) arguments(L). { A = b->call(F, L); }
%type arguments { ListMark }
arguments(A) ::= argument(E). { A = b->list_of(E); }
arguments(A) ::= arguments(L) argument(E). { A = b->append(L, E); }
argument(A) ::= postfix(E). { A = E; }
argument(A) ::= NEGATE(T) argument(E). { A = b->negate(T, E); }

postfix(A) ::= atom(E). { A = E; }
postfix(A) ::= postfix(E) DOT_FIELD(F). { A = b->field(E, F); }
postfix(A) ::= postfix(E) DOT_INDEX(F). { A = b->tuple_field(E, F); }
postfix(A) ::= postfix(E) LINDEX index(I) RBRACKET(R). { A = b->index(E, I, R); }
index(A) ::= expr(E). { A = E; }
index(A) ::= sum(F) DOTDOT. { A = b->open_slice(F, nullptr, false); }
index(A) ::= DOTDOT sum(T). { A = b->open_slice(nullptr, T, false); }
index(A) ::= DOTDOT_EQUAL sum(T). { A = b->open_slice(nullptr, T, true); }
index(A) ::= DOTDOT. { A = b->open_slice(nullptr, nullptr, false); }

atom(A) ::= NAME(T). { A = b->name(T); }
atom(A) ::= WILDCARD(T). { A = b->wildcard(T); }
atom(A) ::= LABEL(T). { A = b->label(T); }
atom(A) ::= INT(T). { A = b->integer(T); }
atom(A) ::= FLOAT(T). { A = b->floating(T); }
atom(A) ::= TRUE(T). { A = b->boolean(T, true); }
atom(A) ::= FALSE(T). { A = b->boolean(T, false); }
atom(A) ::= STRING(T). { A = b->string(T); }
atom(A) ::= BYTES(T). { A = b->bytes(T); }
atom(A) ::= INVALID(T). { A = b->invalid(T); }
atom(A) ::= TEXT_BEGIN(T) parts(P) TEXT_END(E). { A = b->interpolation(T, P, E); }
atom(A) ::= parenthesized(E). { A = E; }
atom(A) ::= LBRACKET(L) RBRACKET(R). { A = b->list(L, b->begin_items(), R); }
atom(A) ::= LBRACKET(L) COLON RBRACKET(R). { A = b->empty_dict(L, R); }
atom(A) ::= LBRACKET(L) items(I) RBRACKET(R). { A = b->list(L, I, R); }
atom(A) ::= LBRACKET(L) items(I) COMMA RBRACKET(R). { A = b->list(L, I, R); }
atom(A) ::= LRECORD(L) COLON RRECORD(R). { A = b->record(L, b->begin_fields(), R); }
atom(A) ::= LRECORD(L) fields(F) RRECORD(R). { A = b->record(L, F, R); }
atom(A) ::= LRECORD(L) fields(F) COMMA RRECORD(R). { A = b->record(L, F, R); }
atom(A) ::= LBRACE(L) statements(S) RBRACE(R). { A = b->block(L, S, R); }
atom(A) ::= if(E). { A = E; }
atom(A) ::= MATCH(T) expr(E) LBODY arms(L) RBRACE(R). { A = b->match(T, E, L, R); }
atom(A) ::= for_head(H) expr(E) block_body(B). { A = b->for_expr(H, E, B); }
atom(A) ::= WHILE(T) expr(E) block_body(B). { A = b->while_expr(T, E, B); }
atom(A) ::= LOOP(T) block_body(B). { A = b->loop(T, B); }
atom(A) ::= FIBER(T) block_body(B). { A = b->fiber(T, B); }

%type parts { ListMark }
parts(A) ::= TEXT_MIDDLE(T) part(P). { A = b->add_part(b->begin_parts(), T, P); }
parts(A) ::= parts(L) TEXT_MIDDLE(T) part(P). { A = b->add_part(L, T, P); }
%type part { StringPart* }
part(A) ::= expr(E). { A = b->part(E); }
part(A) ::= expr(E) FORMAT(F). { A = b->formatted_part(E, F); }

parenthesized(A) ::= LPAREN(L) RPAREN(R). { A = b->unit(L, R); }
parenthesized(A) ::= LPAREN(L) element(E) RPAREN(R). { A = b->parenthesize(L, E, R); }
parenthesized(A) ::= LPAREN(L) element(E) COMMA RPAREN(R). { A = b->tuple(L, b->list_of(E), R); }
parenthesized(A) ::= LPAREN(L) elements(I) RPAREN(R). { A = b->tuple(L, I, R); }
parenthesized(A) ::= LPAREN(L) elements(I) COMMA RPAREN(R). { A = b->tuple(L, I, R); }
%type elements { ListMark }
elements(A) ::= element(E) COMMA element(F). { A = b->append(b->list_of(E), F); }
elements(A) ::= elements(L) COMMA element(E). { A = b->append(L, E); }
element(A) ::= expr(E). { A = E; }
element(A) ::= typed(E). { A = E; }

// Elements of a list and pairs of a dict; list() tells them apart.
%type items { ListMark }
items(A) ::= item. { A = b->begin_items(1); }
items(A) ::= items(L) COMMA item. { A = L; }
%type item { int }
item(A) ::= expr(E). { A = b->add_element(E); }
item(A) ::= DOTDOT(T) expr(E). { A = b->add_spread(T, E); }
item(A) ::= DOTDOT(T). { A = b->add_spread(T, b->wildcard(T)); }
item(A) ::= or_expr(K) COLON expr(V). { A = b->add_pair(K, V); }

%type fields { ListMark }
fields(A) ::= record_field. { A = b->begin_fields(1); }
fields(A) ::= fields(L) COMMA record_field. { A = L; }
fields(A) ::= fields(L) SEPARATOR(S) record_field. { A = b->missing_comma(L, S); }
%type record_field { int }
record_field(A) ::= NAME(T). { A = b->add_short_field(T); }
record_field(A) ::= FIELD_KEY(T) COLON expr(V). { A = b->add_field(T, V); }
record_field(A) ::= DOTDOT(T) expr(E). { A = b->add_field_spread(T, E); }

// ---- Control

%type block_body { BlockExpr* }
block_body(A) ::= LBODY(L) statements(S) RBRACE(R). { A = b->block(L, S, R); }

// Left recursion: a long chain of `else if` needs no deep stack.
if(A) ::= if_chain(L). { A = b->if_expr(L, nullptr); }
if(A) ::= if_chain(L) ELSE block_body(E). { A = b->if_expr(L, E); }
%type if_chain { IfExpr* }
if_chain(A) ::= IF(T) expr(C) block_body(B). { A = b->if_branch(nullptr, T, C, B); }
if_chain(A) ::= if_chain(L) ELSE IF(T) expr(C) block_body(B). { A = b->if_branch(L, T, C, B); }

%type for_head { ForExpr* }
for_head(A) ::= FOR(T) targets(P) IN. { A = b->for_head(T, P); }

%type arms { ListMark }
%type arm_list { ListMark }
arms(A) ::= . { A = b->begin_arms(0); }
arms(A) ::= arm_list(L). { A = L; }
arms(A) ::= arm_list(L) arm_separator. { A = L; }
arm_list(A) ::= arm. { A = b->begin_arms(1); }
arm_list(A) ::= arm_list(L) arm_separator arm. { A = L; }
arm_separator ::= SEPARATOR.
arm_separator ::= COMMA.
%type arm { int }
arm(A) ::= arm_head(H) ARROW arm_body(B). { A = b->add_arm(H, nullptr, B); }
arm(A) ::= arm_head(H) BAR or_expr(G) ARROW arm_body(B). { A = b->add_arm(H, G, B); }
arm(A) ::= error. { A = b->add_error_arm(); }
%type arm_head { Pattern* }
arm_head(A) ::= or_expr(E). { A = b->arm_pattern(E); }
arm_head(A) ::= typed(E). { A = b->arm_pattern(E); }
arm_body(A) ::= expr(E). { A = E; }
arm_body(A) ::= arm_assign_head(H) expr(V). { A = b->assign(H, V); }
arm_body(A) ::= arm_target(T) UPDATE(O) expr(V). { A = b->update(T, O, V); }
arm_body(A) ::= arm_target(T) PIPE_UPDATE application(F). { A = b->pipe_update(T, F); }
%type arm_assign_head { Pattern* }
arm_assign_head(A) ::= arm_target(T) ASSIGN. { A = b->assign_head(T); }
arm_target(A) ::= or_expr(E). { A = E; }
arm_target(A) ::= typed(E). { A = E; }

%code {
// The driver has skipped the erroneous text: the next error is reported again.
void AspenGrammarForgetError(void* parser) { static_cast<yyParser*>(parser)->yyerrcnt = -1; }
}
