// Where sockets lead: "127.0.0.1:80", "[::1]:80", "example.org:http", ":80" (every interface of this machine,
// or, to connect to, this machine) and "unix:/path".
#pragma once

#include <sys/socket.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  int family() const { return storage.ss_family; }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  // As it could be given; "unix:" for one without a name.
  std::string text() const;
};

// The two parts of "host:port". Nothing if it is no such text.
struct HostAndPort {
  std::string host, port;
};
std::optional<HostAndPort> split_address(std::string_view text);

// Of an address without names. `passive`: an empty host is every interface. Nothing if there are names, or if
// it is no address.
std::optional<SocketAddress> numeric_address(std::string_view text, bool passive);

// Asks the system for names, which may take seconds. 0 and at least one address, or a negative error as in
// sched/error.h.
int look_up(const HostAndPort& name, bool passive, std::vector<SocketAddress>& found);

}  // namespace aspen
