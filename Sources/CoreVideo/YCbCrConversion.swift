import CoreGraphics
import StrataRaster

/// The weights with which luma is made of red, green and blue.
enum YCbCrMatrix: CaseIterable, Sendable {
  case itu601, itu709, itu2020, smpte240M

  /// The name as an attachment.
  var name: CFString {
    switch self {
    case .itu601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
    case .itu709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
    case .itu2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
    case .smpte240M: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
    }
  }

  /// The weights of red and blue: ITU-R BT.601-7 §2.5.1, BT.709-6 §3.2, BT.2020-2 table 4, SMPTE ST 240.
  var weights: (red: Double, blue: Double) {
    switch self {
    case .itu601: (0.299, 0.114)
    case .itu709: (0.2126, 0.0722)
    case .itu2020: (0.2627, 0.0593)
    case .smpte240M: (0.212, 0.087)
    }
  }
}

/// The place of a sample of chroma among its two by two pixels.
enum ChromaSiting: CaseIterable, Sendable {
  case left, center, topLeft, top, bottomLeft, bottom

  /// The name as an attachment.
  var name: CFString {
    switch self {
    case .left: kCVImageBufferChromaLocation_Left
    case .center: kCVImageBufferChromaLocation_Center
    case .topLeft: kCVImageBufferChromaLocation_TopLeft
    case .top: kCVImageBufferChromaLocation_Top
    case .bottomLeft: kCVImageBufferChromaLocation_BottomLeft
    case .bottom: kCVImageBufferChromaLocation_Bottom
    }
  }

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
/// Chroma is interpolated linearly between the places of its samples. Tables hold the terms in units of 1/65536 of a level, for
/// each sixteenth of a level of chroma, so that a pixel is four additions; the error is below 1/1000 of a level before rounding.
struct YCbCrConversion {
  private var luma = [Int32](repeating: 0, count: 256)
  private var redOfCr: [Int32]
  private var greenOfCr: [Int32]
  private var greenOfCb: [Int32]
  private var blueOfCb: [Int32]
  private let siting: ChromaSiting

  /// Parts of a level of interpolated chroma: four in each direction.
  private static let parts = 16

  init(_ matrix: YCbCrMatrix, isFullRange: Bool, siting: ChromaSiting) {
    self.siting = siting
    let (red, blue) = matrix.weights
    let green = 1 - red - blue
    let (black, lumaSpan, chromaSpan) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
    func fixed(_ level: Double) -> Int32 { Int32((level * 255 * 65536).rounded()) }
    for y in 0..<256 { luma[y] = fixed((Double(y) - black) / lumaSpan) }
    func table(_ factor: Double) -> [Int32] {
      (0...255 * Self.parts).map { fixed(factor * (Double($0) / Double(Self.parts) - 128) / chromaSpan) }
    }
    redOfCr = table(2 * (1 - red))
    blueOfCb = table(2 * (1 - blue))
    greenOfCr = table(-2 * red * (1 - red) / green)
    greenOfCb = table(-2 * blue * (1 - blue) / green)
  }

  /// Two neighbouring samples and the weight of the second one, in quarters.
  private struct Blend {
    var first: Int
    var second: Int
    var weight: Int

    /// The samples around a pixel, for samples whose place is given in doubled pixels.
    init(pixel: Int, place: Int, count: Int) {
      // The distance from sample 0, in quarters of the distance of two samples.
      let quarters = 2 * pixel - place
      let index = quarters >> 2
      (first, second) = (min(max(index, 0), count - 1), min(max(index + 1, 0), count - 1))
      weight = quarters & 3
    }
  }

  /// Converts planes, which may lie in one piece of memory, into a buffer of the size of luma.
  func convert(
    luma lumaBase: UnsafeRawPointer,
    _ lumaPlane: PlaneLayout,
    chroma chromaBase: UnsafeRawPointer,
    _ chromaPlane: PlaneLayout,
    to pixels: PixelBuffer
  ) {
    let place = siting.doubled
    let columns = (0..<pixels.width).map { Blend(pixel: $0, place: place.x, count: chromaPlane.width) }
    // The chroma of a row, interpolated downwards, in quarters of a level.
    var chroma = [Int](repeating: 0, count: chromaPlane.width * 2)
    for y in 0..<pixels.height {
      let rows = Blend(pixel: y, place: place.y, count: chromaPlane.height)
      let start = chromaBase + chromaPlane.offset
      let above = (start + rows.first * chromaPlane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let below = (start + rows.second * chromaPlane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for i in chroma.indices { chroma[i] = Int(above[i]) * (4 - rows.weight) + Int(below[i]) * rows.weight }
      let levels = (lumaBase + lumaPlane.offset + y * lumaPlane.bytesPerRow)
        .assumingMemoryBound(to: UInt8.self)
      let target = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<pixels.width {
        let blend = columns[x]
        let (left, right) = (4 - blend.weight, blend.weight)
        let cb = chroma[blend.first * 2] * left + chroma[blend.second * 2] * right
        let cr = chroma[blend.first * 2 + 1] * left + chroma[blend.second * 2 + 1] * right
        let level = luma[Int(levels[x])]
        target[x] = SIMD4(
          Self.byte(level + redOfCr[cr]),
          Self.byte(level + greenOfCr[cr] + greenOfCb[cb]),
          Self.byte(level + blueOfCb[cb]),
          255
        )
      }
    }
  }

  /// The nearest byte to a level in units of 1/65536.
  @inline(__always)
  private static func byte(_ level: Int32) -> UInt8 { UInt8(clamping: (level + 32768) >> 16) }
}
