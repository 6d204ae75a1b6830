// Module path: names of files, by POSIX; Strings, or Bytes that are not UTF-8. Only `absolute` asks the
// system, for the working directory.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <optional>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/path_value.h"
#include "stdlib/native/pieces.h"
#include "stdlib/system/paths.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// std::string_view::rfind looks at one byte at a time.
size_t last_of(std::string_view text, char c) {
  const void* found = memrchr(text.data(), c, text.size());
  return found == nullptr ? text.npos : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

std::string join_path(std::string_view base, std::string_view name) {
  if (base.empty() || name.starts_with('/')) return std::string(name);
  return std::string(base) + (base.ends_with('/') ? "" : "/") + std::string(name);
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path == "/") return path;
  return path.substr(last_of(path, '/') + 1);
}

namespace {

// Likewise; the strand pays for what is looked at.
size_t last_of(Strand& s, std::string_view text, char c) {
  const size_t at = last_of(text, c);
  s.work((text.size() - (at == text.npos ? 0 : at)) / kBytesCopiedPerWork);
  return at;
}

// How many times the character stands at the end, in a text without its first character. Or fewer, if the
// strand has to stop.
size_t count_at_end(Strand& s, std::string_view text, char c) {
  size_t count = 0;
  while (count + 1 < text.size() && text[text.size() - 1 - count] == c) {
    if (++count % kBytesPerPiece == 0 && !s.work(kBytesPerPiece)) break;
  }
  return count;
}

std::string_view without_slashes(Strand& s, std::string_view path) {
  return path.substr(0, path.size() - count_at_end(s, path, '/'));
}

// The index at which the extension begins: the last dot, unless only dots stand before it; or the end.
size_t extension_start(Strand& s, std::string_view base) {
  const size_t dot = last_of(s, base, '.');
  if (dot == base.npos || dot == 0) return base.size();
  const bool is_name = base[0] != '.' || count_at_end(s, base.substr(0, dot), '.') + 1 < dot;
  return is_name ? dot : base.size();
}

std::string_view base_of(Strand& s, std::string_view path) {
  path = without_slashes(s, path);
  return path == "/" ? path : path.substr(last_of(s, path, '/') + 1);
}

std::string_view parent_of(Strand& s, std::string_view path) {
  path = without_slashes(s, path);
  const size_t slash = last_of(s, path, '/');
  if (slash == path.npos) return ".";
  return without_slashes(s, path.substr(0, std::max<size_t>(slash, 1)));
}

// Iterates over the parts between slashes.
class Parts {
 public:
  explicit Parts(std::string_view path) : rest_(path) {}
  bool next(std::string_view& piece) {
    if (is_over_) return false;
    const size_t end = rest_.find('/');
    is_over_ = end == rest_.npos;
    piece = rest_.substr(0, end);
    if (!is_over_) rest_.remove_prefix(end + 1);
    return true;
  }

 private:
  std::string_view rest_;
  bool is_over_ = false;
};

// The index of the last part of a path that is built from left to right.
size_t last_piece(std::string_view path) {
  const size_t slash = last_of(path, '/');
  return slash == path.npos ? 0 : slash + 1;
}

// The path without "." and without ".." after another part. Ends early if the strand has to stop.
// Double slashes become single ones.
ScratchText normal_path(Strand& s, std::string_view path) {
  const bool rooted = path.starts_with('/');
  ScratchText out = scratch_text(s);
  out.reserve(path.size() + 1);
  if (rooted) out += '/';
  const size_t root = out.size();
  Parts pieces(path);
  for (std::string_view piece;
       pieces.next(piece) && s.work(kPieceWork + piece.size() / kBytesCopiedPerWork);) {
    if (piece.empty() || piece == ".") continue;
    const bool up = piece == "..";
    const size_t last = std::max(last_piece(out), root);
    if (up && out.size() > root && std::string_view(out).substr(last) != "..") {
      out.resize(last > root ? last - 1 : root);
    } else if (!up || !rooted) {
      if (out.size() > root) out += '/';
      out += piece;
    }
  }
  if (out.empty()) out += '.';
  return out;
}

// The working directory; false with an error pending.
bool working_directory(Strand& s, std::string& out) {
  char buffer[PATH_MAX];
  if (!getcwd(buffer, sizeof buffer)) return fail_with(s.io_error(errno, "."));
  out = buffer;
  return true;
}

// What stands between base and name; nothing if the name stands alone.
std::optional<std::string_view> between(std::string_view base, std::string_view name) {
  if (base.empty() || name.starts_with('/')) return std::nullopt;
  return base.ends_with('/') ? "" : "/";
}

Value join(Strand& s, AnyBytes base, AnyBytes name) {
  const auto separator = between(base.view, name.view);
  if (!separator) return path_value(s, name.view);
  return path_of_parts(s, {base.view, *separator, name.view});
}

Value join_all(Strand& s, Iterable parts) {
  ScratchText out = scratch_text(s);
  Elements elements(s, parts);
  for (Value v; elements.next(v);) {
    const bool is_bytes = is_kind(v, Kind::Bytes);
    if (!is_bytes && !is_kind(v, Kind::String)) return wrong_type(s, 0, v, "strings, or Bytes");
    const std::string_view part = is_bytes ? as<Bytes>(v)->view() : as<String>(v)->view();
    if (!s.work(kPieceWork)) break;
    if (part.starts_with('/')) out.clear();
    if (!out.empty() && !out.ends_with('/')) out += '/';
    if (!append_paid(s, out, part)) break;
    if (!text_fits(s, out.size())) return Value::exception();
  }
  return path_value(s, out);
}

Value base(Strand& s, AnyBytes path) { return path_value(s, base_of(s, path.view)); }
Value parent(Strand& s, AnyBytes path) { return path_value(s, parent_of(s, path.view)); }

Value name(Strand& s, AnyBytes path) {
  const std::string_view last = base_of(s, path.view);
  return path_value(s, last.substr(0, extension_start(s, last)));
}

Value extension(Strand& s, AnyBytes path) {
  const std::string_view last = base_of(s, path.view);
  return path_value(s, last.substr(extension_start(s, last)));
}

Value with_extension(Strand& s, AnyBytes ending, AnyBytes path) {
  const std::string_view last = base_of(s, path.view);
  if (last.empty() || last == "/" || last == "." || last == "..")
    return bad_argument(s, 1, "must end in a name that can have an extension");
  // Without slashes at the end, as base_of takes them.
  const std::string_view kept = {path.view.data(), last.data() + extension_start(s, last)};
  const bool lacks_dot = !ending.view.empty() && !ending.view.starts_with('.');
  return path_of_parts(s, {kept, lacks_dot ? "." : "", ending.view});
}

Value normalize(Strand& s, AnyBytes path) { return path_value(s, normal_path(s, path.view)); }

Value absolute(Strand& s, AnyBytes path) {
  if (path.view.starts_with('/')) return normalize(s, path);
  std::string here;
  if (!working_directory(s, here)) return Value::exception();
  ScratchText whole = scratch_text(s);
  whole.reserve(here.size() + 1 + path.view.size());
  whole.append(here).append("/");
  if (!append_paid(s, whole, path.view)) return s.raise_stop();
  return path_value(s, normal_path(s, whole));
}

Value is_absolute(Strand&, AnyBytes path) { return Value::boolean(path.view.starts_with('/')); }

// How many directories below its start the path ends; negative if it ends above its start.
int64_t depth_of(Strand& s, Parts pieces) {
  int64_t depth = 0;
  for (std::string_view piece; pieces.next(piece) && s.work(kPieceWork);) {
    if (piece == "..") {
      --depth;
    } else if (!piece.empty() && piece != ".") {
      ++depth;
    }
  }
  return depth;
}

// Removes from two normal paths the parts at which they begin alike.
void drop_common(Strand& s, std::string_view& a, std::string_view& b) {
  while (!a.empty() && !b.empty() && s.work(kPieceWork)) {
    const size_t end = std::min(a.find('/'), a.size());
    if (a.substr(0, end) != b.substr(0, std::min(b.find('/'), b.size()))) return;
    a.remove_prefix(std::min(end + 1, a.size()));
    b.remove_prefix(std::min(end + 1, b.size()));
  }
}

Value relative(Strand& s, AnyBytes start, AnyBytes path) {
  if (start.view.starts_with('/') != path.view.starts_with('/')) {
    return bad_argument(s, 0, "and path must both be absolute, or both relative");
  }
  const ScratchText from = normal_path(s, start.view), to = normal_path(s, path.view);
  std::string_view left = from, wanted = to;
  drop_common(s, left, wanted);
  const int64_t steps = depth_of(s, Parts(left));
  if (steps < 0) return bad_argument(s, 0, "leads above where it begins");
  ScratchText out = scratch_text(s);
  for (int64_t i = 0; i < steps && s.work(1); ++i) out += out.empty() ? ".." : "/..";
  if (!wanted.empty()) {
    if (!out.empty()) out += '/';
    out += wanted;
  }
  if (out.empty()) out += '.';
  return path_value(s, out);
}

Value parts(Strand& s, AnyBytes path) {
  List* out = new_list(s.allocator());
  const ScratchText normal = normal_path(s, path.view);
  std::string_view rest = normal;
  if (rest.starts_with('/')) {
    push(s.allocator(), out, text_value(s, "/"));
    rest.remove_prefix(1);
  }
  Parts pieces(rest);
  for (std::string_view piece; !rest.empty() && pieces.next(piece) && s.work(kPieceWork);) {
    push(s.allocator(), out, path_value(s, piece));
  }
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
    row<with_extension>(
        "path.with_ext", "ext p", kBorrows,
        R"(The path with another extension, which may be given without its dot; "" takes the extension away. ValueError for a path without a name, such as "..".
path.with_ext ".md" "a/b.txt" => "a/b.md"
path.with_ext "md" "a/b.txt" => "a/b.md"
path.with_ext "" "a/b.txt" => "a/b")"),
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
