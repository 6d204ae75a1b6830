write "partial"
error "stop"                  # expect error: stop
# expect: partial
