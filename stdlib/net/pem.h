// For options that hold a certificate or a key: text in PEM (RFC 7468), or the path of a file in PEM.
#pragma once

#include <cstddef>
#include <string_view>

namespace aspen {

inline constexpr size_t kMostPemBytes = size_t{16} << 20;  // of a file

// True: the text itself is PEM. False: it is a path.
inline bool is_pem(std::string_view text) { return text.find("-----BEGIN ") != text.npos; }

}  // namespace aspen
