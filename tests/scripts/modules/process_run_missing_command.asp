print ((try (process.run "/no/such/program" [])) is Err (IoError _))
# expect: true
