#include "frontend/syntax/arena.h"

#include <algorithm>

namespace aspen {

namespace {
constexpr size_t kFirstChunkBytes = 16 * 1024;
constexpr size_t kLargestChunkBytes = 1024 * 1024;
}  // namespace

void* Arena::allocate(size_t bytes, size_t alignment) {
  uintptr_t start = (reinterpret_cast<uintptr_t>(next_) + alignment - 1) & ~(uintptr_t{alignment} - 1);
  if (next_ == nullptr || start + bytes > reinterpret_cast<uintptr_t>(end_)) {
    size_t doubled = kFirstChunkBytes << (chunks_.size() < 6 ? chunks_.size() : 6);
    size_t size = std::max(bytes + alignment, std::min(doubled, kLargestChunkBytes));
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    next_ = chunks_.back().get();
    end_ = next_ + size;
    start = (reinterpret_cast<uintptr_t>(next_) + alignment - 1) & ~(uintptr_t{alignment} - 1);
  }
  next_ = reinterpret_cast<std::byte*>(start + bytes);
  return reinterpret_cast<void*>(start);
}

std::string_view Arena::copy(std::string_view text) {
  if (text.empty()) return {};
  char* out = static_cast<char*>(allocate(text.size(), 1));
  std::memcpy(out, text.data(), text.size());
  return {out, text.size()};
}

Name Arena::intern(std::string_view text) { return make_name(text, text); }

Name Arena::make_name(std::string_view text, std::string_view written) {
  if (auto found = names_.find(text); found != names_.end()) return Name(found->second);
  const std::string_view own = copy(text);
  auto* entry = make<NameEntry>(NameEntry{own, text == written ? own : copy(written), name_count_++});
  names_.emplace(entry->text, entry);
  return Name(entry);
}

bool Arena::has_made(std::string_view text, std::string_view written) const {
  auto found = names_.find(text);
  return found != names_.end() && Name(found->second).is_made() && found->second->written == written;
}

Name Arena::in_scope(Name name, NameScope scope) {
  auto& names = scope == NameScope::module ? module_names_ : library_names_;
  const NameEntry*& entry = names[name.id()];
  if (entry == nullptr) entry = make<NameEntry>(NameEntry{name.text(), name.written(), name_count_++});
  return Name(entry);
}

Name Arena::module_name(Name name) const {
  if (module_names_.empty()) return {};
  auto found = module_names_.find(name.id());
  return found == module_names_.end() ? Name() : Name(found->second);
}

}  // namespace aspen
