#include "frontend/resolve/visible_names.h"

namespace aspen {

void VisibleNames::show(Binding* binding) {
  show(binding, binding->name.id());
  if (binding->block != input_.program) return;
  if (Name name = input_.arena.module_name(binding->name)) show(binding, name.id());
}

void VisibleNames::show(Binding* binding, uint32_t id) {
  undo_.push_back({id, visible_[id]});
  visible_[id] = binding;
}

void VisibleNames::show_always(Binding* binding) {
  const uint32_t id = binding->name.id();
  if (id >= visible_.size()) visible_.resize(id + 1, nullptr);
  visible_[id] = binding;
  if (Name name = input_.arena.module_name(binding->name)) visible_[name.id()] = binding;
}

void VisibleNames::undo_to(size_t mark) {
  while (undo_.size() > mark) {
    const auto [id, before] = undo_.back();
    visible_[id] = before;
    undo_.pop_back();
  }
}

}  // namespace aspen
