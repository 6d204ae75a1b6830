f = fiber { exit 5 }
f ()
# exit: 5
