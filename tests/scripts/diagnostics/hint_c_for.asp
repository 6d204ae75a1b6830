for (i = 0; i < 3; i += 1) { print i }   # expect error: a loop is written `for i in 0..n { … }`
