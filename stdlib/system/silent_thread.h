// Threads of the library that serve all machines of the process.
#pragma once

#include <pthread.h>

#include <csignal>

namespace aspen {

// Starts a thread that takes no signals: handlers of the host do not expect to run there. 0, or the errno of
// the refusal.
inline int start_silent_thread(pthread_t& thread, void* (*run)(void*), void* argument) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // which the new thread inherits
  const int error = pthread_create(&thread, nullptr, run, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

}  // namespace aspen
