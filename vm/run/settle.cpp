// Copies containers and replaces futures in them by their values, for natives that do not know futures.
//
// Visits each reachable container once, however many paths lead to it. Containers from which a future can be
// reached are copied, inner ones first; all others are shared. Values that functions capture stay as they
// are: they are only read by calling the function.
#include <unordered_map>
#include <vector>

#include "vm/object/future.h"
#include "vm/object/small_stack.h"
#include "vm/run/machine.h"
#include "vm/run/operators/parts.h"
#include "vm/run/operators/walk_meter.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"

namespace aspen {

namespace {

// Iterates over the values in a container; null after the last. `at` is 0 at first.
Value* next_value(Object* object, uint32_t& at) {
  switch (object->kind) {
    case Kind::List: return at < object->length ? static_cast<List*>(object)->items + at++ : nullptr;
    case Kind::Tuple: return at < object->length ? static_cast<Tuple*>(object)->items() + at++ : nullptr;
    case Kind::Record: return at < object->extra ? static_cast<Record*>(object)->slots() + at++ : nullptr;
    case Kind::LabelBox: return at++ == 0 ? &static_cast<LabelBox*>(object)->payload : nullptr;
    case Kind::Dict: {
      auto* dict = static_cast<Dict*>(object);
      uint32_t entry = next_entry(dict, at / 2);
      if (entry == kNoEntry) return nullptr;
      bool key = entry > at / 2 || at % 2 == 0;
      at = 2 * entry + (key ? 1 : 2);
      return key ? &entry_at(dict, entry).key : &entry_at(dict, entry).value;
    }
    default: return nullptr;
  }
}

class Settling {
 public:
  explicit Settling(Strand& strand) : strand_(strand) {}

  // False if there is a future without a value, or with an error pending.
  bool settle(Value& v) {
    if (!search(v.as_object())) return false;
    if (tainted_.empty()) return true;
    if (!copy_all()) return false;
    v = Value::object(copy_of(v.as_object()));
    return true;
  }

 private:
  struct Open {
    Object* object;
    uint32_t next = 0;
    bool tainted = false;
  };

  bool search(Object* root) {
    WalkMeter meter(&strand_);
    SmallStack<Open> open;
    open.push({root});
    while (!open.empty()) {
      if (!meter.step(open.bytes())) return false;
      Value* place = next_value(open.top().object, open.top().next);
      if (place == nullptr) {
        close(open);
        continue;
      }
      Value v = *place;
      if (!strand_.touch(v)) return false;
      open.top().tainted = open.top().tainted || !(v == *place);
      if (!holds_values(v)) continue;
      auto seen = seen_.find(v.as_object());
      if (seen == seen_.end()) {
        open.push({v.as_object()});
      } else {
        open.top().tainted = open.top().tainted || seen->second != kClean;
      }
    }
    return true;
  }

  void close(SmallStack<Open>& open) {
    Open done = open.top();
    open.pop();
    if (done.tainted) {
      seen_[done.object] = tainted_.size();
      tainted_.push_back(done.object);
      if (!open.empty()) open.top().tainted = true;
    } else if (done.object->is_shared()) {
      seen_[done.object] = kClean;  // containers that are not shared are met only once
    }
  }

  bool copy_all() {
    copies_ = new_list(strand_.allocator());
    for (Object* object : tainted_) {
      if (!strand_.reserve(bytes_of(object))) return false;
      Object* copy = shallow_copy(object);
      push(strand_.allocator(), copies_, Value::object(copy));
      uint32_t at = 0;
      while (Value* place = next_value(copy, at)) {
        look_through(*place);
        if (holds_values(*place)) *place = Value::object(copy_of(place->as_object()));
        share(*place);
      }
    }
    return true;
  }

  // The object itself if it contains no future.
  Object* copy_of(Object* object) const {
    auto found = seen_.find(object);
    if (found == seen_.end() || found->second == kClean) return object;
    return copies_->items[found->second].as_object();
  }

  static size_t bytes_of(const Object* object) {
    if (object->kind == Kind::List) return list_bytes(object->length);
    if (object->kind == Kind::Dict) return dict_bytes(object->length);
    if (object->kind == Kind::Tuple) return sizeof(Tuple) + object->length * sizeof(Value);
    return sizeof(Record) + (size_t{object->extra} + 1) * sizeof(Value);  // or a LabelBox
  }

  Object* shallow_copy(Object* object) {
    Allocator& allocator = strand_.allocator();
    switch (object->kind) {
      case Kind::List: return copy_list(allocator, static_cast<List*>(object));
      case Kind::Dict: return copy_dict(allocator, static_cast<Dict*>(object));
      case Kind::Tuple: return copy_tuple(allocator, static_cast<Tuple*>(object));
      case Kind::Record: return copy_record(allocator, *static_cast<Record*>(object));
      default: {
        auto* box = static_cast<LabelBox*>(object);
        return allocator.make<LabelBox>(0, box->name(), box->payload);
      }
    }
  }

  static constexpr size_t kClean = SIZE_MAX;

  Strand& strand_;
  std::unordered_map<const Object*, size_t> seen_;  // index in `copies_`, or kClean
  std::vector<Object*> tainted_;                    // each after those that it contains
  List* copies_ = nullptr;                          // their copies: on the native stack, for the collector
};

}  // namespace

bool Strand::settle(Value& v) {
  if (!touch(v)) return false;
  return !holds_values(v) || Settling(*this).settle(v);
}

}  // namespace aspen
