syntax 'unless c body { if not c { body } }
