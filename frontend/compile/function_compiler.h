// Compiles one function. Internal to the compiler: compile.cpp drives it, its members are in compile_*.cpp by
// subject.
//
// The caller names the register for a result (`into`), so that arguments and elements are evaluated where
// they are needed.
#pragma once

#include <functional>
#include <optional>

#include "frontend/compile/call_checks.h"
#include "frontend/compile/function_writer.h"
#include "frontend/compile/path_writer.h"
#include "frontend/compile/pattern_writer.h"

namespace aspen {

// Whether evaluating it neither fails nor has an effect.
bool cannot_fail(const Expr* expr);

class FunctionCompiler : private FunctionWriter {
 public:
  FunctionCompiler(const CompileInput& input, ChunkTables& tables, FunctionCode& out, FunctionInfo& function,
                   Diagnostics& diagnostics)
      : FunctionWriter(input, tables, out, function, diagnostics),
        checks_(input, reader_, &function, diagnostics),
        patterns_(*this),
        paths_(*this) {}

  void compile_body();
  void compile_literal();

 private:
  // A variable that is read when the operation it is an operand of is written.
  struct Pending {
    NameExpr* name;
    Reg reg;
    Mode mode;
  };
  struct LoopContext {
    Label* next;
    Label* exit;
    std::optional<Dest> result;  // of a `loop`
    std::optional<Reg> state;    // none: it has none, since it will not be split
  };
  // What an operand of a call does to its argument.
  struct ArgumentMode {
    Mode mode;
    bool unknown;  // passed to a function of which nothing is known: Lend decides
  };

  // ---- Expressions (compile_expr.cpp, compile_structure.cpp)
  void into(Expr* expr, Dest dest, Mode mode = Mode::own);
  Reg fresh(Expr* expr, Mode mode = Mode::own);
  void discard(Expr* expr);
  void tail(Expr* expr);
  void into_name(NameExpr* name, Dest dest, Mode mode);
  void into_interpolation(InterpolationExpr* expr, Dest dest);
  bool into_growing_text(InterpolationExpr* expr, Dest dest);
  void text_part(StringPart& part, Reg reg, TextRange text, std::vector<Pending>& pending);
  void into_tuple(TupleExpr* expr, Dest dest);
  Reg tuple_parts(TupleExpr* expr);
  void return_tuple(TupleExpr* expr);
  void into_list(ListExpr* expr, Dest dest);
  void into_dict(DictExpr* expr, Dest dest);
  void into_record(RecordExpr* expr, Dest dest);
  void into_updated_record(RecordExpr* expr, NameExpr* updated, Dest dest);
  const Expr* replaced_argument(RecordExpr* record, const NameExpr* updated, const RecordItem& item);
  void into_binary(BinaryExpr* expr, Dest dest);
  bool into_sum_in_place(BinaryExpr* expr, Dest dest);
  bool into_arithmetic_with_constant(BinaryExpr* expr, Dest dest);
  void arithmetic(BinaryOp op, Reg dest, Reg left, Reg right);
  bool arithmetic_with_constant(BinaryOp op, Reg dest, Reg left, const Expr* right);
  // How an instruction loads a part.
  enum class Load : uint8_t { lend, share, move, take };
  void into_part(Expr* expr, Dest dest, Mode mode);
  Load load_of(Expr* part, Expr* holder, Mode mode) const;
  void load_index(IndexExpr* expr, Reg dest, Reg object, Load load, std::vector<Pending>& pending);
  void into_slice(SliceExpr* expr, Dest dest);
  void into_closure(LambdaExpr* literal, Dest dest, Mode mode, TextRange text);

  // ---- Operands (compile_operand.cpp). A name that waits is read by flush, or used directly in its own
  // register if the instruction can do that.
  Reg operand(Expr* expr, Mode mode, TextRange text, std::vector<Pending>& pending);
  Reg first_operand(Expr* expr, Dest dest, Mode mode, TextRange text, std::vector<Pending>& pending);
  void place(Expr* expr, Reg reg, Mode mode, TextRange text, std::vector<Pending>& pending);
  void flush(std::vector<Pending>& pending);
  // What a report of an error in the call points at: of a pipeline, its last step.
  static Span place_of(const Expr* call) {
    auto* pipe = dyn<PipeExpr>(call);
    return pipe != nullptr ? join(pipe->callee->span, {call->span.end(), 0}) : call->span;
  }
  static TextRange text_of(const Expr* expr) { return {expr->span.offset, expr->span.end()}; }
  // The text inside an assignment. It omits the assignment's own offset, where `assigned_at` records it.
  static TextRange inside(const Expr* expr) { return {expr->span.offset + 1, expr->span.end()}; }

  // ---- Calls (compile_call.cpp)
  enum class Result : uint8_t { value, unused, returned };
  void into_call(Expr* expr, Dest dest);
  void call(Expr* expr, Reg window, Result result);
  void call(Expr* expr, const CallShape& shape, Reg window, Result result);
  bool into_push(Expr* expr, const CallShape& shape, Dest dest);
  bool into_unary(Expr* expr, const CallShape& shape, Dest dest);
  bool into_bits(Expr* expr, const CallShape& shape, Dest dest);
  bool into_entry(Expr* expr, const CallShape& shape, Dest dest);
  void take_entry(Reg dest, Reg holder, Reg key, Label& taken);
  ArgumentMode argument_mode(const CallShape& shape, size_t i) const;
  void argument(Expr* expr, size_t i, const CallShape& shape, Reg reg, TextRange text,
                std::vector<Pending>& pending, Word& lent);
  void emit_call(const CallShape& shape, Reg window, Word lent, Result result);

  // ---- Conditions (compile_conditions.cpp)
  void jump_if(Expr* expr, bool sense, Label& label);
  bool jump_operation(Expr* expr, bool sense, Label& label);
  bool jump_index(IndexExpr* expr, bool sense, Label& label);
  bool jump_divisible(BinaryExpr* expr, bool sense, Label& label);
  bool jump_comparison(BinaryExpr* expr, bool sense, Label& label);
  bool jump_comparison_int(BinaryOp op, Reg left, int64_t right, bool sense, Label& label);
  bool found_part(Expr* subject, Pattern* pattern, bool moves, Label& fail);
  void jump_is(IsExpr* expr, bool sense, Label& label);
  // `guarded`, and the conditions of `expr` that follow it: nothing is moved before they hold.
  void jump_guarded(IsExpr* guarded, LogicalExpr* expr, bool sense, Label& label);
  void jump_unless_guarded(IsExpr* guarded, LogicalExpr* expr, Label& label);
  void jump_unless_rest(LogicalExpr* expr, Label& label);
  void into_condition(Expr* expr, Dest dest);
  void into_logical(LogicalExpr* expr, Dest dest);

  // ---- Branches, and leaving a loop or the function (compile_control.cpp)
  using Leaf = std::function<void(Expr*)>;  // what to do with a branch's value; null: it has none but `()`
  void into_if(IfExpr* expr, const Leaf& leaf, bool returns);
  static bool is_over(const Expr* statement, uint32_t offset);
  void block(BlockExpr* expr, const Leaf& leaf);
  void into_match(MatchExpr* expr, const Leaf& leaf, bool returns);
  bool into_found(MatchExpr* expr, const Leaf& leaf, bool returns);
  void into_arm(const MatchArm& arm, const Leaf& leaf);
  // Whether it is `match try e { Ok p -> …, Err q -> … }`, in which p and q take anything.
  static bool has_both_outcomes(const MatchExpr* expr);
  void into_outcomes(MatchExpr* expr, const Leaf& leaf, bool returns);
  void into_outcome(const MatchArm& arm, Reg value, const Leaf& leaf);
  void compile_try(TryExpr* expr, Dest dest);
  void compile_return(Expr* value, Span span);
  void compile_break(BreakExpr* expr);
  void compile_continue();
  void emit_return(Reg reg, bool base_case);

  // ---- Loops (compile_loops.cpp)
  std::optional<Reg> prepare_loop(Expr* loop, bool is_worth);
  void note_loop(std::optional<Reg> state, uint32_t step);
  void note_loop_variables(Expr* body, uint32_t step);
  uint32_t loop_body(BlockExpr* body, Label& next, Span span);
  void compile_while(WhileExpr* expr);
  void compile_loop(LoopExpr* expr, const Dest* dest);
  void compile_for(ForExpr* expr);

  // ---- Values that patterns take apart (compile_pattern.cpp)
  // A tuple that a call returns only to be taken apart is never made: its parts are returned in registers.
  bool comes_apart(const Expr* value, const Pattern* pattern) const;
  Reg parts_of_arms(const MatchExpr* expr) const;
  Reg take_apart(Expr* value, Reg parts, Label& whole);
  // Where the value of a subject is, and whether this code owns the value.
  struct Subject {
    Reg reg;
    bool owned;
    bool variable;
  };
  Subject subject(Expr* expr, bool guarded);
  bool may_take_subject(Expr* part) const;

  // ---- Assignments (compile_assign.cpp) and updates (compile_update.cpp)
  void assign(AssignExpr* expr);
  void assign_target(AssignExpr* expr);
  void assign_name(AssignExpr* expr, NamePattern* name);
  void share_unless_complete(Reg value, const std::vector<std::vector<Name>>& needed);
  void assign_function(NamePattern* name, LambdaExpr* literal);
  void assign_several(AssignExpr* expr, TuplePattern* targets, TupleExpr* values);
  void assign_path(AssignExpr* expr, const Path& path);
  void assign_targets(AssignExpr* expr);
  void assign_parts(AssignExpr* expr, TuplePattern* targets);
  void assign_places(AssignExpr* expr);
  void update(UpdateExpr* expr);
  void update_variable(UpdateExpr* expr);
  void pipe_update(PipeUpdateExpr* expr);
  void path_keys(const Path& path, TextRange text, std::vector<Pending>& pending, OpenPath& open);
  void find_taken(AssignExpr* statement, const Path& path, OpenPath& open);
  bool arithmetic_in_update(UpdateExpr* expr, Reg dest, Reg old);
  bool is_push(const CallShape& shape) const;
  void push_to_path(PipeUpdateExpr* expr, OpenPath& open);
  bool pipe_push(PipeUpdateExpr* expr, const CallShape& shape);
  void pipe_through_path(PipeUpdateExpr* expr, CallShape& shape, OpenPath& open, bool steady);
  bool takes_part(Expr* part) const;
  bool takes_parts_of(const Binding& root) const;
  void store_target(Pattern* target, Reg value, bool moves);
  bool swap_elements(AssignExpr* expr, TuplePattern* targets, TupleExpr* values);
  static bool is_swap(TuplePattern* targets, TupleExpr* values);

  void use_module(UseExpr* expr);
  void return_module();
  Reg record_of(const std::function<bool(const Binding&)>& is_kept);
  void load_kept(const Binding& b, Reg reg);

  CallChecks checks_;
  PatternWriter patterns_;
  PathWriter paths_;
  unsigned branches_ = 0;  // enclosing branches, in tail position
  std::vector<LoopContext> loops_;
  // The index of the entry that a `get_or` takes, for the store at the end of its statement.
  struct TakenEntry {
    const Expr* call;
    const Expr* index;  // of the store
    Reg reg;
  };
  std::optional<TakenEntry> taken_entry_;
  // The path that is taken out of its variable for the call that replaces it, or null.
  const Expr* taken_ = nullptr;
  OpenPath* taken_path_ = nullptr;
  // The register where the call being written expects it, filled after the other arguments.
  std::optional<Reg> taken_late_;
};

}  // namespace aspen
