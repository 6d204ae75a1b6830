// Writes the code of one function. Internal to the compiler: compile.cpp drives it, its members are in
// compile_*.cpp by subject.
//
// Registers form a stack: parameters, then variables and temporaries as they come into being; a block
// releases the registers that it took. The caller names the register for a result (`into`), so that arguments
// and elements are evaluated where they are needed. Only a register marked fresh may be written before the
// last operand has been read.
#pragma once

#include <functional>
#include <optional>

#include "frontend/compile/assembler.h"
#include "frontend/compile/compile.h"
#include "frontend/resolve/callee.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

// The values that LoadSpecial knows.
enum Special : Reg { kUnitValue = 0, kUndefinedValue = 1, kFalseValue = 2, kTrueValue = 3 };

// How a value is used: it is only read before anything can change it, it is kept, or a part is taken out of
// it.
enum class Mode : uint8_t { lend, own, reach };

struct Dest {
  Reg reg;
  bool fresh;  // nothing else is kept there
};

struct TextRange {
  uint32_t from, to;
};

// The integer, of any size, in decimal digits.
std::string decimal_text(const IntExpr* expr, bool negative);

class FunctionCompiler {
 public:
  FunctionCompiler(const CompileInput& input, ChunkTables& tables, FunctionCode& out, FunctionInfo& function,
                   Diagnostics& diagnostics)
      : input_(input),
        reader_(input.builtins),
        code_(out, tables),
        function_(&function),
        diagnostics_(diagnostics) {}

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
  struct NumberConstant {
    bool is_int;
    int64_t integer;
    double number;
  };
  // A part that a pattern binds once all its tests have passed.
  struct PartBinding {
    enum class Kind : uint8_t { whole, item, index, rest, field, key, payload } kind;
    Reg source;
    int32_t index = 0;
    uint32_t after = 0;
    Name field = {};
    NamePattern* name = nullptr;
    bool moves = false;
    bool taken = false;   // out of the variable that holds it (NamePattern)
    bool loaded = false;  // the test has put it into the variable's register
  };
  // The code for a pattern that must match and does not: placed after the function's code.
  struct Mismatch {
    Label fail;
    Reg value;
    Span span;
    Reg parts;  // the number of registers that the tuple was taken apart into; 0: it is whole
  };
  struct MatchState {
    std::vector<PartBinding> bindings;
    Label* fail;
  };

  // ---- Registers (compile_operand.cpp)
  Reg alloc();
  Reg alloc_run(unsigned count);
  unsigned top() const { return top_; }
  void release(unsigned top) { top_ = top; }
  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {});

  // ---- Expressions (compile_expr.cpp, compile_structure.cpp)
  void into(Expr* expr, Dest dest, Mode mode = Mode::own);
  Reg fresh(Expr* expr, Mode mode = Mode::own);
  void discard(Expr* expr);
  void tail(Expr* expr);
  void load_unit(Reg reg);
  void load_int(Reg reg, const IntExpr* value, bool negative);
  void load_number(Reg reg, const NumberConstant& number);
  void load_bool(Reg reg, bool value);
  bool load_constant(const Expr* expr, Reg reg);
  static const Expr* constant_of(const Expr* expr);
  static std::optional<NumberConstant> number_of(const Expr* expr);
  static std::optional<int64_t> small_int_of(const Expr* expr, int64_t low, int64_t high);
  void into_name(NameExpr* name, Dest dest, Mode mode);
  void into_interpolation(InterpolationExpr* expr, Dest dest);
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
  void load_capture_value(Binding* binding, Reg reg, bool moves);

  // ---- Operands (compile_operand.cpp). A name that waits is read by flush, or used directly in its own
  // register if the instruction can do that.
  bool waits(const Expr* expr, TextRange text) const;
  bool can_move(const NameExpr* name) const;
  Reg operand(Expr* expr, Mode mode, TextRange text, std::vector<Pending>& pending);
  Reg first_operand(Expr* expr, Dest dest, Mode mode, TextRange text, std::vector<Pending>& pending);
  void place(Expr* expr, Reg reg, Mode mode, TextRange text, std::vector<Pending>& pending);
  void flush(std::vector<Pending>& pending);
  void load_local(NameExpr* name, Reg reg, Mode mode);
  static TextRange text_of(const Expr* expr) { return {expr->span.offset, expr->span.end()}; }
  // The text inside an assignment. It omits the assignment's own offset, where `assigned_at` records it.
  static TextRange inside(const Expr* expr) { return {expr->span.offset + 1, expr->span.end()}; }

  // ---- Names and variables
  std::optional<unsigned> capture_index(const Binding* binding) const;
  void hold_captures();
  std::optional<Reg> held_capture(const Expr* expr) const;
  Dest begin_binding(Binding* binding);
  void finish_binding(Binding* binding, Reg value);
  bool has_place(const Binding* binding) const {
    return binding->home == Binding::Home::place || binding->home == Binding::Home::place_and_slot;
  }
  bool may_borrow(const Binding* binding) const;
  void load_function(const FunctionInfo& info, Reg reg);

  // ---- Calls (compile_call.cpp)
  enum class Result : uint8_t { value, unused, returned };
  void into_call(Expr* expr, Dest dest);
  void call(Expr* expr, Reg window, Result result);
  void call(Expr* expr, const CallShape& shape, Reg window, Result result);
  bool into_push(Expr* expr, const CallShape& shape, Dest dest);
  bool into_unary(Expr* expr, const CallShape& shape, Dest dest);
  ArgumentMode argument_mode(const CallShape& shape, size_t i) const;
  void argument(Expr* expr, size_t i, const CallShape& shape, Reg reg, TextRange text,
                std::vector<Pending>& pending, Word& lent);
  void emit_call(const CallShape& shape, Reg window, Word lent, Result result);

  // ---- Calls that cannot be meant (compile_check.cpp)
  void check_call(Expr* expr, const CallShape& shape, bool unused);
  void check_callee(const CallShape& shape);
  void check_single(Expr* expr, const CallShape& shape);
  void check_mapped(const CallShape& shape);
  void check_dropped(Expr* expr, const CallShape& shape);
  void check_updated(Expr* expr, const CallShape& shape);
  void check_waits(Expr* expr);
  void check_not_called(const Expr* expr);
  std::string storing(const CallShape& shape) const;
  std::string callee_text(const CallShape& shape) const;

  // ---- Control (compile_control.cpp)
  void jump_if(Expr* expr, bool sense, Label& label);
  bool jump_operation(Expr* expr, bool sense, Label& label);
  bool jump_index(IndexExpr* expr, bool sense, Label& label);
  bool jump_comparison(BinaryExpr* expr, bool sense, Label& label);
  bool jump_comparison_int(BinaryOp op, Reg left, int64_t right, bool sense, Label& label);
  bool found_part(IsExpr* expr, Label& fail);
  void jump_is(IsExpr* expr, bool sense, Label& label);
  void into_condition(Expr* expr, Dest dest);
  void into_logical(LogicalExpr* expr, Dest dest);
  using Leaf = std::function<void(Expr*)>;  // what to do with a branch's value; null: it has none but `()`
  void into_if(IfExpr* expr, const Leaf& leaf, bool returns);
  void block(BlockExpr* expr, const Leaf& leaf);
  void into_match(MatchExpr* expr, const Leaf& leaf, bool returns);
  void into_arm(const MatchArm& arm, const Leaf& leaf);
  // Whether it is `match try e { Ok p -> …, Err q -> … }`, in which p and q take anything.
  static bool has_both_outcomes(const MatchExpr* expr);
  void into_outcomes(MatchExpr* expr, const Leaf& leaf, bool returns);
  void into_outcome(const MatchArm& arm, Reg value, const Leaf& leaf);
  std::optional<Reg> prepare_loop(Expr* loop, bool is_worth);
  void note_loop(std::optional<Reg> state, uint32_t step);
  void note_loop_variables(Expr* body, uint32_t step);
  void compile_while(WhileExpr* expr);
  void compile_loop(LoopExpr* expr, const Dest* dest);
  void compile_for(ForExpr* expr);
  void compile_try(TryExpr* expr, Dest dest);
  void compile_return(Expr* value, Span span);
  void compile_break(BreakExpr* expr);
  void compile_continue();
  void emit_return(Reg reg, bool base_case);

  // ---- Patterns (compile_pattern.cpp)
  void test(Pattern* pattern, Reg source, bool moves, MatchState& state);
  void test_literal(const LiteralPattern* pattern, Reg source, Label& fail);
  void test_part(Pattern* pattern, PartBinding part, MatchState& state);
  void test_list(ListPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_record(RecordPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_dict(DictPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_label(LabelPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_or(OrPattern* pattern, Reg source, bool moves, MatchState& state);
  void load_part(const PartBinding& part, Reg reg, Mode mode);
  void bind_parts(MatchState& state, Reg source);
  void bind_part(PartBinding& part);
  void reserve_names(Pattern* pattern);
  static bool irrefutable(const Pattern* pattern);
  bool is_assigned_later(Reg reg, const Pattern* pattern) const;
  // Binds the pattern to the value in `source`, or goes to `fail` with nothing bound.
  void match(Pattern* pattern, Reg source, bool moves, Label& fail);
  void raise_mismatch(Label fail, Reg value, Span span, Reg parts = 0);
  void emit_mismatch(Reg value, Span span, Reg parts);
  void emit_mismatches();
  void match_or_raise(Pattern* pattern, Reg source, bool moves, Span span);
  // A tuple that a call returns only to be taken apart is never made: its parts are returned in registers.
  bool comes_apart(const Expr* value, const Pattern* pattern) const;
  Reg parts_of_arms(const MatchExpr* expr) const;
  Reg take_apart(Expr* value, Reg parts, Label& whole);
  void match_parts(TuplePattern* pattern, Reg first, bool moves, bool stay, Label& fail);
  // Where the value of a subject is, and whether this code owns the value.
  struct Subject {
    Reg reg;
    bool owned;
    bool variable;
  };
  Subject subject(Expr* expr, bool guarded);

  // ---- Assignments (compile_assign.cpp) and updates (compile_update.cpp)
  void assign(AssignExpr* expr);
  void assign_target(AssignExpr* expr);
  void assign_name(AssignExpr* expr, NamePattern* name);
  void share_unless_complete(const Binding& borrower);
  void assign_function(NamePattern* name, LambdaExpr* literal);
  void assign_several(AssignExpr* expr, TuplePattern* targets, TupleExpr* values);
  void assign_path(AssignExpr* expr, const Path& path);
  void assign_targets(AssignExpr* expr);
  void assign_parts(AssignExpr* expr, TuplePattern* targets);
  void assign_places(AssignExpr* expr);
  void update(UpdateExpr* expr);
  void update_variable(UpdateExpr* expr);
  void pipe_update(PipeUpdateExpr* expr);
  struct OpenPath {
    const Path* path;
    std::vector<Reg> keys;           // of the steps; unused but for indexes
    std::vector<Reg> containers;     // [0] the root
    std::vector<Reg> reserved = {};  // for containers past the root
    bool late = false;               // opened only when the call that takes the part is ready
    size_t calls = 0;                // that were written before it was opened
  };
  void path_keys(const Path& path, TextRange text, std::vector<Pending>& pending, OpenPath& open);
  Reg path_root(const Path& path);
  void reserve_path(OpenPath& open);
  void open_path(OpenPath& open);
  void step_out(OpenPath& open, Reg reg, bool take);
  void store(OpenPath& open, Reg value);
  void store_step(OpenPath& open, size_t i, Reg value);
  void find_taken(AssignExpr* statement, const Path& path, OpenPath& open);
  bool arithmetic_in_update(UpdateExpr* expr, Reg dest, Reg old);
  bool is_push(const CallShape& shape) const;
  void push_to_path(PipeUpdateExpr* expr, OpenPath& open);
  bool pipe_push(PipeUpdateExpr* expr, const CallShape& shape);
  void pipe_through_path(PipeUpdateExpr* expr, CallShape& shape, OpenPath& open, bool steady);
  void close_path(OpenPath& open);
  void read_path(OpenPath& open, Reg reg, bool shared);
  bool may_take(const Path& path) const { return may_take(*path.root->binding); }
  bool may_take(const Binding& root) const;
  bool takes_part(Expr* part) const;
  bool takes_parts_of(const Binding& root) const;
  void store_target(Pattern* target, Reg value, bool moves);
  bool swap_elements(AssignExpr* expr, TuplePattern* targets, TupleExpr* values);
  bool is_permutation(TuplePattern* targets, TupleExpr* values) const;

  void use_module(UseExpr* expr);
  void return_module();
  bool is_kept(const Binding& b) const;

  const CompileInput& input_;
  CallReader reader_;
  Assembler code_;
  FunctionInfo* function_;
  Diagnostics& diagnostics_;
  unsigned top_ = 0;
  unsigned most_ = 0;
  unsigned tries_ = 0;     // enclosing `try`s
  unsigned branches_ = 0;  // enclosing branches, in tail position
  bool overflown_ = false;
  std::vector<Mismatch> mismatches_;
  std::vector<LoopContext> loops_;
  std::vector<std::pair<const Binding*, Reg>> held_;  // captured values that loops read
  // The path that is taken out of its variable for the call that replaces it, or null.
  const Expr* taken_ = nullptr;
  OpenPath* taken_path_ = nullptr;
  std::optional<Reg>
      taken_late_;  // the register where the call being written expects it, filled after the other arguments
};

}  // namespace aspen
