#include "vm/heap/run_kinds.h"

#include "vm/heap/tracer.h"
#include "vm/run/tasks/channel.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/task.h"

namespace aspen {

namespace {

void trace_task(Object* object, Tracer& tracer) { static_cast<Task*>(object)->trace_children(tracer); }

void trace_channel(Object* object, Tracer& tracer) { tracer.visit(static_cast<Channel*>(object)->ring); }

void trace_cell(Object* object, Tracer& tracer) {
  auto* cell = static_cast<Cell*>(object);
  tracer.visit(cell->value);
  tracer.visit(cell->next_owned);
}

void trace_fiber(Object* object, Tracer& tracer) {
  auto* fiber = static_cast<Fiber*>(object);
  tracer.visit(fiber->body);
  tracer.visit(fiber->resumed);
  tracer.visit(fiber->yielded);
  tracer.visit(fiber->task);
  tracer.visit(fiber->resumer);
  tracer.visit(fiber->inner);
  if (fiber->task != nullptr) fiber->task->trace_suspended(tracer);
}

constexpr bool follows(Kind kind, Kind other) {
  return static_cast<int>(kind) == static_cast<int>(other) + 1;
}
static_assert(follows(Kind::Channel, Kind::Task) && follows(Kind::Cell, Kind::Channel) &&
              follows(Kind::Semaphore, Kind::Cell) && follows(Kind::Fiber, Kind::Semaphore));

}  // namespace

const RunKind kRunKinds[] = {
    {sizeof(Task), trace_task},   {sizeof(Channel), trace_channel}, {sizeof(Cell), trace_cell},
    {sizeof(Semaphore), nullptr}, {sizeof(Fiber), trace_fiber},
};

}  // namespace aspen
