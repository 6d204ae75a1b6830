syntax 'unless c body { if c { } else { body } }
unless true # expect error: unknown name `unless`
