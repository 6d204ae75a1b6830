#include "tools/aspen/doc_file.h"

#include <algorithm>
#include <cstdio>

#include "frontend/diagnostics/expansion.h"
#include "stdlib/library/documentation.h"
#include "stdlib/library/stdlib.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/difference.h"
#include "tools/aspen/doc_text.h"
#include "vm/values/suggest.h"

namespace aspen {

namespace {

struct FileDocumentation {
  std::string about;  // the comment at the top
  std::vector<DocLine> names, macros;
};

// The comment that the text begins with, unless it belongs to the name or import directly below it.
std::string comment_at_top(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  size_t end = 0;
  while (end < lines.size() && lines[end].starts_with('#')) ++end;
  if (end == 0 || (end < lines.size() && !lines[end].empty())) return {};
  size_t offset = 0;
  for (size_t i = 0; i < end; ++i) offset += lines[i].size() + 1;
  return comment_above(text, std::min(offset, text.size()));
}

FileDocumentation document(const CompiledModule& module) {
  FileDocumentation out;
  // The text that was compiled lacks the definitions of macros, so it has comments at other places.
  const Source* source = origin_of(*module.source, {}).source;
  out.about = comment_at_top(source->text());
  for (const Export& e : module.exports) {
    const std::string signature = e.parameters.empty() ? e.name : e.name + " " + e.parameters;
    const Span written = origin_of(*module.source, {e.offset, 1}).span;
    out.names.push_back({signature, comment_above(source->text(), written.offset)});
  }
  for (const MacroExport& macro : module.macros)
    out.macros.push_back({macro.pattern, comment_above(macro.source->text(), macro.offset)});
  return out;
}

std::string overview(const std::string& path, const FileDocumentation& file) {
  std::string out = path + "\n" + doc_body(file.about);
  if (!file.names.empty()) out += "\nNames:\n" + doc_table(file.names);
  if (!file.macros.empty()) out += "\nMacros:\n" + doc_table(file.macros);
  return out;
}

bool has_word(const std::string& signature, const std::string& word) {
  const std::vector<std::string> items = split_at_spaces(signature);
  return std::find(items.begin(), items.end(), word) != items.end();
}

// The name, and the macros with the pseudo-keyword; "" if there is neither.
std::string describe(const FileDocumentation& file, const std::string& member) {
  std::string out;
  auto add = [&](const DocLine& line) {
    out += (out.empty() ? "" : "\n") + line.signature + "\n" + doc_body(line.text);
  };
  for (const DocLine& line : file.names) {
    if (line.signature.substr(0, line.signature.find(' ')) == member) add(line);
  }
  for (const DocLine& line : file.macros) {
    if (has_word(line.signature, "'" + member)) add(line);
  }
  return out;
}

int complain(const std::string& path, const FileDocumentation& file, const std::string& member) {
  NearestName nearest(member);
  for (const DocLine& line : file.names) nearest.consider(line.signature.substr(0, line.signature.find(' ')));
  for (const DocLine& line : file.macros) {
    for (const std::string& item : split_at_spaces(line.signature))
      if (item.starts_with('\'')) nearest.consider(item.substr(1));
  }
  const std::string hint = nearest.hint();
  return usage_error("nothing that " + path + " exports is called " + member +
                     (hint.empty() ? "" : "; " + hint));
}

}  // namespace

bool names_source_file(const std::string& name) {
  return name.ends_with(".asp") || name.find('/') != name.npos;
}

int doc_file_command(const std::string& path, const std::string& member) {
  const CompileResult result = compile_file(path, standard_catalogue());
  if (!result.ok()) {
    std::fputs(result.render(error_style()).c_str(), stderr);
    return kExitUsage;
  }
  const FileDocumentation file = document(result.program.modules.back());
  if (member.empty()) return write_output(overview(path, file)), 0;
  const std::string text = describe(file, member);
  if (text.empty()) return complain(path, file, member);
  write_output(text);
  return 0;
}

}  // namespace aspen
