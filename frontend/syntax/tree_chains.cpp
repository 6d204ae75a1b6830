// Long chains of operators and of `else if`. The grammar nests them as deeply as they are long. So that no
// length counts as depth, this file gives them another shape with the same meaning, in pieces of kPiece
// parts.
#include <algorithm>
#include <string>

#include "frontend/syntax/tree_builder.h"

namespace aspen {

namespace {

constexpr uint32_t kPiece = 256;

// The left operand of an operator that chains; null for others.
Expr* left_of(const Expr* node) {
  if (auto* binary = dyn<BinaryExpr>(node))
    return binary->op <= BinaryOp::kGreaterEqual ? nullptr : binary->left;
  auto* pipe = dyn<PipeExpr>(node);
  return pipe == nullptr ? nullptr : pipe->input;
}

// Each call of a chain keeps registers until the calls before it are done.
uint32_t weight_of(const Expr* node) { return node->kind == ExprKind::kPipe ? 8 : 1; }

bool is_long(const Expr* node) {
  uint32_t weight = 0;
  for (; node != nullptr && weight < kPiece; node = left_of(node)) weight += weight_of(node);
  return weight >= kPiece;
}

bool continues(const Expr* part, const LogicalExpr* whole) {
  auto* node = dyn<LogicalExpr>(part);
  return node != nullptr && node->is_and == whole->is_and && !node->parenthesized;
}

// The operands at the end of a chain that have not been balanced yet, after what stands before them.
std::vector<Expr*> last_operands_of(LogicalExpr* whole) {
  std::vector<Expr*> found;
  Expr* left = whole;
  while (left == whole || continues(left, whole)) {
    auto* node = as<LogicalExpr>(left);
    if (continues(node->right, whole)) break;
    found.push_back(node->right);
    left = node->left;
  }
  found.push_back(left);
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace

// `a or b or c or d` as `(a or b) or (c or d)`: it asks the same in the same order.
LogicalExpr* TreeBuilder::balanced(std::span<Expr* const> operands, bool is_and) {
  const size_t half = operands.size() / 2;
  auto side = [&](std::span<Expr* const> part) -> Expr* {
    return part.size() == 1 ? part[0] : balanced(part, is_and);
  };
  auto* node = make<LogicalExpr>(join(operands.front()->span, operands.back()->span));
  node->is_and = is_and;
  node->left = side(operands.first(half));
  node->right = side(operands.subspan(half));
  node->depth = static_cast<uint16_t>(std::max(node->left->depth, node->right->depth) + 1);
  return node;
}

Expr* TreeBuilder::shorten(LogicalExpr* chain) {
  if (chain->depth < kPiece) return chain;
  const std::vector<Expr*> operands = last_operands_of(chain);
  if (operands.size() < kPiece) return chain;
  chain->left = operands.front();
  chain->right = balanced(std::span(operands).subspan(1), chain->is_and);
  return deepen(chain, {depth_of(chain->left), depth_of(chain->right)});
}

// `a + b + … + y + z` as `{ t = a + b + …; t + y + z }`, in which no text can name `t`. Of a longer chain the
// block gets more statements, each of which gives `t` another value.
Expr* TreeBuilder::shorten(Expr* chain) {
  BlockExpr* block = take_chain(chain);
  if (block == nullptr) {
    if (!is_long(chain)) return chain;
    block = make<BlockExpr>(chain->span);
    chains_[block] = {arena_.intern("chain " + std::to_string(chains_.size())), {chain}};
  }
  Chain& parts = chains_[block];
  if (is_long(parts.statements.back())) {
    name_last(parts);
    block->statements = arena_.copy(parts.statements);
  } else {
    block->statements.back() = parts.statements.back();
  }
  block->span = join(block->span, chain->span);
  return deepen(block, std::max<uint32_t>(block->depth - 1, depth_of(parts.statements.back())));
}

// If the chain begins with a block that was made here, moves the operation into the block's last statement.
BlockExpr* TreeBuilder::take_chain(Expr* chain) {
  Expr* first = left_of(chain);
  auto found = chains_.find(dyn<BlockExpr>(first));
  if (found == chains_.end()) return nullptr;
  Expr*& last = found->second.statements.back();
  uint32_t right = 0;
  if (auto* binary = dyn<BinaryExpr>(chain)) {
    binary->left = last;
    right = depth_of(binary->right);
  } else {
    auto* pipe = as<PipeExpr>(chain);
    pipe->input = last;
    right = std::max(depth_of(pipe->callee), depth_of(pipe->arguments)) + 1;
  }
  last = deepen(chain, {depth_of(last), right});
  return found->first;
}

void TreeBuilder::name_last(Chain& chain) {
  Expr* value = chain.statements.back();
  auto* target = arena_.make<NamePattern>();
  target->kind = PatternKind::kName;
  target->span = value->span;
  target->name = chain.name;
  auto* assign = make<AssignExpr>(value->span);
  assign->target = target;
  assign->value = value;
  auto* use = make<NameExpr>(value->span);
  use->name = chain.name;
  chain.statements.back() = deepen(assign, depth_of(value));
  chain.statements.push_back(use);
}

bool TreeBuilder::is_long_if(Branches branches) { return branches.size() >= kPiece; }

// The `if` chain as `{ match () { _ | condition -> block, … _ -> rest } }`.
Expr* TreeBuilder::flat_if(Branches branches, Expr* else_branch) {
  const Span first = branches.back()->span;
  const Span whole = join(first, else_branch == nullptr ? branches.front()->span : else_branch->span);
  auto* node = make<MatchExpr>(whole);
  node->subject = make<UnitExpr>(first);
  std::vector<MatchArm> arms;
  for (size_t i = branches.size(); i-- > 0;) {
    const IfExpr* each = branches[i];
    arms.push_back({any(each->span), each->condition, each->then_block, each->span});
  }
  Expr* rest = else_branch == nullptr ? make<UnitExpr>(whole) : else_branch;
  arms.push_back({any(rest->span), nullptr, rest, rest->span});
  node->arms = arena_.copy(arms);
  uint32_t deepest = 1;
  for (const MatchArm& arm : arms) deepest = std::max({deepest, depth_of(arm.guard), depth_of(arm.body)});
  auto* block = make<BlockExpr>(whole);
  Expr* statement = deepen(node, deepest);
  block->statements = arena_.copy(std::span<Expr* const>(&statement, 1));
  return deepen(block, depth_of(statement));
}

Pattern* TreeBuilder::any(Span span) {
  auto* pattern = arena_.make<WildcardPattern>();
  pattern->kind = PatternKind::kWildcard;
  pattern->span = span;
  return pattern;
}

}  // namespace aspen
