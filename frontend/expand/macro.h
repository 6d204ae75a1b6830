#pragma once
// Macros, and which of them a module may use where.

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/expand/template.h"

namespace aspen {

class MacroScope;

// How a name begins that expansion gives to an import. Through it, private names that a macro mentions are
// seen.
inline constexpr std::string_view kMacroImport = "_macros_";

struct MacroItem {
  std::string_view name;  // in the text of the macro's source
  SyntaxItem::Kind kind;

  bool is_word() const { return kind == SyntaxItem::Kind::word; }
  bool is_rest() const { return kind == SyntaxItem::Kind::rest; }
};

struct Macro {
  const MacroScope* scope;  // of the module that defines it, which owns the macro
  Span span;                // `syntax a 'swap b`
  Span definition;          // with the body
  std::string pattern;      // "a 'swap b"
  std::vector<MacroItem> items;
  Template body;
  bool is_expression = false;  // the body is one expression
  // The index of the one item that takes any number of atoms; the number of items: there is none.
  size_t rest = 0;
  std::unordered_set<std::string_view> parameters;  // in the text of the source, like those below
  std::unordered_set<std::string_view> bound;       // names that the body binds
  std::unordered_set<std::string_view> free;        // names that mean what they mean in the module

  const Source& source() const { return *body.source; }
  std::string_view first_word() const;
  bool has_rest() const { return rest < items.size(); }
  // The two match the same chains.
  bool is_like(const Macro& other) const;
};

// The macros that a module defines or imports, in the order in which it does so.
class MacroScope {
 public:
  // `path` names the module to its importers; "" for a session: all its entries are one module.
  explicit MacroScope(std::string path) : path_(std::move(path)) {}
  MacroScope(const MacroScope&) = delete;
  MacroScope& operator=(const MacroScope&) = delete;

  struct Entry {
    const Macro* macro;
    uint32_t from;  // the offset from which on it may be used
  };

  // Reports what is wrong with the definition, and then leaves it out.
  void define(const std::shared_ptr<const Source>& source, const SyntaxExpr* definition,
              Diagnostics& diagnostics);
  // The macros of a module that is used at that offset.
  void import(std::shared_ptr<const MacroScope> module, uint32_t offset);
  // All macros of the session's earlier entries.
  void continue_session(std::shared_ptr<const MacroScope> before);
  void add_name(std::string_view name) { names_.emplace(name); }

  const std::string& path() const { return path_; }
  bool empty() const { return entries_.empty(); }
  const std::deque<Macro>& own() const { return own_; }
  // Those that are listed under this pseudo-keyword: each under one of its own, which few others share.
  const std::vector<Entry>& by_word(std::string_view word) const;
  // A macro that has this pseudo-keyword anywhere.
  const Macro* with_word(std::string_view word) const;
  const std::vector<Entry>& entries() const { return entries_; }
  // Each pseudo-keyword with a macro that has it.
  const std::unordered_map<std::string_view, const Macro*>& words() const { return words_; }
  // A top-level name of the module.
  bool is_name(std::string_view name) const { return names_.contains(std::string(name)); }
  // Top-level names that the macros of the module need where they are used.
  std::unordered_set<std::string_view> needed() const;

 private:
  // In a session, a definition or an import replaces what an earlier entry has defined or imported.
  void forget_like(const Macro& macro);
  void add(const Macro* macro, uint32_t from);
  void note_names(Macro& macro, const SyntaxExpr* definition) const;

  std::string path_;
  std::deque<Macro> own_;
  std::unordered_map<std::string, const Macro*> forms_;  // of its own macros
  std::vector<Entry> entries_;
  std::unordered_set<const Macro*> known_;  // those of the entries
  std::unordered_map<std::string_view, std::vector<Entry>> by_word_;
  std::unordered_map<std::string_view, const Macro*> words_;
  std::vector<std::shared_ptr<const MacroScope>> modules_;  // shared: a session drops modules that failed
  std::unordered_set<std::string> names_;
};

}  // namespace aspen
