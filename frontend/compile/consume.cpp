#include "frontend/compile/consume.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace aspen {

namespace {

using Edges = std::vector<ConsumeEdge>;
using Graph = std::unordered_map<const Binding*, std::vector<Binding*>>;

// Sets the flag of every variable to which the graph leads from one that has it.
void spread(bool Binding::*flag, Graph graph) {
  std::vector<const Binding*> work;
  for (const auto& [from, to] : graph) {
    if (from->*flag) work.push_back(from);
  }
  while (!work.empty()) {
    // Taken, so that each is followed once.
    auto taken = graph.extract(work.back());
    work.pop_back();
    if (taken.empty()) continue;
    for (Binding* b : taken.mapped()) {
      if (!std::exchange(b->*flag, true)) work.push_back(b);
    }
  }
}

void spread_consumption(const Edges& edges) {
  Graph sources;
  for (const ConsumeEdge& edge : edges) sources[edge.to].push_back(edge.from);
  spread(&Binding::consumed, std::move(sources));
}

void spread_changes(const Edges& edges, const Edges& part_edges) {
  Graph sources;
  for (const ConsumeEdge& edge : edges) sources[edge.to].push_back(edge.from);
  for (const ConsumeEdge& edge : part_edges) {
    if (edge.to != nullptr) {
      sources[edge.to].push_back(edge.from);
    } else {
      edge.from->changed = true;
    }
  }
  spread(&Binding::changed, std::move(sources));
}

// A function lends on what is lent to it. So does a variable that borrows from another.
void spread_loans(const Edges& edges, const Edges& part_edges) {
  Graph targets;
  for (const Edges* list : {&edges, &part_edges}) {
    for (const ConsumeEdge& edge : *list) {
      if (edge.to == nullptr) continue;
      if (edge.from->root != nullptr) edge.to->lent = true;
      if (!edge.from->consumed) targets[edge.from].push_back(edge.to);
    }
  }
  spread(&Binding::lent, std::move(targets));
}

}  // namespace

void settle_functions(Scopes& scopes, const Edges& edges, const Edges& part_edges) {
  spread_consumption(edges);
  spread_changes(edges, part_edges);
  spread_loans(edges, part_edges);
  for (const ConsumeEdge& edge : part_edges) {
    if (!edge.from->lent && (edge.to == nullptr || edge.to->changed)) edge.from->consumed = true;
  }
  spread_consumption(edges);
  for (FunctionInfo& function : scopes.functions) {
    for (size_t i = 0; i < function.parameters.size(); ++i) {
      // Those past the mask count as consumed.
      Binding& parameter = *function.parameters[i];
      if (i >= 32) parameter.consumed = true;
      parameter.owned = parameter.consumed;
      if (parameter.consumed && i < 32) function.consumes |= ConsumeMask{1} << i;
    }
  }
}

}  // namespace aspen
