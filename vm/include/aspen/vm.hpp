// A virtual machine, the functions and values that its host gives it, and what the host gets from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "aspen/async.hpp"
#include "aspen/capabilities.hpp"
#include "aspen/function.hpp"
#include "aspen/mailbox.hpp"
#include "aspen/type.hpp"

namespace aspen {
inline namespace v1 {

// No duration is negative.
struct Limits {
  size_t heap_bytes = 0;             // 0: none
  size_t stack_bytes = 0;            // 0: the default, 256 MiB
  uint64_t fuel = 0;                 // calls and loop steps of each run, call and started call; 0: no limit
  std::chrono::nanoseconds wall{0};  // duration of each of these, waits included; 0: no limit
  uint32_t tasks = 0;                // live tasks of each of these, besides its own; 0: no limit
};

struct Options {
  Capabilities capabilities = {};  // none by default
  Limits limits = {};
  // Each text that a script prints, before the script goes on. Empty: standard output, which is buffered
  // until the end of the run or poll, the next call of a host's function with the effect `write`, or 64 KiB.
  std::function<void(std::string_view)> out = {};
  std::function<void(std::string_view)> err = {};  // likewise; empty: standard error, not buffered
  std::vector<std::string> arguments = {};         // the script's `args`
  uint64_t hash_seed = 0;                          // 0: random
  // Ready tasks run by priority (task.spawn_with, Function::start_with), not by age.
  bool task_priorities = false;
  uint32_t blocking_threads = 0;  // for calls of scripts that block, such as those on files; 0: 64
  uint32_t queue_capacity = 0;  // ready tasks that are found first, 2 to 256; later ones queue after; 0: 256
  // If calls that block have not come back when the VM's end has waited so long for them, `overdue` is called
  // once, on another thread, with what still runs; the end waits on. Zero, or no function: never.
  std::chrono::nanoseconds shutdown_deadline{0};
  std::function<void(std::string_view)> overdue = {};
  // The text of the module that a script imports as `path`: `use "./round"` in "game/main.asp" asks for
  // "game/round.asp". Nothing: there is no such module. The message of an exception says why. Called within
  // compile() and compile_file(), once for each module of a program; must not use the VM. Empty: modules are
  // files, and a script imports those that it may read.
  std::function<std::optional<std::string>(const std::string& path)> load = {};
};

// Compiled source. Only the VM that compiled it runs it: it knows the host's functions of that VM. Movable.
// It may outlive the VM, but no VM runs it then.
class Program {
 public:
  // Takes over the program.
  explicit Program(aspen_program* program) : program_(program) {}
  const aspen_program* get() const { return program_.get(); }

 private:
  struct Free {
    void operator()(aspen_program* program) const { aspen_program_free(program); }
  };
  std::unique_ptr<aspen_program, Free> program_;
};

// A group of host functions: `vm.module("host").def("mean", …)` makes `host.mean`. It only refers to the VM,
// which must outlive it.
class Module {
 public:
  Module(aspen_vm* vm, std::string prefix) : vm_(vm), prefix_(std::move(prefix)) {}

  // Makes a C++ function of at most 30 parameters callable by the programs that are compiled from now on;
  // types are deduced. A function that takes a `T&` has the effect `write`. An exception or a Result with an
  // error becomes an error of the script. `parameters` names the parameters in messages ("xs limit"). If the
  // definition is refused, nothing changes, and error() says why. So does Error::render() of a script that
  // does not compile.
  template <class F>
  Module& def(std::string_view name, Effect effect, F function, std::string_view parameters = {},
              std::string_view doc = {}) {
    return define(detail::definition_of(effect, std::move(function)), name, parameters, doc);
  }

  // Like def(), for a function with calls that end later. During such a call the program goes on where it
  // can, and calls with effect `read` overlap. The function either takes a Completer<T> first and returns
  // nothing, or is a coroutine that returns Async<T>. It runs on the thread that runs the VM and must not
  // block; any thread may end the call. The least effect is `read`. Objects among its arguments (`const T&`,
  // `T&`) exist until the last copy of the Completer is gone, or the VM.
  template <class F>
  Module& async(std::string_view name, Effect effect, F function, std::string_view parameters = {},
                std::string_view doc = {}) {
    using Native = detail::AsyncNative<F>;
    aspen_definition definition{};
    definition.arity = Native::kCount;
    definition.effect = static_cast<aspen_effect>(effect);
    definition.keeps = Native::keeps();
    definition.begin = &Native::begin;
    definition.data = Native::hold(std::move(function));
    definition.free_data = &Native::free;
    return define(definition, name, parameters, doc);
  }

  // Makes a C++ type known to the programs that are compiled from now on, as a module inside this one:
  // `vm.module("host").type<Sprite>("Sprite")` is `host.sprite`. A further call with the same T and name
  // returns the same type.
  template <class T>
  Type<T> type(std::string_view name) {
    return Type<T>(vm_, prefix_, name);
  }

  // The first definition that was refused, for example for a bad name or too many parameters; null if none.
  const Error* error() const { return failed_.get(); }

 private:
  Module& define(const aspen_definition& definition, std::string_view name, std::string_view parameters,
                 std::string_view doc) {
    const std::string full = prefix_.empty() ? std::string(name) : prefix_ + "." + std::string(name);
    auto refused = detail::define(vm_, definition, full, parameters, doc);
    if (refused && !failed_) failed_ = std::make_shared<Error>(*std::move(refused));
    return *this;
  }

  aspen_vm* vm_;
  std::string prefix_;
  std::shared_ptr<Error> failed_;  // shared, so that a chain of defs may be copied into a variable
};

// Movable. Its destructor must not run while a thread is inside, and so not in a function that a script
// called: the VM then stays for ever, and standard error says so. One thread at a time uses it; any thread
// may call interrupt() and clear_interrupt(). A call by a second thread while another one is inside ends in
// ErrorKind::misuse; one that returns no Result does nothing. The second thread posts the call to the first
// (mailbox()), or waits for it to leave.
class Vm {
 public:
  Vm(Vm&&) = default;
  Vm& operator=(Vm&&) = default;
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;
  // Throws std::invalid_argument if an option is not valid: the text names the option and says what is wrong
  // with it. Throws std::bad_alloc if there is no memory, or if the system refuses the thread that
  // Limits::wall needs.
  explicit Vm(Options options = {}) : vm_(make(std::make_unique<Options>(std::move(options)))) {}

  // A group of functions; for an empty name, functions without a prefix.
  Module module(std::string_view name) { return {vm_.get(), std::string(name)}; }

  // Messages name the source `name`, and its relative imports start from it. The source is copied.
  // ErrorKind::compile if it has mistakes: Error::render() shows them all.
  Result<Program> compile(std::string_view source, const std::string& name) {
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    aspen_status status =
        aspen_compile(vm_.get(), source.data(), source.size(), name.c_str(), &program, &error);
    if (status != ASPEN_OK) return Error::take(status, error);
    return Program(program);
  }
  Result<Program> compile_file(const std::string& path) {
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    aspen_status status = aspen_compile_file(vm_.get(), path.c_str(), &program, &error);
    if (status != ASPEN_OK) return Error::take(status, error);
    return Program(program);
  }

  // Runs the program's top level. Afterwards get() finds its names. ErrorKind::misuse if another VM has
  // compiled it.
  Result<void> run(const Program& program) {
    aspen_error* error = nullptr;
    aspen_status status = aspen_run(vm_.get(), program.get(), &error);
    if (status != ASPEN_OK) return Error::take(status, error);
    return {};
  }

  // The value of a top-level name; the program that ran last is searched first: get<int64_t>("limit"),
  // get<Value>("table"), or get<double(std::string)>("score"), which returns a Function.
  template <class T>
  auto get(const std::string& name) {
    if constexpr (std::is_function_v<T>) {
      return get_as<Function<T>>(name, "Vm::get");
    } else {
      return get_as<T>(name, "Vm::get");
    }
  }

  // Defines a name with this value for the programs that are compiled from now on.
  template <class T>
  Result<void> set(const std::string& name, const T& value) {
    return detail::within(vm_.get(), "Vm::set", [&]() -> Result<void> {
      const auto encoded = detail::encode<T>(vm_.get(), value, name);
      if (!encoded) return encoded.error();
      aspen_error* error = nullptr;
      const aspen_status status = aspen_set(vm_.get(), name.c_str(), *encoded, &error);
      if (status != ASPEN_OK) return Error::take(status, error);
      return {};
    });
  }

  // Calls a top-level function by name, and waits for its end. ErrorKind::type if no program defines the
  // name, or if a value does not fit. ErrorKind::misuse inside a function that a script called.
  template <class R, class... P>
  Result<R> call(const std::string& name, const P&... arguments) {
    auto function = get_as<Function<R(detail::stored_t<P>...)>>(name, "Vm::call");
    if (!function) return function.error();
    return (*function)(arguments...);
  }

  // Converts a C++ value to a script's value. An empty handle if it has no form in scripts, or while another
  // thread is inside the VM.
  template <class T>
  Value value(const T& from) {
    const auto make = [&]() -> Result<Value> {
      const auto encoded = detail::encode<T>(vm_.get(), from, "the value");
      return encoded ? Value(vm_.get(), *encoded) : Value();
    };
    return detail::within(vm_.get(), "Vm::value", make).value_or(Value());
  }
  // Converts the value of a handle to a C++ value.
  template <class T>
  Result<T> as(const Value& value) {
    if (value.vm() != vm_.get()) return Error("a value of another VM, or of none", ErrorKind::misuse);
    return detail::within(vm_.get(), "Vm::as",
                          [&] { return detail::decode_result<T>(vm_.get(), value.raw()); });
  }

  // The object of a shared type that a handle refers to, valid as long as the handle; scripts see its
  // changes. Null for anything else. Use a const T for objects that are values.
  template <class T>
  T* object(const Value& value) const {
    using Object = std::remove_const_t<T>;
    if (value.vm() != vm_.get()) return nullptr;
    Object* object = Codec<Object>::find(vm_.get(), value.raw());
    const bool may_change = object && aspen_type_is_shared(aspen_host_type_of(value.raw())) != 0;
    return std::is_const_v<T> || may_change ? object : nullptr;
  }

  // Runs started calls (Function::start) until none of them is ready, for about `budget` at most whatever
  // scripts do; 0: briefly. A call of the library and a collection come to their ends first, which takes time
  // for large values: Limits::heap_bytes bounds it. Does not block: wait() blocks until there is something to
  // do, and Future::get() until a call has ended. Returns whether any started call has not ended. In a
  // function that a script called, it returns false and runs nothing.
  bool poll(std::chrono::nanoseconds budget = {}) { return aspen_poll(vm_.get(), count(budget)) != 0; }
  // Blocks until poll() has something to do, for `timeout` at most. Returns at once in a function that a
  // script called; perhaps also if nothing can give poll() anything to do (aspen_wait).
  void wait(std::chrono::nanoseconds timeout) { aspen_wait(vm_.get(), count(timeout)); }
  // Calls `wake` when poll() has something to do: once between two polls, on any thread, immediately if there
  // is something already. It may come late, after a poll has found the work. Poll then, too: there is no
  // other call before that. No lock is held during the call; on the thread that uses the VM, `wake` may use
  // it. `wake` must return quickly, as it may run on the thread that watches the time limits of all VMs of
  // the process; an exception of it is written to standard error. An empty function removes it. After this
  // returns, or the VM has ended, no other thread is in a call of the old function. False if the system
  // refuses a thread, or while another thread is inside the VM.
  bool on_wakeup(std::function<void()> wake) {
    using Wake = std::function<void()>;
    if (!wake) return aspen_on_wakeup(vm_.get(), nullptr, nullptr, nullptr) == ASPEN_OK;
    return aspen_on_wakeup(
               vm_.get(), [](void* data) { (*static_cast<Wake*>(data))(); }, new Wake(std::move(wake)),
               [](void* data) { delete static_cast<Wake*>(data); }) == ASPEN_OK;
  }

  // A mailbox through which other threads run functions on the thread that uses the VM, for example to start
  // and cancel calls. Only that thread makes the mailbox; copies may go to any thread. Throws
  // std::logic_error while another thread is inside the VM, and std::bad_alloc if there is no memory or the
  // system refuses a thread.
  Mailbox mailbox() {
    const auto make = [&]() -> Result<aspen_mailbox*> { return aspen_mailbox_new(vm_.get()); };
    const auto made = detail::within(vm_.get(), "Vm::mailbox", make);
    if (!made && made.error().kind() == ErrorKind::misuse) throw std::logic_error(made.error().message());
    if (!made || !*made) throw std::bad_alloc();
    return Mailbox(*made);
  }

  // Stops what run(), call() or get() waits for; else all started calls, as soon as one of these or poll() is
  // called; else, if there are none, the next run or call. They end in an error that no script can catch. Any
  // thread or signal handler may call this.
  void interrupt() { aspen_interrupt(vm_.get()); }
  // Takes back an interrupt that has not stopped anything yet. Returns whether there was one. For any thread.
  bool clear_interrupt() { return aspen_clear_interrupt(vm_.get()) != 0; }
  // Collects garbage now. Does nothing while another thread is inside the VM.
  void collect() { aspen_collect(vm_.get()); }
  // What the tasks of all calls do, a line each (aspen_dump_tasks): which function, where it stands, what it
  // waits for and since when. Between polls, or from a function that a script called.
  std::string tasks() const {
    std::string text;
    const auto append = [](void* context, const char* part, size_t size) {
      static_cast<std::string*>(context)->append(part, size);
    };
    aspen_dump_tasks(vm_.get(), append, &text);
    return text;
  }
  // All zero while another thread is inside the VM.
  aspen_statistics statistics() const { return aspen_get_statistics(vm_.get()); }
  aspen_vm* get() const { return vm_.get(); }
  // For aspen::Runtime, which polls several VMs.
  std::weak_ptr<aspen_vm> watch() const { return vm_; }

 private:
  static uint64_t count(std::chrono::nanoseconds time) {
    return time.count() > 0 ? static_cast<uint64_t>(time.count()) : 0;
  }

  using Texts = std::vector<const char*>;
  static Texts texts_of(const std::vector<std::string>& strings) {
    Texts texts;
    for (const std::string& string : strings) texts.push_back(string.c_str());
    return texts;
  }

  static void refuse(const std::string& complaint) {
    throw std::invalid_argument("aspen::Options: " + complaint);
  }
  static void check_duration(const char* option, std::chrono::nanoseconds time) {
    if (time.count() < 0) refuse(std::string(option) + ": is negative");
  }
  // The C interface takes texts that end in a NUL.
  static void check_texts(const char* option, const std::vector<std::string>& texts) {
    for (size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].find('\0') != std::string::npos)
        refuse(std::string(option) + "[" + std::to_string(i) + "]: has a NUL in it");
    }
  }
  static void check(const Options& options) {
    check_duration("limits.wall", options.limits.wall);
    check_duration("shutdown_deadline", options.shutdown_deadline);
    check_texts("arguments", options.arguments);
    check_texts("readable", options.capabilities.readable());
    check_texts("writable", options.capabilities.writable());
  }

  // The options stay at a fixed address as long as the C side uses them.
  struct Free {
    Options* options;
    void operator()(aspen_vm* vm) const {
      if (aspen_vm_free(vm) != 0) delete options;
    }
  };
  static std::shared_ptr<aspen_vm> make(std::unique_ptr<Options> owned) {
    const Options& options = *owned;
    check(options);
    const Texts arguments = texts_of(options.arguments);
    const Texts readable = texts_of(options.capabilities.readable());
    const Texts writable = texts_of(options.capabilities.writable());
    aspen_options raw{};
    raw.struct_size = sizeof raw;
    raw.heap_bytes = options.limits.heap_bytes;
    raw.stack_bytes = options.limits.stack_bytes;
    raw.fuel = options.limits.fuel;
    raw.wall_ns = count(options.limits.wall);
    raw.tasks = options.limits.tasks;
    raw.task_priorities = options.task_priorities;
    raw.blocking_threads = options.blocking_threads;
    raw.queue_capacity = options.queue_capacity;
    raw.shutdown_deadline_ns = count(options.shutdown_deadline);
    if (options.overdue)
      raw.overdue = [](void* context, const char* text, size_t size) {
        sink(context, {text, size}, &Options::overdue);
      };
    raw.hash_seed = options.hash_seed;
    if (options.out)
      raw.out = [](void* context, const char* text, size_t size) {
        sink(context, {text, size}, &Options::out);
      };
    if (options.err)
      raw.err = [](void* context, const char* text, size_t size) {
        sink(context, {text, size}, &Options::err);
      };
    if (options.load) raw.load = &load;
    raw.context = owned.get();
    raw.arguments = arguments.data();
    raw.argument_count = arguments.size();
    raw.capabilities = options.capabilities.bits();
    raw.readable = readable.data();
    raw.readable_count = readable.size();
    raw.writable = writable.data();
    raw.writable_count = writable.size();
    aspen_vm* vm = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_vm_create(&raw, &vm, &error);
    if (status == ASPEN_OK) return {vm, Free{owned.release()}};
    const Error failed = Error::take(status, error);
    if (failed.kind() == ErrorKind::misuse) refuse(failed.message());
    throw std::bad_alloc();
  }

  static void sink(void* context, std::string_view text,
                   std::function<void(std::string_view)> Options::*which) {
    try {
      (static_cast<Options*>(context)->*which)(text);
    } catch (...) {
      // No exception may enter the VM, and no caller can be given it here: exceptions of a sink are dropped.
    }
  }

  // No exception may enter the VM: the message of the import shows what it says.
  static void load(void* context, const char* path, aspen_import* import) {
    try {
      const std::optional<std::string> text = static_cast<Options*>(context)->load(path);
      if (text) aspen_give_module(import, text->data(), text->size());
    } catch (const std::exception& thrown) {
      aspen_refuse_module(import, thrown.what());
    } catch (...) {
      aspen_refuse_module(import, "Options::load threw what is no std::exception");
    }
  }

  template <class T>
  Result<T> get_as(const std::string& name, const char* call) {
    return detail::within(vm_.get(), call, [&]() -> Result<T> {
      aspen_value value = ASPEN_NO_VALUE;
      aspen_error* error = nullptr;
      const aspen_status status = aspen_get(vm_.get(), name.c_str(), &value, &error);
      if (status != ASPEN_OK) return Error::take(status, error);
      return detail::decode_result<T>(vm_.get(), value);
    });
  }

  std::shared_ptr<aspen_vm> vm_;  // the only owner, except while a Runtime polls the VM
};

}  // namespace v1
}  // namespace aspen
