syntax 'twice ..xs { twice xs xs }
twice 1 2 # expect error: the macros of this program expand to more than
