// The last handle of a call, or of a value, may belong to what ends with the VM.
#include <aspen/aspen.hpp>
#include <string>

#include "tests/embed/check.h"

namespace {

struct Job {
  aspen::Future<int> call;
  aspen::Value value;
  aspen::Function<int()> function;
};

void run(aspen::Vm& vm, const char* source) {
  const auto program = vm.compile(source, "handles.asp");
  CHECK(program && vm.run(*program));
}

// Its destructor releases them while the heap ends.
void an_object_has_the_last_handles(bool has_ended) {
  aspen::Vm vm;
  vm.module("").type<Job>("Job").shared();
  run(vm, "f = () -> { sleep 0; 1 }\nvalue = [1]");
  auto f = *vm.get<int()>("f");
  auto call = f.start();
  if (has_ended) CHECK(call.get().value_or(0) == 1);
  CHECK(static_cast<bool>(vm.set("job", Job{call, *vm.get<aspen::Value>("value"), f})));
  run(vm, "kept = job");
}

// The act is never called, and destroyed after the calls.
void an_act_has_the_last_handle(bool has_ended) {
  int acts = 0;
  {
    aspen::Vm vm;
    run(vm, "f = () -> { sleep 0; 1 }");
    auto call = vm.get<int()>("f")->start();
    if (has_ended) CHECK(call.get().value_or(0) == 1);
    CHECK(vm.mailbox().post([call, &acts] {
      call.cancel();
      ++acts;
    }));
  }
  CHECK(acts == 0);
}

}  // namespace

int main() {
  for (const bool has_ended : {false, true}) {
    an_object_has_the_last_handles(has_ended);
    an_act_has_the_last_handle(has_ended);
  }
  return failures;
}
