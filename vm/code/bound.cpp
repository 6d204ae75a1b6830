#include "vm/code/bound.h"

#include <algorithm>

#include "vm/code/instructions.h"
#include "vm/code/linked.h"

namespace aspen {

namespace {

// Functions may hold functions that hold functions: deeper ones count as unknown.
constexpr unsigned kMaxDepth = 8;
// So do all values after this many.
constexpr unsigned kMaxValues = 64;

class Search {
 public:
  // `known` arguments are available, of `given` in all.
  void call(const Proto& proto, Value function, const Value* arguments, unsigned known, unsigned given) {
    const Reach& reach = proto.reach;
    raise(proto.effect);
    // Too few arguments make a partial application; excess ones go to the value that the function returns.
    if (reach.calls_unknown || given > proto.arity) raise(Effect::write);
    bound.uncertain |= reach.iterates_unknown;
    for (unsigned i = 0; i < 32 && i < proto.arity; ++i) {
      Value argument = i < known ? arguments[i] : Value::undefined();
      if (reach.calls >> i & 1) value(argument, reach.given);
      if (reach.iterates >> i & 1) iteration(argument);
    }
    if ((reach.calls_captured | reach.iterates_captured) == 0) return;
    if (!is_kind(function, Kind::Closure)) return raise(Effect::write);
    Value* captures = as<Closure>(function)->captures();
    for (unsigned i = 0; i < 32 && i < proto.captures; ++i) {
      if (reach.calls_captured >> i & 1) value(captures[i], reach.given);
      if (reach.iterates_captured >> i & 1) iteration(captures[i]);
    }
  }

  void value(Value callee, unsigned given) {
    if (bound.effect == Effect::write) return;
    if (depth_ == kMaxDepth || ++values_ > kMaxValues) return raise(Effect::write);
    ++depth_;
    apply(callee, nullptr, 0, given);
    --depth_;
  }

  Bound bound;

 private:
  void raise(Effect effect) { bound.effect = std::max(bound.effect, effect); }

  void apply(Value callee, const Value* held, unsigned known, unsigned given) {
    if (callee.is_undefined()) return raise(Effect::write);
    if (!callee.is_object()) return;  // a label makes a value, any other value raises
    switch (callee.as_object()->kind) {
      case Kind::Closure: return call(*as<Closure>(callee)->proto, callee, held, known, given);
      case Kind::NativeFunction: {
        const NativeDescriptor& native = *as<NativeFunction>(callee)->descriptor;
        for (unsigned i = 0; i < native.arity; ++i) {
          if (native.iterates >> i & 1) iteration(i < known ? held[i] : Value::undefined());
        }
        return raise(given > native.arity ? Effect::write : native.effect);
      }
      case Kind::Partial: {
        Partial* partial = as<Partial>(callee);
        return apply(partial->function, partial->arguments(), partial->length, partial->length + given);
      }
      case Kind::Module: return apply(as<Module>(callee)->converter, nullptr, 0, given);
      default: return raise(is_plain(callee) ? Effect::pure : Effect::write);
    }
  }

  void iteration(Value source) {
    if (source.is_undefined() || !is_plain(source)) bound.uncertain = true;
  }

  // A kind that the language only computes with. A new kind is not plain unless it is added here.
  static bool is_plain(Value v) {
    if (!v.is_object()) return true;
    switch (v.as_object()->kind) {
      case Kind::Closure:
      case Kind::NativeFunction:
      case Kind::Partial:
      case Kind::Module:
      case Kind::String:
      case Kind::Bytes:
      case Kind::List:
      case Kind::Tuple:
      case Kind::Record:
      case Kind::LabelBox:
      case Kind::Dict:
      case Kind::Range:
      case Kind::Int64:
      case Kind::BigInt: return true;
      default: return false;
    }
  }

  unsigned depth_ = 0;
  unsigned values_ = 0;
};

Effect bound_of_function(const Proto& callee) {
  return callee.reach == Reach{} ? callee.effect : Effect::write;
}

Effect bound_of_instruction(const Word* at) {
  switch (op_of(at)) {
    case Op::CallKnown:
    case Op::TailCallKnown: return bound_of_function(*pointer<const Proto>(at + 1));
    case Op::CallNative:
    case Op::CallEffect:
    case Op::CallUnary: {
      const auto& native = *pointer<const NativeDescriptor>(at + 1);
      return native.iterates == 0 ? native.effect : Effect::write;
    }
    case Op::Call:
    case Op::TailCall:
    case Op::LoadModule:
    case Op::SetSlot:
    case Op::TakeSlot: return Effect::write;
    default: return Effect::pure;
  }
}

}  // namespace

void bound_loops(Proto& proto) {
  for (LoopSite& loop : proto.loops) {
    loop.bound = Effect::pure;
    bool reads = false;
    for (uint32_t word = loop.begin; word < loop.next;) {
      const Word* at = proto.code + word;
      const Effect effect = bound_of_instruction(at);
      reads = reads || effect == Effect::read;
      loop.bound = std::max(loop.bound, effect);
      word += info(op_of(at)).words();
    }
    loop.works |= static_cast<uint8_t>(reads);
  }
}

Bound bound_of_call(const Proto& proto, Value function, const Value* registers) {
  Search search;
  search.call(proto, function, registers, proto.arity, proto.arity);
  return search.bound;
}

Bound bound_of_value(Value callee, unsigned given) {
  Search search;
  search.value(callee, given);
  return search.bound;
}

}  // namespace aspen
