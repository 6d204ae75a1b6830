#include "tools/aspen/capability_options.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "vm/values/suggest.h"

namespace aspen {

namespace {

constexpr std::string_view kAll = "all";

template <class Visit>
void each_capability(Visit visit) {
  for (size_t i = 0; i < kCapabilityCount; ++i) visit(static_cast<Capability>(i));
}

std::string unknown(std::string_view name) {
  NearestName nearest(name);
  each_capability([&](Capability capability) { nearest.consider(name_of(capability)); });
  const std::string hint = nearest.hint();
  return "there is no capability called " + std::string(name) + "; " +
         (hint.empty() ? "they are " + capability_names() : hint);
}

bool is_capability(std::string_view item) {
  const std::string_view name = item.substr(0, item.find('='));
  return name == kAll || capability_named(name).has_value();
}

// The end of an item with a path. A path may contain commas, except one before a capability's name.
size_t path_end(std::string_view list) {
  size_t comma = list.find(',');
  while (comma != list.npos) {
    const std::string_view rest = list.substr(comma + 1);
    if (is_capability(rest.substr(0, rest.find(',')))) return comma;
    comma = list.find(',', comma + 1);
  }
  return list.size();
}

template <class Visit>
bool each_item(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    const bool has_path = list.find('=') < comma;
    const size_t end = has_path ? path_end(list) : std::min(comma, list.size());
    if (!visit(list.substr(0, end))) return false;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return true;
}

// True, with a message, if a path with a comma does not exist: the name after the comma is a mistake.
bool is_mistaken(std::string_view path, std::string& error) {
  const size_t comma = path.find(',');
  std::error_code ignored;
  if (comma == path.npos || std::filesystem::exists(path, ignored)) return false;
  error = "there is no directory " + std::string(path) + ", and " +
          unknown(path.substr(comma + 1, path.find(',', comma + 1) - comma - 1));
  return true;
}

bool allow_item(std::string_view item, Permissions& permissions, std::string& error) {
  if (item == kAll) {
    permissions = Permissions::all();
    return true;
  }
  const size_t equals = item.find('=');
  const std::string_view name = item.substr(0, equals);
  const std::optional<Capability> capability = capability_named(name);
  if (!capability) {
    error = unknown(name);
    return false;
  }
  if (equals == item.npos) {
    permissions.grant(*capability);
    return true;
  }
  if (*capability != Capability::fs_read && *capability != Capability::fs_write) {
    error = std::string(name) + " has no directory; fs_read and fs_write may have one";
    return false;
  }
  if (equals + 1 == item.size()) {
    error = "no directory in " + std::string(item);
    return false;
  }
  const std::string_view path = item.substr(equals + 1);
  return !is_mistaken(path, error) && (permissions.grant_below(*capability, path), true);
}

bool deny_item(std::string_view item, Permissions& permissions, std::string& error) {
  if (item == kAll) {
    permissions = {};
    return true;
  }
  const std::optional<Capability> capability = capability_named(item);
  if (!capability) {
    error = unknown(item);
    return false;
  }
  permissions.revoke(*capability);
  return true;
}

}  // namespace

std::string capability_names() {
  std::vector<std::string_view> names;
  each_capability([&](Capability capability) { names.push_back(name_of(capability)); });
  std::sort(names.begin(), names.end());
  std::string out;
  for (std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

bool read_permissions(const std::vector<std::string>& allow, const std::vector<std::string>& deny,
                      Permissions& permissions, std::string& error) {
  permissions = allow.empty() ? Permissions::all() : Permissions();
  const auto allow_list = [&](const std::string& list) {
    return each_item(list, [&](std::string_view item) { return allow_item(item, permissions, error); });
  };
  const auto deny_list = [&](const std::string& list) {
    return each_item(list, [&](std::string_view item) { return deny_item(item, permissions, error); });
  };
  return std::all_of(allow.begin(), allow.end(), allow_list) &&
         std::all_of(deny.begin(), deny.end(), deny_list);
}

}  // namespace aspen
