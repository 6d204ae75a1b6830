// OpenSSL's functions, loaded when they are first needed.
#pragma once

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace aspen {

struct OpenSsl {
#define ASPEN_OPENSSL(name) decltype(&::name) name;
#include "stdlib/net/openssl_functions.def"
#undef ASPEN_OPENSSL
  bool is_there = false;
};

// Any thread; the first call takes ten milliseconds. `is_there` is false while OpenSSL cannot be loaded;
// why_no_openssl says why.
const OpenSsl& openssl();
std::string why_no_openssl();

// The first error on this thread since its errors were cleared.
std::string openssl_reason();

struct FreeOpenSsl {
  void operator()(SSL_CTX* context) const { openssl().SSL_CTX_free(context); }
  void operator()(SSL* ssl) const { openssl().SSL_free(ssl); }
  void operator()(BIO* bio) const { openssl().BIO_free(bio); }
  void operator()(X509* certificate) const { openssl().X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { openssl().EVP_PKEY_free(key); }
};
template <class T>
using OpenSslOwner = std::unique_ptr<T, FreeOpenSsl>;

}  // namespace aspen
