// echo_client PORT CONNECTIONS SECONDS: sends 64 bytes on each connection, and again when they have come
// back; prints the number of round trips per second. One thread.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr size_t kBytes = 64;
std::array<char, kBytes> message{};

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

void send_message(int connection) {
  if (::send(connection, message.data(), kBytes, MSG_NOSIGNAL) != kBytes) fail("send");
}

int connect_to(int port) {
  const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) fail("connect");
  const int on = 1;
  ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return connection;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const int poller = ::epoll_create1(0);
  for (int i = std::atoi(arguments[2]); i > 0; --i) {
    epoll_event interest{};
    interest.events = EPOLLIN;
    interest.data.fd = connect_to(std::atoi(arguments[1]));
    ::epoll_ctl(poller, EPOLL_CTL_ADD, interest.data.fd, &interest);
    send_message(interest.data.fd);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now(), end = begin + std::chrono::seconds(std::atoi(arguments[3]));
  std::array<epoll_event, 256> ready;
  std::array<char, kBytes> reply;
  long round_trips = 0;
  while (Clock::now() < end) {
    const int found = ::epoll_wait(poller, ready.data(), static_cast<int>(ready.size()), 100);
    for (int i = 0; i < found; ++i) {
      if (::recv(ready[static_cast<size_t>(i)].data.fd, reply.data(), kBytes, MSG_WAITALL) != kBytes)
        fail("recv");
      send_message(ready[static_cast<size_t>(i)].data.fd);
      ++round_trips;
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::printf("RESULT round_trips %.0f\n", static_cast<double>(round_trips) / seconds);
}
