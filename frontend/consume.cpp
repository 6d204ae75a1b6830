#include "frontend/consume.h"

#include <algorithm>

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
    const Binding* b = work.back();
    work.pop_back();
    for (Binding* source : sources[b]) {
      if (std::exchange(source->consumed, true)) continue;
      work.push_back(source);
    }
  }
}

void spread_effects(Scopes& scopes) {
  for (bool changed = true; changed;) {
    changed = false;
    for (FunctionInfo& function : scopes.functions) {
      for (const FunctionInfo* callee : function.callees) {
        if (callee->effect <= function.effect) continue;
        function.effect = callee->effect;
        changed = true;
      }
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
