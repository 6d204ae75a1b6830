// Module http: requests. Those that change nothing are reads, so several are in flight at once.
#include <algorithm>

#include "stdlib/capabilities.h"
#include "stdlib/fields.h"
#include "stdlib/http_fetch.h"
#include "stdlib/http_values.h"
#include "stdlib/natives.h"
#include "stdlib/outside.h"
#include "stdlib/pem.h"
#include "stdlib/waiting.h"

namespace aspen {

namespace {

Value reply_record(Strand& s, const HttpReply& reply) {
  Dict* headers = new_header_dict(s, reply.headers.size());
  const Value dict = Value::object(headers);
  for (const auto& [name, value] : reply.headers) add_header(s, *headers, name, value);
  if (!reserve_text(s, reply.body.size())) return Value::exception();
  const Value body = bytes_value(s, reply.body);
  const Value url = foreign_text(s, reply.url);
  return record_value(
      s, {{"status", Value::small_int(reply.status)}, {"headers", dict}, {"body", body}, {"url", url}});
}

Value reply_error(Strand& s, const HttpReply& reply, std::string_view url) {
  const std::string message = std::string(url) + ": " + reply.error;
  if (reply.is_late) return s.raise(sym::kTimeout, message);
  if (reply.is_bad_url) return s.value_error(message);
  return s.io_error(message, reply.error_code, url);
}

Value fetch(Strand& s, HttpRequest request) {
  const std::string url = request.url;
  request.most_bytes = std::min(request.most_bytes, s.machine().options().limits.heap_bytes);
  return while_others_run(s, HttpFetch(std::move(request)), [&](const HttpReply& reply) {
    return reply.error.empty() ? reply_record(s, reply) : reply_error(s, reply, url);
  });
}

// False with an error pending.
bool read_url(Strand& s, unsigned index, std::string_view text, std::string& url) {
  const bool is_one =
      (text.starts_with("http://") || text.starts_with("https://")) &&
      std::none_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) <= ' '; });
  if (!is_one) return bad_argument(s, index, "must be a URL like \"https://example.org/a\", encoded"), false;
  url = text;
  return true;
}

Value get(Strand& s, const String& url) {
  HttpRequest request;
  return read_url(s, 0, url.view(), request.url) ? fetch(s, std::move(request)) : Value::exception();
}

Value head(Strand& s, const String& url) {
  HttpRequest request;
  request.method = "HEAD";
  return read_url(s, 0, url.view(), request.url) ? fetch(s, std::move(request)) : Value::exception();
}

Value post(Strand& s, Octets body, const String& url) {
  HttpRequest request;
  request.method = "POST";
  request.body = body.view;
  request.has_body = true;
  return read_url(s, 1, url.view(), request.url) ? fetch(s, std::move(request)) : Value::exception();
}

// ---- Requests with options

bool read_method(Strand& s, std::string_view method, HttpRequest& out) {
  const bool is_one = !method.empty() &&
                      std::all_of(method.begin(), method.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!is_one) return bad_argument(s, 0, "has a method that is none, like \"PUT\""), false;
  out.method = method;
  return true;
}

bool read_text_option(Strand& s, std::string_view name, std::string_view text, HttpRequest& out) {
  if (name == "url") return read_url(s, 0, text, out.url);
  if (name == "method") return read_method(s, text, out);
  if (name == "ca") return out.ca = text, is_pem(text) || may_read(s, text);
  out.body = text;
  return out.has_body = true;
}

bool read_number_option(Strand& s, std::string_view name, double number, HttpRequest& out) {
  if (!(number >= 0)) return bad_argument(s, 0, "has a " + std::string(name) + " below zero"), false;
  if (name == "timeout") out.timeout = std::min(number, 1e6);
  if (name == "redirects") out.most_redirects = static_cast<long>(std::min(number, 1e3));
  if (name == "max_body") out.most_bytes = static_cast<size_t>(std::min(number, 1e15));
  return true;
}

bool read_option(Strand& s, std::string_view name, Value v, HttpRequest& out) {
  const bool is_text = name == "url" || name == "method" || name == "body" || name == "ca";
  const bool is_number_name = name == "timeout" || name == "redirects" || name == "max_body";
  if (is_text && is_kind(v, Kind::String)) return read_text_option(s, name, as<String>(v)->view(), out);
  if (name == "body" && is_kind(v, Kind::Bytes)) return read_text_option(s, name, as<Bytes>(v)->view(), out);
  if (is_number_name && is_number(v)) return read_number_option(s, name, to_double(v), out);
  if (name == "headers") {
    return for_each_header(s, v, [&](std::string_view header, std::string_view value) {
      out.headers.push_back(std::string(header) + (value.empty() ? ";" : ": " + std::string(value)));
    });
  }
  bad_argument(s, 0, "has fields url, method, headers, body, ca, timeout, redirects and max_body only");
  return false;
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
  if (!read_request(s, options, request) || !read_url(s, 1, url.view(), request.url))
    return Value::exception();
  if (request.has_body || (request.method != "GET" && request.method != "HEAD"))
    return bad_argument(s, 0, "changes something, which is for http.request");
  return fetch(s, std::move(request));
}

const NativeDescriptor kRows[] = {
    row<get>("http.get", "url", kBorrows,
             "Asks for a URL and gives `{ status, headers, body, url }`: the names of headers in lower case, "
             "the body as "
             "Bytes, and the URL that answered, as redirects are followed. Several are in flight at once: "
             "`map http.get "
             "urls`. IoError if there is no answer; a status like 404 is an answer.",
             Effect::read),
    row<get_with>("http.get_with", "options url", kBorrows,
                  "The same with a record of `headers`, `timeout` in seconds, `redirects` (at most; 10), "
                  "`max_body`, and `ca`, the certificates of those whose word counts for https instead of "
                  "the system's authorities: text in PEM, or the path of a file with it.",
                  Effect::read),
    row<head>("http.head", "url", kBorrows, "What http.get would give, without the body.", Effect::read),
    row<post>("http.post", "body url", kBorrows,
              "Sends a String or Bytes, and gives the answer as http.get does.", Effect::write),
    row<request>(
        "http.request", "options", kBorrows,
        "Any request: a record of `url`, `method`, `headers`, `body`, `timeout` in seconds, `redirects`, "
        "`max_body` and `ca`. Timeout if that takes longer.",
        Effect::write),
};

}  // namespace

NativeTable http_client_natives() { return kRows; }

}  // namespace aspen
