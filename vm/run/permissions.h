// What a program may do to the world around it: capabilities, and the directories that the file capabilities
// are limited to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

enum class Capability : uint8_t {
  fs_read,   // look at files and directories
  fs_write,  // make, change and remove them
  net,       // sockets, host name lookup, HTTP
  process,   // other programs, signals, the working directory
  env,       // environment variables
  time,      // clocks and time zones
  random,    // the system's entropy
  input,     // standard input
};
inline constexpr size_t kCapabilityCount = 8;
inline constexpr uint32_t kAllCapabilities = (uint32_t{1} << kCapabilityCount) - 1;

constexpr uint32_t bit_of(Capability capability) { return uint32_t{1} << static_cast<unsigned>(capability); }
// "fs_read"
std::string_view name_of(Capability capability);
std::optional<Capability> capability_named(std::string_view name);
// "read files": what a program without the capability may not do.
std::string_view deed_of(Capability capability);

// The absolute path that the system would use, with links followed as far as they exist; a part that does not
// exist is kept as it is. Empty if the links form a cycle, or if the path is relative and the working
// directory is gone.
std::string resolve_path(std::string_view path);

// A set of granted capabilities, empty by default.
class Permissions {
 public:
  static Permissions all();

  // Grants it everywhere, even if it was limited before.
  void grant(Capability capability);
  // For fs_read and fs_write: grants it for this directory and everything below, or this file. Several grants
  // add up. No effect if the capability is already granted everywhere. A path that resolve_path cannot
  // resolve grants nothing.
  void grant_below(Capability capability, std::string_view root);
  void revoke(Capability capability);

  uint32_t granted() const { return granted_; }
  // Whether it is granted everywhere or somewhere.
  bool has(Capability capability) const { return (granted_ & bit_of(capability)) != 0; }
  bool is_limited(Capability capability) const { return !roots_of(capability).empty(); }
  bool is_everywhere(Capability capability) const { return has(capability) && !is_limited(capability); }
  // Whether it is granted for the file or directory at the end of the path. Tasks and other processes may
  // replace directories by links between this check and the use, which goes through a place
  // (stdlib/system/place.h).
  bool may_reach(Capability capability, std::string_view path) const;
  // Likewise for a path from `resolve_path`.
  bool is_within(Capability capability, std::string_view resolved) const;
  // For a directory above the granted ones: the names in it that lead to a granted directory.
  std::vector<std::string> names_towards_roots(Capability capability, std::string_view directory) const;

 private:
  using Roots = std::vector<std::string>;  // resolved; empty: everywhere

  const Roots& roots_of(Capability capability) const { return roots_[static_cast<size_t>(capability)]; }

  uint32_t granted_ = 0;
  std::array<Roots, kCapabilityCount> roots_;
};

}  // namespace aspen
