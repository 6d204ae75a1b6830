// What a script has raised reaches the host as a label and a value, and what the host raises reaches scripts.
#include <aspen/aspen.hpp>
#include <thread>

#include "tests/embed/check.h"

namespace {

using aspen::Error;
using aspen::ErrorKind;

constexpr const char* kSource =
    "denied = () -> error (Denied { path: \"/etc\", tries: 3 })\n"
    "numbered = () -> error (MyError 5)\n"
    "bare = () -> error Refused\n"
    "text = () -> error \"plain\"\n"
    "wrong = () -> 1 + \"a\"\n"
    "reads = () -> fs.read \"/etc/passwd\"\n"
    "waits = () -> sleep 100\n"
    "leave = () -> exit 3\n"
    "forever = () -> loop { }\n"
    "relay = () -> try (host.relay ())\n"
    "relay_later = () -> try (host.relay_later ())\n"
    "find = () -> match try (host.find ()) { Err (NotFound e) -> e.message, other -> show other }\n"
    "find_later = () -> match try (host.find_later ()) { Err (NotFound e) -> e.message, other -> show other "
    "}\n"
    "take = () -> { s = stock (); try (stock.take 1 s) }\n"
    "count = () -> { s = stock (); try (stock.count 1 s) }\n"
    "run_out = () -> match try (host.run_out ()) { Err (MemoryLimit e) -> e.message, other -> show other }\n"
    "large = () -> error (Large (map (i -> \"text {i}\") (0..10_000)))\n";

Error error_of(aspen::Vm& vm, const std::string& name) {
  auto result = vm.call<aspen::Value>(name);
  CHECK(!result);
  return result ? Error("none") : result.error();
}

void labels(aspen::Vm& vm) {
  const Error denied = error_of(vm, "denied");
  CHECK(denied.kind() == ErrorKind::script);
  CHECK_EQUAL(denied.label(), "Denied");
  CHECK_EQUAL(denied.value().show(), "Denied { path: \"/etc\", tries: 3 }");
  CHECK_EQUAL(*vm.as<std::string>(denied.value().payload().field("path")), "/etc");
  CHECK(*vm.as<int>(denied.value().payload().field("tries")) == 3);
  CHECK(!denied.value().payload().field("reason") && !denied.value().field("path"));

  const Error numbered = error_of(vm, "numbered");
  CHECK_EQUAL(numbered.label(), "MyError");
  CHECK(*vm.as<int>(numbered.value().payload()) == 5);

  const Error bare = error_of(vm, "bare");
  CHECK_EQUAL(bare.label(), "Refused");
  CHECK(bare.value() && !bare.value().payload());
  CHECK_EQUAL(std::string(bare.value().label()), "Refused");

  const Error text = error_of(vm, "text");
  CHECK_EQUAL(text.label(), "");
  CHECK_EQUAL(*vm.as<std::string>(text.value()), "plain");
  CHECK(!text.value().payload() && text.value().label().empty());

  const Error wrong = error_of(vm, "wrong");
  CHECK_EQUAL(wrong.label(), "TypeError");
  CHECK_CONTAINS(*vm.as<std::string>(wrong.value().payload().field("message")), "String");
  CHECK_EQUAL(error_of(vm, "reads").label(), "Denied");
}

void calls_that_end_otherwise(aspen::Vm& vm) {
  auto waits = vm.get<void()>("waits")->start();
  waits.cancel();
  const auto cancelled = waits.get();
  CHECK(!cancelled && cancelled.error().label() == "Cancelled" && cancelled.error().value());

  const Error left = error_of(vm, "leave");
  CHECK(left.kind() == ErrorKind::exit && left.label().empty() && !left.value());
  const Error typo = vm.get<int>("nothing").error();
  CHECK(typo.kind() == ErrorKind::type && typo.label().empty() && !typo.value());

  aspen::Vm small({.limits = {.heap_bytes = 8u << 20, .fuel = 1'000'000}});
  auto program =
      small.compile("fill = () -> map (i -> [i]) (0..9_000_000)\nforever = () -> loop { }", "small.asp");
  CHECK(program && small.run(*program));
  const Error fuel = error_of(small, "forever");
  CHECK(fuel.kind() == ErrorKind::out_of_fuel && fuel.label().empty() && !fuel.value());
  aspen::Vm narrow({.limits = {.heap_bytes = 8u << 20}});
  CHECK(!narrow.run(*narrow.compile("x = map (i -> [i]) (0..9_000_000)", "narrow.asp")));
  auto full = narrow.run(*narrow.compile("x = map (i -> [i]) (0..9_000_000)", "narrow.asp"));
  CHECK(full.error().kind() == ErrorKind::out_of_memory && full.error().label() == "MemoryLimit");
}

// The error of one call, returned by a function of the host in another call, is the same error.
void errors_pass_through(aspen::Vm& vm) {
  CHECK_EQUAL(vm.call<aspen::Value>("relay")->show(), "Err (MyError 5)");
  CHECK_EQUAL(vm.call<aspen::Value>("relay_later")->show(), "Err (MyError 5)");
  CHECK_EQUAL(*vm.call<std::string>("find"), "no such sprite");
  CHECK_EQUAL(*vm.call<std::string>("find_later"), "no caf\u00e9: \ufffd");
}

void errors_outlive_their_vm() {
  std::unique_ptr<Error> kept;
  {
    aspen::Vm vm, other;
    CHECK(vm.run(*vm.compile("f = () -> error (MyError [1, 2])", "short.asp")));
    kept = std::make_unique<Error>(error_of(vm, "f"));
    vm.collect();
    CHECK_EQUAL(kept->value().show(), "MyError [1, 2]");

    // Another VM has another error with the same label and text.
    other.module("host").def("fail", aspen::write, [&]() -> aspen::Result<int> { return *kept; });
    auto given = other.run(*other.compile("host.fail ()", "other.asp"));
    CHECK(!given && given.error().label() == "MyError");
    CHECK_CONTAINS(given.error().message(), "MyError");
  }
  CHECK_EQUAL(kept->label(), "MyError");
  CHECK(!kept->value());
}

// Likewise in the C interface.
void errors_of_c_outlive_their_vm() {
  aspen_error* error = nullptr;
  {
    aspen::Vm vm;
    CHECK(vm.run(*vm.compile("f = () -> error (MyError [1, 2])", "short.asp")));
    const auto function = vm.get<aspen::Value>("f");
    const aspen_value unit = aspen_make_unit();
    aspen_value result = ASPEN_NO_VALUE;
    CHECK(aspen_call(vm.get(), function->raw(), &unit, 1, &result, &error) == ASPEN_SCRIPT_ERROR);
    CHECK(aspen_error_vm(error) == vm.get() && aspen_type_of(aspen_error_value(error)) == ASPEN_LABEL);
  }
  CHECK(aspen_error_vm(error) == nullptr && aspen_error_value(error) == ASPEN_NO_VALUE);
  CHECK_EQUAL(aspen_error_label(error), "MyError");
  aspen_error_free(error);
}

// Errors are read and freed while another thread ends their VM.
void errors_on_other_threads() {
  for (int round = 0; round < 50; ++round) {
    auto vm = std::make_unique<aspen::Vm>();
    CHECK(vm->run(*vm->compile("f = () -> error (MyError [1, 2])", "short.asp")));
    std::vector<Error> errors;
    for (int i = 0; i < 20; ++i) errors.push_back(error_of(*vm, "f"));
    std::thread logger([errors = std::move(errors)]() mutable {
      for (const Error& error : errors) CHECK_EQUAL(error.label(), "MyError");
      errors.clear();
    });
    vm->collect();
    vm.reset();
    logger.join();
  }
}

// A value is kept as long as the error, and no longer.
void values_are_released(aspen::Vm& vm) {
  vm.collect();
  const size_t before = vm.statistics().bytes_used;
  for (int i = 0; i < 5; ++i) {
    const Error large = error_of(vm, "large");
    vm.collect();
    CHECK(vm.statistics().bytes_used > before + 200'000);
  }
  error_of(vm, "bare");  // the VM itself keeps the last one
  vm.collect();
  CHECK(vm.statistics().bytes_used < before + 100'000);
}

struct Stock {
  aspen::Result<void> take(int) { return Error::labelled("SoldOut", "none is left"); }
  aspen::Result<int> count(int) { return Error::labelled("SoldOut", "none is left"); }
};

void define_host(aspen::Vm& vm, std::optional<Error>& earlier) {
  auto host = vm.module("host");
  host.def("relay", aspen::write, [&]() -> aspen::Result<int> { return *earlier; });
  host.async("relay_later", aspen::write, [&](const aspen::Completer<int>& done) { done.fail(*earlier); });
  host.def("find", aspen::write,
           []() -> aspen::Result<int> { return Error::labelled("NotFound", "no such sprite"); });
  host.async("find_later", aspen::write, [](const aspen::Completer<int>& done) {
    done.fail(Error::labelled("NotFound", "no caf\u00e9: \xe9"));
  });
  host.async("run_out", aspen::write, []() -> aspen::Async<int> {
    throw std::bad_alloc();
    co_return 1;
  });
  vm.module("").type<Stock>("Stock").ctor<>().method("take", &Stock::take).method("count", &Stock::count);
}

// Methods that change their object, with and without a result.
void methods_raise_labels(aspen::Vm& vm) {
  for (const char* name : {"take", "count"})
    CHECK_EQUAL(vm.call<aspen::Value>(name)->show(), "Err (SoldOut { message: \"none is left\" })");
}

}  // namespace

int main() {
  aspen::Vm vm;
  std::optional<Error> earlier;
  define_host(vm, earlier);
  auto program = vm.compile(kSource, "errors.asp");
  if (!program) std::printf("%s", program.error().render().c_str());
  CHECK(program && vm.run(*program));
  earlier = error_of(vm, "numbered");
  labels(vm);
  calls_that_end_otherwise(vm);
  errors_pass_through(vm);
  methods_raise_labels(vm);
  CHECK_EQUAL(*vm.call<std::string>("run_out"), "the host has no memory");
  errors_outlive_their_vm();
  errors_of_c_outlive_their_vm();
  errors_on_other_threads();
  values_are_released(vm);
  return failures;
}
