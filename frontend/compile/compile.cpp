#include "frontend/compile/compile.h"

#include "frontend/compile/consume.h"
#include "frontend/compile/function_compiler.h"
#include "frontend/compile/liveness.h"
#include "frontend/expand/macro.h"
#include "frontend/resolve/cautious.h"
#include "frontend/resolve/effects.h"
#include "frontend/resolve/promotable.h"
#include "frontend/resolve/resolve.h"
#include "vm/code/call_sites.h"

namespace aspen {

namespace {

constexpr unsigned kBodyPlaces = 100;  // top-level variables that live in registers; the rest in slots

// Decides where each variable lives.
class Homes {
 public:
  Homes(const CompileInput& input, Chunk& chunk) : input_(input), chunk_(chunk) {}

  void assign() {
    for (Binding& b : input_.scopes.bindings) {
      bool top_level = b.owner != nullptr && b.owner->is_body() && b.block == input_.program;
      if (b.is_self || b.constant != nullptr) {
        b.home = Binding::Home::none;
      } else if (top_level) {
        assign_top_level(b);
      } else if (b.literal != nullptr && b.literal->info->known && !b.captured) {
        b.home = Binding::Home::none;
      }
    }
  }

 private:
  void assign_top_level(Binding& b) {
    bool known = b.literal != nullptr && b.literal->info->known;
    if (input_.scopes.in_session) {
      b.home = Binding::Home::slot;
      if (b.session_slot < 0) b.session_slot = static_cast<int32_t>(new_slot(b));
      b.slot = static_cast<uint32_t>(b.session_slot);
    } else if (known && !(b.forward_slot && b.read_by_functions)) {
      b.home = Binding::Home::none;
    } else if (known || places_ >= kBodyPlaces) {
      b.home = Binding::Home::slot;
      b.slot = new_slot(b);
    } else if (b.read_by_functions) {
      b.home = Binding::Home::place_and_slot;
      b.slot = new_slot(b);
      ++places_;
    } else {
      ++places_;
    }
  }

  uint32_t new_slot(const Binding& b) {
    chunk_.slots.emplace_back(b.name.written());
    return static_cast<uint32_t>(chunk_.slots.size() - 1);
  }

  const CompileInput& input_;
  Chunk& chunk_;
  unsigned places_ = 0;
};

void describe(const FunctionInfo& info, FunctionCode& out) {
  out.name = std::string(info.name());
  out.arity = static_cast<uint16_t>(info.parameters.size());
  out.captures = static_cast<uint16_t>(info.captures.size());
  out.consumes = info.consumes;
  out.effect = info.effect;
  out.reach = info.reach;
}

// Module variables that are set once and are not read above the line that sets them.
std::vector<bool> steady_slots(const Scopes& scopes, const Chunk& chunk) {
  std::vector<bool> steady(chunk.slots.size(), false);
  if (scopes.in_session) return steady;
  for (const Binding& b : scopes.bindings) {
    bool slot = b.home == Binding::Home::slot || b.home == Binding::Home::place_and_slot;
    if (slot) steady[b.slot] = b.bound == 1 && b.updated == 0 && !b.forward_slot;
  }
  return steady;
}

}  // namespace

void FunctionCompiler::compile_literal() {
  auto parameters = function_->literal->parameters;
  for (size_t i = 0; i < parameters.size(); ++i) {
    code_.at(parameters[i]->span);
    Reg reg = alloc();
    auto* name = dyn<NamePattern>(parameters[i]);
    if (name == nullptr) continue;
    name->binding->place = reg;
    name->binding->emitted = true;
  }
  hold_captures();
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->kind == PatternKind::kName) continue;
    patterns_.match_or_raise(parameters[i], static_cast<Reg>(i), function_->parameters[i]->owned,
                             parameters[i]->span);
  }
  tail(function_->literal->body);
  patterns_.emit_mismatches();
  code_.out().frame_size = std::max(most_, 1u);
}

void FunctionCompiler::compile_body() {
  if (input_.scopes.in_session) {
    block(input_.program, [&](Expr* last) {
      Reg reg = alloc();
      last != nullptr ? into(last, {reg, true}) : load_unit(reg);
      code_.emit(Op::Return, reg);
    });
  } else {
    for (Expr* statement : input_.program->statements) discard(statement);
    code_.at({input_.program->span.end(), 0});
    return_module();
  }
  patterns_.emit_mismatches();
  code_.out().frame_size = std::max(most_, 1u);
}

void FunctionCompiler::use_module(UseExpr* expr) {
  Binding& b = *input_.scopes.imports.at(expr);
  Dest dest = begin_binding(&b);
  unsigned saved = top_;
  Reg window = alloc_run(3);
  code_.at(expr->span);
  auto path = input_.import_paths.find(expr);
  auto load = [&](bool of_macros) {
    code_.emit(Op::LoadModule, window, of_macros ? 1 : 0);
    code_.module(path != input_.import_paths.end() ? path->second : std::string());
    code_.call_site(CallSite::kModule);
  };
  load(false);
  if (b.name.text().starts_with(kMacroImport)) load(true);
  code_.emit(Op::Move, dest.reg, window);
  release(saved);
  finish_binding(&b, dest.reg);
  if (!has_place(&b)) release(dest.reg);
}

void FunctionCompiler::load_kept(const Binding& b, Reg reg) {
  if (b.constant != nullptr) {
    load_constant(b.constant, reg);
  } else if (b.literal != nullptr && b.literal->info->known) {
    load_function(*b.literal->info, reg);
  } else if (has_place(&b)) {
    code_.emit(Op::Copy, reg, b.place);
  } else {
    code_.emit(Op::GetSlot, reg);
    code_.slot(b.slot);
    code_.emit(Op::Share, reg);
  }
}

// A record of the top-level names that are kept.
Reg FunctionCompiler::record_of(const std::function<bool(const Binding&)>& is_kept) {
  Reg record = alloc();
  std::vector<std::string_view> fields;
  Reg first = static_cast<Reg>(top_);
  bool begun = false;
  auto put = [&] {
    code_.emit(begun ? Op::ExtendRecord : Op::NewRecord, record, first, static_cast<Reg>(fields.size()));
    code_.shape(fields);
    begun = true;
    fields.clear();
    release(first);
  };
  for (const Binding& b : input_.scopes.bindings) {
    if (!is_kept(b)) continue;
    if (fields.size() == kRunLength) put();
    Reg reg = alloc();
    fields.push_back(b.name.text());
    load_kept(b, reg);
  }
  put();
  return record;
}

// The names that importers see, and those that the module's macros mention, which may be private.
void FunctionCompiler::return_module() {
  auto is_public = [&](const Binding& b) { return input_.keeps_names && is_exported(b, input_.program); };
  auto is_of_macro = [&](const Binding& b) {
    return b.block == input_.program && !b.is_self && b.name && input_.macro_names.contains(b.name.text());
  };
  const Reg record = record_of(is_public);
  const Reg of_macros = input_.keeps_names && !input_.macro_names.empty() ? record_of(is_of_macro) : record;
  code_.emit(Op::ReturnModule, record, of_macros);
}

bool is_exported(const Binding& binding, const BlockExpr* program) {
  bool top_level =
      binding.owner != nullptr && binding.owner->is_body() && binding.block == program && !binding.is_self;
  return top_level && binding.import == nullptr && binding.name && !binding.name.text().starts_with('_');
}

void compile(const CompileInput& input, Chunk& chunk, Diagnostics& diagnostics) {
  Scopes& scopes = input.scopes;
  Liveness liveness(scopes, input.builtins, input.program, input.keeps_names);
  liveness.find_last_uses();
  settle_functions(scopes, liveness.edges(), liveness.part_edges());
  settle_effects(scopes, input.builtins, input.program);
  liveness.find_lendable();
  mark_promotable(input.program);
  if (input.cautious) forget_ownership(scopes, input.program);
  chunk.path = input.source.name();
  if (input.session_slots != nullptr) chunk.slots = *input.session_slots;
  Homes(input, chunk).assign();
  ChunkTables tables(chunk);
  chunk.functions.resize(scopes.functions.size());
  for (FunctionInfo& info : scopes.functions) {
    FunctionCode& out = chunk.functions[info.index];
    describe(info, out);
    FunctionCompiler compiler(input, tables, out, info, diagnostics);
    info.is_body() ? compiler.compile_body() : compiler.compile_literal();
  }
  if (diagnostics.has_errors()) return;
  std::vector<bool> steady = steady_slots(scopes, chunk);
  for (FunctionCode& function : chunk.functions) complete_call_sites(function, steady);
}

}  // namespace aspen
