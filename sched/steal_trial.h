// Whether it pays that a worker takes another's small tasks. What those tasks touch lies in their owner's
// cache, and moving it may cost more than a second core gains. This is found out by trial: how many steps a
// second (tasks run, tasks made, messages) the two workers make together while one takes from the other, and
// how many while it does not. The period of the better way doubles each time; the other way gets a short
// period. One thread, the taker's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace aspen::sched {

class StealTrial {
 public:
  // The length of a trial for a way that has not been found better.
  static constexpr uint64_t kFirstTakeNs = 1'000'000, kFirstLeaveNs = 500'000;
  static constexpr uint64_t kLongestNs = 64'000'000;
  // A worker that has not asked for this long was busy with something else.
  static constexpr uint64_t kForgottenNs = 2'000'000;

  // Whether to take now. `steps` counts what both workers have done since a fixed time. Asked repeatedly.
  bool takes(uint64_t steps, uint64_t now) {
    if (now - asked_ns_ > kForgottenNs) begin(pays_, steps, now);
    asked_ns_ = now;
    const uint64_t elapsed = now - began_ns_;
    if (elapsed < (takes_ ? take_ns_ : leave_ns_)) return takes_;
    (takes_ ? taking_ : leaving_).add(steps - began_steps_, elapsed);
    if (!takes_) judge();
    begin(!takes_, steps, now);
    return takes_;
  }

 private:
  // The least gain that counts: a core is worth something to other programs, too.
  static constexpr double kLeastGain = 1.1;

  // Steps a nanosecond. The last period counts as much as all before it together.
  struct Rate {
    double steps = 0, ns = 0;
    void add(uint64_t more_steps, uint64_t more_ns) {
      steps = steps / 2 + static_cast<double>(more_steps);
      ns = ns / 2 + static_cast<double>(more_ns);
    }
    double value() const { return ns == 0 ? 0 : steps / ns; }
  };

  void begin(bool takes, uint64_t steps, uint64_t now) {
    takes_ = takes;
    began_ns_ = now;
    began_steps_ = steps;
  }

  void judge() {
    pays_ = taking_.value() > kLeastGain * leaving_.value();
    take_ns_ = pays_ ? std::min(2 * take_ns_, kLongestNs) : kFirstTakeNs;
    leave_ns_ = pays_ ? kFirstLeaveNs : std::min(2 * leave_ns_, kLongestNs);
  }

  bool pays_ = true;
  bool takes_ = true;
  uint64_t asked_ns_ = 0;
  uint64_t began_ns_ = 0, began_steps_ = 0;
  uint64_t take_ns_ = kFirstTakeNs, leave_ns_ = kFirstLeaveNs;
  Rate taking_, leaving_;
};

// A worker's trials with the workers it asked about last. It keeps a few, so that memory does not grow with
// the square of the workers; a trial that was displaced begins anew, by taking. One thread.
class StealTrials {
 public:
  static constexpr uint32_t kKept = 8;

  // Whether to take from that worker now: see StealTrial.
  bool takes(uint32_t victim, uint64_t steps, uint64_t now) { return of(victim).takes(steps, now); }

 private:
  struct Entry {
    uint32_t victim = UINT32_MAX;
    uint64_t asked = 0;  // in the order of questions
    StealTrial trial;
  };

  StealTrial& of(uint32_t victim) {
    Entry* oldest = &entries_[0];
    for (Entry& entry : entries_) {
      if (entry.victim == victim) {
        oldest = &entry;
        break;
      }
      if (entry.asked < oldest->asked) oldest = &entry;
    }
    if (oldest->victim != victim) *oldest = {victim, 0, {}};
    oldest->asked = ++questions_;
    return oldest->trial;
  }

  uint64_t questions_ = 0;
  std::array<Entry, kKept> entries_;
};

}  // namespace aspen::sched
