import CoreGraphics
import Foundation
import QuartzCore
import StrataExport
import StrataRenderServer
import StrataTesting
import Testing

/// The encoder holds few frames of a long GIF; the film is the same.
@Suite(.enabled(if: EncoderProbe.version != nil)) struct LongGIFTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private func exporter(holding bytes: Int) throws -> Exporter {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    layer.colors = [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.toValue, turn.duration, turn.beginTime) = (3, 1, 1e-100)
    layer.add(turn, forKey: "turn")
    var settings = ExportSettings(format: .gif, duration: 1, framesPerSecond: 25)
    settings.mostHeldBytes = bytes
    return try Exporter(OfflineRenderer(layer: layer, size: layer.bounds.size), settings: settings)
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

  @Test(arguments: [40 * 30 * 4 * 24, 1]) func framesDrawnTwiceGiveTheSameFilm(bytes: Int) async throws {
    try await aside { try compare(bytes) }
  }

  private func compare(_ bytes: Int) throws {
    let (short, long) = (folder.appending(path: "short.gif"), folder.appending(path: "long.gif"))
    var finished: [Int] = []
    try exporter(holding: 40 * 30 * 4 * 25).write(to: short) { finished.append($0.finishedFrames) }
    #expect(finished == Array(1...25))
    finished = []
    try exporter(holding: bytes).write(to: long) {
      finished.append($0.finishedFrames)
      #expect($0.totalFrames == 25)
    }
    #expect(finished == (1...50).map { $0 / 2 })
    #expect(try Data(contentsOf: short) == Data(contentsOf: long))
    #expect(Set(names) == ["short.gif", "long.gif"])
  }

  @Test(arguments: [1, 12, 25, 26, 40, 49]) func aCancelledOneLeavesNothing(frame: Int) async throws {
    try await aside { try cancel(at: frame) }
  }

  private func cancel(at frame: Int) throws {
    let cancellation = ExportCancellation()
    var count = 0
    #expect(throws: ExportError.self) {
      try exporter(holding: 1).write(to: folder.appending(path: "a.gif"), cancellation: cancellation) { _ in
        count += 1
        if count == frame { cancellation.cancel() }
      }
    }
    #expect(count == frame)
    #expect(names.isEmpty)
  }
}

/// Runs code that waits for a child process on a thread of its own: those of tasks are few, and others need them.
func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
