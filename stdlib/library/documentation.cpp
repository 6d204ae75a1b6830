#include "stdlib/library/documentation.h"

#include "stdlib/library/library.h"

namespace aspen {

std::string_view Entry::module() const {
  size_t dot = name.find('.');
  return dot == name.npos ? std::string_view() : std::string_view(name).substr(0, dot);
}

const Entry* Documentation::find(std::string_view name) const {
  auto found = index_.find(name);
  return found == index_.end() ? nullptr : found->second;
}

std::vector<const Entry*> Documentation::members(std::string_view module) const {
  std::vector<const Entry*> out;
  for (const Entry& entry : entries_) {
    if (entry.kind != Entry::Kind::module && entry.module() == module) out.push_back(&entry);
  }
  return out;
}

std::vector<std::string_view> Documentation::modules() const {
  std::vector<std::string_view> out;
  for (const Entry& entry : entries_) {
    if (entry.kind == Entry::Kind::module) out.push_back(entry.name);
  }
  return out;
}

namespace {

Entry::Kind entry_kind(BuiltinInfo::Kind kind) {
  switch (kind) {
    case BuiltinInfo::Kind::native: return Entry::Kind::native;
    case BuiltinInfo::Kind::function: return Entry::Kind::function;
    case BuiltinInfo::Kind::value: return Entry::Kind::value;
    case BuiltinInfo::Kind::module: return Entry::Kind::module;
  }
  return Entry::Kind::value;
}

std::string documented(const LibraryName& name) {
  if (!name.alias_of.empty()) return "The same as `" + std::string(name.alias_of) + "`.";
  if (name.native) return name.native->doc;
  if (name.function) return doc_comment_above(library_source(name.chunk->name), name.function->offset);
  return name.doc;
}

Entry entry_of(const LibraryName& name) {
  return {entry_kind(name.info.kind), std::string(name.name), std::string(name.info.parameters),
          documented(name), name.info.effect};
}

}  // namespace

Documentation::Documentation() {
  add_members("");
  for (const LibraryModule& module : library_modules()) {
    add({Entry::Kind::module, module.name, "", module.doc});
    add_members(module.name);
  }
}

void Documentation::add_members(std::string_view module) {
  for (const LibraryName& name : Library::instance().names()) {
    if (name.info.kind == BuiltinInfo::Kind::module) continue;
    Entry entry = entry_of(name);
    if (entry.module() == module) add(std::move(entry));
  }
}

void Documentation::add(Entry entry) {
  const Entry& added = entries_.emplace_back(std::move(entry));
  index_.emplace(added.name, &added);
}

const Documentation& standard_documentation() {
  static const Documentation documentation;
  return documentation;
}

namespace {

// Moves `begin`, the start of a line, to the line before, and returns that line. False at the text's start.
bool previous_line(std::string_view source, size_t& begin, std::string_view& line) {
  if (begin == 0) return false;
  size_t end = begin - 1;
  size_t newline = end == 0 ? source.npos : source.rfind('\n', end - 1);
  begin = newline == source.npos ? 0 : newline + 1;
  line = source.substr(begin, end - begin);
  return true;
}

std::string_view comment_text(std::string_view line) {
  line.remove_prefix(line.starts_with("##") ? 2 : 1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

struct Comment {
  std::string text;
  bool is_marked = false;  // it begins with `##`
};

Comment find_comment(std::string_view source, size_t offset) {
  const size_t newline = offset == 0 ? source.npos : source.rfind('\n', offset - 1);
  size_t begin = newline == source.npos ? 0 : newline + 1;
  Comment found;
  std::string_view line;
  while (!found.is_marked && previous_line(source, begin, line) && line.starts_with('#')) {
    if (line.starts_with("#!")) break;
    found.text = std::string(comment_text(line)) + (found.text.empty() ? "" : "\n") + found.text;
    found.is_marked = line.starts_with("##");
  }
  return found;
}

}  // namespace

std::string comment_above(std::string_view source, size_t offset) {
  return find_comment(source, offset).text;
}

std::string doc_comment_above(std::string_view source, size_t offset) {
  Comment found = find_comment(source, offset);
  return found.is_marked ? std::move(found.text) : std::string();
}

}  // namespace aspen
