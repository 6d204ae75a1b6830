f = v -> match v {
    _: Int      -> "Int"
    _: Float    -> "Float"
    _: Bool     -> "Bool"
    _: String   -> "String"
    _: Bytes    -> "Bytes"
    _: List     -> "List"
    _: Tuple    -> "Tuple"
    _: Dict     -> "Dict"
    _: Record   -> "Record"
    _: Label    -> "Label"
    _: Function -> "Function"
    _: Range    -> "Range"
    _: Unit     -> "Unit"
}
print (map f [1, 2 ** 80, 1.5, false, "", b"", [], (1,), [:], {:}])
# expect: ["Int", "Int", "Float", "Bool", "String", "Bytes", "List", "Tuple", "Dict", "Record"]
print (map f [None, Some 1, len, x -> x, 1..2, ()])
# expect: ["Label", "Label", "Function", "Function", "Range", "Unit"]
