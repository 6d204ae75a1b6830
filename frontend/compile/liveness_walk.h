// The walk itself; liveness.h explains its purpose. Internal to it: members are in liveness.cpp (operands,
// expressions), liveness_control.cpp (branches, patterns, loops) and liveness_assign.cpp (calls,
// assignments).
#pragma once

#include <algorithm>

#include "frontend/compile/liveness.h"
#include "frontend/syntax/walk.h"

namespace aspen {

// A set of a function's variables.
class LiveSet {
 public:
  bool has(const Binding* b) const {
    size_t word = b->index / 64;
    return word < words_.size() && (words_[word] >> (b->index % 64) & 1) != 0;
  }
  void add(const Binding* b) {
    if (b->index / 64 >= words_.size()) words_.resize(b->index / 64 + 1);
    words_[b->index / 64] |= uint64_t{1} << (b->index % 64);
  }
  void remove(const Binding* b) {
    if (b->index / 64 < words_.size()) words_[b->index / 64] &= ~(uint64_t{1} << (b->index % 64));
  }
  // Returns whether anything was new.
  bool merge(const LiveSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    bool grown = false;
    for (size_t i = 0; i < other.words_.size(); ++i) {
      grown |= (other.words_[i] & ~words_[i]) != 0;
      words_[i] |= other.words_[i];
    }
    return grown;
  }
  void clear() { words_.clear(); }

 private:
  std::vector<uint64_t> words_;
};

constexpr unsigned kAnyDepth = 255;

// How an operation uses an operand: reads it, keeps it, keeps it only if nothing needs it afterwards, or
// passes it to a function of which nothing is known.
enum class Use : uint8_t { lend, own, spend, pass };

struct Operand {
  Expr* expr;
  Use use;
  const Binding* keeper = nullptr;  // with own: only if this parameter is consumed
};

class Walk {
 public:
  Walk(Liveness& owner, FunctionInfo& function) : o_(owner), function_(&function) {}
  void run();

 private:
  struct LoopFrame {
    LiveSet exit, next;
  };
  // A part of a variable's value that was loaded and waits for the operation that reads it.
  struct Waiting {
    Binding* root;
    unsigned depth;
    bool* shared;
  };

  bool is_live(const Binding* b) const;
  bool is_local(const Expr* expr) const;
  static void consume(Binding* b) { b->consumed = true; }

  // ---- Events: the value of `b` is given away, or updated in place down to `depth` levels
  void event(const Binding* b, unsigned depth);
  void disturb(const Binding* b, unsigned depth, unsigned base);

  // ---- Operands

  // An operation updates the variable's value down to that depth.
  struct Change {
    const Binding* binding;
    unsigned depth;
  };
  // Every variable an operand reads at the moment of the operation.
  struct Read {
    Binding* binding;
    Use use;
    const Binding* keeper;
    NameExpr* name;         // null: a capture
    FunctionInfo* literal;  // of a capture
    size_t capture;
  };
  bool waits_for_operation(const Expr* expr, uint32_t from, uint32_t to) const;
  void collect_captures(const Operand& operand, uint32_t from, uint32_t to, std::vector<Read>& reads) const;
  bool keeps(const Read& read, bool dead);
  // Processes reads that happen together, at one operation.
  void read_together(std::vector<Read>& reads);
  void read_alone(NameExpr* name, Use use);
  // An operation that evaluates its operands in this order; `from` to `to` is the text of all of them.
  // `also`: a variable that the operation updates down to `depth` levels.
  void operands(const std::vector<Operand>& list, uint32_t from, uint32_t to, NameExpr* also = nullptr,
                unsigned depth = 0, const std::vector<Change>& changes = {});
  static bool* shared_flag(Expr* expr);
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
  void visit_match(MatchExpr* expr, Use use);
  void add_subject(Expr* subject, LiveSet& set) const;
  // The value that a pattern takes apart. A variable is tested in its own register.
  void read_subject(Expr* subject);
  // Removes `pattern`'s names, notes of what each is a part; returns whether the subject is dead then.
  bool bind_from(Pattern* pattern, Expr* subject, bool kept_elsewhere);
  bool take_apart(Pattern* pattern, Binding* whole, bool kept_elsewhere);
  void bind_part(Binding* b, Binding* root, unsigned depth);
  bool may_borrow(const Binding* b) const {
    return aspen::may_borrow(*b, o_.scopes_, o_.program_, o_.keeps_names_);
  }

  template <typename Visit>
  static void each_part(Pattern* pattern, unsigned depth, Visit&& visit) {
    auto again = [&](Pattern* p) { each_part(p, depth + 1, visit); };
    switch (pattern->kind) {
      case PatternKind::kName: return visit(as<NamePattern>(pattern), depth);
      case PatternKind::kTuple:
        for (Pattern* p : as<TuplePattern>(pattern)->elements) again(p);
        return;
      case PatternKind::kList: {
        auto* list = as<ListPattern>(pattern);
        for (Pattern* p : list->before) again(p);
        if (list->rest != nullptr) again(list->rest);
        for (Pattern* p : list->after) again(p);
        return;
      }
      case PatternKind::kRecord:
        for (auto& field : as<RecordPattern>(pattern)->fields) again(field.pattern);
        return;
      case PatternKind::kDict:
        for (auto& entry : as<DictPattern>(pattern)->entries) again(entry.pattern);
        return;
      case PatternKind::kLabel:
        if (as<LabelPattern>(pattern)->payload != nullptr) again(as<LabelPattern>(pattern)->payload);
        return;
      case PatternKind::kOr:
        for (Pattern* p : as<OrPattern>(pattern)->alternatives) each_part(p, depth, visit);
        return;
      case PatternKind::kTyped: return each_part(as<TypedPattern>(pattern)->pattern, depth, visit);
      case PatternKind::kError:
      case PatternKind::kWildcard:
      case PatternKind::kLiteral:
      case PatternKind::kUnit:
      case PatternKind::kPath: return;
    }
  }

  // ---- Loops

  // Walks a loop until the set that is live at its head stays the same; `once` walks from end to head.
  template <typename Once>
  void until_stable(Expr* loop, Once&& once) {
    LiveSet& head = heads_[loop];
    LoopFrame frame;
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
  }
  void visit_while(WhileExpr* expr);
  void visit_loop(LoopExpr* expr);
  void visit_for(ForExpr* expr);
  void read_iterable(ForExpr* expr, bool changed);
  void visit_try(TryExpr* expr);

  // ---- Calls
  std::vector<Operand> call_operands(const CallShape& shape);
  void visit_call(Expr* expr);

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
  LiveSet pinned_;  // live after an enclosing try
  std::vector<LoopFrame*> loops_;
  std::vector<Waiting> waiting_;
  std::unordered_map<const Expr*, LiveSet> heads_;
  // For each call: the variables of which it may be given a part, which it replaces.
  std::unordered_map<const Expr*, std::vector<Binding*>> taken_from_;
};

}  // namespace aspen
