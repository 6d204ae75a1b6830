// Waits until the reply to a request that the engine has is known.
#pragma once

#include <memory>
#include <utility>

#include "stdlib/http_exchange.h"
#include "vm/operation.h"
#include "vm/runtime.h"

namespace aspen {

class HttpWait final : public Operation {
 public:
  using Result = HttpReply;

  HttpWait(Runtime& runtime, std::shared_ptr<HttpExchange> exchange)
      : Operation(runtime), ahead_(runtime.read_ahead()), exchange_(std::move(exchange)) {}

  void start(Strand& s);
  // Once it is over.
  HttpExchange& result() { return *exchange_; }
  void drop_result() override;

  // By the engine: the reply has come, with so large a body.
  void end_known(size_t bytes);

 private:
  void give_up() override;

  ReadAhead& ahead_;
  const std::shared_ptr<HttpExchange> exchange_;
  bool is_known_ = false;  // written before the operation ends
};

}  // namespace aspen
