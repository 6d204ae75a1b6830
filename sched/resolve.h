// Names of hosts to addresses.
#pragma once

#include <netdb.h>

#include <memory>
#include <string>

namespace aspen::sched {

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

// Blocks, for seconds perhaps: for a BlockingCall. 0 and at least one address, or an error for error_text.
// Host or service may be empty, not both. `hints` as for getaddrinfo.
int resolve(const std::string& host, const std::string& service, const addrinfo& hints, Addresses& addresses);

}  // namespace aspen::sched
