#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataInspector

  /// A host with a layer that moves, and its inspector, on the thread of a test.
  final class InspectedProgram {
    let root = CALayer()
    let mover = CALayer()
    let host: HeadlessHost
    let inspector: Inspector

    init(_ prepare: (CALayer) -> Void = { _ in }) throws {
      root.name = "root"
      root.anchorPoint = .zero
      root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
      mover.name = "mover"
      mover.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      mover.position = CGPoint(x: 10, y: 50)
      mover.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      root.addSublayer(mover)
      prepare(root)
      host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 100))
      inspector = try Inspector.attach(to: host)
      host.start()
    }

    deinit {
      inspector.stop()
      host.stop()
    }

    func page() throws -> SocketClient { try SocketClient(page: inspector.address) }

    func move(to x: Double) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      mover.position.x = CGFloat(x)
      CATransaction.commit()
    }

    /// Moves the layer and waits until the page's picture has it there.
    func show(_ x: Double, on page: SocketClient) throws {
      move(to: x)
      guard turns(until: { isShown(x, on: page) }) else {
        throw RawSocket.Failure(description: "the layer never stood at \(x)")
      }
    }

    /// True if the page's picture has the layer at a place; false while there is no picture.
    private func isShown(_ x: Double, on page: SocketClient) -> Bool {
      guard let bytes = try? page.askBinary("picture", ["isOn": true]).bytes, bytes.count == 40_000 else {
        return false
      }
      let place = (50 * 100 + Int(x)) * 4
      return Array(bytes[place..<(place + 4)]) == [255, 0, 0, 255]
    }

    /// Runs this thread's loop until something holds, for at most two minutes.
    ///
    /// - Returns: False if it never held.
    func turns(until holds: () throws -> Bool) rethrows -> Bool {
      let end = Date(timeIntervalSinceNow: 120)
      while Date() < end {
        if try holds() { return true }
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01))
      }
      return false
    }
  }

  extension SocketClient {
    /// Opens the socket of an inspector's page.
    convenience init(page address: URL) throws {
      try self.init(port: address.port ?? 0, path: "/socket?\(address.query ?? "")")
    }
  }
#endif
