import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataTesting
import Testing

/// Processes that break the rules of lent layers: they are let go, and everything else goes on.
@Suite(.serialized) struct RemotePeerTests {
  private let port = CARemoteLayerServer.shared().serverPort

  /// Connects as a process that speaks no word of its own.
  private func connect() throws -> RemoteSocket { try #require(RemoteSocket.connected(to: port)) }

  /// Introduces a process; returns the number that it gets.
  private func introduce(_ socket: RemoteSocket) -> UInt32? {
    socket.send(.hello(version: RemoteMessage.version))
    for _ in 0..<2000 {
      switch socket.receive() {
      case .message(.welcome(_, let client), _): return client
      case .end: return nil
      default: Thread.sleep(forTimeInterval: 0.005)
      }
    }
    return nil
  }

  /// Waits until the other side ends the connection; false if it does not.
  private func isLetGo(_ socket: RemoteSocket) -> Bool {
    for _ in 0..<2000 {
      if case .end = socket.receive() { return true }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return false
  }

  private func sendRaw(_ bytes: [UInt8], to socket: RemoteSocket) {
    _ = bytes.withUnsafeBytes {
      send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  @Test(arguments: [
    RemoteMessage.hello(version: 1), .clear, .hide, .welcome(version: 7, client: 9),
    .frame(place: 2, scale: 1.5), .show(scale: 2, isFlipped: true), .show(scale: 1, isFlipped: false),
    .release(place: 0),
  ])
  func aMessageHasOnePacket(message: RemoteMessage) {
    let bytes = message.bytes
    #expect(bytes.count == RemoteMessage.length)
    #expect(RemoteMessage(bytes) == message)
    #expect(RemoteMessage(Array(bytes.dropLast())) == nil)
    #expect(RemoteMessage(bytes + [0]) == nil)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x80
      if let other = RemoteMessage(changed) { #expect(other.bytes == changed) }
    }
  }

  @Test func numbersOutOfBoundsAreNoMessage() {
    #expect(RemoteMessage(RemoteMessage.frame(place: 3, scale: 1).bytes) == nil)
    #expect(RemoteMessage(RemoteMessage.frame(place: 0, scale: .nan).bytes) == nil)
    #expect(RemoteMessage(RemoteMessage.show(scale: 1e9, isFlipped: true).bytes) == nil)
    #expect(RemoteMessage(RemoteMessage.release(place: 99).bytes) == nil)
    #expect(RemoteBuffer(place: 0, width: 0, height: 1, rowBytes: 0) == nil)
    #expect(RemoteBuffer(place: 0, width: 16384, height: 16384, rowBytes: 65536) == nil)
    #expect(RemoteBuffer(place: 0, width: 4, height: 4, rowBytes: 12) == nil)
    #expect(RemoteBuffer(place: 0, width: .max, height: .max, rowBytes: .max) == nil)
    #expect(RemoteBuffer(place: 0, width: 4, height: 4, rowBytes: 16) != nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: 0..<200 as Range<UInt64>)
  func chanceBytesAreRefused(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let socket = try connect()
    if seed % 2 == 0 { #expect(introduce(socket) != nil) }
    var bytes = RemoteMessage.frame(place: 1, scale: 1).bytes
    switch seed % 4 {
    case 0: for _ in 0..<8 { bytes[Int(random.next() % 64)] = UInt8(truncatingIfNeeded: random.next()) }
    case 1: bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 2: bytes = (0..<Int(random.next() % 4000) + 65).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    default: bytes = Array(bytes.prefix(Int(random.next() % 63) + 1))
    }
    sendRaw(bytes, to: socket)
    #expect(isLetGo(socket))
  }

  @Test(.timeLimit(.minutes(1))) func rulesThatAreBrokenEndTheConnection() throws {
    let layout = try #require(RemoteBuffer(place: 0, width: 4, height: 4, rowBytes: 16))
    let short = try #require(RemoteFile.create(byteCount: 63))
    let file = try #require(RemoteFile.create(byteCount: 64))
    let disk = RemoteFile(open("/proc/self/cmdline", O_RDONLY))
    func check(_ what: String, _ misbehave: (RemoteSocket) -> Void) throws {
      let socket = try connect()
      #expect(introduce(socket) != nil)
      misbehave(socket)
      #expect(isLetGo(socket), "\(what)")
    }
    try check("two introductions") { $0.send(.hello(version: RemoteMessage.version)) }
    try check("a frame without a buffer") { $0.send(.frame(place: 0, scale: 1)) }
    try check("a buffer without a file") { $0.send(.buffer(layout)) }
    try check("a buffer that is too short") { $0.send(.buffer(layout), file: short) }
    try check("a buffer that is no memory") { $0.send(.buffer(layout), file: disk) }
    try check("a file without a buffer") { $0.send(.clear, file: file) }
    try check("messages of the other side") { $0.send(.show(scale: 1, isFlipped: false)) }
    let early = try connect()
    early.send(.clear)
    #expect(isLetGo(early))
    let foreign = try connect()
    foreign.send(.hello(version: 99))
    #expect(isLetGo(foreign))
  }

  @Test(.timeLimit(.minutes(1))) func aBufferThatShrinksWhileItIsShownHarmsNobody() async throws {
    let port = port
    try await onTestThread {
      let socket = try #require(RemoteSocket.connected(to: port))
      socket.send(.hello(version: RemoteMessage.version))
      var client: UInt32 = 0
      for _ in 0..<2000 where client == 0 {
        if case .message(.welcome(_, let number), _) = socket.receive() { client = number }
        Thread.sleep(forTimeInterval: 0.002)
      }
      let layer = CALayer(remoteClientId: client)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 120)
      host.start()
      let layout = try #require(RemoteBuffer(place: 1, width: 4, height: 4, rowBytes: 16))
      let file = try #require(RemoteFile.create(byteCount: layout.byteCount))
      let white = [UInt8](repeating: 255, count: layout.byteCount)
      #expect(pwrite(file.descriptor, white, white.count, 0) == white.count)
      socket.send(.buffer(layout), file: file)
      socket.send(.frame(place: 1, scale: 1))
      #expect(runLoop(for: 20) { pixel(host.latestImage, 3, 3) == [255, 255, 255, 255] })
      #expect(ftruncate(file.descriptor, 16) == 0)
      socket.send(.frame(place: 1, scale: 1))
      #expect(runLoop(for: 20) { pixel(host.latestImage, 3, 3) == RGBA.clear })
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func manyProcessesAndFloodsLeaveRoomForAGoodOne() async throws {
    var sockets: [RemoteSocket] = []
    for _ in 0..<24 { if let socket = RemoteSocket.connected(to: port) { sockets.append(socket) } }
    for socket in sockets {
      // Nobody reads the answers.
      for _ in 0..<50 { socket.send(.hello(version: RemoteMessage.version)) }
    }
    for socket in sockets { socket.shutDown() }
    sockets = []
    let port = port
    try await onTestThread {
      var client: CARemoteLayerClient?
      for _ in 0..<100 where client?.clientId ?? 0 == 0 {
        client = CARemoteLayerClient(serverPort: port)
        if client?.clientId == 0 { Thread.sleep(forTimeInterval: 0.05) }
      }
      let lent = box(0, 0, 4, 4)
      lent.backgroundColor = color(0, 1, 0)
      client?.layer = lent
      let layer = CALayer(remoteClientId: client?.clientId ?? 0)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 120)
      host.start()
      #expect(runLoop(for: 20) { pixel(host.latestImage, 2, 2) == RGBA.green })
      host.stop()
    }
  }
}
