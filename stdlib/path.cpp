// Module path: names of files, by POSIX. Pure text but for `absolute`, which asks for the working directory.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <vector>

#include "stdlib/elements.h"
#include "stdlib/natives.h"
#include "stdlib/paths.h"

namespace aspen {

std::string normal_path(std::string_view path) {
  bool rooted = path.starts_with('/');
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find('/', at), path.size());
    std::string_view part = path.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    bool up = part == "..";
    if (up && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!up || !rooted) {
      parts.push_back(part);
    }
  }
  std::string out = rooted ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i) out.append(i ? "/" : "").append(parts[i]);
  return out.empty() ? "." : out;
}

std::string join_path(std::string_view base, std::string_view name) {
  if (base.empty() || name.starts_with('/')) return std::string(name);
  return std::string(base) + (base.ends_with('/') ? "" : "/") + std::string(name);
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path == "/") return path;
  return path.substr(path.rfind('/') + 1);
}

namespace {

// Where the extension begins: the last dot that is not the first character, or the end.
size_t extension_start(std::string_view base) {
  size_t dot = base.rfind('.');
  return dot == base.npos || dot == 0 || base == ".." ? base.size() : dot;
}

std::string_view parent_of(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  while (slash > 0 && path[slash - 1] == '/') --slash;
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The working directory; false with an error pending.
bool working_directory(Strand& s, std::string& out) {
  char buffer[PATH_MAX];
  if (!getcwd(buffer, sizeof buffer)) {
    s.io_error(errno, ".");
    return false;
  }
  out = buffer;
  return true;
}

Value join(Strand& s, const String& base, const String& name) {
  return text_value(s, join_path(base.view(), name.view()));
}

Value join_all(Strand& s, Iterable parts) {
  std::string out;
  Elements elements(s, parts);
  for (Value v; elements.next(v); out = join_path(out, as<String>(v)->view())) {
    if (!is_kind(v, Kind::String)) return wrong_type(s, 0, v, "strings");
    if (!s.work(out.size())) break;
  }
  return text_value(s, out);
}

Value base(Strand& s, const String& path) { return text_value(s, base_name(path.view())); }
Value parent(Strand& s, const String& path) { return text_value(s, parent_of(path.view())); }

Value name(Strand& s, const String& path) {
  std::string_view last = base_name(path.view());
  return text_value(s, last.substr(0, extension_start(last)));
}

Value extension(Strand& s, const String& path) {
  std::string_view last = base_name(path.view());
  return text_value(s, last.substr(extension_start(last)));
}

Value with_extension(Strand& s, const String& ending, const String& path) {
  std::string_view last = base_name(path.view());
  size_t kept = path.length - (last.size() - extension_start(last));
  return text_value(s, std::string(path.view().substr(0, kept)) + std::string(ending.view()));
}

Value normalize(Strand& s, const String& path) { return text_value(s, normal_path(path.view())); }

Value absolute(Strand& s, const String& path) {
  std::string here;
  if (!path.view().starts_with('/') && !working_directory(s, here)) return Value::exception();
  return text_value(s, normal_path(join_path(here, path.view())));
}

Value is_absolute(Strand&, const String& path) { return Value::boolean(path.view().starts_with('/')); }

Value relative(Strand& s, const String& start, const String& path) {
  if (start.view().starts_with('/') != path.view().starts_with('/')) {
    return bad_argument(s, 0, "and path must both be absolute, or both relative");
  }
  std::filesystem::path from(normal_path(start.view())), to(normal_path(path.view()));
  std::string out = to.lexically_relative(from).string();
  if (out.empty()) return bad_argument(s, 0, "leads above where it begins");
  return text_value(s, out);
}

Value parts(Strand& s, const String& path) {
  List* out = new_list(s.allocator());
  std::string normal = normal_path(path.view());
  for (const auto& part : std::filesystem::path(normal))
    push(s.allocator(), out, text_value(s, part.string()));
  return Value::object(out);
}

const NativeDescriptor kRows[] = {
    row<join>("path.join", "base name", kBorrows, R"(The name below base; the name itself if it is absolute.
path.join "home" "notes.txt" => "home/notes.txt")"),
    row<join_all>("path.join_all", "parts", kBorrows, R"(All parts joined.
path.join_all ["a", "b", "c"] => "a/b/c")"),
    row<base>("path.base", "p", kBorrows, R"(The last part, with its extension.
path.base "/a/b.txt" => "b.txt")"),
    row<name>("path.name", "p", kBorrows, R"(The last part, without its extension.
path.name "/a/b.txt" => "b")"),
    row<extension>("path.ext", "p", kBorrows, R"(The extension with its dot, or "".
path.ext "/a/b.txt" => ".txt")"),
    row<with_extension>("path.with_ext", "ext p", kBorrows, R"(The path with another extension.
path.with_ext ".md" "a/b.txt" => "a/b.md")"),
    row<parent>("path.parent", "p", kBorrows, R"(The directory that the last part is in.
path.parent "/a/b.txt" => "/a"
path.parent "b" => ".")"),
    row<parts>("path.parts", "p", kBorrows, R"(The parts of a path.
path.parts "/a/b" => ["/", "a", "b"])"),
    row<absolute>("path.absolute", "p", kBorrows, R"(The path from the root.
path.absolute "/a/../b" => "/b")",
                  Effect::read),
    row<is_absolute>("path.absolute?", "p", kBorrows, R"(Whether the path begins at the root.
path.absolute? "a" => false)"),
    row<normalize>("path.normalize", "p", kBorrows,
                   R"(The path without `.`, `..` and repeated slashes, as far as that is possible.
path.normalize "/a/./b/../c" => "/a/c")"),
    row<relative>("path.relative", "base p", kBorrows, R"(The path that leads from base to p.
path.relative "/a/b" "/a/c" => "../c")"),
};

}  // namespace

NativeTable path_natives() { return kRows; }

}  // namespace aspen
