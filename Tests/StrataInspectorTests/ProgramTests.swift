#if Inspector
  import Foundation
  import QuartzCore
  import StrataInspector
  import StrataRenderServer
  import Testing

  /// The tree of a running program.
  @Suite(.ownThread) struct ProgramTests {
    @Test func picturesComeWhenSomethingChanges() throws {
      let program = try InspectedProgram()
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

    private func isRed(_ x: Int, _ pixels: [UInt8]) -> Bool {
      Array(pixels[(50 * 100 + x) * 4..<(50 * 100 + x) * 4 + 4]) == [255, 0, 0, 255]
    }

    @Test func theLastSecondsAreKept() throws {
      let program = try InspectedProgram()
      let page = try program.page()
      for x in [20.0, 40, 60] { try program.show(x, on: page) }
      let facts = try page.ask("pause", ["isOn": true])
      let to = try #require(facts["to"] as? Double)
      #expect(to > (facts["from"] as? Double ?? .infinity))
      let shown = program.host.latestFrame?.index
      program.move(to: 90)
      #expect(program.turns { program.host.latestFrame?.index != shown })
      let (_, past) = try page.askBinary("picture", ["time": to, "isOn": true])
      #expect(isRed(60, past))
      #expect(!isRed(90, past))
      let (_, now) = try page.askBinary("picture", ["isOn": true])
      #expect(now == past)
      let rows =
        try page.ask("outline", ["start": 0, "count": 10, "time": to])["rows"] as? [[String: Any]] ?? []
      #expect(rows.count == 2)
      try page.ask("pause", ["isOn": false])
      #expect(try program.turns { isRed(90, try page.askBinary("picture", ["isOn": true]).bytes) })
    }

    @Test func layersOfAProgramAreNotChanged() throws {
      let program = try InspectedProgram()
      let page = try program.page()
      for method in ["set", "undo", "save", "state", "copy", "source"] {
        #expect(throws: RawSocket.Failure.self, "\(method)") {
          try page.ask(method, ["layer": "1.1", "key": "opacity", "text": "1"])
        }
      }
    }

    @Test func aFilmShowsWhatHappened() throws {
      let program = try InspectedProgram()
      let page = try program.page()
      try program.show(20, on: page)
      let facts = try page.ask("record", ["isOn": true])
      let start = try #require((facts["program"] as? [String: Any])?["recordingStart"] as? Double)
      try program.show(60, on: page)
      let moved = try #require(try page.ask("hello")["to"] as? Double)
      try program.show(90, on: page)
      #expect(start < moved)
      // The recording ends before the film is drawn.
      try page.ask("export", ["form": "png", "from": moved, "scale": 1])
      let ended = try page.ask("record", ["isOn": false])["program"] as? [String: Any]
      #expect(ended?["recordingStart"] == nil)
      let progress = try page.event("export") { $0["file"] != nil || $0["error"] != nil }
      let file = try #require(progress["file"] as? String, "\(progress)")
      let query = program.inspector.address.query ?? ""
      let picture = try WebAnswer("/\(file)?\(query)", port: program.inspector.address.port ?? 0)
      #expect(picture.status == 200)
      let pixels = try #require(PixelReader.pixels(ofPNG: Data(picture.body)))
      #expect(isRed(60, pixels))
      #expect(!isRed(90, pixels))
    }

    /// The window has the colour, not a layer.
    @Test func aFilmHasTheColourBehindTheLayers() throws {
      let program = try InspectedProgram { $0.backgroundColor = nil }
      program.host.backgroundColor = CGColor(srgbRed: 0, green: 0.4, blue: 1, alpha: 1)
      let page = try program.page()
      func corner(_ pixels: [UInt8]) -> [UInt8] { Array(pixels.prefix(4)) }
      try program.show(20, on: page)
      let isShown = try program.turns {
        corner(try page.askBinary("picture", ["isOn": true]).bytes) == [0, 102, 255, 255]
      }
      try #require(isShown)
      try page.ask("export", ["form": "png", "scale": 1])
      let progress = try page.event("export") { $0["file"] != nil || $0["error"] != nil }
      let file = try #require(progress["file"] as? String, "\(progress)")
      let query = program.inspector.address.query ?? ""
      let picture = try WebAnswer("/\(file)?\(query)", port: program.inspector.address.port ?? 0)
      let pixels = try #require(PixelReader.pixels(ofPNG: Data(picture.body)))
      #expect(corner(pixels) == [0, 102, 255, 255])
    }

    @Test func eachHostIsServedOnRequest() throws {
      let addresses = AddressList()
      let mine = ObjectIdentifier(Thread.current)
      Inspector.serveAll { if ObjectIdentifier(Thread.current) == mine { addresses.add($0) } }
      defer { Inspector.serveNone() }
      let program = try InspectedProgram()
      let address = try #require(addresses.all.first)
      #expect(addresses.all.count == 1)
      #expect(address != program.inspector.address)
      #expect(try SocketClient(page: address).ask("hello")["kind"] as? String == "program")
      program.host.stop()
      program.host.start()
      #expect(addresses.all.count == 1)
    }

    @Test func aProgramThatEndsSaysSo() throws {
      let program = try InspectedProgram()
      let page = try program.page()
      try page.ask("hello")
      program.inspector.stop()
      #expect(try page.event("ended")["reason"] != nil)
    }
  }

  /// The addresses that a callback hands over.
  private final class AddressList: @unchecked Sendable {  // Used by one thread.
    private(set) var all: [URL] = []

    func add(_ address: URL) { all.append(address) }
  }
#endif
