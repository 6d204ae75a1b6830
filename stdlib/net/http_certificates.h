// Checks of certificates for https that libcurl does not make.
#pragma once

#include <curl/curl.h>

namespace aspen {

// For CURLOPT_SSL_CTX_FUNCTION. If a certificate has no other name of a host, libcurl takes its common name,
// which escapes the constraints on names that its authority may have (RFC 6125, 6.4.4; RFC 9525, 2). Such a
// certificate is refused.
CURLcode refuse_common_names(CURL* handle, void* context, void* data);

}  // namespace aspen
