// Numbered entries, each stored once: names and shapes. Any worker may look up and add at any time.
//
// Entries are never changed or moved, and live as long as the table. Adding takes a lock; finding and reading
// by number do not: a worker has a number from `intern`, or from another worker through a value or code, and
// so sees what was written before (happens-before).
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace aspen {

template <class T>
class InternTable {
 public:
  // `slots` is a power of two: twice the number of entries expected at first.
  explicit InternTable(size_t slots) { publish_index(slots); }
  ~InternTable() {
    for (uint32_t number = size(); number-- > 0;) entry(number).~Entry();
    for (auto& segment : segments_) ::operator delete(segment.load(std::memory_order_relaxed));
  }
  InternTable(const InternTable&) = delete;
  InternTable& operator=(const InternTable&) = delete;

  const T& operator[](uint32_t number) const { return entry(number).value; }

  // The number of the entry with this hash for which `matches(entry)` is true; if there is none, adds
  // T(make(number)).
  template <class Matches, class Make>
  uint32_t intern(uint64_t hash, Matches matches, Make make) {
    uint32_t known = find(hash, matches);
    if (known != kNone) return known;
    std::lock_guard hold(lock_);
    known = find(hash, matches);  // another worker may have added it meanwhile
    return known != kNone ? known : add(hash, make);
  }

  // Likewise; nothing if there is none.
  template <class Matches>
  std::optional<uint32_t> known(uint64_t hash, const Matches& matches) const {
    const uint32_t number = find(hash, matches);
    return number == kNone ? std::nullopt : std::optional(number);
  }

  // The current number of entries.
  uint32_t size() const { return size_.load(std::memory_order_relaxed); }
  // What one takes at most, with its places in all indexes. The last segment may be nearly empty.
  static constexpr size_t bytes_per_entry() {
    constexpr size_t kPlaces = 8;
    return 2 * sizeof(Entry) + kPlaces * sizeof(std::atomic<uint32_t>);
  }

 private:
  struct Entry {
    template <class Make>
    Entry(uint64_t h, Make make, uint32_t number) : hash(h), value(make(number)) {}
    uint64_t hash;
    T value;
  };
  // Open addressing: an entry's number plus one, 0 free.
  struct Index {
    explicit Index(size_t count) : mask(count - 1), slots(new std::atomic<uint32_t>[count]()) {}
    size_t mask;
    std::unique_ptr<std::atomic<uint32_t>[]> slots;
  };

  static constexpr uint32_t kNone = ~uint32_t{0};
  // Segment k holds kFirst << k entries, the first of them number (kFirst << k) - kFirst.
  static constexpr uint32_t kFirst = 256;
  static constexpr unsigned kSegments = 24;

  struct Place {
    unsigned segment;
    uint32_t at;
  };
  static Place place(uint32_t number) {
    uint32_t counted = number + kFirst;
    auto segment = static_cast<unsigned>(std::bit_width(counted) - std::bit_width(kFirst));
    return {segment, counted - (kFirst << segment)};
  }
  Entry& entry(uint32_t number) const {
    Place where = place(number);
    return segments_[where.segment].load(std::memory_order_relaxed)[where.at];
  }

  template <class Matches>
  uint32_t find(uint64_t hash, const Matches& matches) const {
    const Index* index = index_.load(std::memory_order_acquire);
    for (size_t at = hash & index->mask;; at = (at + 1) & index->mask) {
      uint32_t slot = index->slots[at].load(std::memory_order_acquire);
      if (slot == 0) return kNone;
      const Entry& found = entry(slot - 1);
      if (found.hash == hash && matches(found.value)) return slot - 1;
    }
  }

  template <class Make>
  uint32_t add(uint64_t hash, Make make) {
    uint32_t number = size();
    Place where = place(number);
    assert(where.segment < kSegments);
    // What may fail comes first: an entry that no index knows would be added again.
    if (size_t{number} * 2 >= indexes_.back()->mask) grow();
    if (segments_[where.segment].load(std::memory_order_relaxed) == nullptr) {
      void* segment = ::operator new(sizeof(Entry) * (size_t{kFirst} << where.segment));
      segments_[where.segment].store(static_cast<Entry*>(segment), std::memory_order_relaxed);
    }
    new (&entry(number)) Entry(hash, make, number);
    size_.store(number + 1, std::memory_order_relaxed);
    occupy(*indexes_.back(), number);
    return number;
  }

  void grow() { publish_index((indexes_.back()->mask + 1) * 2); }

  // Workers that still read the old index miss later entries, and look again under the lock.
  void publish_index(size_t slots) {
    indexes_.push_back(std::make_unique<Index>(slots));
    for (uint32_t number = 0; number < size(); ++number) occupy(*indexes_.back(), number);
    index_.store(indexes_.back().get(), std::memory_order_release);
  }

  void occupy(Index& index, uint32_t number) {
    size_t at = entry(number).hash & index.mask;
    while (index.slots[at].load(std::memory_order_relaxed) != 0) at = (at + 1) & index.mask;
    index.slots[at].store(number + 1, std::memory_order_release);
  }

  // Everything that is written is guarded by lock_. The index and its slots are released with their entries,
  // and acquired by `find`; segments and the number of entries are read by workers that have a number.
  std::mutex lock_;
  std::array<std::atomic<Entry*>, kSegments> segments_{};
  std::atomic<uint32_t> size_ = 0;
  std::vector<std::unique_ptr<Index>> indexes_;  // the last one is in use; workers may still read the others
  std::atomic<const Index*> index_ = nullptr;
};

}  // namespace aspen
