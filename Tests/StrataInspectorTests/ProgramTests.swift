#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataInspector
  import Testing

  /// The tree of a running program.
  @Suite(.ownThread) struct ProgramTests {
    /// A host with a layer that moves, and its inspector.
    private final class Program {
      let root = CALayer()
      let mover = CALayer()
      let host: HeadlessHost
      let inspector: Inspector

      init() throws {
        root.name = "root"
        root.anchorPoint = .zero
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        mover.name = "mover"
        mover.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        mover.position = CGPoint(x: 10, y: 50)
        mover.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(mover)
        host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 100))
        inspector = try Inspector.attach(to: host)
        host.start()
      }

      deinit {
        inspector.stop()
        host.stop()
      }

      func page() throws -> SocketClient {
        let query = inspector.address.query ?? ""
        return try SocketClient(port: inspector.address.port ?? 0, path: "/socket?\(query)")
      }

      func move(to x: Double) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        mover.position.x = CGFloat(x)
        CATransaction.commit()
      }
    }

    @Test func picturesComeWhenSomethingChanges() throws {
      let program = try Program()
      let page = try program.page()
      #expect(try page.ask("hello")["kind"] as? String == "program")
      let (first, bytes) = try page.askBinary("picture", ["waits": true])
      #expect(first["width"] as? Int == 100)
      #expect(bytes.count == 100 * 100 * 4)
      let waiting = try page.post("picture", ["waits": true])
      program.move(to: 60)
      let (_, moved) = try page.answer(to: waiting)
      // The former and the new place of ten by ten points.
      #expect(moved.count == 2 * 10 * 10 * 4)
    }

    @Test func theLastSecondsAreKept() throws {
      let program = try Program()
      let page = try program.page()
      for x in [20.0, 40, 60] {
        let waiting = try page.post("picture", ["waits": true])
        program.move(to: x)
        _ = try page.answer(to: waiting)
        Thread.sleep(forTimeInterval: 0.05)
      }
      let facts = try page.ask("pause", ["isOn": true])
      let (from, to) = (facts["from"] as? Double ?? 0, facts["to"] as? Double ?? 0)
      #expect(to > from)
      program.move(to: 90)
      Thread.sleep(forTimeInterval: 0.1)
      let (_, past) = try page.askBinary("picture", ["time": to, "isOn": true])
      func isRed(_ x: Int) -> Bool {
        Array(past[(50 * 100 + x) * 4..<(50 * 100 + x) * 4 + 4]) == [255, 0, 0, 255]
      }
      #expect(isRed(60))
      #expect(!isRed(90))
      let rows =
        try page.ask("outline", ["start": 0, "count": 10, "time": to])["rows"] as? [[String: Any]] ?? []
      #expect(rows.count == 2)
      #expect(throws: RawSocket.Failure.self) {
        try page.ask("set", ["layer": "1.1", "key": "opacity", "text": "1"])
      }
    }

    @Test func aProgramThatEndsSaysSo() throws {
      let program = try Program()
      let page = try program.page()
      try page.ask("hello")
      program.inspector.stop()
      #expect(try page.event("ended")["reason"] != nil)
    }
  }
#endif
