// Lists and makes directories, by their descriptors.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/system/descriptor.h"
#include "stdlib/system/place.h"
#include "vm/heap/memory_account.h"

namespace aspen {

struct DirectoryEntry {
  std::string name;
  bool is_directory = false, is_link = false;
};

// The memory of names that are collected for a script. What a few names take is not counted.
class NameCharge {
 public:
  NameCharge() = default;  // counts nothing
  explicit NameCharge(std::shared_ptr<MemoryAccount> account) : charge_(std::move(account)) {}

  // False, with errno ENOMEM, if the account has no room for a name of this size, and from then on.
  bool add(size_t name_bytes);
  bool is_refused() const { return is_refused_; }

 private:
  Charge charge_;
  size_t bytes_ = 0;
  bool is_refused_ = false;
};

// Reads all entries but "." and "..", in no particular order. False with errno set. `charge`: null if the
// names belong to no script.
bool read_directory(const Descriptor& directory, std::vector<DirectoryEntry>& entries,
                    NameCharge* charge = nullptr);
bool read_directory(const Place& place, std::vector<DirectoryEntry>& entries, NameCharge* charge = nullptr);

// Makes a directory and its missing parents. False with errno set.
bool make_directories(const FileAccess& access, const std::string& path);

}  // namespace aspen
