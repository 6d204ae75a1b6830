// A game with objects that scripts hold: vectors are values, which scripts copy and change as their own;
// ships are shared, so a change that a script makes to one happens in the game.
// expect: Scout at Vec2(3.0, 4.0), hull 100
// expect: Scout rams Hulk: hull 70
// expect: Hulk at Vec2(10.0, 0.0), hull 40
// expect: the game sees Scout at 10 0, and 2 ships
// expect: Scout cannot be moved by text: TypeError: ship.move: by must be a Vec2, not "far", a String
#include <aspen/aspen.hpp>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace {

struct Vec2 {
  Vec2(double px, double py) : x(px), y(py) {}
  void scale(double by) { x *= by, y *= by; }
  double length() const { return std::hypot(x, y); }
  bool operator==(const Vec2&) const = default;
  double x, y;
};

class Ship {
 public:
  explicit Ship(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  int hull() const { return hull_; }
  void move(const Vec2& by) { position = {position.x + by.x, position.y + by.y}; }
  // The game decides what this does to both ships.
  int ram(Ship& other) {
    hull_ -= 30;
    other.hull_ -= 60;
    return hull_;
  }
  Vec2 position{0, 0};

 private:
  std::string name_;
  int hull_ = 100;
};

void define(aspen::Vm& vm, int& ships) {
  auto game = vm.module("");
  game.type<Vec2>("Vec2")
      .ctor<double, double>(aspen::pure, "x y")
      .field("x", &Vec2::x)
      .field("y", &Vec2::y)
      .method("scale", &Vec2::scale, "by vec2")
      .method("length", &Vec2::length);
  game.type<Ship>("Ship")
      .shared()
      .method("name", &Ship::name)
      .method("hull", &Ship::hull)
      .method("move", &Ship::move, "by ship")
      .method("ram", &Ship::ram, "other ship")
      .field("position", &Ship::position)
      .show([](const Ship& ship) { return ship.name(); })
      .def(
          "launch", aspen::write,
          [&ships](std::string name) {
            ++ships;
            return Ship(std::move(name));
          },
          "name");
}

}  // namespace

int main(int, char** argv) {
  aspen::Vm vm;
  int ships = 0;
  define(vm, ships);
  auto program = vm.compile_file(argv[1]);
  if (!program) {
    std::fputs(program.error().render().c_str(), stderr);
    return 1;
  }
  if (auto ran = vm.run(*program); !ran) {
    std::fputs(ran.error().render().c_str(), stderr);
    return 1;
  }

  auto scout = vm.get<aspen::Value>("scout");
  const Ship* ship = vm.object<Ship>(*scout);  // valid as long as the handle exists
  std::printf("the game sees %s at %g %g, and %d ships\n", ship->name().c_str(), ship->position.x,
              ship->position.y, ships);
  auto wrong = vm.call<void>("move_by", *scout, "far");
  std::printf("%s cannot be moved by text: %s\n", ship->name().c_str(),
              wrong ? "it was" : wrong.error().message().c_str());
}
