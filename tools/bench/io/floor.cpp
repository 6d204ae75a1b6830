// What the system alone costs a server: one thread that reads what comes, whatever it is, and answers at
// once: with the same bytes (`floor echo PORT`), or with a fixed answer, without parsing the request (`floor
// http PORT`). No server that makes a read and a write for each request can take less.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

constexpr std::string_view kAnswer =
    "HTTP/1.1 200 OK\r\ndate: Mon, 23 Nov 2026 08:00:00 GMT\r\ncontent-type: text/plain; charset=utf-8\r\n"
    "content-length: 13\r\n\r\nHello, world\n";

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

int listen_at(int port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(static_cast<uint16_t>(port));
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listener, reinterpret_cast<sockaddr*>(&here), sizeof here) != 0) fail("bind");
  if (::listen(listener, SOMAXCONN) != 0) fail("listen");
  return listener;
}

void watch(int poll, int socket, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = socket;
  if (::epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) != 0) fail("epoll_ctl");
}

void accept_all(int poll, int listener) {
  const int yes = 1;
  for (int socket; (socket = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK)) >= 0;) {
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    watch(poll, socket, EPOLLIN | EPOLLET);
  }
}

void answer(int socket, bool echoes) {
  static std::array<char, 65536> buffer;
  const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
  if (count <= 0) {
    ::close(socket);
    return;
  }
  const std::string_view answer =
      echoes ? std::string_view(buffer.data(), static_cast<size_t>(count)) : kAnswer;
  if (::send(socket, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) ::close(socket);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const bool echoes = std::string_view(arguments[1]) == "echo";
  const int listener = listen_at(std::atoi(arguments[2])), poll = ::epoll_create1(0);
  watch(poll, listener, EPOLLIN);
  std::array<epoll_event, 256> events;
  for (;;) {
    const int ready = ::epoll_wait(poll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < ready; ++i) {
      const int socket = events[i].data.fd;
      socket == listener ? accept_all(poll, listener) : answer(socket, echoes);
    }
  }
}
