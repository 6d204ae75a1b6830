/* A timeline: strands split, are withdrawn, squashed, parked and cancelled, and effects retire in order. Mirrors
 * vm/run/parallel/timeline.h and its callers. One lock guards it all, so a locked section is one step, with what the strand does by itself
 * before. Any worker may take any entry of a queue, and finds a void one void; the rest of that is in ring.pml and task.pml.
 *
 * The search covers families of programs (timeline_programs.inc): main calls B, then A, which calls C, which calls D. Each of them may
 * read, write, touch, pass on futures, raise and catch. Each program runs unsplit first; then any strand splits at any call, and a read
 * takes any time. A split run sees what the first run saw (E1); a strand that reads or writes is allowed to (E2); no strand waits for what
 * has happened already, a strand is in the list or gone, has at most one worker, and is freed once, when nothing names it (E3).
 *
 * Points that the rules of vm/docs/timelines.md leave open, and have to leave open:
 * 1. N continues S, which stands on R. At R, its *first* base, N waits for S's future, whether it has a value, an error or
 *    the end. An error that did not wait would squash the strand that continues R; a squashed N would leave R without one.
 * 2. Over segments of its own, N waits neither to withdraw nor to resolve. When it resolves one, the strand behind waits for S in
 *    its place (`continues` is inherited), so only the head has nothing to wait for. It is sound, too, if only the head resolves
 *    (only_head), but then a strand that touches a future waits for everything earlier in the program, not just for the call.
 * 3. A squashed strand leaves the list at once, running or not; the last place that names it (queue, worker, pending answer) frees it.
 * 4. A strand is bounded by the call over the segment that it stands on: wider again after a withdrawal or an error. No bound is
 *    wider than that of the segment below.
 * 5. When a strand leaves, all readers behind it that may read now are woken, not only the next strand.
 * 6. The first part of a range with a deciding value (Segment::decisive) goes past the strands that have begun with
 *    the rest, as an error does, and past the frame of the rest. Those go on meanwhile as if it had found nothing.
 * 7. Only the head checks whether the timeline is cancelled: if it catches that, the strands behind it go
 *    on. A strand that becomes the head while it waits for an answer is woken for that.
 *
 * holds effects      -DWORKERS=2
 * holds errors       -DERRORS
 * holds levels       -DLEVELS -DWORKERS=3
 * holds values       -DVALUES -DWORKERS=3
 * holds only_head    -DVALUES -DWORKERS=3 -DONLY_HEAD_RESOLVES
 * holds cancel       -DCANCEL
 * holds unknown      -DREADS -DUNKNOWN
 * holds decisive     -DDECISIVE -DWORKERS=3
 * ends  rest         -DLEVELS
 * fails start_unchecked      -DSTART_UNCHECKED             | state[self]
 * fails withdrawn_starts     -DWITHDRAWN_STARTS            | live==0
 * fails no_wake              -DNO_WAKE                     | future[waits[j]]==0
 * fails wake_before_leaving  -DWAKE_BEFORE_LEAVING         | future[waits[j]]==0
 * fails head_lost            -DHEAD_LOST                   | ||(j!=head)
 * fails reader_lost          -DREADS -DREADER_LOST         | !((may||(j==head)))
 * fails returns_at_once      -DLEVELS -DRETURNS_AT_ONCE    | continues[next[self]]==stands[self]
 * fails raises_at_once       -DLEVELS -DRAISES_AT_ONCE     | continues[next[self]]==stands[self]
 * fails error_said_at_once   -DERRORS -DERROR_SAID_AT_ONCE | head==self
 * fails nothing_inherited    -DREADS -DNOTHING_INHERITED   | (j==head)==(continues[j]==0)
 * fails squash_too_few       -DERRORS -DSQUASH_TOO_FEW     | next[self]==0
 * fails squash_too_many      -DLEVELS -DSQUASH_TOO_MANY    | continues[next[self]]==stands[self]
 * fails squashed_listed      -DLEVELS -DSQUASHED_LISTED    | state[j]
 * fails squashed_waits       -DLEVELS -DWORKERS=3 -DSQUASHED_WAITS | live==0
 * fails squashed_resolves    -DLEVELS -DSQUASHED_RESOLVES  | continues[next[self]]==stands[self]
 * fails squashed_splits      -DERRORS -DSQUASHED_SPLITS    | freed[i]
 * fails writes_at_once       -DWRITES_AT_ONCE              | expected[seen]
 * fails reads_at_once        -DREADS -DREADS_AT_ONCE       | may)||(j==head)
 * fails bound_kept           -DREADS -DBOUND_KEPT          | expected[seen]
 * fails bound_widens         -DREADS -DUNKNOWN -DBOUND_WIDENS | (may||(j==head))
 * fails freed_on_worker      -DFREED_ON_WORKER             | freed
 * fails freed_in_flight      -DCANCEL -DFREED_IN_FLIGHT   | freed
 * fails freed_in_queue       -DFREED_IN_QUEUE              | freed
 * fails cancel_lost          -DCANCEL -DCANCEL_LOST        | !(cancel)
 * fails any_raises_cancelled -DCANCEL -DANY_RAISES_CANCELLED | self==head
 * fails decided_resolves     -DDECISIVE -DDECIDED_RESOLVES   | expected[seen]
 * fails decided_keeps_rest   -DDECISIVE -DDECIDED_KEEPS_REST | continues[next[self]]==stands[self]
 * fails decided_in_rest      -DDECISIVE -DDECIDED_IN_REST    | expected[seen]
 *
 * What has to be possible, or the rest shows nothing:
 * fails resolves_ahead       -DVALUES -DWORKERS=3 -DNEVER=RESOLVES_AHEAD | 1!=1
 * fails reads_together       -DREADS -DNEVER=READS_TOGETHER     | 2!=2
 * fails squashes_running     -DERRORS -DNEVER=SQUASHES_RUNNING  | 3!=3
 * fails decides              -DDECISIVE -DNEVER=DECIDES         | 4!=4
 */
/* code: vm/run/parallel/timeline.h Timeline 143e7635 */
/* code: vm/run/parallel/perform_split.cpp Split::perform 61239dbd */
/* code: vm/run/slow_strands.cpp Interpreter::return_past_rest ee6d8826 */
#ifndef WORKERS
#define WORKERS 2
#endif
#define SPLITS 4 /* without an error no more are possible */
#define STRANDS (SPLITS + 1)
#define RESOLVES_AHEAD 1
#define READS_TOGETHER 2
#define SQUASHES_RUNNING 3
#define DECIDES 4
#ifdef NEVER
#define is_possible(what) assert(what != NEVER)
#else
#define is_possible(what) skip
#endif

/* A strand. The n-th is made with segment n and continues it; 0 is the first. */
#define DEPTH 3
mtype = { unmade, unstarted, ready, running, waits_future, waits_head, waits_read, outside, withdrawn, squashed, over };
mtype state[STRANDS] = unmade;
byte pc[STRANDS], x[STRANDS];
bit raising[STRANDS];      /* no handler in its own frames */
byte depth[STRANDS], frame[STRANDS * DEPTH];
byte stands[STRANDS];      /* segment below its base; 0: none, it is the last */
byte continues[STRANDS];   /* it waits for this segment's future at its base; 0 for the head only */
byte waits[STRANDS];       /* it is parked on this segment's future */
byte next[STRANDS];        /* 0: the last */
bit queued[STRANDS], on_worker[STRANDS], in_flight[STRANDS], freed[STRANDS];

/* A segment: kept frames, and the future of the call that is made in the topmost. */
byte parent[STRANDS], kept_depth[STRANDS], kept[STRANDS * DEPTH], bound[STRANDS];
byte future[STRANDS];      /* 1 + value; 0 as long as there is none */

byte head, splits;
bit cancel, is_over;

/* Scratch, never read in another step than it was written in. */
hidden byte i, j, k, live, may;

#include "timeline_programs.inc"

#define is_live(s) \
  (state[s] != unmade && state[s] != withdrawn && state[s] != squashed && state[s] != over)
#ifdef BOUND_KEPT
byte bound_at_split[STRANDS] = WRITE;
#define bound_of(s) bound_at_split[s]
#else
#define bound_of(s) (stands[s] == 0 -> WRITE : bound[stands[s]])
#endif

inline enqueue(s) {
  assert(!queued[s] && !freed[s]);
  queued[s] = 1
}

/* A task that is woken while its worker still has it is enqueued by the worker (task.pml). */
inline wake(s) {
  state[s] = ready;
  waits[s] = 0;
  if :: !on_worker[s] -> enqueue(s) :: else fi
}

#ifdef FREED_ON_WORKER
#define is_named(s) (queued[s] || in_flight[s])
#elif defined(FREED_IN_FLIGHT)
#define is_named(s) (queued[s] || on_worker[s])
#elif defined(FREED_IN_QUEUE)
#define is_named(s) (on_worker[s] || in_flight[s])
#else
#define is_named(s) (queued[s] || on_worker[s] || in_flight[s])
#endif
/* A strand that is no more is freed by the last that names it. */
inline free_if_unnamed(s) {
  if :: !is_named(s) -> assert(!freed[s]); freed[s] = 1 :: else fi
}

/* Forgets what no strand will look at, so that equal states are equal. */
inline forget_strand(s) {
  pc[s] = 0; x[s] = 0; raising[s] = 0; depth[s] = 0; stands[s] = 0; continues[s] = 0; next[s] = 0;
#ifndef SQUASHED_WAITS
  waits[s] = 0;
#endif
  for (k : 0 .. DEPTH - 1) { frame[s * DEPTH + k] = 0 }
}

inline forget_segment(n) {
  parent[n] = 0; bound[n] = 0; kept_depth[n] = 0;
  for (k : 0 .. DEPTH - 1) { kept[n * DEPTH + k] = 0 }
}

inline vanish(s, how) {
  state[s] = how;
  forget_strand(s); free_if_unnamed(s)
}

/* may: every strand before s is bounded by read. */
inline look_before(s) {
  j = head;
  may = 1;
  do
  :: j == s -> break
  :: else -> may = may && bound_of(j) <= READ; j = next[j]
  od
}

/* Called when a strand has left the list: wakes those that may go on now. */
inline serve() {
  j = head;
  may = 1;
  do
  :: true ->
    if
    :: state[j] == waits_head && j == head -> wake(j)
#ifdef READER_LOST
    :: state[j] == waits_read && j == head -> wake(j)
#else
    :: state[j] == waits_read && (may || j == head) -> wake(j)
#endif
#ifndef CANCEL_LOST
    :: state[j] == outside && j == head && cancel -> in_flight[j] = 0; wake(j)
#endif
    :: else
    fi;
    may = may && bound_of(j) <= READ;
    j = next[j];
    if :: j == 0 -> break :: else fi
  od
}

/* Holds after every locked section. */
inline check() {
  if
  :: is_over
  :: else ->
    j = head;
    may = 1;
    live = 0;
    do
    :: true ->
      assert(is_live(j));
      assert((j == head) == (continues[j] == 0));
      assert(state[j] != waits_future || future[waits[j]] == 0);
      assert(state[j] != waits_head || j != head);
      assert(state[j] != waits_read || !(may || j == head));
      assert(state[j] != outside || may || j == head);
      assert(state[j] != outside || j != head || !cancel);
      may = may && bound_of(j) <= READ;
      live++;
      j = next[j];
      if :: j == 0 -> break :: else fi
    od;
    for (k : 0 .. STRANDS - 1) { live = live - is_live(k) };
    assert(live == 0)
  fi
}

inline copy_back(s, n) {
  for (k : 0 .. DEPTH - 1) { frame[s * DEPTH + k] = kept[n * DEPTH + k] };
  depth[s] = kept_depth[n]
}

/* The lowest d frames of s are kept; a new strand will go on in the topmost of them. */
inline split(s, d) {
  splits++;
  i = splits;
  parent[i] = stands[s];
  kept_depth[i] = d;
  j = line_of(frame[s * DEPTH + d - 1]);
  bound[i] = class_of(callee(j));
#ifdef BOUND_KEPT
  bound_at_split[i] = bound_at_split[s];
  bound_at_split[s] = bound[i];
#elif !defined(BOUND_WIDENS)
  bound[i] = (stands[s] == 0 -> bound[i] : narrower(bound[i], bound[stands[s]]));
#endif
  for (k : 0 .. DEPTH - 1) { kept[i * DEPTH + k] = (k < d -> frame[s * DEPTH + k] : 0) };
  for (k : 0 .. DEPTH - 1) { frame[s * DEPTH + k] = (k + d < depth[s] -> frame[s * DEPTH + k + d] : 0) };
  depth[s] = depth[s] - d;
  stands[i] = stands[s]; stands[s] = i;
  continues[i] = i;
  next[i] = next[s]; next[s] = i;
  state[i] = unstarted;
  enqueue(i);
  check()
}

#ifdef SQUASHED_LISTED
#define stays_listed(s) (state[s] == running)
#else
#define stays_listed(s) false
#endif
/* Everything after s, up to the strand that continues segment n. */
inline squash_after(s, n) {
  i = s;
  live = 0;
  do
#ifdef SQUASH_TOO_FEW
  :: next[i] == 0 || (n != 0 && continues[next[i]] == n) || live > 0 -> break
#elif defined(SQUASH_TOO_MANY)
  :: next[i] == 0 -> break
#else
  :: next[i] == 0 || (n != 0 && continues[next[i]] == n) -> break
#endif
  :: else ->
    j = next[i];
    live++;
    forget_segment(continues[j]);
    if
    :: stays_listed(j) -> i = j
    :: else -> next[i] = next[j]; next[j] = 0
    fi;
    if
    :: state[j] == unstarted -> vanish(j, withdrawn)
    :: state[j] == running -> state[j] = squashed; is_possible(SQUASHES_RUNNING)
    :: else ->
      state[j] = squashed;
      forget_strand(j);
      if :: !on_worker[j] && !queued[j] -> enqueue(j) :: else fi
    fi
  od
}

inline leave(s) {
  if
  :: head == s -> head = next[s]
  :: else ->
    j = head;
    do
    :: next[j] == s -> break
    :: else -> assert(next[j] != 0); j = next[j]
    od;
    next[j] = next[s]
  fi
}

inline wake_waiters(n) {
  for (j : 0 .. STRANDS - 1) {
    if
    :: state[j] == waits_future && waits[j] == n -> wake(j)
#ifdef SQUASHED_WAITS
    :: state[j] == squashed && waits[j] == n -> wake(j)
#endif
    :: else
    fi
  }
}

inline resolve(s) {
  if :: head != s -> is_possible(RESOLVES_AHEAD) :: else fi;
  i = stands[s];
#ifdef NOTHING_INHERITED
  continues[next[s]] = 0;
#else
  continues[next[s]] = continues[s];
#endif
  future[i] = 1 + result_of(s);
  leave(s);
  vanish(s, over);
  forget_segment(i);
#ifndef NO_WAKE
  wake_waiters(i);
#endif
#ifndef HEAD_LOST
  serve()
#endif
}

/* With the lock let go in between. */
inline wake_then_resolve(s) {
  if
  :: future[stands[s]] == 0 ->
    i = stands[s];
    future[i] = 1 + result_of(s);
    wake_waiters(i)
  :: else -> resolve(s)
  fi
}

inline withdraw(s) {
  i = stands[s];
  j = next[s];
  next[s] = next[j];
#ifndef WITHDRAWN_STARTS
  vanish(j, withdrawn);
#endif
  x[s] = result_of(s);
  copy_back(s, i);
  stands[s] = parent[i];
  forget_segment(i);
  deliver(s, x[s])
}

#define at_first_base(s) (continues[s] != 0 && stands[s] == parent[continues[s]])
#ifdef RETURNS_AT_ONCE
#define must_wait(s) (at_first_base(s) && raising[s])
#elif defined(RAISES_AT_ONCE)
#define must_wait(s) (at_first_base(s) && (!raising[s] || stands[s] == 0))
#elif defined(ERROR_SAID_AT_ONCE)
#define must_wait(s) (at_first_base(s) && (!raising[s] || stands[s] != 0))
#elif defined(ONLY_HEAD_RESOLVES)
#define must_wait(s) (at_first_base(s) || (continues[s] != 0 && !raising[s] && state[next[s]] != unstarted))
#else
#define must_wait(s) at_first_base(s)
#endif
#ifdef DECIDED_RESOLVES
#define decides(s) false
#else
#define decides(s) (!raising[s] && result_of(s) == HIT && \
                    op[line_of(kept[stands[s] * DEPTH + kept_depth[stands[s]] - 1])] == first_x)
#endif
/* The first part of a range has found it, and the rest has begun. */
inline return_past_rest(s) {
  is_possible(DECIDES);
  x[s] = result_of(s);
  copy_back(s, stands[s]);
  stands[s] = parent[stands[s]];
#ifndef DECIDED_KEEPS_REST
  squash_after(s, stands[s]);
#endif
#ifdef DECIDED_IN_REST
  depth[s]--;
  pc[s] = A + 1
#else
  deliver(s, x[s])
#endif
}

/* With a value or an error at the end of its own frames. */
inline reach_base(s) {
  shorten(s);
  if
  :: must_wait(s) -> state[s] = waits_future; waits[s] = continues[s]
  :: !must_wait(s) && stands[s] == 0 ->
    assert(head == s && next[s] == 0);
    see((raising[s] -> UNCAUGHT : END));
    is_over = 1;
    vanish(s, over)
  :: else ->
    assert(next[s] != 0 && continues[next[s]] == stands[s]);
    if
    :: raising[s] ->
      copy_back(s, stands[s]);
      stands[s] = parent[stands[s]];
      squash_after(s, stands[s]);
      unwind(s)
    :: !raising[s] && state[next[s]] == unstarted -> withdraw(s)
    :: decides(s) && state[next[s]] != unstarted -> return_past_rest(s)
#ifdef WAKE_BEFORE_LEAVING
    :: else -> wake_then_resolve(s)
#else
    :: else -> resolve(s)
#endif
    fi
  fi
}

#ifdef WRITES_AT_ONCE
#define may_write(s) true
#else
#define may_write(s) (head == s)
#endif
inline write_or_park(s, what) {
  if
  :: may_write(s) -> see(what); pc[s]++
  :: else -> state[s] = waits_head
  fi
}

inline touch_or_park(s) {
  shorten(s);
  if
  :: x[s] > FUTURE -> state[s] = waits_future; waits[s] = x[s] - FUTURE
  :: else ->
    if
    :: op[pc[s]] == touch -> pc[s]++
    :: else -> write_or_park(s, SHOW + x[s])
    fi
  fi
}

#ifdef ANY_RAISES_CANCELLED
#define is_cancelled(s) (cancel && !raising[s])
#else
#define is_cancelled(s) (cancel && !raising[s] && head == s)
#endif
inline raise_cancelled(s) { assert(!is_known || s == head); cancel = 0; see_cancelled(pc[s]); unwind(s) }

inline read_or_park(s) {
  look_before(s);
#ifdef READS_AT_ONCE
  may = 1;
#endif
  if
  :: is_cancelled(s) -> raise_cancelled(s)
  :: !is_cancelled(s) && (may || head == s) ->
    if :: head != s && in_flight[head] -> is_possible(READS_TOGETHER) :: else fi;
    state[s] = outside;
    in_flight[s] = 1
  :: else -> state[s] = waits_read
  fi
}

/* From a safepoint through what only s itself can see, to its next call or through its next locked section. */
inline step(s) {
  do
  :: raising[s] -> reach_base(s); break
  :: else ->
    if
    :: op[pc[s]] == call || op[pc[s]] == call_x || op[pc[s]] == try_x || op[pc[s]] == first_x ->
      frame[s * DEPTH + depth[s]] = pack(pc[s], x[s]);
      depth[s]++;
      pc[s] = callee(pc[s]);
      break
    :: op[pc[s]] == pass -> pc[s]++
    :: op[pc[s]] == raise -> unwind(s)
    :: (op[pc[s]] == ret || op[pc[s]] == ret_x) && depth[s] > 0 -> j = result_of(s); deliver(s, j)
    :: (op[pc[s]] == ret || op[pc[s]] == ret_x) && depth[s] == 0 -> reach_base(s); break
    :: op[pc[s]] == touch || op[pc[s]] == write_x -> touch_or_park(s); break
    :: op[pc[s]] == write -> write_or_park(s, pc[s]); break
    :: op[pc[s]] == read_x || op[pc[s]] == hang -> read_or_park(s); break
    fi
  od;
  check()
}

inline fetch(s) {
  queued[s] = 0;
  assert(!freed[s] && !on_worker[s]);
  if
  :: state[s] == unstarted || state[s] == ready -> on_worker[s] = 1
  :: else -> free_if_unnamed(s)
  fi
}

inline start(s) {
  assert(state[s] == unstarted || state[s] == ready);
  if :: state[s] == unstarted -> copy_back(s, s); i = FUTURE + s; deliver(s, i) :: else fi;
  state[s] = running;
  check()
}

/* The worker has left the strand's stack. */
inline settle(s) {
  assert(!freed[s]);
  on_worker[s] = 0;
  if
  :: state[s] == ready -> enqueue(s)
  :: state[s] == squashed ->
#ifdef SQUASHED_LISTED
    leave(s);
#endif
    forget_strand(s); free_if_unnamed(s)
  :: state[s] == over -> free_if_unnamed(s)
  :: else
  fi
}

#ifdef SQUASHED_RESOLVES
#define is_at_end(s) (depth[s] == 0 && (op[pc[s]] == ret || op[pc[s]] == ret_x))
#define goes_on(s) (state[s] == running || (state[s] == squashed && is_at_end(s)))
#else
#define goes_on(s) (state[s] == running)
#endif
#ifdef SQUASHED_SPLITS
#define splits_on(s) (state[s] == running || state[s] == squashed)
#else
#define splits_on(s) (state[s] == running)
#endif
#define may_split(s, d) (splits_on(s) && depth[s] >= d && is_entry(pc[s]) && splits < SPLITS)

proctype Worker() {
  byte self;
end_idle:
  do
  :: atomic {
       if
       :: queued[0] -> self = 0
       :: queued[1] -> self = 1
       :: queued[2] -> self = 2
       :: queued[3] -> self = 3
       :: queued[4] -> self = 4
       fi;
       d_step { fetch(self) }
#ifdef START_UNCHECKED
     };
     atomic {
#endif
       if :: on_worker[self] -> d_step { start(self) } :: else fi
     };
     do
     :: atomic { goes_on(self) -> d_step { step(self) } }
     :: atomic { goes_on(self) && is_cancelled(self) -> d_step { raise_cancelled(self); check() } }
     :: atomic { may_split(self, 1) -> d_step { split(self, 1) } }
     :: atomic { may_split(self, 2) -> d_step { split(self, 2) } }
     :: atomic { may_split(self, 3) -> d_step { split(self, 3) } }
     :: atomic { on_worker[self] && state[self] != running -> d_step { settle(self) }; self = 0; break }
     :: atomic { !on_worker[self] -> self = 0; break }
     od
  od
}

/* The world answers a read at any time; it does not hang up by itself. */
#define answers(s) (in_flight[s] && !(state[s] == outside && op[pc[s]] == hang))
inline answer(s) {
  assert(!freed[s]);
  in_flight[s] = 0;
  if
  :: state[s] == outside -> x[s] = seen; pc[s]++; wake(s)
  :: else -> free_if_unnamed(s)
  fi
}

proctype World() {
end_world:
  do
  :: atomic { answers(0) -> d_step { answer(0) } }
  :: atomic { answers(1) -> d_step { answer(1) } }
  :: atomic { answers(2) -> d_step { answer(2) } }
  :: atomic { answers(3) -> d_step { answer(3) } }
  :: atomic { answers(4) -> d_step { answer(4) } }
  od
}

#ifdef CANCEL
proctype Canceller() {
  atomic { d_step {
    cancel = !is_over;
    if :: cancel && state[head] == outside -> in_flight[head] = 0; wake(head) :: else fi
  } }
}
#endif

/* The program as it is meant: one strand, never split. */
inline run_in_order() {
  state[0] = running;
  do
  :: state[0] == running -> step(0)
  :: state[0] == outside && op[pc[0]] == read_x -> answer(0); queued[0] = 0; state[0] = running
  :: state[0] == outside && op[pc[0]] == hang -> in_flight[0] = 0; state[0] = running; cancel = 1
  :: else -> break
  od;
  assert(is_over);
  seen = 0; is_over = 0; is_known = 1; freed[0] = 0;
  state[0] = ready;
  enqueue(0)
}

init {
  atomic {
    choose_program();
    d_step { run_in_order() };
    run Worker(); run Worker();
#if WORKERS > 2
    run Worker();
#endif
#ifdef CANCEL
    run Canceller();
#endif
    run World()
  };
  timeout;
  assert(is_over);
  d_step { for (i : 0 .. splits) { assert(freed[i]) } }
}
