t = spawn [1, 2]
a = await t
a[0] = 9
print a                    # expect: [9, 2]
print (await t)            # expect: [1, 2]
u = spawn error "again"
print (try (await u))      # expect: Err "again"
print (try (await u))      # expect: Err "again"
