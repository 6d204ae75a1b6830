#include "frontend/compile/consume.h"

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

}  // namespace

void settle_functions(Scopes& scopes, const std::vector<ConsumeEdge>& edges) {
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
