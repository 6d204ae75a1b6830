// What the readers of csv and json have in common: a text is fed to a splitter in pieces.
#pragma once

#include <mutex>

#include "stdlib/native/native.h"
#include "stdlib/native/native_state.h"

namespace aspen {

// `Stream` has a lock, a splitter, and a charge for the splitter's buffer.
template <class Stream>
Value feed_stream(Strand& s, Octets data, Stream* stream) {
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

}  // namespace aspen
