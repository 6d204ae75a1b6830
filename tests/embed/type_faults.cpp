// Faults in types of a host: code that throws, limits, names that are taken, handles that are used too
// late.
#include <aspen/aspen.hpp>
#include <new>
#include <stdexcept>

#include "tests/embed/check.h"

namespace {

int alive = 0;
int made = 0;

// Throws where the test tells it to.
struct Fragile {
  explicit Fragile(std::string where) : throws_in(std::move(where)) {
    if (throws_in == "constructor") throw std::runtime_error("constructor throws");
    count();
  }
  Fragile(const Fragile& other) : throws_in(other.throws_in) {
    if (throws_in == "copy") throw std::runtime_error("copy throws");
    count();
  }
  Fragile& operator=(const Fragile&) = default;
  ~Fragile() { --alive; }
  bool operator==(const Fragile&) const {
    check("==");
    return true;
  }
  bool operator<(const Fragile&) const {
    check("<");
    return false;
  }
  void change() { check("change"); }
  int look() const {
    check("look");
    return 1;
  }
  std::string show() const {
    check("show");
    return "fragile";
  }
  void check(const char* what) const {
    if (throws_in == what) throw std::runtime_error(throws_in + " throws");
    if (throws_in == "other") throw 5;
  }
  std::string throws_in;

 private:
  static void count() { ++alive, ++made; }
};

struct Big {
  char bytes[1 << 20] = {};
  bool operator==(const Big&) const = default;
};
struct Other {};

}  // namespace

template <>
struct std::hash<Fragile> {
  size_t operator()(const Fragile& f) const {
    f.check("hash");
    return 1;
  }
};

namespace {

aspen::Result<void> run(aspen::Vm& vm, const std::string& source) {
  auto program = vm.compile(source, "faults.asp");
  if (!program) return program.error();
  return vm.run(*program);
}

void goes_well(aspen::Vm& vm, const std::string& source, int line = __builtin_LINE()) {
  auto ran = run(vm, source);
  check_equal(ran ? "" : ran.error().render(), "", line);
}

void fails_with(aspen::Vm& vm, const std::string& source, const std::string& text) {
  auto ran = run(vm, source);
  CHECK(!ran);
  CHECK_CONTAINS(ran ? source + " has not failed" : ran.error().message(), text);
  CHECK(ran || ran.error().kind() == aspen::ErrorKind::script);
  goes_well(vm, "caught = try { " + source + " }\nassert (caught is Err _)");
}

void define_fragile(aspen::Vm& vm) {
  auto type = vm.module("")
                  .type<Fragile>("Fragile")
                  .ctor<std::string>()
                  .method("change", &Fragile::change)
                  .method("look", &Fragile::look)
                  .field(
                      "part", [](const Fragile& f) { return f.look(); }, [](Fragile& f, int) { f.change(); })
                  .show(&Fragile::show);
  CHECK(type.error() == nullptr);
}

void throwing_code_ends_the_operation() {
  aspen::Vm vm;
  define_fragile(vm);
  fails_with(vm, "fragile \"constructor\"", "constructor throws");
  fails_with(vm, "fragile \"==\" == fragile \"==\"", "== throws");
  fails_with(vm, "[fragile \"==\"] == [fragile \"==\"]", "== throws");
  fails_with(vm, "if [fragile \"==\"] != [fragile \"==\"] { print 1 }", "== throws");
  fails_with(vm, "contains (fragile \"==\") [fragile \"==\"]", "== throws");
  fails_with(vm, "f = fragile \"==\"; f is 1 or f == f", "== throws");
  fails_with(vm, "fragile \"<\" < fragile \"<\"", "< throws");
  fails_with(vm, "sort [fragile \"<\", fragile \"<\"]", "< throws");
  fails_with(vm, "max [(1, fragile \"<\"), (1, fragile \"<\")]", "< throws");
  fails_with(vm, "print (fragile \"show\")", "show throws");
  fails_with(vm, "\"{[fragile \"show\"]}\"", "show throws");
  fails_with(vm, "\"{fragile \"show\":>5}\"", "show throws");
  fails_with(vm, "[fragile \"hash\": 1]", "hash throws");
  fails_with(vm, "get (fragile \"hash\") [1: 1]", "hash throws");
  fails_with(vm, "set [(1, fragile \"hash\")]", "hash throws");
  fails_with(vm, "d = [1: 1]; d[fragile \"hash\"] = 2", "hash throws");
  fails_with(vm, "[1: 1][fragile \"hash\"]", "hash throws");
  fails_with(vm, "[fragile \"==\": 1, fragile \"==\": 2]", "== throws");
  fails_with(vm, "fragile.change (fragile \"change\")", "change throws");
  fails_with(vm, "fragile.look (fragile \"look\")", "look throws");
  fails_with(vm, "(fragile \"look\").part", "look throws");
  fails_with(vm, "f = fragile \"change\"; f.part = 1", "change throws");
  fails_with(vm, "f = fragile \"copy\"; g = f; f.part = 1; print g", "copy throws");
  fails_with(vm, "f = fragile \"copy\"; g = fragile.change f; print (f, g)", "copy throws");
  fails_with(vm, "fragile \"other\" == fragile \"other\"", "a C++ exception of unknown type");
  fails_with(vm, "fragile.look (fragile \"other\")", "a C++ exception of unknown type");
  // Messages that quote such a value omit its text.
  fails_with(vm, "(fragile \"show\") ()", "cannot call <Fragile>");
}

// A key with a comparison that fails is not left half in the dict.
void a_dict_stays_whole() {
  aspen::Vm vm;
  define_fragile(vm);
  goes_well(vm,
            "d = [fragile \"==\": 1]\n"
            "caught = try { d[fragile \"==\"] = 2 }\n"
            "assert (caught == Err \"== throws\")\n"
            "assert (len d == 1 and values d == [1])\n");
}

void each_object_is_destroyed_once() {
  alive = made = 0;
  {
    aspen::Vm vm;
    define_fragile(vm);
    goes_well(vm,
              "kept = fragile \"\"\n"
              "for i in 0..1000 {\n"
              "  f = fragile \"\"\n"
              "  g = f\n"
              "  f.part = 1\n"
              "  assert (fragile.look g == 1)\n"
              "}\n");
    CHECK(made == 2001);
    goes_well(vm, "x = 1");
    vm.collect();
    CHECK(alive >= 1 && alive < 10);  // a stale register may hold one
    auto handle = vm.get<aspen::Value>("kept");
    CHECK(handle && vm.as<Fragile>(*handle)->throws_in.empty());
    CHECK(vm.set("given", Fragile("")));
  }
  CHECK(alive == 0);
}

// Each in a VM of its own: a value in a stale word on the native stack counts, too.
aspen::Vm limited_vm() {
  aspen::Vm vm({.limits = {.heap_bytes = 32u << 20}});
  const auto bigs = [](int n) { return std::vector<Big>(static_cast<size_t>(n)); };
  vm.module("").type<Big>("Big").ctor<>().method("touch", [](Big& b) { b.bytes[0] = 1; });
  vm.module("")
      .def("bigs", aspen::pure, bigs)
      .async("bigs_later", aspen::read,
             [bigs](aspen::Completer<std::vector<Big>> done, int n) { done.resolve(bigs(n)); });
  return vm;
}

void memory_is_limited() {
  for (const char* source :
       {"xs = []\nfor i in 0..100 { xs += [big ()] }", "xs = bigs 64", "xs = bigs_later 64",
        "b = big ()\nxs = []\nfor i in 0..100 { xs += [big.touch b] }\nprint b"}) {
    aspen::Vm vm = limited_vm();
    auto ran = run(vm, source);
    CHECK(!ran && ran.error().kind() == aspen::ErrorKind::out_of_memory);
    CHECK_CONTAINS(ran ? source : ran.error().message(), "MemoryLimit");
    goes_well(vm, "assert (1 + 1 == 2)");
  }
  for (const char* source :
       {"for i in 0..200 { x = big () }", "for i in 0..200 { x = bigs 2 }",  // garbage is no reason
        "r = try (bigs 64)\nassert (r is Err (MemoryLimit _))",
        "r = try (bigs_later 64)\nassert (r is Err (MemoryLimit _))\nassert (bigs_later 0 == [])"}) {
    aspen::Vm vm = limited_vm();
    goes_well(vm, source);
  }
}

void any_order_gives_the_same_type() {
  for (int order = 0; order < 4; ++order) {
    aspen::Vm vm;
    auto host = vm.module("host");
    const auto show = [](const Other&) { return std::string("other"); };
    const auto touch = [](Other&) {};
    if (order == 0) host.type<Other>("Other").shared().show(show).method("touch", touch).ctor<>();
    if (order == 1) host.type<Other>("Other").ctor<>().method("touch", touch).show(show).shared();
    if (order == 2) host.type<Other>("Other").method("touch", touch).shared().ctor<>().show(show);
    if (order == 3) {
      host.type<Other>("Other").ctor<>().show(show);
      host.type<Other>("Other").method("touch", touch);
      host.type<Other>("Other").shared();
    }
    goes_well(vm,
              "a = host.other ()\nb = a\n"
              "assert (a == b and a != host.other () and \"{a}\" == \"other\")\n"
              "assert (host.other.touch a == ())");
  }
}

void names_are_checked() {
  aspen::Vm vm;
  auto host = vm.module("host");
  CHECK(host.type<Other>("Other").error() == nullptr);
  CHECK(host.type<Other>("Other").error() == nullptr);  // the same
  CHECK_CONTAINS(host.type<Other>("Another").error()->message(),
                 "host.Another: the C++ type is host.Other already");
  CHECK_CONTAINS(host.type<Big>("Other").error()->message(), "the name `host.other` is taken");
  CHECK_CONTAINS(vm.module("").type<Big>("List").error()->message(), "the name `list` is taken");
  CHECK_CONTAINS(host.type<Big>("big").error()->message(), "no name of a type");
  CHECK(host.type<Big>("Big").error() == nullptr);
  auto other = host.type<Other>("Other")
                   .ctor<>()
                   .method("which", [](const Other&) { return 1; })
                   .method("which", [](const Other&) { return 2; });
  CHECK(other.error() == nullptr);  // the later error counts
  goes_well(vm, "assert (host.other.which (host.other ()) == 2)");
  // In use: methods may be added, but nothing may change that existing objects depend on.
  CHECK(host.type<Other>("Other").method("more", [](const Other&) { return 3; }).error() == nullptr);
  goes_well(vm, "assert (host.other.more (host.other ()) == 3)");
  CHECK_CONTAINS(host.type<Other>("Other").shared().error()->message(), "in use");
  CHECK_CONTAINS(host.type<Other>("Other").show([](const Other&) { return ""; }).error()->message(),
                 "in use");
  CHECK_CONTAINS(host.type<Other>("Other").field("f", [](const Other&) { return 1; }).error()->message(),
                 "in use");
  CHECK(host.type<Other>("Other").method("bad name", [](const Other&) { return 3; }).error() != nullptr);
}

void machines_are_apart() {
  aspen::Vm one, two;
  one.module("").type<Other>("Other").ctor<>();
  two.module("").type<Other>("Thing").ctor<>().shared();
  goes_well(one, "x = other ()\nassert (type_of x == Other)");
  goes_well(two, "x = thing ()\nassert (type_of x == Thing and x == x)");
  auto x = *one.get<aspen::Value>("x");
  CHECK(!two.as<Other>(x));
  CHECK(!two.set("foreign", x));
  goes_well(two, "id = x -> x");
  CHECK(!two.call<aspen::Value>("id", x));
  CHECK(!one.get<Big>("x") && !one.call<aspen::Value>("print", Big()));  // unknown in that VM
}

void handles_outlive_the_machine() {
  alive = 0;
  aspen::Value handle;
  aspen::Function<aspen::Value()> make;
  {
    aspen::Vm vm;
    define_fragile(vm);
    goes_well(vm, "kept = fragile \"\"\nmake = () -> fragile \"\"");
    handle = *vm.get<aspen::Value>("kept");
    make = *vm.get<aspen::Value()>("make");
    CHECK(handle.type_name() == "Fragile" && handle.show() == "fragile" && alive > 0);
  }
  CHECK(alive == 0 && !handle && handle.show().empty() && !make());
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  throwing_code_ends_the_operation();
  a_dict_stays_whole();
  each_object_is_destroyed_once();
  memory_is_limited();
  any_order_gives_the_same_type();
  names_are_checked();
  machines_are_apart();
  handles_outlive_the_machine();
  return failures;
}
