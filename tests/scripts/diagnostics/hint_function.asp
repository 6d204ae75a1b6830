function add(a, b) { return a + b }     # expect error: function
