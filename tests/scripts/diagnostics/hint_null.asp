x = null                # expect error: None
