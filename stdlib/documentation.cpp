#include "stdlib/documentation.h"

#include "stdlib/library.h"

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

void Documentation::add(Entry entry) {
  const Entry& added = entries_.emplace_back(std::move(entry));
  index_.emplace(added.name, &added);
}

const Documentation& standard_documentation() { return Library::instance().documentation(); }

namespace {

// The line before the one that begins at `begin`; moves `begin` there. False at the start of the text.
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

}  // namespace

std::string comment_above(std::string_view source, size_t offset) {
  size_t newline = offset == 0 ? source.npos : source.rfind('\n', offset - 1);
  size_t begin = newline == source.npos ? 0 : newline + 1;
  std::string text;
  std::string_view line;
  while (previous_line(source, begin, line) && line.starts_with('#')) {
    text = std::string(comment_text(line)) + (text.empty() ? "" : "\n") + text;
    if (line.starts_with("##")) return text;
  }
  return {};
}

}  // namespace aspen
