#include "stdlib/net/address.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sched/resolve.h"

namespace aspen {

namespace {

SocketAddress copy_of(const sockaddr* address, socklen_t size) {
  SocketAddress out;
  std::memcpy(&out.storage, address, size);
  out.size = size;
  return out;
}

std::optional<SocketAddress> unix_address(std::string_view path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path || path.find('\0') != path.npos) return {};
  std::memcpy(address.sun_path, path.data(), path.size());
  return copy_of(reinterpret_cast<const sockaddr*>(&address),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1));
}

int ask(const HostAndPort& name, int flags, std::vector<SocketAddress>& found) {
  addrinfo hints = {};
  hints.ai_flags = flags;
  hints.ai_socktype = SOCK_STREAM;  // else each address comes once for each type
  sched::Addresses list;
  if (const int error = sched::resolve(name.host, name.port, hints, list); error != 0) return error;
  for (const addrinfo* at = list.get(); at != nullptr; at = at->ai_next)
    found.push_back(copy_of(at->ai_addr, at->ai_addrlen));
  return 0;
}

// The IPv4 address that stands in an address for IPv6 (RFC 4291, 2.5.5.2).
std::optional<SocketAddress> within_ipv6(const SocketAddress& address) {
  const auto& outer = reinterpret_cast<const sockaddr_in6&>(address.storage);
  if (address.family() != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&outer.sin6_addr)) return {};
  sockaddr_in inner = {};
  inner.sin_family = AF_INET;
  inner.sin_port = outer.sin6_port;
  std::memcpy(&inner.sin_addr, &outer.sin6_addr.s6_addr[12], sizeof inner.sin_addr);
  return copy_of(reinterpret_cast<const sockaddr*>(&inner), sizeof inner);
}

std::string unix_text(const sockaddr_un& address, socklen_t size) {
  const size_t room = size - offsetof(sockaddr_un, sun_path);
  return std::string(kUnix) + std::string(address.sun_path, strnlen(address.sun_path, room));
}

}  // namespace

std::string SocketAddress::text() const {
  if (size == 0) return "unknown";
  if (family() == AF_UNIX) return unix_text(reinterpret_cast<const sockaddr_un&>(storage), size);
  if (const std::optional<SocketAddress> inner = within_ipv6(*this)) return inner->text();
  char host[NI_MAXHOST], port[NI_MAXSERV];
  constexpr int kNumeric = NI_NUMERICHOST | NI_NUMERICSERV;
  if (::getnameinfo(get(), size, host, sizeof host, port, sizeof port, kNumeric) != 0) return "unknown";
  return family() == AF_INET6 ? "[" + std::string(host) + "]:" + port : std::string(host) + ":" + port;
}

namespace {

// Whether the text is a number, or the name of a service.
bool is_port(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  if (text.find_first_not_of(kDigits) != text.npos)
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; }) &&
           text[0] != '-';
  uint32_t number = 0;
  const bool fits = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  return fits && number <= UINT16_MAX;
}

}  // namespace

std::optional<HostAndPort> split_address(std::string_view text) {
  constexpr size_t kLongest = NI_MAXHOST + NI_MAXSERV;  // otherwise the system would read all of a long one
  const size_t colon = text.size() > kLongest ? text.npos : text.rfind(':');
  if (colon == text.npos || colon + 1 == text.size() || text.find('\0') != text.npos) return {};
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) return {};
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != host.npos) {
    return {};  // an IPv6 address without brackets
  }
  const std::string_view port = text.substr(colon + 1);
  if (!is_port(port)) return {};
  return HostAndPort{std::string(host), std::string(port)};
}

std::optional<SocketAddress> numeric_address(std::string_view text) {
  if (text.starts_with(kUnix)) return unix_address(text.substr(kUnix.size()));
  const std::optional<HostAndPort> name = split_address(text);
  std::vector<SocketAddress> found;
  constexpr int kNumeric = AI_NUMERICHOST | AI_NUMERICSERV;
  if (!name || name->host.empty() || ask(*name, kNumeric, found) != 0) return {};
  return found.front();
}

int look_up(const HostAndPort& name, bool passive, std::vector<SocketAddress>& found) {
  return ask(name, passive ? AI_PASSIVE : 0, found);
}

}  // namespace aspen
