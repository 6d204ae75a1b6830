// Patterns: first all tests, which load what they must look into, then the names are bound. So a pattern that
// fails changes nothing.
//
// A part is loaded in one of four ways (vm/docs/ownership.md). Moved: the holder is dead, and this code
// owns it. Taken: the part is dead (dead_parts.h). Lent: nothing changes that value while the part is in use
// (liveness.h). Shared: otherwise.
#pragma once

#include <vector>

#include "frontend/compile/function_writer.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

class PatternWriter {
 public:
  explicit PatternWriter(FunctionWriter& to) : to_(to), code_(to.code()) {}

  // Binds the pattern to the value in `source`, or goes to `fail` with nothing bound.
  void match(Pattern* pattern, Reg source, bool moves, Label& fail);
  void match_or_raise(Pattern* pattern, Reg source, bool moves, Span span);
  // Matches the parts in registers from `first` on against the elements of a pattern. A variable that begins
  // here stays in its part's register if no other arm tries the parts again (`stay`).
  void match_parts(TuplePattern* pattern, Reg first, bool moves, bool stay, Label& fail);
  // The first of two matches, which leaves the value to its holder: binds only the names that `guard` (or
  // null) mentions, to parts that are lent to it. After the guard the pattern is matched again, in earnest.
  void try_match(Pattern* pattern, Reg source, Expr* guard, Label& fail);
  void try_parts(TuplePattern* pattern, Reg first, Expr* guard, Label& fail);
  // Gives registers to the variables that begin in the pattern.
  void reserve_names(Pattern* pattern);

  // Raises for the value, or for the tuple that was taken apart into `parts` registers; here, or at `fail`.
  void emit_mismatch(Reg value, Span span, Reg parts);
  void raise_mismatch(Label fail, Reg value, Span span, Reg parts = 0);
  // After the function's code: raises for all mismatches that were left for it.
  void emit_mismatches();

 private:
  // A part that a pattern binds once all its tests have passed.
  struct PartBinding {
    enum class Kind : uint8_t { whole, item, index, rest, field, key, payload } kind;
    Reg source;
    int32_t index = 0;
    uint32_t after = 0;
    Name field = {};
    NamePattern* name = nullptr;
    bool moves = false;
    bool taken = false;   // out of the variable that holds it (NamePattern)
    bool loaded = false;  // the test has put it into the variable's register
  };
  // The code for a pattern that must match and does not: placed after the function's code.
  struct Mismatch {
    Label fail;
    Reg value;
    Span span;
    Reg parts;  // the number of registers that the tuple was taken apart into; 0: it is whole
  };
  struct MatchState {
    std::vector<PartBinding> bindings;
    Label* fail;
    bool tries = false;  // see try_match
    Expr* guard = nullptr;
    const Pattern* last = nullptr;  // the last one that may fail
  };

  void match(Pattern* pattern, Reg source, bool moves, MatchState state);
  void match_parts(TuplePattern* pattern, Reg first, bool moves, MatchState state);
  void test(Pattern* pattern, Reg source, bool moves, MatchState& state);
  void test_literal(const LiteralPattern* pattern, Reg source, Label& fail);
  void test_part(Pattern* pattern, PartBinding part, MatchState& state);
  void test_list(ListPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_record(RecordPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_dict(DictPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_label(LabelPattern* pattern, Reg source, bool moves, MatchState& state);
  void test_or(OrPattern* pattern, Reg source, bool moves, MatchState& state);
  // The registers in which alternatives leave the parts for variables that there are already.
  std::vector<PartBinding> parts_for_later(OrPattern* pattern);
  void load_part(const PartBinding& part, Reg reg, Mode mode);
  void bind_parts(MatchState& state, Reg source);
  void bind_part(PartBinding& part);
  void lend_part(PartBinding& part, Expr* guard);
  bool is_assigned_later(Reg reg, const Pattern* pattern) const;

  FunctionWriter& to_;
  Assembler& code_;
  std::vector<Mismatch> mismatches_;
};

}  // namespace aspen
