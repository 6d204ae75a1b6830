// Requests and responses as values: what server and client share.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "stdlib/native.h"

namespace aspen {

class HttpConnection;

// `each(name, value)` for the headers in a Dict of strings, or of lists of strings, which argument 0 of the
// native has. Those that can be none are refused, and so are those that say where a message ends, and two of
// which a message has one.
bool for_each_header(Strand& s, Value headers,
                     const std::function<void(std::string_view name, std::string_view value)>& each);

// A Dict for headers that have come, and one more in it: of several with one name, the values are joined.
Dict* new_header_dict(Strand& s, size_t count);
void add_header(Strand& s, Dict& headers, std::string_view name, std::string_view value);

// Of a value from `http.over`; null if it is none.
std::shared_ptr<HttpConnection> as_http_connection(Value v);

}  // namespace aspen
