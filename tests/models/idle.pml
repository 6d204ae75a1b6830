/* The idle protocol: which workers sleep, which search, and which one to wake. Mirrors sched/idle_set.h, Worker::sleep (sched/sleep.cpp),
 * Worker::search (sched/search.cpp) and Worker::push_ring, pull_global (sched/worker.cpp). The park time-out is infinite.
 *
 * A worker's ring and batch are one counter. Only their owner increments it, through a store buffer of one entry;
 * likewise the outside thread and the global queue's size. Every read-modify-write empties its thread's buffer
 * first. A task may enqueue others, and may hold its worker for ever (STUCK workers in all, never the last).
 *
 * A worker that goes to sleep has all others pass a fence, which empties every buffer, before it looks at the
 * queues. With UNFENCED the system has no such fence, and IdleSet::may_wake is a read-modify-write.
 *
 * At rest: nothing is in the global queue, and nothing in a ring while a worker sleeps. Always: at most half of the
 * workers, rounded up, search; no more workers count as awake than there are; there is a bit for every reservation. So no
 * task waits for ever beside a worker that sleeps (W5, W6).
 *
 * holds two        -DWORKERS=2 -DOUTSIDE=4 -DCHILDREN=3 -DSTUCK=1
 * holds two_events -DWORKERS=2 -DOUTSIDE=2 -DCHILDREN=2 -DSTUCK=1 -DEVENTS=2
 * holds three      -DWORKERS=3 -DOUTSIDE=2 -DCHILDREN=1 -DSTUCK=2
 * holds unfenced   -DWORKERS=2 -DOUTSIDE=3 -DCHILDREN=2 -DSTUCK=1 -DUNFENCED
 * ends  rest       -DWORKERS=2 -DOUTSIDE=3 -DCHILDREN=2 -DEVENTS=1
 * loops search_forever       -DSEARCH_FOREVER                    | non-progress cycle
 * fails no_last_look         -DNO_LAST_LOOK                      | global_queue==0
 * fails last_searcher_only   -DLAST_SEARCHER_ONLY -DSTUCK=1      | ring[
 * fails no_rule_2            -DNO_RULE_2 -DSTUCK=1               | global_queue==0
 * fails plain_look           -DUNFENCED -DPLAIN_LOOK             | global_queue==0
 * fails count_before_bit     -DCOUNT_BEFORE_BIT                  | reservation_without_bit
 * fails take_back_bit_first  -DTAKE_BACK_BIT_FIRST -DEVENTS=1    | unparked<=
 * fails trust_count          -DTRUST_COUNT -DEVENTS=2            | invalid end state
 * fails bound_by_load        -DBOUND_BY_LOAD                     | searching-1
 * fails no_fence             -DSTUCK=1 -DNO_FENCE                | ring[
 * fails only_last_looks      -DWORKERS=3 -DSTUCK=2 -DOUTSIDE=1 -DONLY_LAST_LOOKS | ring[
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

byte children = CHILDREN, may_get_stuck = STUCK, events = EVENTS;
bit reservation_without_bit = 0;

#define drain(w) ring[w] = ring[w] + buffered[w]; buffered[w] = 0
#define drain_global global_queue = global_queue + buffered_global; buffered_global = 0
#define counts_are_sane assert(2 * (searching - 1) < WORKERS && unparked <= WORKERS)
#define next_to(w) ((w + 1) % WORKERS)
#define second_to(w) ((w + 2) % WORKERS)

/* IdleSet::wake_one after the caller's buffer was drained: the last round of its loop. */
/* code: sched/idle_set.h IdleSet::wake_one dd3753c6 */
inline reserve() {
  if
  :: searching == 0 && unparked < WORKERS -> searching++; unparked++; reserved = 1; counts_are_sane
  :: else
  fi
}

/* IdleSet::claim; `preferred` may be WORKERS. */
/* code: sched/idle_set.h IdleSet::claim a5829f66 */
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

/* code: sched/scheduler.cpp Scheduler::notify a6c732e6 */
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

/* Worker::push_ring and finish_push, without overflow; IdleSet::may_wake is the plain look. */
/* code: sched/worker.cpp Worker::push_ring 3b1befb6 */
/* code: sched/worker.cpp Worker::finish_push 5c9d2f2f */
/* code: sched/worker.cpp Worker::offer 71b10781 */
/* code: sched/idle_set.h IdleSet::may_wake d12d776e */
inline push(w) {
  atomic { drain(w); buffered[w] = 1 };
#ifdef UNFENCED
  notify(w, WORKERS)
#else
  if
  :: unparked == WORKERS
  :: else -> notify(w, WORKERS)
  fi
#endif
}

/* Scheduler::something_is_queued: leaves in `found` whether the worker sees a task in any queue. */
/* code: sched/scheduler.cpp Scheduler::something_is_queued ccf9b7e1 */
inline look_at_queues(w) {
  if
  :: global_queue > 0
  :: else ->
    if
    :: ring[w] > 0
    :: else ->
      if
      :: ring[next_to(w)] > 0
      :: else ->
#if WORKERS > 2
        if
        :: ring[second_to(w)] > 0
        :: else -> found = 0
        fi
#else
        found = 0
#endif
      fi
    fi
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
  /* code: sched/worker.cpp Worker::pull_global b11f1c96 */
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

  /* code: sched/idle_set.h IdleSet::begin_search df78f006 */
  /* code: sched/search.cpp Worker::search 19139272 */
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

  /* code: sched/search.cpp Worker::look_everywhere 3295c27f */
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
  /* code: sched/idle_set.h IdleSet::park bccb8aff */
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
#ifdef ONLY_LAST_LOOKS
    found = searching == 0;
#else
    found = 1;
#endif
#endif
    is_searching = 0
  };
#ifdef COUNT_BEFORE_BIT
  sleepers[me] = 1;
#endif
#if !defined(NO_FENCE) && !defined(UNFENCED)
  atomic {
    drain(0); drain(1); drain_global;
#if WORKERS > 2
    drain(2)
#endif
  };
#endif
#ifndef NO_LAST_LOOK
  /* code: sched/sleep.cpp Worker::sleep 143113cc */
  /* rule 3 */
  if
  :: found -> look_at_queues(me)
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
  /* code: sched/idle_set.h IdleSet::get_up e98506f7 */
  /* code: sched/sleep.cpp Worker::sleep_once ce28f750 */
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
  /* Until it counts as awake, or its bit is claimed: that all count as awake may be undone. */
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
  /* code: sched/idle_set.h IdleSet::end_search 85f52018 */
  /* code: sched/search.cpp Worker::stop_searching d96984cf */
  /* stop_searching: rule 2 */
  atomic {
    if
    :: is_searching -> drain(me); searching--; is_searching = 0; found = searching == 0
    :: else
    fi
  };
#ifdef NO_RULE_2
  found = 0;
#endif
  if
  :: found ->
    look_at_queues(me);
    if
    :: found -> found = 0; notify(me, WORKERS)
    :: else
    fi
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

#if WORKERS > 2
#define one_sleeps (sleepers[0] || sleepers[1] || sleepers[2])
#else
#define one_sleeps (sleepers[0] || sleepers[1])
#endif
#define nothing_waits(w) assert(ring[w] == 0 || !one_sleeps)

/* code: sched/scheduler.cpp Scheduler::submit 954b822c */
/* code: sched/scheduler.cpp Scheduler::after_outside_push 0efed00e */
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
    run Outside()
  }
}
