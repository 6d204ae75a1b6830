/* A task's state while it is woken: wakers, a cancel request, and two workers that may both run it. Mirrors TaskState in
 * sched/task.h, Worker::settle in sched/worker.cpp and Scheduler::wake, request_cancel in sched/scheduler.cpp.
 *
 * A waker writes its data by a plain store, which waits in a store buffer until the waker's next read-modify-write or any
 * later time, and wakes. The task ends when it has seen all data and, with CANCEL, the request; until then it yields or parks.
 *
 * Never on two workers, never twice in the queue (W2); at rest it has ended (W5, W6).
 *
 * holds wakers  -DWAKERS=3 -DWAKES=2 -DYIELDS=3
 * holds cancel  -DWAKERS=2 -DWAKES=2 -DYIELDS=3 -DCANCEL
 * ends  rest    -DWAKERS=2 -DWAKES=2 -DYIELDS=2 -DCANCEL
 * loops yield_no_reload    -DYIELD_NO_RELOAD -DCANCEL       | non-progress cycle
 * fails wake_by_load       -DWAKE_BY_LOAD                   | ==4
 * fails wake_enqueues_running -DWAKE_ENQUEUES_RUNNING       | assertion
 * fails park_by_store      -DPARK_BY_STORE                  | ==4
 * fails yield_by_store     -DYIELD_BY_STORE -DCANCEL        | ==4
 * fails start_by_store     -DSTART_BY_STORE -DCANCEL        | ==4
 */
#ifndef WAKERS
#define WAKERS 2
#endif
#ifndef WAKES
#define WAKES 1
#endif
#ifndef YIELDS
#define YIELDS 2
#endif

#define QUEUED 1
#define RUNNING 2
#define NOTIFIED 3
#define DONE 4
#define CANCEL_REQUESTED 16

byte word = QUEUED; /* word_ */
#define life (word & 15)
byte in_queue = 1, on_workers = 0;
byte yields = YIELDS;

/* How much each waker has written, and what of it waits in its store buffer. */
byte data[WAKERS];
byte buffered[WAKERS];
#define drain(w) data[w] = (buffered[w] > data[w] -> buffered[w] : data[w]); buffered[w] = 0

/* code: sched/scheduler.h Scheduler::wake b7f8781c */
/* code: sched/scheduler.cpp Scheduler::enqueue 2cd02367 */
inline enqueue() {
  atomic { in_queue++; assert(in_queue == 1) }
}

/* code: sched/task.h TaskState::wake d00a1f13 */
/* code: sched/task.h TaskState::request_cancel ad9cb9d8 */
/* code: sched/scheduler.cpp Scheduler::request_cancel dae0baf3 */
/* TaskState::wake or request_cancel: a fetch_or. */
inline wake(request) {
#ifdef WAKE_ENQUEUES_RUNNING
  must_enqueue = (word & QUEUED) == 0;
#else
  must_enqueue = life == 0;
#endif
  word = word | QUEUED | request
}

proctype Waker(byte me) {
  byte left = WAKES;
  bit must_enqueue;
  do
  :: left > 0 ->
    left--;
    atomic { drain(me); buffered[me] = WAKES - left };
#ifdef WAKE_BY_LOAD
    if
    :: (word & QUEUED) -> goto next
    :: else
    fi;
#endif
    atomic { drain(me); wake(0) };
    if
    :: must_enqueue -> must_enqueue = 0; enqueue()
    :: else
    fi;
next:
    skip
  :: else -> break
  od
}

#ifdef CANCEL
proctype Canceller() {
  bit must_enqueue;
  atomic { wake(CANCEL_REQUESTED) };
  if
  :: must_enqueue -> enqueue()
  :: else
  fi
}
#endif

proctype Worker() {
  byte seen, i;
  bit complete;
end_idle:
  do
  :: atomic { in_queue > 0 -> in_queue-- };
    atomic {
      /* code: sched/task.h TaskState::start d04b1d6b */
      assert(life == QUEUED && on_workers == 0);
#ifdef START_BY_STORE
      word = RUNNING;
#else
      word = word + RUNNING - QUEUED;
#endif
      on_workers++;
      complete = 1
    };
    do
    :: i < WAKERS -> atomic { complete = complete && data[i] == WAKES; i++ }
    :: else -> break
    od;
    i = 0;
#ifdef CANCEL
    complete = complete && (word & CANCEL_REQUESTED);
#endif
    if
    :: complete -> atomic { on_workers--; word = DONE }; break
    /* code: sched/task.h TaskState::yield 9851cc61 */
    /* code: sched/worker.cpp Worker::settle 96d1979d */
    :: !complete && yields > 0 ->
      atomic { yields--; seen = word };
#ifdef YIELD_BY_STORE
      atomic { word = QUEUED; on_workers-- };
#else
      do
      :: atomic {
           if
           :: word == seen -> word = (seen & CANCEL_REQUESTED) | QUEUED; on_workers--; break
#ifdef YIELD_NO_RELOAD
           :: else
#else
           :: else -> seen = word
#endif
           fi
         }
      od;
#endif
      enqueue()
    :: !complete ->
#ifdef PARK_BY_STORE
      seen = word;
      atomic { word = ((seen & NOTIFIED) == NOTIFIED -> seen - (NOTIFIED - QUEUED) : seen - RUNNING); on_workers-- };
#else
      /* code: sched/task.h TaskState::park c3c099c5 */
      /* TaskState::park: a fetch_sub, so a wake that came before leaves the task queued */
      atomic { seen = word; word = word - RUNNING; on_workers-- };
#endif
      if
      :: (seen & NOTIFIED) == NOTIFIED -> enqueue()
      :: else
      fi
    fi;
    seen = 0;
    complete = 0
  od
}

proctype Memory() {
end_memory:
  do
  :: atomic { buffered[0] != 0 -> drain(0) }
#if WAKERS > 1
  :: atomic { buffered[1] != 0 -> drain(1) }
#endif
#if WAKERS > 2
  :: atomic { buffered[2] != 0 -> drain(2) }
#endif
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. WAKERS - 1) { run Waker(i) }
#ifdef CANCEL
    run Canceller();
#endif
    run Worker();
    run Worker();
    run Memory()
  };
  timeout;
  assert(life == DONE || life == (DONE | QUEUED));
  assert(in_queue == 0 && on_workers == 0)
}
