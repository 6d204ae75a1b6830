# A self-signed certificate for localhost and 127.0.0.1, for tests and experiments. Its key is no secret.
#   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=localhost" \
#     -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -days 36500 -keyout key.pem -out certificate.pem
certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBVTCB/KADAgECAgEGMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
    dDAgFw0wMDAxMDEwMDAwMDBaGA8yMTI1MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
    bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZjgrfapn5y0TRYUT
    0Ed9C50cw0H7psd0sPVgD9P7mB2vm2vmDGQBJYvQyC6qh9G2HwHLneXy69/hZugZ
    JWL4DaM9MDswGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBQ1
    0GeiLovxgS9xwfcRqQd0Tyv+mzAKBggqhkjOPQQDAgNIADBFAiAFwWeIoA4dGMUF
    3vrKOrW6vTJPx2fxhfBATnTl1nIPggIhANSawumdEmat9/qLSrQKhla5JhX2Xe5Q
    TR2jmnCjKvpr
    -----END CERTIFICATE-----
    """
key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgH3y9kVxCQnVuzCwL
    3H/4OiMYtAflmnJ3XicT+3Pwqv6hRANCAARmOCt9qmfnLRNFhRPQR30LnRzDQfum
    x3Sw9WAP0/uYHa+ba+YMZAEli9DILqqH0bYfAcud5fLr3+Fm6BklYvgN
    -----END PRIVATE KEY-----
    """
