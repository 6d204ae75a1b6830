print 1
#[[ never closed    # expect error:
print 2
