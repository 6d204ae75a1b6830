// Scripts that hand functions to the host: it keeps some and calls them later. A loop over a function of the
// script is Aspen code that the host brings along, because a function that a script called cannot call
// another.
// expect: opened by ann
// expect: closed by ann
// expect: refused: error: the door needs a name
// expect: [0, 10, 40, 90]
#include <aspen/aspen.hpp>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

// Runs before the scripts of users, and defines a function for them.
constexpr char kHelpers[] = R"(
sample_all = f -> {
    out = []
    for i in 0..(sensor.count ()) { out |>= push (f (sensor.value i)) }
    out
}
)";

constexpr char kScript[] = R"(
door.on "open" (name -> if name == "" { error "the door needs a name" } else { "opened by {name}" })
door.on "close" (name -> "closed by {name}")
print (sample_all (x -> x * x * 10))
)";

using Handler = aspen::Function<std::string(std::string)>;

bool run(aspen::Vm& vm, const char* text, const char* name) {
  auto program = vm.compile(text, name);
  if (!program) return std::fputs(program.error().render().c_str(), stderr), false;
  auto ran = vm.run(*program);
  if (!ran) std::fputs(ran.error().render().c_str(), stderr);
  return bool(ran);
}

void fire(const Handler& handler, const std::string& name) {
  auto answer = handler(name);
  if (answer)
    std::printf("%s\n", answer->c_str());
  else
    std::printf("refused: %s\n", answer.error().message().c_str());
}

}  // namespace

int main() {
  std::string printed;
  aspen::Vm vm({.out = [&](std::string_view text) { printed += text; }});
  std::map<std::string, Handler> handlers;
  const std::vector<int> values = {0, 1, 2, 3};
  vm.module("door").def(
      "on", aspen::write,
      [&](const std::string& event, Handler handler) {
        handlers.insert_or_assign(event, std::move(handler));
      },
      "event handler");
  vm.module("sensor")
      .def("count", aspen::pure, [&] { return values.size(); })
      .def(
          "value", aspen::pure, [&](size_t i) { return values.at(i); }, "i");

  if (!run(vm, kHelpers, "helpers.asp")) return 1;
  if (!vm.set("sample_all", *vm.get<aspen::Value>("sample_all"))) return 1;
  if (!run(vm, kScript, "script.asp")) return 1;

  fire(handlers.at("open"), "ann");
  fire(handlers.at("close"), "ann");
  fire(handlers.at("open"), "");
  std::printf("%s", printed.c_str());
}
