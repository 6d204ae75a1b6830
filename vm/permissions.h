// What a program may do to the world around it: capabilities, and the directories that those of files are
// limited to.
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
  net,       // sockets, names of hosts, HTTP
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
// "read files": what whoever lacks it may not do.
std::string_view deed_of(Capability capability);

// The absolute path that the system would come to, with links followed as far as there are any; what is not
// there stands as it is. Empty if the links never end.
std::string resolve_path(std::string_view path);

// A value. What is not granted is refused; the default grants nothing.
class Permissions {
 public:
  static Permissions all();

  // Everywhere, whatever it was limited to before.
  void grant(Capability capability);
  // Of fs_read and fs_write: in this directory and below, or this file; granted several times, each of them.
  // Nothing changes for who has it everywhere.
  void grant_below(Capability capability, std::string_view root);
  void revoke(Capability capability);

  uint32_t granted() const { return granted_; }
  // Everywhere, or somewhere.
  bool has(Capability capability) const { return (granted_ & bit_of(capability)) != 0; }
  bool is_limited(Capability capability) const { return !roots_of(capability).empty(); }
  bool is_everywhere(Capability capability) const { return has(capability) && !is_limited(capability); }
  // Whether it is granted for the file, or directory, that the path leads to. Tasks and other processes may
  // exchange directories for links between that look and the deed, which goes to a place (stdlib/place.h).
  bool may_reach(Capability capability, std::string_view path) const;
  // Likewise for a path that `resolve_path` gave.
  bool is_within(Capability capability, std::string_view resolved) const;
  // Of a directory on the way to those where it is granted: the names in it that lead there.
  std::vector<std::string> names_towards_roots(Capability capability, std::string_view directory) const;

 private:
  using Roots = std::vector<std::string>;  // resolved; none: everywhere

  const Roots& roots_of(Capability capability) const { return roots_[static_cast<size_t>(capability)]; }

  uint32_t granted_ = 0;
  std::array<Roots, kCapabilityCount> roots_;
};

}  // namespace aspen
