// Hashes of values (compare.h). A container's hash combines those of its elements, with an explicit stack.
#include <xxhash.h>

#include <cmath>
#include <memory>
#include <unordered_map>

#include "vm/object/function.h"
#include "vm/object/list_objects.h"
#include "vm/object/small_stack.h"
#include "vm/run/operators/compare.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/walk_meter.h"
#include "vm/run/strand.h"
#include "vm/values/bytes.h"
#include "vm/values/dict.h"
#include "vm/values/limbs.h"
#include "vm/values/record.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

uint64_t hash_int64(uint64_t seed, int64_t i) {
  bool small = i >= Value::kMinSmallInt && i <= Value::kMaxSmallInt;
  return mix_hash(seed, small ? Value::small_int(i).bits() : static_cast<uint64_t>(i));
}

uint64_t hash_limbs(uint64_t seed, bool negative, const uint64_t* limbs, size_t count) {
  return XXH3_64bits_withSeed(limbs, count * sizeof(uint64_t), seed + negative);
}

// A Float with an integral value hashes like that Int.
uint64_t hash_double(uint64_t seed, double d) {
  if (std::isinf(d) || d != std::trunc(d)) return mix_hash(seed, Value::number(d).bits());
  if (d >= -0x1p63 && d < 0x1p63) return hash_int64(seed, static_cast<int64_t>(d));
  uint64_t limbs[kDoubleLimbs];
  return hash_limbs(seed, d < 0, limbs, double_limbs(d, limbs));
}

uint64_t chain(uint64_t hash, uint64_t element) { return mix_hash(hash, element); }

uint64_t hash_kind(uint64_t seed, const Object* object) {
  return mix_hash(seed, 0x0b1ec7ull << 40 | static_cast<uint64_t>(object->kind));
}

uint64_t hash_address(uint64_t seed, const void* address) {
  return mix_hash(seed, reinterpret_cast<uint64_t>(address));
}

// The hash of an object without elements; false if it has elements. Text caches its hash, so the object is
// not const.
bool hash_leaf(const ValueContext& context, Object* object, uint64_t& out) {
  uint64_t seed = context.seed;
  switch (object->kind) {
    case Kind::String: out = mix_hash(seed, hash(static_cast<String*>(object), seed)); return true;
    case Kind::Bytes: out = mix_hash(~seed, hash(static_cast<Bytes*>(object), seed)); return true;
    case Kind::Int64: out = hash_int64(seed, static_cast<const Int64*>(object)->value); return true;
    case Kind::BigInt: {
      const BigInt* big = static_cast<const BigInt*>(object);
      pay_to_read(context.strand, Value::object(big));
      out = hash_limbs(seed, big->extra, big->limbs(), big->length);
      return true;
    }
    case Kind::Range: {
      const Range* range = static_cast<const Range*>(object);
      out = chain(hash_kind(seed, object), range->inclusive());
      for (Value part : {range->start, range->end, range->step}) out = chain(out, hash_value(context, part));
      return true;
    }
    case Kind::NativeFunction:
      out = hash_address(seed, static_cast<const NativeFunction*>(object)->descriptor);
      return true;
    case Kind::NativeObject: {
      const auto& native = *static_cast<const NativeObject*>(object);
      const bool has_content = native.type->host != nullptr && !native.type->host->is_shared();
      out = has_content ? hash_host_object(context, native) : hash_address(seed, object);
      return true;
    }
    case Kind::Closure:
    case Kind::Partial:
    case Kind::Module:
    case Kind::Task:
    case Kind::Channel:
    case Kind::Cell:
    case Kind::Semaphore:
    case Kind::Fiber:
    case Kind::Future:
    case Kind::Segment:
    case Kind::Array:
    case Kind::DictTable: out = hash_address(seed, object); return true;
    case Kind::List:
    case Kind::Tuple:
    case Kind::LabelBox:
    case Kind::Record:
    case Kind::Dict: return false;
  }
  return false;
}

// A container in progress: the hashes of its elements are being combined.
struct Gathering {
  const Object* object;
  uint64_t hash;
  uint64_t name = 0;  // Record, Dict: hash of the field or key of the next value
  uint32_t next = 0;
  bool has_containers = false;
};

Gathering begin(uint64_t seed, const Object* object) {
  uint64_t hash = hash_kind(seed, object);
  if (object->kind == Kind::LabelBox) hash = chain(hash, static_cast<const LabelBox*>(object)->name());
  return {object, hash};
}

// Sets `element` to the next element to hash; false after the last.
bool advance(const ValueContext& context, Gathering& g, Value& element) {
  switch (g.object->kind) {
    case Kind::List: {
      const List* list = static_cast<const List*>(g.object);
      return g.next < list->length && (element = list->items[g.next++], true);
    }
    case Kind::Tuple: {
      const Tuple* tuple = static_cast<const Tuple*>(g.object);
      return g.next < tuple->length && (element = tuple->items()[g.next++], true);
    }
    case Kind::LabelBox:
      return g.next++ == 0 && (element = static_cast<const LabelBox*>(g.object)->payload, true);
    case Kind::Record: {
      const Record* record = static_cast<const Record*>(g.object);
      if (g.next == record->extra) return false;
      g.name = context.shapes[record->shape()].fields[g.next];
      element = record->slots()[g.next++];
      return true;
    }
    case Kind::Dict: {
      const Dict* dict = static_cast<const Dict*>(g.object);
      g.next = next_entry(dict, g.next);
      if (g.next == kNoEntry) return false;
      g.name = dict->table->hashes()[g.next];
      element = entry_at(dict, g.next++).value;
      return true;
    }
#include "vm/object/cases_without_elements.inc"
    break;
  }
  return false;
}

void gather(const ValueContext& context, Gathering& g, uint64_t element) {
  // The order of fields and keys does not matter, so their hashes are summed.
  bool unordered = g.object->kind == Kind::Record || g.object->kind == Kind::Dict;
  g.hash = unordered ? g.hash + chain(mix_hash(context.seed, g.name), element) : chain(g.hash, element);
}

// Once a value turns out to be large, shared containers are stored with their hashes, because there may be
// exponentially many paths to them. Containers without inner containers are quickly hashed again.
class DeepHash {
 public:
  explicit DeepHash(const ValueContext& context) : context_(context), meter_(context.strand) {}

  uint64_t of(const Object* object) {
    stack_.push(begin(context_.seed, object));
    while (true) {
      if (!meter_.step(stack_.bytes())) return 0;
      Value element;
      if (!advance(context_, stack_.top(), element)) {
        uint64_t done = finish(stack_.top());
        stack_.pop();
        if (stack_.empty()) return done;
        gather(context_, stack_.top(), done);
      } else if (touch(context_, element)) {
        gather_element(element);
      } else {
        return 0;
      }
    }
  }

 private:
  static constexpr uint64_t kUnrememberedSteps = 1000;

  uint64_t finish(const Gathering& g) {
    // Mixed once more, so that a nested container hashes differently from its elements placed outside of it.
    uint64_t done = mix_hash(context_.seed, g.hash);
    if (g.has_containers && g.object->is_shared() && meter_.steps() > kUnrememberedSteps)
      remember(g.object, done);
    return done;
  }

  void gather_element(Value element) {
    uint64_t leaf;
    if (!element.is_object()) {
      gather(context_, stack_.top(), hash_value(context_, element));
    } else if (hash_leaf(context_, element.as_object(), leaf)) {
      gather(context_, stack_.top(), leaf);
    } else {
      stack_.top().has_containers = true;
      if (recall(element.as_object(), leaf)) return gather(context_, stack_.top(), leaf);
      stack_.push(begin(context_.seed, element.as_object()));
    }
  }

  void remember(const Object* object, uint64_t hash) {
    if (!known_) known_ = std::make_unique<Known>();
    known_->emplace(object, hash);
  }

  bool recall(const Object* object, uint64_t& hash) const {
    if (!known_ || !object->is_shared()) return false;
    auto found = known_->find(object);
    return found != known_->end() && (hash = found->second, true);
  }

  const ValueContext& context_;
  WalkMeter meter_;
  SmallStack<Gathering> stack_;
  using Known = std::unordered_map<const Object*, uint64_t>;
  std::unique_ptr<Known> known_;  // seldom needed
};

}  // namespace

uint64_t hash_value_slow(const ValueContext& context, Value v) {
  if (!touch(context, v)) return 0;
  if (v.is_double()) return hash_double(context.seed, v.as_double());
  if (!v.is_object()) return mix_hash(context.seed, v.bits());
  uint64_t leaf;
  return hash_leaf(context, v.as_object(), leaf) ? leaf : DeepHash(context).of(v.as_object());
}

}  // namespace aspen
