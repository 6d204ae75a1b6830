# A colon after a text that is no scheme began a scheme, and one in a host was shown as that of a port.
print (url.parse "see here: x").scheme
# expect: None
print (url.parse "view-source+x.1:y").scheme
# expect: Some "view-source+x.1"
print (try url.parse "//a:b:")
# expect: Err (ValueError { message: "url.parse: s has a host with a colon, which needs brackets" })
print (url.parse "//[::1]:").host
# expect: Some "[::1]"
