// A script that asks shops. Their answers come later and from another thread: first through a completer,
// which any thread may resolve, then through a coroutine.
// expect: tea: corner for 2.80
// expect: ink: error: no shop has ink
// expect: asked at once: 3
#include <algorithm>
#include <aspen/aspen.hpp>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

// The source of the answers: a thread that gives them when all shops have been asked.
class Market {
 public:
  using Answer = aspen::Completer<double>;

  ~Market() {
    for (std::thread& thread : threads_) thread.join();
  }

  std::vector<std::string> shops() const { return {"corner", "grand", "station"}; }

  void ask(const Answer& answer, const std::string& shop, const std::string& item) {
    questions_.push_back({answer, shop, item});
    most_ = std::max(most_, questions_.size());
    if (questions_.size() == shops().size())
      threads_.emplace_back([questions = std::exchange(questions_, {})] {
        for (const Question& question : questions) question.reply();
      });
  }

  size_t most_at_once() const { return most_; }

 private:
  struct Question {
    Answer answer;
    std::string shop, item;

    void reply() const {
      if (item != "tea") {
        answer.fail("no shop has " + item);
      } else {
        answer.resolve(shop == "corner" ? 2.8 : 3.5);
      }
    }
  };

  // Called by the thread that runs the scripts:
  std::vector<Question> questions_;
  std::vector<std::thread> threads_;
  size_t most_ = 0;
};

}  // namespace

int main(int, char** argv) {
  Market market;
  aspen::Vm vm;
  vm.module("market")
      .def("shops", aspen::pure, [&] { return market.shops(); })
      .async(
          "ask", aspen::read,
          [&](const Market::Answer& answer, const std::string& shop, const std::string& item) {
            market.ask(answer, shop, item);
          },
          "shop item");

  auto program = vm.compile_file(argv[1]);
  if (!program || !vm.run(*program)) return 1;
  for (const char* item : {"tea", "ink"}) {
    auto offer = vm.call<std::string>("cheapest", item);
    std::printf("%s: %s\n", item, (offer ? *offer : offer.error().message()).c_str());
  }
  std::printf("asked at once: %zu\n", market.most_at_once());
}
