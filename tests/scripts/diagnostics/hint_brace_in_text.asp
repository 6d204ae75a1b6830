print "{"a": 1}"        # expect error: a brace that belongs to the text is written `\{`
