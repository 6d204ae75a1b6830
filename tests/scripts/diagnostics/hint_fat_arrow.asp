f = x => x + 1          # expect error: ->
