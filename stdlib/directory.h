// What stands in directories, by their descriptors.
#pragma once

#include <string>
#include <vector>

#include "stdlib/descriptor.h"
#include "stdlib/place.h"

namespace aspen {

struct DirectoryEntry {
  std::string name;
  bool is_directory = false, is_link = false;
};

// All but "." and "..", in no order. False with errno set.
bool read_directory(const Descriptor& directory, std::vector<DirectoryEntry>& entries);
bool read_directory(const Place& place, std::vector<DirectoryEntry>& entries);

// Makes a directory, and those it is in. False with errno set.
bool make_directories(const FileAccess& access, const std::string& path);

}  // namespace aspen
