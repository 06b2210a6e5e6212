public import CoreGraphics
public import Foundation
public import ImageIO
import StrataBase

extension CIImage {
  /// Returns the part of the image inside a rectangle, enlarged to whole pixels.
  ///
  /// Its place stays: the origin of its extent is that of the rectangle.
  public func cropped(to rect: CGRect) -> CIImage {
    let part = PixelRect(covering: rect)
    if part.contains(node.extent) { return self }
    return CIImage(node: AreaNode.crop(node, to: part)).sampled(as: self)
  }

  /// Returns the image with a transform applied to its plane, sampled bilinearly, or as ``samplingNearest()`` says.
  ///
  /// A transform without an inverse, or with numbers that are not finite, gives an empty image.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    transformed(by: matrix, highQualityDownsample: false)
  }

  /// Returns the image with a transform applied to its plane; `highQualityDownsample` has no effect.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    if matrix.isIdentity { return self }
    let map = Projective(
      a: Double(matrix.a),
      b: Double(matrix.b),
      c: Double(matrix.c),
      d: Double(matrix.d),
      tx: Double(matrix.tx),
      ty: Double(matrix.ty)
    )
    return projected(by: map).sampled(as: self)
  }

  /// Returns an image of infinite extent that repeats the pixels at the edges of this one.
  public func clampedToExtent() -> CIImage { clamped(to: extent) }

  /// Returns an image of infinite extent that shows this one inside a rectangle, and repeats the pixels at the edges.
  public func clamped(to rect: CGRect) -> CIImage {
    let part = PixelRect(covering: rect)
    if node.extent.contains(.world), part.contains(.world) { return self }
    return CIImage(node: AreaNode.clamp(node, to: part)).sampled(as: self)
  }

  /// Returns the image with its pixels taken as they are by transforms and distortions: each shows the nearest one.
  ///
  /// Crops and transforms of the image keep this, and so do filters that change each pixel by itself. Any other filter works
  /// as always, and its result is sampled bilinearly.
  public func samplingNearest() -> CIImage {
    node is NearestNode ? self : CIImage(node: NearestNode(node), colorSpace: colorSpace)
  }

  /// Returns the image sampled bilinearly by transforms and distortions, as images are at first.
  public func samplingLinear() -> CIImage {
    guard let node = node as? NearestNode else { return self }
    return CIImage(node: node.inputs[0], colorSpace: colorSpace)
  }

  /// Returns this image drawn over another one.
  public func composited(over dest: CIImage) -> CIImage { Composite.sourceOver.image(self, dest) }

  /// Returns the output of a filter whose `inputImage` is this image; an empty image if there is none.
  ///
  /// `params` are values by input keys; a key that the filter does not have is ignored, as are values of wrong types.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
    guard let filter = CIFilter(name: filterName, parameters: params) else {
      Diagnostics.report("there is no filter \(filterName)")
      return .empty()
    }
    if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(self, forKey: kCIInputImageKey) }
    return filter.outputImage ?? .empty()
  }

  /// Returns the output of a filter with default values; see ``applyingFilter(_:parameters:)``.
  public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

  /// Returns the image blurred by a Gaussian of a standard deviation in pixels.
  public func applyingGaussianBlur(sigma: Double) -> CIImage { blurred(sigma: sigma) }

  /// Returns the image with colours multiplied by alpha.
  public func premultiplyingAlpha() -> CIImage {
    pointwise { _ in RowKernel { Pixel($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) } }
  }

  /// Returns the image with colours divided by alpha.
  public func unpremultiplyingAlpha() -> CIImage { pointwise { _ in RowKernel { $0.straight } } }

  /// Returns the image with alpha 1 inside a rectangle, and 0 outside.
  public func settingAlphaOne(in extent: CGRect) -> CIImage {
    let rect = PixelRect(covering: extent)
    return CIImage(node: MixNode([node], extent: rect) { _ in MixKernel(inputs: 1) { $0[0].with(alpha: 1) } })
  }

  /// Returns the image itself: intermediate images are kept as long as a rendering needs them.
  public func insertingIntermediate() -> CIImage { self }

  /// Returns the image itself, as ``insertingIntermediate()``; `cache` is a hint that no picture depends on.
  public func insertingIntermediate(cache: Bool) -> CIImage { self }
}

// What the rows of filters build their graphs of.
extension CIImage {
  /// The image, sampled in the way in which another one is.
  func sampled(as other: CIImage) -> CIImage { other.node is NearestNode ? samplingNearest() : self }

  /// The image with each pixel changed by itself, sampled as before.
  func pointwise(_ kernel: @escaping @Sendable (WorkingSpace) -> RowKernel) -> CIImage {
    // The samples of changed pixels are the changed samples, if none is a mixture.
    CIImage(node: PointNode(node, kernel)).sampled(as: self)
  }

  /// The image with each straight colour changed by itself.
  func straight(_ body: @escaping @Sendable (Pixel) -> Pixel) -> CIImage {
    pointwise { _ in RowKernel.straight(body) }
  }

  /// The image with each straight colour changed in the encoding of sRGB, whatever the working space is.
  func encoded(_ body: @escaping @Sendable (Pixel) -> Pixel) -> CIImage {
    pointwise { space in
      guard space == .linear else { return RowKernel.straight(body) }
      return RowKernel.straight { TransferCurve.linear(body(TransferCurve.encoded($0))) }
    }
  }

  /// The image with each straight colour changed in an RGB space; nil stands for the working space.
  func straight(in space: CGColorSpace?, _ body: @escaping @Sendable (Pixel) -> Pixel) -> CIImage {
    guard let space, space.model == .rgb else { return straight(body) }
    let conversion = SpaceConversion(space)
    return pointwise { working in
      RowKernel { p in conversion.pixel(body(conversion.components(of: p, in: working)), in: working) }
    }
  }

  /// The combination of the same pixels of several images.
  @inline(__always)
  static func mixing(
    _ images: [CIImage],
    extent: PixelRect,
    _ body: @escaping @Sendable (_ pixels: UnsafePointer<Pixel>) -> Pixel
  ) -> CIImage {
    let kernel = MixKernel(inputs: images.count, body)
    return CIImage(node: MixNode(images.map(\.node), extent: extent) { _ in kernel })
  }

  /// The combination of rows of two images.
  static func mixing(_ a: CIImage, _ b: CIImage, extent: PixelRect, _ kernel: MixKernel) -> CIImage {
    CIImage(node: MixNode([a.node, b.node], extent: extent) { _ in kernel })
  }

  /// The image mapped by a projective map of the plane, sampled bilinearly; empty if the map has no inverse.
  func projected(by map: Projective) -> CIImage {
    guard let inverse = map.inverted(), map.isFinite, inverse.isFinite else { return .empty() }
    let extent =
      node.extent.contains(.world) ? .world : PixelRect(covering: map.bounds(of: node.extent.cgRect))
    if inverse.isAffine { return CIImage(node: AreaNode.affine(node, extent: extent, inverse)) }
    return CIImage(
      node: AreaNode.warp(node, extent: extent, needs: { inverse.bounds(of: $0.cgRect) }) { p in
        let q = inverse.apply(p.x, p.y)
        // Behind the horizon there is nothing.
        return q.w > 1e-9 ? SIMD2(q.x / q.w, q.y / q.w) : SIMD2(repeating: .nan)
      }
    )
  }
}

extension Projective {
  /// True if all numbers are finite.
  var isFinite: Bool {
    [m11, m12, m13, m21, m22, m23, m31, m32, m33].allSatisfy(\.isFinite)
  }

  /// The bounds of the image of a rectangle; infinite if the horizon of the map cuts it.
  func bounds(of rect: CGRect) -> CGRect {
    if rect.isNull { return .null }
    let corners = [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY),
    ]
    .map { apply(Double($0.0), Double($0.1)) }
    guard corners.allSatisfy({ $0.w > 1e-9 }) || corners.allSatisfy({ $0.w < -1e-9 }) else {
      return .infinite
    }
    let (xs, ys) = (corners.map { $0.x / $0.w }, corners.map { $0.y / $0.w })
    guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let high = ys.max() else {
      return .null
    }
    return CGRect(x: left, y: low, width: right - left, height: high - low)
  }

  /// The map of the corners of a rectangle to four points (Heckbert 1989): lower left, lower right, upper right, upper
  /// left; nil for an empty rectangle.
  init?(_ rect: CGRect, to corners: [CGPoint]) {
    guard corners.count == 4, rect.width > 0, rect.height > 0 else { return nil }
    let p = corners.map { SIMD2(Double($0.x), Double($0.y)) }
    let sum = p[0] - p[1] + p[2] - p[3]
    let (d1, d2) = (p[1] - p[2], p[3] - p[2])
    let determinant = d1.x * d2.y - d2.x * d1.y
    guard determinant != 0, determinant.isFinite else { return nil }
    let g = (sum.x * d2.y - d2.x * sum.y) / determinant
    let h = (d1.x * sum.y - sum.x * d1.y) / determinant
    let (u, v) = (p[1] - p[0] + p[1] * g, p[3] - p[0] + p[3] * h)
    let unit = Projective(
      m11: u.x,
      m12: u.y,
      m13: g,
      m21: v.x,
      m22: v.y,
      m23: h,
      m31: p[0].x,
      m32: p[0].y,
      m33: 1
    )
    let (width, height) = (Double(rect.width), Double(rect.height))
    self = Projective(
      a: 1 / width,
      b: 0,
      c: 0,
      d: 1 / height,
      tx: -Double(rect.minX) / width,
      ty: -Double(rect.minY) / height
    ).concatenating(unit)
  }
}

extension CIImage {
  /// Returns the image upright, if its pixels lie in an orientation; the lower left corner of the extent stays.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// Returns the image upright, if its pixels lie in an orientation of Exif, 1 to 8; the image itself for other numbers.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// Returns the transform that ``oriented(_:)`` applies.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    let turn = orientation.transform
    guard !extent.isInfinite, !extent.isNull else { return turn }
    let turned = extent.applying(turn)
    let move = CGAffineTransform(
      translationX: extent.minX - turned.minX,
      y: extent.minY - turned.minY
    )
    return turn.concatenating(move)
  }

  /// Returns the transform that ``oriented(forExifOrientation:)`` applies.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    let known = UInt32(exactly: orientation).flatMap { CGImagePropertyOrientation(rawValue: $0) }
    return orientationTransform(for: known ?? .up)
  }
}

extension CGImagePropertyOrientation {
  /// The turn about the origin of a plane with y up that brings pixels of this orientation upright.
  fileprivate var transform: CGAffineTransform {
    switch self {
    case .up: .identity
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0)
    case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
    case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    }
  }
}

// Spaces of colours, and what an image is made of.
extension CIImage {
  /// Returns the image with its components, which are those of an RGB space, as the working space has them.
  ///
  /// Returns nil for spaces of another model.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    guard colorSpace.model == .rgb else { return nil }
    let conversion = SpaceConversion(colorSpace)
    return pointwise { conversion.reading(isPremultiplied: true, in: $0) }
  }

  /// Returns the image with components of an RGB space in the place of those of the working space.
  ///
  /// Returns nil for spaces of another model.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    guard colorSpace.model == .rgb else { return nil }
    let conversion = SpaceConversion(colorSpace)
    return pointwise { working in RowKernel { conversion.components(of: $0, in: working).premultiplied } }
  }

  /// Returns the pixels of an image that are needed for a rectangle of this one: null if there are none, infinite if there
  /// is no bound.
  ///
  /// The other image is one that this one is made of.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
    RenderPlan.region(of: image.node, for: PixelRect(covering: rect), of: node, most: .max).cgRect
  }
}
