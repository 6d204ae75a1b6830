// `aspen doc NAME`: the documentation of the standard library.
#include "tools/aspen/doc.h"

#include <vector>

#include "frontend/resolve/members.h"
#include "frontend/syntax/habits.h"
#include "stdlib/library/stdlib.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/doc_file.h"
#include "tools/aspen/doc_text.h"
#include "vm/values/suggest.h"

namespace aspen {

namespace {

std::string list_members(const std::vector<const Entry*>& members) {
  std::vector<DocLine> lines;
  for (const Entry* entry : members) lines.push_back({entry->signature(), entry->text});
  return doc_table(lines);
}

std::string describe(const Documentation& documentation, const Entry& entry) {
  std::string out = entry.signature() + "\n" + doc_body(entry.text);
  if (entry.kind == Entry::Kind::module) out += "\n" + list_members(documentation.members(entry.name));
  return out;
}

std::string overview(const Documentation& documentation) {
  std::string out =
      "Everywhere, without a prefix:\n" + list_members(documentation.members("")) + "\nModules:\n";
  std::vector<const Entry*> modules;
  for (std::string_view name : documentation.modules()) {
    if (const Entry* entry = documentation.find(name)) modules.push_back(entry);
  }
  return out + list_members(modules) +
         "\n`aspen doc NAME` tells more: aspen doc string, aspen doc string.split\n";
}

// "split" means "string.split" if only one module has such a member.
std::vector<const Entry*> find_members(const Documentation& documentation, std::string_view name) {
  std::vector<const Entry*> found;
  for (const Entry& entry : documentation.entries()) {
    std::string_view module = entry.module();
    if (!module.empty() && std::string_view(entry.name).substr(module.size() + 1) == name)
      found.push_back(&entry);
  }
  return found;
}

std::string did_you_mean(const std::string& name) { return "did you mean `" + name + "`?"; }

// The hint for a name that the library does not have: what replaces a name of other languages; the same name
// elsewhere, as for "task.spawn"; or a name with similar spelling. Empty: there is no hint.
std::string guess(const Documentation& documentation, const std::string& name) {
  const std::string first = name.substr(0, name.find('.')), last = name.substr(name.rfind('.') + 1);
  if (const std::string_view hint = foreign_name_hint(name); !hint.empty()) return std::string(hint);
  if (first.size() < name.size()) {
    if (documentation.find(last) != nullptr) return did_you_mean(last);
    if (const std::string_view hint = word_hint(first); !hint.empty()) return std::string(hint);
    const std::vector<const Entry*> members = find_members(documentation, last);
    if (!members.empty()) return did_you_mean(members[0]->name);
  }
  NearestName nearest(name);
  for (const Entry& entry : documentation.entries()) nearest.consider(entry.name);
  return nearest.hint();
}

}  // namespace

// Empty for a word that is no keyword.
static std::string keyword(std::string_view name) {
  struct Keyword {
    std::string_view word, example, chapter;
  };
  constexpr Keyword kKeywords[] = {
#define ASPEN_KEYWORD(word, example, chapter) {word, example, chapter},
#include "tools/aspen/keywords.def"
#undef ASPEN_KEYWORD
  };
  for (const Keyword& each : kKeywords) {
    if (each.word == name)
      return std::string(name) + "\n    A keyword: `" + std::string(each.example) + "`. See the chapter \"" +
             std::string(each.chapter) + "\" of the guide, frontend/LANGUAGE.md.\n";
  }
  return {};
}

bool find_documentation(const std::string& name, std::string& text) {
  const Documentation& documentation = standard_documentation();
  if (name.empty()) {
    text = overview(documentation);
    return true;
  }
  if (const Entry* entry = documentation.find(name)) {
    text = describe(documentation, *entry);
    return true;
  }
  text = keyword(name);
  for (const Entry* entry : find_members(documentation, name)) {
    text += (text.empty() ? "" : "\n") + describe(documentation, *entry);
  }
  if (!text.empty()) return true;
  const std::string hint = guess(documentation, name);
  text = "nothing in the library is called " + name + (hint.empty() ? "" : "; " + hint);
  return false;
}

int doc_command(const std::string& name, const std::string& member) {
  if (names_source_file(name)) return doc_file_command(name, member);
  if (!member.empty())
    return usage_error(name + " is no file: write `aspen doc " + name + "." + member + "`");
  std::string text;
  if (!find_documentation(name, text)) return usage_error(text);
  write_output(text);
  return 0;
}

}  // namespace aspen
