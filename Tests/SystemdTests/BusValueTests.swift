import Systemd
import Testing

@Suite struct BusValueTests {
    @Test(
        "a signature is any number of complete types",
        arguments: [
            ("", true), ("s", true), ("ybnqiuxtdsogv", true), ("aas", true), ("a{sv}", true),
            ("a{s(ia{tv})}", true), ("(i)", true), ("(i(s))", true),
            (String(repeating: "y", count: 255), true),
            (String(repeating: "a", count: 32) + "y", true),
            (String(repeating: "(", count: 32) + "y" + String(repeating: ")", count: 32), true),
            ("h", false), ("z", false), ("a", false), ("()", false), ("(", false), (")", false),
            ("(i", false), ("{sv}", false), ("a{sv", false), ("a{s}", false), ("a{svv}", false),
            ("a{vs}", false), ("a{(s)s}", false), ("s\0", false), ("é", false), ("e", false),
            ("r", false), (String(repeating: "y", count: 256), false),
            (String(repeating: "a", count: 33) + "y", false),
            (String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33), false),
        ])
    func signatures(signature: String, isValid: Bool) {
        #expect(BusSignature.isValid(signature) == isValid)
    }

    @Test(
        "exactly one complete type is single",
        arguments: [
            ("s", true), ("a{sv}", true), ("(ss)", true), ("", false), ("ss", false),
            ("asas", false), ("a", false),
        ])
    func single(signature: String, isSingle: Bool) {
        #expect(BusSignature.isSingle(signature) == isSingle)
    }

    @Test("values know their signatures")
    func ownSignatures() {
        let values: [BusValue] = [
            .structure([.byte(1), .array(of: "o", [])]),
            .dictionary([("a", .boolean(true)), ("b", .strings(["c"]))]),
            .variant(.int16(-1)), .signature("ay"),
        ]
        #expect(values.signature == "(yao)a{sv}vg")
    }

    @Test("a dictionary gives what is in the variant under a key, and nil under another")
    func lookUp() {
        let dictionary = BusValue.dictionary([("a", .uint32(1)), ("b", .string("x"))])
        #expect(dictionary["a"] == .uint32(1))
        #expect(dictionary["b"]?.string == "x")
        #expect(dictionary["c"] == nil)
        #expect(BusValue.byte(1)["a"] == nil)
        #expect(
            BusValue.array(of: "{ss}", [.entry(.string("a"), .string("b"))])["a"]?.string == "b")
    }

    @Test("the getters give the value of their own type only")
    func getters() {
        #expect(BusValue.uint64(.max).integer == nil)
        #expect(BusValue.int16(-2).integer == -2)
        #expect(BusValue.string("1").integer == nil)
        #expect(BusValue.strings(["a", "b"]).strings == ["a", "b"])
        #expect(BusValue.array(of: "o", [.objectPath("/")]).strings == nil)
        #expect(BusValue.array(of: "o", [.objectPath("/")]).elements == [.objectPath("/")])
        #expect(BusValue.structure([.byte(1)]).fields == [.byte(1)])
        #expect(BusValue.objectPath("/").string == nil)
        #expect(BusValue.variant(.boolean(true)).unwrapped.boolean == true)
    }
}
