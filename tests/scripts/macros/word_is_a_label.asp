syntax 'Foo x { x }    # expect error: `Foo` is a label
