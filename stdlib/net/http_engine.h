// All HTTP requests of the process, made by one thread, which starts with the first request. Requests share
// connections: after an answer the connection is kept open for the next request.
#pragma once

#include <pthread.h>

#include <memory>
#include <mutex>
#include <vector>

#include "stdlib/net/http_exchange.h"

namespace aspen {

// Any thread.
class HttpEngine {
 public:
  // Lives to the end of the process.
  static HttpEngine& get();

  // If the request cannot be tried, the exchange's reply says why.
  void add(std::shared_ptr<HttpExchange> exchange);
  // Wakes the engine's thread to look at a new exchange, or at one that was given up.
  void wake();

 private:
  // 0, or an errno. REQUIRES: the lock is held.
  int start();
  int set_up();
  bool ring();
  static void* run(void* self);
  static void stop();
  void go_on();
  void take_added();
  void begin(const std::shared_ptr<HttpExchange>& exchange);
  void add_to_library(const std::shared_ptr<HttpExchange>& exchange);
  void end_transfers();
  void advance_all();
  bool is_over(HttpExchange& exchange);
  void wait();
  void set_limits();

  std::mutex lock_;  // guards what follows
  pthread_t thread_{};
  bool is_running_ = false, is_stopping_ = false;
  std::vector<std::shared_ptr<HttpExchange>> added_;

  CURLM* multi_ = nullptr;  // written before the thread starts; used by it only, except for `wake`
  // For the engine's thread only:
  std::vector<std::shared_ptr<HttpExchange>> exchanges_;
  std::vector<curl_waitfd> awaited_;
};

}  // namespace aspen
