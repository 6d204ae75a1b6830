#pragma once

#include <string>
#include <string_view>

namespace aspen {

// The text of the comment directly above the line that holds `offset`: lines that begin with `#`, of which
// one with `##` is the first. Empty if there is none.
std::string comment_above(std::string_view source, size_t offset);

// Likewise, but only a comment that begins with `##`: in the library, other comments are for its editors.
std::string doc_comment_above(std::string_view source, size_t offset);

}  // namespace aspen
