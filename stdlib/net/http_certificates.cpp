#include "stdlib/net/http_certificates.h"

#include "stdlib/net/openssl_library.h"

namespace aspen {

namespace {

struct FreeNames {
  void operator()(GENERAL_NAMES* names) const { openssl().GENERAL_NAMES_free(names); }
};

bool names_a_host(const X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, FreeNames> names(static_cast<GENERAL_NAMES*>(
      openssl().X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (!names) return false;
  const auto* stack = reinterpret_cast<const OPENSSL_STACK*>(names.get());
  for (int i = 0; i < openssl().OPENSSL_sk_num(stack); ++i) {
    const int type = static_cast<const GENERAL_NAME*>(openssl().OPENSSL_sk_value(stack, i))->type;
    if (type == GEN_DNS || type == GEN_IPADD) return true;
  }
  return false;
}

int verify(int is_good, X509_STORE_CTX* chain) {
  if (is_good != 1 || openssl().X509_STORE_CTX_get_error_depth(chain) != 0) return is_good;
  if (names_a_host(openssl().X509_STORE_CTX_get_current_cert(chain))) return 1;
  openssl().X509_STORE_CTX_set_error(chain, X509_V_ERR_HOSTNAME_MISMATCH);
  return 0;
}

}  // namespace

CURLcode refuse_common_names(CURL*, void* context, void*) {
  if (!openssl().is_there) return CURLE_SSL_CERTPROBLEM;
  openssl().SSL_CTX_set_verify(static_cast<SSL_CTX*>(context), SSL_VERIFY_PEER, verify);
  return CURLE_OK;
}

}  // namespace aspen
