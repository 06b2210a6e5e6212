import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// A layer with a picture on an empty stage, as layers draw it and as a context filters the picture of the layer.
struct FilteredStage {
  static let size = CGSize(width: 96, height: 88)
  static let frame = CGRect(x: 20, y: 24, width: 48, height: 40)

  let origin: OfflineRenderer.Origin
  let scale: CGFloat
  let root = CALayer()
  let layer = CALayer()

  init(origin: OfflineRenderer.Origin = .bottomLeft, scale: CGFloat = 1) {
    (self.origin, self.scale) = (origin, scale)
    root.frame = CGRect(origin: .zero, size: Self.size)
    layer.frame = Self.frame
    let (width, height) = (Int(Self.frame.width * scale), Int(Self.frame.height * scale))
    layer.contents = Self.picture(width, height)
    root.addSublayer(layer)
  }

  /// Opaque colours without any symmetry, with an inset that is half transparent.
  static func picture(_ width: Int, _ height: Int) -> CGImage? {
    Picture.image(width, height) { x, y in
      let isVeiled = x > 10 && x < 22 && y > 8 && y < 14
      return SIMD4(
        UInt8((x * 5 + y * 2) % 256),
        UInt8((x * x + y * 7) / 3 % 256),
        UInt8((x * 3 + y * y + 80) / 2 % 256),
        isVeiled ? 120 : 255
      )
    }
    .cgImage
  }

  /// The pixels of the whole stage at a time.
  func drawn(at time: Double = 0, threads: Int = 1) throws -> CGImage {
    try OfflineRenderer(layer: root, size: Self.size, scale: scale, origin: origin, threads: threads)
      .image(at: time)
  }

  /// The unfiltered layer as an image in the layer's plane, a unit for a pixel.
  func picture() throws -> CIImage {
    let filters = layer.filters
    layer.filters = nil
    defer { layer.filters = filters }
    let image = CIImage(cgImage: try drawn())
    return image.transformed(by: toLayer).cropped(to: bounds)
  }

  /// The layer's bounds in pixels.
  var bounds: CGRect {
    CGRect(x: 0, y: 0, width: Self.frame.width * scale, height: Self.frame.height * scale)
  }

  /// From the plane of the stage's picture, y up, to that of the layer.
  private var toLayer: CGAffineTransform {
    let (x, y) = (-Self.frame.minX * scale, -Self.frame.minY * scale)
    guard origin == .topLeft else { return CGAffineTransform(1, 0, 0, 1, x, y) }
    return CGAffineTransform(1, 0, 0, -1, x, Self.size.height * scale + y)
  }

  /// The stage's pixels with an image of the layer's plane.
  func stage(_ image: CIImage) -> CGImage? {
    let area = CGRect(x: 0, y: 0, width: Self.size.width * scale, height: Self.size.height * scale)
    return CIContext.plain.createCGImage(image.transformed(by: toLayer.inverted()), from: area)
  }
}

/// The greatest difference of a byte of two pictures of one size.
func difference(_ a: CGImage?, _ b: CGImage?) -> Int {
  guard let a = a?.dataProvider?.data as Data?, let b = b?.dataProvider?.data as Data?, a.count == b.count
  else { return 256 }
  return zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}

/// The mean difference of the bytes of two pictures of one size.
func meanDifference(_ a: CGImage?, _ b: CGImage?) -> Double {
  guard let a = a?.dataProvider?.data as Data?, let b = b?.dataProvider?.data as Data?, a.count == b.count
  else { return 256 }
  return Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(max(a.count, 1))
}

extension CIFilter {
  /// Gives inputs values that suit a picture of 48 × 40 points times a scale.
  func fit(_ scale: Double = 1) {
    let kind = attributes[kCIAttributeFilterName] as? String
    for (i, key) in inputKeys.enumerated() {
      let input = attributes[key] as? [String: Any]
      let corners = [
        "inputTopLeft": (5, 36), "inputTopRight": (42, 38), "inputBottomRight": (45, 3),
        "inputBottomLeft": (2, 6), "inputBreakpoint0": (10, 12), "inputBreakpoint1": (30, 28),
        "inputGrowAmount": (6, 5), "inputPoint0": (4, 6), "inputPoint1": (40, 30),
        "inputInsetPoint0": (16, 12), "inputInsetPoint1": (30, 24),
      ]
      switch input?[kCIAttributeType] as? String {
      // The one length that Apple's attributes call a scalar.
      case kCIAttributeTypeScalar where key == kCIInputRadiusKey && kind == "CIGaussianBlur",
        kCIAttributeTypeDistance:
        setValue(scale * Double(4 + i), forKey: key)
      case kCIAttributeTypeAngle: setValue(0.7, forKey: key)
      case kCIAttributeTypeRectangle:
        setValue(CIVector(x: 4 * scale, y: 6 * scale, z: 30 * scale, w: 20 * scale), forKey: key)
      case kCIAttributeTypePosition, kCIAttributeTypeOffset:
        guard !key.hasSuffix("Neutral"), kind != "CIToneCurve"
        else { continue }
        let place = corners[key] ?? (22, 18)
        setValue(CIVector(x: Double(place.0) * scale, y: Double(place.1) * scale), forKey: key)
      default: continue
      }
    }
  }
}
