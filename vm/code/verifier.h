// Checks a chunk before it is loaded: a chunk that passes cannot make the interpreter access anything outside
// of its code, its registers or its tables.
//
// What the instructions and the machine rely on without a check of their own, and why it holds. "Flow" is
// register_flow.h, a "row" is a CallSite:
//
//   any that reads R[r]      R[r] is a Value, no link of a  flow: it was written on every path, and no
//                            frame                          call since then has covered it or calls it
//                                                           dead
//   IterNext, IterNextShared R[A] … R[A+2] are the state of flow: a Prepare of R[A] on every path, and
//                            a loop                         nothing else has written there since
//   GetCapture…              the function has B + 1         B < captures; MakeClosure gives as many, and
//                            captured values                a function that captures is never called or
//                                                           loaded by its name
//   NewRecord, ExtendRecord  the shape has C fields, each   operands; names are compared
//                            once
//   GetField … TakeField     the slot that a cache names    caches are empty at first, and filled by
//                                                           shape
//   TakeApart, ReturnTuple   after a call, the parts are in a TakeApart there has the call's window as
//                            its window                     R[A]
//   Format                   the constant is a String       operands
//   …Value                   the constant is an Int or a    operands
//                            Float
//   FloorDivInt, ModInt,     the constant divisor is        operands
//   JumpIf…DivisibleInt      positive
//   CallKnown, TailCallKnown B arguments, no captured       operands; the library's functions when they
//                            values                         are linked
//   CallNative, CallUnary,   the native's arity; the latter when they are linked
//   JumpIfNoPart             two: that it is pure
//   BitAnd … ShiftRight      the native is theirs           when they are linked
//   LoadModule               the module is there            when it is linked
//   Return…                  the links of the frame         they lie below R[0], where no operand
//                                                           reaches
//   a split                  what a row calls dead is not   flow
//                            read later
//   a split of a loop        likewise, and what the body     flow; the rows of loops
//                            changes has futures
//   an error                 the handler finds values where flow: known at each instruction that it
//                            it reads                       guards
//   range frames             the form of the loop           only code of the library has them
//   all that handles text    it is valid UTF-8              constants and names are checked
//   the rest, as Get…, Set…, nothing                        they test kinds, bounds and the shared flag,
//   Take…, Payload                                          and raise
//
// Not checked: what operands say about ownership (docs/ownership.md), what functions say they consume,
// and effects. A chunk from outside may be wrong in all of these, so Machine::load keeps it on one thread.
#pragma once

#include <string>

#include "vm/code/chunk.h"

namespace aspen {

// False, with the first fault in `error`, if the chunk is malformed. The names and arities of standard
// functions are checked when the chunk is linked (Machine::load). Takes time proportional to the chunk.
bool verify(const Chunk& chunk, std::string& error);

}  // namespace aspen
