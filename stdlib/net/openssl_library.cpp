#include "stdlib/net/openssl_library.h"

#include "stdlib/native/loaded_library.h"
#include "stdlib/system/environment.h"

namespace aspen {

namespace {

constexpr const char* kOpenSslFile = "libssl.so.3";

// Workers may still use OpenSSL when the process ends, so it must not clean up then.
OpenSsl load_openssl() {
  LoadedLibrary library(kOpenSslFile);
  OpenSsl out = {};
#define ASPEN_OPENSSL(name) library.find(#name, out.name);
#include "stdlib/net/openssl_functions.def"
#undef ASPEN_OPENSSL
  const auto held = hold_environment();  // OpenSSL reads variables to find its configuration
  out.is_there = library.is_whole() && out.OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT, nullptr) == 1;
  return out;
}

}  // namespace

const OpenSsl& openssl() { return loaded<OpenSsl, load_openssl>(); }

std::string why_no_openssl() { return why_not_loaded(kOpenSslFile); }

std::string openssl_reason() {
  const char* reason = openssl().ERR_reason_error_string(openssl().ERR_peek_error());
  return reason != nullptr ? reason : "unknown error";
}

}  // namespace aspen
