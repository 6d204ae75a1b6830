// Types of a host in a machine with workers, which hosts cannot create yet: objects cross strands, are
// compared and copied there, and the table of types grows meanwhile.
#include "vm/run/operators/host_type.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "stdlib/embed/embed.h"
#include "tests/unit/programs.h"
#include "vm/heap/native_stack.h"
#include "vm/run/operators/show.h"

namespace aspen {
namespace {

std::atomic<int> alive{0};

struct Point {
  Point(int64_t px, int64_t py) : x(px), y(py) { ++alive; }
  Point(const Point& other) : x(other.x), y(other.y) { ++alive; }
  Point& operator=(const Point&) = delete;
  ~Point() { --alive; }
  int64_t x, y;
};

int tally_key = 0;

const Point& point(const void* object) { return *static_cast<const Point*>(object); }

aspen_type_definition definition(const char* name, const void* key) {
  aspen_type_definition type{};
  type.struct_size = sizeof type;
  type.name = name;
  type.key = key;
  type.bytes = sizeof(Point);
  type.destroy = [](void* object) { delete static_cast<Point*>(object); };
  type.copy = [](void*, const void* from, aspen_failure*) -> void* { return new Point(point(from)); };
  type.equal = [](void*, const void* a, const void* b, aspen_failure*) -> int {
    return point(a).x == point(b).x && point(a).y == point(b).y;
  };
  return type;
}

// A shared type that is shown with the text x.
aspen_type_definition shared_definition() {
  aspen_type_definition type = definition("Tally", &tally_key);
  type.is_shared = 1;
  type.show = [](void*, const void* object, aspen_sink sink, void* context, aspen_failure*) {
    const std::string text = std::to_string(point(object).x);
    sink(context, text.data(), text.size());
  };
  return type;
}

int64_t int_of(aspen_value value) {
  int64_t read = 0;
  aspen_to_int(value, &read);
  return read;
}

// The data of the type is the type itself.
aspen_value make(aspen_context* context, void* type, const aspen_value* arguments) {
  return aspen_make_object(aspen_context_vm(context), static_cast<aspen_host_type*>(type),
                           new Point(int_of(arguments[0]), int_of(arguments[1])));
}
aspen_value sum(aspen_context* context, void*, const aspen_value* arguments) {
  const Point& p = point(aspen_object(arguments[0]));
  return aspen_make_int(aspen_context_vm(context), p.x + p.y);
}
aspen_value x_of(aspen_context* context, void*, const aspen_value* arguments) {
  return aspen_make_int(aspen_context_vm(context), point(aspen_object(arguments[0])).x);
}
template <class Change>
aspen_value change(aspen_context* context, const aspen_value* arguments, Change change) {
  aspen_value owned = ASPEN_NO_VALUE;
  void* object = aspen_own_argument(context, arguments, 1, &owned);
  if (object != nullptr) change(*static_cast<Point*>(object), int_of(arguments[0]));
  return owned;
}
aspen_value shift(aspen_context* context, void*, const aspen_value* arguments) {
  return change(context, arguments, [](Point& p, int64_t by) { p.x += by, p.y -= by; });
}
aspen_value set_x(aspen_context* context, void*, const aspen_value* arguments) {
  return change(context, arguments, [](Point& p, int64_t x) { p.x = x; });
}

class Vm {
 public:
  explicit Vm(size_t bytes = sizeof(Point)) {
    aspen_options options{};
    options.struct_size = sizeof options;
    vm_ = aspen_vm_new(&options);
    aspen_type_definition point_type = definition("Point", &alive);
    point_type.bytes = bytes;
    EXPECT_EQ(aspen_define_type(vm_, &point_type, &type_, nullptr), ASPEN_OK);
    define_members(type_);
    const aspen_type_definition tally = shared_definition();
    aspen_host_type* shared = nullptr;
    EXPECT_EQ(aspen_define_type(vm_, &tally, &shared, nullptr), ASPEN_OK);
    define_members(shared);
    aspen_program* nothing = nullptr;  // compiling makes the modules
    EXPECT_EQ(aspen_compile(vm_, "()", 2, "none.asp", &nothing, nullptr), ASPEN_OK);
    aspen_program_free(nothing);
  }
  ~Vm() { aspen_vm_free(vm_); }
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  aspen_vm* get() const { return vm_; }
  Engine& engine() const { return vm_->engine; }
  aspen_value make_point() const { return aspen_make_object(vm_, type_, new Point(1, 2)); }

 private:
  void define_members(aspen_host_type* type) {
    define(type, "new", 2, ASPEN_MAKES, make);
    define(type, "sum", 1, ASPEN_READS, sum);
    define(type, "x", 1, ASPEN_READS, x_of, "x");
    define(type, "shift", 2, ASPEN_CHANGES, shift);
    define(type, "set_x", 2, ASPEN_CHANGES, set_x, "x");
  }

  void define(aspen_host_type* type, const char* name, size_t arity, aspen_member member,
              aspen_function function, const char* field = nullptr) {
    aspen_definition added{};
    added.struct_size = sizeof added;
    added.name = name;
    added.parameters = arity == 1 ? "p" : "n p";
    added.arity = arity;
    added.keeps = member == ASPEN_CHANGES ? 2 : 0;
    added.function = function;
    added.data = type;
    added.type = type;
    added.member = member;
    added.field = field;
    EXPECT_EQ(aspen_define(vm_, &added, nullptr), ASPEN_OK);
  }

  aspen_vm* vm_ = nullptr;
  aspen_host_type* type_ = nullptr;
};

// Each worker changes its own copies of objects that all workers hold.
constexpr std::string_view kWork = R"(
origin = point 1000 1000
work = n -> {
    p = origin
    for i in 0..50 {
        p.x += 1
        p = point.shift 1 p
    }
    q = { ..p, x: n }
    (point.sum p, p.x, q.x, origin == point 1000 1000, p == q)
}
expected = n -> (2050, 1100, n, true, false)
alike = map work (0..200) == map expected (0..200)
tasks = gather work (0..50) == map expected (0..50)
assert (alike and tasks and origin.x == 1000)
)";

// Showing or reading a shared object gives the state that the earlier writes left, the same for all workers.
constexpr std::string_view kShared = R"(
t = tally 0 0
same = t
bump = n -> tally.shift n t
seen = []
for i in 0..50 {
    bump 1
    text = "{same}"
    seen |>= push (text, show [t], tally.x same)
}
assert (seen == map (i -> ("{i + 1}", "[{i + 1}]", i + 1)) (0..50))
assert (t == same and t != tally 50 -50)
)";

class HostTypePolicies : public testing::TestWithParam<SplitPolicy> {};

// While other threads look for types.
void run_on_workers(const Vm& vm, std::string_view text, SplitPolicy split) {
  RuntimeOptions options;
  options.workers = 4;
  options.split = split;
  options.seed = 1;
  LoadedModule* module = load_and_start(vm.engine(), text, options);
  ASSERT_NE(module, nullptr);
  std::atomic<bool> ends{false};
  std::thread others([&] {
    while (!ends) aspen_find_type(vm.get(), &alive);
  });
  const Outcome outcome = vm.engine().run(*module);
  ends = true;
  others.join();
  EXPECT_TRUE(outcome.finished()) << vm.engine().report(outcome);
}

TEST_P(HostTypePolicies, ChangeUnsharedCopiesOnly) {
  alive = 0;
  run_on_workers(Vm(), kWork, GetParam());
  EXPECT_EQ(alive, 0);
}

TEST_P(HostTypePolicies, UseSharedObjectsInOrder) {
  alive = 0;
  run_on_workers(Vm(), kShared, GetParam());
  EXPECT_EQ(alive, 0);
}

INSTANTIATE_TEST_SUITE_P(AllPolicies, HostTypePolicies,
                         testing::Values(SplitPolicy::on_demand, SplitPolicy::always, SplitPolicy::chaos));

TEST(HostTypes, AreFoundWhileOthersAreDefined) {
  Vm vm;
  std::atomic<bool> ends{false};
  std::thread looks([&] {
    while (!ends) EXPECT_NE(aspen_find_type(vm.get(), &alive), nullptr);
  });
  for (uintptr_t key = 1; key <= 200; ++key) {
    const std::string name = "m.T" + std::to_string(key);
    const aspen_type_definition more = definition(name.c_str(), reinterpret_cast<const void*>(key));
    aspen_host_type* type = nullptr;
    EXPECT_EQ(aspen_define_type(vm.get(), &more, &type, nullptr), ASPEN_OK);
    EXPECT_EQ(aspen_find_type(vm.get(), more.key), type);
  }
  ends = true;
  looks.join();
}

// Memory that native objects take beside the heap is counted, and given back with them.
TEST(HostTypes, CountForTheHeap) {
  constexpr size_t kBytes = size_t{1} << 20;
  Vm vm(kBytes);
  Heap& heap = vm.get()->machine().heap();
  NativeStackScope scope(vm.get()->mutator());
  aspen_collect(vm.get());
  const size_t before = heap.bytes_used();
  aspen_root* root = aspen_root_new(vm.get(), vm.make_point());
  aspen_collect(vm.get());
  EXPECT_GE(heap.bytes_used(), before + kBytes);
  EXPECT_GE(heap.statistics().bytes_live, kBytes);
  aspen_root_release(root);
  for (int i = 0; i < 100; ++i) vm.make_point();
  aspen_collect(vm.get());
  EXPECT_LT(heap.bytes_used(), before + 4 * kBytes);
}

}  // namespace
}  // namespace aspen
