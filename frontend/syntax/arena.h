#pragma once
// The memory of one compilation: a bump allocator that is freed at once, and the table of names.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace aspen {

// A name as written, once per arena: equal names have equal entries. Ids count from 0 in the order in which
// the names first occur, so a pass may keep its notes in a vector indexed by id.
struct NameEntry {
  std::string_view text;
  std::string_view
      written;  // what messages call it: for a name that expansion has made, that of the macro's body
  uint32_t id;
};

// Which variables a name may mean, where it is not the innermost one of that name.
enum class NameScope : uint8_t {
  module,   // the module's own, or else the library's
  library,  // the library's
};

class Name {
 public:
  Name() = default;
  explicit Name(const NameEntry* entry) : entry_(entry) {}

  std::string_view text() const { return entry_->text; }
  std::string_view written() const { return entry_->written; }
  bool is_made() const { return text() != written(); }
  uint32_t id() const { return entry_->id; }
  explicit operator bool() const { return entry_ != nullptr; }
  friend bool operator==(Name, Name) = default;

 private:
  const NameEntry* entry_ = nullptr;
};

// Nothing allocated here is ever destroyed, so only trivially destructible types may live in it. Not
// thread-safe.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* allocate(size_t bytes, size_t alignment);

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <typename T>
  std::span<T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* out = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
    std::memcpy(static_cast<void*>(out), items.data(), items.size_bytes());
    return {out, items.size()};
  }
  template <typename T>
  std::span<T> copy(const std::vector<T>& items) {
    return copy(std::span<const T>(items));
  }
  std::string_view copy(std::string_view text);

  // The one entry for this text; the text is copied into the arena.
  Name intern(std::string_view text);
  // Likewise for a name that expansion makes, unless the arena knows it.
  Name make_name(std::string_view text, std::string_view written);
  bool knows(std::string_view text) const { return names_.contains(text); }
  // Whether make_name has made it for that name.
  bool has_made(std::string_view text, std::string_view written) const;
  // Another entry with the same text. The one for the library is bound nowhere.
  Name in_scope(Name name, NameScope scope);
  // The entry of that scope; null if nothing has asked for it.
  Name module_name(Name name) const;
  // Whether in_scope has made another entry for the name.
  bool is_scoped(Name name) const {
    return module_names_.contains(name.id()) || library_names_.contains(name.id());
  }
  // Likewise for the library.
  bool has_library_name(Name name) const { return library_names_.contains(name.id()); }
  // How many names there are: one more than the largest id.
  uint32_t name_count() const { return name_count_; }

 private:
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  uint32_t name_count_ = 0;
  std::unordered_map<std::string_view, const NameEntry*> names_;
  // By the id of the plain name.
  std::unordered_map<uint32_t, const NameEntry*> module_names_;
  std::unordered_map<uint32_t, const NameEntry*> library_names_;
};

}  // namespace aspen
