/* The ring: its owner, which pushes, overflows and pops, and two thieves. Mirrors sched/ring.h with a capacity of 4.
 *
 * Ring 0 is the owner's. Thief 1 steals from it into ring 1 and pops from there; thief 2 steals from ring 0, or from ring 1 if
 * CHAIN, and runs what it copies. Each worker's plain stores, which go to its own ring only, pass through a store buffer of one
 * entry, which a read-modify-write of that worker empties first. Numbers are bytes that start near their end, so they wrap.
 *
 * Every task is run or spilled exactly once, with its own number; what is claimed from a ring is claimed oldest first; the owner's pop
 * is null only if there is nothing left to claim; what is spilled is the newest half and the new task, oldest first
 * (W1, W2, W3, W4).
 *
 * holds overflow   -DTASKS=7 -DSTEALS=1
 * holds again      -DTASKS=6 -DSTEALS=2 -DSTEALS_INTO_RING=1
 * holds chain      -DTASKS=5 -DSTEALS=1 -DCHAIN
 * fails free_before_copy  -DFREE_BEFORE_COPY   | taken[
 * fails full_by_real      -DFULL_BY_REAL       | taken[
 * fails steal_uncapped    -DSTEAL_UNCAPPED     | assertion
 * fails tail_read_once    -DTAIL_READ_ONCE     | assertion
 * fails tail_before_slot  -DTAIL_BEFORE_SLOT   | assertion
 * fails head_before_tail  -DHEAD_BEFORE_TAIL   | assertion
 * fails pop_by_store      -DPOP_BY_STORE       | assertion
 * fails spill_by_store    -DSPILL_BY_STORE     | assertion
 * fails two_thieves       -DSTEAL_BESIDE_A_THIEF -DTASKS=6 | assertion
 */
#ifndef TASKS
#define TASKS 8
#endif
#ifndef STEALS
#define STEALS 2
#endif
#ifndef STEALS_INTO_RING
#define STEALS_INTO_RING STEALS
#endif
#define CAPACITY 4
#define MOST_STOLEN 2
#define FIRST 254

/* head_ and tail_, and slots_ of both rings */
byte steal[2] = FIRST, real[2] = FIRST, tail[2] = FIRST;
byte slots[8];
#define slot(r, number) slots[4 * (r) + (number) % CAPACITY]

/* Store buffers of workers 0 and 1. */
mtype = { none, to_slot, to_tail, to_head };
mtype kind[2] = none;
byte where[2], value[2];

#define drain(w)                                        \
  if                                                    \
  :: kind[w] == to_slot -> slots[where[w]] = value[w]   \
  :: kind[w] == to_tail -> tail[w] = value[w]           \
  :: kind[w] == to_head -> steal[w] = value[w]; real[w] = value[w] \
  :: else                                               \
  fi;                                                   \
  kind[w] = none; where[w] = 0; value[w] = 0
#define store(w, what, place, what_value) \
  atomic { drain(w); kind[w] = what; where[w] = place; value[w] = what_value }

/* What has become of the tasks, which are numbered in the order of pushing, from 1. */
bit taken[TASKS + 1];
byte tasks_taken, thieves = 2;
byte last_claimed[2];   /* of ring 0, of ring 1 */

#define take(task) assert(task != 0 && !taken[task]); taken[task] = 1; tasks_taken++

/* Called with the step that moves `real`: what it claims is there and is the oldest. */
#define claims(r, first, count)                                                                   \
  assert(slot(r, first) > last_claimed[r] && slot(r, (first + count - 1) & 255) >= slot(r, first)); \
  last_claimed[r] = slot(r, (first + count - 1) & 255)

/* code: sched/ring.h Ring::push 9dae2b08 */
/* code: sched/ring.h Ring::append e61263b1 */
/* code: sched/ring.h Ring::claim_all 5cd5ef38 */
/* Ring::append and Ring::push by the owner of ring 0. The owner's own head store may still be in its buffer. */
inline push(task) {
  atomic {
    if
    :: kind[0] == to_head -> s = value[0]; r = value[0]
    :: else -> s = steal[0]; r = real[0]
    fi
  };
  if
#ifdef FULL_BY_REAL
  :: ((my_tail - r) & 255) < CAPACITY ->
#else
  :: ((my_tail - s) & 255) < CAPACITY ->
#endif
#ifdef TAIL_BEFORE_SLOT
    store(0, to_tail, 0, my_tail + 1);
    store(0, to_slot, my_tail % CAPACITY, task);
#else
    store(0, to_slot, my_tail % CAPACITY, task);
    store(0, to_tail, 0, my_tail + 1);
#endif
    my_tail++
  :: else ->
    spilling = 0;
    if
    :: s == r ->
      /* claim_all */
#ifdef SPILL_BY_STORE
      atomic { drain(0); real[0] = my_tail; spilling = 1 }
#else
      atomic { drain(0); if :: steal[0] == s && real[0] == r -> real[0] = my_tail; spilling = 1 :: else fi }
#endif
    :: else
    fi;
    if
    :: spilling ->
      /* One step each: no other process writes these slots while thieves are kept out. */
      i = r + MOST_STOLEN;
      do
      :: i != my_tail -> atomic { assert(slot(0, i) < task); take(slot(0, i)); i++ }
      :: else -> break
      od;
      my_tail = r + MOST_STOLEN;
#ifdef HEAD_BEFORE_TAIL
      store(0, to_head, 0, r);
      store(0, to_tail, 0, my_tail);
#else
      store(0, to_tail, 0, my_tail);
      store(0, to_head, 0, r);
#endif
      spilling = 0
    :: else
    fi;
    atomic { take(task) }
  fi;
  s = 0; r = 0; i = 0
}

/* code: sched/ring.h Ring::pop cc01d474 */
/* Ring::pop by the owner w of ring w. Each round is a load and a compare-exchange. */
inline pop(w) {
  popped = 0;
  do
  :: atomic {
       if
       :: kind[w] == to_head -> s = value[w]; r = value[w]
       :: else -> s = steal[w]; r = real[w]
       fi
     };
     if
     :: r == my_tail -> break
     :: else
     fi;
     atomic {
       drain(w);
#ifdef POP_BY_STORE
       if
       :: true ->
#else
       if
       :: steal[w] == s && real[w] == r ->
#endif
         claims(w, r, 1);
         steal[w] = (s == r -> r + 1 : s);
         real[w] = r + 1;
         popped = 1
       :: else
       fi
     };
     if
     :: popped -> break
     :: else
     fi
  od;
  if
  :: popped -> atomic { take(slot(w, r)) }
  :: else
  fi;
  s = 0; r = 0
}

/* code: sched/ring.h Ring::claim_half a72928f9 */
/* code: sched/ring.h Ring::steal_into 25700ea0 */
/* Ring::claim_half: `count` from `r` on. */
inline claim_half(from) {
  count = 0;
#ifdef TAIL_READ_ONCE
  t = tail[from];
#endif
  do
  :: atomic { s = steal[from]; r = real[from] };
#ifndef TAIL_READ_ONCE
     t = tail[from];
#endif
     atomic {
       available = t - r;
       if
#ifdef STEAL_BESIDE_A_THIEF
       :: available == 0 || available > CAPACITY -> available = 0; break
#else
       :: s != r || available == 0 || available > CAPACITY -> available = 0; break
#endif
       :: else
       fi;
#ifdef STEAL_UNCAPPED
       count = available;
#else
       count = available - available / 2;
       count = (count < MOST_STOLEN -> count : MOST_STOLEN);
#endif
       available = 0
     };
     atomic {
       if
       :: steal[from] == s && real[from] == r ->
         claims(from, r, count);
         real[from] = r + count;
#ifdef FREE_BEFORE_COPY
         steal[from] = r + count;
#endif
         break
       :: else -> count = 0
       fi
     }
  od;
  s = 0; t = 0
}

/* code: sched/ring.h Ring::give_back efdb8414 */
/* Ring::give_back: a loop of compare-exchanges, of which the last counts. */
#ifdef FREE_BEFORE_COPY
#define give_back(from) skip
#else
#define give_back(from) steal[from] = real[from]
#endif

proctype Owner() {
  byte pushed, my_tail = FIRST, s, r, i;
  bit popped, spilling;
  do
  :: pushed < TASKS -> pushed++; push(pushed)
  :: pop(0);
    if
    :: !popped ->
      assert(real[0] == my_tail || kind[0] == to_head);
      if
      :: pushed == TASKS -> break
      :: else
      fi
    :: else
    fi;
    popped = 0
  od
}

proctype ThiefWithRing() {
  byte my_tail = FIRST, s, r, t, count, available, i, tries = STEALS_INTO_RING;
  bit popped;
  do
  :: tries > 0 ->
    tries--;
    /* Room for most items: only its owner fills its ring. */
    if
    :: ((my_tail - steal[1]) & 255) <= CAPACITY - MOST_STOLEN -> claim_half(0)
    :: else -> count = 0
    fi;
    if
    :: count > 0 ->
      i = 0;
      do
      :: i + 1 < count ->
        s = slot(0, (r + i) & 255);
        store(1, to_slot, CAPACITY + (my_tail + i) % CAPACITY, s);
        i++
      :: else -> break
      od;
      i = slot(0, (r + count - 1) & 255);
      atomic { drain(1); give_back(0) };
      my_tail = my_tail + count - 1;
      store(1, to_tail, 0, my_tail);
      atomic { take(i); i = 0 }
    :: else
    fi;
    count = 0; r = 0; s = 0
  :: pop(1);
    if
    :: !popped && tries == 0 -> break
    :: else
    fi;
    popped = 0
  od;
  thieves--
}

proctype Thief() {
  byte from, s, r, t, count, available, tries = STEALS;
  do
  :: tries > 0 ->
    tries--;
#ifdef CHAIN
    if
    :: from = 0
    :: from = 1
    fi;
#endif
    claim_half(from);
    if
    :: count > 0 ->
      do
      :: count > 0 -> atomic { take(slot(from, r)); r++; count-- }
      :: else -> break
      od;
      give_back(from)
    :: else
    fi;
    r = 0
  :: else -> break
  od;
  thieves--
}

proctype Memory() {
end_memory:
  do
  :: atomic { kind[0] != none -> drain(0) }
  :: atomic { kind[1] != none -> drain(1) }
  od
}

init {
  atomic { run Owner(); run ThiefWithRing(); run Thief(); run Memory() };
  timeout;
  assert(thieves == 0);
  assert(tasks_taken == TASKS)
}
