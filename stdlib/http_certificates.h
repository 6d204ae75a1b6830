// What https checks of certificates beside what libcurl does.
#pragma once

#include <curl/curl.h>

namespace aspen {

// For CURLOPT_SSL_CTX_FUNCTION. libcurl takes the common name of a certificate that names no host otherwise
// for one, past the constraints that its authority may have on names (RFC 6125, 6.4.4; RFC 9525, 2). Such a
// certificate is refused.
CURLcode refuse_common_names(CURL* handle, void* context, void* data);

}  // namespace aspen
