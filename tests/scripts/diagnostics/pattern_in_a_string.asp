print "[0-9]{2,4}"      # expect error: write a pattern as r"[0-9]{2,4}"
