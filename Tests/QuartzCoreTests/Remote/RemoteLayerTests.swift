import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataTesting
import Testing

/// Layers of another process, shown here (rendering MT-7).
@Suite(.serialized) struct RemoteLayerTests {
  /// A process that lends an 8 × 6 red layer with a blue corner of 2 × 2 at its origin.
  private static func lender() throws -> (probe: ChildProgram, client: UInt32) {
    let port = CARemoteLayerServer.shared().serverPort
    let probe = try #require(ChildProgram(layerProbe: ["lend", String(port)]))
    let client = probe.client()
    try #require(client != 0, "\(probe.output)")
    return (probe, client)
  }

  /// A live host of 12 × 10 points that shows a client at (2, 2).
  private static func host(
    _ client: UInt32,
    scale: CGFloat = 1,
    _ origin: OfflineRenderer.Origin = .topLeft
  ) -> HeadlessHost {
    let root = box(0, 0, 12, 10)
    let remote = CALayer(remoteClientId: client)
    remote.position = CGPoint(x: 2, y: 2)
    remote.contentsScale = scale
    root.addSublayer(remote)
    let size = CGSize(width: 12, height: 10)
    let host = HeadlessHost(layer: root, size: size, scale: scale, framesPerSecond: 120, origin: origin)
    host.start()
    return host
  }

  private static func shows(_ host: HeadlessHost, _ x: Int, _ y: Int, _ color: [UInt8]) -> Bool {
    runLoop(for: 20) { pixel(host.latestImage, x, y) == color }
  }

  @Test("rendering MT-7: the tree of another process is shown and followed", .timeLimit(.minutes(1)))
  func shown() async throws {
    try await onTestThread {
      let (probe, client) = try Self.lender()
      let host = Self.host(client)
      #expect(Self.shows(host, 6, 6, RGBA.red))
      #expect(pixel(host.latestImage, 2, 2) == RGBA.blue)
      #expect(pixel(host.latestImage, 4, 4) == RGBA.red)
      #expect(pixel(host.latestImage, 1, 2) == RGBA.clear)
      #expect(pixel(host.latestImage, 9, 7) == RGBA.red)
      #expect(pixel(host.latestImage, 10, 7) == RGBA.clear)
      probe.obey("color 0 1 0")
      #expect(Self.shows(host, 6, 6, RGBA.green))
      probe.obey("size 4 8")
      #expect(Self.shows(host, 5, 9, RGBA.green))
      #expect(Self.shows(host, 6, 6, RGBA.clear))
      #expect(pixel(host.latestImage, 2, 2) == RGBA.blue)
      probe.obey("none")
      #expect(Self.shows(host, 5, 9, RGBA.clear))
      probe.obey("again")
      #expect(Self.shows(host, 5, 9, RGBA.green))
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func animationsOfTheOtherProcessRun() async throws {
    try await onTestThread {
      let (probe, client) = try Self.lender()
      let host = Self.host(client)
      #expect(Self.shows(host, 6, 6, RGBA.red))
      probe.obey("animate")
      var seen: Set<[UInt8]> = []
      #expect(
        runLoop(for: 20) {
          if let color = pixel(host.latestImage, 6, 6) { seen.insert(color) }
          return seen.count > 8
        }
      )
      #expect(seen.filter { $0 != RGBA.red }.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] })
      host.stop()
    }
  }

  @Test("rendering MT-7: the layers of a process that is killed go", .timeLimit(.minutes(1)))
  func killed() async throws {
    try await onTestThread {
      let (probe, client) = try Self.lender()
      let host = Self.host(client)
      #expect(Self.shows(host, 6, 6, RGBA.red))
      probe.obey("animate")
      probe.end()
      #expect(Self.shows(host, 6, 6, RGBA.clear))
      // Another process is shown beside the lost one.
      let (next, other) = try Self.lender()
      #expect(other != client)
      let layer = CALayer(remoteClientId: other)
      host.layer?.addSublayer(layer)
      #expect(Self.shows(host, 4, 4, RGBA.red))
      next.obey("quit")
      #expect(Self.shows(host, 4, 4, RGBA.clear))
      // It lives on, without a connection.
      next.obey("color 0 1 0")
      #expect(next.isRunning)
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func picturesFollowScaleAndDirection() async throws {
    try await onTestThread {
      let (probe, client) = try Self.lender()
      let host = Self.host(client, scale: 2, .bottomLeft)
      // The corner lies below: pixels 4 to 8 from the left, and from the lower edge of 20 rows.
      #expect(Self.shows(host, 4, 15, RGBA.blue))
      #expect(pixel(host.latestImage, 7, 12) == RGBA.blue)
      #expect(pixel(host.latestImage, 8, 15) == RGBA.red)
      #expect(pixel(host.latestImage, 19, 4) == RGBA.red)
      #expect(pixel(host.latestImage, 19, 3) == RGBA.clear)
      #expect(probe.isRunning)
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func severalLayersShowOneProcess() async throws {
    try await onTestThread {
      let (probe, client) = try Self.lender()
      let host = Self.host(client)
      #expect(Self.shows(host, 6, 6, RGBA.red))
      let second = Self.host(client, scale: 2)
      #expect(Self.shows(second, 12, 12, RGBA.red))
      #expect(Self.shows(host, 2, 2, RGBA.blue))
      #expect(Self.shows(host, 9, 7, RGBA.red))
      host.stop()
      probe.obey("color 0 1 0")
      #expect(Self.shows(second, 12, 12, RGBA.green))
      second.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aTimeLineShowsWhatHasCome() async throws {
    try await onTestThread {
      let (probe, client) = try Self.lender()
      let remote = CALayer(remoteClientId: client)
      let film = OfflineRenderer(layer: stage(8, 6, remote), size: CGSize(width: 8, height: 6))
      var shot = try Shot(film)
      for _ in 0..<2000 where shot.painted == 0 {
        Thread.sleep(forTimeInterval: 0.005)
        shot = try Shot(film)
      }
      #expect(shot[5, 5] == RGBA.red)
      #expect(shot[0, 0] == RGBA.blue)
      #expect(probe.isRunning)
    }
  }

  @Test func numbersWithoutAProcessShowNothing() throws {
    let layer = CALayer(remoteClientId: 4_000_000_000)
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(try Shot(layer, 4, 4).painted == 0)
    // Nobody listens at the port.
    let client = CARemoteLayerClient(serverPort: 1)
    #expect(client.clientId == 0)
    client.layer = box(0, 0, 2, 2)
    #expect(client.layer != nil)
    client.invalidate()
    #expect(client.layer == nil)
  }

  @Test(.timeLimit(.minutes(1))) func aProcessMayShowItsOwnLayers() async throws {
    try await onTestThread {
      let client = CARemoteLayerClient(serverPort: CARemoteLayerServer.shared().serverPort)
      try #require(client.clientId != 0)
      let lent = box(0, 0, 4, 4)
      lent.backgroundColor = color(0, 0, 1)
      client.layer = lent
      let host = Self.host(client.clientId)
      #expect(Self.shows(host, 3, 3, RGBA.blue))
      client.invalidate()
      #expect(Self.shows(host, 3, 3, RGBA.clear))
      host.stop()
    }
  }

  @Test("rendering MT-7: a process rests while its host is stopped or unseen", .timeLimit(.minutes(1)))
  func aProcessRestsWhileItsHostIsStopped() async throws {
    try await onTestThread {
      let client = CARemoteLayerClient(serverPort: CARemoteLayerServer.shared().serverPort)
      try #require(client.clientId != 0)
      let lent = Ticker()
      lent.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
      lent.backgroundColor = color(0, 0, 1)
      let ticks = CABasicAnimation(keyPath: "tick")
      (ticks.fromValue, ticks.toValue, ticks.duration) = (0, 1000, 1000)
      lent.add(ticks, forKey: "ticks")
      client.layer = lent
      func displays(within seconds: Double) -> Bool {
        let count = lent.displays
        return runLoop(for: seconds) { lent.displays > count }
      }
      // What was on its way when the host stopped comes first.
      func comesToRest() -> Bool { (0..<100).contains { _ in !displays(within: 0.2) } }
      let host = Self.host(client.clientId)
      #expect(Self.shows(host, 3, 3, RGBA.blue))
      #expect(displays(within: 20))
      host.stop()
      #expect(comesToRest())
      lent.backgroundColor = color(0, 1, 0)
      host.start()
      #expect(Self.shows(host, 3, 3, RGBA.green))
      #expect(displays(within: 20))
      host.live.isVisible = false
      #expect(comesToRest())
      lent.backgroundColor = color(1, 0, 0)
      host.stop()
      host.start()
      #expect(!displays(within: 0.2))
      host.live.isVisible = true
      #expect(Self.shows(host, 3, 3, RGBA.red))
      #expect(displays(within: 20))
      host.stop()
      client.invalidate()
      host.start()
      #expect(Self.shows(host, 3, 3, RGBA.clear))
      host.stop()
    }
  }
}

/// Counts its displays, one for each frame of an animation.
private final class Ticker: CALayer {
  @Animatable("tick") var tick: CGFloat = 0
  var displays = 0

  override class func needsDisplay(forKey key: String) -> Bool { key == "tick" }
  override func display() { displays += 1 }
}

/// Runs a test's work, which may throw, on a thread with a run loop of its own.
func onTestThread(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
    let thread = Thread { continuation.resume(with: Result { try work() }) }
    thread.start()
  }
}
