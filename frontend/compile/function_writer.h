// What the code of one function is written with: its instructions, registers, constants and variables.
//
// Registers form a stack: parameters, then variables and temporaries as they come into being; a block
// releases the registers that it took. Only a register marked fresh may be written before the last operand
// has been read.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "frontend/compile/assembler.h"
#include "frontend/compile/compile.h"
#include "frontend/compile/constants.h"
#include "frontend/resolve/callee.h"

namespace aspen {

// The values that LoadSpecial knows.
enum Special : Reg { kUnitValue = 0, kUndefinedValue = 1, kFalseValue = 2, kTrueValue = 3 };

// How a value is used: it is only read before anything can change it, it is kept, or a part is taken out of
// it.
enum class Mode : uint8_t { lend, own, reach };

struct Dest {
  Reg reg;
  bool fresh;  // nothing else is kept there
};

struct TextRange {
  uint32_t from, to;
};

// Whether the variable has a register of its own.
inline bool has_place(const Binding* binding) {
  return binding->home == Binding::Home::place || binding->home == Binding::Home::place_and_slot;
}

// Evaluates no expressions: FunctionCompiler does that with it.
class FunctionWriter {
 public:
  FunctionWriter(const CompileInput& input, ChunkTables& tables, FunctionCode& out, FunctionInfo& function,
                 Diagnostics& diagnostics)
      : input_(input),
        reader_(input.builtins),
        code_(out, tables),
        function_(&function),
        diagnostics_(diagnostics) {}

  const CompileInput& input() const { return input_; }
  const CallReader& reader() const { return reader_; }
  const FunctionInfo& function() const { return *function_; }
  Assembler& code() { return code_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {});
  // Whether the code that follows is inside a `try` of this function.
  bool is_in_try() const { return tries_ != 0; }

  // ---- Registers
  Reg alloc();
  Reg alloc_run(unsigned count);
  unsigned top() const { return top_; }
  void release(unsigned top) { top_ = top; }

  // ---- Constants
  void load_unit(Reg reg);
  void load_int(Reg reg, const IntExpr* value, bool negative);
  void load_number(Reg reg, const NumberConstant& number);
  void load_bool(Reg reg, bool value);
  // False if `expr` is no literal.
  bool load_constant(const Expr* expr, Reg reg);
  void load_function(const FunctionInfo& info, Reg reg);

  // ---- Captures
  std::optional<unsigned> capture_index(const Binding* binding) const;
  // Loads captured values that a loop reads, once, before it.
  void hold_captures();
  std::optional<Reg> held_capture(const Expr* expr) const;
  void load_capture_value(Binding* binding, Reg reg, bool moves);

  // ---- Variables
  // Where a new value of the variable goes, and that it is there.
  Dest begin_binding(Binding* binding);
  void finish_binding(Binding* binding, Reg value);
  bool may_borrow(const Binding* binding) const;
  bool can_move(const NameExpr* name) const;
  // Whether the name is a variable that nothing assigns in that text, so that it can be read at its end.
  bool waits(const Expr* expr, TextRange text) const;
  void load_local(NameExpr* name, Reg reg, Mode mode);

 protected:
  const CompileInput& input_;
  CallReader reader_;
  Assembler code_;
  FunctionInfo* function_;
  Diagnostics& diagnostics_;
  unsigned top_ = 0;
  unsigned most_ = 0;
  unsigned tries_ = 0;  // enclosing `try`s

 private:
  bool overflown_ = false;
  std::vector<std::pair<const Binding*, Reg>> held_;  // captured values that loops read
};

}  // namespace aspen
