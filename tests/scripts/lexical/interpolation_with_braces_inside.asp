print "{ { a: 1 }.a } {if true { "yes" } else { "no" }}"
# expect: 1 yes
