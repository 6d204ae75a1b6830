#include "stdlib/net/http_engine.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "sched/platform.h"
#include "stdlib/system/silent_thread.h"

namespace aspen {

namespace {

uint64_t now_ms() { return sched::monotonic_ns() / 1'000'000; }

// libcurl keeps a pointer to the exchange as the handle's private data.
HttpExchange& exchange_of(CURL* handle) {
  char* exchange = nullptr;
  curl().easy_getinfo(handle, CURLINFO_PRIVATE, &exchange);
  return *reinterpret_cast<HttpExchange*>(exchange);
}

// The capacity for one more exchange; it grows by factors.
size_t room_for(const std::vector<std::shared_ptr<HttpExchange>>& exchanges) {
  const size_t count = exchanges.size() + 1;
  return count <= exchanges.capacity() ? exchanges.capacity() : 2 * count;
}

}  // namespace

HttpEngine& HttpEngine::get() {
  static auto* const engine = new HttpEngine;
  return *engine;
}

// ---- Any thread

void HttpEngine::add(std::shared_ptr<HttpExchange> exchange) {
  if (!curl().is_there) return exchange->fail("requests need libcurl: " + why_no_curl(), "ELIBACC");
  int error = 0;
  {
    const std::lock_guard hold(lock_);
    if (!is_running_) error = start();
    if (error == 0) added_.push_back(exchange);  // std::bad_alloc goes to the strand
  }
  if (error != 0) return exchange->fail(std::strerror(error), strerrorname_np(error));
  ring();
}

void HttpEngine::wake() {
  const std::lock_guard hold(lock_);
  if (is_running_) ring();
}

// Rings again if the system refuses, as a request would otherwise wait for the next event.
bool HttpEngine::ring() {
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    if (curl().multi_wakeup(multi_) == CURLM_OK) return true;
  }
  return false;
}

int HttpEngine::start() {
  if (is_stopping_) return ECANCELED;
  if (const int error = set_up()) return error;
  const int error = start_silent_thread(thread_, run, this);
  is_running_ = error == 0;
  // Registered after the exit handlers of the thread's libraries, so that it runs before them.
  if (is_running_) std::atexit(stop);
  return error;
}

// Without descriptors for its wake-up, libcurl makes a handle that cannot be woken; ring() finds that out.
int HttpEngine::set_up() {
  if (multi_ != nullptr) return 0;
  multi_ = curl().multi_init();
  if (multi_ == nullptr) return ENOMEM;
  if (!ring()) {
    curl().multi_cleanup(std::exchange(multi_, nullptr));
    return EMFILE;
  }
  set_limits();
  return 0;
}

// Leaves most of the process's descriptors to the program.
void HttpEngine::set_limits() {
  constexpr long kFewest = 4, kMost = 256;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const long share = static_cast<long>(std::min<rlim_t>(files.rlim_cur / 4, kMost));
  curl().multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, std::max(share, kFewest));
}

void HttpEngine::stop() {
  HttpEngine& engine = get();
  {
    const std::lock_guard hold(engine.lock_);
    engine.is_stopping_ = true;
    engine.ring();
  }
  pthread_join(engine.thread_, nullptr);
}

// ---- The engine's thread

void* HttpEngine::run(void* self) {
  static_cast<HttpEngine*>(self)->go_on();
  return nullptr;
}

void HttpEngine::go_on() {
  for (;;) {
    {
      const std::lock_guard hold(lock_);
      if (is_stopping_) return;
    }
    take_added();
    int running = 0;
    curl().multi_perform(multi_, &running);
    end_transfers();
    advance_all();
    wait();
  }
}

void HttpEngine::take_added() {
  std::vector<std::shared_ptr<HttpExchange>> added;
  {
    const std::lock_guard hold(lock_);
    added.swap(added_);
  }
  for (const auto& exchange : added) begin(exchange);
}

void HttpEngine::begin(const std::shared_ptr<HttpExchange>& exchange) {
  try {
    exchanges_.reserve(room_for(exchanges_));
    awaited_.reserve(room_for(exchanges_));  // so that `wait` allocates nothing
    add_to_library(exchange);
  } catch (const std::bad_alloc&) {
    exchange->refuse();
  }
}

void HttpEngine::add_to_library(const std::shared_ptr<HttpExchange>& exchange) {
  CURL* handle = exchange->begin(now_ms());
  if (handle == nullptr || curl().multi_add_handle(multi_, handle) != CURLM_OK)
    return exchange->fail(std::strerror(ENOMEM), "ENOMEM");
  exchanges_.push_back(exchange);
}

void HttpEngine::end_transfers() {
  int left = 0;
  while (const CURLMsg* message = curl().multi_info_read(multi_, &left)) {
    if (message->msg == CURLMSG_DONE) exchange_of(message->easy_handle).end(message->data.result);
  }
}

bool HttpEngine::is_over(HttpExchange& exchange) {
  if (!exchange.is_given_up() && !exchange.advance(now_ms())) return false;
  curl().multi_remove_handle(multi_, exchange.handle());
  return true;
}

void HttpEngine::advance_all() {
  std::erase_if(exchanges_, [&](const auto& exchange) { return is_over(*exchange); });
}

// If `advance_all` has resumed a paused transfer, multi_poll does not wait.
void HttpEngine::wait() {
  constexpr int kLongestMs = 3'600'000;
  int timeout = kLongestMs;
  awaited_.clear();
  const uint64_t now = now_ms();
  for (const auto& exchange : exchanges_) {
    const curl_waitfd awaited = exchange->awaited();
    if (awaited.fd >= 0) awaited_.push_back(awaited);
    if (const uint64_t deadline = exchange->deadline_ms())
      timeout = static_cast<int>(std::clamp<int64_t>(static_cast<int64_t>(deadline - now), 0, timeout));
  }
  curl().multi_poll(multi_, awaited_.data(), static_cast<unsigned>(awaited_.size()), timeout, nullptr);
}

}  // namespace aspen
