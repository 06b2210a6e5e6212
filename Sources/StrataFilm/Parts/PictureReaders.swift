import CoreGraphics
import Foundation
import StrataRaster

/// Decodes the pictures of a film on other threads, some ahead of the frame that is complete.
///
/// - Thread: That of the film.
final class PictureReaders {
  /// The size of the pictures, in pixels.
  private let width: Int
  private let height: Int
  private let queue = OperationQueue()
  private var begun: [Reading] = []

  /// A picture on its way into the memory of a frame.
  private struct Reading {
    let operation: PictureReading
    let completion: () -> Void
  }

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    queue.maxConcurrentOperationCount = Self.processors
  }

  private static let processors = ProcessInfo.processInfo.activeProcessorCount
  /// The most bytes of frames that are held for pictures on their way.
  private static let mostBytes = 512 << 20

  /// How many pictures may be on their way.
  var ahead: Int { min(Self.processors, Self.mostBytes / max(width * height * 4, 1)) }

  /// Begins to read a picture into memory, and completes the first one if enough are on their way.
  func read(
    _ url: URL,
    into bytes: UnsafeMutableRawBufferPointer,
    then completion: @escaping () -> Void
  ) throws(ExportError) {
    let operation = PictureReading(url, width: width, height: height, bytes)
    queue.addOperation(operation)
    begun.append(Reading(operation: operation, completion: completion))
    while begun.count > ahead { try completeFirst() }
  }

  /// Completes all pictures.
  func finish() throws(ExportError) {
    while !begun.isEmpty { try completeFirst() }
  }

  /// Leaves pictures that are not complete; nothing is written into their memory any more.
  func end() {
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    begun = []
  }

  private func completeFirst() throws(ExportError) {
    let first = begun.removeFirst()
    first.operation.waitUntilFinished()
    if let failure = first.operation.failure { throw failure }
    first.completion()
  }
}

extension FrameSource {
  /// The frames that are pictures, by their numbers.
  init(_ readers: PictureReaders, _ url: @escaping (Int) -> URL) {
    framesAhead = readers.ahead
    draw = { index, bytes, completion throws(ExportError) in
      try readers.read(url(index), into: bytes, then: completion)
    }
    finish = { () throws(ExportError) in try readers.finish() }
    end = { readers.end() }
  }
}

/// Decodes one picture.
private final class PictureReading: Operation, @unchecked Sendable {  // The failure is read after the end.
  private let url: URL
  private let width: Int
  private let height: Int
  private let target: UnsafeMutableRawBufferPointer
  private(set) var failure: ExportError?

  init(_ url: URL, width: Int, height: Int, _ target: UnsafeMutableRawBufferPointer) {
    (self.url, self.width, self.height, self.target) = (url, width, height, target)
  }

  override func main() {
    do throws(ExportError) { try decode() } catch { failure = error }
  }

  private func decode() throws(ExportError) {
    let pixels: PixelBuffer
    do {
      pixels = try ImageCodec.decode(try Data(contentsOf: url), pixelLimit: width * height)
    } catch {
      throw .cannotJoin(path: url.path, reason: "the picture cannot be decoded: \(error)")
    }
    guard pixels.width == width, pixels.height == height else {
      throw .cannotJoin(path: url.path, reason: "the picture has \(pixels.width)x\(pixels.height) pixels")
    }
    for y in 0..<height {
      let row = UnsafeMutableRawBufferPointer(rebasing: target[y * width * 4..<(y + 1) * width * 4])
      row.copyMemory(from: UnsafeRawBufferPointer(start: pixels.base + y * pixels.rowBytes, count: row.count))
    }
  }
}
