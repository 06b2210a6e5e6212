#if Inspector
  import Foundation
  import StrataInspector
  import Synchronization
  import Testing

  /// Connections to the server: every request gets its answer, whatever other connections and the program's tasks do.
  @Suite(.ownThread) struct PageConnectionTests {
    @Test func requestsAreAnsweredWhileTasksHoldAllSharedThreads() throws {
      let place = try PreviewPlace()
      let release = DispatchSemaphore(value: 0)
      let count = 2 * ProcessInfo.processInfo.activeProcessorCount
      for _ in 0..<count { Task.detached { Self.hold(release) } }
      defer { for _ in 0..<count { release.signal() } }
      Thread.sleep(forTimeInterval: 0.2)
      #expect(try WebAnswer("/", port: place.port, patience: 20).status == 200)
      #expect(try place.page().ask("hello")["kind"] as? String == "document")
      let other = try PreviewPlace()
      #expect(try WebAnswer("/", port: other.port, patience: 20).status == 200)
    }

    private static func hold(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    /// Numbers of descriptors are used again and again here, by the server, its clients and other tests.
    @Test func connectionsThatComeAndGoAreAllAnswered() throws {
      let place = try PreviewPlace()
      let (port, path) = (place.port, "/socket?token=\(place.token)")
      let failures = Mutex<[String]>([])
      let threads = DispatchGroup()
      for number in 0..<8 {
        threads.enter()
        Thread.detachNewThread {
          for step in 0..<60 {
            do {
              try Self.come(step + number, port, path)
            } catch {
              failures.withLock { $0.append("\(error)") }
            }
          }
          threads.leave()
        }
      }
      threads.wait()
      #expect(failures.withLock { $0 } == [])
    }

    /// Asks for a file, or for a picture and leaves, or leaves in the middle of a request.
    private static func come(_ step: Int, _ port: Int, _ path: String) throws {
      switch step % 4 {
      case 0: try RawSocket(port: port).write(Array("GET / HTTP/1.1\r\nHo".utf8))
      case 1:
        let page = try SocketClient(port: port, path: path)
        _ = try page.post("picture", ["time": 1, "scale": 2])
        _ = try page.post("picture", ["time": 1.5, "scale": 2])
      case 2: _ = try SocketClient(port: port, path: path).ask("hello")
      default:
        guard try WebAnswer("/style.css", port: port).status == 200 else {
          throw RawSocket.Failure(description: "no file")
        }
      }
    }

    @Test func requestsFollowEachOther() throws {
      let place = try PreviewPlace()
      let socket = try RawSocket(port: place.port)
      let request = Array("GET /nothing HTTP/1.1\r\nHost: localhost:\(place.port)\r\n\r\n".utf8)
      // The second is sent before the answer to the first, in two pieces.
      try socket.write(request + request[..<9])
      #expect(try Self.answer(socket).hasPrefix("HTTP/1.1 404"))
      try socket.write(Array(request[9...]))
      let second = try Self.answer(socket)
      #expect(second.hasPrefix("HTTP/1.1 404"))
      #expect(second.contains("\r\nConnection: keep-alive\r\n"))
    }

    private static func answer(_ socket: RawSocket) throws -> String {
      let head = try socket.head()
      let length = head.components(separatedBy: "Content-Length: ").last?.prefix { $0.isNumber } ?? "0"
      _ = try socket.read(Int(length) ?? 0)
      return head
    }

    @Test func aHeadIsAnsweredWithoutItsBody() throws {
      let place = try PreviewPlace()
      let socket = try RawSocket(port: place.port)
      let lines = ["HEAD / HTTP/1.1", "Host: localhost:\(place.port)", "Connection: close", "", ""]
      try socket.write(Array(lines.joined(separator: "\r\n").utf8))
      let head = try socket.head()
      #expect(head.hasPrefix("HTTP/1.1 200"))
      #expect(!head.contains("Content-Length: 0\r\n"))
      let failure = #expect(throws: RawSocket.Failure.self) { try socket.read(1) }
      #expect(failure?.description == "closed")
    }

    @Test func aServerThatEndsClosesConnectionsThatWait() throws {
      let place = try PreviewPlace()
      let (idle, page) = (try RawSocket(port: place.port), try place.page())
      try page.ask("hello")
      let start = ContinuousClock.now
      place.inspector.stop()
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(throws: RawSocket.Failure.self) { try idle.read(1) }
      #expect(throws: RawSocket.Failure.self) { while true { _ = try page.receive() } }
    }
  }
#endif
