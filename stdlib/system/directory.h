// Lists and makes directories, by their descriptors.
#pragma once

#include <string>
#include <vector>

#include "stdlib/system/descriptor.h"
#include "stdlib/system/place.h"

namespace aspen {

struct DirectoryEntry {
  std::string name;
  bool is_directory = false, is_link = false;
};

// Reads all entries but "." and "..", in no particular order. False with errno set.
bool read_directory(const Descriptor& directory, std::vector<DirectoryEntry>& entries);
bool read_directory(const Place& place, std::vector<DirectoryEntry>& entries);

// Makes a directory and its missing parents. False with errno set.
bool make_directories(const FileAccess& access, const std::string& path);

}  // namespace aspen
