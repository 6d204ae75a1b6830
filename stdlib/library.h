// The library as one table, before any machine: natives, values, modules, and the Aspen files compiled to chunks.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/frontend.h"
#include "stdlib/stdlib.h"

namespace aspen {

// A name that is bound to a value, made anew for each machine.
struct LibraryValue {
  const char* name;
  Value (*make)(Machine& machine);
  const char* doc;
};

struct LibraryModule {
  const char* name;
  const char* converter;  // full name of what calling the module does, or ""
  const char* doc;
};

// One of the Aspen files, compiled.
struct LibraryChunk {
  Chunk chunk;
  std::vector<Export> exports;
  std::string name;    // of the file: "prelude", "dict"
  std::string prefix;  // "" for the prelude, "dict." for dict.asp
};

class Library final : public BuiltinCatalogue {
 public:
  static const Library& instance();

  const BuiltinInfo* find(std::string_view full_name) const override;
  void each_name(const std::function<void(std::string_view)>& visit) const override;

  const Documentation& documentation() const { return documentation_; }
  const std::vector<const NativeDescriptor*>& natives() const { return natives_; }
  const std::deque<LibraryChunk>& chunks() const { return chunks_; }
  // Second names of Aspen functions: {"list.sort_by", "sort_by"}.
  const std::vector<std::pair<std::string, std::string>>& function_aliases() const { return function_aliases_; }

 private:
  Library();
  void add_natives();
  void add_values();
  void add_modules();
  void add_chunks();
  void add_chunk(std::string_view name, std::string_view text);
  LibraryChunk compile_chunk(std::string_view name, std::string_view text) const;
  void add_function(const LibraryChunk& chunk, const Export& function, std::string_view source);
  void add_aliases();
  void add_alias(const char* name, const char* of);
  void add_entry(const BuiltinInfo& info, Entry entry);
  void order_documentation();

  std::vector<const NativeDescriptor*> natives_;
  std::deque<NativeDescriptor> alias_descriptors_;
  std::deque<LibraryChunk> chunks_;
  std::vector<std::pair<std::string, std::string>> function_aliases_;
  std::deque<Entry> unordered_;
  std::map<std::string, BuiltinInfo, std::less<>> infos_;  // views in it look into entries
  std::deque<std::string> parameters_;
  Documentation documentation_;
};

// values.cpp and modules.cpp
std::span<const LibraryValue> library_values();
std::span<const LibraryModule> library_modules();

}  // namespace aspen
