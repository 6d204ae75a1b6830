print "{}"              # expect error: \{
