#if GPU
  import CoreGraphics
  package import Foundation
  import StrataBase
  package import StrataCPU
  import StrataEGL
  package import StrataFrame
  package import StrataGPU
  package import StrataRaster
  import Synchronization

  /// The reasons that a backend reported.
  package final class ReportedReasons: Sendable {
    private let list = Mutex<[String]>([])

    package init() {}

    package var all: [String] { list.withLock { $0 } }
    package func add(_ reason: String) { list.withLock { $0.append(reason) } }
  }

  /// Draws frames with the device and on the processor.
  package struct BackendPair {
    package var device: GPUBackend
    package var processor = BandBackend(threads: 1)
    package let reasons = ReportedReasons()

    /// The reason why there is no device on this machine, so that tests are skipped; nil if there is one.
    package static let missingDevice: String? = {
      do throws(ComputeFailure) {
        _ = try GPUBackend.device()
        return nil
      } catch {
        return "\(error)"
      }
    }()

    /// Makes a device, which keeps its programs in a folder if there is one, and has faults once.
    package init(faults: ComputeDevice.Faults = ComputeDevice.Faults(), programs: URL? = nil) throws {
      let first = try ComputeDevice(EGLLibrary.shared.get(), programs: programs, faults: faults)
      let reasons = reasons
      device = GPUBackend(first, pool: WorkerPool(workers: 1)) { reasons.add($0) }
    }

    /// Draws a frame twice and compares the pictures.
    package mutating func compare(_ frame: Frame) throws -> PixelDifference {
      let (a, b) = (Self.target(frame), Self.target(frame))
      try device.draw(frame, into: a)
      try processor.draw(frame, into: b)
      return PixelDifference(a, b)
    }

    package static func target(_ frame: Frame) -> PixelBuffer {
      PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    }
  }

  /// How two pictures of one size differ.
  package struct PixelDifference: CustomStringConvertible {
    /// The largest difference of a channel.
    package var largest = 0
    /// Pixels with a channel that differs, and by more than one level.
    package var different = 0
    package var beyondOne = 0
    package var pixels = 0
    package var firstPlace: (x: Int, y: Int)?

    package init() {}

    /// Compares pixels of four bytes.
    ///
    /// - Precondition: The buffers have one size.
    package init(_ a: PixelBuffer, _ b: PixelBuffer) {
      precondition(a.width == b.width && a.height == b.height, "\(b.width) × \(b.height) pixels")
      pixels = a.width * a.height
      for y in 0..<a.height {
        let (one, other) = (a.row(y), b.row(y))
        for x in 0..<a.width {
          var most = 0
          for byte in x * 4..<x * 4 + 4 {
            let difference =
              Int(one.load(fromByteOffset: byte, as: UInt8.self))
              - Int(other.load(fromByteOffset: byte, as: UInt8.self))
            most = max(most, abs(difference))
          }
          largest = max(largest, most)
          if most > 0 { different += 1 }
          if most > 1 {
            beyondOne += 1
            firstPlace = firstPlace ?? (x, y)
          }
        }
      }
    }

    package mutating func add(_ other: PixelDifference) {
      largest = max(largest, other.largest)
      different += other.different
      beyondOne += other.beyondOne
      pixels += other.pixels
    }

    package var description: String {
      "\(different) of \(pixels) pixels differ, \(beyondOne) by more than one level, by \(largest) at most"
        + (firstPlace.map { ", first at \($0)" } ?? "")
    }
  }
#endif
