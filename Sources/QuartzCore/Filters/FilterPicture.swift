public import CoreGraphics
public import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// The pixels that a program's filter reads and writes: premultiplied, gamma-encoded sRGB, row 0 at the top.
///
/// A picture is valid during the call that receives it.
public struct FilterPicture {
  let pixels: PixelBuffer
  private let toLayer: Projective
  private let fromLayer: Projective?
  private let x: Int
  private let y: Int
  /// True once the program has had the bytes to write, in which a colour may be above alpha.
  private(set) var wasWrittenInBytes = false

  /// The number of columns.
  public var width: Int { pixels.width }
  /// The number of rows.
  public var height: Int { pixels.height }
  /// The bounds of the filtered layer, in its points.
  public let bounds: CGRect

  init(_ pixels: PixelBuffer, _ call: FilterCall) {
    self.pixels = pixels
    (toLayer, x, y, bounds) = (call.toLayer, call.x, call.y, call.bounds)
    fromLayer = call.toLayer.inverted()
  }

  /// Red, green, blue and alpha of a pixel, each 0 to 1, colour multiplied by alpha.
  ///
  /// Pixels outside of the picture are transparent, and writing there does nothing.
  public subscript(column: Int, row: Int) -> SIMD4<Float> {
    get {
      guard column >= 0, row >= 0, column < pixels.width, row < pixels.height else { return .zero }
      let word = pixels.row(row).load(fromByteOffset: column * 4, as: UInt32.self)
      return SIMD4(
        Float(word & 255),
        Float((word >> 8) & 255),
        Float((word >> 16) & 255),
        Float(word >> 24)
      ) / 255
    }
    set {
      guard column >= 0, row >= 0, column < pixels.width, row < pixels.height else { return }
      pixels.row(row).storeBytes(
        of: PremultipliedColor(clamping: newValue).rgba8,
        toByteOffset: column * 4,
        as: UInt32.self
      )
    }
  }

  /// Returns the colour at a place, interpolated between four pixels; `(0.5, 0.5)` is the centre of the first pixel.
  public func color(atX px: Double, y py: Double) -> SIMD4<Float> {
    guard abs(px) < 1e9, abs(py) < 1e9 else { return .zero }
    let (left, top) = ((px - 0.5).rounded(.down), (py - 0.5).rounded(.down))
    let (u, v) = (Float(px - 0.5 - left), Float(py - 0.5 - top))
    let (i, j) = (Int(left), Int(top))
    let upper = self[i, j] * (1 - u) + self[i + 1, j] * u
    let lower = self[i, j + 1] * (1 - u) + self[i + 1, j + 1] * u
    return upper * (1 - v) + lower * v
  }

  /// Returns the layer's point at a place of the picture; `(0.5, 0.5)` is the centre of the first pixel.
  public func point(atX px: Double, y py: Double) -> CGPoint {
    let p = toLayer.apply(Double(x) + px, Double(y) + py)
    return CGPoint(x: p.x, y: p.y)
  }

  /// Returns the place of a point of the layer in the picture.
  public func place(of point: CGPoint) -> (x: Double, y: Double) {
    guard let fromLayer else { return (0, 0) }
    let p = fromLayer.apply(Double(point.x), Double(point.y))
    return (p.x - Double(x), p.y - Double(y))
  }

  /// The distance between rows, in bytes.
  public var bytesPerRow: Int { pixels.rowBytes }

  /// Calls `body` with the bytes of the pixels: red, green, blue, alpha, rows ``bytesPerRow`` apart.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(pixels) {
      try body(UnsafeRawBufferPointer(start: pixels.base, count: pixels.byteCount))
    }
  }

  /// Calls `body` with the bytes of the pixels for writing; when the filter is done, colours are limited to alpha.
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    wasWrittenInBytes = true
    return try withExtendedLifetime(pixels) {
      try body(UnsafeMutableRawBufferPointer(start: pixels.base, count: pixels.byteCount))
    }
  }
}

/// The inputs of a program's filter at the moment that is drawn.
public struct FilterInputs {
  private let values: [String: FilterInput]
  /// The progress of a transition, from 0 to 1; nil outside of transitions.
  public let progress: CGFloat?
  /// The picture that a transition ends with; nil outside of transitions.
  public let target: FilterPicture?

  init(_ values: [String: FilterInput], progress: Double? = nil, target: FilterPicture? = nil) {
    (self.values, self.progress, self.target) = (values, progress.map { CGFloat($0) }, target)
  }

  /// The names of the set inputs, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// Returns a number; `inputTime` is a transition's progress.
  public func number(_ key: String, default value: Double = 0) -> Double {
    if key == "inputTime", let progress { return Double(progress) }
    if case .number(let number)? = values[key], number.isFinite { return number }
    return value
  }

  /// Returns a point, given as one or as two numbers.
  public func point(_ key: String) -> CGPoint? {
    switch values[key] {
    case .point(let point)?: point
    case .numbers(let numbers)? where numbers.count == 2: CGPoint(x: numbers[0], y: numbers[1])
    default: nil
    }
  }

  /// Returns a list of numbers.
  public func numbers(_ key: String) -> [Double]? {
    if case .numbers(let numbers)? = values[key] { numbers } else { nil }
  }

  /// Returns a colour as straight red, green, blue and alpha in sRGB.
  public func color(_ key: String) -> SIMD4<Float>? {
    if case .color(let color)? = values[key] { color.extendedSRGB } else { nil }
  }

  /// Returns an image.
  public func image(_ key: String) -> CGImage? {
    if case .image(let image)? = values[key] { image } else { nil }
  }

  /// Returns a string.
  public func string(_ key: String) -> String? {
    if case .string(let text)? = values[key] { text } else { nil }
  }
}
