#include "stdlib/system/input_buffer.h"

namespace aspen {

size_t InputBuffer::size_of(const Portion& wanted) {
  if (wanted.is_some && size() > 0) return std::min(size(), wanted.bytes);
  if (!wanted.is_line) return size() >= wanted.bytes ? wanted.bytes : kMissing;
  const size_t end = bytes_.find('\n', searched_);
  searched_ = end == std::string::npos ? bytes_.size() : end;
  return end == std::string::npos ? kMissing : end + 1 - begin_;
}

InputBuffer::Found InputBuffer::take(const Portion& wanted, std::string& out, int& error) {
  size_t taken = size_of(wanted);
  if (taken == kMissing && error_ != 0) {
    error = error_;
    if (!is_shut_) error_ = 0;
    return Found::error;
  }
  if (taken == kMissing && !has_ended_) return Found::nothing;
  if (taken == kMissing && size() == 0) {
    has_ended_ = false;
    return Found::end;
  }
  // The end is reported with the bytes before it, and only once, as more may come later.
  if (taken == kMissing) has_ended_ = false;
  taken = std::min(taken, size());
  out.assign(bytes_, begin_, taken);
  begin_ += taken;
  searched_ = std::max(searched_, begin_);
  return Found::bytes;
}

void InputBuffer::clear() {
  bytes_.clear();
  begin_ = searched_ = 0;
  has_ended_ = false;
  if (!is_shut_) error_ = 0;
}

void InputBuffer::count_in(const std::shared_ptr<MemoryAccount>& account) {
  if (account_ == account) return;
  Charge charge(account);
  if (!charge.grow_to(bytes_.capacity())) return;
  charge_ = std::move(charge);
  account_ = account;
}

void InputBuffer::shut(int error) {
  clear();
  std::string().swap(bytes_);
  charge_.shrink_to(0);
  error_ = error;
  is_shut_ = true;
}

}  // namespace aspen
