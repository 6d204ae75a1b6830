// Options that hold a certificate or a key: text in PEM (RFC 7468), or the path of a file that has it.
#pragma once

#include <string_view>

namespace aspen {

// Else it is a path.
inline bool is_pem(std::string_view text) { return text.find("-----BEGIN ") != text.npos; }

}  // namespace aspen
