#include "stdlib/library.h"

#include <cstdio>
#include <cstdlib>

#include "stdlib/embedded.h"
#include "stdlib/natives.h"
#include "stdlib/precompiled.h"
#include "vm/chunk_file.h"

namespace aspen {

namespace {

// The library's own sources are right, or the build is broken.
[[noreturn]] void refuse_library(const CompileResult& result) {
  std::fputs(result.render().c_str(), stderr);
  std::abort();
}

BuiltinInfo native_info(const NativeDescriptor& native) {
  return {.kind = BuiltinInfo::Kind::native,
          .arity = native.arity,
          .consumes = native.consumes,
          .effect = native.effect,
          .parameters = native.parameters};
}

const PrecompiledChunk* precompiled(std::string_view name) {
  for (size_t i = 0; i < kPrecompiledChunkCount; ++i) {
    if (kPrecompiledChunks[i].name == name) return &kPrecompiledChunks[i];
  }
  return nullptr;
}

LibraryChunk read_precompiled(const PrecompiledChunk& ready) {
  LibraryChunk part;
  part.name = ready.name;
  std::string error;
  if (!read_chunk({ready.bytes, ready.size}, part.chunk, error)) {
    std::fprintf(stderr, "%s: %s\n", ready.name, error.c_str());
    std::abort();
  }
  for (size_t i = 0; i < ready.export_count; ++i) {
    const PrecompiledExport& e = ready.exports[i];
    part.exports.push_back({e.name, e.function, e.arity, e.consumes, e.effect, e.parameters, e.offset});
  }
  return part;
}

constexpr std::string_view kPrelude = "prelude";

}  // namespace

std::string_view library_source(std::string_view name) {
  for (unsigned i = 0; i < kEmbeddedSourceCount; ++i) {
    if (kEmbeddedSources[i].name == name) return {kEmbeddedSources[i].text, kEmbeddedSources[i].size};
  }
  return {};
}

const Library& Library::instance() {
  static const Library library;
  return library;
}

Library::Library() {
  constexpr size_t kExpectedNames = 1024;
  index_.reserve(kExpectedNames);
  add_modules();
  add_values();
  add_natives();
  add_chunks();
}

const BuiltinInfo* Library::find(std::string_view full_name) const {
  auto found = index_.find(full_name);
  return found == index_.end() ? nullptr : &found->second->info;
}

void Library::each_name(const std::function<void(std::string_view)>& visit) const {
  for (const LibraryName& entry : names_) visit(entry.name);
}

void Library::add(const LibraryName& entry) {
  const LibraryName& added = names_.emplace_back(entry);
  [[maybe_unused]] bool fresh = index_.emplace(added.name, &added).second;
  assert(fresh && "two definitions of one name");
}

void Library::add_modules() {
  for (const LibraryModule& module : library_modules()) {
    add({.name = module.name,
         .info = {.kind = BuiltinInfo::Kind::module, .converter = module.converter},
         .doc = module.doc});
  }
}

void Library::add_values() {
  for (const LibraryValue& value : library_values()) {
    add({.name = value.name, .info = {.kind = BuiltinInfo::Kind::value}, .doc = value.doc});
  }
}

void Library::add_natives() {
  constexpr NativeTable (*kTables[])() = {
#define ASPEN_NATIVES(subject) subject##_natives,
#include "stdlib/natives.def"
#undef ASPEN_NATIVES
  };
  for (auto table : kTables) {
    for (const NativeDescriptor& native : table()) {
      add({.name = native.name, .info = native_info(native), .native = &native});
    }
  }
}

// The prelude and its second names first: the others are written with them.
void Library::add_chunks() {
  std::string_view prelude = library_source(kPrelude);
  if (!prelude.empty()) add_chunk(kPrelude, prelude);
  add_aliases();
  for (unsigned i = 0; i < kEmbeddedSourceCount; ++i) {
    const EmbeddedSource& source = kEmbeddedSources[i];
    if (source.name != kPrelude) add_chunk(source.name, {source.text, source.size});
  }
}

LibraryChunk Library::compile_chunk(std::string_view name, std::string_view text) const {
  CompileResult result = compile_text("<" + std::string(name) + ">", std::string(text), *this);
  if (!result.ok()) refuse_library(result);
  CompiledModule& module = result.program.modules.back();
  return {std::move(module.chunk), std::move(module.exports), std::string(name), ""};
}

void Library::add_chunk(std::string_view name, std::string_view text) {
  const PrecompiledChunk* ready = precompiled(name);
  chunks_.push_back(ready ? read_precompiled(*ready) : compile_chunk(name, text));
  LibraryChunk& chunk = chunks_.back();
  chunk.prefix = name == kPrelude ? "" : std::string(name) + ".";
  for (const Export& function : chunk.exports) add_function(chunk, function);
}

void Library::add_function(const LibraryChunk& chunk, const Export& function) {
  assert(function.function >= 0 && "the library's Aspen files define functions that capture nothing");
  full_names_.push_back(chunk.prefix + function.name);
  add({.name = full_names_.back(),
       .info = {.kind = BuiltinInfo::Kind::function,
                .arity = function.arity,
                .consumes = function.consumes,
                .effect = function.effect,
                .parameters = function.parameters},
       .chunk = &chunk,
       .function = &function});
}

void Library::add_aliases() {
#define ASPEN_ALIAS(name, of) add_alias(name, of);
#include "stdlib/aliases.def"
#undef ASPEN_ALIAS
}

void Library::add_alias(const char* name, const char* of) {
  LibraryName entry = *index_.find(of)->second;
  entry.name = name;
  entry.alias_of = of;
  if (entry.native) {
    alias_descriptors_.push_back(*entry.native);
    alias_descriptors_.back().name = name;
    entry.native = &alias_descriptors_.back();
  }
  add(entry);
}

}  // namespace aspen
