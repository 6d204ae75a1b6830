// Lets other threads reach the thread that uses a VM.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "aspen/aspen.h"

namespace aspen {
inline namespace v1 {

// Vm::mailbox returns it. A handle: copies refer to the same VM, which they may outlive. For any thread.
class Mailbox {
 public:
  // A mailbox of no VM; post() returns false.
  Mailbox() = default;
  // Takes over the one reference of a new mailbox.
  explicit Mailbox(aspen_mailbox* mailbox) : mailbox_(mailbox, &aspen_mailbox_release) {}

  // The thread that uses the VM will call `act`: in its next poll(), which on_wakeup announces, or soon if it
  // is in run(), call() or get(). Posts of one thread keep their order. `act` may do what a function that a
  // script called may: start and cancel calls. An exception of `act` is written to standard error. The thread
  // that uses the VM destroys it, or the one that posts. Returns false if the VM is gone: `act` will not be
  // called then.
  bool post(std::function<void()> act) const {
    using Act = std::function<void()>;
    if (!mailbox_) return false;
    return aspen_post(
               mailbox_.get(), [](void* data) { (*static_cast<Act*>(data))(); }, new Act(std::move(act)),
               [](void* data) { delete static_cast<Act*>(data); }) != 0;
  }

 private:
  std::shared_ptr<aspen_mailbox> mailbox_;
};

}  // namespace v1
}  // namespace aspen
