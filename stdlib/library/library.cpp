#include "stdlib/library/library.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "stdlib/library/embedded.h"
#include "stdlib/library/precompiled.h"
#include "stdlib/native/natives.h"
#include "vm/code/chunk_file.h"

namespace aspen {

namespace {

// The library's own sources have no mistakes, unless the build is broken.
[[noreturn]] void refuse_library(const CompileResult& result) {
  std::fputs(result.render().c_str(), stderr);
  std::abort();
}

BuiltinInfo native_info(const NativeDescriptor& native) {
  return {.kind = BuiltinInfo::Kind::native,
          .arity = native.arity,
          .consumes = native.consumes,
          .effect = native.effect,
          .parameters = native.parameters,
          .reach = {.iterates = native.iterates}};
}

const PrecompiledChunk* precompiled(std::string_view name) {
  for (size_t i = 0; i < kPrecompiledChunkCount; ++i) {
    if (kPrecompiledChunks[i].name == name) return &kPrecompiledChunks[i];
  }
  return nullptr;
}

// kPrelude comes first. Functions of kConcurrency have no prefix either.
constexpr std::string_view kPrelude = "prelude", kConcurrency = "concurrency";
constexpr std::array<std::string_view, 4> kLast = {"net", "tls", "http", "websocket"};

std::string prefix_of(std::string_view file) {
  return file == kPrelude || file == kConcurrency ? std::string() : std::string(file) + ".";
}

// Twice the greatest number of names.
constexpr size_t kIndexSlots = 2048;

// FNV-1a, as names are short.
size_t hash_name(std::string_view name) {
  uint32_t hash = 2166136261u;
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash ^ hash >> 15;
}

}  // namespace

LibraryChunk::LibraryChunk(std::string_view file, const PrecompiledChunk& ready)
    : name(file), prefix(prefix_of(file)), ready_(&ready) {
  exports.reserve(ready.export_count);
  for (size_t i = 0; i < ready.export_count; ++i) {
    const PrecompiledExport& e = ready.exports[i];
    exports.push_back({e.name, e.function, e.arity, e.consumes, e.effect, e.reach, e.parameters, e.offset});
  }
}

LibraryChunk::LibraryChunk(std::string_view file, CompiledModule compiled)
    : name(file),
      prefix(prefix_of(file)),
      exports(std::move(compiled.exports)),
      chunk_(std::move(compiled.chunk)) {}

const Chunk& LibraryChunk::chunk() const {
  std::call_once(read_, [this] {
    std::string error;
    if (ready_ == nullptr) return;
    const bool is_read = read_chunk({ready_->bytes, ready_->size}, chunk_, error);
    chunk_.is_from_outside = false;  // it was compiled by the build
    if (is_read) return;
    std::fprintf(stderr, "%s: %s\n", ready_->name, error.c_str());
    std::abort();
  });
  return chunk_;
}

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

Library::Library() : index_(kIndexSlots) {
  names_.reserve(kIndexSlots / 2);
  add_modules();
  add_values();
  add_natives();
  add_chunks();
}

const BuiltinInfo* Library::find(std::string_view full_name) const {
  const LibraryName* found = entry(full_name);
  return found == nullptr ? nullptr : &found->info;
}

// The slot of the name in the index, or the free slot for it.
size_t Library::find_slot(std::string_view full_name) const {
  size_t slot = hash_name(full_name) % kIndexSlots;
  while (index_[slot] != 0 && names_[index_[slot] - 1u].name != full_name) slot = (slot + 1) % kIndexSlots;
  return slot;
}

const LibraryName* Library::entry(std::string_view full_name) const {
  size_t place = index_[find_slot(full_name)];
  return place == 0 ? nullptr : &names_[place - 1];
}

void Library::each_name(const std::function<void(std::string_view)>& visit) const {
  for (const LibraryName& entry : names_) visit(entry.name);
}

void Library::add(const LibraryName& entry) {
  size_t slot = find_slot(entry.name);
  assert(index_[slot] == 0 && "two definitions of one name");
  assert(names_.size() < kIndexSlots / 2 && "the index is too small");
  names_.push_back(entry);
  index_[slot] = static_cast<uint16_t>(names_.size());
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
#include "stdlib/native/natives.def"
#undef ASPEN_NATIVES
  };
  for (auto table : kTables) {
    for (const NativeDescriptor& native : table()) {
      add({.name = native.name, .info = native_info(native), .native = &native});
    }
  }
}

// The prelude and the aliases come first, as other files use them. The files of kLast come last and in that
// order, as they use others.
void Library::add_chunks() {
  const auto add_file = [this](std::string_view name) {
    const std::string_view text = library_source(name);
    if (!text.empty()) add_chunk(name, text);
  };
  add_file(kPrelude);
  add_aliases();
  for (unsigned i = 0; i < kEmbeddedSourceCount; ++i) {
    const std::string_view name = kEmbeddedSources[i].name;
    const bool is_late = std::find(kLast.begin(), kLast.end(), name) != kLast.end();
    if (name != kPrelude && !is_late) add_file(name);
  }
  for (const std::string_view name : kLast) add_file(name);
}

CompiledModule Library::compile_chunk(std::string_view name, std::string_view text) const {
  CompileResult result = compile_text("<" + std::string(name) + ">", std::string(text), *this);
  if (!result.ok()) refuse_library(result);
  return std::move(result.program.modules.back());
}

void Library::add_chunk(std::string_view name, std::string_view text) {
  const PrecompiledChunk* ready = precompiled(name);
  LibraryChunk& chunk =
      ready ? chunks_.emplace_back(name, *ready) : chunks_.emplace_back(name, compile_chunk(name, text));
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
                .parameters = function.parameters,
                .reach = function.reach},
       .chunk = &chunk,
       .function = &function});
}

void Library::add_aliases() {
#define ASPEN_ALIAS(name, of) add_alias(name, of);
#include "stdlib/library/aliases.def"
#undef ASPEN_ALIAS
}

void Library::add_alias(const char* name, const char* of) {
  LibraryName entry = *this->entry(of);
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
