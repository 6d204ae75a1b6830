syntax 'import a { use "./lib/control" } # expect error: a macro's body cannot import a module
