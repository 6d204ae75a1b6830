// libcurl, loaded at the first request. Loading it with what it depends on takes ten milliseconds, which
// programs without requests do not pay at their start.
#pragma once

#include <curl/curl.h>

#include <string>

namespace aspen {

// The functions that this library uses, by their names in libcurl.
struct Curl {
#define ASPEN_CURL(name) decltype(&curl_##name) name;
#include "stdlib/net/curl_functions.def"
#undef ASPEN_CURL
  bool is_there = false;
};

// Any thread. The library stays loaded until the process ends.
const Curl& curl();

// Why libcurl cannot be loaded, in the system's words.
std::string why_no_curl();

}  // namespace aspen
