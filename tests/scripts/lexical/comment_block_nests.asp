#[[ outer #[[ inner ]] still outer ]]
print "after"
# expect: after
