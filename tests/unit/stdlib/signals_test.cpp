// Listeners for signals, beside a host that handles signals in its own way.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <vector>

#include "stdlib/system/signal_listener.h"
#include "stdlib/system/signal_names.h"

namespace aspen {
namespace {

SignalSet only(int signal) {
  SignalSet set;
  set.add(signal);
  return set;
}

int await_signal(SignalListener& listener) {
  int signal = 0;
  while (signal == 0) signal = listener.take();
  return signal;
}

volatile std::sig_atomic_t hosts_count = 0;
void hosts_handler(int) { hosts_count = hosts_count + 1; }

// SIGUSR2 belongs to the host, with flags of its own, while this object exists.
class HostsSignal {
 public:
  HostsSignal() {
    struct sigaction hosts = {};
    hosts.sa_handler = hosts_handler;
    hosts.sa_flags = SA_NODEFER;
    ::sigaction(SIGUSR2, &hosts, &former_);
    hosts_count = 0;
  }
  ~HostsSignal() { ::sigaction(SIGUSR2, &former_, nullptr); }

  static struct sigaction now() {
    struct sigaction now = {};
    ::sigaction(SIGUSR2, nullptr, &now);
    return now;
  }

 private:
  struct sigaction former_;
};

TEST(Signals, TheHostsHandlerIsGivenBackByTheLast) {
  const HostsSignal hosts;
  auto first = std::make_unique<SignalListener>(only(SIGUSR2));
  SignalListener second(only(SIGUSR2));
  ASSERT_EQ(first->open(), 0);
  ASSERT_EQ(second.open(), 0);
  first.reset();
  EXPECT_NE(HostsSignal::now().sa_handler, hosts_handler);
  ::kill(::getpid(), SIGUSR2);
  EXPECT_EQ(await_signal(second), SIGUSR2);
  EXPECT_EQ(hosts_count, 0);
  second.close();
  EXPECT_EQ(HostsSignal::now().sa_handler, hosts_handler);
  EXPECT_EQ(HostsSignal::now().sa_flags & (SA_NODEFER | SA_RESTART), SA_NODEFER);
  std::raise(SIGUSR2);
  EXPECT_EQ(hosts_count, 1);
}

TEST(Signals, WhatTheHostSetMeanwhileStays) {
  const HostsSignal hosts;
  SignalListener listener(only(SIGUSR2));
  ASSERT_EQ(listener.open(), 0);
  std::signal(SIGUSR2, SIG_IGN);
  listener.close();
  EXPECT_EQ(HostsSignal::now().sa_handler, SIG_IGN);
}

TEST(Signals, WhatWasHeardGoesWithTheListener) {
  SignalListener witness(only(SIGUSR2)), closed(only(SIGUSR2));
  ASSERT_EQ(witness.open(), 0);
  ASSERT_EQ(closed.open(), 0);
  ::kill(::getpid(), SIGUSR2);
  await_signal(witness);
  closed.close();
  EXPECT_EQ(closed.take(), 0);
  EXPECT_TRUE(closed.is_closed());
}

TEST(Signals, AreTakenInTheOrderInWhichTheyCame) {
  SignalSet both = only(SIGUSR1);
  both.add(SIGUSR2);
  SignalListener listener(both), witness(both);
  ASSERT_EQ(listener.open(), 0);
  ASSERT_EQ(witness.open(), 0);
  for (const int signal : {SIGUSR2, SIGUSR1, SIGUSR2}) {
    ::kill(::getpid(), signal);
    EXPECT_EQ(await_signal(witness), signal);
  }
  witness.close();  // the driver has reported the signals to the other watch by then, too
  EXPECT_EQ(await_signal(listener), SIGUSR2);
  EXPECT_EQ(await_signal(listener), SIGUSR1);
  EXPECT_EQ(listener.take(), 0) << "one that comes again before it was taken counts once";
}

TEST(Signals, HaveTheNamesThatShellsKnow) {
  for (const auto& [number, name] : {std::pair(SIGTERM, "TERM"), {SIGINT, "INT"}, {SIGHUP, "HUP"}}) {
    EXPECT_EQ(signal_name(number), name);
    EXPECT_EQ(signal_number(name), number);
  }
  EXPECT_EQ(signal_number(""), 0);
  EXPECT_EQ(signal_number("TER"), 0);
  EXPECT_EQ(signal_name(0), "");
  EXPECT_FALSE(can_listen_for(SIGKILL));
}

}  // namespace
}  // namespace aspen
