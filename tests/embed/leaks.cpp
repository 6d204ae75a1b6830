// VMs and programs that are created and destroyed. Without arguments: a few of each, as a test. With the name
// of a loop: for ever, for tests/leaks/run, which measures the memory of the process.
#include <aspen/aspen.h>

#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "tests/embed/check.h"

namespace {

aspen_vm* new_vm() {
  aspen_options options{};
  options.struct_size = sizeof options;
  options.wall_ns = 60'000'000'000;
  options.out = [](void*, const char*, size_t) {};
  return aspen_vm_new(&options);
}

// Null: it has mistakes.
aspen_program* compile(aspen_vm* vm, const std::string& source) {
  aspen_program* program = nullptr;
  return aspen_compile(vm, source.data(), source.size(), "leaks.asp", &program, nullptr) == ASPEN_OK
             ? program
             : nullptr;
}

aspen_status run(aspen_vm* vm, const std::string& source) {
  aspen_program* program = compile(vm, source);
  if (program == nullptr) return ASPEN_COMPILE_ERROR;
  aspen_error* error = nullptr;
  const aspen_status status = aspen_run(vm, program, &error);
  aspen_error_free(error);
  aspen_program_free(program);
  return status;
}

aspen_value later(aspen_context*, void*, const aspen_value*, aspen_completer* completer) {
  aspen_completer_release(completer);
  return aspen_make_unit();
}

// A VM that ends with a call under way, a root, a mailbox and an error that was not read.
void come_and_go() {
  aspen_vm* vm = new_vm();
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = "host.later";
  definition.begin = later;
  definition.effect = ASPEN_WRITE;
  CHECK(aspen_define(vm, &definition, nullptr) == ASPEN_OK);
  CHECK(run(vm,
            "wait = n -> recv (channel 0)\nxs = map (n -> spawn [n]) (0..10)\nmap await xs\ntry (host.later "
            "())") == ASPEN_OK);
  CHECK(run(vm, "unknown 1") == ASPEN_COMPILE_ERROR && run(vm, "error \"refused\"") == ASPEN_SCRIPT_ERROR);
  aspen_mailbox* mailbox = aspen_mailbox_new(vm);
  aspen_root* root = aspen_root_new(vm, aspen_make_unit());
  aspen_within(
      vm,
      [](void* data) {
        auto* inside = static_cast<aspen_vm*>(data);
        aspen_value function = ASPEN_NO_VALUE;
        const aspen_value number = aspen_make_int(inside, 1);
        aspen_future* future = nullptr;
        CHECK(aspen_get(inside, "wait", &function, nullptr) == ASPEN_OK);
        CHECK(aspen_start(inside, function, &number, 1, &future, nullptr) == ASPEN_OK);
        aspen_poll(inside, 0);
        aspen_future_release(future);
      },
      vm);
  aspen_vm_free(vm);
  aspen_mailbox_release(mailbox);
  aspen_root_release(root);
}

// In one VM that stays: programs that are compiled but not run, each with a name of its own, and one that
// runs again and again. The VM would keep the code of others that run (stdlib/docs/embedding.md).
void compile_again() {
  static aspen_vm* const vm = new_vm();
  static aspen_program* const again = compile(vm, "inc = n -> n + 1\nprint (inc 1)");
  static int number = 0;
  const std::string name = "f" + std::to_string(number++ % 50);
  aspen_program* other = compile(vm, name + " = n -> n + 1\nprint (" + name + " 1)");
  CHECK(other != nullptr);
  aspen_program_free(other);
  CHECK(compile(vm, name + " = ]") == nullptr);
  CHECK(aspen_run(vm, again, nullptr) == ASPEN_OK);
}

const std::map<std::string, void (*)()> kLoops = {{"vms", come_and_go}, {"programs", compile_again}};

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) {
    const auto loop = kLoops.find(arguments[1]);
    while (loop != kLoops.end() && failures == 0) loop->second();
    return 1;
  }
  for (const auto& [name, act] : kLoops) {
    for (int i = 0; i < 20; ++i) act();
  }
  return failures;
}
