// How other threads reach the one that uses a VM.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "aspen/aspen.h"

namespace aspen {
inline namespace v1 {

// What Vm::mailbox returns. A handle: copies mean the same VM, which they may outlive. Used by any thread.
class Mailbox {
 public:
  // Of no VM.
  Mailbox() = default;
  // Takes over the one owner.
  explicit Mailbox(aspen_mailbox* mailbox) : mailbox_(mailbox, &aspen_mailbox_release) {}

  // Has `act` called by the thread that uses the VM: in its next poll(), of which on_wakeup tells, or soon,
  // if it waits in run(), call() or get(). What one thread posts is done in its order. `act` may do what a
  // function may that a script has called: start calls, cancel them; it does not throw. It is destroyed on
  // either thread. False: the VM is gone, and `act` is not called.
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
