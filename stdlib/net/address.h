// Addresses of sockets: "127.0.0.1:80", "[::1]:80", "example.org:http", ":80" (to listen: every interface; to
// connect: this machine) and "unix:/path".
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
  // The address in the form that programs give; "unix:" for a socket without a name.
  std::string text() const;
};

// The two parts of "host:port". Nothing if the text has no such form.
struct HostAndPort {
  std::string host, port;
};
std::optional<HostAndPort> split_address(std::string_view text);

// Parses an address that holds numbers only. `passive`: an empty host means every interface. Nothing if the
// text holds names, or is not an address.
std::optional<SocketAddress> numeric_address(std::string_view text, bool passive);

// Asks the system for names, which may take seconds. Returns 0 and at least one address, or a negative error
// as in sched/error.h.
int look_up(const HostAndPort& name, bool passive, std::vector<SocketAddress>& found);

}  // namespace aspen
