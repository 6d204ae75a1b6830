/* The next slot: its owner puts and takes, two thieves steal. Mirrors sched/next_slot.h.
 *
 * The owner initialises a task and puts it there by plain stores through a store buffer of one entry. The owner runs a displaced task.
 *
 * Every task is run exactly once, initialised; what the owner takes from the slot is the newest that it put there
 * (W1, W2, W3, W4).
 *
 * holds all          -DTASKS=5 -DSTEALS=3
 * fails put_by_store   -DPUT_BY_STORE     | assertion
 * fails take_by_store  -DTAKE_BY_STORE    | assertion
 * fails steal_by_store -DSTEAL_BY_STORE   | assertion
 * fails put_relaxed    -DPUT_RELAXED      | ready[
 */
/* code: sched/next_slot.h NextSlot cf52e880 */
#ifndef TASKS
#define TASKS 4
#endif
#ifndef STEALS
#define STEALS 2
#endif

byte item; /* item_; 0 is null */
bit ready[TASKS + 1], taken[TASKS + 1];
byte tasks_taken, over;

mtype = { none, to_task, to_item };
mtype kind = none;
byte value;
#define drain                             \
  if                                      \
  :: kind == to_task -> ready[value] = 1  \
  :: kind == to_item -> item = value      \
  :: else                                 \
  fi;                                     \
  kind = none; value = 0
#define store(what, what_value) atomic { drain; kind = what; value = what_value }
#define own_view(field) (kind == to_item -> value : field)
#define is_ready(task) (ready[task] || (kind == to_task && value == task))
#define run_task(task) assert(!taken[task]); taken[task] = 1; tasks_taken++

inline put(task) {
  if
  :: own_view(item) == 0 ->
#ifdef PUT_RELAXED
    store(to_item, task);
    store(to_task, task)
#else
    store(to_item, task)
#endif
  :: else ->
#ifdef PUT_BY_STORE
    seen = own_view(item);
    store(to_item, task);
#else
    atomic { drain; seen = item; item = task };
#endif
    if
    :: seen != 0 -> atomic { run_task(seen) }
    :: else
    fi;
    seen = 0
  fi
}

proctype Owner() {
  byte pushed, seen;
  do
  :: pushed < TASKS ->
    pushed++;
#ifndef PUT_RELAXED
    store(to_task, pushed);
#endif
    put(pushed)
  :: true ->
    if
    :: own_view(item) == 0 ->
      if
      :: pushed == TASKS -> break
      :: else
      fi
    :: else ->
#ifdef TAKE_BY_STORE
      seen = own_view(item);
      store(to_item, 0);
#else
      atomic { drain; seen = item; item = 0 };
#endif
      if
      :: seen != 0 -> assert(seen == pushed); atomic { run_task(seen) }
      :: else
      fi;
      seen = 0
    fi
  od;
  over++
}

proctype Thief() {
  byte left = STEALS, seen;
  do
  :: left > 0 ->
    left--;
    if
    :: item == 0
    :: else ->
#ifdef STEAL_BY_STORE
      seen = item;
      item = 0;
#else
      atomic { seen = item; item = 0 };
#endif
      if
      :: seen != 0 -> assert(ready[seen]); atomic { run_task(seen) }
      :: else
      fi;
      seen = 0
    fi
  :: else -> break
  od;
  over++
}

proctype Memory() {
end_memory:
  do
  :: atomic { kind != none -> drain }
  od
}

init {
  atomic { run Owner(); run Thief(); run Thief(); run Memory() };
  timeout;
  assert(over == 3 && tasks_taken == TASKS)
}
