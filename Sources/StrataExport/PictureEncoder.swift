import CoreGraphics
import Foundation
import StrataRaster
import Synchronization

/// Makes files of single pictures.
struct PictureEncoder: Sendable {
  private let format: ExportFormat
  private let quality: Double
  private let matte: SIMD3<Float>

  init(_ settings: ExportSettings) {
    (format, quality) = (settings.format, settings.quality)
    let (red, green, blue) = settings.matte
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

/// Threads that encode and write pictures while the next ones are drawn; a few at a time, so that memory stays bounded.
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

  /// Takes a picture; waits while too many are under way.
  ///
  /// Throws what went wrong with an earlier one.
  func encode(_ image: CGImage, into file: OutputFile) throws(ExportError) {
    if let known = failure.first.withLock({ $0 }) { throw known }
    slots.wait()
    let (encoder, slots, failure, name) = (encoder, slots, failure, file.url.path)
    let target = Handover(file: file)
    queue.addOperation {
      defer { slots.signal() }
      do throws(ExportError) {
        try target.file.write(try encoder.data(of: image, name: name))
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

  /// A file on its way to the one thread that writes it.
  private struct Handover: @unchecked Sendable {  // Nobody else touches the file until the crew has finished.
    let file: OutputFile
  }
}
