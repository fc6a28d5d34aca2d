import Glibc
import Posix
import Systemd
import TestSupport
import Testing

/// Runs a loop until `body`'s sources end it; a loop that hangs ends with code 99.
func runLoop(_ loop: EventLoop) throws -> Int32 {
    let guardTimer = try TimerSource(loop) { loop.exit(code: 99) }
    guardTimer.arm(at: loop.now + .seconds(30))
    defer { guardTimer.disarm() }
    return try loop.run()
}

@Suite struct EventLoopTests {
    @Test("the loop ends with the code it was given")
    func exitCode() throws {
        let loop = try EventLoop()
        let timer = try TimerSource(loop) { loop.exit(code: 78) }
        timer.arm(at: .zero)
        #expect(try runLoop(loop) == 78)
    }

    @Test("a loop that has ended refuses to run again, and its timers can still be set")
    func endedLoop() throws {
        let loop = try EventLoop()
        let timer = try TimerSource(loop) { loop.exit(code: 0) }
        timer.arm(at: .zero)
        #expect(try runLoop(loop) == 0)
        timer.arm(at: .zero)
        timer.disarm()
        loop.exit(code: 1)
        #expect(throws: SystemError(operation: "sd_event_loop", code: EBUSY)) { try loop.run() }
    }

    @Test("now does not go back and is the same all through a turn")
    func now() throws {
        let loop = try EventLoop()
        let before = loop.now
        var moments: [Duration] = []
        let timer = try TimerSource(loop) {
            moments.append(loop.now)
            moments.append(loop.now)
            loop.exit(code: 0)
        }
        timer.arm(at: before + .milliseconds(2))
        _ = try runLoop(loop)
        #expect(moments.count == 2)
        #expect(moments.first == moments.last)
        #expect(moments.allSatisfy { $0 >= before + .milliseconds(2) })
    }

    @Test("a timer fires once for each arming, the latest counts, and a disarmed one never")
    func timers() throws {
        let loop = try EventLoop()
        var calls: [String] = []
        let never = try TimerSource(loop) { calls.append("never") }
        never.arm(at: .zero)
        never.disarm()
        let idle = try TimerSource(loop) { calls.append("not armed") }
        let later = try TimerSource(loop) { calls.append("later") }
        later.arm(at: .zero)
        later.arm(at: loop.now + .seconds(3600))
        let end = try TimerSource(loop) { loop.exit(code: 0) }
        var again: TimerSource?
        again = try TimerSource(loop) {
            calls.append("again")
            if calls.count < 3 { again?.arm(at: loop.now) } else { end.arm(at: loop.now) }
        }
        again?.arm(at: .seconds(-1))
        _ = try runLoop(loop)
        again = nil
        withExtendedLifetime((never, idle, later)) {}
        #expect(calls == ["again", "again", "again"])
    }

    @Test("a source may be let go of in its own handler, and one that is gone is not called")
    func letGo() throws {
        let loop = try EventLoop()
        var calls: [String] = []
        var own: TimerSource?
        own = try TimerSource(loop) {
            calls.append("own")
            own = nil
        }
        own?.arm(at: .zero)
        var gone: TimerSource? = try TimerSource(loop) { calls.append("gone") }
        gone?.arm(at: .zero)
        gone = nil
        let end = try TimerSource(loop) { loop.exit(code: 0) }
        end.arm(at: loop.now + .milliseconds(5))
        _ = try runLoop(loop)
        #expect(calls == ["own"])
    }

    @Test("a post source is called once a turn, after the others")
    func post() throws {
        let loop = try EventLoop()
        var calls: [String] = []
        let second = try TimerSource(loop) {
            calls.append("timer")
            loop.exit(code: 0)
        }
        let first = try TimerSource(loop) {
            calls.append("timer")
            second.arm(at: loop.now)
        }
        let post = try PostSource(loop) { calls.append("post") }
        first.arm(at: .zero)
        _ = try runLoop(loop)
        withExtendedLifetime(post) {}
        #expect(calls.prefix(3) == ["timer", "post", "timer"])
    }

    @Test("a descriptor's handler is called while there is something to read, by priority")
    func descriptors() throws {
        let first = try TestPipe()
        let second = try TestPipe()
        first.write("a")
        second.write("b")
        let loop = try EventLoop()
        var read: [String] = []
        let sources = try [first, second].map { pipe in
            try DescriptorSource(loop, descriptor: pipe.reading) {
                read.append(pipe.read())
                if read.count == 2 { loop.exit(code: 0) }
            }
        }
        sources[0].priority = 10
        sources[1].priority = -10
        _ = try runLoop(loop)
        #expect(sources.map(\.priority) == [10, -10])
        #expect(read == ["b", "a"])
    }

    @Test("a descriptor that cannot be waited for is refused with its number")
    func refusedDescriptor() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError(operation: "sd_event_add_io", subject: "-1", code: EBADF)) {
            _ = try DescriptorSource(loop, descriptor: -1) {}
        }
    }
}
