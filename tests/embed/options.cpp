// An option that is not valid is refused with its name and a reason.
#include <aspen/aspen.hpp>
#include <stdexcept>

#include "tests/embed/check.h"

namespace {

using namespace std::chrono_literals;

// Empty if a VM can be made.
std::string complaint(aspen::Options options) {
  try {
    const aspen::Vm vm(std::move(options));
    return "";
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
}

aspen::Options below(std::string directory) {
  return {.capabilities = aspen::Capabilities().read_below("/tmp").read_below(std::move(directory))};
}

void refuses_options() {
  CHECK_EQUAL(complaint({.queue_capacity = 1}), "aspen::Options: queue_capacity: 1 is not in 2 to 256");
  CHECK_EQUAL(complaint({.queue_capacity = 257}), "aspen::Options: queue_capacity: 257 is not in 2 to 256");
  CHECK_EQUAL(complaint({.limits = {.wall = -1s}}), "aspen::Options: limits.wall: is negative");
  CHECK_EQUAL(complaint({.shutdown_deadline = -1ns}), "aspen::Options: shutdown_deadline: is negative");
  CHECK_EQUAL(complaint({.arguments = {"a", std::string("b\0c", 3)}}),
              "aspen::Options: arguments[1]: has a NUL in it");
  CHECK_EQUAL(complaint(below("")), "aspen::Options: readable[1]: is empty; a directory is needed");
  CHECK_EQUAL(complaint(below(std::string("/tmp\0x", 6))), "aspen::Options: readable[1]: has a NUL in it");
  CHECK_EQUAL(complaint({.limits = {.wall = 1s}, .arguments = {""}, .queue_capacity = 2}), "");
}

// The same by a Runtime, and in the C interface.
void refuses_elsewhere() {
  std::string told;
  try {
    const aspen::Runtime runtime({.workers = 2});
  } catch (const std::invalid_argument& wrong) {
    told = wrong.what();
  }
  CHECK_EQUAL(told, "aspen::RuntimeOptions: workers: only 0 is supported yet");
  try {
    const aspen::Vm vm = aspen::Runtime().vm({.queue_capacity = 1});
  } catch (const std::invalid_argument& wrong) {
    told = wrong.what();
  }
  CHECK_CONTAINS(told, "queue_capacity");

  aspen_options options{};
  options.struct_size = sizeof options;
  options.capabilities = 1u << 20;
  aspen_vm* vm = nullptr;
  aspen_error* error = nullptr;
  CHECK(aspen_vm_create(&options, &vm, &error) == ASPEN_MISUSE && vm == nullptr);
  CHECK_EQUAL(aspen_error_message(error), "capabilities: has bits that stand for no capability");
  aspen_error_free(error);
  options.capabilities = ASPEN_TIME;
  CHECK(aspen_vm_create(&options, &vm, nullptr) == ASPEN_OK);
  aspen_vm_free(vm);
}

void refuses_a_call() {
  aspen::Vm vm;
  CHECK(vm.run(*vm.compile("f = () -> 1", "f.asp")));
  const auto late = vm.get<int()>("f")->start_with({.wall = -1s}).get();
  CHECK(!late && late.error().kind() == aspen::ErrorKind::misuse);
  CHECK_EQUAL(late ? "" : late.error().message(), "CallOptions: wall: is negative");
}

}  // namespace

int main() {
  refuses_options();
  refuses_elsewhere();
  refuses_a_call();
  return failures;
}
