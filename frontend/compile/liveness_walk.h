// The walk itself; liveness.h explains its purpose. Internal to it: members are in liveness.cpp (operands,
// expressions), liveness_control.cpp (branches, patterns, loops) and liveness_assign.cpp (calls,
// assignments).
#pragma once

#include <algorithm>
#include <climits>
#include <optional>
#include <unordered_set>

#include "frontend/compile/dead_parts.h"
#include "frontend/compile/liveness.h"
#include "frontend/compile/read_fields.h"
#include "frontend/resolve/entries.h"
#include "frontend/syntax/walk.h"

namespace aspen {

constexpr unsigned kAnyDepth = UINT_MAX;
// A function that holds more at a time is refused later, so the analysis spends no time on it.
constexpr size_t kMostVariables = 256;

// How an operation uses an operand: reads it, keeps it, keeps it only if nothing needs it afterwards (`spend`
// for a variable, `take` for a part of one), or passes it to a function of which nothing is known.
enum class Use : uint8_t { lend, own, spend, take, pass };

struct Operand {
  Expr* expr;
  Use use;
  Binding* keeper = nullptr;  // with own: only if this parameter is consumed
  bool changes = false;       // the operation may update it in place
};

class Walk {
 public:
  Walk(Liveness& owner, FunctionInfo& function) : o_(owner), function_(&function) {}
  void run();

 private:
  struct LoopFrame {
    Span text;
    LiveSet exit, next;
  };
  // A part of a variable's value that was loaded and waits for the operation that reads it.
  struct Waiting {
    Binding* root;
    Expr* part;  // of the root: `a.b[i]`
    bool* shared;
  };
  // Where a value is in the value of a variable.
  struct Place {
    unsigned depth = 0;
    bool known = true;  // the steps
    Steps steps = {};
  };
  // A variable's value is given away, or updated in place down to `depth` levels.
  struct Event {
    const Binding* variable;
    unsigned depth;
    Steps part = {};  // only this part of it
  };

  bool is_live(const Binding* b) const;
  bool is_local(const Expr* expr) const;
  static void consume(Binding* b) { b->consumed = true; }
  // The variable's whole value is needed before this point.
  void need(const Binding* b, LiveSet& live) const {
    live.add(b);
    parts_.look(b, live);
    reads_.read(b, {}, live);
  }
  void need(const Binding* b) { need(b, live_); }
  // The variable gets its value at this point.
  void begin(const Binding* b) {
    live_.remove(b);
    parts_.begin(b, live_);
    reads_.begin(b, live_);
  }
  // Likewise for an element of what a loop goes through.
  void begin_element(Binding* b);

  // ---- Events
  void event(const Event& event);
  void give_away(const Binding* b) { event({b, kAnyDepth}); }
  void lend_nothing();
  // Where the borrower's value is in the event's variable, if the event changes it there.
  static std::optional<Place> changed_place(const Event& event, const Binding* borrower);
  static Place place_in(Place outer, const Binding* borrower);
  static bool changes(const Event& event, const Place& place);
  static bool changes(const Event& event, const Waiting& waiting);
  bool reads_apart(const Event& event, Binding* borrower, const Place& place, const LiveSet& live);

  // ---- Parts
  void visit_part(Expr* expr, Use use);
  bool is_dead(const Binding* root, const Steps& part) const;
  // Whether an owning read of the part may take it. `needed`: the fields that the variable has to have then;
  // if null, none.
  bool may_take(const Binding* root, const Steps& part, std::vector<Fields>* needed = nullptr) const;
  // Whether the code here leaves a loop of which the next iterations may have begun, and read the variable.
  bool next_iteration_reads(const Binding* root) const;
  void look(const NameExpr* name);
  // A statement opens the path, to update what is there.
  void look_at(const Path& path);

  // ---- Operands

  // An operation updates the variable's value at the end of a path, or the variable itself if that has no
  // steps.
  struct Updated {
    const Path* path;
    unsigned depth;
    bool replaces = false;  // the part, without looking at it
  };
  // Every variable an operand reads at the moment of the operation.
  struct Read {
    Binding* binding;
    Use use;
    Binding* keeper;
    NameExpr* name;         // null: a capture
    FunctionInfo* literal;  // of a capture
    size_t capture;
    bool updated;  // read only to be updated
    bool changes = false;
  };
  bool waits_for_operation(const Expr* expr, uint32_t from, uint32_t to) const;
  bool is_captured_here(const Binding* b, const LambdaExpr* literal) const;
  void collect_captures(const Operand& operand, uint32_t from, uint32_t to, std::vector<Read>& reads) const;
  bool keeps(const Read& read, bool dead);
  // In the first round: what settle_functions has to know of an operand that is a part of a variable, or no
  // variable of this function; of a part that is given to `keeper`; and of a function that is a value.
  // `replaced`: parts that the operation replaces.
  void note_passed(const Operand& operand, const std::vector<Event>& replaced);
  void note_part(Expr* part, Binding* keeper, bool changes);
  void note_function(Expr* function) const;
  // Processes reads that happen together, at one operation.
  void read_together(std::vector<Read>& reads);
  void read_alone(NameExpr* name, Use use);
  // An operation that evaluates its operands in this order; `from` to `to` is the text of all of them.
  void operands(const std::vector<Operand>& list, uint32_t from, uint32_t to,
                std::optional<Updated> updated = std::nullopt, const std::vector<Event>& events = {});
  void update(const Updated& updated);
  void visit_operand(const Operand& operand);
  static bool* shared_flag(Expr* expr);
  static bool* taken_flag(Expr* expr);
  void await_part(Expr* expr);
  void operation(Expr* expr, const std::vector<Operand>& list);

  // ---- Expressions. live_ is what is live after the expression, and becomes what is live before it.
  void visit(Expr* expr, Use use);
  void visit_operation(Expr* expr);
  // The first spread is the base of the result, and is changed in place if it is dead; the parts before it
  // are inserted at the front. Later spreads are copied in.
  void visit_list(ListExpr* list);
  void visit_dict(DictExpr* dict);
  void visit_record(RecordExpr* record);

  // ---- Blocks, branches
  void visit_block(BlockExpr* block, Use use);
  void visit_if(IfExpr* expr, Use use);
  void visit_logical(LogicalExpr* expr);
  static bool contains_is(Expr* expr);
  // live_ becomes what is live before `expr` if `yes` is live where it holds and `no` where it does not.
  // `last`: no further condition is tested where it holds.
  void condition(Expr* expr, const LiveSet& yes, const LiveSet& no, bool last);
  void visit_is(IsExpr* expr, const LiveSet& yes, const LiveSet& no, bool last);
  // Of `guarded`, the first condition of `expr`. False if it has to be walked like any other one.
  bool visit_guarded_is(IsExpr* guarded, LogicalExpr* expr, const LiveSet& yes, const LiveSet& no);
  void visit_match(MatchExpr* expr, Use use);
  // `is_lent`: the subject is unchanged after all guards. `next`: what is live where the arm does not match.
  void visit_arm(MatchArm& arm, Expr* subject, bool is_lent, const LiveSet& next);
  // Whether code keeps or updates what the pattern binds.
  static bool keeps_parts(Pattern* pattern);
  // Whether the subject is a part of a variable and is taken out of it once the pattern has matched. live_ is
  // what is live there, and becomes what is live before.
  bool takes_subject(Pattern* pattern, Expr* subject);
  void add_subject(Expr* subject, LiveSet& set) const;
  // The variable that the subject is, or is a part of.
  void add_holder(Expr* subject, LiveSet& set) const;
  // The value that a pattern takes apart. A variable is tested in its own register. A part of one may be
  // taken out of it once the pattern has matched.
  void read_subject(Expr* subject, bool is_taken_later = false);
  // Removes `pattern`'s names, notes of what each is a part; returns whether the subject is dead then.
  bool bind_from(Pattern* pattern, Expr* subject, bool kept_elsewhere);
  bool take_apart(Pattern* pattern, Binding* whole, bool kept_elsewhere);
  void bind_part(Binding* b, Binding* root, unsigned depth, Expr* part = nullptr);
  // A pattern that an assignment matches against a variable. It takes fields that are dead.
  void read_parts(Pattern* pattern, Binding* whole, bool moves);
  bool may_borrow(const Binding* b) const {
    return aspen::may_borrow(*b, o_.scopes_, o_.program_, o_.keeps_names_);
  }

  // The names in a pattern, with how deep each stands: alternatives and types are as deep as what they are
  // in.
  template <typename Visit>
  static void each_part(Pattern* pattern, unsigned depth, Visit&& visit) {
    if (pattern->kind == PatternKind::kName) return visit(as<NamePattern>(pattern), depth);
    const bool is_inside = pattern->kind != PatternKind::kOr && pattern->kind != PatternKind::kTyped;
    each_inner(pattern, [&](Pattern* p) { each_part(p, depth + (is_inside ? 1 : 0), visit); });
  }

  // ---- Loops

  // Walks a loop until the set that is live at its head stays the same; `once` walks from end to head.
  template <typename Once>
  void until_stable(Expr* loop, Once&& once) {
    LiveSet& head = heads_[loop];
    LoopFrame frame;
    frame.text = loop->span;
    frame.exit = live_;
    loops_.push_back(&frame);
    for (bool grown = true; grown;) {
      frame.next = head;
      live_ = head;
      once(frame);
      grown = head.merge(live_);
    }
    live_ = head;
    loops_.pop_back();
    if (loops_.empty()) heads_.clear();
  }
  void visit_while(WhileExpr* expr);
  void visit_loop(LoopExpr* expr);
  void visit_for(ForExpr* expr);
  void read_iterable(ForExpr* expr, bool changed);
  void visit_try(TryExpr* expr);

  // ---- Calls
  std::vector<Operand> call_operands(const CallShape& shape);
  static bool is_given(const Event& replaced, const CallShape& shape);
  void visit_call(Expr* expr);
  void find_taken_entry(Expr* call, const CallShape& shape);
  void find_taken_entry(Pattern* pattern, Expr* subject);
  // `replaced`: by a statement with the look-up in it (replaced_entry), or null.
  bool takes(const Entry& entry, const Path* replaced);

  // ---- Assignments
  void visit_assign(AssignExpr* expr);
  // A call may be given the part that it replaces.
  static bool is_call(const Expr* expr) {
    return expr->kind == ExprKind::kCall || expr->kind == ExprKind::kPipe;
  }
  void assign_name(AssignExpr* expr, Binding* b);
  void assign_several(AssignExpr* expr, TuplePattern* tuple, TupleExpr* values);
  // Stores run from left to right, so they are walked from right to left: names are bound, paths updated.
  void store_targets(Pattern* target);
  void store_path(const Path& path);
  void assign_path(AssignExpr* expr, const Path& path);
  void visit_update(UpdateExpr* expr);
  void visit_pipe_update(PipeUpdateExpr* expr);

  Liveness& o_;
  FunctionInfo* function_;
  LiveSet live_;
  LiveSet pinned_;     // live after an enclosing try
  LiveSet borrowing_;  // the variables that have a root
  DeadParts parts_;
  ReadFields reads_;
  std::unordered_map<const NameExpr*, const Expr*> part_read_;  // by the name at its root
  std::unordered_map<const NameExpr*, const RecordExpr*> spread_in_;
  std::unordered_set<const NameExpr*> measured_;  // `len name`
  // Of functions that are values: how many of their first arguments nothing needs after a call.
  std::unordered_map<const Expr*, size_t> given_away_;
  std::vector<LoopFrame*> loops_;
  std::vector<Waiting> waiting_;
  std::unordered_map<const Expr*, LiveSet> heads_;            // where the walks of inner loops go on
  std::unordered_map<const Expr*, const Path*> replaced_by_;  // by the `get_or` that looks the entry up
  // For each call: the parts of variables that its statement replaces.
  std::unordered_map<const Expr*, std::vector<Event>> taken_from_;
};

}  // namespace aspen
