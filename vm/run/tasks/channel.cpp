#include "vm/run/tasks/channel.h"

#include <mutex>

#include "vm/run/tasks/task.h"

namespace aspen {

void Channel::move_to(Tuple& larger) {
  for (uint64_t i = 0; i < count; ++i) larger.items()[i] = ring->items()[(first + i) % ring->length];
  ring = &larger;
  first = 0;
}

bool close(Channel& channel) {
  const std::lock_guard guard(channel.lock);
  if (channel.is_closed) return false;
  channel.is_closed = true;
  while (Waiter* receiver = channel.receivers.take_first())
    end_wait(*receiver->strand, receiver->which, Value::undefined());
  while (Waiter* sender = channel.senders.take_first())
    end_wait(*sender->strand, sender->which, Value::undefined());
  return true;
}

void release(Semaphore& semaphore) {
  const std::lock_guard guard(semaphore.lock);
  if (Waiter* next = semaphore.waiting.take_first())
    return end_wait(*next->strand, next->which, Value::unit());
  ++semaphore.free;
}

bool Cell::give(CellUse use, Value& out) {
  const bool has_value = !value.is_undefined();
  if (is_taken && (use != CellUse::look || !has_value)) return false;
  if (use != CellUse::look && (use == CellUse::replace || has_value)) is_taken = true;
  is_changed = is_changed || (use == CellUse::change && has_value);
  if (use == CellUse::take || use == CellUse::change) {
    out = std::exchange(value, Value::undefined());
  } else {
    share(value);
    out = value;
  }
  return true;
}

namespace {

// REQUIRES: the cell's lock is held.
void serve_waiting(Cell& cell) {
  while (!cell.is_taken) {
    Waiter* next = cell.waiting.take_first();
    if (next == nullptr) return;
    Value value;
    cell.give(as_cell_use(next->value), value);
    end_wait(*next->strand, next->which, value);
  }
}

// REQUIRES: the cell's lock is held.
void end_use(Cell& cell) {
  cell.is_taken = cell.is_changed = false;
  cell.owner = nullptr;
  serve_waiting(cell);
}

}  // namespace

void own(Cell& cell, Task& task) {
  task.add_owned(Value::object(&cell));
  const std::lock_guard guard(cell.lock);
  cell.owner = &task;
}

bool put_back(Cell& cell, Value value, Task& task, bool ends_change) {
  const std::lock_guard guard(cell.lock);
  if (!cell.is_taken || cell.is_changed != ends_change || (cell.owner != nullptr && cell.owner != &task))
    return false;
  uint64_t passed = 0;
  if (cell.owner != nullptr) task.remove_owned(Value::object(&cell), passed);
  cell.value = value;
  end_use(cell);
  return true;
}

void own(Semaphore& semaphore, Tuple& place, Task& task) {
  place.items()[0] = Value::object(&semaphore);
  task.add_owned(Value::object(&place));
}

bool give_back(Semaphore& semaphore, Strand& strand) {
  uint64_t passed = 0;
  const bool is_owned = strand.task().remove_owned(Value::object(&semaphore), passed);
  strand.work(passed);
  if (!is_owned) return false;
  release(semaphore);
  return true;
}

Value& next_owned(Value owned) {
  return is_kind(owned, Kind::Cell) ? as<Cell>(owned)->next_owned : as<Tuple>(owned)->items()[1];
}

void take_from_owner(Value owned) {
  if (!is_kind(owned, Kind::Cell)) return release(*as<Semaphore>(as<Tuple>(owned)->items()[0]));
  Cell& cell = *as<Cell>(owned);
  const std::lock_guard guard(cell.lock);
  end_use(cell);
}

}  // namespace aspen
