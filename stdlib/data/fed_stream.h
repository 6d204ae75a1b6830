// What the readers of csv and json have in common: a text is fed to a splitter in pieces.
#pragma once

#include <mutex>

#include "stdlib/native/native.h"
#include "stdlib/native/native_state.h"

namespace aspen {

// `Stream` has a lock, a splitter, and a charge for the splitter's buffer.
template <class Stream>
Value feed_stream(Strand& s, AnyBytes data, Stream* stream) {
  const std::unique_lock hold(stream->lock, std::try_to_lock);
  if (!hold) return in_use(s, "reader");
  if (!s.charge(stream->charge, stream->splitter.bytes_to_feed(data.view.size()))) return Value::exception();
  stream->splitter.feed(data.view);
  stream->charge.shrink_to(stream->splitter.held_bytes());
  return Value::unit();
}

template <class Stream>
Value finish_stream(Strand& s, Stream* stream) {
  const std::unique_lock hold(stream->lock, std::try_to_lock);
  if (!hold) return in_use(s, "reader");
  stream->splitter.finish();
  return Value::unit();
}

// What the splitter comes to next; Found::going_on if the strand has to stop.
template <class Splitter>
typename Splitter::Found find_next(Strand& s, Splitter& splitter) {
  using Found = typename Splitter::Found;
  Found found;
  do {
    const uint64_t before = splitter.looked_at();
    found = splitter.find();
    if (!s.work((splitter.looked_at() - before) / kBytesCopiedPerWork)) return Found::going_on;
  } while (found == Found::going_on);
  return found;
}

}  // namespace aspen
