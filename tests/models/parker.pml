/* Where a worker waits for its token. Mirrors sched/parker.h and parker.cpp. A futex is a word that is
 * compared and slept on in one step, which returns on a wake, for no reason, or when the time is over.
 *
 * Two threads write data by a plain store, which waits in a store buffer, and then give the token. The worker waits,
 * here or elsewhere (in the driver, which remembers an interrupt), and reads the data only after it got a token.
 *
 * At rest it has seen all data: no token is lost (W6). Every token that is taken was given.
 *
 * holds here       -DGIVERS=3 -DSPURIOUS=3 -DTIMEOUTS=3
 * holds elsewhere  -DGIVERS=3 -DSPURIOUS=2 -DTIMEOUTS=2 -DELSEWHERE
 * fails give_by_load       -DGIVE_BY_LOAD                    | seen==
 * fails announce_by_store  -DANNOUNCE_BY_STORE               | seen==
 * fails withdraw_by_store  -DWITHDRAW_BY_STORE -DTIMEOUTS=1  | seen==
 * fails take_by_store      -DTAKE_BY_STORE                   | seen==
 * fails sleep_unchecked    -DSLEEP_UNCHECKED                 | seen==
 * fails no_interrupt       -DNO_INTERRUPT -DELSEWHERE        | seen==
 */
/* code: sched/parker.cpp Parker::wait db631b4f */
/* code: sched/parker.cpp Parker::give fc84175d */
/* code: sched/parker.cpp Parker::announce 977620c2 */
/* code: sched/parker.cpp Parker::withdraw c4067a29 */
/* code: sched/parker.cpp Parker::take_token 11987114 */
#ifndef GIVERS
#define GIVERS 2
#endif
#ifndef SPURIOUS
#define SPURIOUS 0
#endif
#ifndef TIMEOUTS
#define TIMEOUTS 0
#endif

#define EMPTY 0
#define WAITING 1
#define ELSEWHERE_ 2
#define TOKEN 3

byte state = EMPTY; /* state_ */
bit asleep, interrupted;
bit data[GIVERS], buffered[GIVERS];
byte seen, given; /* given: since the last token was taken */
byte spurious = SPURIOUS, timeouts = TIMEOUTS;

/* The worker's store buffer: only a mistaken one stores. */
bit buffered_state;
byte buffered_value;
#define drain_worker if :: buffered_state -> state = buffered_value; buffered_state = 0; buffered_value = 0 :: else fi
#define drain(w) data[w] = data[w] | buffered[w]; buffered[w] = 0

proctype Giver(byte me) {
  byte before;
  buffered[me] = 1;
#ifdef GIVE_BY_LOAD
  if
  :: state == TOKEN -> goto over
  :: else
  fi;
#endif
  atomic { drain(me); before = state; state = TOKEN; given++ };
  if
  :: before == WAITING -> asleep = 0
  :: before == ELSEWHERE_ ->
#ifdef NO_INTERRUPT
    skip
#else
    interrupted = 1
#endif
  :: else
  fi;
over:
  skip
}

inline take_token() {
#ifdef TAKE_BY_STORE
  atomic { drain_worker; buffered_state = 1; buffered_value = EMPTY }
#else
  atomic { drain_worker; assert(state == TOKEN && given > 0); state = EMPTY; given = 0 }
#endif
}

inline announce(where_) {
#ifdef ANNOUNCE_BY_STORE
  if
  :: state == TOKEN -> got = 1
  :: else -> state = where_
  fi;
#else
  atomic { drain_worker; if :: state == EMPTY -> state = where_ :: else -> got = 1 fi };
#endif
  if
  :: got -> take_token()
  :: else
  fi
}

inline withdraw(where_) {
#ifdef WITHDRAW_BY_STORE
  if
  :: state == TOKEN -> got = 1
  :: else -> state = EMPTY
  fi;
#else
  atomic { drain_worker; if :: state == where_ -> state = EMPTY :: else -> got = 1 fi };
#endif
  if
  :: got -> take_token()
  :: else
  fi
}

/* wait_word: sleeps if the word is still the one expected. */
inline wait_word() {
#ifdef SLEEP_UNCHECKED
  if
  :: state == WAITING -> asleep = 1
  :: else
  fi;
#else
  atomic { if :: state == WAITING -> asleep = 1 :: else fi };
#endif
  if
  :: !asleep
  :: atomic { spurious > 0 -> spurious--; asleep = 0 }
  :: atomic { timeouts > 0 -> timeouts--; asleep = 0; late = 1 }
  fi
}

proctype Worker() {
  bit got, late;
  byte i;
  do
  :: seen == GIVERS -> break
  :: else ->
    got = 0;
    late = 0;
    if
    :: true ->
      announce(WAITING);
      do
      :: got -> break
      :: else ->
        wait_word();
        if
        :: late || state == TOKEN -> withdraw(WAITING); break
        :: else
        fi
      od
#ifdef ELSEWHERE
    :: true ->
      announce(ELSEWHERE_);
      if
      :: got
      :: else ->
        if
        :: atomic { interrupted -> interrupted = 0 }
        :: atomic { timeouts > 0 -> timeouts-- }
        fi;
        withdraw(ELSEWHERE_)
      fi
#endif
    fi;
    if
    :: got ->
      atomic { i = 0; seen = 0 };
      do
      :: i < GIVERS -> atomic { seen = seen + data[i]; i++ }
      :: else -> break
      od;
      i = 0
    :: else
    fi
  od
}

proctype Memory() {
end_memory:
  do
  :: atomic { buffered[0] -> drain(0) }
  :: atomic { buffered[1] -> drain(1) }
#if GIVERS > 2
  :: atomic { buffered[2] -> drain(2) }
#endif
  :: atomic { buffered_state -> drain_worker }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. GIVERS - 1) { run Giver(i) }
    run Worker();
    run Memory()
  };
  timeout;
  assert(seen == GIVERS)
}
