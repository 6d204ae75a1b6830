#include "vm/code/chunk_file.h"

#include <cstring>

namespace aspen {

namespace {

constexpr std::string_view kMagic =
    "\x1b"
    "asp";

// One description of the format serves both directions, because Writer and Reader have the same members.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  template <class T>
  void number(const T& value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void truth(bool value) { number(static_cast<uint8_t>(value)); }
  void text(const std::string& value) {
    number(static_cast<uint32_t>(value.size()));
    out_.append(value);
  }
  template <class T, class Each>
  void sequence(const std::vector<T>& values, size_t, Each each) {
    number(static_cast<uint32_t>(values.size()));
    for (const T& value : values) each(value);
  }
  bool ok() const { return true; }

 private:
  std::string& out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void number(T& value) {
    if (left_.size() < sizeof value) return fail();
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
  }
  void truth(bool& value) {
    uint8_t byte = 0;
    number(byte);
    if (byte > 1) return fail();
    value = byte != 0;
  }
  void text(std::string& value) {
    uint32_t size = 0;
    number(size);
    if (size > left_.size()) return fail();
    value.assign(left_.substr(0, size));
    left_.remove_prefix(size);
  }
  // `least`: the minimum number of bytes of an element, so that a wrong count cannot request more memory than
  // the file has bytes.
  template <class T, class Each>
  void sequence(std::vector<T>& values, size_t least, Each each) {
    uint32_t size = 0;
    number(size);
    if (!ok_ || size > left_.size() / least) return fail();
    values.resize(size);
    for (T& value : values) each(value);
  }
  bool ok() const { return ok_; }
  bool at_end() const { return left_.empty(); }

 private:
  void fail() {
    ok_ = false;
    left_ = {};
  }

  std::string_view left_;
  bool ok_ = true;
};

template <class Stream, class Code>
void transfer_function(Stream& stream, Code& f) {
  stream.text(f.name);
  stream.number(f.arity);
  stream.number(f.captures);
  stream.number(f.frame_size);
  stream.number(f.consumes);
  stream.number(f.effect);
  stream.number(f.reach.calls);
  stream.number(f.reach.iterates);
  stream.number(f.reach.calls_captured);
  stream.number(f.reach.iterates_captured);
  stream.number(f.reach.given);
  stream.truth(f.reach.calls_unknown);
  stream.truth(f.reach.iterates_unknown);
  stream.sequence(f.code, 4, [&](auto& word) { stream.number(word); });
  stream.sequence(f.relocations, 9, [&](auto& r) {
    stream.number(r.word);
    stream.number(r.target);
    stream.number(r.index);
  });
  stream.sequence(f.handlers, 16, [&](auto& h) {
    stream.number(h.begin);
    stream.number(h.end);
    stream.number(h.target);
    stream.number(h.error_register);
  });
  stream.sequence(f.locations, 12, [&](auto& l) {
    stream.number(l.word);
    stream.number(l.offset);
    stream.number(l.length);
  });
  stream.sequence(f.calls, 13, [&](auto& c) {
    stream.number(c.word);
    stream.number(c.flags);
    stream.number(c.live);
  });
  stream.sequence(f.loops, 26, [&](auto& l) {
    stream.number(l.begin);
    stream.number(l.next);
    stream.number(l.state);
    stream.number(l.works);
    stream.number(l.live);
    stream.number(l.carried);
  });
}

template <class Stream, class AnyChunk>
void transfer(Stream& stream, AnyChunk& chunk) {
  auto text = [&](auto& value) { stream.text(value); };
  stream.text(chunk.path);
  stream.sequence(chunk.constants, 5, [&](auto& constant) {
    stream.number(constant.kind);
    stream.text(constant.text);
  });
  stream.sequence(chunk.symbols, 4, text);
  stream.sequence(chunk.shapes, 4, [&](auto& shape) {
    stream.sequence(shape, 4, [&](auto& field) { stream.number(field); });
  });
  stream.sequence(chunk.functions, 63, [&](auto& function) { transfer_function(stream, function); });
  stream.sequence(chunk.slots, 4, text);
  stream.sequence(chunk.imports, 4, text);
}

// Enumerators are stored as bytes, so a file may contain values that do not exist.
bool enumerators_exist(const Chunk& chunk) {
  for (const Constant& constant : chunk.constants) {
    if (constant.kind > Constant::Kind::Integer) return false;
  }
  for (const FunctionCode& function : chunk.functions) {
    if (function.effect > Effect::write) return false;
    for (const Relocation& relocation : function.relocations) {
      if (relocation.target > Relocation::Target::module) return false;
    }
  }
  return true;
}

}  // namespace

std::string save_chunk(const Chunk& chunk) {
  std::string out(kMagic);
  Writer writer(out);
  writer.number(kChunkVersion);
  transfer(writer, chunk);
  return out;
}

bool read_chunk(std::string_view bytes, Chunk& chunk, std::string& error) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    error = "this is no saved Aspen bytecode";
    return false;
  }
  Reader reader(bytes.substr(kMagic.size()));
  uint32_t version = 0;
  reader.number(version);
  if (version != kChunkVersion) {
    error = "the bytecode was saved by another version of Aspen";
    return false;
  }
  transfer(reader, chunk);
  chunk.is_from_outside = true;
  if (reader.ok() && reader.at_end() && enumerators_exist(chunk)) return true;
  error = "the bytecode file is damaged";
  return false;
}

}  // namespace aspen
