// Bytecode that no compiler writes, saved and read as a file would be: it is refused, or does no harm.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <functional>

#include "stdlib/embed/engine.h"
#include "vm/code/chunk_file.h"
#include "vm/code/verifier.h"
#include "vm/heap/native_stack.h"
#include "vm/run/runtime.h"

namespace aspen {
namespace {

using Target = Relocation::Target;

// Writes the code of one function of a chunk.
class Assembler {
 public:
  Assembler(Chunk& chunk, size_t function) : chunk_(chunk), f_(chunk.functions[function]) {}

  uint32_t here() const { return static_cast<uint32_t>(f_.code.size()); }
  FunctionCode& code() { return f_; }
  void op(Op op, unsigned a = 0, unsigned b = 0, unsigned c = 0) {
    f_.code.push_back(encode(op, static_cast<uint8_t>(a), static_cast<uint8_t>(b), static_cast<uint8_t>(c)));
  }
  void word(uint32_t w) { f_.code.push_back(w); }
  void load_int(unsigned a, int16_t value) {
    f_.code.push_back(encode_i16(Op::LoadInt, static_cast<uint8_t>(a), value));
  }
  // The last word of an instruction that jumps to `target`, which comes before it.
  void back_to(uint32_t target) { word(target - here() - 1); }
  void operand(Target target, uint32_t index, unsigned words) {
    f_.relocations.push_back({here(), target, index});
    for (unsigned i = 0; i < words; ++i) word(0);
  }
  uint32_t symbol(const std::string& name) {
    chunk_.symbols.push_back(name);
    return static_cast<uint32_t>(chunk_.symbols.size() - 1);
  }
  void load_text(unsigned a, const std::string& text) {
    chunk_.constants.push_back({Constant::Kind::String, text});
    op(Op::LoadValue, a);
    operand(Target::constant, static_cast<uint32_t>(chunk_.constants.size() - 1), 2);
  }
  // Arguments are in the registers from `window` + 3 on.
  void native(const char* name, unsigned window, unsigned arguments) {
    op(Op::CallNative, window, arguments);
    operand(Target::builtin, symbol(name), 2);
  }
  void call(unsigned window, uint32_t function, uint64_t live, unsigned arguments = 0) {
    op(Op::CallKnown, window, arguments);
    operand(Target::function, function, 2);
    f_.calls.push_back({here(), 0, live});
  }
  void step(unsigned state, unsigned element, uint32_t body) {
    op(Op::IterNext, state, element);
    back_to(body);
  }

 private:
  Chunk& chunk_;
  FunctionCode& f_;
};

// A body with 40 registers, and functions g, which take nothing and return 1.
class Crafted {
 public:
  Crafted() {
    chunk.path = "crafted.aspc";
    chunk.functions.resize(2);
    for (FunctionCode& function : chunk.functions) function.frame_size = 40;
    Assembler g(chunk, 1);
    g.load_int(0, 1);
    g.op(Op::Return, 0);
  }
  Assembler body() { return {chunk, 0}; }

  Chunk chunk;
};

// The verifier's complaint; "" if there is none.
std::string fault(const Chunk& chunk) {
  std::string error;
  Chunk read;
  EXPECT_TRUE(read_chunk(save_chunk(chunk), read, error)) << error;
  return verify(read, error)
             ? ""
             : error.substr(error.rfind(": ") == std::string::npos ? 0 : error.rfind(": ") + 2);
}

std::string fault_of(const std::function<void(Assembler&)>& write) {
  Crafted crafted;
  Assembler body = crafted.body();
  write(body);
  body.op(Op::Return, 0);
  return fault(crafted.chunk);
}

constexpr const char* kNotPrepared = "a loop takes a step that it was not prepared for";
constexpr const char* kNoValue = "a register is read that has no value";

MachineOptions quiet(std::string* printed = nullptr) {
  MachineOptions options;
  options.limits.heap_bytes = size_t{256} << 20;
  options.out = options.err = [printed](std::string_view text) {
    if (printed != nullptr) printed->append(text);
  };
  return options;
}

// Loads the chunk as from a file, and runs it. Returns the output, and the report if it failed.
std::string run(Engine& engine, const std::string& printed, const Chunk& chunk) {
  std::string error;
  Chunk read;
  if (!read_chunk(save_chunk(chunk), read, error) || !verify(read, error)) return "refused: " + error;
  NativeStackScope scope(engine.machine().mutator());
  LoadedModule* module = engine.machine().load(read, error);
  if (module == nullptr) return "not loaded: " + error;
  Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  return outcome.finished() ? printed : printed + engine.report(outcome);
}

std::string run(const std::function<void(Assembler&)>& write) {
  Crafted crafted;
  Assembler body = crafted.body();
  write(body);
  body.op(Op::Return, 0);
  std::string printed;
  Engine engine(quiet(&printed));
  return run(engine, printed, crafted.chunk);
}

void print(Assembler& a, unsigned reg) {
  a.op(Op::Move, 33, reg);
  a.native("print", 30, 1);
}

// ---- Loops

// A list at 1, prepared as a loop with its state in 1, 2 and 3.
uint32_t prepare(Assembler& a) {
  a.load_int(0, 7);
  a.op(Op::NewList, 1, 0, 1);
  a.op(Op::IterPrepare, 1);
  return a.here();
}

TEST(HostileChunk, AcceptsALoopWithCallsAndLoopsInIt) {
  EXPECT_EQ(fault_of([](Assembler& a) {
              const uint32_t outer = prepare(a);
              a.call(10, 1, 0b1111);
              a.op(Op::Copy, 5, 1);
              a.op(Op::IterPrepare, 5);
              const uint32_t inner = a.here();
              a.load_int(9, 1);
              a.step(5, 8, inner);
              a.step(1, 4, outer);
            }),
            "");
}

TEST(HostileChunk, RefusesAStepOfALoopThatNothingPrepared) {
  EXPECT_EQ(fault_of([](Assembler& a) {
              for (unsigned r = 0; r < 4; ++r) a.load_int(r, 0);
              a.step(1, 5, a.here());
            }),
            kNotPrepared);
}

TEST(HostileChunk, RefusesAStepWithTheStateOfAnotherLoop) {
  EXPECT_EQ(fault_of([](Assembler& a) {
              prepare(a);
              a.load_int(4, 0);
              a.step(2, 8, a.here());
            }),
            kNotPrepared);
}

TEST(HostileChunk, RefusesAStepAfterAWriteIntoItsState) {
  for (unsigned r = 1; r < 4; ++r) {
    EXPECT_EQ(fault_of([&](Assembler& a) {
                const uint32_t body = prepare(a);
                a.load_int(r, 1);
                a.step(1, 5, body);
              }),
              kNotPrepared);
    EXPECT_EQ(fault_of([&](Assembler& a) {
                const uint32_t body = prepare(a);
                a.step(1, r, body);
                a.step(1, 5, body);
              }),
              kNotPrepared);
  }
  EXPECT_EQ(fault_of([](Assembler& a) {
              const uint32_t body = prepare(a);
              a.op(Op::PushList, 1, 0);
              a.step(1, 5, body);
            }),
            kNotPrepared);
}

TEST(HostileChunk, RefusesAStepAfterAWriteOnOnePath) {
  EXPECT_EQ(fault_of([](Assembler& a) {
              const uint32_t body = prepare(a);
              a.op(Op::JumpIf, 0);
              a.word(1);
              a.load_int(2, 5);
              a.step(1, 5, body);
            }),
            kNotPrepared);
}

TEST(HostileChunk, RefusesAStepWhoseStateACallCovers) {
  EXPECT_EQ(fault_of([](Assembler& a) {
              const uint32_t body = prepare(a);
              a.call(3, 1, 0b111);
              a.load_int(4, 0);
              a.load_int(5, 0);
              a.step(1, 8, body);
            }),
            kNotPrepared);
  EXPECT_EQ(fault_of([](Assembler& a) {
              const uint32_t body = prepare(a);
              a.load_int(6, 0);
              a.native("len", 3, 1);
              a.step(1, 8, body);
            }),
            kNotPrepared);
}

// A split would leave the register out of the frame's copy.
TEST(HostileChunk, RefusesAStepWhoseStateACallsRowForgets) {
  for (unsigned r = 1; r < 4; ++r) {
    EXPECT_EQ(fault_of([&](Assembler& a) {
                const uint32_t body = prepare(a);
                a.call(10, 1, 0b1111 & ~(1u << r));
                a.step(1, 5, body);
              }),
              kNoValue);
  }
}

TEST(HostileChunk, RefusesAStepBehindAHandlerOfItsPreparation) {
  EXPECT_EQ(fault_of([](Assembler& a) {
              for (unsigned r = 0; r < 4; ++r) a.load_int(r, 0);
              const uint32_t guarded = a.here();
              a.op(Op::IterPrepare, 1);
              a.code().handlers.push_back({guarded, a.here(), a.here(), 9});
              const uint32_t body = a.here();
              a.step(1, 5, body);
            }),
            kNotPrepared);
  EXPECT_EQ(fault_of([](Assembler& a) {
              const uint32_t body = prepare(a);
              const uint32_t guarded = a.here();
              a.native("print", 20, 0);
              a.code().handlers.push_back({guarded, a.here(), a.here(), 2});
              a.step(1, 5, body);
            }),
            kNotPrepared);
}

// ---- Registers

TEST(HostileChunk, RefusesRegistersThatNothingHasWritten) {
  EXPECT_EQ(fault_of([](Assembler& a) { a.op(Op::Move, 0, 1); }), kNoValue);
  EXPECT_EQ(fault_of([](Assembler& a) {
              a.load_int(0, 1);
              a.op(Op::JumpIf, 0);
              a.word(1);
              a.load_int(1, 5);
              a.op(Op::Move, 0, 1);
            }),
            kNoValue);
  EXPECT_EQ(fault_of([](Assembler& a) { a.native("print", 10, 1); }), kNoValue);
}

TEST(HostileChunk, RefusesDivisorsThatAreNotPositive) {
  for (const Op op : {Op::JumpIfDivisibleInt, Op::JumpIfNotDivisibleInt}) {
    for (const int16_t divisor : {int16_t{0}, int16_t{-1}, int16_t{INT16_MIN}}) {
      EXPECT_EQ(fault_of([&](Assembler& a) {
                  a.load_int(0, 1);
                  a.word(encode_i16(op, 0, divisor));
                  a.word(0);
                }),
                "the constant divisor must be positive");
    }
  }
}

// They would show addresses as tiny Floats.
TEST(HostileChunk, RefusesTheLinksOfAFrameAsValues) {
  for (unsigned r = 21; r < 24; ++r) {
    EXPECT_EQ(fault_of([&](Assembler& a) {
                a.load_int(r, 0);
                a.call(20, 1, 0);
                a.op(Op::Move, 0, r);
              }),
              kNoValue);
  }
  EXPECT_EQ(fault_of([](Assembler& a) {
              a.call(20, 1, 0);
              a.op(Op::TakeApart, 10, 2);
              a.word(0);
              a.op(Op::Move, 0, 20);
            }),
            "what a call returns is taken apart elsewhere");
}

TEST(HostileChunk, RefusesARegisterThatACallsRowForgets) {
  auto read_after_call = [](uint64_t live) {
    return fault_of([&](Assembler& a) {
      a.load_int(0, 1);
      a.call(10, 1, live);
    });
  };
  EXPECT_EQ(read_after_call(1), "");
  EXPECT_EQ(read_after_call(0), kNoValue);
}

// ---- Texts, names, shapes

TEST(HostileChunk, RefusesTextThatIsNoUtf8) {
  const std::string what = "a text of the bytecode is not valid UTF-8";
  for (const std::string& text :
       {std::string(8, 'a') + "\xf0", std::string("\x80\x80\x80"), std::string("\xf0")}) {
    EXPECT_EQ(fault_of([&](Assembler& a) { a.load_text(0, text); }), what);
    EXPECT_EQ(fault_of([&](Assembler& a) { a.load_int(0, static_cast<int16_t>(a.symbol(text))); }), what);
    for (const auto& place :
         {+[](Chunk& c) { return &c.path; }, +[](Chunk& c) { return &c.functions[1].name; },
          +[](Chunk& c) { return &c.slots.emplace_back(); },
          +[](Chunk& c) { return &c.imports.emplace_back(); }}) {
      Crafted crafted;
      crafted.body().load_int(0, 1);
      crafted.body().op(Op::Return, 0);
      *place(crafted.chunk) = text;
      EXPECT_EQ(fault(crafted.chunk), what);
    }
  }
}

TEST(HostileChunk, RefusesAShapeWithAFieldTwice) {
  for (const char* second : {"a", "b"}) {
    Crafted crafted;
    Assembler a = crafted.body();
    crafted.chunk.shapes.push_back({a.symbol("a"), a.symbol(second)});
    a.load_int(0, 1);
    a.op(Op::Return, 0);
    EXPECT_EQ(fault(crafted.chunk), *second == 'b' ? "" : "a shape is malformed");
  }
}

// ---- Handlers

TEST(HostileChunk, RefusesHandlersOfNothing) {
  auto with_handler = [](uint32_t begin, uint32_t end) {
    return fault_of([&](Assembler& a) {
      a.load_text(0, "x");
      a.load_int(1, 1);
      a.code().handlers.push_back({begin, end, a.here(), 0});
    });
  };
  EXPECT_EQ(with_handler(0, 3), "");
  EXPECT_EQ(with_handler(0, 0), "a handler is malformed");
  EXPECT_EQ(with_handler(1, 3), "a handler begins or ends inside an instruction");
  EXPECT_EQ(with_handler(0, 2), "a handler begins or ends inside an instruction");
}

// Finding the handler of an error is a search, however many handlers there are.
TEST(HostileChunk, FindsTheInnermostOfHandlersThatCoverEachOther) {
  std::vector<Handler> nested;
  for (uint32_t i = 0; i < 1000; ++i) nested.push_back({1000 - i, 1001 + i, 5000 + i, 0});
  const std::vector<Handler> disjoint = disjoint_handlers(nested);
  EXPECT_EQ(disjoint.size(), 1999u);
  for (uint32_t i = 0; i < 1000; ++i) {
    ASSERT_NE(handler_of(disjoint, 1000 - i), nullptr);
    EXPECT_EQ(handler_of(disjoint, 1000 - i)->target, 5000 + i);
    EXPECT_EQ(handler_of(disjoint, 1000 + i)->target, 5000 + i);
  }
  EXPECT_EQ(handler_of(disjoint, 0), nullptr);
  EXPECT_EQ(handler_of(disjoint, 2000), nullptr);
  EXPECT_EQ(disjoint_handlers(std::vector<Handler>(1000000, Handler{3, 4, 5, 0})).size(), 1u);
}

// Goes through the links from the last to the first, and back with one register less, `losses` times.
std::string fault_of_chain(unsigned losses) {
  constexpr unsigned kLinks = 1000, kRegisters = 200;
  Crafted crafted;
  crafted.chunk.functions[0].frame_size = 256;
  Assembler a = crafted.body();
  for (unsigned r = 0; r < kRegisters; ++r) a.load_int(r, 1);
  a.op(Op::Jump);
  a.word(2 * kLinks);
  std::vector<uint32_t> exits = {a.here()};
  a.op(Op::Jump);
  a.word(2 * kLinks);
  uint32_t link = exits[0];
  for (unsigned i = 0; i < kLinks; ++i) {
    const uint32_t next = a.here();
    a.op(Op::Loop);
    a.back_to(link);
    link = next;
  }
  for (unsigned i = 1; i <= losses; ++i) {
    a.op(Op::JumpIf, 0);
    a.word(5);
    a.call(kRegisters - i, 1, ~uint64_t{0});
    a.op(Op::Loop);
    a.back_to(link);
  }
  a.op(Op::Return, 0);
  return fault(crafted.chunk);
}

TEST(HostileChunk, RefusesLoopsThatTakeTooLongToCheck) {
  EXPECT_EQ(fault_of_chain(10), "");
  EXPECT_EQ(fault_of_chain(130), "the loops are too entangled to be checked");
}

// ---- Ownership

// Four tasks push onto the list that their function has captured without sharing it.
Chunk list_of_four_tasks() {
  Chunk chunk;
  chunk.path = "race.aspc";
  chunk.functions.resize(2);
  for (FunctionCode& function : chunk.functions) function.frame_size = 40;
  chunk.functions[1].captures = 1;
  Assembler g(chunk, 1);
  g.load_int(2, 0);
  const uint32_t again = g.here();
  g.op(Op::GetCapture, 0, 0);
  g.op(Op::PushList, 0, 2);
  g.op(Op::AddInt, 2, 2, 1);
  g.code().code.push_back(encode_i16(Op::LoopIfLessInt, 2, 30000));
  g.back_to(again);
  g.op(Op::Return, 2);
  Assembler body(chunk, 0);
  body.load_int(0, 0);
  body.op(Op::NewList, 1, 0, 0);
  body.op(Op::Move, 2, 1);
  body.op(Op::MakeClosure, 1, 1);
  body.operand(Target::function, 1, 2);
  for (unsigned task = 4; task < 8; ++task) {
    body.op(Op::Move, 23, 1);
    body.native("spawn", 20, 1);
    body.op(Op::Move, task, 20);
  }
  for (unsigned task = 4; task < 8; ++task) {
    body.op(Op::Move, 23, task);
    body.native("await", 20, 1);
  }
  body.op(Op::Move, 23, 2);
  body.native("len", 20, 1);
  print(body, 20);
  body.op(Op::Return, 20);
  return chunk;
}

TEST(HostileChunk, RunsTasksOnOneThread) {
  std::string printed;
  MachineOptions options = quiet(&printed);
  options.task_workers = 4;
  Engine engine(std::move(options));
  EXPECT_EQ(run(engine, printed, list_of_four_tasks()), "120000\n");
  ASSERT_NE(engine.machine().runtime(), nullptr);
  EXPECT_FALSE(engine.machine().runtime()->has_workers());
}

TEST(HostileChunk, AllowsNoWorkersAfterwards) {
  Engine engine(quiet());
  std::string error;
  Chunk read;
  ASSERT_TRUE(read_chunk(save_chunk(list_of_four_tasks()), read, error) && verify(read, error)) << error;
  EXPECT_TRUE(read.is_from_outside);
  ASSERT_NE(engine.machine().load(read, error), nullptr) << error;
  EXPECT_FALSE(engine.machine().start_runtime({.workers = 2}, error));
  EXPECT_EQ(error, "code from outside runs on one thread: start no workers for it");
  EXPECT_TRUE(engine.machine().start_runtime({.workers = 0}, error)) << error;
}

TEST(HostileChunk, IsRefusedWhereThereAreWorkers) {
  Engine engine(quiet());
  std::string error;
  ASSERT_TRUE(engine.machine().start_runtime({.workers = 2}, error)) << error;
  EXPECT_EQ(run(engine, "", list_of_four_tasks()),
            "not loaded: race.aspc: code from outside runs on one thread, and there are workers");
  Chunk compiled = list_of_four_tasks();
  EXPECT_NE(engine.machine().load(compiled, error), nullptr) << error;
}

// What an instruction trusts its native to be.
TEST(HostileChunk, RefusesNativesThatDoNotFitTheirInstructions) {
  const auto said = [](Op op, const char* name) {
    const std::string text = run([&](Assembler& a) {
      a.load_int(0, 6);
      a.load_int(1, 3);
      a.op(op, 2, 0, 1);
      a.operand(Target::builtin, a.symbol(name), 2);
      a.op(Op::Return, 2);
    });
    return text.substr(text.find(": ", text.find(": ") + 1) + 2);
  };
  EXPECT_EQ(said(Op::BitAnd, "bits.xor"), "the standard function bits.xor has another instruction");
  EXPECT_EQ(said(Op::ShiftRight, "len"), "the standard function len has another instruction");
  EXPECT_EQ(said(Op::BitOr, "print"), "the standard function print has another instruction");
  EXPECT_EQ(said(Op::CallUnary, "bits.and"),
            "the standard function bits.and takes another number of arguments");
  EXPECT_EQ(said(Op::CallUnary, "print"), "the standard function print is not pure");
  EXPECT_EQ(said(Op::BitXor, "bits.nothing"), "there is no standard function bits.nothing");
}

// ---- Programs that run, and do no harm

TEST(HostileChunk, MayPutUndefinedWhereValuesStand) {
  const std::string said = run([](Assembler& a) {
    a.op(Op::NewDict, 0, 4);
    a.op(Op::LoadSpecial, 1, 1);
    a.load_int(2, 7);
    for (int i = 0; i < 40; ++i) a.op(Op::SetIndex, 0, 1, 2);
    print(a, 0);
    a.op(Op::NewList, 3, 1, 1);
    print(a, 3);
    a.op(Op::Equal, 4, 3, 3);
    a.op(Op::IterPrepare, 1);
  });
  EXPECT_NE(said.find("TypeError: cannot iterate over"), std::string::npos) << said;
}

TEST(HostileChunk, MayAskForARestThatIsNotThere) {
  const std::string said = run([](Assembler& a) {
    a.load_int(0, 5);
    a.op(Op::NewList, 1, 0, 1);
    a.op(Op::ListRest, 2, 1, 200);
    a.word(0xffffffff);
  });
  EXPECT_NE(said.find("a part is taken of what was not tested"), std::string::npos) << said;
}

TEST(HostileChunk, MayAskForTheWidestOfFormats) {
  for (const char* spec : {">999999999", "08000000000.999999999f", ".2147483647f", "0>4000000000"}) {
    const std::string said = run([&](Assembler& a) {
      a.load_int(0, 5);
      a.load_text(1, spec);
      a.code().code.resize(a.here() - 3);
      a.code().relocations.pop_back();
      a.op(Op::Format, 1, 0);
      a.operand(Target::constant, 0, 2);
    });
    EXPECT_NE(said.find("is too large"), std::string::npos) << said;
  }
}

// The program may not be allowed to read that file.
TEST(HostileChunk, QuotesNoFileThatItNames) {
  const std::string path = testing::TempDir() + "/secret.txt";
  std::ofstream(path) << "the secret\n";
  for (const Location& location : {Location{0, 0, 5}, Location{0, 0xfffffff0u, 0xffffffffu}}) {
    Crafted crafted;
    crafted.chunk.path = path;
    Assembler a = crafted.body();
    a.load_int(0, 5);
    a.op(Op::MatchFail, 0);
    crafted.chunk.functions[0].locations.push_back(location);
    std::string printed;
    Engine engine(quiet(&printed));
    const std::string said = run(engine, printed, crafted.chunk);
    EXPECT_NE(said.find("no pattern matches 5"), std::string::npos) << said;
    EXPECT_EQ(said.find("secret\n"), std::string::npos) << said;
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace aspen
