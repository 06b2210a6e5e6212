import StrataKernels
import Synchronization

/// Converted copies of a frozen picture, made on first use, and again after ``ImageCopyCache`` dropped them.
struct DerivedPixels: Sendable {
  var rgba8: PixelBuffer?
  var alphaOnly: PixelBuffer?
  /// The picture with a transparent pixel around it.
  var bordered: PixelBuffer?
  /// The picture with its first column and row repeated after its last ones.
  var wrapped: PixelBuffer?
  /// Halved copies (a mipmap chain): the first one has half the width and height.
  var levels: [PixelBuffer] = []
  /// The number of the last frame that used one of them.
  var lastUse: UInt64 = 0
  /// How often the pixels changed.
  var version: UInt64 = 0

  /// Takes all copies out, for a caller that lets go of them outside of the lock.
  mutating func takeAll() -> DerivedPixels {
    var taken = DerivedPixels()
    taken.version = version
    swap(&self, &taken)
    return taken
  }

  var byteCount: Int {
    [rgba8, alphaOnly, bordered, wrapped].reduce(levels.reduce(0) { $0 + $1.byteCount }) {
      $0 + ($1?.byteCount ?? 0)
    }
  }
}

extension PixelBuffer {
  /// The picture as RGBA bytes: itself, or a copy made once.
  ///
  /// A byte of alpha becomes black of that alpha.
  ///
  /// - Precondition: The pixels are frozen, or ``forgetDerived()`` is called after each change.
  package var inBytes: PixelBuffer {
    if format == .rgba8 { return self }
    return kept {
      $0.rgba8
    } make: {
      let made = convertedToBytes()
      $0.rgba8 = made
      return made
    }
  }

  /// The picture as RGBA bytes: itself, or a copy that is not cached.
  package var inPlainBytes: PixelBuffer { format == .rgba8 ? self : convertedToBytes() }

  /// The picture with its alpha in all four channels, made once.
  package var alphaOnly: PixelBuffer {
    let source = inBytes
    return kept {
      $0.alphaOnly
    } make: {
      let made = PixelBuffer(width: width, height: height, format: .rgba8)
      kernels.spread_alpha(
        made.bytes,
        made.rowBytes,
        source.bytes + 3,
        source.rowBytes,
        4,
        width,
        height
      )
      $0.alphaOnly = made
      return made
    }
  }

  /// The picture with a border of one transparent pixel, into which its edges fade; made once.
  ///
  /// - Precondition: The format is `rgba8`.
  package var bordered: PixelBuffer {
    kept {
      $0.bordered
    } make: {
      let made = PixelBuffer(width: width + 2, height: height + 2, format: .rgba8)
      for y in 0..<height { (made.row(y + 1) + 4).copyMemory(from: row(y), byteCount: width * 4) }
      $0.bordered = made
      return made
    }
  }

  /// The picture with its first column and row repeated after its last ones; made once.
  ///
  /// Bilinear samples of a repeating picture then find the right and the lower neighbour of each pixel beside it.
  ///
  /// - Precondition: The format is `rgba8`, and the picture is not empty.
  var wrapped: PixelBuffer {
    kept {
      $0.wrapped
    } make: {
      let made = PixelBuffer(width: width + 1, height: height + 1, format: .rgba8)
      for y in 0...height {
        let from = row(y == height ? 0 : y)
        made.row(y).copyMemory(from: from, byteCount: width * 4)
        (made.row(y) + width * 4).copyMemory(from: from, byteCount: 4)
      }
      $0.wrapped = made
      return made
    }
  }

  /// The picture halved `level` times, or until it is one pixel large.
  package func level(_ level: Int) -> PixelBuffer {
    guard level > 0 else { return self }
    return kept {
      if $0.levels.count >= level { return $0.levels[level - 1] }
      let last = $0.levels.last ?? self
      return last.isHalvable ? nil : last
    } make: {
      while $0.levels.count < level {
        let last = $0.levels.last ?? self
        guard last.isHalvable else { break }
        $0.levels.append(last.halved())
      }
      return $0.levels.last ?? self
    }
  }

  /// True if the picture is larger than one pixel.
  private var isHalvable: Bool { width > 1 || height > 1 }

  /// A copy that exists already, or is made now; a new one is added to ``ImageCopyCache`` after the lock is released.
  private func kept(
    _ find: (inout DerivedPixels) -> PixelBuffer?,
    make: (inout DerivedPixels) -> PixelBuffer
  ) -> PixelBuffer {
    let now = ImageCopyCache.shared.now
    let (result, isNew) = derived.withLock { derived -> (PixelBuffer, Bool) in
      derived.lastUse = now
      if let existing = find(&derived) { return (existing, false) }
      return (make(&derived), true)
    }
    if isNew { ImageCopyCache.shared.note(self) }
    return result
  }

  /// Drops all converted copies; call it before the pixels change.
  package func forgetDerived() {
    let dropped = derived.withLock { derived in
      let dropped = derived.takeAll()
      derived.version &+= 1
      return dropped
    }
    if dropped.lastUse != 0 { ImageCopyCache.shared.forget(self) }
  }

  /// How often the pixels changed: copies elsewhere are valid as long as it stays.
  package var version: UInt64 { derived.withLock { $0.version } }

  @inline(__always)
  var bytes: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }

  private func convertedToBytes() -> PixelBuffer {
    let result = PixelBuffer(width: width, height: height, format: .rgba8)
    switch format {
    case .rgba8:
      result.base.copyMemory(from: base, byteCount: byteCount)
    case .alpha8:
      kernels.spread_alpha(result.bytes, result.rowBytes, bytes, rowBytes, 1, width, height)
      kernels.multiply_color(result.bytes, result.rowBytes, width, height, 0xff00_0000)
    case .rgba16f:
      for y in 0..<height {
        let from = row(y).assumingMemoryBound(to: UInt16.self)
        let to = result.row(y).assumingMemoryBound(to: UInt8.self)
        for x in 0..<width {
          // `minimum` and `maximum` prefer a number to a NaN.
          let alpha = Float.minimum(Float.maximum(Self.float(from[x * 4 + 3]), 0), 1)
          for channel in 0..<3 {
            let value = Float.minimum(Float.maximum(Self.float(from[x * 4 + channel]), 0), alpha)
            to[x * 4 + channel] = UInt8(value * 255 + 0.5)
          }
          to[x * 4 + 3] = UInt8(alpha * 255 + 0.5)
        }
      }
    }
    return result
  }

  /// The value of a half float's bits (IEEE 754 binary16); a NaN becomes 0, an infinity the largest finite float.
  private static func float(_ bits: UInt16) -> Float {
    let sign: Float = bits & 0x8000 != 0 ? -1 : 1
    let exponent = Int(bits >> 10 & 31)
    let fraction = Float(bits & 1023)
    switch exponent {
    case 0: return sign * fraction * 0x1p-24
    case 31: return fraction == 0 ? sign * .greatestFiniteMagnitude : 0
    default: return sign * (1 + fraction / 1024) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
    }
  }

  /// The means of blocks of two by two pixels; sides round down, and an odd last row or column is dropped.
  private func halved() -> PixelBuffer {
    let result = PixelBuffer(width: max(1, width / 2), height: max(1, height / 2), format: .rgba8)
    for y in 0..<result.height {
      let above = row(min(y * 2, height - 1)).assumingMemoryBound(to: UInt8.self)
      let below = row(min(y * 2 + 1, height - 1)).assumingMemoryBound(to: UInt8.self)
      let to = result.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<result.width {
        let left = min(x * 2, width - 1) * 4
        let right = min(x * 2 + 1, width - 1) * 4
        for channel in 0..<4 {
          let sum =
            UInt32(above[left + channel]) + UInt32(above[right + channel]) + UInt32(below[left + channel])
            + UInt32(below[right + channel])
          to[x * 4 + channel] = UInt8((sum + 2) >> 2)
        }
      }
    }
    return result
  }
}

/// The fastest kernels that this processor runs.
nonisolated(unsafe) let kernels = strata_kernels().pointee
