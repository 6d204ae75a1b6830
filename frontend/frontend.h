// From source files to code: the one entry that tools, the embedding API and the standard library use.
//
//   CompileResult result = compile_file("main.asp", catalogue);
//   if (!result.ok()) { std::cerr << result.render(); … }
//   for (CompiledModule& module : result.program.modules) machine.load(module.chunk, …);   // in this order
//   // then run functions[0] of the last one
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/resolve/builtins.h"
#include "vm/code/chunk.h"

namespace aspen {

// A top-level name of a module that other modules see.
struct Export {
  std::string name;
  // Index in Chunk::functions if the name is bound once, by a function that captures nothing: it may be
  // called without running the module (the standard library is loaded so). -1 otherwise.
  int32_t function = -1;
  uint16_t arity = 0;  // this and the next three only with such a function
  ConsumeMask consumes = 0;
  Effect effect = Effect::write;
  Reach reach;
  std::string parameters;  // "n xs"; of a name that is bound once, by any function
  uint32_t offset = 0;     // where in the source it is bound: its documentation stands above
};

// A macro of a module that other modules see.
struct MacroExport {
  std::string pattern;  // "a 'swap b"
  std::shared_ptr<const Source> source;
  uint32_t offset;  // of the definition in that source
};

struct CompiledModule {
  std::shared_ptr<const Source> source;  // shared: error reports outlive programs
  Chunk chunk;                           // chunk.path == source->name(): the name that imports use
  std::vector<Export> exports;
  std::vector<MacroExport> macros;
};

// Imported modules come before those that import them; the last one is the program itself.
struct Program {
  std::vector<CompiledModule> modules;
};

struct CompileOptions {
  // The program's own body ends in a record of its top-level names (imported modules always do): for hosts
  // that read these names.
  bool keep_names = false;
  // Never update in place (cautious.h): for tests that compare the two ways to compile.
  bool cautious = false;
  // Fill CompileResult::expanded.
  bool expand = false;
  // Look for code that is probably not meant, too (warnings/mistakes.h): for `aspen check`.
  bool warn = false;
  // Which files may be imported; empty: all.
  std::function<bool(const std::string& path)> may_import = {};
  // The text of an imported module, in place of a file's: false, with the reason in `error`, if there is
  // none. `path` is relative to what the directory of the program is relative to, without `.` and inner `..`.
  // Empty: modules are files.
  std::function<bool(const std::string& path, std::string& text, std::string& error)> read_module = {};
};

struct CompileResult {
  Program program;                                     // empty unless ok()
  std::vector<std::shared_ptr<const Source>> sources;  // what the diagnostics refer to
  Diagnostics diagnostics;
  std::string unreadable;   // why the program's file could not be read; "" otherwise
  std::string expanded;     // if asked for: the program's text after the expansion of its macros
  bool incomplete = false;  // the only error is that the text ends too early (parse.h)

  bool ok() const { return unreadable.empty() && !diagnostics.has_errors(); }
  // Diagnostics, or why the file could not be read, as text for users.
  std::string render(const RenderOptions& options = {}) const;
};

// `name` is what messages call the text; imports are looked for in `directory` ("" : the working directory).
CompileResult compile_text(std::string name, std::string text, const BuiltinCatalogue& builtins,
                           const CompileOptions& options = {}, std::string_view directory = {});
CompileResult compile_file(const std::string& path, const BuiltinCatalogue& builtins,
                           const CompileOptions& options = {});

// Reads a whole file. Returns false, with a message for users in `error`, if that fails.
bool read_source_file(const std::string& path, std::string& text, std::string& error);

// A REPL: entries compiled one after the other; top-level names persist, and may be rebound. Every chunk
// lists the slots of the whole session; load it with the machine's SessionSlots. Running functions[0] returns
// the entry's value.
class Session {
 public:
  explicit Session(const BuiltinCatalogue& builtins, const CompileOptions& options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The last module of the result is the entry; modules before it are imports that no earlier entry has
  // loaded. An entry with errors changes nothing. `path`: of the file that holds the text; "": it was typed.
  CompileResult compile(std::string text, const std::string& path = {});
  // The names bound so far and the words of macros, for completion.
  std::vector<std::string> names() const;
  // Of the variable of that name, among those of the latest chunk.
  std::optional<uint32_t> slot(std::string_view name) const;
  // The text of the macros that have this pseudo-keyword, a line each at least; "": there is none.
  std::string macros_with(std::string_view word) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aspen
