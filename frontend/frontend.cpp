#include "frontend/frontend.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "frontend/compile/compile.h"
#include "frontend/diagnostics/expansion.h"
#include "frontend/expand/expand.h"
#include "frontend/resolve/resolve.h"
#include "frontend/resolve/unshadow.h"
#include "frontend/syntax/parse.h"
#include "frontend/warnings/mistakes.h"

namespace aspen {

namespace {

namespace fs = std::filesystem;

// The identity of a file, the same however the file is named.
std::string identity(const std::string& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

// Where the imports of a file are. A link to a program leads to the modules of the program.
std::string directory_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return fs::path(path).parent_path().string();
  const fs::path real = fs::canonical(path, error);
  return error ? std::string() : fs::proximate(real.parent_path(), error).string();
}

std::string import_path(std::string_view directory, std::string_view written) {
  fs::path path = fs::path(directory) / fs::path(written);
  if (path.extension() != ".asp") path += ".asp";
  return path.lexically_normal().string();
}

std::string parameter_list(const Source& source, const LambdaExpr& literal) {
  std::string out;
  for (const Pattern* parameter : literal.parameters) {
    if (!out.empty()) out += ' ';
    out += written_text(source, parameter->span);
  }
  return out;
}

std::vector<Export> exports_of(const Scopes& scopes, const BlockExpr* program, const Source& source) {
  std::vector<Export> out;
  for (const Binding& b : scopes.bindings) {
    if (!is_exported(b, program)) continue;
    Export& e = out.emplace_back();
    e.name = std::string(b.name.text());
    e.offset = b.span.offset;
    if (b.literal == nullptr) continue;
    e.parameters = parameter_list(source, *b.literal);
    if (!b.literal->info->known) continue;
    const FunctionInfo& info = *b.literal->info;
    e.function = static_cast<int32_t>(info.index);
    e.arity = static_cast<uint16_t>(info.parameters.size());
    e.consumes = info.consumes;
    e.effect = info.effect;
    e.reach = info.reach;
  }
  return out;
}

std::vector<MacroExport> macro_exports(const MacroScope& macros) {
  std::vector<MacroExport> out;
  for (const Macro& macro : macros.own()) {
    if (!macro.first_word().starts_with('_'))
      out.push_back({macro.pattern, macro.body.source, macro.definition.offset});
  }
  return out;
}

// One file while it is compiled.
struct Unit {
  std::shared_ptr<Source> source;
  std::shared_ptr<const Source> written;  // before its macros were expanded
  std::string directory;
  Arena arena;
  BlockExpr* program = nullptr;
  std::unordered_map<const UseExpr*, const ModuleNames*> imports;
  std::unordered_map<const UseExpr*, std::string> import_paths;
  std::unordered_map<const UseExpr*, std::shared_ptr<const MacroScope>> import_macros;
  ModuleNames names;
  std::shared_ptr<MacroScope> macros;  // shared with the modules that use them
  bool compiling = true;
};

// Compiles a file and what it imports, the imports first.
class Build {
 public:
  Build(const BuiltinCatalogue& builtins, CompileResult& result,
        std::map<std::string, std::unique_ptr<Unit>>& units, const CompileOptions& options)
      : builtins_(builtins), result_(result), units_(units), options_(options) {}

  struct Session {
    const std::vector<SessionName>* names;
    const std::vector<std::string>* slots;
    std::vector<SessionName>* bound;  // filled: the names of this entry
    std::shared_ptr<const MacroScope> macros;
    unsigned* number;  // for the next use of a macro
  };

  void compile_program(Unit& unit, bool keep_names, const Session* session) {
    std::vector<Leftover> leftovers;
    ParseResult parsed = parse(*unit.source, unit.arena, result_.diagnostics, {{}, &leftovers});
    result_.incomplete = parsed.incomplete;
    unit.program = parsed.program;
    if (parsed.program == nullptr) return report_leftovers(*unit.source, leftovers, result_.diagnostics);
    import_all(unit);
    const size_t errors = result_.diagnostics.errors().size();
    const bool has_macros = define_macros(unit, session);
    bool defined = result_.diagnostics.errors().size() == errors;
    if (!has_macros) report_leftovers(*unit.source, leftovers, result_.diagnostics);
    bool ready = parsed.ok && defined && (has_macros || leftovers.empty());
    if (ready && has_macros) ready = expand_macros(unit, session);
    if (ready) generate(unit, keep_names, session);
    unit.compiling = false;
  }

  // So that an entry of a session gets what is there now: forgets the modules of which the text has changed,
  // and those that import them. Those that cannot be read any more stay.
  void forget_changed() {
    const auto forget_if = [&](auto condition) {
      return std::erase_if(units_, [&](const auto& entry) { return condition(*entry.second); }) != 0;
    };
    forget_if([&](const Unit& unit) {
      std::string text, error;
      return read_module(unit.written->name(), text, error) && text != unit.written->text();
    });
    const auto has_lost_import = [&](const Unit& unit) {
      return std::any_of(unit.import_paths.begin(), unit.import_paths.end(),
                         [&](const auto& import) { return !units_.contains(key_of(import.second)); });
    };
    while (forget_if(has_lost_import)) {
    }
  }

 private:
  // True if the program has or sees any.
  bool define_macros(Unit& unit, const Session* session) {
    unit.macros = std::make_shared<MacroScope>(session != nullptr ? "" : unit.source->name());
    if (session != nullptr && session->macros != nullptr) unit.macros->continue_session(session->macros);
    auto import = [&](const UseExpr* use) {
      auto found = unit.import_macros.find(use);
      if (found != unit.import_macros.end()) unit.macros->import(found->second, use->span.end());
    };
    aspen::define_macros(unit.source, unit.program, *unit.macros, import, result_.diagnostics);
    auto defines = [](const Expr* statement) { return statement->kind == ExprKind::kSyntax; };
    const auto& statements = unit.program->statements;
    return !unit.macros->empty() || std::any_of(statements.begin(), statements.end(), defines);
  }

  // The unit gets the text, the tree and the imports of the expanded program.
  bool expand_macros(Unit& unit, const Session* session) {
    auto import_text = [&](const std::string& path) {
      const std::string file =
          fs::path(path).lexically_proximate(unit.directory).replace_extension().generic_string();
      return file.starts_with('.') || file.starts_with('/') ? file : "./" + file;
    };
    ExpandInput input{unit.source, unit.arena, unit.program, *unit.macros, 1, import_text};
    if (session != nullptr) {
      input.first_number = *session->number;
      input.is_taken = [&](const std::string& name) {
        return std::any_of(session->names->begin(), session->names->end(),
                           [&](const SessionName& each) { return each.name == name; });
      };
    }
    Expanded expanded = expand(input, result_.diagnostics);
    if (!expanded.ok) return false;
    if (session != nullptr) *session->number = expanded.next_number;
    result_.diagnostics.forget_warnings(*unit.source);
    unit.source = std::make_shared<Source>(unit.source->name(), std::move(expanded.text), expanded.origins);
    result_.sources.push_back(unit.source);
    ParseResult parsed =
        parse(*unit.source, unit.arena, result_.diagnostics, {std::move(expanded.free_names)});
    unit.program = parsed.program;
    if (!parsed.ok) return false;
    import_all(unit);
    return true;
  }

  void import_all(Unit& unit) {
    for (Expr* statement : unit.program->statements) {
      if (auto* use = dyn<UseExpr>(statement); use != nullptr && use->name) import(unit, use);
    }
  }

  void import(Unit& importer, UseExpr* use) {
    std::string path = import_path(importer.directory, use->path);
    std::string key = key_of(path);
    auto found = units_.find(key);
    if (found == units_.end()) {
      if (!load(importer, use, path, key)) return;
      found = units_.find(key);
    } else if (found->second->compiling) {
      report_cycle(importer, use, *found->second);
      return;
    }
    importer.imports[use] = &found->second->names;
    importer.import_paths[use] = found->second->source->name();
    if (found->second->macros != nullptr) importer.import_macros[use] = found->second->macros;
  }

  bool load(Unit& importer, UseExpr* use, const std::string& path, const std::string& key) {
    std::string text, error;
    if (!read_module(path, text, error)) {
      Diagnostic& refused = result_.diagnostics.report(*importer.source, DiagnosticCode::kImportUnreadable,
                                                       use->path_span, {path, error});
      const std::string name = fs::path(path).stem().string();
      const BuiltinInfo* library = builtins_.find(name);
      if (library != nullptr && library->kind == BuiltinInfo::Kind::module)
        refused.hint("`" + name + "` is a module of the library, which needs no `use`: `" + name + ".…`");
      return false;
    }
    auto unit = std::make_unique<Unit>();
    unit->written = unit->source = std::make_shared<Source>(path, std::move(text));
    unit->directory = directory_of(path);
    result_.sources.push_back(unit->source);
    Unit& loaded = *units_.emplace(key, std::move(unit)).first->second;
    chain_.push_back(&loaded);
    bool incomplete = result_.incomplete;
    size_t errors = result_.diagnostics.errors().size();
    compile_program(loaded, true, nullptr);
    loaded.compiling = false;
    loaded.names.known = result_.diagnostics.errors().size() == errors;
    result_.incomplete = incomplete;
    chain_.pop_back();
    return true;
  }

  // What tells modules apart.
  std::string key_of(const std::string& path) const { return options_.read_module ? path : identity(path); }

  bool read_module(const std::string& path, std::string& text, std::string& error) const {
    if (options_.read_module) return options_.read_module(path, text, error);
    if (!options_.may_import || options_.may_import(path)) return read_source_file(path, text, error);
    error = "this program may not read it";
    return false;
  }

  void report_cycle(Unit& importer, UseExpr* use, const Unit& target) {
    std::string way;
    bool within = false;
    for (const Unit* unit : chain_) {
      within |= unit == &target;
      if (within) way += unit->source->name() + " → ";
    }
    if (way.empty()) way = importer.source->name() + " → ";
    result_.diagnostics.report(*importer.source, DiagnosticCode::kImportCycle, use->span,
                               {way + target.source->name()});
  }

  void generate(Unit& unit, bool keep_names, const Session* session) {
    Diagnostics& diagnostics = result_.diagnostics;
    size_t errors = diagnostics.errors().size();
    Scopes scopes;
    const ResolveInput meaning{*unit.source,     unit.arena,   unit.program,
                               builtins_,        unit.imports, session != nullptr ? session->names : nullptr,
                               unit.macros.get()};
    resolve(meaning, scopes, diagnostics);
    if (diagnostics.errors().size() > errors) return;
    if (options_.warn) warn_of_mistakes(*unit.source, unit.program, session != nullptr, diagnostics);
    // The program comes after its imports, so the last text stays.
    if (options_.expand) result_.expanded = unshadowed_text(meaning);
    CompiledModule module;
    CompileInput input{*unit.source,
                       unit.program,
                       scopes,
                       builtins_,
                       unit.import_paths,
                       keep_names,
                       options_.cautious,
                       session != nullptr ? session->slots : nullptr,
                       unit.macros->needed()};
    compile(input, module.chunk, diagnostics);
    module.source = unit.source;
    module.exports = exports_of(scopes, unit.program, *unit.source);
    module.macros = macro_exports(*unit.macros);
    note_names(unit, scopes);
    if (session != nullptr) {
      for (const Binding& b : scopes.bindings) {
        if (b.session_slot >= 0)
          session->bound->push_back({std::string(b.name.text()), std::string(b.name.written()),
                                     static_cast<uint32_t>(b.session_slot)});
      }
    }
    result_.program.modules.push_back(std::move(module));
  }

  static void note_names(Unit& unit, const Scopes& scopes) {
    for (std::string_view name : unit.macros->needed()) unit.names.of_macros.emplace_back(name);
    for (const Macro& macro : unit.macros->own()) unit.names.words.emplace_back(macro.first_word());
    for (const Binding& b : scopes.bindings) {
      if (b.block != unit.program || b.is_self) continue;
      (is_exported(b, unit.program) ? unit.names.exported : unit.names.hidden).emplace_back(b.name.text());
      if (!unit.macros->own().empty()) unit.macros->add_name(b.name.text());
    }
  }

  const BuiltinCatalogue& builtins_;
  CompileResult& result_;
  std::map<std::string, std::unique_ptr<Unit>>& units_;  // by identity
  const CompileOptions& options_;
  std::vector<const Unit*> chain_;

 public:
  void enter(const Unit& unit) { chain_.push_back(&unit); }
};

void finish(CompileResult& result) {
  if (result.diagnostics.has_errors()) result.program.modules.clear();
  result.diagnostics.sort();
}

}  // namespace

std::string CompileResult::render(const RenderOptions& options) const {
  if (!unreadable.empty()) return "error: " + unreadable + "\n";
  return aspen::render(diagnostics, options);
}

bool read_source_file(const std::string& path, std::string& text, std::string& error) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) {
    error = std::strerror(errno);
    return false;
  }
  if (S_ISDIR(info.st_mode)) {
    error = "it is a directory";
    return false;
  }
  std::ifstream file;
  do errno = 0, file.open(path, std::ios::binary);
  while (!file && errno == EINTR);
  std::ostringstream all;
  if (!file || (!(all << file.rdbuf()) && info.st_size > 0)) {
    error = std::strerror(errno != 0 ? errno : EIO);
    return false;
  }
  text = std::move(all).str();
  return true;
}

CompileResult compile_text(std::string name, std::string text, const BuiltinCatalogue& builtins,
                           const CompileOptions& options, std::string_view directory) {
  CompileResult result;
  std::map<std::string, std::unique_ptr<Unit>> units;
  std::string key = options.read_module ? fs::path(name).lexically_normal().string() : identity(name);
  Unit& unit = *units.emplace(key, std::make_unique<Unit>()).first->second;
  unit.source = std::make_shared<Source>(std::move(name), std::move(text));
  unit.directory = std::string(directory);
  result.sources.push_back(unit.source);
  Build build(builtins, result, units, options);
  build.enter(unit);
  build.compile_program(unit, options.keep_names, nullptr);
  finish(result);
  return result;
}

CompileResult compile_file(const std::string& path, const BuiltinCatalogue& builtins,
                           const CompileOptions& options) {
  std::string text, error;
  if (!read_source_file(path, text, error)) {
    CompileResult result;
    result.unreadable = "cannot read " + path + ": " + error;
    return result;
  }
  return compile_text(path, std::move(text), builtins, options, directory_of(path));
}

// ---- REPL

struct Session::State {
  const BuiltinCatalogue& builtins;
  std::vector<SessionName> names;
  std::vector<std::string> slots;
  std::map<std::string, std::unique_ptr<Unit>> units;  // imported so far
  CompileOptions options = {};
  std::shared_ptr<const MacroScope> macros = {};  // of all entries so far
  unsigned next_number = 1;
};

Session::Session(const BuiltinCatalogue& builtins, const CompileOptions& options)
    : state_(new State{builtins, {}, {}, {}, options, {}, 1}) {}
Session::~Session() = default;

std::vector<std::string> Session::names() const {
  std::vector<std::string> out;
  for (const SessionName& name : state_->names) {
    if (name.name == name.written) out.push_back(name.name);
  }
  if (state_->macros == nullptr) return out;
  for (const auto& [word, macro] : state_->macros->words()) out.emplace_back(word);
  return out;
}

std::optional<uint32_t> Session::slot(std::string_view name) const {
  for (const SessionName& each : state_->names) {
    if (each.name == name) return each.slot;
  }
  return {};
}

std::string Session::macros_with(std::string_view word) const {
  std::string out;
  if (state_->macros == nullptr) return out;
  for (const MacroScope::Entry& entry : state_->macros->entries()) {
    const Macro& macro = *entry.macro;
    auto is_word = [&](const MacroItem& item) { return item.is_word() && item.name == word; };
    if (std::none_of(macro.items.begin(), macro.items.end(), is_word)) continue;
    out.append(macro.source().text(macro.definition)).append("\n");
  }
  return out;
}

CompileResult Session::compile(std::string text, const std::string& path) {
  CompileResult result;
  Unit unit;
  unit.source = std::make_shared<Source>(path.empty() ? "<repl>" : path, std::move(text));
  if (!path.empty()) unit.directory = directory_of(path);
  result.sources.push_back(unit.source);
  std::vector<SessionName> bound;
  std::vector<std::string> known;
  Build build(state_->builtins, result, state_->units, state_->options);
  if (unit.source->text().find("use") != std::string::npos) build.forget_changed();
  for (const auto& [key, imported] : state_->units) known.push_back(key);
  build.enter(unit);
  Build::Session session{&state_->names, &state_->slots, &bound, state_->macros, &state_->next_number};
  build.compile_program(unit, false, &session);
  bool failed = result.diagnostics.has_errors();
  finish(result);
  if (failed) {
    // Imports of an entry with errors are loaded again by the next entry that imports them.
    std::erase_if(state_->units, [&](const auto& entry) {
      return !std::binary_search(known.begin(), known.end(), entry.first);
    });
    return result;
  }
  if (result.program.modules.empty()) return result;
  state_->slots = result.program.modules.back().chunk.slots;
  if (!unit.macros->empty()) state_->macros = unit.macros;
  for (SessionName& name : bound) {
    auto same = [&](const SessionName& other) { return other.name == name.name; };
    if (std::none_of(state_->names.begin(), state_->names.end(), same))
      state_->names.push_back(std::move(name));
  }
  return result;
}

}  // namespace aspen
