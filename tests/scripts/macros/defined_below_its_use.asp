twice 3 # expect error: unknown name `twice`
syntax 'twice a { a * 2 }
