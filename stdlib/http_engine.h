// All requests of the process, driven by one thread, which starts with the first one. It shares their
// connections: those that are done with are kept open for the next.
#pragma once

#include <pthread.h>

#include <memory>
#include <mutex>
#include <vector>

#include "stdlib/http_exchange.h"

namespace aspen {

// Any thread.
class HttpEngine {
 public:
  // Lives to the end of the process.
  static HttpEngine& get();

  // If it cannot be tried, the exchange's reply says why.
  void add(std::shared_ptr<HttpExchange> exchange);
  // There is something to look at: another exchange, or one that was given up.
  void wake();

 private:
  // 0, or an errno. Under the lock.
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

  CURLM* multi_ = nullptr;  // written before the thread starts; used by it, but for `wake`
  // The thread's:
  std::vector<std::shared_ptr<HttpExchange>> exchanges_;
  std::vector<curl_waitfd> awaited_;
};

}  // namespace aspen
