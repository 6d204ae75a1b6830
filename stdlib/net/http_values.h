// Requests and responses as values, for server and client.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "stdlib/native/native.h"

namespace aspen {

class HttpConnection;

// Calls `each(name, value)` for the headers in a Dict of strings or of lists of strings, which is in argument
// 0 of the native. Refuses malformed headers, those that say where the message ends, and a second one where a
// message may have only one. False with an error pending.
bool for_each_header(Strand& s, Value headers,
                     const std::function<void(std::string_view name, std::string_view value)>& each);

struct HeaderView {
  std::string_view name, value;  // the name in lower case
};

// A Dict of them, in the order of their names' first places. Values of headers with one name are joined.
Value header_dict(Strand& s, const std::vector<HeaderView>& headers);

// The connection of a value from `http.over`; null for other values.
std::shared_ptr<HttpConnection> as_http_connection(Value v);

}  // namespace aspen
