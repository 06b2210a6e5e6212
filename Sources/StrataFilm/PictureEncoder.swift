import CoreGraphics
import Foundation
import StrataRaster
import StrataRenderServer
import Synchronization

/// Encodes single pictures.
struct PictureEncoder: Sendable {
  private let format: ExportFormat
  private let quality: Double
  private let matte: SIMD3<Float>

  init(_ settings: ExportSettings, of renderer: OfflineRenderer) {
    (format, quality) = (settings.format, settings.quality)
    let (red, green, blue) = settings.matte(behind: renderer)
    matte = SIMD3(Float(red), Float(green), Float(blue)) / 255
  }

  func data(of image: CGImage, name: String) throws(ExportError) -> Data {
    let kind: ImageFormat =
      switch format {
      case .jpeg: .jpeg
      case .webp: .webP
      default: .png
      }
    do {
      return try ImageCodec.encode(image.pixels, as: kind, quality: quality, background: matte)
    } catch {
      throw .cannotWrite(path: name, reason: error.description)
    }
  }
}

/// Encodes and writes pictures on other threads while the next ones are drawn.
///
/// The number of pictures in memory is bounded.
final class PictureWriters {
  private let encoder: PictureEncoder
  private let queue = OperationQueue()
  private let slots: DispatchSemaphore
  private let failure = Failure()

  private final class Failure: Sendable {
    let first = Mutex<ExportError?>(nil)
  }

  init(_ encoder: PictureEncoder) {
    self.encoder = encoder
    let threads = ProcessInfo.processInfo.activeProcessorCount
    queue.maxConcurrentOperationCount = threads
    slots = DispatchSemaphore(value: threads * 2)
  }

  /// A call with a file and its bytes, which are written.
  typealias Completion = @Sendable (OutputFile, Data) throws(ExportError) -> Void

  /// Encodes and writes a picture in the background, then calls `completion`; waits while too many are in progress.
  ///
  /// - Throws: The failure of an earlier picture.
  func encode(
    _ image: CGImage,
    into file: OutputFile,
    _ completion: @escaping Completion
  ) throws(ExportError) {
    if let known = failure.first.withLock({ $0 }) { throw known }
    slots.wait()
    let (encoder, slots, failure, name) = (encoder, slots, failure, file.url.path)
    let target = Transfer(file: file)
    queue.addOperation {
      defer { slots.signal() }
      do throws(ExportError) {
        let data = try encoder.data(of: image, name: name)
        try target.file.write(data)
        try completion(target.file, data)
      } catch {
        failure.first.withLock { $0 = $0 ?? error }
      }
    }
  }

  /// Waits for all pictures and throws the first failure.
  func finish() throws(ExportError) {
    wait()
    if let known = failure.first.withLock({ $0 }) { throw known }
  }

  func wait() { queue.waitUntilAllOperationsAreFinished() }

  /// Carries a file to the thread that writes it.
  private struct Transfer: @unchecked Sendable {  // One thread at a time uses the file.
    let file: OutputFile
  }
}
