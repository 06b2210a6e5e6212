#if GPU
  import CoreGraphics
  import OpenGL
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import Synchronization
  import Testing

  /// The reason why there is no device on this machine, so that tests are skipped; nil if there is one.
  let missingDevice: String? = {
    do throws(ComputeFailure) {
      _ = try GPUBackend.device()
      return nil
    } catch {
      return "\(error)"
    }
  }()

  extension Trait where Self == ConditionTrait {
    /// Skips tests on machines without OpenGL ES 3.1, and says why.
    static var needsDevice: Self {
      .enabled(if: missingDevice == nil, "no device: \(missingDevice ?? "")")
    }
  }

  /// What a backend told.
  final class ToldReasons: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ reason: String) { list.withLock { $0.append(reason) } }
  }

  /// Draws frames with the device and on the processor.
  struct BackendPair {
    var device: GPUBackend
    var processor = BandBackend(threads: 1)
    let reasons = ToldReasons()

    init(faults: ComputeDevice.Faults = ComputeDevice.Faults()) throws {
      let first = try ComputeDevice(EGLLibrary.shared.get(), faults: faults)
      let reasons = reasons
      device = GPUBackend(first, pool: WorkerPool(workers: 1)) { reasons.add($0) }
    }

    /// Draws a frame twice and compares the pictures.
    mutating func compare(_ frame: Frame) throws -> PixelDifference {
      let (a, b) = (Self.target(frame), Self.target(frame))
      try device.draw(frame, into: a)
      try processor.draw(frame, into: b)
      return PixelDifference(a, b)
    }

    static func target(_ frame: Frame) -> PixelBuffer {
      PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    }
  }

  /// How two pictures of one size differ.
  struct PixelDifference: CustomStringConvertible {
    /// The largest difference of a channel.
    var largest = 0
    /// Pixels with a channel that differs, and by more than one level.
    var different = 0
    var beyondOne = 0
    var pixels = 0
    var firstPlace: (x: Int, y: Int)?

    init() {}

    init(_ a: PixelBuffer, _ b: PixelBuffer) {
      pixels = a.width * a.height
      for y in 0..<a.height {
        for x in 0..<a.width {
          let most = zip(a.rgba(x, y), b.rgba(x, y)).map { abs(Int($0) - Int($1)) }.max() ?? 0
          largest = max(largest, most)
          if most > 0 { different += 1 }
          if most > 1 {
            beyondOne += 1
            firstPlace = firstPlace ?? (x, y)
          }
        }
      }
    }

    mutating func add(_ other: PixelDifference) {
      largest = max(largest, other.largest)
      different += other.different
      beyondOne += other.beyondOne
      pixels += other.pixels
    }

    var description: String {
      "\(different) of \(pixels) pixels differ, \(beyondOne) by more than one level, by \(largest) at most"
        + (firstPlace.map { ", first at \($0)" } ?? "")
    }
  }
#endif
