error (ValueError { message: "bad number" })      # expect error: ValueError: bad number
