// Waits until the reply to a request is known that the engine has.
#pragma once

#include <memory>
#include <utility>

#include "stdlib/net/http_exchange.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/operation.h"

namespace aspen {

class HttpWait final : public Operation {
 public:
  using Result = HttpReply;

  HttpWait(Runtime& runtime, std::shared_ptr<HttpExchange> exchange)
      : Operation(runtime), ahead_(runtime.read_ahead()), exchange_(std::move(exchange)) {}

  void start(Strand& s);
  // Precondition: the wait is over.
  HttpExchange& result() { return *exchange_; }
  void drop_result() override;

  // Called by the engine: the reply has come, with a body of `bytes`.
  void end_known(size_t bytes);

 private:
  void give_up() override;

  ReadAhead& ahead_;
  const std::shared_ptr<HttpExchange> exchange_;
  bool is_known_ = false;  // written before the operation ends
};

}  // namespace aspen
