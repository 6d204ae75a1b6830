// Links a chunk: copies its code and replaces the relocated operands by addresses and numbers of this
// machine.
#include <algorithm>
#include <cstring>

#include "vm/code/bound.h"
#include "vm/code/loop_needs.h"
#include "vm/code/loop_sites.h"
#include "vm/code/native_forms.h"
#include "vm/heap/native_stack.h"
#include "vm/heap/tracer.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/values/bigint.h"
#include "vm/values/bytes.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

class Loader {
 public:
  Loader(Machine& machine, const Chunk& chunk, LoadedModule& module, std::string& error)
      : machine_(machine), chunk_(chunk), module_(module), error_(error) {}

  bool load(SessionSlots* session) {
    make_slots(session);
    make_functions();
    return make_constants() && link_functions();
  }

 private:
  bool fail(std::string message) {
    error_ = chunk_.path + ": " + std::move(message);
    return false;
  }

  void make_slots(SessionSlots* session) {
    size_t count = chunk_.slots.size();
    module_.slot_names = chunk_.slots;
    if (session != nullptr) {
      while (session->values.size() < count) session->values.push_back(Value::undefined());
    } else {
      module_.slots = std::make_unique<Value[]>(count);
      std::fill_n(module_.slots.get(), count, Value::undefined());
    }
    for (size_t i = 0; i < count; ++i) {
      module_.slot_addresses.push_back(session != nullptr ? &session->values[i] : &module_.slots[i]);
    }
  }

  void make_functions() {
    size_t words = 0;
    for (const FunctionCode& function : chunk_.functions) words += function.code.size();
    module_.code = std::make_unique<Word[]>(words);
    module_.functions.reserve(chunk_.functions.size());
    Word* at = module_.code.get();
    for (const FunctionCode& function : chunk_.functions) {
      std::copy(function.code.begin(), function.code.end(), at);
      Proto& proto = module_.functions.emplace_back();
      proto.code = at;
      proto.code_size = static_cast<uint32_t>(function.code.size());
      proto.frame_size = function.frame_size;
      proto.arity = function.arity;
      proto.captures = function.captures;
      proto.consumes = function.consumes;
      proto.effect = function.effect;
      proto.reach = function.reach;
      proto.name = function.name;
      proto.module = &module_;
      proto.handlers = disjoint_handlers(function.handlers);
      proto.locations = function.locations;
      proto.calls = function.calls;
      proto.loops = function.loops;
      proto.loop_variables = function.loop_variables;
      for (LoopSite& loop : proto.loops) {
        find_updates(function, loop);
        find_settled(function, loop);
        find_sums(function, loop);
      }
      find_idle(function, proto.loops);
      if (!proto.loops.empty()) proto.paces = std::make_unique<LoopPace[]>(proto.loops.size());
      if (function.captures == 0) {
        proto.closure = machine_.main_strand().allocator().make<Closure>(0, &proto, 0u);
        share(Value::object(proto.closure));
      }
      at += function.code.size();
    }
  }

  bool make_constants() {
    Allocator& allocator = machine_.main_strand().allocator();
    // Reserved first: while constants are made, the collector finds them through the module's first function.
    std::vector<Value>& constants = module_.functions[0].constants;
    constants.reserve(chunk_.constants.size());
    for (const Constant& constant : chunk_.constants) {
      Value value;
      switch (constant.kind) {
        case Constant::Kind::String: value = text(constant.text); break;
        case Constant::Kind::Bytes: value = Value::object(make_bytes(allocator, constant.text)); break;
        case Constant::Kind::Integer: value = *parse_int(allocator, constant.text); break;
      }
      share(value);
      constants.push_back(value);
    }
    return true;
  }

  // A single ASCII character is the machine's own string, so that comparing it with the result of indexing
  // compares addresses.
  Value text(const std::string& text) {
    bool character = text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80;
    if (character) return machine_.character(static_cast<uint8_t>(text[0]));
    return Value::object(make_string(machine_.main_strand().allocator(), text));
  }

  bool link_functions() {
    for (size_t i = 0; i < chunk_.functions.size(); ++i) {
      Word* code = const_cast<Word*>(module_.functions[i].code);
      for (const Relocation& relocation : chunk_.functions[i].relocations) {
        if (!link(relocation, code + relocation.word)) return false;
      }
      bound_loops(module_.functions[i]);
      find_ready(module_.functions[i]);
    }
    return true;
  }

  bool link(const Relocation& relocation, Word* at) {
    uint32_t index = relocation.index;
    switch (relocation.target) {
      case Relocation::Target::constant: return write(at, module_.functions[0].constants[index]);
      case Relocation::Target::label: return write(at, Value::label(symbol(index)));
      case Relocation::Target::symbol: *at = symbol(index); return true;
      case Relocation::Target::shape: *at = shape(index); return true;
      case Relocation::Target::function: return write(at, &module_.functions[index]);
      case Relocation::Target::builtin: return link_builtin(chunk_.symbols[index], at);
      case Relocation::Target::builtin_value: return link_builtin_value(chunk_.symbols[index], at);
      case Relocation::Target::slot: return write(at, module_.slot_addresses[index]);
      case Relocation::Target::module: return link_module(chunk_.imports[index], at);
    }
    return false;
  }

  // The operand directly follows the first word of its instruction. Natives that are not pure wait for their
  // turn, which another instruction does.
  bool link_builtin(const std::string& name, Word* at) {
    const Builtin* builtin = machine_.builtin(name);
    if (builtin == nullptr) return fail("there is no standard function " + name);
    Op op = op_of(at[-1]);
    bool unary = op == Op::CallUnary;
    if (is_bits(op) && instruction_of(name) != op)
      return fail("the standard function " + name + " has another instruction");
    bool binary = is_bits(op) || op == Op::JumpIfNoPart;
    bool native = unary || binary || op == Op::CallNative;
    bool call = op != Op::LoadFunction;
    unsigned given = binary ? 2 : unary ? 1 : b_of(at[-1]);
    if (native ? builtin->native == nullptr : builtin->function == nullptr) {
      return fail("the standard function " + name + " is of another kind");
    }
    unsigned arity = native ? builtin->native->arity : builtin->function->arity;
    if (call && arity != given)
      return fail("the standard function " + name + " takes another number of arguments");
    if (!native) return write(at, builtin->function);
    if (builtin->native->effect != Effect::pure) {
      if (op != Op::CallNative) return fail("the standard function " + name + " is not pure");
      at[-1] = (at[-1] & ~Word{0xff}) | static_cast<Word>(Op::CallEffect);
    }
    return write(at, builtin->native);
  }

  bool link_builtin_value(const std::string& name, Word* at) {
    const Builtin* builtin = machine_.builtin(name);
    if (builtin == nullptr) return fail("there is no standard name " + name);
    return write(at, machine_.builtin_value(*builtin));
  }

  // The one that was loaded last, if the module's text has changed since.
  bool link_module(const std::string& path, Word* at) {
    LoadedModule* found = machine_.latest_module(path);
    if (found == nullptr) return fail("the module " + path + " is not loaded");
    auto& imports = module_.imports;
    if (std::find(imports.begin(), imports.end(), found) == imports.end()) imports.push_back(found);
    return write(at, found);
  }

  Symbol symbol(uint32_t index) { return machine_.symbols().intern(chunk_.symbols[index]); }

  ShapeId shape(uint32_t index) {
    std::vector<Symbol> fields;
    for (uint32_t field : chunk_.shapes[index]) fields.push_back(symbol(field));
    return machine_.shapes().intern(fields).id;
  }

  static bool write(Word* at, const void* address) { return write(at, reinterpret_cast<uint64_t>(address)); }
  static bool write(Word* at, Value value) { return write(at, value.bits()); }
  static bool write(Word* at, uint64_t bits) {
    at[0] = static_cast<Word>(bits);
    at[1] = static_cast<Word>(bits >> 32);
    return true;
  }

  Machine& machine_;
  const Chunk& chunk_;
  LoadedModule& module_;
  std::string& error_;
};

}  // namespace

void LoadedModule::trace_values(Tracer& tracer) const {
  tracer.visit(record);
  tracer.visit(of_macros);
  for (const Value* slot : slot_addresses) tracer.visit(*slot);
  for (const Proto& function : functions) tracer.visit(function.closure);
}

void LoadedModule::drop_values() {
  record = of_macros = Value::undefined();
  for (Value* slot : slot_addresses) *slot = Value::undefined();
  for (Proto& function : functions) function.closure = nullptr;
}

LoadedModule* Machine::latest_module(std::string_view path) const {
  const auto found = std::find_if(modules_.rbegin(), modules_.rend(), [&](const auto& module) {
    return !module->is_program && module->path == path;
  });
  return found == modules_.rend() ? nullptr : found->get();
}

void Machine::release(LoadedModule& module) { released_.release(module); }

LoadedModule* Machine::load(const Chunk& chunk, std::string& error, SessionSlots* session) {
  NativeStackScope scope(mutator_);
  if (chunk.is_from_outside && runtime_ && runtime_->has_workers()) {
    error = chunk.path + ": code from outside runs on one thread, and there are workers";
    return nullptr;
  }
  has_code_from_outside_ = has_code_from_outside_ || chunk.is_from_outside;
  modules_.push_back(std::make_unique<LoadedModule>());
  LoadedModule* module = modules_.back().get();
  module->path = chunk.path;
  module->in_library = in_library_;
  if (Loader(*this, chunk, *module, error).load(session)) return module;
  // It may no longer be the last one, if loading it has loaded modules of the library.
  std::erase_if(modules_, [&](const auto& entry) { return entry.get() == module; });
  return nullptr;
}

}  // namespace aspen
