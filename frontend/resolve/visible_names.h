// What each name means at the place that the resolver's walk has reached.
#pragma once

#include <utility>
#include <vector>

#include "frontend/resolve/resolve.h"

namespace aspen {

class VisibleNames {
 public:
  explicit VisibleNames(const ResolveInput& input)
      : input_(input), visible_(input.arena.name_count(), nullptr) {}

  // What is shown during its life ends with it.
  class Scope {
   public:
    explicit Scope(VisibleNames& names) : names_(names), mark_(names.undo_.size()) {}
    ~Scope() { names_.undo_to(mark_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    VisibleNames& names_;
    size_t mark_;
  };

  // Null: the name means nothing, or something of the library.
  Binding* at(Name name) const { return visible_[name.id()]; }

  // Lets its name mean `binding` until the innermost scope ends. A name of the module's top level has a
  // second one, by which macros know it (Arena::module_name).
  void show(Binding* binding);
  // Likewise for the whole walk: a variable of a session.
  void show_always(Binding* binding);

  // What each name means that a scope which is open now has shown.
  template <typename Visit>
  void each_shown(Visit&& visit) const {
    for (const auto& entry : undo_) {
      if (const Binding* binding = visible_[entry.first]) visit(*binding);
    }
  }

 private:
  void show(Binding* binding, uint32_t id);
  void undo_to(size_t mark);

  const ResolveInput& input_;
  std::vector<Binding*> visible_;                    // by the name's id
  std::vector<std::pair<uint32_t, Binding*>> undo_;  // what a name meant before it was shown
};

}  // namespace aspen
