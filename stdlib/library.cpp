#include "stdlib/library.h"

#include <cstdio>
#include <cstdlib>

#include "stdlib/documentation.h"
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

const EmbeddedSource* embedded(std::string_view name) {
  for (unsigned i = 0; i < kEmbeddedSourceCount; ++i) {
    if (kEmbeddedSources[i].name == name) return &kEmbeddedSources[i];
  }
  return nullptr;
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

const Library& Library::instance() {
  static const Library library;
  return library;
}

Library::Library() {
  add_modules();
  add_values();
  add_natives();
  add_chunks();
  add_aliases();
  order_documentation();
}

const BuiltinInfo* Library::find(std::string_view full_name) const {
  auto found = infos_.find(full_name);
  return found == infos_.end() ? nullptr : &found->second;
}

void Library::each_name(const std::function<void(std::string_view)>& visit) const {
  for (const auto& [name, info] : infos_) visit(name);
}

void Library::add_entry(const BuiltinInfo& info, Entry entry) {
  [[maybe_unused]] bool added = infos_.emplace(entry.name, info).second;
  assert(added && "two definitions of one name");
  unordered_.push_back(std::move(entry));
}

void Library::add_modules() {
  for (const LibraryModule& module : library_modules()) {
    add_entry({.kind = BuiltinInfo::Kind::module, .converter = module.converter},
              {Entry::Kind::module, module.name, "", module.doc});
  }
}

void Library::add_values() {
  for (const LibraryValue& value : library_values()) {
    add_entry({.kind = BuiltinInfo::Kind::value}, {Entry::Kind::value, value.name, "", value.doc});
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
      natives_.push_back(&native);
      add_entry(native_info(native), {Entry::Kind::native, native.name, native.parameters, native.doc, native.effect});
    }
  }
}

// The prelude first: the others are written with it.
void Library::add_chunks() {
  const EmbeddedSource* prelude = embedded(kPrelude);
  if (prelude) add_chunk(prelude->name, {prelude->text, prelude->size});
  for (unsigned i = 0; i < kEmbeddedSourceCount; ++i) {
    const EmbeddedSource& source = kEmbeddedSources[i];
    if (&source != prelude) add_chunk(source.name, {source.text, source.size});
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
  for (const Export& function : chunk.exports) add_function(chunk, function, text);
}

void Library::add_function(const LibraryChunk& chunk, const Export& function, std::string_view source) {
  assert(function.function >= 0 && "the library's Aspen files define functions that capture nothing");
  parameters_.push_back(function.parameters);
  BuiltinInfo info{.kind = BuiltinInfo::Kind::function,
                   .arity = function.arity,
                   .consumes = function.consumes,
                   .effect = function.effect,
                   .parameters = parameters_.back()};
  add_entry(info, {Entry::Kind::function, chunk.prefix + function.name, function.parameters,
                   comment_above(source, function.offset), function.effect});
}

void Library::add_aliases() {
#define ASPEN_ALIAS(name, of) add_alias(name, of);
#include "stdlib/aliases.def"
#undef ASPEN_ALIAS
}

void Library::add_alias(const char* name, const char* of) {
  const BuiltinInfo& info = infos_.find(of)->second;
  std::string text = "The same as `" + std::string(of) + "`.";
  Entry entry{Entry::Kind::function, name, std::string(info.parameters), std::move(text), info.effect};
  if (info.kind == BuiltinInfo::Kind::native) {
    entry.kind = Entry::Kind::native;
    for (const NativeDescriptor* native : natives_) {
      if (std::string_view(native->name) == of) alias_descriptors_.push_back(*native);
    }
    alias_descriptors_.back().name = name;
    natives_.push_back(&alias_descriptors_.back());
  } else {
    function_aliases_.emplace_back(name, of);
  }
  add_entry(info, std::move(entry));
}

void Library::order_documentation() {
  auto add_members = [this](std::string_view module) {
    for (Entry& entry : unordered_) {
      if (entry.kind != Entry::Kind::module && entry.module() == module) documentation_.add(std::move(entry));
    }
  };
  add_members("");
  for (const LibraryModule& module : library_modules()) {
    documentation_.add({Entry::Kind::module, module.name, "", module.doc});
    add_members(module.name);
  }
  unordered_.clear();
}

}  // namespace aspen
