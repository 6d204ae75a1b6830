// The library as one table that no machine owns: natives, values, modules, and the Aspen files compiled to
// chunks.
#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "stdlib/library/stdlib.h"

namespace aspen {

// A name of a value; `make` makes the value anew for each machine.
struct LibraryValue {
  const char* name;
  Value (*make)(Machine& machine);
  const char* doc;
};

struct LibraryModule {
  const char* name;
  const char* converter;  // full name of the function that runs when the module is called, or ""
  const char* doc;
};

struct PrecompiledChunk;

// One of the library's Aspen files, compiled.
class LibraryChunk {
 public:
  LibraryChunk(std::string_view name, const PrecompiledChunk& ready);
  LibraryChunk(std::string_view name, CompiledModule compiled);

  // Read from its saved form at the first call.
  const Chunk& chunk() const;

  std::string name;    // of the file: "prelude", "dict"
  std::string prefix;  // "" for the prelude, "dict." for dict.asp
  std::vector<Export> exports;

 private:
  const PrecompiledChunk* ready_ = nullptr;
  mutable std::once_flag read_;  // any thread may call `chunk`
  mutable Chunk chunk_;
};

// A name and its definition.
struct LibraryName {
  std::string_view name;  // "string.upper"
  BuiltinInfo info;
  // Set according to info.kind; an alias has those of the name that it stands for.
  const NativeDescriptor* native = nullptr;
  const LibraryChunk* chunk = nullptr;  // set with `function`
  const Export* function = nullptr;
  const char* doc = nullptr;  // of values and modules
  std::string_view alias_of = {};
};

class Library final : public BuiltinCatalogue {
 public:
  static const Library& instance();

  const BuiltinInfo* find(std::string_view full_name) const override;
  void each_name(const std::function<void(std::string_view)>& visit) const override;

  // Null if the library has no such name.
  const LibraryName* entry(std::string_view full_name) const;
  // In the order of definition.
  const std::vector<LibraryName>& names() const { return names_; }
  const std::deque<LibraryChunk>& chunks() const { return chunks_; }

 private:
  Library();
  void add_natives();
  void add_values();
  void add_modules();
  void add_chunks();
  void add_chunk(std::string_view name, std::string_view text);
  CompiledModule compile_chunk(std::string_view name, std::string_view text) const;
  void add_function(const LibraryChunk& chunk, const Export& function);
  void add_aliases();
  void add_alias(const char* name, const char* of);
  void add(const LibraryName& entry);
  size_t find_slot(std::string_view full_name) const;

  std::deque<NativeDescriptor> alias_descriptors_;
  std::deque<LibraryChunk> chunks_;
  std::deque<std::string> full_names_;  // names that were put together here
  std::vector<LibraryName> names_;
  // A hash table, made at every start. An entry is 1 + the name's index in `names_`, or 0 if it is free.
  std::vector<uint16_t> index_;
};

// The text of an Aspen file; empty if there is no file of that name.
std::string_view library_source(std::string_view name);

// Defined in values.cpp:
std::span<const LibraryValue> library_values();
std::span<const LibraryModule> library_modules();

}  // namespace aspen
