// Writes the code of one function, and the tables that the functions of a chunk share.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/diagnostics/source.h"
#include "vm/code/chunk.h"
#include "vm/object/value.h"

namespace aspen {

// Constants, names and shapes of a chunk, each once.
class ChunkTables {
 public:
  explicit ChunkTables(Chunk& chunk) : chunk_(chunk) {}

  uint32_t symbol(std::string_view name);
  uint32_t constant(Constant::Kind kind, std::string_view text);
  uint32_t shape(const std::vector<uint32_t>& fields);
  uint32_t import(std::string_view path);

 private:
  Chunk& chunk_;
  std::unordered_map<std::string, uint32_t> symbols_, imports_, constants_, shapes_;
};

// A place in the code that jumps go to; bound once, before or after them.
struct Label {
  std::vector<uint32_t> jumps;  // offset words to fill in
  int64_t at = -1;
};

using Reg = uint8_t;

// `out` must outlive the assembler.
class Assembler {
 public:
  Assembler(FunctionCode& out, ChunkTables& tables) : out_(out), tables_(tables) {}

  // The piece of source that the following instructions belong to.
  void at(Span span) { span_ = span; }
  Span span() const { return span_; }

  void emit(Op op, Reg a = 0, Reg b = 0, Reg c = 0);
  void emit_i16(Op op, Reg a, int16_t bc);

  // Further words of the instruction emitted last, in order.
  void value(Value v);
  void constant(Constant::Kind kind, std::string_view text);
  void bare_label(std::string_view name);
  void symbol(std::string_view name);
  void shape(const std::vector<std::string_view>& fields);
  void function(uint32_t index);
  void builtin(std::string_view name, bool as_value = false);
  void slot(uint32_t index);
  void module(std::string_view path);
  void word(Word w) { out_.code.push_back(w); }
  void cache();
  void offset(Label& label);

  // Records the instruction emitted last as a call during which the caller's frame may be copied.
  void call_site(uint8_t flags) { out_.calls.push_back({here(), flags, 0}); }

  void bind(Label& label);
  // The back edge of a loop. If the loop's head is one comparison that leaves the loop, the comparison is
  // repeated here, inverted: one instruction less per step.
  void loop_back(Label& head, const Label& exit);
  // Removes the jump to `skipped` that begins at `from` and is the last instruction. `target` is bound right
  // after it.
  void retract(uint32_t from, Label& target, Label& skipped);
  void jump(Op op, Label& label) { emit(op), offset(label); }
  uint32_t here() const { return static_cast<uint32_t>(out_.code.size()); }

  ChunkTables& tables() { return tables_; }
  FunctionCode& out() { return out_; }

 private:
  void relocate(Relocation::Target target, uint32_t index, unsigned words);

  FunctionCode& out_;
  ChunkTables& tables_;
  Span span_;
};

}  // namespace aspen
