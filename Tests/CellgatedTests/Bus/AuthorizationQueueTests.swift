import CellgateCore
import CellgateDaemon
import TestSupport
import Testing

@Suite("authorizations that wait their turn")
struct AuthorizationQueueTests {
    @Test("a user has so many open at once, and the next when one of them is finished")
    func boundOfUser() {
        var queue = AuthorizationQueue()
        for number in 1...20 { #expect(queue.add(number, of: ":1.1", userID: 1000) == true) }
        #expect(queue.asked() == Array(1...16))
        queue.finish(RequestID(7))
        #expect(queue.asked() == [17])
        queue.finish(RequestID(7))
        #expect(queue.asked() == [])
    }

    @Test("all users together have so many open at once")
    func boundOfAll() {
        var queue = AuthorizationQueue()
        for number in 1...80 {
            #expect(queue.add(number, of: ":1.1", userID: UInt32(number % 5)) == true)
        }
        #expect(queue.asked() == Array(1...64))
        queue.finish(RequestID(1))
        #expect(queue.asked() == [65])
    }

    @Test("a user with many connections and questions does not keep another from asking")
    func fair() {
        var queue = AuthorizationQueue()
        for number in 1...100 {
            #expect(queue.add(number, of: ":1.\(number)", userID: 1000) == true)
        }
        #expect(queue.asked() == Array(1...16))
        #expect(queue.add(101, of: ":1.101", userID: 1001) == true)
        #expect(queue.asked() == [101])
    }

    @Test("users take turns, and each one's questions keep their order")
    func turns() {
        var queue = AuthorizationQueue()
        for number in 1...3 { #expect(queue.add(number, of: ":1.1", userID: 1) == true) }
        for number in 4...5 { #expect(queue.add(number, of: ":1.2", userID: 2) == true) }
        #expect(queue.add(6, of: ":1.3", userID: 3) == true)
        #expect(queue.asked() == [1, 4, 6, 2, 5, 3])
    }

    @Test("so many wait of a user and of all, and more are not taken")
    func boundsOfWaiting() {
        var queue = AuthorizationQueue()
        let taken = (0..<1_200).filter { queue.add($0, of: ":1.1", userID: UInt32($0 / 150)) }
        #expect(
            taken == (0..<1_200).filter { $0 % 150 < 100 }, "8 users with 150 each")
        let others = (2_000..<2_400).filter { queue.add($0, of: ":1.2", userID: UInt32($0)) }
        #expect(others == Array(2_000..<2_200))
        #expect(queue.asked().count == 64)
        #expect(queue.add(3_000, of: ":1.3", userID: 3_000) == true)
    }

    @Test("what waits of a client that is gone is forgotten; what is open counts until finished")
    func gone() {
        var queue = AuthorizationQueue()
        for number in 1...16 { #expect(queue.add(number, of: ":1.1", userID: 1) == true) }
        #expect(queue.asked() == Array(1...16))
        #expect(queue.add(17, of: ":1.1", userID: 1) == true)
        #expect(queue.add(18, of: ":1.2", userID: 1) == true)
        #expect(queue.remove(ClientID(":1.1")) == (1...16).map { RequestID(UInt64($0)) })
        #expect(queue.asked() == [])
        queue.finish(RequestID(1))
        #expect(queue.asked() == [18])
        #expect(queue.remove(ClientID(":1.3")) == [])
    }

    @Test("whatever comes, the bounds hold, and each is asked once in its turn or removed")
    func property() {
        var generator = SeededGenerator()
        for _ in 0..<30 {
            var run = QueueRun()
            for _ in 0..<600 { run.step(&generator) }
            while let id = run.open.keys.min() { run.finish(id) }
            #expect(run.waiting.isEmpty, "nobody starves")
            #expect(run.faults == [], "seed \(generator.seed)")
        }
    }
}

extension AuthorizationQueue {
    fileprivate mutating func add(_ number: Int, of client: String, userID: UInt32) -> Bool {
        add(RequestID(UInt64(number)), of: ClientID(client), userID: userID)
    }

    /// The numbers of all that are to be asked now.
    fileprivate mutating func asked() -> [Int] {
        var asked: [Int] = []
        while let id = next() { asked.append(Int(id.rawValue)) }
        return asked
    }
}

/// A queue, and what is to be true of it, told without its ways.
private struct QueueRun {
    struct Question {
        let client: ClientID
        let userID: UInt32
        /// How many questions of each other user were asked since it was its user's first.
        var passed: [UInt32: Int] = [:]
    }

    private var queue = AuthorizationQueue()
    private(set) var waiting: [RequestID: Question] = [:]
    private(set) var open: [RequestID: Question] = [:]
    private(set) var faults: [String] = []
    private var last: UInt64 = 0

    mutating func step(_ generator: inout SeededGenerator) {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6: add(&generator)
        case 6..<9:
            if let id = open.keys.sorted().randomElement(using: &generator) { finish(id) }
        default: remove(Self.client(Int.random(in: 0..<24, using: &generator)))
        }
    }

    mutating func finish(_ id: RequestID) {
        open[id] = nil
        queue.finish(id)
        ask()
    }

    private mutating func add(_ generator: inout SeededGenerator) {
        // Three clients a user, and half of all questions from the first user.
        let number =
            Bool.random(using: &generator)
            ? Int.random(in: 0..<3, using: &generator)
            : Int.random(in: 0..<24, using: &generator)
        let question = Question(client: Self.client(number), userID: UInt32(number / 3))
        last += 1
        let id = RequestID(last)
        let isTaken = queue.add(id, of: question.client, userID: question.userID)
        let ofUser = waiting.values.count { $0.userID == question.userID }
        if isTaken != (waiting.count < 1_000 && ofUser < 100) { faults.append("\(id) taken") }
        if isTaken { waiting[id] = question }
        ask()
    }

    private mutating func remove(_ client: ClientID) {
        waiting = waiting.filter { $0.value.client != client }
        let opened = open.filter { $0.value.client == client }.keys.sorted()
        if queue.remove(client) != opened { faults.append("\(client) removed") }
        ask()
    }

    private mutating func ask() {
        while let id = queue.next() {
            guard let question = waiting.removeValue(forKey: id) else {
                faults.append("\(id) asked again or after its removal")
                return
            }
            if waiting.contains(where: { $0.key < id && $0.value.userID == question.userID }) {
                faults.append("\(id) asked before an earlier one of its user")
            }
            open[id] = question
            pass(question.userID)
        }
        if open.count > 64 { faults.append("\(open.count) open") }
        for (userID, questions) in Dictionary(grouping: open.values, by: \.userID)
        where questions.count > 16 {
            faults.append("\(questions.count) of user \(userID) open")
        }
        let free = waiting.values.filter { question in
            open.values.count { $0.userID == question.userID } < 16
        }
        if open.count < 64, !free.isEmpty { faults.append("\(free.count) wait for nothing") }
    }

    /// Nobody is asked twice while another who may be asked waits: they take turns.
    private mutating func pass(_ userID: UInt32) {
        for (user, questions) in Dictionary(grouping: waiting, by: \.value.userID)
        where user != userID && open.values.count(where: { $0.userID == user }) < 16 {
            guard let first = questions.map(\.key).min() else { continue }
            waiting[first]?.passed[userID, default: 0] += 1
            if (waiting[first]?.passed[userID] ?? 0) > 1 {
                faults.append("\(userID) went before \(user) twice")
            }
        }
    }

    private static func client(_ number: Int) -> ClientID { ClientID(":1.\(number)") }
}
