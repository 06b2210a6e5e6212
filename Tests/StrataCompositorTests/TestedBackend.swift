import StrataBase
import StrataCPU
import StrataFrame
import StrataRaster

#if GPU
  import StrataEGL
  import StrataGPU
#endif

/// A backend whose laws are tested, on pixels in main memory.
protocol TestedBackend: CompositorBackend where Target == PixelBuffer {
  static func make(threads: Int) throws -> Self

  /// Keeps nothing of what was drawn before.
  mutating func forget()

  /// Changes how the backend divides its work, or what it keeps, which shows in no picture.
  mutating func vary(_ number: Int)
}

extension BandBackend: TestedBackend {
  static func make(threads: Int) throws -> BandBackend { BandBackend(threads: threads) }
  mutating func forget() { self = BandBackend(threads: 1) }
  mutating func vary(_ number: Int) { bandHeight = 1 + number % 9 }
}

#if GPU
  extension GPUBackend: TestedBackend {
    static func make(threads: Int) throws -> GPUBackend {
      GPUBackend(try ComputeDevice(EGLLibrary.shared.get()), pool: WorkerPool(workers: threads))
    }

    mutating func forget() { dropCaches() }
    mutating func vary(_ number: Int) { if number % 3 == 0 { dropCaches() } }
  }
#endif
