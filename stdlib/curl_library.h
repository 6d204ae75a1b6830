// libcurl, loaded when the first request is made: it and what it needs would cost every program ten
// milliseconds to start.
#pragma once

#include <curl/curl.h>

#include <string>

namespace aspen {

// What is used of the library, by its names there.
struct Curl {
#define ASPEN_CURL(name) decltype(&curl_##name) name;
#include "stdlib/curl_functions.def"
#undef ASPEN_CURL
  bool is_there = false;
};

// Any thread. The library stays until the process ends.
const Curl& curl();

// Why it is not there, in the system's words.
std::string why_no_curl();

}  // namespace aspen
