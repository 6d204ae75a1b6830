#include "stdlib/net/http_reader.h"

#include <algorithm>
#include <utility>

#include "stdlib/native/charged_text.h"

namespace aspen {

namespace {

constexpr size_t kMostRecycled = 16;            // on each thread
constexpr size_t kMostKept = size_t{16} << 10;  // bytes of room in each

std::vector<std::unique_ptr<HttpMessage>>& recycled() {
  thread_local std::vector<std::unique_ptr<HttpMessage>> messages;
  return messages;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

bool equals_in_lower_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

const HttpMessage::Header* HttpMessage::find(std::string_view wanted) const {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const Header& header) { return name(header) == wanted; });
  return found == headers.end() ? nullptr : &*found;
}

void HttpMessage::clear() {
  text.clear();
  target_size = 0;
  headers.clear();
  body.clear();
}

std::unique_ptr<HttpMessage> new_message() {
  auto& messages = recycled();
  if (messages.empty()) return std::make_unique<HttpMessage>();
  std::unique_ptr<HttpMessage> message = std::move(messages.back());
  messages.pop_back();
  return message;
}

void recycle(std::unique_ptr<HttpMessage> message) {
  const bool is_large = message->text.capacity() + message->body.capacity() > kMostKept;
  if (is_large || recycled().size() >= kMostRecycled) return;
  message->clear();
  recycled().push_back(std::move(message));
}

const llhttp_settings_t HttpReader::kSettings = [] {
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_message_begin = [](llhttp_t* p) { return of(p).begin(); };
  settings.on_url = [](llhttp_t* p, const char* at, size_t size) { return of(p).add_target({at, size}); };
  settings.on_version = [](llhttp_t* p, const char* at, size_t size) {
    return of(p).add_version({at, size});
  };
  settings.on_header_field = [](llhttp_t* p, const char* at, size_t size) {
    return of(p).add_name({at, size});
  };
  settings.on_header_value = [](llhttp_t* p, const char* at, size_t size) {
    return of(p).add_value({at, size});
  };
  settings.on_header_value_complete = [](llhttp_t* p) { return of(p).end_value(); };
  settings.on_headers_complete = [](llhttp_t* p) { return of(p).end_head(); };
  settings.on_chunk_header = [](llhttp_t* p) { return of(p).begin_chunk(); };
  settings.on_chunk_extension_name = [](llhttp_t* p, const char* at, size_t size) {
    return of(p).add_extra({at, size});
  };
  settings.on_chunk_extension_value = settings.on_chunk_extension_name;
  settings.on_body = [](llhttp_t* p, const char* at, size_t size) { return of(p).add_body({at, size}); };
  settings.on_message_complete = [](llhttp_t* p) { return of(p).complete(); };
  return settings;
}();

HttpReader::HttpReader(const HttpLimits& limits, HttpBudget& budget) : limits_(limits), budget_(budget) {
  llhttp_init(&parser_, HTTP_REQUEST, &kSettings);
  parser_.data = this;
}

size_t HttpReader::read(std::string_view octets) {
  if (refusal_ != 0 || is_complete_ || octets.empty()) return 0;
  if (std::exchange(expects_line_end_, false) && octets[0] == '\n') {
    refuse(400);
    return octets.size();
  }
  read_end_ = octets.data() + octets.size();
  const llhttp_errno_t error = llhttp_execute(&parser_, octets.data(), octets.size());
  if (error == HPE_OK) return octets.size();
  if (error != HPE_PAUSED) {
    if (refusal_ == 0) refuse(error == HPE_INVALID_VERSION ? 505 : 400);
    return octets.size();
  }
  const char* end = llhttp_get_error_pos(&parser_);
  llhttp_resume(&parser_);
  return static_cast<size_t>(end - octets.data());
}

std::unique_ptr<HttpMessage> HttpReader::take() {
  is_complete_ = false;
  give_back();
  return std::move(message_);
}

int HttpReader::refuse(int status) {
  refusal_ = status;
  return HPE_USER;
}

int HttpReader::begin() {
  message_ = new_message();
  in_name_ = in_body_ = waits_ = false;
  extra_bytes_ = 0;
  return 0;
}

// A text or a table has up to twice the room that it needs, and the place that it has left while it grows.
bool HttpReader::take_head(size_t more) {
  constexpr size_t kGrowth = 3, kLeastBytes = 4096;
  const size_t text = message_->text.size() + more;
  const size_t table = (message_->headers.size() + 1) * sizeof(HttpMessage::Header);
  const size_t wanted = std::max(kLeastBytes, kGrowth * (text + table));
  if (wanted <= head_charged_) return true;
  const size_t grown = std::max(wanted, 2 * head_charged_);
  if (!budget_.take_head(grown - head_charged_)) return false;
  head_charged_ = grown;
  return true;
}

int HttpReader::add_target(std::string_view more) {
  if (!has_room(more)) return refuse(414);
  if (!take_head(more.size())) return refuse(503);
  message_->text += more;
  message_->target_size = message_->text.size();
  return 0;
}

// llhttp accepts a line feed alone as the end of the first line; this refuses it.
int HttpReader::add_version(std::string_view more) {
  const char* end = more.data() + more.size();
  expects_line_end_ = end == read_end_;
  return !expects_line_end_ && *end == '\n' ? refuse(400) : 0;
}

int HttpReader::add_extra(std::string_view more) {
  extra_bytes_ += more.size();
  return extra_bytes_ <= limits_.head_bytes ? 0 : refuse(431);
}

int HttpReader::add_name(std::string_view more) {
  if (in_body_) return add_extra(more);
  if (!has_room(more)) return refuse(431);
  if (!take_head(more.size())) return refuse(503);
  std::string& text = message_->text;
  if (!std::exchange(in_name_, true)) message_->headers.push_back({text.size(), 0, 0});
  std::transform(more.begin(), more.end(), std::back_inserter(text), lower);
  message_->headers.back().value = message_->headers.back().end = text.size();
  return 0;
}

int HttpReader::add_value(std::string_view more) {
  if (in_body_) return add_extra(more);
  if (!has_room(more)) return refuse(431);
  if (!take_head(more.size())) return refuse(503);
  in_name_ = false;
  message_->text += more;
  message_->headers.back().end = message_->text.size();
  return 0;
}

int HttpReader::end_value() {
  if (in_body_) return 0;
  HttpMessage::Header& header = message_->headers.back();
  const std::string_view value = message_->value(header);
  const size_t last = value.find_last_not_of(" \t");
  header.end = header.value + (last == value.npos ? 0 : last + 1);
  return header.name == header.value ? refuse(400) : 0;
}

int HttpReader::end_head() {
  HttpMessage& message = *message_;
  message.method = llhttp_method_name(static_cast<llhttp_method_t>(llhttp_get_method(&parser_)));
  message.minor_version = llhttp_get_http_minor(&parser_);
  if (llhttp_get_http_major(&parser_) != 1) return refuse(505);
  // It asks a proxy for a tunnel: what comes next would be no requests.
  if (llhttp_get_method(&parser_) == HTTP_CONNECT) return refuse(501);
  const auto hosts = std::count_if(message.headers.begin(), message.headers.end(),
                                   [&](const auto& header) { return message.name(header) == "host"; });
  if (hosts > 1 || (hosts == 0 && message.minor_version > 0)) return refuse(400);
  if (const int error = check_lengths(); error != 0) return error;
  const HttpMessage::Header* expected = message.find("expect");
  waits_ = message.minor_version > 0 && expected != nullptr &&
           equals_in_lower_case(message.value(*expected), "100-continue");
  parser_.upgrade = 0;  // the client may ask for an upgrade; the program decides later
  in_body_ = true;
  return 0;
}

int HttpReader::check_lengths() {
  for (const HttpMessage::Header& header : message_->headers) {
    const bool is_coding = message_->name(header) == "transfer-encoding";
    if (is_coding && message_->minor_version == 0) return refuse(400);  // RFC 9112, 6.1
    if (is_coding && !equals_in_lower_case(message_->value(header), "chunked")) return refuse(501);
  }
  return parser_.content_length > limits_.body_bytes ? refuse(413) : 0;
}

int HttpReader::begin_chunk() {
  const size_t room = limits_.body_bytes - message_->body.size();
  return parser_.content_length > room ? refuse(413) : 0;
}

int HttpReader::add_body(std::string_view more) {
  waits_ = false;  // the client sends without waiting
  if (message_->body.size() + more.size() > limits_.body_bytes) return refuse(413);
  if (!budget_.take(more.size())) return refuse(503);
  charged_ += more.size();
  make_tight_room(message_->body, more.size());
  message_->body += more;
  return 0;
}

int HttpReader::complete() {
  waits_ = false;
  message_->keeps_alive = llhttp_should_keep_alive(&parser_) != 0;
  is_complete_ = true;
  return HPE_PAUSED;
}

}  // namespace aspen
