#include "frontend/consume.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace aspen {

namespace {

void spread_consumption(const std::vector<ConsumeEdge>& edges) {
  std::unordered_map<const Binding*, std::vector<Binding*>> sources;
  std::vector<const Binding*> work;
  for (const ConsumeEdge& edge : edges) {
    sources[edge.to].push_back(edge.from);
    if (edge.to->consumed) work.push_back(edge.to);
  }
  while (!work.empty()) {
    // Taken, since `work` names a variable as often as it has edges.
    auto taken = sources.extract(work.back());
    work.pop_back();
    if (taken.empty()) continue;
    for (Binding* source : taken.mapped()) {
      if (!std::exchange(source->consumed, true)) work.push_back(source);
    }
  }
}

// From callees to callers, each as often as its effect grows: in time that is linear in the calls.
void spread_effects(Scopes& scopes) {
  std::unordered_map<const FunctionInfo*, std::vector<FunctionInfo*>> callers;
  std::vector<const FunctionInfo*> work;
  for (FunctionInfo& function : scopes.functions) {
    for (const FunctionInfo* callee : function.callees) callers[callee].push_back(&function);
    work.push_back(&function);
  }
  while (!work.empty()) {
    const FunctionInfo* callee = work.back();
    work.pop_back();
    for (FunctionInfo* caller : callers[callee]) {
      if (callee->effect <= caller->effect) continue;
      caller->effect = callee->effect;
      work.push_back(caller);
    }
  }
}

}  // namespace

void settle_functions(Scopes& scopes, const std::vector<ConsumeEdge>& edges) {
  spread_consumption(edges);
  spread_effects(scopes);
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
