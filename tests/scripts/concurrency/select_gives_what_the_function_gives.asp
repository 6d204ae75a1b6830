print (select [after 0.001 (() -> 1 + 1)])                      # expect: 2
print (try (select [after 0 (() -> error "inside")]))           # expect: Err "inside"
