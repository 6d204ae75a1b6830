#include "frontend/resolve/captures.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace aspen {

namespace {

class Captures {
 public:
  Captures(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics)
      : input_(input), scopes_(scopes), diagnostics_(diagnostics) {}

  void run() {
    for (FunctionInfo& function : scopes_.functions) {
      for (const Binding* binding : function.free) {
        if (binding->literal != nullptr) users_[binding->literal->info].push_back(&function);
      }
      unsettled_.push_back(&function);
    }
    do {
      while (!unsettled_.empty()) {
        FunctionInfo* function = unsettled_.back();
        unsettled_.pop_back();
        if (settle(*function)) settle_users(function);
      }
    } while (settle_forward_uses());
    for (FunctionInfo& function : scopes_.functions) mark(function);
    for (const ForwardUse& use : scopes_.forward_uses) check(use);
  }

 private:
  bool needs_capture(const Binding& binding) const {
    if (binding.constant != nullptr) return false;
    if (lives_in_module(binding, scopes_, input_.program)) return false;
    return binding.literal == nullptr || !binding.literal->info->known || binding.forward_slot;
  }

  void settle_users(const FunctionInfo* function) {
    const std::vector<FunctionInfo*>& users = users_[function];
    unsettled_.insert(unsettled_.end(), users.begin(), users.end());
  }

  // Whether it has more captures than were known.
  bool settle(FunctionInfo& function) {
    size_t before = function.captures.size();
    function.captures.clear();
    for (Binding* binding : function.free) {
      if (needs_capture(*binding)) function.captures.push_back(binding);
    }
    function.known = function.captures.empty();
    return function.captures.size() != before;
  }

  bool settle_forward_uses() {
    bool changed = false;
    for (const ForwardUse& use : scopes_.forward_uses) {
      if (use.safe || use.binding->forward_slot) continue;
      use.binding->forward_slot = true;
      if (use.binding->literal != nullptr) settle_users(use.binding->literal->info);
      changed = true;
    }
    return changed;
  }

  void mark(const FunctionInfo& function) {
    for (Binding* binding : function.free) {
      if (needs_capture(*binding)) {
        binding->captured = true;
      } else {
        binding->read_by_functions = true;
      }
    }
  }

  // A closure above the line can be completed later only if a variable of the same block keeps it, and
  // nothing else.
  void check(const ForwardUse& use) {
    if (!needs_capture(*use.binding) || use.function == use.binding->literal->info) return;
    Binding* keeper = use.function->target;
    if (keeper != nullptr && keeper->block == use.binding->block && keeper->bound == 1 &&
        keeper->literal == use.function->literal) {
      keeper->last_mention = std::max(keeper->last_mention, use.binding->span.end());
      return;
    }
    diagnostics_
        .report(input_.source, DiagnosticCode::kUsedBeforeBinding, use.span, {use.binding->name.written()})
        .note(use.binding->span, "bound here")
        .hint("move the definition of that function up");
  }

  const ResolveInput& input_;
  Scopes& scopes_;
  Diagnostics& diagnostics_;
  std::unordered_map<const FunctionInfo*, std::vector<FunctionInfo*>> users_;  // of the function that each is
  std::vector<FunctionInfo*> unsettled_;
};

}  // namespace

bool lives_in_module(const Binding& binding, const Scopes& scopes, const BlockExpr* program) {
  // Variables of a session may be bound again by a later entry, so functions capture their values.
  if (scopes.in_session && binding.literal == nullptr) return false;
  return binding.session_slot < 0 && !binding.is_self && binding.block == program && binding.bound == 1 &&
         binding.updated == 0;
}

std::string_view capture_hint(const FunctionInfo& function) {
  if (function.literal->fiber) {
    return "a fiber captures values, as functions do. Give it a variable of its own under another name, "
           "which keeps its value: `fiber { mine = n; … yield mine … }`";
  }
  return "functions capture values, not variables, so a function cannot change a variable outside it: take "
         "the value as an argument and return the new one, or keep it in a `cell`";
}

void settle_captures(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics) {
  Captures(input, scopes, diagnostics).run();
}

}  // namespace aspen
