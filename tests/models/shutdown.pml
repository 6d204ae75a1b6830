/* Shutdown while tasks are queued, run, park, are woken and submitted. Mirrors Scheduler::submit, enqueue, shutdown and
 * cancel_the_rest (sched/scheduler.cpp), Worker::loop and cancel_queued (sched/worker.cpp), sched/requests.h, roster.h, global_queue.h.
 *
 * Task 1 submits task 3, parks, and ends when a thread outside has woken it. Task 2 parks until task 1 has ended in any way. Another thread
 * submits tasks 1, 2 and 4. Task 4 leaves its worker only when it is asked to yield; the watchdog, if there is one, asks one worker, once,
 * whatever that runs. One thread, or two at once, shuts the scheduler down. The idle protocol is one step here (idle.pml). The store of the
 * stop flag waits in a store buffer until its thread's next read-modify-write, as does the global queue's size.
 *
 * When shutdown returns, every task that was submitted is done or cancelled, exactly once, and every worker has left (W7).
 *
 * holds twice  -DWORKERS=1 -DTWICE -DWATCHDOG
 * holds two    -DWORKERS=2
 * fails closed_without_lock   -DCLOSED_WITHOUT_LOCK   | fate
 * fails tokens_before_flag    -DTOKENS_BEFORE_FLAG    | workers_left
 * fails cancel_unclaimed      -DCANCEL_UNCLAIMED -DWORKERS=1 | assertion
 * fails cancel_once           -DCANCEL_ONCE -DWORKERS=1 | fate
 * fails twice_unlocked        -DTWICE -DTWICE_UNLOCKED | assertion
 * fails queued_left_behind    -DQUEUED_LEFT_BEHIND    | fate
 * fails request_forgotten     -DREQUEST_FORGOTTEN -DWORKERS=1 -DWATCHDOG | workers_left
 * fails request_before_flag   -DREQUEST_BEFORE_FLAG -DWORKERS=1 -DWATCHDOG | workers_left
 */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifdef TWICE
#define CALLS 2
#else
#define CALLS 1
#endif
#define TASKS 4

/* The tasks' state words: none yet, then as in task.h. */
#define QUEUED 1
#define RUNNING 2
#define NOTIFIED 3
#define OVER 4
byte word[TASKS + 1];
bit listed[TASKS + 1];   /* in the roster */
bit submitted[TASKS + 1], refused[TASKS + 1];
byte fate[TASKS + 1];    /* how often it was done or cancelled */
bit foreign_data, foreign_woke;

chan ring[WORKERS] = [TASKS] of { byte };
chan global_queue = [TASKS + 1] of { byte };
bit closed, stopping, buffered_stopping, is_down, shutdown_lock;
bit sleeping[WORKERS], token[WORKERS];
bit requested[WORKERS]; /* to yield */
byte workers_left, returned;

#define drain stopping = stopping | buffered_stopping; buffered_stopping = 0

/* code: sched/scheduler.cpp Scheduler::unpark c8e4b7d6 */
/* IdleSet::wake_one and Parker::give. */
inline notify() {
  if
  :: sleeping[0] -> sleeping[0] = 0; token[0] = 1
#if WORKERS > 1
  :: sleeping[1] -> sleeping[1] = 0; token[1] = 1
#endif
  :: else
  fi
}

/* code: sched/scheduler.h Scheduler::wake b7f8781c */
/* code: sched/scheduler.cpp Scheduler::enqueue 2cd02367 */
/* Scheduler::wake; `here` is the worker's index, or WORKERS on other threads. */
inline wake(task, here) {
  atomic {
    must_enqueue = submitted[task] && (word[task] == 0);
    word[task] = (word[task] < OVER && submitted[task] -> word[task] | QUEUED : word[task])
  };
  if
  :: must_enqueue ->
    must_enqueue = 0;
    if
    :: here < WORKERS -> ring[here % WORKERS] ! task
    :: else -> global_queue ! task
    fi;
    atomic { notify() }
  :: else
  fi
}

/* code: sched/scheduler.cpp Scheduler::retire 614a2f6b */
/* code: sched/roster.cpp Roster::remove b7ef9aa3 */
/* Scheduler::retire, and what happens at the task's end: the joiner of task 1 is woken. */
inline retire(task, here) {
  atomic {
    listed[task] = 0;
    word[task] = OVER;
    fate[task]++;
    assert(fate[task] == 1 && submitted[task])
  };
  if
  :: task == 1 -> wake(2, here)
  :: else
  fi
}

/* code: sched/worker.cpp Worker::cancel_queued c1886d11 */
/* Worker::cancel_queued. */
inline cancel_ring(w, here) {
  do
  :: atomic { nempty(ring[w]) -> ring[w] ? victim };
    assert(word[victim] == QUEUED);
    retire(victim, here);
    victim = 0
  :: empty(ring[w]) -> break
  od
}

/* code: sched/worker.cpp Worker::loop 4772ece5 */
proctype Worker(byte me) {
  byte task;
  bit must_enqueue, ends;
  do
  :: stopping -> break
  :: else ->
    atomic {
      if
      :: nempty(ring[me]) -> ring[me] ? task
      :: empty(ring[me]) && nempty(global_queue) -> global_queue ? task
#if WORKERS > 1
      :: empty(ring[me]) && empty(global_queue) && nempty(ring[1 - me]) -> ring[1 - me] ? task
      :: empty(ring[me]) && empty(global_queue) && empty(ring[1 - me]) -> sleeping[me] = 1
#else
      :: empty(ring[me]) && empty(global_queue) -> sleeping[me] = 1
#endif
      fi
    };
    if
    :: task == 0 -> atomic { token[me] -> token[me] = 0; sleeping[me] = 0 }
    :: else ->
      /* code: sched/requests.h Requests::begin_run 90948002 */
      /* code: sched/worker.cpp Worker::run 3c76f813 */
      /* Requests::begin_run */
      if
      :: requested[me] ->
        requested[me] = 0;
#ifndef REQUEST_FORGOTTEN
        if
        :: stopping -> requested[me] = 1
        :: else
        fi
#endif
      :: else
      fi;
      atomic { assert(word[task] == QUEUED); word[task] = RUNNING };
      if
      :: task == 4 -> atomic { requested[me] -> requested[me] = 0 }
      :: else
      fi;
      ends = (task > 2 || (task == 1 && foreign_data) || (task == 2 && (fate[1] > 0 || refused[1])));
      if
      :: task == 1 && !submitted[3] && !refused[3] ->
        /* code: sched/scheduler.cpp Scheduler::submit 954b822c */
        /* Scheduler::submit on a worker */
        if
        :: stopping -> refused[3] = 1
        :: else -> atomic { submitted[3] = 1; word[3] = QUEUED }; ring[me] ! 3; atomic { notify() }
        fi
      :: else
      fi;
      if
      :: ends -> retire(task, me)
      :: else ->
        /* code: sched/worker.cpp Worker::settle 96d1979d */
        /* code: sched/roster.cpp Roster::add b815cbd7 */
        listed[task] = 1;
        atomic {
          if
          :: word[task] == NOTIFIED -> word[task] = QUEUED; must_enqueue = 1
          :: else -> word[task] = 0
          fi
        };
        if
        :: must_enqueue -> must_enqueue = 0; ring[me] ! task; atomic { notify() }
        :: else
        fi
      fi;
      ends = 0;
      task = 0
    fi
  od;
  workers_left++
}

/* A task that was refused never runs; its joiner sees that at once. */
proctype Submitter() {
  byte at, task;
  bit open;
  do
  :: at < 3 -> at++; task = (at == 3 -> 4 : at);
#ifdef CLOSED_WITHOUT_LOCK
    open = !closed;
    atomic {
      if
      :: open -> submitted[task] = 1; word[task] = QUEUED; global_queue ! task
      :: else -> refused[task] = 1
      fi
    };
#else
    /* code: sched/global_queue.cpp GlobalQueue::push_new d7c246c9 */
    /* GlobalQueue::push_new, under its lock */
    atomic {
      open = !closed;
      if
      :: open -> submitted[task] = 1; word[task] = QUEUED; global_queue ! task
      :: else -> refused[task] = 1
      fi
    };
#endif
    atomic { if :: open -> notify() :: else fi }
  :: else -> break
  od
}

proctype Foreign() {
  bit must_enqueue;
  foreign_data = 1;
  wake(1, WORKERS);
  foreign_woke = 1
}

/* code: sched/scheduler.cpp Scheduler::cancel_queued 7d011098 */
/* Scheduler::cancel_queued on the thread that shuts down. */
inline cancel_queued() {
#ifndef QUEUED_LEFT_BEHIND
  cancel_ring(0, WORKERS);
#if WORKERS > 1
  cancel_ring(1, WORKERS);
#endif
#endif
  do
  :: atomic { nempty(global_queue) -> global_queue ? victim };
    assert(word[victim] == QUEUED);
    retire(victim, WORKERS);
    victim = 0
  :: empty(global_queue) -> break
  od
}

/* code: sched/scheduler.cpp Scheduler::cancel_one_listed 4b174eeb */
/* code: sched/roster.cpp Roster::take 87c90f23 */
/* code: sched/task.h TaskState::claim_parked 9a0eb1e1 */
/* Scheduler::cancel_one_listed. */
inline cancel_one_listed() {
  one_listed = 0;
  atomic {
    if
    :: listed[1] -> listed[1] = 0; task = 1
    :: listed[2] -> listed[2] = 0; task = 2
    :: else
    fi
  };
  if
  :: task != 0 ->
    one_listed = 1;
#ifdef CANCEL_UNCLAIMED
    retire(task, WORKERS);
#else
    atomic { if :: word[task] == 0 -> word[task] = RUNNING; claimed = 1 :: else fi };
    if
    :: claimed -> retire(task, WORKERS); claimed = 0
    :: else -> listed[task] = 1
    fi;
#endif
    task = 0
  :: else
  fi
}

#define resolved(task) assert(fate[task] == submitted[task])

/* code: sched/scheduler.cpp Scheduler::shutdown f2435a18 */
/* code: sched/scheduler.cpp Scheduler::join_workers 0d37b24d */
/* code: sched/scheduler.cpp Scheduler::cancel_the_rest b6673774 */
proctype Shutdown() {
  byte victim, task, i;
  bit one_listed, claimed, must_enqueue;
#ifndef TWICE_UNLOCKED
  atomic { !shutdown_lock -> shutdown_lock = 1 };
#endif
  if
  :: is_down
  :: else ->
#ifndef TWICE_UNLOCKED
    is_down = 1;
#endif
    /* code: sched/global_queue.cpp GlobalQueue::close 51d2fc6c */
    closed = 1;
#ifdef REQUEST_BEFORE_FLAG
    for (i : 0 .. WORKERS - 1) { requested[i] = 1 }
    i = 0;
#endif
#ifndef TOKENS_BEFORE_FLAG
    buffered_stopping = 1;
#endif
    do
    :: i < WORKERS ->
#ifndef REQUEST_BEFORE_FLAG
      atomic { drain; requested[i] = 1 };
#endif
      atomic { drain; token[i] = 1; i++ }
    :: else -> break
    od;
#ifdef TOKENS_BEFORE_FLAG
    buffered_stopping = 1;
#endif
    workers_left == WORKERS;
    do
    :: cancel_queued();
      cancel_one_listed();
#ifdef CANCEL_ONCE
      break
#else
      if
      :: one_listed
      :: else -> break
      fi
#endif
    od;
    is_down = 1
  fi;
  shutdown_lock = 0;
  resolved(1);
  resolved(2);
  resolved(3);
  resolved(4);
  assert(workers_left == WORKERS);
  returned++
}

#ifdef WATCHDOG
/* code: sched/watchdog.cpp Watchdog::look 1f298f82 */
/* Watchdog::look */
proctype Watchdog() {
  if
  :: requested[0] = 1
#if WORKERS > 1
  :: requested[1] = 1
#endif
  fi
}
#endif

proctype Memory() {
end_memory:
  do
  :: atomic { buffered_stopping -> drain }
  od
}

init {
  atomic {
    run Worker(0);
#if WORKERS > 1
    run Worker(1);
#endif
    run Submitter();
    run Foreign();
#ifdef WATCHDOG
    run Watchdog();
#endif
    run Shutdown();
#ifdef TWICE
    run Shutdown();
#endif
    run Memory()
  };
  timeout;
  assert(workers_left == WORKERS && returned == CALLS);
  assert(foreign_woke)
}
