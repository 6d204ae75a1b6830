// Two sessions over a pair of sockets, without tasks.
#include "stdlib/net/tls_session.h"

#include <gtest/gtest.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

namespace aspen {
namespace {

// A text of the certificates that scripts use.
std::string pem(const std::string& name) {
  std::ostringstream all;
  all << std::ifstream(ASPEN_SCRIPTS "/tls/lib/certificates.asp").rdbuf();
  const std::string text = all.str();
  const size_t begin = text.find("\n" + name + " = \"\"\"\n");
  const size_t after_quotes = text.find("-----BEGIN", begin);
  const std::string quoted = text.substr(after_quotes, text.find("\"\"\"", after_quotes) - after_quotes);
  return std::regex_replace(quoted, std::regex("\n +"), "\n");
}

class Side {
 public:
  Side(sched::Driver& driver, int descriptor, TlsOptions options, size_t charged = TlsSession::kBytesAtFirst)
      : driver_(driver), descriptor_(descriptor) {
    TlsContext::Made made = TlsContext::make(std::move(options));
    EXPECT_EQ(made.complaint, "");
    Charge charge(account_);
    EXPECT_TRUE(charge.grow_to(charged));
    session_ = TlsSession::make(made.context, {}, std::move(charge));
  }

  // The endpoint is new each time, as one that has waited in vain looks again only after the driver has woken
  // it.
  template <class Step>
  auto step(Step step) {
    Endpoint endpoint(driver_, ::dup(descriptor_.number()), "", nullptr, nullptr);
    return step(*session_, endpoint);
  }
  int establish() {
    return step([](TlsSession& session, Endpoint& endpoint) { return session.establish(endpoint); });
  }
  ssize_t send(size_t size) {
    const std::string bytes(size, 'x');
    return step([&](TlsSession& session, Endpoint& endpoint) {
      return session.send(endpoint, bytes.data(), bytes.size());
    });
  }
  ssize_t receive(size_t most) {
    std::string bytes(most, ' ');
    return step([&](TlsSession& session, Endpoint& endpoint) {
      return session.receive(endpoint, bytes.data(), bytes.size());
    });
  }
  bool is_full() const {
    int unsent = 0, most = 0;
    socklen_t size = sizeof most;
    EXPECT_EQ(::ioctl(descriptor_.number(), SIOCOUTQ, &unsent), 0);
    EXPECT_EQ(::getsockopt(descriptor_.number(), SOL_SOCKET, SO_SNDBUF, &most, &size), 0);
    return unsent >= most;
  }
  bool has_output() const { return session_->has_output(); }
  size_t charged() const { return account_->used(); }

 private:
  sched::Driver& driver_;
  const Descriptor descriptor_;
  const std::shared_ptr<MemoryAccount> account_ = std::make_shared<MemoryAccount>(SIZE_MAX);
  std::unique_ptr<TlsSession> session_;
};

// The two ends of a stream, and what their sessions are made of.
struct Pair {
  Pair() {
    int error = 0;
    driver = sched::Driver::create(error);
    EXPECT_TRUE(driver);
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    as_server.is_server = true;
    as_server.verifies = as_client.verifies = false;
    as_server.certificate = pem("server");
    as_server.key = pem("server_key");
  }

  std::unique_ptr<sched::Driver> driver;
  int ends[2];
  TlsOptions as_server, as_client;
};

// What a client that is not yet connected may make the server hold: the budget pays when the first bytes
// come.
TEST(TlsSession, GreetingsHaveABudget) {
  for (const bool has_room : {true, false}) {
    constexpr size_t kMore = TlsSession::kBytesAtFirst - TlsSession::kBytes;
    const auto budget = std::make_shared<ReceiveBudget>(has_room ? kMore : kMore - 1);
    const auto is_taken = [&] {
      if (!budget->take(kMore)) return true;
      budget->give_back(kMore);
      return false;
    };
    Pair of;
    of.as_server.greetings = budget;
    {
      Side server(*of.driver, of.ends[0], std::move(of.as_server), TlsSession::kBytes);
      Side client(*of.driver, of.ends[1], std::move(of.as_client));
      EXPECT_EQ(server.establish(), -1);
      EXPECT_EQ(errno, EAGAIN);
      EXPECT_EQ(is_taken(), !has_room);  // a silent client holds nothing
      client.establish();
      EXPECT_EQ(server.establish(), -1);
      EXPECT_EQ(errno, has_room ? EAGAIN : ENOMEM);
      EXPECT_TRUE(is_taken());
      for (int i = 0; has_room && i < 4; ++i) {
        client.establish();
        server.establish();
      }
      EXPECT_EQ(server.establish(), has_room ? 0 : -1);
      EXPECT_EQ(is_taken(), !has_room);
    }
    Pair other;
    other.as_server.greetings = budget;
    Side client(*other.driver, other.ends[1], std::move(other.as_client));
    client.establish();
    {
      Side server(*other.driver, other.ends[0], std::move(other.as_server), TlsSession::kBytes);
      server.establish();
      EXPECT_TRUE(is_taken());
    }
    EXPECT_EQ(is_taken(), !has_room);  // the client has left
  }
}

// Otherwise two peers that both send would wait for each other.
TEST(TlsSession, ReadsWhileNoByteOfAPieceCanBeSent) {
  Pair of;
  Side server(*of.driver, of.ends[0], std::move(of.as_server)),
      client(*of.driver, of.ends[1], std::move(of.as_client));
  for (int i = 0; i < 4; ++i) {
    client.establish();
    server.establish();
  }
  ASSERT_EQ(client.establish(), 0);
  ASSERT_EQ(server.establish(), 0);
  EXPECT_EQ(server.charged(), TlsSession::kBytes);  // the greeting of the client is gone
  EXPECT_EQ(client.charged(), TlsSession::kBytes);

  ASSERT_EQ(server.send(5), 5);
  for (int i = 0; !client.is_full(); ++i) {
    ASSERT_LT(i, 10'000);
    ASSERT_EQ(client.send(1000), 1000);
  }
  ASSERT_FALSE(client.has_output());  // so a whole piece is encrypted, and all of it waits
  ASSERT_GT(client.send(size_t{1} << 20), 0);
  ASSERT_TRUE(client.has_output());
  EXPECT_EQ(client.receive(100), 5);
}

}  // namespace
}  // namespace aspen
