import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer

/// The picture of a layer tree at one time, in bytes.
struct Shot: Equatable {
  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]

  /// Hosts a root layer and draws it; width and height are pixels.
  init(
    _ root: CALayer,
    _ width: Int,
    _ height: Int,
    at time: Double = 0,
    scale: CGFloat = 1,
    origin: OfflineRenderer.Origin = .topLeft,
    over background: CGColor? = nil,
    threads: Int = 1
  ) throws {
    let size = CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale)
    let renderer = OfflineRenderer(layer: root, size: size, scale: scale, origin: origin, threads: threads)
    renderer.backgroundColor = background
    try self.init(renderer, at: time)
  }

  init(_ renderer: OfflineRenderer, at time: Double = 0) throws {
    (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
    bytes = [UInt8](repeating: 0, count: width * height * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
  }

  /// The pixels that a layer draws into a bitmap context of this size, with y pointing up, after a preparation of it.
  init(
    drawing layer: CALayer,
    _ width: Int,
    _ height: Int,
    after prepare: (CGContext) -> Void = { _ in }
  ) throws {
    (self.width, self.height) = (width, height)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { memory in
      let context = CGContext(
        data: memory.baseAddress,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      guard let context else { return }
      prepare(context)
      layer.render(in: context)
    }
    self.bytes = bytes
  }

  /// Red, green, blue and alpha, counted from the upper left corner.
  subscript(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }

  func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[(y * width + x) * 4 + 3] }

  /// How many pixels are touched.
  var painted: Int { stride(from: 3, to: bytes.count, by: 4).count { bytes[$0] != 0 } }

  /// The sum of all coverages.
  var area: Double { stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Double(bytes[$1]) / 255 } }

  /// The box around the pixels that are not transparent: left, top, right, bottom.
  var box: [Int]? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      for x in 0..<width where alpha(x, y) != 0 {
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
    }
    return right < 0 ? nil : [left, top, right + 1, bottom + 1]
  }

  /// The largest difference of any byte; nil if the sizes differ.
  func distance(to other: Shot) -> Int? {
    guard width == other.width, height == other.height else { return nil }
    return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// True if each byte is within `levels` of the expected one.
func close(_ a: [UInt8], _ b: [Int], within levels: Int = 1) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs(Int($0) - $1) <= levels }
}

/// A root without a picture of its own, and sublayers.
func stage(_ width: Double, _ height: Double, _ layers: CALayer...) -> CALayer {
  let root = box(0, 0, width, height)
  for layer in layers { root.addSublayer(layer) }
  return root
}

/// Sets the geometry that `box` gives a plain layer on a layer of another class.
func place<Layer: CALayer>(
  _ layer: Layer,
  _ x: Double,
  _ y: Double,
  _ width: Double,
  _ height: Double,
  _ edit: (Layer) -> Void = { _ in }
) -> Layer {
  layer.anchorPoint = .zero
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.position = CGPoint(x: x, y: y)
  edit(layer)
  return layer
}

/// An image whose pixels are given row by row, straight red, green, blue and alpha from 0 to 255.
func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> (Int, Int, Int, Int)) -> CGImage? {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let (r, g, b, a) = pixel(x, y)
      bytes += [r * a / 255, g * a / 255, b * a / 255, a].map { UInt8($0) }
    }
  }
  return CGDataProvider(data: Data(bytes) as CFData).flatMap {
    CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: $0,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}

/// A square image of one colour, given as bytes.
func solid(_ color: [UInt8], _ side: Int = 2) -> CGImage? {
  let buffer = ContentsBuffer(width: side, height: side)
  buffer.write { pixels, rowBytes in
    for y in 0..<side {
      for x in 0..<side * 4 { pixels[y * rowBytes + x] = color[x % 4] }
    }
  }
  return buffer.image
}

func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

func color(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor {
  CGColor(red: r, green: g, blue: b, alpha: a)
}

let white = color(1, 1, 1)
let black = color(0, 0, 0)
