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

}  // namespace

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter_or_digit(c) || kOthers.find(c) != kOthers.npos;
  });
}

bool equals_in_lower_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

namespace {

// How long the scheme of a target is, in any case, with what follows it; 0 if it has none.
size_t scheme_size(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (equals_in_lower_case(target.substr(0, scheme.size()), scheme)) return scheme.size();
  }
  return 0;
}

// Not the methods of RTSP and Icecast, and not CONNECT, which asks a proxy for a tunnel: what comes next
// would be no requests.
bool is_known(uint8_t method) { return method < HTTP_SOURCE && method != HTTP_CONNECT; }

// A host, perhaps with a port (RFC 3986, 3.2.2). What else a proxy could read in it is refused.
bool is_authority(std::string_view text) {
  constexpr std::string_view kOthers = "-._~%!$&'()*+,;=:[]";
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter_or_digit(c) || kOthers.find(c) != kOthers.npos; });
}

}  // namespace

std::optional<std::string_view> HttpMessage::authority() const {
  const size_t begin = scheme_size(target());
  if (begin == 0) return {};
  const std::string_view found = target().substr(begin, target().find_first_of("/?", begin) - begin);
  return found.substr(found.find('@') + 1);
}

std::string_view HttpMessage::local_target() const {
  const size_t scheme = scheme_size(target());
  if (scheme == 0) return target();
  const size_t begin = target().find_first_of("/?", scheme);
  return begin == std::string_view::npos ? "/" : target().substr(begin);
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
  const size_t room = message->text.capacity() + message->body.capacity() +
                      message->headers.capacity() * sizeof(HttpMessage::Header);
  const bool is_large = room > kMostKept;
  if (is_large || recycled().size() >= kMostRecycled) return;
  message->clear();
  recycled().push_back(std::move(message));
}

const llhttp_settings_t HttpReader::kSettings = [] {
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_message_begin = [](llhttp_t* p) { return of(p).begin(); };
  settings.on_url = [](llhttp_t* p, const char* at, size_t size) { return of(p).add_target({at, size}); };
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

HttpReader::HttpReader(const HttpLimits& limits, ReceiveBudget& budget) : limits_(limits), budget_(budget) {
  llhttp_init(&parser_, HTTP_REQUEST, &kSettings);
  parser_.data = this;
}

size_t HttpReader::read(std::string_view bytes) {
  if (refusal_ != 0 || is_complete_ || bytes.empty()) return 0;
  if (const int status = check_lines(bytes); status != 0) {
    refuse(status);
    return bytes.size();
  }
  const llhttp_errno_t error = llhttp_execute(&parser_, bytes.data(), bytes.size());
  if (error == HPE_OK) {
    last_ = bytes.back();
    return bytes.size();
  }
  if (error != HPE_PAUSED) {
    if (refusal_ == 0) refuse(error == HPE_INVALID_VERSION ? 505 : 400);
    return bytes.size();
  }
  const auto used = static_cast<size_t>(llhttp_get_error_pos(&parser_) - bytes.data());
  llhttp_resume(&parser_);
  // Chunks end with an empty line, which has to end as all others do.
  const char before_last = used > 1 ? bytes[used - 2] : last_;
  if (is_chunked_ && before_last != '\r') {
    is_complete_ = false;
    refuse(400);
  }
  return used;
}

// llhttp accepts a line feed alone as the end of some lines, and any number of empty lines before the first.
int HttpReader::check_lines(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size() && !is_head_over_;) {
    const size_t end = bytes.find('\n', at);
    const size_t next = end == bytes.npos ? bytes.size() : end + 1;
    head_bytes_ += next - at;
    line_bytes_ += next - at;
    if (head_bytes_ > limits_.head_bytes) return is_first_line_ ? 414 : 431;
    if (end == bytes.npos) return 0;
    if ((end == 0 ? last_ : bytes[end - 1]) != '\r') return 400;
    const bool is_empty = std::exchange(line_bytes_, 0) == 2;
    is_head_over_ = is_empty && !is_first_line_;
    is_first_line_ = is_first_line_ && is_empty;
    at = next;
  }
  return 0;
}

std::unique_ptr<HttpMessage> HttpReader::take() {
  head_bytes_ = line_bytes_ = 0;
  last_ = '\n';
  is_first_line_ = true;
  is_head_over_ = is_chunked_ = is_complete_ = false;
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
  if (!take_head(more.size())) return refuse(503);
  message_->text += more;
  message_->target_size = message_->text.size();
  return 0;
}

int HttpReader::add_extra(std::string_view more) {
  extra_bytes_ += more.size();
  return extra_bytes_ <= limits_.head_bytes ? 0 : refuse(431);
}

int HttpReader::add_name(std::string_view more) {
  if (in_body_) return add_extra(more);
  if (!take_head(more.size())) return refuse(503);
  std::string& text = message_->text;
  if (!std::exchange(in_name_, true)) message_->headers.push_back({text.size(), 0, 0});
  std::transform(more.begin(), more.end(), std::back_inserter(text), lower);
  message_->headers.back().value = message_->headers.back().end = text.size();
  return 0;
}

int HttpReader::add_value(std::string_view more) {
  if (in_body_) return add_extra(more);
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
  if (!is_known(llhttp_get_method(&parser_))) return refuse(501);
  const auto is_host = [&](const auto& header) { return message.name(header) == "host"; };
  const auto hosts = std::count_if(message.headers.begin(), message.headers.end(), is_host);
  if (hosts > 1 || (hosts == 0 && message.minor_version > 0)) return refuse(400);
  const HttpMessage::Header* host = message.find("host");
  if (host != nullptr && !is_authority(message.value(*host))) return refuse(400);
  if (!is_authority(message.authority().value_or(""))) return refuse(400);
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
  is_chunked_ = true;
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
