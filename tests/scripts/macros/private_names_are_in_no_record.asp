# What macros mention of their module is seen by macros only: the module's record has its public names alone.
use "./lib/secrets" as secrets
print (revealed 1, opened 1)
print secrets
print (secrets == { open: 1 })
print (json.show secrets)
f = module -> try module._secret
print (f secrets is Err _)
print (match secrets { { _secret } -> "seen"; _ -> "not seen" })
# expect: (43, 2)
# expect: { open: 1 }
# expect: true
# expect: {"open":1}
# expect: true
# expect: not seen
