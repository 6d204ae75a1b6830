#include "stdlib/net/curl_library.h"

#include "stdlib/native/loaded_library.h"

namespace aspen {

namespace {

constexpr const char* kCurlFile = "libcurl.so.4";

Curl load_curl() {
  LoadedLibrary library(kCurlFile);
  Curl curl = {};
#define ASPEN_CURL(name) library.find("curl_" #name, curl.name);
#include "stdlib/net/curl_functions.def"
#undef ASPEN_CURL
  curl.is_there = library.is_whole() && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return curl;
}

}  // namespace

const Curl& curl() { return loaded<Curl, load_curl>(); }

std::string why_no_curl() { return why_not_loaded(kCurlFile); }

}  // namespace aspen
