#pragma once
// The actions of grammar.y: they make the nodes, and check what the grammar accepts on purpose.

#include <initializer_list>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/syntax/arena.h"
#include "frontend/syntax/ast.h"
#include "frontend/syntax/free_name.h"
#include "frontend/syntax/leftover.h"
#include "frontend/syntax/pattern.h"
#include "frontend/syntax/token.h"

namespace aspen {

// A list under construction: where it begins on the builder's stack of its element type. Lists nest, so the
// innermost one is on top; recovery may leave elements of abandoned lists behind, which end up in an outer
// list.
struct ListMark {
  uint32_t begin;
};

class TreeBuilder {
 public:
  TreeBuilder(const Source& source, const TokenStream& stream, Arena& arena, Diagnostics& diagnostics,
              const FreeNames& free_names)
      : source_(source),
        stream_(stream),
        arena_(arena),
        diagnostics_(diagnostics),
        free_names_(free_names),
        patterns_(source, arena, diagnostics) {}

  // For the driver, which asks after each token.
  BlockExpr* program() const { return program_; }
  bool take_syntax_error() { return std::exchange(syntax_error_, false); }
  bool overflown() const { return overflown_; }
  // What only a pattern may hold and no pattern contains.
  std::vector<Leftover>& leftovers() { return leftovers_; }
  // The statement that begins there had a syntax error, so its parts could not become patterns.
  void discard_leftovers(uint32_t offset);

  // ---- Called by the grammar
  void finish_program(ListMark statements);
  void syntax_error() { syntax_error_ = true; }
  void overflow() { overflown_ = true; }
  Expr* error_expr() { return make<ErrorExpr>({}); }

  ListMark begin_list();
  ListMark list_of(Expr* first);
  ListMark append(ListMark list, Expr* next);

  // Statements.
  Pattern* assign_head(Expr* targets);
  Expr* assign(Pattern* target, Expr* value);
  Expr* update(Expr* target, Token op, Expr* value);
  Expr* pipe_update(Expr* target, Expr* function);
  Expr* use(Token keyword, Token path);
  Expr* use_as(Token keyword, Token path, Token name);
  Expr* syntax(Token keyword, ListMark items, BlockExpr* body);
  Expr* bare_tuple(ListMark elements);
  ListMark begin_syntax_items();
  int add_syntax_item(Token token, SyntaxItem::Kind kind);

  // Level 1.
  LambdaExpr* lambda_head(Expr* parameters);
  Expr* lambda(LambdaExpr* head, Expr* body);
  Expr* try_expr(Token keyword, Expr* body);
  Expr* spawn(Token keyword, Expr* body);
  Expr* return_expr(Token keyword, Expr* value);
  Expr* break_expr(Token keyword, Expr* value);
  Expr* continue_expr(Token keyword);
  Expr* yield(Token keyword, Expr* value);
  Expr* typed(Expr* value, Token type);

  // Operators.
  Expr* logical(bool is_and, Expr* left, Expr* right);
  Expr* not_expr(Token op, Expr* operand);
  Expr* negate(Token op, Expr* operand);
  Expr* compare(Expr* left, Token op, Expr* right);
  Expr* is(Expr* subject, Token op, Expr* pattern);
  Expr* binary(Expr* left, Token op, Expr* right);
  Expr* pipe(Expr* input, Expr* function);
  Expr* range(Expr* from, Expr* to, bool inclusive);

  // Application and what binds tighter.
  Expr* call(Expr* callee, ListMark arguments);
  Expr* field(Expr* object, Token field);
  Expr* tuple_field(Expr* object, Token field);
  Expr* index(Expr* object, Expr* index, Token end);
  // A slice that waits for its object.
  Expr* open_slice(Expr* from, Expr* to, bool inclusive);

  // Atoms.
  Expr* name(Token token);
  // `_`, and the `..` of `[first, .., last]`.
  Expr* wildcard(Token token);
  Expr* label(Token token);
  Expr* integer(Token token);
  Expr* floating(Token token);
  Expr* boolean(Token token, bool value);
  Expr* string(Token token);
  Expr* bytes(Token token);
  Expr* invalid(Token token);
  Expr* unit(Token open, Token close);
  Expr* parenthesize(Token open, Expr* expr, Token close);
  Expr* tuple(Token open, ListMark elements, Token close);
  Expr* list(Token open, ListMark items, Token close);
  Expr* empty_dict(Token open, Token close);
  Expr* record(Token open, ListMark fields, Token close);
  BlockExpr* block(Token open, ListMark statements, Token close);

  ListMark begin_items(uint32_t count = 0);
  int add_element(Expr* value);
  int add_spread(Token dots, Expr* value);
  int add_pair(Expr* key, Expr* value);
  ListMark begin_fields(uint32_t count = 0);
  ListMark missing_comma(ListMark fields, Token separator);
  int add_short_field(Token name);
  int add_field(Token name, Expr* value);
  int add_field_spread(Token dots, Expr* value);

  StringPart* part(Expr* value);
  StringPart* formatted_part(Expr* value, Token format);
  ListMark begin_parts();
  ListMark add_part(ListMark parts, Token text, StringPart* next);
  Expr* interpolation(Token begin, ListMark parts, Token end);

  // Control.
  // A branch of an `if`, with its `else_branch` set to the branch before it until `if_expr` turns the list
  // round.
  IfExpr* if_branch(IfExpr* previous, Token keyword, Expr* condition, BlockExpr* then_block);
  Expr* if_expr(IfExpr* last_branch, Expr* else_branch);
  Expr* match(Token keyword, Expr* subject, ListMark arms, Token close);
  ListMark begin_arms(uint32_t count);
  Pattern* arm_pattern(Expr* expr);
  int add_arm(Pattern* pattern, Expr* guard, Expr* body);
  int add_error_arm();
  ForExpr* for_head(Token keyword, Expr* pattern);
  Expr* for_expr(ForExpr* head, Expr* iterable, BlockExpr* body);
  Expr* while_expr(Token keyword, Expr* condition, BlockExpr* body);
  Expr* loop(Token keyword, BlockExpr* body);
  Expr* fiber(Token keyword, BlockExpr* body);

 private:
  // An element of a list or a pair of a dict, before it is known which of them it is in.
  struct Item {
    Expr* key;  // null: no pair
    Expr* value;
    bool spread;
    Span span;
  };
  // A long chain of operators, of which a block holds the statements.
  struct Chain {
    Name name;  // of the variable for the value so far
    std::vector<Expr*> statements;
  };

  template <typename T>
  T* make(Span span) {
    T* node = arena_.make<T>();
    node->kind = T::kKind;
    node->span = span;
    return node;
  }
  CallExpr* call_keyword(Token keyword, Expr* argument);
  LambdaExpr* body_function(Expr* body);
  // Sets the depth of a node from that of its parts; past the limit an ErrorExpr takes its place.
  Expr* deepen(Expr* node, std::initializer_list<uint32_t> depths);
  Expr* deepen(Expr* node, uint32_t deepest);
  static uint32_t depth_of(const Expr* expr) { return expr == nullptr ? 0 : expr->depth; }
  static uint32_t depth_of(const Pattern* pattern) { return pattern == nullptr ? 0 : pattern->depth; }
  static uint32_t depth_of(std::span<Expr* const> exprs);
  static uint32_t depth_of(const Path& path);

  std::span<Expr*> take(ListMark list);
  template <typename T>
  std::span<T> take_from(std::vector<T>& stack, ListMark list) {
    auto taken = arena_.copy(std::span<const T>(stack).subspan(list.begin));
    stack.erase(stack.begin() + list.begin, stack.end());
    return taken;
  }
  Name scoped(Name name, uint32_t offset);
  Name intern(Span span) { return arena_.intern(source_.text(span)); }
  std::string_view text_of(Token token) const { return stream_.texts[token.value]; }
  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {});

  void leave(Leftover leftover) { leftovers_.push_back(leftover); }
  // The expression became a pattern: what it holds is no error.
  void forget_leftovers(Span span);
  void name_function(const Pattern* target, Expr* value);
  void check_label(const Pattern* target, const Expr* value);
  void split_function(Expr* function, Expr*& callee, std::span<Expr*>& arguments);
  void check_label_arity(const CallExpr* call);
  bool is_comparison(const Expr* expr) const;
  Expr* dict(Span span, std::span<const Item> items);

  // Long chains (tree_chains.cpp).
  LogicalExpr* balanced(std::span<Expr* const> operands, bool is_and);
  Expr* shorten(LogicalExpr* chain);
  Expr* shorten(Expr* chain);
  // The branches of an `if`, the last one first.
  using Branches = std::span<IfExpr* const>;
  static bool is_long_if(Branches branches);
  Expr* flat_if(Branches branches, Expr* else_branch);
  BlockExpr* take_chain(Expr* chain);
  void name_last(Chain& chain);
  Pattern* any(Span span);

  Name name_from_path(std::string_view path);

  const Source& source_;
  const TokenStream& stream_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  const FreeNames& free_names_;
  PatternMaker patterns_;

  BlockExpr* program_ = nullptr;
  bool syntax_error_ = false;
  bool overflown_ = false;
  bool too_deep_ = false;
  // One report per record is enough.
  bool comma_reported_ = false;

  std::vector<Expr*> exprs_;
  std::vector<Item> items_;
  std::vector<RecordItem> fields_;
  std::vector<StringPart> parts_;
  std::vector<MatchArm> arms_;
  std::vector<SyntaxItem> syntax_items_;
  std::vector<Leftover> leftovers_;
  std::unordered_map<BlockExpr*, Chain> chains_;
};

}  // namespace aspen
