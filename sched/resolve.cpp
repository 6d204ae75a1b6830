#include "sched/resolve.h"

#include <uv.h>

#include <cerrno>

namespace aspen::sched {

namespace {

int error_of(int code) {
  switch (code) {
    case 0: return 0;
    case EAI_AGAIN: return UV_EAI_AGAIN;
    case EAI_BADFLAGS: return UV_EAI_BADFLAGS;
    case EAI_FAIL: return UV_EAI_FAIL;
    case EAI_FAMILY: return UV_EAI_FAMILY;
    case EAI_MEMORY: return UV_EAI_MEMORY;
    case EAI_NONAME: return UV_EAI_NONAME;
    case EAI_SERVICE: return UV_EAI_SERVICE;
    case EAI_SOCKTYPE: return UV_EAI_SOCKTYPE;
    case EAI_OVERFLOW: return UV_EAI_OVERFLOW;
    case EAI_SYSTEM: return -errno;
  }
  return UV_EAI_NODATA;  // what remains: glibc's EAI_NODATA and EAI_ADDRFAMILY
}

}  // namespace

int resolve(const std::string& host, const std::string& service, const addrinfo& hints,
            Addresses& addresses) {
  addrinfo* list = nullptr;
  const char* name = host.empty() ? nullptr : host.c_str();
  const char* port = service.empty() ? nullptr : service.c_str();
  const int error = error_of(getaddrinfo(name, port, &hints, &list));
  addresses.reset(list);
  return error;
}

}  // namespace aspen::sched
