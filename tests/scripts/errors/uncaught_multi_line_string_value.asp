error ["two\nlines"]          # expect error: ["two\nlines"]
