#include "vm/run/permissions.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <filesystem>

namespace aspen {

namespace {

struct Row {
  std::string_view name, deed;
};
constexpr std::array<Row, kCapabilityCount> kRows = {{{"fs_read", "read files"},
                                                      {"fs_write", "write files"},
                                                      {"net", "use the network"},
                                                      {"process", "deal with other processes"},
                                                      {"env", "use environment variables"},
                                                      {"time", "use clocks"},
                                                      {"random", "use the system's entropy"},
                                                      {"input", "read standard input"}}};

// The target of a symbolic link; empty if the path is no link.
std::string link_target(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
  return {target, static_cast<size_t>(std::max<ssize_t>(size, 0))};
}

// Adds the parts of the path that have yet to be followed; the next one comes last.
void add_parts(std::string_view path, std::vector<std::string>& parts) {
  for (size_t end = path.size(); end > 0;) {
    const size_t slash = path.rfind('/', end - 1);
    const size_t begin = slash == path.npos ? 0 : slash + 1;
    if (begin < end) parts.emplace_back(path.substr(begin, end - begin));
    end = slash == path.npos ? 0 : slash;
  }
}

// `directory` contains no link, so its parent is that of its text.
void go_up(std::string& directory) { directory.resize(directory.rfind('/')); }

// Nothing is below a root that could not be resolved.
bool is_below(std::string_view path, std::string_view root) {
  if (root.empty()) return false;
  return path == root || root == "/" || (path.starts_with(root) && path[root.size()] == '/');
}

}  // namespace

std::string_view name_of(Capability capability) { return kRows[static_cast<size_t>(capability)].name; }
std::string_view deed_of(Capability capability) { return kRows[static_cast<size_t>(capability)].deed; }

std::optional<Capability> capability_named(std::string_view name) {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].name == name) return static_cast<Capability>(i);
  }
  return std::nullopt;
}

std::string resolve_path(std::string_view path) {
  constexpr int kMostLinks = 40;  // the system's limit
  std::vector<std::string> parts;
  add_parts(path, parts);
  if (!path.starts_with('/')) {
    std::error_code is_gone;
    add_parts(std::filesystem::current_path(is_gone).native(), parts);
    if (is_gone) return {};
  }
  std::string reached;
  for (int links = 0; !parts.empty();) {
    const std::string part = std::move(parts.back());
    parts.pop_back();
    if (part == ".") continue;
    if (part == "..") {
      if (!reached.empty()) go_up(reached);
      continue;
    }
    const std::string target = link_target(reached + "/" + part);
    if (target.empty()) {
      reached += "/" + part;
      continue;
    }
    if (++links > kMostLinks) return {};
    if (target.starts_with('/')) reached.clear();
    add_parts(target, parts);
  }
  return reached.empty() ? "/" : reached;
}

Permissions Permissions::all() {
  Permissions out;
  out.granted_ = kAllCapabilities;
  return out;
}

void Permissions::grant(Capability capability) {
  granted_ |= bit_of(capability);
  roots_[static_cast<size_t>(capability)].clear();
}

void Permissions::grant_below(Capability capability, std::string_view root) {
  if (is_everywhere(capability)) return;
  granted_ |= bit_of(capability);
  roots_[static_cast<size_t>(capability)].push_back(resolve_path(root));
}

void Permissions::revoke(Capability capability) {
  granted_ &= ~bit_of(capability);
  roots_[static_cast<size_t>(capability)].clear();
}

bool Permissions::may_reach(Capability capability, std::string_view path) const {
  return has(capability) && (!is_limited(capability) || is_within(capability, resolve_path(path)));
}

bool Permissions::is_within(Capability capability, std::string_view resolved) const {
  if (!has(capability) || resolved.empty()) return false;
  const Roots& roots = roots_of(capability);
  return roots.empty() ||
         std::any_of(roots.begin(), roots.end(), [&](auto& root) { return is_below(resolved, root); });
}

std::vector<std::string> Permissions::names_towards_roots(Capability capability,
                                                          std::string_view directory) const {
  std::vector<std::string> names;
  const std::string base = resolve_path(directory);
  const size_t begin = base == "/" ? 1 : base.size() + 1;
  for (const std::string& root : roots_of(capability)) {
    if (base.empty() || root.size() <= begin || !is_below(root, base)) continue;
    names.push_back(root.substr(begin, root.find('/', begin) - begin));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace aspen
