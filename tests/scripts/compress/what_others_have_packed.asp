# Data that Python's gzip and zlib and the zstd program have written.
print (compress.gunzip (base64.decode "H4sIAMdkA2sC/8tIzcnJ11HIQKK4MogUAwCmibZWPAAAAA=="))
# expect: b"hello, hello, hello\nhello, hello, hello\nhello, hello, hello\n"
print (compress.inflate (base64.decode "eNrLSM3JyddRyECiuDKIFAMAfTsUmw=="))
# expect: b"hello, hello, hello\nhello, hello, hello\nhello, hello, hello\n"
print (compress.unzstd (base64.decode "KLUv/QRYrQAAQGhlbGxvLCAKBAA3P4AMYHJXXDECw8MoYw=="))
# expect: b"hello, hello, hello\nhello, hello, hello\nhello, hello, hello\n"
