// The C++ interface to Aspen: `aspen::Vm` compiles and runs scripts, calls their functions, and lets them
// call functions of the host.
//
//   aspen::Vm vm({.limits = {.heap_bytes = 64 << 20}});
//   vm.module("host").def("twice", aspen::pure, [](int64_t n) { return 2 * n; });
//   auto program = vm.compile("score = n -> host.twice n + 1", "rules.asp");
//   if (!program) { std::cerr << program.error().render(); return 1; }
//   if (auto ran = vm.run(*program); !ran) { std::cerr << ran.error().render(); return 1; }
//   aspen::Result<int64_t> score = vm.call<int64_t>("score", 20);
//
// Nothing here throws because of what a script does: its mistakes are returned as aspen::Result. The inline
// namespace v1 keeps the host's types apart from those inside the library.
#pragma once

#include "aspen/async.hpp"
#include "aspen/call.hpp"
#include "aspen/codec.hpp"
#include "aspen/containers.hpp"
#include "aspen/function.hpp"
#include "aspen/future.hpp"
#include "aspen/result.hpp"
#include "aspen/runtime.hpp"
#include "aspen/type.hpp"
#include "aspen/value.hpp"
#include "aspen/vm.hpp"
