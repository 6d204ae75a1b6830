// The effects of functions: what is inferred of each, and the strongest effect that a call can have.
#include <gtest/gtest.h>

#include <string>

#include "stdlib/embed/engine.h"
#include "stdlib/library/library.h"
#include "vm/code/bound.h"
#include "vm/values/record.h"

namespace aspen {
namespace {

void add_mask(std::string& text, const char* what, uint32_t mask) {
  for (unsigned i = 0; i < 32; ++i) {
    if (mask >> i & 1) text += std::string(" ") + what + std::to_string(i);
  }
}

std::string text_of(const FunctionCode& function) {
  std::string text = function.effect == Effect::pure     ? "pure"
                     : function.effect == Effect::read   ? "read"
                     : function.effect == Effect::output ? "output"
                                                         : "write";
  const Reach& reach = function.reach;
  add_mask(text, "calls", reach.calls);
  add_mask(text, "iterates", reach.iterates);
  add_mask(text, "captured-calls", reach.calls_captured);
  add_mask(text, "captured-iterates", reach.iterates_captured);
  if (reach.given > 0) text += " given " + std::to_string(reach.given);
  if (reach.calls_unknown) text += " calls?";
  if (reach.iterates_unknown) text += " iterates?";
  return text;
}

// Of the function `f` of the program.
std::string effects(const std::string& text) {
  CompileResult result = compile_text("test.asp", text, Library::instance());
  EXPECT_TRUE(result.ok()) << result.render();
  if (!result.ok()) return "";
  for (const FunctionCode& function : result.program.modules.back().chunk.functions) {
    if (function.name == "f") return text_of(function);
  }
  return "no f";
}

TEST(Effects, ComeFromNativesAndKnownFunctions) {
  EXPECT_EQ(effects("f = x -> len x + 1"), "pure");
  EXPECT_EQ(effects("f = x -> print x"), "output");
  EXPECT_EQ(effects("f = p -> fs.read p"), "read");
  EXPECT_EQ(effects("f = p -> print (fs.read p)"), "output");
  EXPECT_EQ(effects("f = p -> { eprint p; write p }"), "output");
  EXPECT_EQ(effects("f = p -> { print p; fs.write p p }"), "write");
  EXPECT_EQ(effects("g = p -> fs.read p\nf = p -> len (g p)"), "read");
  EXPECT_EQ(effects("f = n -> if n == 0 { 0 } else { g (n - 1) }\ng = n -> { print n; f n }"), "output");
  EXPECT_EQ(effects("f = n -> { n |>= print; n }"), "output");
}

TEST(Effects, FunctionsAndPartialApplicationsThatAreOnlyMadeDoNothing) {
  EXPECT_EQ(effects("f = x -> () -> print x"), "pure");
  EXPECT_EQ(effects("g = a b -> { print a; b }\nf = x -> g x"), "pure");
}

TEST(Effects, OfParametersAreLeftToTheCall) {
  EXPECT_EQ(effects("f = g x -> g x"), "pure calls0 given 1");
  EXPECT_EQ(effects("f = xs g -> { for x in xs { g x 1 } }"), "pure calls1 iterates0 given 2");
  EXPECT_EQ(effects("f = g xs -> map g xs"), "pure calls0 iterates1 given 1");
  EXPECT_EQ(effects("f = g xs -> xs |> fold 0 g"), "pure calls0 iterates1 given 2");
  EXPECT_EQ(effects("h = g -> g 1\nf = g -> h g + h g"), "pure calls0 given 1");
  // Not once the parameter has changed, nor for a part of it.
  EXPECT_EQ(effects("f = g x -> { g = compose g g; g x }"), "pure calls?");
  EXPECT_EQ(effects("f = g x -> g.run x"), "pure calls?");
  EXPECT_EQ(effects("f = (a, b) -> a b"), "pure calls?");
}

TEST(Effects, OfCapturedValuesAreLeftToTheClosure) {
  EXPECT_EQ(effects("h = g -> { f = x -> g x; f }"), "pure captured-calls0 given 1");
  EXPECT_EQ(effects("h = ys -> { f = () -> { for y in ys { len y } }; f }"), "pure captured-iterates0");
  // The captured variables of a function that is passed on.
  EXPECT_EQ(effects("f = g xs -> map (x -> g x) xs"), "pure calls0 iterates1 given 1");
  EXPECT_EQ(effects("f = g xs -> { h = x -> g (g x); map h xs }"), "pure calls0 iterates1 given 1");
  EXPECT_EQ(effects("h = g xs -> { f = k -> { r = x -> g x; map r k }; f }"),
            "pure iterates0 captured-calls0 given 1");
}

TEST(Effects, OfFunctionsThatTheTextShowsAreSeenThrough) {
  EXPECT_EQ(effects("f = xs -> map (x -> x + 1) xs"), "pure iterates0");
  EXPECT_EQ(effects("f = xs -> each print xs"), "output iterates0");
  EXPECT_EQ(effects("f = xs -> each (x -> print x) xs"), "output iterates0");
  EXPECT_EQ(effects("g = a b -> { print a; b }\nf = xs -> map (g 1) xs"), "output iterates0");
  EXPECT_EQ(effects("g = h x -> h x\nf = k xs -> map (g k) xs"), "pure calls0 iterates1 given 1");
  EXPECT_EQ(effects("f = xs -> map Some xs"), "pure iterates0");
  EXPECT_EQ(effects("f = xs -> map string.upper xs"), "pure iterates0");
  EXPECT_EQ(effects("f = xs -> map int xs"), "pure iterates0");
  EXPECT_EQ(effects("f = n -> { go = k -> if k == 0 { n } else { go (k - 1) }; go n }"), "pure");
}

TEST(Effects, OfEverythingElseAreUnknown) {
  EXPECT_EQ(effects("f = xs -> xs[0] 1"), "pure calls?");
  EXPECT_EQ(effects("f = x -> { g = compose x x; g 1 }"), "pure calls?");
  // A function is called with elements, and the effects of those are not known.
  EXPECT_EQ(effects("f = fs -> map (g -> g 1) fs"), "pure iterates0 calls?");
  EXPECT_EQ(effects("g = x -> y -> print y\nf = x -> g x x"), "pure calls?");
  EXPECT_EQ(effects("f = xs -> fold 0 (x -> y -> print y) xs"), "pure iterates0 calls?");
  EXPECT_EQ(effects("f = x -> { for y in x.parts { len y } }"), "pure iterates?");
}

TEST(Effects, LoopsOverWhatIsNoChannelAreKnown) {
  EXPECT_EQ(
      effects("f = n -> { for i in 0..n { len [i] }; for c in \"ab\" { len c }; for x in [n] { len [x] } }"),
      "pure");
}

TEST(Effects, OfNativesThatGoThroughChannelsAreThoseOfLoops) {
  EXPECT_EQ(effects("f = xs -> sum xs"), "pure iterates0");
  EXPECT_EQ(effects("f = xs ys -> zip [1] ys"), "pure iterates1");
  EXPECT_EQ(effects("f = xs -> take 2 xs.part"), "pure iterates?");
  EXPECT_EQ(effects("f = xs -> len xs"), "pure");
}

TEST(Effects, OfTheLibrarysFunctions) {
  auto reach = [](const char* name) { return Library::instance().find(name)->reach; };
  EXPECT_EQ(Library::instance().find("map")->effect, Effect::pure);
  EXPECT_EQ(reach("map").calls, 1u);
  EXPECT_EQ(reach("map").iterates, 2u);
  EXPECT_EQ(reach("fold").calls, 2u);
  EXPECT_EQ(reach("sort_with").calls, 1u);
  EXPECT_EQ(reach("sort_with").given, 2);
  EXPECT_FALSE(reach("sort_by").calls_unknown);
}

// ---- Bounds at run time

Value field(Machine& machine, Value record, const char* name) {
  int slot = machine.shapes()[as<Record>(record)->shape()].slot(machine.symbols().intern(name));
  EXPECT_GE(slot, 0) << name;
  return as<Record>(record)->slots()[slot];
}

// The strongest effect of a call of `f` with `arguments`, all of them names of the program.
std::string bound(const std::string& program, std::initializer_list<const char*> arguments) {
  Engine engine({});
  CompileResult result = compile_text("test.asp", program, engine.catalogue(), {.keep_names = true});
  EXPECT_TRUE(result.ok()) << result.render();
  std::string error;
  LoadedModule* module = engine.load(result.program, error);
  EXPECT_NE(module, nullptr) << error;
  // Nothing is allocated after this line, so nothing is collected.
  Outcome outcome = engine.run(*module);
  EXPECT_TRUE(outcome.finished()) << engine.headline(outcome);
  std::vector<Value> values;
  for (const char* name : arguments) values.push_back(field(engine.machine(), outcome.value, name));
  Value f = field(engine.machine(), outcome.value, "f");
  Bound found = bound_of_call(*as<Closure>(f)->proto, f, values.data());
  const char* kNames[] = {"pure", "read", "output", "write"};
  return std::string(kNames[static_cast<int>(found.effect)]) + (found.uncertain ? "?" : "");
}

TEST(Bounds, OfAParameterIsThatOfItsValue) {
  std::string f = "f = g xs -> { for x in xs { g x } }\nxs = [1]\n";
  EXPECT_EQ(bound(f + "g = x -> x", {"g", "xs"}), "pure");
  EXPECT_EQ(bound(f + "g = x -> fs.read x", {"g", "xs"}), "read");
  EXPECT_EQ(bound(f + "g = x -> print x", {"g", "xs"}), "output");
  EXPECT_EQ(bound(f + "g = [print][0]", {"g", "xs"}), "output");
  EXPECT_EQ(bound(f + "g = [fs.read][0]", {"g", "xs"}), "read");
  EXPECT_EQ(bound(f + "g = int", {"g", "xs"}), "pure");
  EXPECT_EQ(bound(f + "g = Some", {"g", "xs"}), "pure");
  EXPECT_EQ(bound(f + "g = 5", {"g", "xs"}), "pure");
}

TEST(Bounds, GoesThroughClosuresAndPartialApplications) {
  std::string f = "f = g xs -> { for x in xs { g x } }\nxs = [1]\n";
  EXPECT_EQ(bound(f + "h = k -> x -> k x\ng = h print", {"g", "xs"}), "output");
  EXPECT_EQ(bound(f + "h = k -> x -> k x\ng = h (h (h len))", {"g", "xs"}), "pure");
  EXPECT_EQ(bound(f + "g = compose fs.read (compose len list)", {"g", "xs"}), "read?");
  EXPECT_EQ(bound(f + "h = a b -> a b\ng = h print", {"g", "xs"}), "output");
  EXPECT_EQ(bound(f + "h = a b -> a b\ng = h len", {"g", "xs"}), "pure");
}

TEST(Bounds, WhatCannotBeSeenCountsAsAWrite) {
  std::string f = "f = g xs -> { for x in xs { g x } }\nxs = [1]\n";
  // It calls its argument, an element.
  EXPECT_EQ(bound(f + "g = k -> k 1", {"g", "xs"}), "write");
  // Called with two arguments, it returns a function that gets the second.
  EXPECT_EQ(bound("f = g -> g 1 2\ng = a -> b -> b", {"g"}), "write");
  EXPECT_EQ(bound("f = g -> g 1 2\ng = a b -> b", {"g"}), "pure");
  EXPECT_EQ(bound("f = x -> x.run 1\nr = 1", {"r"}), "write");
  std::string deep = "h = k -> x -> k x\ng = len\nfor _ in 0..20 { g = h g }\n";
  EXPECT_EQ(bound(f + deep, {"g", "xs"}), "write");
}

TEST(Bounds, ElementsOfUnknownValuesAreUncertain) {
  EXPECT_EQ(bound("f = r -> { for x in r.xs { len x } }\nr = 1", {"r"}), "pure?");
  EXPECT_EQ(bound("f = xs -> { for x in xs { len x } }\nxs = \"ab\"", {"xs"}), "pure");
  EXPECT_EQ(bound("f = xs -> { for x in xs { len x } }\nxs = fs.open \"read\" \"/dev/null\"", {"xs"}),
            "pure?");
}

}  // namespace
}  // namespace aspen
