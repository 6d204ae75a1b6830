#include "tools/aspen/parallel.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "frontend/diagnostics/expansion.h"
#include "vm/code/linked.h"
#include "vm/code/loop_needs.h"
#include "vm/code/loop_sites.h"

namespace aspen {

namespace {

constexpr size_t kMostText = 40;
constexpr const char* kShort = "is in order: its iterations are short";

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

class Explainer {
 public:
  Explainer(const LoadedModule& module, const Source& source) : module_(module), source_(source) {}

  std::string explain() {
    for (const Proto& function : module_.functions) {
      if (function.is_rest) continue;
      function_ = &function;
      explain_loops();
      explain_calls();
    }
    if (lines_.empty())
      return source_.name() + ": nothing overlaps: there is no loop, and no call with work after it\n";
    std::string text;
    for (const auto& [line, what] : lines_)
      text += source_.name() + ":" + std::to_string(line) + ": " + what + "\n";
    return text;
  }

 private:
  std::optional<Span> span_at(uint32_t word) const { return span_of({function_, word}); }
  uint32_t line_at(uint32_t word) const {
    const std::optional<Span> span = span_at(word);
    return span ? written_line(source_, *span) : 0;
  }
  void add(uint32_t word, std::string what) {
    if (const uint32_t line = line_at(word); line != 0) lines_.emplace(line, std::move(what));
  }

  // --- Loops ---

  // A `while` jumps back wherever it continues, if it has no row: the last jump is its step.
  void explain_loops() {
    const Proto& f = *function_;
    loops_.clear();
    for (const LoopSite& loop : f.loops) loops_.try_emplace(loop.next, &loop);
    variables_.clear();
    for (const LoopVariable& variable : f.loop_variables) variables_[variable.next].push_back(&variable);
    std::map<uint32_t, uint32_t> steps;  // by the loop's first word
    for (uint32_t at = 0; at < f.code_size; at += info(op_of(f.code + at)).words()) {
      const Op op = op_of(f.code + at);
      if (is_step(op) || jumps_back(op)) steps[body_of(f.code, at)] = at;
    }
    for (const auto& [begin, step] : steps) {
      const auto loop = loops_.find(step);
      add(step, "the loop " + (loop != loops_.end() ? explain_loop(*loop->second)
                                                    : explain_loop_in_order(begin, step)));
    }
  }

  std::string explain_loop(const LoopSite& loop) const {
    const std::string apart = loop.has_apart_only() ? explain_apart(loop) : "";
    if (!loop.works && !apart.empty()) return "overlaps, if it only " + apart;
    if (!loop.works && !calls_natives(*function_, loop)) return kShort;
    const std::optional<LoopNeed> need = first_need(*function_, loop);
    const std::optional<LoopEffect> effect = first_effect(*function_, loop);
    if (!need && !effect) return "overlaps";
    if (!need || (effect && effect->word < need->word)) return explain_effect(loop, *effect);
    if (!apart.empty() && needs_first(*function_, loop)) return "overlaps, if it only " + apart;
    return explain_need(loop, *need) + (apart.empty() ? "" : "; all of it, if it only " + apart);
  }

  // What lets it be halved, even if its iterations are short.
  std::string explain_apart(const LoopSite& loop) const {
    const uint64_t lists = loop.sums & ~loop.numbers;
    std::string text;
    const auto say = [&](const std::string& before, uint64_t registers, const std::string& behind) {
      if (registers != 0) text += (text.empty() ? "" : " and ") + before + names_of(loop, registers) + behind;
    };
    say("adds numbers or texts to ", loop.numbers, "");
    say("pushes onto ", lists, "");
    say("replaces ", loop.in_bests(), " by better numbers");
    return text;
  }

  std::string explain_effect(const LoopSite& loop, const LoopEffect& effect) const {
    const std::string line = std::to_string(line_at(effect.word));
    const std::string does = effect.effect == Effect::output ? "prints" : "may write";
    const bool is_native = op_of(function_->code + effect.word) != Op::CallKnown;  // others may work first
    if (is_native && !works_before(*function_, loop, effect.word))
      return "is in order: line " + line + " " + does + ", and no call comes before that";
    return "overlaps up to line " + line + ", which " + does + ", in order";
  }

  std::string explain_need(const LoopSite& loop, const LoopNeed& need) const {
    const std::string line = std::to_string(line_at(need.word));
    const std::string name = names_of(loop, uint64_t{1} << need.reg);
    if (need.callee != nullptr && !need.callee->name.empty())
      return "overlaps up to where " + quoted(need.callee->name) + ", called in line " + line + ", uses " +
             name + " of the iteration before";
    const std::string uses = "line " + line + " uses " + name + " of the iteration before";
    const bool works = need.word != loop.next && works_before(*function_, loop, need.word);
    if (!works && need.is_in_branch)
      return "overlaps, but for iterations that come to line " + line + ", which uses " + name +
             " of the iteration before";
    if (!works) return "is in order: " + uses + ", and no call comes before that";
    return "overlaps up to line " + line + ", which uses " + name + " of the iteration before";
  }

  std::string explain_loop_in_order(uint32_t begin, uint32_t step) const {
    const Word* code = function_->code;
    bool ties = false, works = false;
    for (uint32_t at = begin; at < step; at += info(op_of(code + at)).words()) {
      const Op op = op_of(code + at);
      works = works || pushes_frame(op) || is_step(op) || (jumps_back(op) && body_of(code, at) != begin);
      ties = ties || op == Op::SetCapture;
    }
    if (!works) return kShort;
    if (ties) return "is in order: it makes functions that use each other";
    return "is in order: it, or the code after it, sets a variable that functions read";
  }

  // "`a` and `b`"; "a value" for what has no name.
  std::string names_of(const LoopSite& loop, uint64_t registers) const {
    std::vector<std::string> names;
    const auto found = variables_.find(loop.next);
    for (const LoopVariable* variable : found != variables_.end() ? found->second : kNoVariables) {
      if (registers >> variable->reg & 1) names.push_back(quoted(variable->name));
    }
    if (names.empty()) return "a value";
    std::string text = names[0];
    for (size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
  }

  // --- Calls ---

  void explain_calls() {
    const Proto& f = *function_;
    std::array<const Proto*, 256> made{};  // by register: the function that was put there
    for (uint32_t at = 0; at < f.code_size; at += info(op_of(f.code + at)).words()) {
      const Op op = op_of(f.code + at);
      const bool calls = op == Op::CallKnown || op == Op::TailCallKnown;
      if (calls && pointer<const Proto>(f.code + at + 1)->range != nullptr)
        explain_range(at, made);
      else if (const CallSite* site = f.call_site(f.code + at + info(op).words()))
        explain_call(at, *site);
      if (info(op).a == Operand::w) made[a_of(f.code + at)] = nullptr;
      if (op == Op::LoadFunction || op == Op::MakeClosure)
        made[a_of(f.code + at)] = pointer<const Proto>(f.code + at + 1);
    }
  }

  // A call of `map` or the like: it divides what it iterates over, if the function that it calls does not
  // write.
  void explain_range(uint32_t at, const std::array<const Proto*, 256>& made) {
    const Word* code = function_->code + at;
    const Proto& callee = *pointer<const Proto>(code + 1);
    for (unsigned i = 0; i < callee.arity; ++i) {
      const Proto* called = callee.reach.calls >> i & 1 ? made[a_of(code) + 3u + i] : nullptr;
      if (called != nullptr && called->effect >= Effect::output)
        return add(at, text_at(at) +
                           " is in order: its function prints, waits, writes or reads a clock, or may do so");
    }
    add(at, text_at(at) + " divides the elements among the cores");
  }

  void explain_call(uint32_t at, const CallSite& site) {
    if (!(site.flags & CallSite::kPromotable) || (site.flags & CallSite::kModule)) return;
    const Word* code = function_->code + at;
    const bool writes =
        op_of(code) == Op::CallKnown && pointer<const Proto>(code + 1)->effect >= Effect::output;
    if (site.flags & CallSite::kBarrier)
      return add(at, text_at(at) + " is in order: the code after it sets a variable that functions read");
    if (writes)
      return add(at, text_at(at) + " is in order: it prints, waits, writes or reads a clock, or may do so");
    add(at, text_at(at) + " overlaps with the code after it");
  }

  // The beginning of the call's text.
  std::string text_at(uint32_t word) const {
    const std::optional<Span> span = span_at(word);
    if (!span) return "the call";
    std::string_view text = source_.text(*span);
    const size_t line = text.find('\n');
    if (line == std::string_view::npos && text.size() <= kMostText) return quoted(text);
    text = text.substr(0, std::min(line, kMostText));
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.remove_suffix(1);
    return quoted(std::string(text) + "…");
  }

  const LoadedModule& module_;
  const Source& source_;
  static inline const std::vector<const LoopVariable*> kNoVariables;

  const Proto* function_ = nullptr;
  std::unordered_map<uint32_t, const LoopSite*> loops_;                       // of the function, by the step
  std::unordered_map<uint32_t, std::vector<const LoopVariable*>> variables_;  // likewise
  std::multimap<uint32_t, std::string> lines_;
};

}  // namespace

std::string explain_overlap(const Engine& engine, const LoadedModule& module) {
  const Source* source = engine.source(module);
  return source != nullptr ? Explainer(module, *source).explain() : "";
}

}  // namespace aspen
