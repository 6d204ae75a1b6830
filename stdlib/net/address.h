// Addresses of sockets: "127.0.0.1:80", "[::1]:80", "example.org:http", ":80" (to listen: every interface; to
// connect: this machine; of IPv4 and IPv6) and "unix:/path".
#pragma once

#include <sys/socket.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

// What addresses of Unix sockets begin with.
constexpr std::string_view kUnix = "unix:";

struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  int family() const { return storage.ss_family; }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  // The address in the form that programs give; "unix:" for a socket without a name, "unknown" for size 0.
  std::string text() const;
};

// The two parts of "host:port". Nothing if the text has no such form.
struct HostAndPort {
  std::string host, port;
};
std::optional<HostAndPort> split_address(std::string_view text);

// Parses an address that holds numbers only. Nothing if the text holds names or no host, or is not an
// address.
std::optional<SocketAddress> numeric_address(std::string_view text);

// Asks the system for names, which may take seconds. `passive`: an empty host means every interface. Returns
// 0 and at least one address, or a negative error as in sched/error.h.
int look_up(const HostAndPort& name, bool passive, std::vector<SocketAddress>& found);

}  // namespace aspen
