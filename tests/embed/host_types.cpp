// Types of a host in scripts: values that are copied when shared and changed, objects with identity, and both
// in every place where a value may be.
// expect: Sprite(11.0, 22.0)
// expect: Sprite(1.0, 2.0)
// expect: (1.0, 5.0, Sprite(5.0, 7.0), Sprite(5.0, 2.0))
// expect: 5.5
// expect: ([0.0, 1.0, 5.5], 11.0)
// expect: 16.5
// expect: (12.0, Sprite(12.0, 22.0))
// expect: (true, false, true, true, true)
// expect: ("a", 2)
// expect: (Sprite, [Some Sprite(11.0, 22.0)], "Sprite(11.0, 22.0)")
// expect: label
// expect: Sprite(3.0, 22.0)
// expect: ([1, 2], 3)
// expect: (9, true, false)
// expect: (["c": a canvas of 2 pixels], 1)
// expect: [1, 2, 100]
// expect: Canvas
// expect: ((Sprite(11.0, 22.0), 1), 2, Sprite(1.0, 2.0), Some Sprite(11.0, 22.0), ["k": Sprite(1.0, 2.0)])
// expect: (None, Some Sprite(1.0, 1.0))
// expect: (Sprite(2.0, 3.0), Sprite(1.0, 2.0))
// expect: Sprite(1011.0, 22.0)
// expect: Sprite(0.0, 0.0)
// expect: (3, Sprite(3.0, 3.0))
// expect: Sprite(0.0, 0.0)
// expect: Sprite(1.0, 1.0)
// expect: Sprite(2.0, 2.0)
// expect: host.sprite.move: dy must be a Number, not "far", a String
// expect: host.sprite.move: sprite must be a Sprite, not 5, an Int
// expect: host.sprite.new: x must be a Number, not "a", a String
// expect: host.blit: sprite must be a Sprite, not 1, an Int
// expect: host.blit: canvas must be a Canvas, of a shared type, not Sprite(1.0, 2.0), a Sprite
// expect: host.sum: argument1 must be a List, each element a Sprite, not [Sprite(11.0, 22.0), 1], a List
// expect: KeyError { message: "there is no field `z` in Sprite" }
// expect: KeyError { message: "there is no field `z` in Sprite" }
// expect: host.sprite.set_x: x must be a Number, not "no", a String
// expect: the field `tags` of Named changes as a whole only
// expect: fields of a Canvas, which is shared, are read by functions
// expect: cannot order Sprite and Canvas
// expect: a Plain cannot be compared: the host gave it no `==`
// expect: cannot order Plain and Plain
// expect: a Plain cannot be a key: the host gave it no hash
// expect: cannot order Sprite and Plain
#include <aspen/aspen.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <thread>

#include "tests/embed/check.h"

namespace {

struct Sprite {
  Sprite(double px, double py) : x(px), y(py) {}
  void move(double dx, double dy) { x += dx, y += dy; }
  void add(const Sprite& other) {
    x += other.x;
    y += 10 * x + other.y;  // would see its own change if both were one object
    x += other.x;
  }
  double speed(double seconds) const { return (x + y) / seconds; }
  double advance() { return x += 1; }
  bool operator==(const Sprite& other) const { return x == other.x && y == other.y; }
  bool operator<(const Sprite& other) const { return x < other.x; }
  double x, y;
  std::string label = "none";
};

struct Canvas {
  Canvas(int w, int h) : width(w), height(h) {}
  Canvas(const Canvas&) = delete;
  void draw(int pixel) { pixels.push_back(pixel); }
  int width, height;
  std::vector<int> pixels;
};

struct Plain {};

struct Named {
  std::vector<std::string> tags{"a"};
};

}  // namespace

template <>
struct std::hash<Sprite> {
  size_t operator()(const Sprite& sprite) const { return std::hash<double>()(sprite.x); }
};

namespace {

void define_types(aspen::Module& host) {
  auto sprite = host.type<Sprite>("Sprite")
                    .ctor<double, double>(aspen::pure, "x y")
                    .method("move", &Sprite::move, "dx dy sprite")
                    .method("add", &Sprite::add)
                    .method("speed", &Sprite::speed)
                    .method("advance", &Sprite::advance)
                    .method("named", [](Sprite& s, std::string name) { s.label = std::move(name); })
                    .method("label", [](const Sprite& s) { return s.label; })
                    .field("x", &Sprite::x)
                    .field("y", &Sprite::y)
                    .def("origin", aspen::pure, [] { return Sprite(0, 0); });
  CHECK(sprite.error() == nullptr);
  auto canvas =
      host.type<Canvas>("Canvas")
          .ctor<int, int>(aspen::write)
          .method("draw", &Canvas::draw)
          .method("pixels", [](const Canvas& c) { return c.pixels; })
          .field("width", &Canvas::width)
          .show([](const Canvas& c) { return "a canvas of " + std::to_string(c.pixels.size()) + " pixels"; });
  CHECK(canvas.error() == nullptr);
  host.type<Plain>("Plain");
  host.type<Named>("Named").field("tags", &Named::tags);
}

// Threads that complete `later` are added to `others`.
void define_functions(aspen::Module& host, std::vector<std::jthread>& others) {
  host.def("plain", aspen::pure, [] { return Plain(); })
      .def("named", aspen::pure, [] { return Named(); })
      .def(
          "blit", aspen::write, [](const Sprite& s, Canvas& c) { c.draw(static_cast<int>(s.x) * 100); },
          "sprite canvas")
      .def("all_of", aspen::pure,
           [](std::pair<Sprite, int> pair, const std::vector<Sprite>& list, std::optional<Sprite> some,
              const std::map<std::string, Sprite>& dict) {
             return std::tuple(pair, list.size(), list[0], some, dict);
           })
      .def("find", aspen::pure,
           [](const std::string& name) {
             return name == "a" ? std::optional<Sprite>(Sprite(1, 1)) : std::nullopt;
           })
      .def("sum", aspen::pure,
           [](const std::vector<Sprite>& all) {
             double sum = 0;
             for (const Sprite& each : all) sum += each.x;
             return sum;
           })
      .def("apart", aspen::pure, [](int n) { return std::pair<int, Sprite>(n, Sprite(n, n)); })
      .def("flock", aspen::pure,
           [](int n) {
             std::vector<Sprite> flock;
             for (int i = 0; i < n; ++i) flock.emplace_back(i, i);
             return flock;
           })
      .async("later", aspen::read, [&others](aspen::Completer<Sprite> done, const Sprite& s) {
        others.emplace_back([done, x = s.x + 1000, y = s.y] { done.resolve(Sprite(x, y)); });
      });
  CHECK(host.error() == nullptr);
}

// Calls that run concurrently hold host objects while they wait.
void check_concurrent_calls(aspen::Vm& vm) {
  auto walk = vm.get<Sprite(Sprite, double, aspen::Value)>("walk");
  auto shared = vm.get<aspen::Value>("canvas");
  CHECK(walk && shared);
  auto slow = walk->start(Sprite(0, 0), 1, *shared), fast = walk->start(Sprite(0, 0), 10, *shared);
  auto slow_end = slow.get(), fast_end = fast.get();
  CHECK(slow_end && slow_end->x == 3003 && fast_end && fast_end->x == 3030);
  CHECK(vm.object<Canvas>(*shared)->pixels.size() == 3 + 6);
  vm.object<Canvas>(*shared)->width = 77;
  CHECK(vm.call<int>("width_of", *shared).value_or(0) == 77);
  CHECK(!vm.call<int>("width_of", Sprite(1, 1)));
}

// A type may be added late, for programs that are compiled later.
void check_late_type(aspen::Vm& vm, aspen::Module& host) {
  struct Late {};
  CHECK(host.type<Late>("Late").ctor<>().error() == nullptr);
  auto more = vm.compile("late = host.late ()\nassert (type_of late == Late)", "late.asp");
  CHECK(more && vm.run(*more));
}

}  // namespace

int main(int, char** argv) {
  std::vector<std::jthread> others;
  aspen::Vm vm;
  auto host = vm.module("host");
  define_types(host);
  define_functions(host, others);
  auto program = vm.compile_file(argv[1]);
  if (!program) std::cout << program.error().render();
  if (auto ran = vm.run(*program); !ran) std::cout << ran.error().render();
  check_concurrent_calls(vm);
  check_late_type(vm, host);
  return failures;
}
