// `aspen doc --markdown`: the documentation of the whole standard library as one page.
#include "stdlib/library/stdlib.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/difference.h"

namespace aspen {

namespace {

constexpr const char* kHead =
    "# The library\n\n"
    "Every name of the prelude and the modules, as `aspen doc` shows them. This page is made by\n"
    "`aspen doc --markdown > frontend/REFERENCE.md`; write documentation where the function is "
    "(stdlib/README.md).\n"
    "After `=>` is what `show` writes of the value. The tests evaluate all of these lines.\n";

// Outside code, what Markdown would take for emphasis or a tag.
std::string escaped(std::string_view text) {
  std::string out;
  bool code = false;
  for (char c : text) {
    if (c == '`') code = !code;
    if (!code && (c == '*' || c == '<')) out += '\\';
    out += c;
  }
  return out;
}

std::string heading(const Entry& entry) { return "\n**`" + entry.signature() + "`**\n"; }

std::string body(std::string_view text) {
  std::string prose, examples;
  for (std::string_view line : split_lines(text)) {
    bool example = line.find(" => ") != std::string_view::npos || !examples.empty();
    (example ? examples : prose).append(line).append("\n");
  }
  return escaped(prose) + (examples.empty() ? "" : "```\n" + examples + "```\n");
}

std::string members(const Documentation& documentation, std::string_view module) {
  std::string out;
  for (const Entry* entry : documentation.members(module)) out += heading(*entry) + body(entry->text);
  return out;
}

std::string contents(const Documentation& documentation) {
  std::string out = "\n[Everywhere](#everywhere)";
  for (std::string_view module : documentation.modules()) {
    out.append(" · [").append(module).append("](#").append(module).append(")");
  }
  return out + "\n";
}

}  // namespace

int reference_command() {
  const Documentation& documentation = standard_documentation();
  std::string out = kHead + contents(documentation);
  out += "\n## Everywhere\n\nThese names need no prefix.\n" + members(documentation, "");
  for (std::string_view module : documentation.modules()) {
    out.append("\n## ").append(module).append("\n\n");
    out += body(documentation.find(module)->text) + members(documentation, module);
  }
  write_output(out);
  return 0;
}

}  // namespace aspen
