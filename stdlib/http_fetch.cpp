#include "stdlib/http_fetch.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "stdlib/environment.h"
#include "stdlib/loaded_library.h"
#include "stdlib/pem.h"

namespace aspen {

namespace {

// What is used of the library, by its names there.
struct Curl {
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_reset) easy_reset;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
  bool is_there = false;
};

constexpr const char* kCurlFile = "libcurl.so.4";

Curl load_curl() {
  LoadedLibrary library(kCurlFile);
  Curl curl = {};
  library.find("curl_global_init", curl.global_init);
  library.find("curl_easy_init", curl.easy_init);
  library.find("curl_easy_setopt", curl.easy_setopt);
  library.find("curl_easy_perform", curl.easy_perform);
  library.find("curl_easy_getinfo", curl.easy_getinfo);
  library.find("curl_easy_reset", curl.easy_reset);
  library.find("curl_easy_cleanup", curl.easy_cleanup);
  library.find("curl_easy_strerror", curl.easy_strerror);
  library.find("curl_slist_append", curl.slist_append);
  library.find("curl_slist_free_all", curl.slist_free_all);
  curl.is_there = library.is_whole() && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return curl;
}

const Curl& curl() { return loaded<Curl, load_curl>(); }

struct CleanUp {
  void operator()(CURL* handle) const { curl().easy_cleanup(handle); }
  void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};

// Of this thread, with the connections that it has open.
CURL* handle_here() {
  thread_local const std::unique_ptr<CURL, CleanUp> handle(curl().easy_init());
  if (handle) curl().easy_reset(handle.get());
  return handle.get();
}

class Exchange {
 public:
  Exchange(CURL* handle, const HttpRequest& request, const std::atomic<bool>& is_given_up)
      : handle_(handle), request_(request), is_given_up_(is_given_up) {}

  HttpReply run() {
    set_request();
    set_receivers();
    const CURLcode code = curl().easy_perform(handle_);
    if (code != CURLE_OK) fail(code);
    long status = 0;
    const char* url = nullptr;
    curl().easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
    if (curl().easy_getinfo(handle_, CURLINFO_EFFECTIVE_URL, &url) == CURLE_OK && url != nullptr)
      reply_.url = url;
    reply_.status = static_cast<int>(status);
    return std::move(reply_);
  }

 private:
  template <class T>
  void set(CURLoption option, T value) {
    curl().easy_setopt(handle_, option, value);
  }

  void set_request() {
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    set(CURLOPT_URL, request_.url.c_str());
    set(CURLOPT_ACCEPT_ENCODING, "");  // whatever it can undo
    set(CURLOPT_FOLLOWLOCATION, request_.most_redirects > 0 ? 1L : 0L);
    set(CURLOPT_MAXREDIRS, request_.most_redirects);
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout * 1000));
    set(CURLOPT_ERRORBUFFER, message_.data());
    set_authority();
    set_proxy();
    set_method();
    add_header("User-Agent: aspen");
    for (const std::string& header : request_.headers) add_header(header.c_str());
    set(CURLOPT_HTTPHEADER, headers_.get());
  }

  void set_authority() {
    if (request_.ca.empty()) return;
    set(CURLOPT_CAPATH, nullptr);
    if (!is_pem(request_.ca)) return set(CURLOPT_CAINFO, request_.ca.c_str());
    curl_blob pem = {const_cast<char*>(request_.ca.data()), request_.ca.size(), CURL_BLOB_COPY};
    set(CURLOPT_CAINFO_BLOB, &pem);
  }

  // Told, as the library would look into the environment while others may change it.
  void set_proxy() {
    const bool is_secure = request_.url.starts_with("https:");
    std::optional<std::string> proxy = environment_variable(is_secure ? "https_proxy" : "http_proxy");
    if (!proxy) proxy = environment_variable("all_proxy");
    set(CURLOPT_PROXY, proxy.value_or("").c_str());
    set(CURLOPT_NOPROXY, environment_variable("no_proxy").value_or("").c_str());
  }

  void set_method() {
    if (request_.has_body) {
      add_header("Expect:");
      add_header("Content-Type:");
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
      set(CURLOPT_POSTFIELDS, request_.body.data());
    }
    if (request_.method == "HEAD") {
      set(CURLOPT_NOBODY, 1L);
    } else if (request_.method != (request_.has_body ? "POST" : "GET")) {
      set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    }
  }

  void add_header(const char* header) {
    curl_slist* longer = curl().slist_append(headers_.get(), header);
    if (longer == nullptr) return;
    (void)headers_.release();
    headers_.reset(longer);
  }

  void set_receivers() {
    set(
        CURLOPT_WRITEFUNCTION, +[](char* data, size_t, size_t size, void* to) {
          return static_cast<Exchange*>(to)->take_body({data, size}) ? size : 0;
        });
    set(CURLOPT_WRITEDATA, this);
    set(
        CURLOPT_HEADERFUNCTION, +[](char* data, size_t, size_t size, void* to) {
          static_cast<Exchange*>(to)->take_header({data, size});
          return size;
        });
    set(CURLOPT_HEADERDATA, this);
    set(
        CURLOPT_XFERINFOFUNCTION, +[](void* of, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
          return static_cast<Exchange*>(of)->is_given_up_.load(std::memory_order_relaxed) ? 1 : 0;
        });
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
  }

  bool take_body(std::string_view data) {
    is_too_large_ = reply_.body.size() + data.size() > request_.most_bytes;
    if (!is_too_large_) reply_.body += data;
    return !is_too_large_;
  }

  // Each answer on the way, as of a redirect, begins anew.
  void take_header(std::string_view line) {
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("HTTP/")) return reply_.headers.clear();
    const size_t colon = line.find(':');
    if (colon == line.npos) return;
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    const size_t value = line.find_first_not_of(" \t", colon + 1);
    reply_.headers.emplace_back(std::move(name), value == line.npos ? "" : line.substr(value));
  }

  void fail(CURLcode code) {
    reply_.error = message_[0] != '\0' ? message_.data() : curl().easy_strerror(code);
    reply_.is_late = code == CURLE_OPERATION_TIMEDOUT;
    reply_.is_bad_url = code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL;
    if (is_too_large_)
      reply_.error = "the body has more than " + std::to_string(request_.most_bytes) + " octets";
    reply_.error_code = name_of(code);
  }

  std::string name_of(CURLcode code) const {
    long number = 0;
    switch (code) {
      case CURLE_COULDNT_RESOLVE_HOST: return "EAI_NONAME";
      case CURLE_SSL_CACERT_BADFILE:
      case CURLE_PEER_FAILED_VERIFICATION: return "ECERTIFICATE";
      case CURLE_TOO_MANY_REDIRECTS: return "ELOOP";
      case CURLE_GOT_NOTHING: return "ECONNRESET";
      case CURLE_WRITE_ERROR: return "EMSGSIZE";
      default: break;
    }
    curl().easy_getinfo(handle_, CURLINFO_OS_ERRNO, &number);
    const char* name = number != 0 ? strerrorname_np(static_cast<int>(number)) : nullptr;
    return name != nullptr ? name : "EPROTO";
  }

  CURL* const handle_;
  const HttpRequest& request_;
  const std::atomic<bool>& is_given_up_;
  std::unique_ptr<curl_slist, CleanUp> headers_;
  std::array<char, CURL_ERROR_SIZE> message_ = {};
  HttpReply reply_;
  bool is_too_large_ = false;
};

}  // namespace

HttpReply HttpFetch::operator()() {
  CURL* handle = curl().is_there ? handle_here() : nullptr;
  if (handle != nullptr) return Exchange(handle, request_, *is_given_up_).run();
  HttpReply reply;
  reply.error = "requests need libcurl: " + why_not_loaded(kCurlFile);
  reply.error_code = "ELIBACC";
  return reply;
}

}  // namespace aspen
