// What the names and functions of one module are: filled in by resolve, completed by liveness and consume,
// read by compile.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/diagnostics/source.h"
#include "frontend/resolve/builtins.h"
#include "frontend/syntax/ast.h"
#include "vm/object/function.h"

namespace aspen {

struct FunctionInfo;

// The meaning of a name: one variable, parameter or function of one function.
struct Binding {
  Name name;  // null: a parameter that is a pattern
  Span span;  // where it is first bound
  FunctionInfo* owner = nullptr;
  const Binding* hidden = nullptr;  // what the name meant before; null: nothing, or a name of the library
  const BlockExpr* block =
      nullptr;           // in which an assignment binds it first; null: a parameter or another pattern does
  uint32_t bound = 0;    // assignments that bind it
  uint32_t updated = 0;  // updates in place: `x[i] = v`, `x += v`
  std::vector<uint32_t> assigned_at;  // offsets of both statements, ascending
  uint32_t last_mention = 0;          // the offset after which no text needs its value
  LambdaExpr* literal = nullptr;      // bound once, directly by this function
  Expr* constant = nullptr;           // bound once, directly by this literal: uses are replaced
  const UseExpr* import = nullptr;
  bool pending = false;  // during resolution: the line that binds it comes later
  bool is_self = false;  // the literal's own name for itself; not a variable
  bool forward_slot =
      false;  // used above its line where it may not have run yet: through a checked slot or capture
  bool captured = false;           // by value, by some function
  bool read_by_functions = false;  // through a slot
  uint32_t statement = 0;          // of its block that binds it
  uint32_t safe_from = 0;          // first statement of its block between which and its own nothing can run

  // Session variables have numbers that outlive the entry.
  int32_t session_slot = -1;

  // Liveness and ownership.
  uint32_t index = 0;       // among the variables of `owner`
  bool consumed = false;    // kept, returned, updated or passed on to a function that does so
  bool changed = false;     // it or a part of it is updated, here or by a function that it is passed to
  bool lent = false;        // a parameter: some call still needs what it passes; or an element in a loop
  bool owned = true;        // its value is this variable's own, or marked as shared
  bool lendable = true;     // nothing changes the root's value while this one is in use
  Binding* root = nullptr;  // its value is part of that variable's value
  uint8_t depth = 0;        // how deep: 0 the value itself, 1 an element
  Expr* part = nullptr;     // the part, if that is known
  // Paths of fields that are read of it after others were updated: its value is lent only if it has them.
  std::vector<std::vector<Name>> needed;
  bool lends = false;  // some variable's value is part of its value

  // Where code finds it.
  enum class Home : uint8_t { none, place, slot, place_and_slot };  // a place is a register
  Home home = Home::place;
  uint8_t place = 0;
  uint32_t slot = 0;
  bool emitted = false;                              // its binding has been compiled
  std::vector<std::pair<uint8_t, uint8_t>> patches;  // closures (by register) that wait for it in a capture

  bool is_variable() const { return bound + updated > 1 || literal == nullptr; }
};

// One function literal, or the module's body.
struct FunctionInfo {
  LambdaExpr* literal = nullptr;  // null: the body
  FunctionInfo* parent = nullptr;
  Binding* self = nullptr;           // the name of the literal within itself
  Binding* target = nullptr;         // the variable it is directly assigned to
  std::vector<Binding*> parameters;  // of patterns, too
  std::vector<Binding*> variables;   // parameters included
  std::vector<Binding*> free;        // variables of enclosing functions, used by it or its own functions
  std::unordered_set<const Binding*> free_set;
  std::vector<Binding*> captures;
  std::vector<bool> capture_last_use;  // of each capture: its variable is dead once the literal is made
  std::unordered_map<uint32_t, Span> assigned;  // name id -> first assignment by `=` or an update
  bool known = true;                            // captures nothing
  bool calls_itself = false;                    // not in tail position
  // Of parts that are taken out of a variable: the paths of fields that it must have, as code reads them
  // before the part is replaced.
  std::unordered_map<const Expr*, std::vector<std::vector<Name>>> needed;
  uint32_t index = 0;  // among the functions of the module
  ConsumeMask consumes = 0;
  Effect effect = Effect::pure;
  Reach reach;

  std::string_view name() const {
    return literal != nullptr && literal->name ? literal->name.written() : std::string_view();
  }
  bool is_body() const { return literal == nullptr; }
};

// A name used in `literal` above the line that binds it.
struct ForwardUse {
  Binding* binding;
  const FunctionInfo* function;  // directly below the binding's owner
  bool safe;                     // nothing can run between the two lines
  Span span;
};

struct Scopes {
  std::deque<Binding> bindings;
  std::deque<FunctionInfo> functions;  // the body is the first
  std::vector<ForwardUse> forward_uses;
  std::vector<Binding*> session;  // variables of earlier entries that this one may use
  bool in_session = false;        // a REPL's entry
  std::unordered_map<const UseExpr*, Binding*> imports;

  FunctionInfo& body() { return functions.front(); }
};

}  // namespace aspen
