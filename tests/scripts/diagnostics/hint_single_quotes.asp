x = 'text'              # expect error: "
