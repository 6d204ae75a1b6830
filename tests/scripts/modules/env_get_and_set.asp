print (env.get "ASPEN_TEST_SURELY_UNSET")
# expect: None
env.set "ASPEN_TEST_VAR" "value"
print (env.get "ASPEN_TEST_VAR")
# expect: Some "value"
print (contains "ASPEN_TEST_VAR" (env.all ()))
# expect: true
