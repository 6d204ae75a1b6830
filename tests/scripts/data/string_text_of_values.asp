print (string 5 + string 1.5 + string true + string () + string None)
# expect: 51.5true()None
