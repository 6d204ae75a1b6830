// Co<T>: a coroutine that is spawned as a task, or awaited by another as a part of the same task.
//
//     Co<int> twice(int x) { co_await yield(); co_return 2 * x; }
//     Co<int> main_task() { co_return co_await twice(20) + 2; }
//
// A spawned coroutine is one block of memory: its task with its result, followed by the frame. Cancelling the
// task destroys the frame at its suspension point, which runs the destructors of everything in it. The block
// stays until both the task has ended and its handle is gone.
#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <new>
#include <utility>

#include "sched/join.h"
#include "sched/memory.h"
#include "sched/worker.h"

namespace aspen::sched {

// The task of the coroutine that runs on this thread.
inline JoinableTask& running_task(Worker& worker) { return *static_cast<JoinableTask*>(worker.running()); }

// What a coroutine's task does when it runs, and when it is cancelled.
Outcome run_coroutine(Task& task, Worker& worker);
void cancel_coroutine(Task& task);
// Calls the function of a task that was entered. Returns the coroutine to resume.
std::coroutine_handle<> call_inside(JoinableTask& task);
// When a task's outermost coroutine has ended: returns the coroutine to resume.
std::coroutine_handle<> after_root(JoinableTask& task);

template <class T>
class [[nodiscard]] Co {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  Co(Co&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Co() {
    if (handle_) handle_.destroy();
  }

  // Runs it as a part of the awaiting coroutine's task; returns its value, or rethrows what it threw.
  auto operator co_await() && {
    struct Awaiter {
      Handle inner;
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> outer) const noexcept {
        inner.promise().continuation = outer;
        return inner;
      }
      T await_resume() const {
        Joined<T>& result = Block::of(inner).result;
        if constexpr (std::is_void_v<T>) {
          result.value();
        } else {
          return std::move(result.value());
        }
      }
    };
    return Awaiter{handle_};
  }

  // Makes a task of the coroutine; from now on the task owns it.
  ResultTask<T>& into_task() && {
    Handle root = std::exchange(handle_, nullptr);
    Block& block = Block::of(root);
    block.is_task = true;
    block.resume_at = root;
    return block;
  }

 private:
  // Stands before each frame: the result, within the task that the coroutine becomes if it is spawned.
  struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) Block : ResultTask<T> {
    explicit Block(size_t all_bytes) : ResultTask<T>(kType), bytes(static_cast<uint32_t>(all_bytes)) {}

    bool is_task = false;
    uint32_t bytes;  // with the frame

    static Block& of(std::coroutine_handle<> handle) {
      // Within the coroutine, clang treats the frame found from the promise as a local variable and drops
      // writes to memory before it. The asm statement hides where the pointer comes from.
      void* frame = handle.address();
      asm("" : "+r"(frame));
      return static_cast<Block*>(frame)[-1];
    }
    static Block& of(Task& task) { return static_cast<Block&>(task); }
    static void destroy(Block& block) {
      const size_t bytes = block.bytes;
      block.~Block();
      release(&block, bytes);
    }
  };

  static void drop_frame(Task& task) {
    static_cast<JoinableTask&>(task).resume_at = nullptr;
    Handle::from_address(&Block::of(task) + 1).destroy();
  }
  static void destroy_task(Task& task) {
    Block& block = Block::of(task);
    if (block.resume_at) drop_frame(task);
    Block::destroy(block);
  }

  static constexpr JoinableType kType{
      {"coroutine", run_coroutine, cancel_coroutine}, destroy_task, nullptr, drop_frame};

  explicit Co(Handle handle) : handle_(handle) {}

  Handle handle_;
};

namespace detail {

// Stores the result, for each of the two kinds of return statement.
template <class Promise, class T>
struct PromiseReturn {
  template <class Value>
  void return_value(Value&& value) {
    static_cast<Promise*>(this)->result().set_value(std::forward<Value>(value));
  }
};
template <class Promise>
struct PromiseReturn<Promise, void> {
  void return_void() { static_cast<Promise*>(this)->result().set_value(); }
};

}  // namespace detail

template <class T>
struct Co<T>::promise_type : detail::PromiseReturn<typename Co<T>::promise_type, T> {
  std::coroutine_handle<> continuation;  // the coroutine that awaits this one, as a part of its own task

  Co get_return_object() {
    // Clang would place the frame within its caller's if it saw its end, and no block would stand before it.
    // The asm statement hides the pointer, so clang does not see the end.
    void* frame = Handle::from_promise(*this).address();
    asm("" : "+r"(frame));
    return Co(Handle::from_address(frame));
  }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  void unhandled_exception() { result().set_exception(std::current_exception()); }
  Joined<T>& result() { return Block::of(Handle::from_promise(*this)).result; }

  auto final_suspend() noexcept {
    struct Awaiter {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(Handle ended) const noexcept {
        promise_type& promise = ended.promise();
        if (promise.continuation) return promise.continuation;
        return after_root(Block::of(ended));
      }
      void await_resume() const noexcept {}
    };
    return Awaiter{};
  }

  static void* operator new(size_t frame_bytes) {
    const size_t bytes = sizeof(Block) + frame_bytes;
    return new (allocate(bytes)) Block(bytes) + 1;
  }
  static void operator delete(void* frame) {
    Block& block = static_cast<Block*>(frame)[-1];
    if (!block.is_task) Block::destroy(block);
  }
};

// For an await_suspend that need not wait: counts a resource operation. Returns true, with the task
// suspended, if the task should let other tasks run first.
inline bool yield_if_spent(std::coroutine_handle<> here) {
  Worker& worker = *Worker::current();
  if (!worker.spend_operation()) return false;
  running_task(worker).resume_at = here;
  worker.set_outcome(Outcome::yielded);
  return true;
}

// co_await yield(): lets other tasks run first.
inline auto yield() {
  struct Awaiter {
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> here) const noexcept {
      Worker& worker = *Worker::current();
      running_task(worker).resume_at = here;
      worker.set_outcome(Outcome::yielded);
    }
    void await_resume() const noexcept {}
  };
  return Awaiter{};
}

// co_await std::move(handle): the task's result. A task that would run next anyway runs at once, inside the
// awaiting task's poll, without a queue or a wake in between.
template <class T>
class JoinAwaiter {
 public:
  explicit JoinAwaiter(JoinHandle<T> handle) : handle_(std::move(handle)) {}
  JoinAwaiter(const JoinAwaiter&) = delete;
  JoinAwaiter& operator=(const JoinAwaiter&) = delete;
  // A task that is cancelled while it waits here removes itself from the cell.
  ~JoinAwaiter() {
    if (waiting_) handle_.task().cell.withdraw(reinterpret_cast<uintptr_t>(self_));
  }

  bool await_ready() const { return handle_.task().cell.is_done(); }

  std::coroutine_handle<> await_suspend(std::coroutine_handle<> here) {
    Worker& worker = *Worker::current();
    ResultTask<T>& task = handle_.task();
    self_ = &running_task(worker);
    self_->resume_at = here;
    if (!worker.spend_operation() && !task.state.cancel_requested() && worker.enter_inner(task))
      return go_inside(task);
    if (!task.cell.await(reinterpret_cast<uintptr_t>(self_))) return here;
    waiting_ = true;
    worker.set_outcome(Outcome::parked);
    return std::noop_coroutine();
  }

  Joined<T> await_resume() {
    waiting_ = false;
    handle_.task().cell.wait_until_done();
    return handle_.take();
  }

 private:
  std::coroutine_handle<> go_inside(ResultTask<T>& task) {
    task.cell.set_inner(reinterpret_cast<uintptr_t>(self_));
    waiting_ = true;
    return task.joinable_type().call ? call_inside(task) : task.resume_at;
  }

  JoinHandle<T> handle_;
  JoinableTask* self_ = nullptr;
  bool waiting_ = false;  // in the task's cell
};

template <class T>
auto operator co_await(JoinHandle<T>&& handle) {
  return JoinAwaiter<T>(std::move(handle));
}

}  // namespace aspen::sched
