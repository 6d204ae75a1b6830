#include "stdlib/net/http_wait.h"

namespace aspen {

void HttpWait::start(Strand&) {
  hold();
  ahead_.begin();
  if (!exchange_->begin_wait(*this)) end_known(exchange_->reply().bytes());
}

void HttpWait::end_known(size_t bytes) {
  is_known_ = true;
  ahead_.end(bytes);
  end_from_outside();
}

// The engine owns the reply until it is known.
void HttpWait::drop_result() {
  if (!is_known_) return;
  ahead_.take(exchange_->reply().bytes());
  exchange_->reply() = {};
}

void HttpWait::give_up() {
  if (!exchange_->end_wait(*this)) return;
  exchange_->give_up();
  ahead_.end(0);
  end();
}

}  // namespace aspen
