// Requests and responses as values, for server and client.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "stdlib/native/native.h"

namespace aspen {

class HttpConnection;

// Calls `each(name, value)` for the headers in a Dict of strings or of lists of strings, which is in argument
// 0 of the native. Refuses malformed headers, those that say where the message ends, and a second one where a
// message may have only one. False with an error pending.
bool for_each_header(Strand& s, Value headers,
                     const std::function<void(std::string_view name, std::string_view value)>& each);

// A Dict for `count` headers and one more. Values of headers with the same name are joined.
Dict* new_header_dict(Strand& s, size_t count);
void add_header(Strand& s, Dict& headers, std::string_view name, std::string_view value);

// The connection of a value from `http.over`; null for other values.
std::shared_ptr<HttpConnection> as_http_connection(Value v);

}  // namespace aspen
