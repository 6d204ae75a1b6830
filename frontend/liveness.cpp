#include "frontend/liveness.h"

#include <algorithm>

#include "frontend/walk.h"

namespace aspen {

namespace {

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
  // Whether anything was new.
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

}  // namespace

// How an operation uses an operand: reads it, keeps it, keeps it only if nobody needs it afterwards, or passes it to a function of
// which nothing is known.
enum class Use : uint8_t { lend, own, spend, pass };

struct Operand {
  Expr* expr;
  Use use;
  const Binding* keeper = nullptr;  // with own: only if this parameter is consumed
};

class Walk {
 public:
  Walk(Liveness& owner, FunctionInfo& function) : o_(owner), function_(&function) {}

  void run() {
    if (function_->is_body()) {
      for (Binding* b : function_->variables) {
        if (o_.keeps_names_ && b->block == o_.program_) live_.add(b);
      }
      visit_block(const_cast<BlockExpr*>(o_.program_), Use::own);
      return;
    }
    visit(function_->literal->body, Use::own);
    auto parameters = function_->literal->parameters;
    for (size_t i = parameters.size(); i-- > 0;) take_apart(parameters[i], function_->parameters[i], false);
  }

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

  bool is_live(const Binding* b) const {
    return live_.has(b) || pinned_.has(b) || (o_.scopes_.in_session && b->block == o_.program_);
  }

  bool is_local(const Expr* expr) const {
    auto* name = dyn<NameExpr>(expr);
    return name != nullptr && aspen::is_local(name, function_);
  }

  static void consume(Binding* b) { b->consumed = true; }

  // ---- Events: the value of `b` is given away, or updated in place down to `depth` levels

  void event(const Binding* b, unsigned depth) {
    if (!o_.lending_) return;
    for (Waiting& waiting : waiting_) {
      unsigned below = waiting.depth;
      for (const Binding* root = waiting.root; root != nullptr; below += root->depth, root = root->root) {
        if (root == b && below < depth) *waiting.shared = true;
      }
    }
    disturb(b, depth, 0);
  }

  void disturb(const Binding* b, unsigned depth, unsigned base) {
    for (Binding* borrower : b->borrowers) {
      unsigned below = base + borrower->depth;
      if (below >= depth) continue;
      if (is_live(borrower)) borrower->lendable = false;
      if (borrower->depth > 0 || base == 0) disturb(borrower, depth, below);
    }
  }

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
    NameExpr* name;            // null: a capture
    FunctionInfo* literal;     // of a capture
    size_t capture;
  };

  bool waits_for_operation(const Expr* expr, uint32_t from, uint32_t to) const {
    if (is_local(expr)) return unassigned(*as<NameExpr>(expr)->binding, from, to);
    return false;
  }

  void collect_captures(const Operand& operand, uint32_t from, uint32_t to, std::vector<Read>& reads) const {
    auto* literal = as<LambdaExpr>(operand.expr);
    FunctionInfo* info = literal->info;
    info->capture_last_use.assign(info->captures.size(), false);
    for (size_t i = 0; i < info->captures.size(); ++i) {
      Binding* b = info->captures[i];
      if (b->owner != function_ || b == info->self || b->is_self || b->span.offset > literal->span.offset) continue;
      bool steady = unassigned(*b, from, to);
      reads.push_back({b, steady ? operand.use : Use::own, steady ? operand.keeper : nullptr, nullptr, info, i});
    }
  }

  bool keeps(const Read& read, bool dead) {
    if (read.use == Use::lend) return false;
    if (read.use == Use::spend) return dead;
    if (read.keeper == nullptr) return true;
    if (o_.lending_) return read.keeper->consumed;
    o_.edges_.push_back({read.binding, read.keeper});
    return false;
  }

  // Reads that happen together.
  void read_together(std::vector<Read>& reads) {
    std::vector<Binding*> moved;
    for (Read& read : reads) {
      size_t count = static_cast<size_t>(
          std::count_if(reads.begin(), reads.end(), [&](const Read& other) { return other.binding == read.binding; }));
      bool dead = !is_live(read.binding) && count == 1;
      if (read.name != nullptr) read.name->last_use = dead;
      if (read.literal != nullptr) read.literal->capture_last_use[read.capture] = dead;
      if (!keeps(read, dead)) continue;
      consume(read.binding);
      if (dead) moved.push_back(read.binding);
    }
    for (Read& read : reads) live_.add(read.binding);
    for (Binding* b : moved) event(b, kAnyDepth);
  }

  void read_alone(NameExpr* name, Use use) {
    std::vector<Read> reads = {{name->binding, use, nullptr, name, nullptr, 0}};
    read_together(reads);
  }

  // An operation whose operands are evaluated in this order; `from` to `to` is the text of them all.
  // `also`: a variable that the operation updates down to `depth` levels.
  void operands(const std::vector<Operand>& list, uint32_t from, uint32_t to, NameExpr* also = nullptr, unsigned depth = 0,
                const std::vector<Change>& changes = {}) {
    std::vector<Read> reads;
    size_t waiting = waiting_.size();
    std::vector<bool> at_operation(list.size(), false);
    for (size_t i = 0; i < list.size(); ++i) {
      const Operand& operand = list[i];
      if (waits_for_operation(operand.expr, from, to)) {
        reads.push_back({as<NameExpr>(operand.expr)->binding, operand.use, operand.keeper, as<NameExpr>(operand.expr), nullptr, 0});
        at_operation[i] = true;
      } else if (operand.expr->kind == ExprKind::kLambda) {
        collect_captures(operand, from, to, reads);
        at_operation[i] = true;
      } else if (operand.use != Use::own || operand.keeper != nullptr) {
        await_part(operand.expr);
      }
    }
    if (also != nullptr) reads.push_back({also->binding, Use::lend, nullptr, also, nullptr, 0});
    read_together(reads);
    if (also != nullptr) event(also->binding, depth);
    for (const Change& change : changes) event(change.binding, change.depth);
    for (size_t i = list.size(); i-- > 0;) {
      if (at_operation[i]) continue;
      Expr* expr = list[i].expr;
      if (!waiting_.empty() && waiting_.size() > waiting && waiting_.back().shared == shared_flag(expr)) waiting_.pop_back();
      // A variable that a later operand assigns is read in its turn, and kept while that happens.
      visit(expr, is_local(expr) ? Use::own : list[i].use);
    }
    waiting_.resize(waiting);
  }

  static bool* shared_flag(Expr* expr) {
    switch (expr->kind) {
      case ExprKind::kField: return &as<FieldExpr>(expr)->shared;
      case ExprKind::kTupleField: return &as<TupleFieldExpr>(expr)->shared;
      case ExprKind::kIndex: return &as<IndexExpr>(expr)->shared;
      default: return nullptr;
    }
  }

  void await_part(Expr* expr) {
    bool* flag = shared_flag(expr);
    if (flag == nullptr) return;
    PartOf part = part_of(expr);
    if (part.root == nullptr || !is_local(part.root)) return;
    waiting_.push_back({part.root->binding, part.depth, flag});
  }

  void operation(Expr* expr, const std::vector<Operand>& list) { operands(list, expr->span.offset, expr->span.end()); }

  // ---- Expressions. live_ is what is live behind the expression, and becomes what is live before it.

  void visit(Expr* expr, Use use) {
    switch (expr->kind) {
      case ExprKind::kName:
        if (is_local(expr)) read_alone(as<NameExpr>(expr), use);
        return;
      case ExprKind::kLambda: return operands({{expr, use}}, expr->span.offset, expr->span.end());
      case ExprKind::kError:
      case ExprKind::kUnit:
      case ExprKind::kBool:
      case ExprKind::kInt:
      case ExprKind::kFloat:
      case ExprKind::kString:
      case ExprKind::kBytes:
      case ExprKind::kLabel:
      case ExprKind::kUse:
      case ExprKind::kSyntax:
      case ExprKind::kSpawn:
      case ExprKind::kFiber:
      case ExprKind::kYield:
      case ExprKind::kTyped: return;
      case ExprKind::kBlock: return visit_block(as<BlockExpr>(expr), use);
      case ExprKind::kIf: return visit_if(as<IfExpr>(expr), use);
      case ExprKind::kMatch: return visit_match(as<MatchExpr>(expr), use);
      case ExprKind::kFor: return visit_for(as<ForExpr>(expr));
      case ExprKind::kWhile: return visit_while(as<WhileExpr>(expr));
      case ExprKind::kLoop: return visit_loop(as<LoopExpr>(expr));
      case ExprKind::kTry: return visit_try(as<TryExpr>(expr));
      case ExprKind::kReturn:
        live_.clear();
        if (as<ReturnExpr>(expr)->value != nullptr) visit(as<ReturnExpr>(expr)->value, Use::own);
        return;
      case ExprKind::kBreak:
        live_ = loops_.back()->exit;
        if (as<BreakExpr>(expr)->value != nullptr) visit(as<BreakExpr>(expr)->value, Use::own);
        return;
      case ExprKind::kContinue: live_ = loops_.back()->next; return;
      case ExprKind::kLogical: return visit_logical(as<LogicalExpr>(expr));
      case ExprKind::kIs: {
        LiveSet after = live_;
        return condition(expr, after, after, true);
      }
      case ExprKind::kCall:
      case ExprKind::kPipe: return visit_call(expr);
      case ExprKind::kAssign: return visit_assign(as<AssignExpr>(expr));
      case ExprKind::kUpdate: return visit_update(as<UpdateExpr>(expr));
      case ExprKind::kPipeUpdate: return visit_pipe_update(as<PipeUpdateExpr>(expr));
      case ExprKind::kInterpolation:
      case ExprKind::kTuple:
      case ExprKind::kList:
      case ExprKind::kDict:
      case ExprKind::kRecord:
      case ExprKind::kNot:
      case ExprKind::kNegate:
      case ExprKind::kBinary:
      case ExprKind::kRange:
      case ExprKind::kField:
      case ExprKind::kTupleField:
      case ExprKind::kIndex:
      case ExprKind::kSlice: return visit_operation(expr);
    }
  }

  void visit_operation(Expr* expr) {
    std::vector<Operand> list;
    switch (expr->kind) {
      case ExprKind::kInterpolation:
        for (StringPart& part : as<InterpolationExpr>(expr)->parts) {
          if (part.value != nullptr) list.push_back({part.value, Use::lend});
        }
        break;
      case ExprKind::kTuple:
        for (Expr* e : as<TupleExpr>(expr)->elements) list.push_back({e, Use::own});
        break;
      case ExprKind::kList: return visit_list(as<ListExpr>(expr));
      case ExprKind::kDict: return visit_dict(as<DictExpr>(expr));
      case ExprKind::kRecord: return visit_record(as<RecordExpr>(expr));
      case ExprKind::kNot: list.push_back({as<NotExpr>(expr)->operand, Use::lend}); break;
      case ExprKind::kNegate: list.push_back({as<NegateExpr>(expr)->operand, Use::lend}); break;
      case ExprKind::kBinary: {
        auto* binary = as<BinaryExpr>(expr);
        list = {{binary->left, joins(binary) ? Use::spend : Use::lend}, {binary->right, Use::lend}};
        break;
      }
      case ExprKind::kRange: list = {{as<RangeExpr>(expr)->from, Use::lend}, {as<RangeExpr>(expr)->to, Use::lend}}; break;
      case ExprKind::kField: list.push_back({as<FieldExpr>(expr)->object, Use::lend}); break;
      case ExprKind::kTupleField: list.push_back({as<TupleFieldExpr>(expr)->object, Use::lend}); break;
      case ExprKind::kIndex: list = {{as<IndexExpr>(expr)->object, Use::lend}, {as<IndexExpr>(expr)->index, Use::lend}}; break;
      case ExprKind::kSlice: {
        auto* slice = as<SliceExpr>(expr);
        list.push_back({slice->object, Use::spend});
        if (slice->from != nullptr) list.push_back({slice->from, Use::lend});
        if (slice->to != nullptr) list.push_back({slice->to, Use::lend});
        break;
      }
      default: break;
    }
    operation(expr, list);
  }

  // The first spread is built upon, in place if it is dead; the parts before it are put in front. Later ones are copied in.
  void visit_list(ListExpr* list) {
    std::vector<Operand> all;
    bool first = true;
    for (ListItem& item : list->items) {
      all.push_back({item.value, item.spread && !first ? Use::lend : Use::own});
      first &= !item.spread;
    }
    // Elements are put in one by one, so each is read in its turn.
    bool one_by_one = !first || list->items.size() > kRunLength;
    if (!one_by_one) return operation(list, all);
    for (size_t i = all.size(); i-- > 0;) visit(all[i].expr, all[i].use);
  }

  void visit_dict(DictExpr* dict) {
    for (size_t i = dict->entries.size(); i-- > 0;) {
      auto& entry = dict->entries[i];
      Span span = join(entry.key->span, entry.value->span);
      operands({{entry.key, Use::own}, {entry.value, Use::own}}, span.offset, span.end());
    }
  }

  void visit_record(RecordExpr* record) {
    bool plain = std::none_of(record->items.begin(), record->items.end(), [](const RecordItem& item) { return item.spread; });
    if (plain && record->items.size() <= kRunLength) {
      std::vector<Operand> list;
      for (RecordItem& item : record->items) list.push_back({item.value, Use::own});
      return operation(record, list);
    }
    for (size_t i = record->items.size(); i-- > 0;) visit(record->items[i].value, Use::own);
  }

  // ---- Blocks, branches

  void visit_block(BlockExpr* block, Use use) {
    for (size_t i = block->statements.size(); i-- > 0;) {
      Expr* statement = block->statements[i];
      bool last = i + 1 == block->statements.size();
      if (!last && statement->kind == ExprKind::kName) continue;
      visit(statement, last ? use : Use::lend);
    }
  }

  void visit_if(IfExpr* expr, Use use) {
    LiveSet after = live_;
    visit(expr->then_block, use);
    LiveSet yes = live_;
    live_ = after;
    if (expr->else_branch != nullptr) visit(expr->else_branch, use);
    LiveSet no = live_;
    condition(expr->condition, yes, no, true);
  }

  void visit_logical(LogicalExpr* expr) {
    LiveSet after = live_;
    if (contains_is(expr)) return condition(expr, after, after, true);
    visit(expr->right, Use::own);
    live_.merge(after);
    visit(expr->left, Use::lend);
  }

  static bool contains_is(Expr* expr) {
    if (expr->kind == ExprKind::kIs) return true;
    auto* logical = dyn<LogicalExpr>(expr);
    return logical != nullptr && (contains_is(logical->left) || contains_is(logical->right));
  }

  // live_ becomes what is live before `expr` if `yes` is live where it holds and `no` where it does not. `last`: nothing more is asked
  // where it holds.
  void condition(Expr* expr, const LiveSet& yes, const LiveSet& no, bool last) {
    if (auto* logical = dyn<LogicalExpr>(expr)) {
      condition(logical->right, yes, no, last);
      LiveSet right = live_;
      return logical->is_and ? condition(logical->left, right, no, false) : condition(logical->left, yes, right, last);
    }
    if (auto* negation = dyn<NotExpr>(expr)) return condition(negation->operand, no, yes, false);
    if (auto* is = dyn<IsExpr>(expr)) return visit_is(is, yes, no, last);
    live_ = yes;
    live_.merge(no);
    visit(expr, Use::lend);
  }

  void visit_is(IsExpr* expr, const LiveSet& yes, const LiveSet& no, bool last) {
    live_ = yes;
    bool local = is_local(expr->subject);
    Binding* subject = local ? as<NameExpr>(expr->subject)->binding : nullptr;
    bool kept_elsewhere = !last && local && (no.has(subject) || pinned_.has(subject));
    expr->moves = bind_from(expr->pattern, expr->subject, kept_elsewhere);
    live_.merge(no);
    read_subject(expr->subject);
  }

  void visit_match(MatchExpr* expr, Use use) {
    LiveSet after = live_;
    LiveSet next;  // where no arm has matched
    for (size_t i = expr->arms.size(); i-- > 0;) {
      MatchArm& arm = expr->arms[i];
      live_ = after;
      visit(arm.body, use);
      if (arm.guard != nullptr) {
        LiveSet body = live_;
        LiveSet failed = next;
        add_subject(expr->subject, failed);
        condition(arm.guard, body, failed, true);
        if (is_local(expr->subject)) live_.add(as<NameExpr>(expr->subject)->binding);
      }
      arm.moves = bind_from(arm.pattern, expr->subject, arm.guard != nullptr);
      live_.merge(next);
      add_subject(expr->subject, live_);
      next = live_;
    }
    live_ = next;
    if (has_guards(expr) && !is_local(expr->subject)) return visit(expr->subject, Use::own);
    read_subject(expr->subject);
  }

  void add_subject(Expr* subject, LiveSet& set) const {
    if (is_local(subject)) set.add(as<NameExpr>(subject)->binding);
  }

  // The value that a pattern takes apart: a variable is tested where it is.
  void read_subject(Expr* subject) {
    if (is_local(subject)) {
      live_.add(as<NameExpr>(subject)->binding);
      return;
    }
    visit(subject, shared_flag(subject) != nullptr ? Use::lend : Use::own);
  }

  // Removes the names of `pattern`, notes whose part each is, and tells whether the subject is dead then.
  bool bind_from(Pattern* pattern, Expr* subject, bool kept_elsewhere) {
    if (is_local(subject)) return take_apart(pattern, as<NameExpr>(subject)->binding, kept_elsewhere);
    PartOf part = shared_flag(subject) != nullptr ? part_of(subject) : PartOf{};
    Binding* root = part.root != nullptr && is_local(part.root) ? part.root->binding : nullptr;
    each_part(pattern, part.depth, [&](NamePattern* name, unsigned depth) { bind_part(name->binding, root, depth); });
    return shared_flag(subject) == nullptr && !kept_elsewhere;
  }

  bool take_apart(Pattern* pattern, Binding* whole, bool kept_elsewhere) {
    // Parameters that are a plain name are that name.
    if (pattern->kind == PatternKind::kName && as<NamePattern>(pattern)->binding == whole) {
      live_.remove(whole);
      return false;
    }
    each_part(pattern, 0, [&](NamePattern* name, unsigned depth) { bind_part(name->binding, whole, depth); });
    bool dead = !is_live(whole) && !kept_elsewhere;
    if (dead) event(whole, kAnyDepth);
    if (dead && !o_.lending_) {
      each_name(pattern, [&](NamePattern* name) { o_.edges_.push_back({whole, name->binding}); });
    }
    return dead;
  }

  void bind_part(Binding* b, Binding* root, unsigned depth) {
    live_.remove(b);
    if (root == nullptr || root == b || b->root == root || !may_borrow(b)) return;
    b->root = root;
    b->depth = static_cast<uint8_t>(std::min(depth, kAnyDepth - 1));
    root->borrowers.push_back(b);
  }

  bool may_borrow(const Binding* b) const { return aspen::may_borrow(*b, o_.scopes_, o_.program_, o_.keeps_names_); }

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

  // Walks a loop until what is live at its head stays the same; `once` walks from its end to its head.
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

  void visit_while(WhileExpr* expr) {
    until_stable(expr, [&](LoopFrame& frame) {
      visit(expr->body, Use::lend);
      LiveSet body = live_;
      condition(expr->condition, body, frame.exit, true);
    });
  }

  void visit_loop(LoopExpr* expr) {
    until_stable(expr, [&](LoopFrame&) { visit(expr->body, Use::lend); });
  }

  void visit_for(ForExpr* expr) {
    Binding* source = nullptr;
    unsigned depth = 0;
    if (is_local(expr->iterable)) source = as<NameExpr>(expr->iterable)->binding;
    bool* flag = shared_flag(expr->iterable);
    if (PartOf part = part_of(expr->iterable); flag != nullptr && part.root != nullptr && is_local(part.root)) {
      source = part.root->binding;
      depth = part.depth;
    }
    bool changed = false;
    if (source != nullptr) waiting_.push_back({source, depth, flag != nullptr ? flag : &changed});
    until_stable(expr, [&](LoopFrame& frame) {
      visit(expr->body, Use::lend);
      each_name(expr->pattern, [&](NamePattern* name) { live_.remove(name->binding); });
      live_.merge(frame.exit);
    });
    if (source != nullptr) waiting_.pop_back();
    expr->lent = !changed;
    read_iterable(expr, changed);
  }

  void read_iterable(ForExpr* expr, bool changed) {
    if (auto* range = dyn<RangeExpr>(expr->iterable)) {
      return operation(range, {{range->from, Use::own}, {range->to, Use::own}});
    }
    bool lent = is_local(expr->iterable) ? !changed : shared_flag(expr->iterable) != nullptr;
    visit(expr->iterable, lent ? Use::lend : Use::own);
  }

  void visit_try(TryExpr* expr) {
    LiveSet pinned = pinned_;
    pinned_.merge(live_);
    visit(expr->body, Use::own);
    pinned_ = pinned;
  }

  // ---- Calls

  std::vector<Operand> call_operands(const CallShape& shape) {
    std::vector<Operand> list;
    auto add = [&](size_t i) {
      Use use = shape.callee.kind == Callee::Kind::unknown ? Use::pass : Use::own;
      const Binding* keeper = nullptr;
      if (shape.exact()) {
        if (shape.callee.kind == Callee::Kind::known) {
          keeper = shape.callee.info->parameters[i];
        } else if (i < 32 && (shape.callee.builtin->consumes >> i & 1) == 0) {
          use = Use::lend;
        }
      }
      list.push_back({shape.arguments[i], use, keeper});
    };
    size_t count = shape.arguments.size();
    if (shape.pipe) add(count - 1);
    if (shape.callee.kind == Callee::Kind::unknown) list.push_back({const_cast<Expr*>(shape.callee_expr), Use::lend});
    for (size_t i = 0; i < (shape.pipe ? count - 1 : count); ++i) add(i);
    return list;
  }

  void note_call(const CallShape& shape) {
    if (o_.lending_) return;
    Effect effect = Effect::write;
    if (shape.callee.kind == Callee::Kind::known) {
      function_->callees.push_back(shape.callee.info);
      function_->calls_itself |= shape.callee.info == function_;
      effect = Effect::pure;
    } else if (shape.callee.kind == Callee::Kind::label) {
      effect = Effect::pure;
    } else if (shape.callee.builtin != nullptr) {
      effect = shape.callee.builtin->effect;
    }
    function_->effect = std::max(function_->effect, effect);
  }

  void visit_call(Expr* expr) {
    CallShape shape = o_.reader_.shape(expr, function_);
    note_call(shape);
    auto taken = taken_from_.find(expr);
    std::vector<Change> changes;
    if (taken != taken_from_.end()) {
      for (const Binding* b : taken->second) changes.push_back({b, kAnyDepth});
    }
    operands(call_operands(shape), expr->span.offset, expr->span.end(), nullptr, 0, changes);
  }

  // ---- Assignments

  void visit_assign(AssignExpr* expr) {
    auto* tuple = dyn<TuplePattern>(expr->target);
    auto* values = dyn<TupleExpr>(expr->value);
    if (auto* name = dyn<NamePattern>(expr->target)) return assign_name(expr, name->binding);
    if (tuple != nullptr && values != nullptr && tuple->elements.size() == values->elements.size()) {
      return assign_several(expr, tuple, values);
    }
    if (auto* path = dyn<PathPattern>(expr->target)) return assign_path(expr, path->path);
    store_targets(expr->target);
    std::vector<Binding*> roots;
    each_target(
        expr->target, [](NamePattern*) {}, [&](PathPattern* path) { roots.push_back(path->path.root->binding); });
    if (!roots.empty()) {
      if (is_call(expr->value)) taken_from_[expr->value] = roots;
      return visit(expr->value, Use::own);
    }
    if (is_local(expr->value)) {
      expr->moves = take_apart(expr->target, as<NameExpr>(expr->value)->binding, false);
      live_.add(as<NameExpr>(expr->value)->binding);
    } else {
      expr->moves = bind_from(expr->target, expr->value, false);
      read_subject(expr->value);
    }
  }

  // A call may be given the part that it replaces.
  static bool is_call(const Expr* expr) { return expr->kind == ExprKind::kCall || expr->kind == ExprKind::kPipe; }

  void assign_name(AssignExpr* expr, Binding* b) {
    live_.remove(b);
    if (auto* binary = dyn<BinaryExpr>(expr->value); binary != nullptr && adds_to(binary, b)) {
      return operation(binary, {{binary->left, Use::spend}, {binary->right, Use::lend}});
    }
    PartOf part = shared_flag(expr->value) != nullptr ? part_of(expr->value) : PartOf{};
    bool from_variable = part.root != nullptr && is_local(part.root);
    if (shared_flag(expr->value) != nullptr && may_borrow(b)) {
      if (from_variable) bind_part(b, part.root->binding, part.depth);
      return visit(expr->value, Use::lend);
    }
    visit(expr->value, Use::own);
  }

  void assign_several(AssignExpr* expr, TuplePattern* tuple, TupleExpr* values) {
    for (size_t i = tuple->elements.size(); i-- > 0;) store_targets(tuple->elements[i]);
    std::vector<Operand> list;
    for (Expr* value : values->elements) list.push_back({value, Use::own});
    operands(list, expr->span.offset + 1, expr->span.end());
  }

  // Stores from left to right, so walked from right to left: names are bound, paths updated.
  void store_targets(Pattern* target) {
    std::vector<Pattern*> all;
    each_target(
        target, [&](NamePattern* name) { all.push_back(name); }, [&](PathPattern* path) { all.push_back(path); });
    for (size_t i = all.size(); i-- > 0;) {
      if (auto* name = dyn<NamePattern>(all[i])) {
        live_.remove(name->binding);
      } else {
        store_path(as<PathPattern>(all[i])->path);
      }
    }
  }

  void store_path(const Path& path) {
    consume(path.root->binding);
    std::vector<Operand> keys;
    each_path_key(path, [&](Expr* key) { keys.push_back({key, Use::lend}); });
    operands(keys, path.span.offset, path.span.end(), path.root, static_cast<unsigned>(path.steps.size()));
  }

  void assign_path(AssignExpr* expr, const Path& path) {
    consume(path.root->binding);
    if (is_call(expr->value)) taken_from_[expr->value].push_back(path.root->binding);
    // The value is evaluated before the indexes, though it stands behind them.
    std::vector<Operand> list = {{expr->value, Use::own}};
    each_path_key(path, [&](Expr* key) { list.push_back({key, Use::lend}); });
    operands(list, expr->span.offset + 1, expr->span.end(), path.root, static_cast<unsigned>(path.steps.size()));
  }

  void visit_update(UpdateExpr* expr) {
    unsigned steps = static_cast<unsigned>(expr->path.steps.size());
    consume(expr->path.root->binding);
    std::vector<Operand> list;
    each_path_key(expr->path, [&](Expr* key) { list.push_back({key, Use::lend}); });
    list.push_back({expr->value, Use::lend});
    operands(list, expr->span.offset + 1, expr->span.end(), expr->path.root, steps + 1);
  }

  void visit_pipe_update(PipeUpdateExpr* expr) {
    CallShape shape = o_.reader_.shape(expr, function_);
    note_call(shape);
    if (expr->path.steps.empty()) {
      consume(expr->path.root->binding);
      live_.remove(expr->path.root->binding);
      std::vector<Operand> list = call_operands(shape);
      // `push` happens in place, also where the variable is still live behind a `try`.
      return operands(list, expr->span.offset + 1, expr->span.end(), nullptr, 0, {{expr->path.root->binding, 1}});
    }
    consume(expr->path.root->binding);
    std::vector<Operand> list;
    each_path_key(expr->path, [&](Expr* key) { list.push_back({key, Use::lend}); });
    std::vector<Operand> call = call_operands(shape);
    list.insert(list.end(), call.begin() + 1, call.end());
    operands(list, expr->span.offset + 1, expr->span.end(), expr->path.root, kAnyDepth);
  }

  Liveness& o_;
  FunctionInfo* function_;
  LiveSet live_;
  LiveSet pinned_;  // live behind an enclosing try
  std::vector<LoopFrame*> loops_;
  std::vector<Waiting> waiting_;
  std::unordered_map<const Expr*, LiveSet> heads_;
  // Calls that may be given a part of these variables, which they replace.
  std::unordered_map<const Expr*, std::vector<Binding*>> taken_from_;
};

bool is_visible(const Binding& binding, const Scopes& scopes, const BlockExpr* program, bool keeps_names) {
  if (binding.owner == nullptr || !binding.owner->is_body() || binding.block != program) return false;
  return scopes.in_session || keeps_names || binding.read_by_functions;
}

bool may_borrow(const Binding& binding, const Scopes& scopes, const BlockExpr* program, bool keeps_names) {
  return binding.bound == 1 && binding.updated == 0 && !is_visible(binding, scopes, program, keeps_names);
}

void Liveness::run(FunctionInfo& function) { Walk(*this, function).run(); }

void Liveness::find_last_uses() {
  for (Binding& b : scopes_.bindings) {
    if (b.is_self || b.owner == nullptr) continue;
    b.index = static_cast<uint32_t>(b.owner->variables.size());
    b.owner->variables.push_back(&b);
    b.consumed = b.updated > 0;
  }
  for (FunctionInfo& function : scopes_.functions) run(function);
}

void Liveness::find_lendable() {
  lending_ = true;
  for (FunctionInfo& function : scopes_.functions) run(function);
}

}  // namespace aspen
