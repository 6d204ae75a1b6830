// Paths and names of files as values: Strings, or Bytes if they are not UTF-8.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/native/native.h"

namespace aspen {

// Natives take paths as Strings or Bytes.
Value path_value(Strand& s, std::string_view path);
// A List of them.
Value paths_value(Strand& s, const std::vector<std::string>& paths);
// One path of all the parts, one after the other.
Value path_of_parts(Strand& s, std::initializer_list<std::string_view> parts);
// For messages: U+FFFD replaces each byte that is not UTF-8.
std::string shown_path(std::string_view path);
// An IoError about the path, as shown_path shows it.
Value path_error(Strand& s, int error_number, std::string_view path);

}  // namespace aspen
