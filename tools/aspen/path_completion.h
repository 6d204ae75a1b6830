// Completion of paths at the prompt of the interactive session.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

// What may replace the word at the end of the text (word_start) if that is a path: after `:load`, or within a
// string outside of its braces. Folders end in `/`; after `use`, modules lack their `.asp`. Nothing: it is no
// path.
std::optional<std::vector<std::string>> complete_path(std::string_view text);

// With the user's folder in place of a `~` at its beginning.
std::string expand_home(std::string_view path);

}  // namespace aspen
