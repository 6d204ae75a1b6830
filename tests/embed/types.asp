same = x -> x
describe = x -> "{type_of x} {show x}"
