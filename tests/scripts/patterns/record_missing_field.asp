{ z } = { x: 5 }      # expect error: MatchError
