#if GPU
  import StrataBase
  import StrataRaster

  /// One step of a pass: a rectangle of pixels with a source, a coverage and a blend mode; or the begin or end of a clip edge.
  struct Command {
    enum Kind: UInt32, CaseIterable {
      case color, pixels, shifted, sampled, projected, changed, continued, gradient, open, close, restore

      /// The name in the program.
      var name: String { "\(self)".uppercased() }
    }

    /// The memory that words are in.
    enum Memory: UInt32 {
      /// The surfaces of the frame.
      case surfaces
      /// Pictures and masks that stay from frame to frame.
      case pictures
      /// Numbers, pictures and coverage of one frame.
      case values
    }

    /// The coverage of the command's pixels.
    enum Cover {
      case full
      case constant(UInt32)
      case bytes(Bytes)

      struct Bytes {
        /// Pictures or values.
        var memory: Memory
        var firstWord: UInt32
        /// Bytes from one row to the next.
        var stride: UInt32
        /// The pixel of the first byte.
        var x: Int32
        var y: Int32
        /// The first of the rows that are stored once, and their number.
        var firstEqual: UInt32
        var equalRows: UInt32 = 0
      }
    }

    /// The number of words in memory.
    static let words = 28

    var bounds: PixelRect
    var kind: Kind
    var mode = BlendMode.normal
    var cover = Cover.full
    /// Where the source's pixels are: pixel (x, y) of the device is `firstWord + (y + rowOffset) · stride + x + columnOffset`.
    var memory = Memory.values
    var firstWord: UInt32 = 0
    var stride: UInt32 = 0
    var columnOffset: Int32 = 0
    var rowOffset: Int32 = 0
    /// The colour, or factors of the source's channels.
    var color: UInt32 = 0xffff_ffff
    /// A factor of 0...255 for sources of the mode `normal`.
    var alpha: UInt32 = 255
    /// In other modes the colour in 0...1, or the factors of the source's bytes.
    var exact = SIMD4<Float>.zero
    /// Numbers of the kind, such as the pixels of a surface that is continued; the mask of a surface.
    var numbers = SIMD4<UInt32>.zero
    var isMasked = false
    /// True if the command hides all pixels behind its bounds.
    var hides = false
    /// True if the command needs what a clip edge before it has put aside.
    var isInEdge = false

    /// What the pass must be able to do.
    var features: CompositingShader.Features {
      var result: CompositingShader.Features = mode == .normal ? [] : .modes
      switch kind {
      case .color, .pixels: break
      case .shifted, .sampled, .projected, .changed, .continued, .gradient: result.insert(.samples)
      case .open, .close, .restore: result.insert(.edges)
      }
      return result
    }

    /// Writes the command's words in the program's layout.
    func write(to place: UnsafeMutablePointer<UInt32>) {
      var flags = kind.rawValue | UInt32(mode.rawValue) << 8 | memory.rawValue << 20
      if isMasked { flags |= 1 << 24 }
      var covered = SIMD8<UInt32>.zero
      switch cover {
      case .full: break
      case .constant(let value):
        flags |= 3 << 16
        covered[0] = value
      case .bytes(let bytes):
        flags |= bytes.memory.rawValue << 16
        covered = SIMD8(
          bytes.firstWord,
          bytes.stride,
          UInt32(bitPattern: bytes.x),
          UInt32(bitPattern: bytes.y),
          bytes.firstEqual,
          bytes.equalRows,
          0,
          0
        )
      }
      place[0] = UInt32(bitPattern: bounds.minX)
      place[1] = UInt32(bitPattern: bounds.minY)
      place[2] = UInt32(bitPattern: bounds.maxX)
      place[3] = UInt32(bitPattern: bounds.maxY)
      place[4] = flags
      place[5] = color
      place[6] = firstWord
      place[7] = stride
      place[8] = UInt32(bitPattern: columnOffset)
      place[9] = UInt32(bitPattern: rowOffset)
      for index in 0..<6 { place[10 + index] = covered[index] }
      for index in 0..<4 { place[16 + index] = exact[index].bitPattern }
      for index in 0..<4 { place[20 + index] = numbers[index] }
      place[24] = alpha
      for index in 25..<Self.words { place[index] = 0 }
    }
  }
#endif
