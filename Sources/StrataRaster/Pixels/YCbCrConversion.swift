import StrataKernels

/// The weights with which luma is made of red, green and blue.
package enum YCbCrMatrix: CaseIterable, Sendable {
  case itu601, itu709, itu2020, smpte240M, fcc

  /// The weights of red and blue: ITU-R BT.601-7 §2.5.1, BT.709-6 §3.2, BT.2020-2 table 4, SMPTE ST 240, 47 CFR 73.682.
  package var weights: (red: Double, blue: Double) {
    switch self {
    case .itu601: (0.299, 0.114)
    case .itu709: (0.2126, 0.0722)
    case .itu2020: (0.2627, 0.0593)
    case .smpte240M: (0.212, 0.087)
    case .fcc: (0.30, 0.11)
    }
  }
}

/// The place of a sample of chroma among its two by two pixels.
package enum ChromaSiting: CaseIterable, Sendable {
  case left, center, topLeft, top, bottomLeft, bottom

  /// The place in pixels from the centre of the top left one, doubled.
  fileprivate var doubled: (x: Int, y: Int) {
    switch self {
    case .left: (0, 1)
    case .center: (1, 1)
    case .topLeft: (0, 0)
    case .top: (1, 0)
    case .bottomLeft: (0, 2)
    case .bottom: (1, 2)
    }
  }
}

/// Where luma and halved chroma of eight bits lie in memory.
package struct YCbCrPlanes {
  private let luma: UnsafePointer<UInt8>
  private let (cb, cr): (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
  private let (lumaBytesPerRow, chromaBytesPerRow): (Int, Int)
  /// The distance of two samples of chroma.
  private let step: Int

  /// Planes that follow one another without gaps: luma, and the differences of blue and red.
  package init(contiguous bytes: UnsafeRawPointer, width: Int, height: Int) {
    luma = bytes.assumingMemoryBound(to: UInt8.self)
    (lumaBytesPerRow, chromaBytesPerRow, step) = (width, (width + 1) / 2, 1)
    cb = luma + width * height
    cr = cb + (width + 1) / 2 * ((height + 1) / 2)
  }

  /// A plane of luma, and one in which the differences of blue and red alternate.
  package init(
    luma: UnsafeRawPointer,
    lumaBytesPerRow: Int,
    chroma: UnsafeRawPointer,
    chromaBytesPerRow: Int
  ) {
    self.luma = luma.assumingMemoryBound(to: UInt8.self)
    cb = chroma.assumingMemoryBound(to: UInt8.self)
    cr = cb + 1
    (self.lumaBytesPerRow, self.chromaBytesPerRow, step) = (lumaBytesPerRow, chromaBytesPerRow, 2)
  }

  fileprivate func lumaRow(_ y: Int) -> UnsafePointer<UInt8> { luma + y * lumaBytesPerRow }

  /// The chroma around a row, between two rows of samples.
  fileprivate func chroma(_ rows: ChromaBlend, count: Int, isCentered: Bool) -> StrataChroma {
    let (above, below) = (rows.first * chromaBytesPerRow, rows.second * chromaBytesPerRow)
    return StrataChroma(
      cb: (cb + above, cb + below),
      cr: (cr + above, cr + below),
      step: step,
      count: count,
      lower: UInt32(rows.weight),
      is_centered: isCentered ? 1 : 0
    )
  }
}

/// Two neighbouring samples and the weight of the second one, in quarters.
private struct ChromaBlend {
  let first: Int
  let second: Int
  let weight: Int

  /// The samples around a pixel, for samples whose place is given in doubled pixels.
  init(pixel: Int, place: Int, count: Int) {
    // The distance from sample 0, in quarters of the distance of two samples.
    let quarters = 2 * pixel - place
    let index = quarters >> 2
    (first, second) = (min(max(index, 0), count - 1), min(max(index + 1, 0), count - 1))
    weight = quarters & 3
  }
}

/// Converts luma and chroma, halved in both directions, to opaque red, green and blue.
///
/// The formulas are those of the standards for eight bits, with E′ the level of a channel from 0 to 1:
///
///     E′Y = (Y - 16) / 219,  E′C = (C - 128) / 224          in video range
///     E′Y = Y / 255,         E′C = (C - 128) / 255          in full range
///     E′R = E′Y + 2 (1 - kR) E′Cr
///     E′B = E′Y + 2 (1 - kB) E′Cb
///     E′G = (E′Y - kR E′R - kB E′B) / (1 - kR - kB)
///
/// Chroma is interpolated linearly between the places of its samples, to sixteenths of a level. The terms have units of
/// 2⁻²⁰ of a level, so that the error is below 1/250 of a level before rounding.
package struct YCbCrConversion {
  private let weights: StrataLumaWeights
  private let siting: ChromaSiting

  /// Parts of a level of interpolated chroma: four in each direction.
  private static let parts = 16.0

  package init(_ matrix: YCbCrMatrix, isFullRange: Bool, siting: ChromaSiting) {
    self.siting = siting
    let (red, blue) = matrix.weights
    let green = 1 - red - blue
    let (black, lumaSpan, chromaSpan) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
    let unit = Double(1 << 20)
    let luma = (255 / lumaSpan * unit).rounded()
    func weight(_ factor: Double) -> Double { (factor * 255 / chromaSpan * unit / Self.parts).rounded() }
    let redOfCr = weight(2 * (1 - red))
    let blueOfCb = weight(2 * (1 - blue))
    let greenOfCb = weight(-2 * blue * (1 - blue) / green)
    let greenOfCr = weight(-2 * red * (1 - red) / green)
    func constant(_ weights: Double) -> Int32 { Int32(unit / 2 - black * luma - 128 * Self.parts * weights) }
    self.weights = StrataLumaWeights(
      luma: Int32(luma),
      red_of_cr: Int32(redOfCr),
      green_of_cb: Int32(greenOfCb),
      green_of_cr: Int32(greenOfCr),
      blue_of_cb: Int32(blueOfCb),
      red: constant(redOfCr),
      green: constant(greenOfCb + greenOfCr),
      blue: constant(blueOfCb)
    )
  }

  /// Converts planes into a buffer of the size of luma, in RGBA.
  package func convert(_ planes: YCbCrPlanes, to pixels: PixelBuffer) {
    let place = siting.doubled
    let (columns, rows) = ((pixels.width + 1) / 2, (pixels.height + 1) / 2)
    for y in 0..<pixels.height {
      let blend = ChromaBlend(pixel: y, place: place.y, count: rows)
      var chroma = planes.chroma(blend, count: columns, isCentered: place.x == 1)
      withUnsafePointer(to: weights) { weights in
        kernels.pixels_of_luma(
          pixels.row(y).assumingMemoryBound(to: UInt8.self),
          planes.lumaRow(y),
          pixels.width,
          &chroma,
          weights
        )
      }
    }
  }
}
