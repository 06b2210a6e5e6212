import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// The same document and time give the same bytes: in any order of times, with any number of threads, from a second
/// reading.
///
/// The demo document has emitters, replicators with delays, masks, shadows, text and crossing planes.
@Suite struct DeterminismTests {
  private static let demo = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/Demo.ca")

  private func frames(at times: [Double], threads: Int) throws -> [Double: [UInt8]] {
    let document = try Document(contentsOf: Self.demo)
    let renderer = OfflineRenderer(document: document, scale: 0.5, threads: threads)
    var result: [Double: [UInt8]] = [:]
    for time in times {
      var bytes = [UInt8](repeating: 1, count: renderer.pixelWidth * renderer.pixelHeight * 4)
      try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
      result[time] = bytes
    }
    return result
  }

  @Test func forwardsBackwardsAtRandomAndOnAnyNumberOfThreads() throws {
    let times = [0, 0.25, 0.9, 1.5, 2.75, 5.99, 60]
    let expected = try frames(at: times, threads: 1)
    #expect(Set(expected.values).count == times.count, "every moment of the demo is another picture")
    #expect(try frames(at: times.reversed(), threads: 2) == expected)
    #expect(try frames(at: [1.5, 60, 0, 5.99, 0.25, 2.75, 0.9, 1.5], threads: 3) == expected)
  }

  @Test func theDemoIsHonouredWholly() throws {
    let document = try Document(contentsOf: Self.demo)
    #expect(document.diagnostics.filter { $0.severity != .note && $0.kind != .resource }.isEmpty)
  }
}
