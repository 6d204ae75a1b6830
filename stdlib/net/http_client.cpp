// Module http: requests. Those that change nothing are reads, so several can run at the same time.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "stdlib/native/capabilities.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/waiting.h"
#include "stdlib/net/http_engine.h"
#include "stdlib/net/http_reader.h"
#include "stdlib/net/http_values.h"
#include "stdlib/net/http_wait.h"
#include "stdlib/net/pem.h"
#include "stdlib/system/file_value.h"
#include "stdlib/system/place.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

using ExchangePointer = std::shared_ptr<HttpExchange>;

// A request with a body that is written piece by piece.
struct Upload {
  Upload() = default;
  Upload(ExchangePointer started, std::shared_ptr<OpenFile> body, std::string to)
      : exchange(std::move(started)), file(std::move(body)), url(std::move(to)) {}

  ExchangePointer exchange;
  std::shared_ptr<OpenFile> file;
  std::string url;
  std::atomic<bool> is_finished = false;
};

const NativeType kUploadType{"upload", drop_state<Upload>, nullptr};

}  // namespace

template <>
struct Argument<Upload&> {
  static Upload& read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Upload>(s, args, i, ok, kUploadType, "an upload, from http.begin");
  }
};

namespace {

Value reply_record(Strand& s, const HttpReply& reply, Value body) {
  std::vector<HeaderView> headers;
  for (const auto& [name, value] : reply.headers) headers.push_back({name, value});
  const Value dict = header_dict(s, headers);
  const Value url = foreign_text(s, reply.url);
  if (dict.is_exception() || url.is_exception()) return Value::exception();
  return record_value(
      s, {{"status", Value::small_int(reply.status)}, {"headers", dict}, {"body", body}, {"url", url}});
}

Value reply_record(Strand& s, const HttpReply& reply) {
  if (!reserve_text(s, reply.body.size())) return Value::exception();
  return reply_record(s, reply, bytes_value(s, reply.body));
}

// Messages go into logs, where no password should stand.
std::string without_user(std::string_view url) {
  const size_t scheme_end = url.find("://");
  if (scheme_end == url.npos) return std::string(url);
  const size_t begin = scheme_end + 3;
  const size_t at = url.substr(0, url.find_first_of("/?#", begin)).rfind('@');
  return at == url.npos || at < begin ? std::string(url)
                                      : std::string(url.substr(0, begin)).append(url.substr(at + 1));
}

Value reply_error(Strand& s, const HttpReply& reply, std::string_view whole_url) {
  const std::string url = without_user(whole_url);
  if (reply.refused_bytes != 0) return s.memory_error(reply.refused_bytes);
  if (reply.is_refused) return s.memory_exhausted();
  const std::string message = url + ": " + reply.error;
  if (reply.is_late) return s.raise(sym::kTimeout, message);
  if (reply.is_bad_url) return s.value_error(message);
  return s.io_error(message, reply.error_code, url);
}

// Returns `finish(exchange)` when the reply is known. `make` starts the exchange if none is running.
template <class Make, class Finish>
Value when_known(Strand& s, Make make, Finish finish) {
  if (s.has_task()) {
    return while_going_on<HttpWait>(
        s, UINT32_MAX, [&] { return new HttpWait(*s.machine().runtime(), make()); }, finish);
  }
  const ExchangePointer exchange = make();
  bool is_known = false;
  while (!is_known) {
    while_outside(s, [&] { is_known = exchange->wait_for(kLookMs); });
    if (!is_known && s.has_to_stop()) {
      exchange->give_up();
      return s.raise_stop();
    }
  }
  return finish(*exchange);
}

// What libcurl holds for a request: its handle with a buffer for answers, and one for a streamed body.
constexpr size_t kHandleBytes = size_t{24} << 10, kUploadBytes = size_t{80} << 10;

size_t text_bytes(const HttpRequest& request) {
  size_t bytes = request.url.size() + request.ca.size() + request.certificate.size() + request.key.size();
  for (const std::string& header : request.headers) bytes += sizeof(std::string) + header.size();
  return bytes;
}

// libcurl has copies of all texts but the body, which `set_body` has counted.
bool charge_request(Strand& s, HttpRequest& request) {
  constexpr size_t kCopies = 2;
  request.memory = s.machine().heap().memory();
  if (request.charge.bytes() == 0) request.charge = Charge(request.memory);
  const size_t streams = request.is_uploaded ? kUploadBytes : request.is_streamed ? kHandleBytes : 0;
  return s.charge(request.charge,
                  request.charge.bytes() + kHandleBytes + streams + kCopies * text_bytes(request));
}

// A native that goes on after its wait has no use for the body.
bool set_body(Strand& s, std::string_view body, HttpRequest& request) {
  request.has_body = true;
  if (Operation::kept_by(s) != nullptr) return true;
  request.charge = Charge(s.machine().heap().memory());
  if (!s.charge(request.charge, body.size())) return false;
  request.body = body;
  return true;
}

ExchangePointer begin(HttpRequest&& request) {
  auto exchange = std::make_shared<HttpExchange>(std::move(request));
  HttpEngine::get().add(exchange);
  return exchange;
}

Value fetch(Strand& s, HttpRequest request) {
  const std::string url = request.url;
  request.most_bytes = std::min(request.most_bytes, s.machine().options().limits.heap_bytes);
  if (Operation::kept_by(s) == nullptr) {
    prepare_charges(s);
    if (!charge_request(s, request)) return Value::exception();
  }
  return when_known(
      s, [&] { return begin(std::move(request)); },
      [&](HttpExchange& exchange) {
        const HttpReply& reply = exchange.reply();
        return reply.has_failed() ? reply_error(s, reply, url) : reply_record(s, reply);
      });
}

// Encodes the characters beyond ASCII after the host; libcurl encodes those of the host.
void encode_beyond_ascii(std::string& url) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const size_t begin = std::min(url.find_first_of("/?#", url.find("//") + 2), url.size());
  std::string encoded = url.substr(0, begin);
  for (const char c : std::string_view(url).substr(begin)) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80) {
      encoded += c;
    } else {
      ((encoded += '%') += kDigits[byte >> 4]) += kDigits[byte & 15];
    }
  }
  url = std::move(encoded);
}

// False with an error pending. Makes the scheme lower case: its case does not count (RFC 3986, 3.1), but the
// proxy is chosen by it.
bool read_url(Strand& s, std::string_view text, std::string& url) {
  url = text;
  const size_t scheme_end = std::min(url.find(':'), url.size());
  std::transform(url.begin(), url.begin() + static_cast<ptrdiff_t>(scheme_end), url.begin(), lower);
  const bool is_one =
      (url.starts_with("http://") || url.starts_with("https://")) &&
      std::none_of(url.begin(), url.end(), [](char c) { return static_cast<uint8_t>(c) <= ' '; });
  if (!is_one)
    return fail_with(s.value_error(std::string(s.native()->name) + ": " + shorten(s, text_value(s, text)) +
                                   " is not an encoded URL like \"https://example.org/a\""));
  encode_beyond_ascii(url);
  return true;
}

Value get(Strand& s, const String& url) {
  HttpRequest request;
  return read_url(s, url.view(), request.url) ? fetch(s, std::move(request)) : Value::exception();
}

Value head(Strand& s, const String& url) {
  HttpRequest request;
  request.method = "HEAD";
  return read_url(s, url.view(), request.url) ? fetch(s, std::move(request)) : Value::exception();
}

Value post(Strand& s, AnyBytes body, const String& url) {
  HttpRequest request;
  request.method = "POST";
  const bool is_read = read_url(s, url.view(), request.url) && set_body(s, body.view, request);
  return is_read ? fetch(s, std::move(request)) : Value::exception();
}

// ---- Requests with options

bool read_method(Strand& s, std::string_view method, HttpRequest& out) {
  const bool is_one = !method.empty() &&
                      std::all_of(method.begin(), method.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!is_one) return fail_with(bad_argument(s, 0, "has a method that is not one like \"PUT\""));
  out.method = method;
  return true;
}

// Opens the file that the option names. If reading is limited, libcurl gets its text: libcurl would open the
// path again, which could lead elsewhere by then. It would wait for a FIFO on the thread of all requests.
bool look_at_pem(Strand& s, std::string& option) {
  const FileAccess access(permissions(s), bit_of(Capability::fs_read));
  const Descriptor file = access.to(option).open(O_RDONLY | O_NONBLOCK);
  struct stat status;
  if (!file || ::fstat(file.number(), &status) != 0) return fail_with(s.io_error(errno, option));
  if (!S_ISREG(status.st_mode))
    return fail_with(s.io_error(option + ": not a regular file", "ECERTIFICATE", option));
  if (!access.is_limited()) return true;
  std::string text;
  if (!read_all(file, text, kMostPemBytes)) return fail_with(s.io_error(errno, option));
  if (!is_pem(text)) return fail_with(s.io_error(option + ": there is no PEM in it", "ECERTIFICATE", option));
  option = std::move(text);
  return true;
}

bool read_pem(Strand& s, std::string_view name, std::string_view text, HttpRequest& out) {
  if (text.empty()) return fail_with(bad_argument(s, 0, "has an empty " + std::string(name)));
  std::string& option = name == "ca" ? out.ca : name == "key" ? out.key : out.certificate;
  option = text;
  return is_pem(text) || (may_read(s, text) && look_at_pem(s, option));
}

bool read_text_option(Strand& s, std::string_view name, std::string_view text, HttpRequest& out) {
  if (name == "url") return read_url(s, text, out.url);
  if (name == "method") return read_method(s, text, out);
  if (name == "ca" || name == "certificate" || name == "key") return read_pem(s, name, text, out);
  return set_body(s, text, out);
}

bool read_number_option(Strand& s, std::string_view name, double number, HttpRequest& out) {
  if (!(number >= 0)) return fail_with(bad_argument(s, 0, "has a " + std::string(name) + " below zero"));
  if (name == "timeout") out.timeout = std::min(number, 1e6);
  if (name == "redirects") out.most_redirects = static_cast<long>(std::min(number, 1e3));
  if (name == "max_body") out.most_bytes = static_cast<size_t>(std::min(number, 1e15));
  return true;
}

bool read_option(Strand& s, std::string_view name, Value v, HttpRequest& out) {
  const bool is_text = name == "url" || name == "method" || name == "body" || name == "ca" ||
                       name == "certificate" || name == "key";
  const bool is_number_name = name == "timeout" || name == "redirects" || name == "max_body";
  if (is_text && is_kind(v, Kind::String)) return read_text_option(s, name, as<String>(v)->view(), out);
  if (name == "body" && is_kind(v, Kind::Bytes)) return read_text_option(s, name, as<Bytes>(v)->view(), out);
  if (is_number_name && is_number(v)) return read_number_option(s, name, to_double(v), out);
  if (name == "headers") {
    return for_each_header(s, v, [&](std::string_view header, std::string_view value) {
      out.headers.push_back(std::string(header) + (value.empty() ? ";" : ": " + std::string(value)));
    });
  }
  return fail_with(bad_option(
      s, name, v,
      "url, method, headers, body (a text or Bytes), ca, certificate, key, timeout, redirects and max_body"));
}

bool read_request(Strand& s, const Record& options, HttpRequest& out) {
  return for_each_field(s, options,
                        [&](std::string_view name, Value v) { return read_option(s, name, v, out); });
}

Value request(Strand& s, const Record& options) {
  HttpRequest request;
  if (!read_request(s, options, request)) return Value::exception();
  if (request.url.empty()) return bad_argument(s, 0, "needs a url");
  return fetch(s, std::move(request));
}

Value get_with(Strand& s, const Record& options, const String& url) {
  HttpRequest request;
  if (!read_request(s, options, request) || !read_url(s, url.view(), request.url)) return Value::exception();
  if (request.has_body || (!request.method.empty() && request.method != "GET" && request.method != "HEAD"))
    return bad_argument(s, 0, "changes something, which is for http.request");
  return fetch(s, std::move(request));
}

// ---- Bodies in pieces

std::shared_ptr<OpenFile> file_of(HttpExchange& exchange, const std::string& url) {
  return std::make_shared<OpenFile>(url, exchange.take_end(), exchange.fate());
}

// False with an error pending.
bool read_streamed(Strand& s, const Record& options, HttpRequest& out) {
  if (!read_request(s, options, out)) return false;
  if (out.url.empty()) return fail_with(bad_argument(s, 0, "needs a url"));
  return out.is_streamed = true;
}

Value open(Strand& s, const Record& options) {
  HttpRequest request;
  if (!read_streamed(s, options, request)) return Value::exception();
  const std::string url = request.url;
  const bool goes_on = Operation::kept_by(s) != nullptr;
  if (!goes_on && !charge_request(s, request)) return Value::exception();
  auto exchange = std::make_shared<HttpExchange>(std::move(request));
  if (const int error = goes_on ? 0 : exchange->open_stream()) return s.io_error(error, url);
  const auto make = [&] {
    HttpEngine::get().add(exchange);
    return exchange;
  };
  return when_known(s, make, [&](HttpExchange& known) {
    const HttpReply& reply = known.reply();
    if (reply.has_failed()) return reply_error(s, reply, url);
    return reply_record(s, reply, file_value(s, file_of(known, url)));
  });
}

Value begin_upload(Strand& s, const Record& options) {
  HttpRequest request;
  if (!read_streamed(s, options, request)) return Value::exception();
  if (request.has_body) return bad_argument(s, 0, "has a body, besides that which is to be written");
  request.is_uploaded = true;
  if (!charge_request(s, request)) return Value::exception();
  const std::string url = request.url;
  auto exchange = std::make_shared<HttpExchange>(std::move(request));
  if (const int error = exchange->open_stream()) return s.io_error(error, url);
  HttpEngine::get().add(exchange);
  std::shared_ptr<OpenFile> file = file_of(*exchange, url);
  return state_value(s, kUploadType, std::make_unique<Upload>(std::move(exchange), std::move(file), url));
}

Value upload_body(Strand& s, Upload& upload) { return file_value(s, upload.file); }

Value finish_upload(Strand& s, Upload& upload) {
  if (Operation::kept_by(s) == nullptr) {
    if (upload.is_finished.exchange(true)) return s.raise(sym::kClosed, "http.finish: the upload is over");
    upload.file->finish();
  }
  return when_known(
      s, [&] { return upload.exchange; },
      [&](HttpExchange& known) {
        const HttpReply& reply = known.reply();
        if (reply.has_failed()) return reply_error(s, reply, upload.url);
        return reply_record(s, reply, file_value(s, upload.file));
      });
}

const NativeDescriptor kRows[] = {
    row<get>(
        "http.get", "url", kBorrows,
        "Requests a URL and gives `{ status, headers, body, url }`. A header that comes several times is one "
        "text, with `, ` between the values, and line ends between those of `set-cookie`. The names of "
        "headers are in lower case, and the body is Bytes. Redirects are followed; `url` is the URL that "
        "answered. Characters of the URL beyond ASCII are encoded. Requests overlap, also those of a loop, "
        "up to 256 at once, and reach a server in any order: `map http.get urls`. `http.request` keeps the "
        "order of the program. "
        "IoError if there is no answer; a status like 404 is an answer. The variables `http_proxy`, "
        "`https_proxy`, `all_proxy` and `no_proxy`, also in capitals, name the proxy, which is not used for "
        "this machine itself.",
        Effect::read),
    row<get_with>(
        "http.get_with", "options url", kBorrows,
        "Like http.get, with a record of options. `headers` replace those that are sent by default "
        "(User-Agent, Accept, Host and others). `timeout` is in seconds, `redirects` is the maximum number "
        "of redirects (10), and `max_body` a number of bytes. `ca` has the certificates of authorities to "
        "trust for https instead of the system's: text in PEM, or the path of such a file. `certificate` and "
        "`key`, of the same form, are for servers that ask for them.",
        Effect::read),
    row<head>("http.head", "url", kBorrows, "What http.get would give, without the body.", Effect::read),
    row<post>("http.post", "body url", kBorrows,
              "Sends a String or Bytes, and gives the answer as http.get does.", Effect::write),
    row<request>(
        "http.request", "options", kBorrows,
        "Any request: a record of `url`, `method` (GET, or POST if there is a body), `headers`, "
        "`body`, `timeout` in seconds, `redirects`, `max_body`, `ca`, `certificate` and `key`. "
        "Timeout is raised if the answer takes longer. A redirect by 303 is followed with GET, as is a "
        "POST by 301 or 302; other redirects keep method and body.",
        Effect::write),
    row<open>("http.open", "options", kBorrows,
              "Any request, as for `http.request`. The answer's body is read as it comes: it is a file as "
              "`fs.open` gives, for `for line in answer.body`, `fs.read_chunk n answer.body` and "
              "`fs.close answer.body`. A program that reads slowly makes the other side wait; `timeout` is "
              "for the head. "
              "An IoError with the code \"ECONNRESET\" or \"ETIMEDOUT\" where the body breaks off.",
              Effect::write),
    row<begin_upload>(
        "http.begin", "options", kBorrows,
        "Begins a request with a body that is written piece by piece; `http.upload` does all of this. "
        "Options are those of `http.open` without `body`. The method is PUT unless the options name one.",
        Effect::write),
    row<upload_body>("http.upload_body", "upload", kBorrows,
                     "The file that the body of a request from `http.begin` is written to, by `fs.put`. "
                     "Writing waits while the other side does not take more.",
                     Effect::write),
    row<finish_upload>("http.finish", "upload", kBorrows,
                       "Ends the body of a request from `http.begin`, and waits for the answer, which is "
                       "like that of `http.open`. Call `fs.flush` for the body's file first.",
                       Effect::write),
};

}  // namespace

NativeTable http_client_natives() { return kRows; }

}  // namespace aspen
