// A host that draws frames, and gives its scripts two milliseconds in each: they move sprites, one call for
// each sprite, and wait for the next frame themselves.
// expect: after 10 frames: 10 20 30
// expect: the one that never waits has cost no frame: Cancelled: the task was cancelled
#include <array>
#include <aspen/aspen.hpp>
#include <cstdio>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

constexpr const char* kScript = R"(
walk = sprite speed -> for _ in 0..10 { stage.next_frame (); stage.move sprite speed }
greedy = () -> loop { }
)";

class Stage {
 public:
  explicit Stage(aspen::Vm& vm) {
    vm.module("stage")
        .def(
            "move", aspen::write,
            [this](int64_t sprite, int64_t by) { at_.at(static_cast<size_t>(sprite)) += by; }, "sprite by")
        .async("next_frame", aspen::write, [this](aspen::Completer<void> done) { waiting_.push_back(done); });
  }
  void begin_frame() {
    for (auto& done : std::exchange(waiting_, {})) done.resolve();
  }
  int64_t at(size_t sprite) const { return at_.at(sprite); }
  bool all_wait() const { return waiting_.size() == at_.size(); }

 private:
  std::array<int64_t, 3> at_{};
  std::vector<aspen::Completer<void>> waiting_;
};

}  // namespace

int main() {
  aspen::Runtime runtime;
  aspen::Vm vm = runtime.vm();
  Stage stage(vm);
  auto program = vm.compile(kScript, "frames.asp");
  if (!program || !vm.run(*program)) return 1;

  auto walk = vm.get<void(int64_t, int64_t)>("walk");
  std::vector<aspen::Future<void>> walks;
  for (int64_t i = 0; i < 3; ++i) walks.push_back(walk->start(i, i + 1));
  auto greedy = vm.get<void()>("greedy")->start();
  int frames = 0;
  while (!walks[0].ready() || !walks[1].ready() || !walks[2].ready()) {
    runtime.poll(2ms);
    if (!stage.all_wait()) continue;  // a busy machine may take longer for it
    stage.begin_frame();
    ++frames;
  }
  std::printf("after %d frames: %d %d %d\n", frames, static_cast<int>(stage.at(0)),
              static_cast<int>(stage.at(1)), static_cast<int>(stage.at(2)));
  greedy.cancel();
  auto ended = greedy.get();
  std::printf("the one that never waits has cost no frame: %s\n",
              ended ? "?" : ended.error().message().c_str());
}
