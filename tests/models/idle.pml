/* The idle protocol: who sleeps, who searches, whom to wake. Mirrors sched/idle_set.h, Worker::sleep (sched/sleep.cpp),
 * Worker::search (sched/search.cpp) and Worker::push_ring, pull_global (sched/worker.cpp). The park time-out is infinite.
 *
 * A worker's ring and batch are one counter, which only their owner increments, through a store buffer of one entry; so does
 * the outside thread with the global queue's size. Every read-modify-write empties its thread's buffer first. A task may
 * enqueue others, and may hold its worker for ever (STUCK workers in all, never the last).
 *
 * At rest: nothing is in the global queue, and nothing in a ring but in that of a worker that is stuck and whose last look
 * said that everybody was awake. With the watchdog, nothing there either. Always: at most half of the workers, rounded up,
 * search; no more are counted awake than there are; a bit for every reservation.
 *
 * holds two        -DWORKERS=2 -DOUTSIDE=4 -DCHILDREN=3 -DSTUCK=1
 * holds two_events -DWORKERS=2 -DOUTSIDE=2 -DCHILDREN=2 -DSTUCK=1 -DEVENTS=2 -DWATCHDOG
 * holds three      -DWORKERS=3 -DOUTSIDE=2 -DCHILDREN=1 -DSTUCK=2
 * ends  rest       -DWORKERS=2 -DOUTSIDE=3 -DCHILDREN=2 -DEVENTS=1
 * loops search_forever       -DSEARCH_FOREVER                    | non-progress cycle
 * fails no_last_look         -DNO_LAST_LOOK                      | global_queue==0
 * fails last_searcher_only   -DLAST_SEARCHER_ONLY -DSTUCK=1      | global_queue==0
 * fails no_rule_2            -DNO_RULE_2 -DSTUCK=1               | global_queue==0
 * fails plain_look           -DPLAIN_LOOK                        | global_queue==0
 * fails count_before_bit     -DCOUNT_BEFORE_BIT                  | reservation_without_bit
 * fails take_back_bit_first  -DTAKE_BACK_BIT_FIRST -DEVENTS=1    | unparked<=
 * fails trust_count          -DTRUST_COUNT -DEVENTS=2            | invalid end state
 * fails bound_by_load        -DBOUND_BY_LOAD                     | searching-1
 * fails without_watchdog     -DSTUCK=1 -DNO_WATCHDOG             | ring[
 */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef OUTSIDE
#define OUTSIDE 2
#endif
#ifndef CHILDREN
#define CHILDREN 2
#endif
#ifndef STUCK
#define STUCK 0
#endif
#ifndef EVENTS
#define EVENTS 0
#endif

/* counts_ */
byte searching = 0, unparked = WORKERS;
bit sleepers[WORKERS];
bit token[WORKERS];

byte ring[WORKERS];
bit buffered[WORKERS]; /* a push that only its owner sees */
byte global_queue;
bit buffered_global;
bit stuck[WORKERS];
bit skipped[WORKERS]; /* the owner's last enqueuing found everybody awake */

byte children = CHILDREN, may_get_stuck = STUCK, events = EVENTS;
bit reservation_without_bit = 0;

#define drain(w) ring[w] = ring[w] + buffered[w]; buffered[w] = 0
#define drain_global global_queue = global_queue + buffered_global; buffered_global = 0
#define counts_are_sane assert(2 * (searching - 1) < WORKERS && unparked <= WORKERS)
#define next_to(w) ((w + 1) % WORKERS)
#define second_to(w) ((w + 2) % WORKERS)

/* IdleSet::wake_one after the caller's buffer was drained: the last round of its loop. */
inline reserve() {
  if
  :: searching == 0 && unparked < WORKERS -> searching++; unparked++; reserved = 1; counts_are_sane
  :: else
  fi
}

/* IdleSet::claim; `preferred` may be WORKERS. */
inline claim(preferred) {
  if
  :: preferred < WORKERS && sleepers[preferred % WORKERS] -> claimed = preferred
  :: else ->
    if
    :: sleepers[0] -> claimed = 0
    :: sleepers[1] -> claimed = 1
#if WORKERS > 2
    :: sleepers[2] -> claimed = 2
#endif
    :: else -> reservation_without_bit = 1; assert(!reservation_without_bit)
    fi
  fi;
  sleepers[claimed] = 0
}

inline claim_and_give(preferred) {
  atomic { claim(preferred) };
  atomic { token[claimed] = 1; claimed = 0; reserved = 0 }
}

inline notify(w, preferred) {
  atomic { drain(w); reserve() };
  if
  :: reserved -> claim_and_give(preferred)
  :: else
  fi
}

/* Worker::push_ring, without overflow. */
inline push(w) {
  atomic { drain(w); buffered[w] = 1 };
  if
  :: unparked == WORKERS -> skipped[w] = 1
  :: else -> skipped[w] = 0; notify(w, WORKERS)
  fi
}

proctype Worker(byte me) {
  bit is_searching, found, reserved, pulled;
  byte claimed;

poll:
  atomic {
    if
    :: ring[me] + buffered[me] > 0 -> drain(me); ring[me]--; goto execute
    :: else
    fi
  };
  /* pull_global: one to run, one for the batch */
  atomic {
    if
    :: global_queue > 1 -> drain(me); global_queue = global_queue - 2; pulled = 1
    :: global_queue == 1 -> drain(me); global_queue = 0; goto execute
    :: else
    fi
  };
  if
  :: pulled -> pulled = 0; push(me); goto execute
  :: else
  fi;

  /* begin_search */
  if
  :: is_searching
  :: else ->
#ifdef BOUND_BY_LOAD
    if
    :: 2 * searching < WORKERS -> atomic { searching++; is_searching = 1; counts_are_sane }
    :: else -> goto sleep
    fi
#else
    atomic {
      if
      :: 2 * searching < WORKERS -> searching++; is_searching = 1; counts_are_sane
      :: else -> goto sleep
      fi
    }
#endif
  fi;

  /* look_everywhere; a steal's own steps are in ring.pml */
  atomic { if :: ring[next_to(me)] > 0 -> ring[next_to(me)]--; goto execute :: else fi };
#if WORKERS > 2
  atomic { if :: ring[second_to(me)] > 0 -> ring[second_to(me)]--; goto execute :: else fi };
#endif
  atomic { if :: global_queue > 0 -> global_queue--; goto execute :: else fi };
#ifdef SEARCH_FOREVER
  goto poll;
#endif

sleep:
  /* IdleSet::park */
#ifndef COUNT_BEFORE_BIT
  sleepers[me] = 1;
#endif
  atomic {
    unparked--;
    searching = searching - is_searching;
#ifdef LAST_SEARCHER_ONLY
    found = is_searching && searching == 0;
#else
    found = searching == 0;
#endif
    is_searching = 0
  };
#ifdef COUNT_BEFORE_BIT
  sleepers[me] = 1;
#endif
#ifndef NO_LAST_LOOK
  /* rule 3 */
  if
  :: found ->
    if
    :: global_queue > 0
    :: else ->
      if
      :: ring[next_to(me)] > 0
      :: else ->
#if WORKERS > 2
        if
        :: ring[second_to(me)] > 0
        :: else -> found = 0
        fi
#else
        found = 0
#endif
      fi
    fi
  :: else
  fi;
  if
  :: found -> found = 0; notify(me, me)
  :: else
  fi;
#else
  found = 0;
#endif

end_asleep:
  if
  :: atomic { token[me] -> token[me] = 0; is_searching = 1; goto poll }
  :: atomic { events > 0 -> events-- }
  fi;
  /* get_up: a timer or an event; such a worker does not search */
#ifdef TAKE_BACK_BIT_FIRST
  atomic { if :: sleepers[me] -> sleepers[me] = 0; found = 1 :: else fi };
  if
  :: found -> found = 0; atomic { unparked++; counts_are_sane; goto poll }
  :: else
  fi;
#else
#ifdef TRUST_COUNT
  atomic { if :: unparked < WORKERS -> unparked++; reserved = 1 :: else fi };
#else
  /* Until it is counted awake, or its bit is claimed: that all are counted awake may be taken back. */
  do
  :: atomic { !sleepers[me] -> break }
  :: atomic { sleepers[me] && unparked < WORKERS -> unparked++; reserved = 1; break }
  od;
#endif
  if
  :: reserved ->
    reserved = 0;
    atomic { if :: sleepers[me] -> sleepers[me] = 0; goto poll :: else fi };
    unparked--
  :: else
  fi;
#endif
  atomic { token[me] -> token[me] = 0; is_searching = 1; goto poll };

execute:
  /* stop_searching: rule 2. Asks before it wakes whether anything is queued, which only saves vain wakes. */
  atomic {
    if
    :: is_searching -> drain(me); searching--; is_searching = 0; found = searching == 0
    :: else
    fi
  };
  if
#ifdef NO_RULE_2
  :: found -> found = 0
#else
  :: found -> found = 0; notify(me, WORKERS)
#endif
  :: else
  fi;
  do
  :: atomic { children > 0 -> children-- }; push(me)
  :: atomic { may_get_stuck > 0 -> may_get_stuck--; stuck[me] = 1 };
end_stuck:
    false
  :: break
  od;
  goto poll
}

/* Buffers empty themselves at any time. */
proctype Memory() {
end_memory:
  do
  :: atomic { buffered[0] -> drain(0) }
  :: atomic { buffered[1] -> drain(1) }
#if WORKERS > 2
  :: atomic { buffered[2] -> drain(2) }
#endif
  :: atomic { buffered_global -> drain_global }
  od
}

#ifdef WATCHDOG
/* Watchdog::look, when it would wake somebody: else it looks again later. */
proctype Watchdog() {
  bit reserved;
  byte claimed;
end_watchdog:
  do
  :: atomic {
       searching == 0 && unparked < WORKERS && ((stuck[0] && ring[0] > 0) || (stuck[1] && ring[1] > 0)) -> reserve()
     };
     claim_and_give(WORKERS)
  od
}
#endif

#if defined(WATCHDOG) || defined(NO_WATCHDOG)
#define nothing_waits(w) assert(ring[w] == 0)
#else
#define nothing_waits(w) assert(ring[w] == 0 || (stuck[w] && skipped[w]))
#endif

/* Scheduler::submit from a thread that is no worker. */
proctype Outside() {
  byte left = OUTSIDE;
  byte claimed;
  bit reserved;
  do
  :: atomic { left > 0 -> left--; drain_global; buffered_global = 1 };
#ifdef PLAIN_LOOK
    if
    :: searching != 0 || unparked == WORKERS
    :: else -> atomic { drain_global; reserve() }
    fi;
#else
    atomic { drain_global; reserve() };
#endif
    if
    :: reserved -> claim_and_give(WORKERS)
    :: else
    fi
  :: left == 0 -> break
  od;
  timeout;
  assert(global_queue == 0);
  nothing_waits(0);
  nothing_waits(1);
#if WORKERS > 2
  nothing_waits(2);
#endif
}

init {
  atomic {
    run Worker(0);
    run Worker(1);
#if WORKERS > 2
    run Worker(2);
#endif
    run Memory();
#ifdef WATCHDOG
    run Watchdog();
#endif
    run Outside()
  }
}
