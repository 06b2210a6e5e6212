import StrataBase
import StrataKernels

/// The numbers from which the pixels of a paint are computed, for renderers that compute them on another device.
///
/// They are those of the kernels, so that a device with whole numbers of 32 bits gives the same bytes.
package enum PaintRecipe {
  case color(PremultipliedColor)
  case picture(PictureRows)
  case projected(ProjectiveRows)
  case gradient(GradientRows)
  /// Pixels that only ``Painter`` computes.
  case other
}

extension PreparedPaint {
  package var recipe: PaintRecipe {
    switch content {
    case .solid(let color): .color(color)
    case .gradient(let gradient): GradientRows(gradient).map { .gradient($0) } ?? .other
    case .image(let image):
      PictureRows(image).map { .picture($0) } ?? ProjectiveRows(image).map { .projected($0) } ?? .other
    }
  }

  /// Brings the pixels of a picture into main memory, if they are on a device (see ``PixelBuffer/fetch()``).
  package func fetchPixels() {
    if case .image(let image) = content { image.pixels.fetch() }
  }
}

/// Samples of a picture along rows of the device, under an affine map.
///
/// Places are source pixels in 32.32 fixed point. Pixel x of a row y is at `start(ofRow: y) + step · x`: the pixel there, or,
/// if the samples are bilinear, the one to the left and above, whose neighbours have the weights of the upper eight bits of
/// the fractions.
package struct PictureRows {
  private enum Origin {
    /// The place of the device's pixel (0, 0).
    case fixed(x: Int64, y: Int64)
    /// A map, and half a weight to round places.
    case mapped(ImageRows, less: Double, plus: Int64)
  }

  package let pixels: PixelBuffer
  /// The pixels that are read, with both ends; places beyond them are moved to them.
  package let edges: (minX: Int32, minY: Int32, maxX: Int32, maxY: Int32)
  package let step: (x: Int64, y: Int64)
  package let isNearest: Bool
  /// The factors of 0...255 that multiply the channels of a sample, in memory order.
  package let factors: UInt32
  private let origin: Origin

  /// Nil for samples under a perspective, of a picture that repeats, and between halved copies.
  init?(_ image: ImageSampler) {
    guard !image.isEmpty else { return nil }
    let one: Int64 = 1 << 32
    switch image.method {
    case .direct(let x, let y):
      (origin, step, isNearest) = (.fixed(x: Int64(x) << 32, y: Int64(y) << 32), (one, 0), true)
    case .shifted(let shift):
      (origin, step, isNearest) = (.fixed(x: shift.fixedX, y: shift.fixedY), (one, 0), false)
    case .linear where image.map.isAffine:
      origin = .mapped(image.rows, less: 0.5, plus: ImageRows.halfWeight)
      (step, isNearest) = (Self.step(image.map), false)
    case .nearest:
      (origin, step, isNearest) = (.mapped(image.rows, less: 0, plus: 0), Self.step(image.map), true)
    case .linear, .projective, .trilinear, .repeated, .free: return nil
    }
    (pixels, factors) = (image.pixels, image.factors)
    edges = (image.rows.minX, image.rows.minY, image.rows.maxX, image.rows.maxY)
  }

  private static func step(_ map: Projective) -> (x: Int64, y: Int64) {
    (ImageRows.fixed(map.m11), ImageRows.fixed(map.m12))
  }

  /// The place of pixel 0 of a row of the device.
  package func start(ofRow y: Int) -> (x: Int64, y: Int64) {
    switch origin {
    case .fixed(let x, let top): return (x, top &+ Int64(y) << 32)
    case .mapped(let rows, let half, let rounding):
      let start = rows.fixedStart(y, less: half)
      return (start.x &+ rounding, start.y &+ rounding)
    }
  }
}

/// The parameters of a gradient along rows of the device.
///
/// Three numbers of pixel x of a row y are `start(ofRow: y) + step · (x + 0.5)`. The first two, divided by the third, are a
/// place: its first coordinate is the parameter, or its length, or its angle in turns less ``zero``. Nothing is painted where
/// the third number is not above 10⁻⁹.
package struct GradientRows {
  package enum Kind: UInt32, Sendable { case axial, radial, conic }

  package let kind: Kind
  /// Nine numbers for each piece: the parameter at its end, its straight colour at 0, the slope.
  package let pieces: [Float]
  /// The angle of parameter 0 of a conic gradient, in turns.
  package let zero: Double
  package let step: SIMD3<Double>
  private let map: Projective
  /// The coordinates are `(place − origin) · axes`.
  private let axes: (RasterPoint, RasterPoint)
  private let origin: RasterPoint

  /// Nil for gradients between circles, and those that end.
  init?(_ gradient: GradientSampler) {
    guard gradient.extendsStart, gradient.extendsEnd, !gradient.pieces.isEmpty else { return nil }
    var (zero, axes) = (0.0, (RasterPoint(1, 0), RasterPoint(0, 1)))
    switch gradient.geometry {
    case .axial(let start, let end):
      let axis = end - start
      let length = (axis * axis).sum()
      // Rendering GR-6 has the last colour everywhere.
      guard length > 0 else { return nil }
      (kind, origin, axes) = (.axial, start, (axis / length, .zero))
    case .ellipse(let center, let radii):
      guard radii.x != 0, radii.y != 0 else { return nil }
      (kind, origin, axes) = (.radial, center, (RasterPoint(1 / radii.x, 0), RasterPoint(0, 1 / radii.y)))
    case .conic(let center, let end):
      let ray = end - center
      (kind, origin, zero) = (.conic, center, strata_turns(ray.x, ray.y))
    case .circles: return nil
    }
    (self.zero, self.axes, pieces, map) = (zero, axes, gradient.pieces, gradient.map)
    step = Self.numbers(SIMD3(map.m11, map.m12, map.m13), origin, axes)
  }

  /// The numbers of a place in homogeneous coordinates.
  private static func numbers(
    _ place: SIMD3<Double>,
    _ origin: RasterPoint,
    _ axes: (RasterPoint, RasterPoint)
  ) -> SIMD3<Double> {
    let moved = RasterPoint(place.x - origin.x * place.z, place.y - origin.y * place.z)
    return SIMD3((moved * axes.0).sum(), (moved * axes.1).sum(), place.z)
  }

  /// The numbers of the left edge of pixel 0 of a row of the device.
  package func start(ofRow y: Int) -> SIMD3<Double> {
    let middle = Double(y) + 0.5
    let place = SIMD3(
      middle * map.m21 + map.m31,
      middle * map.m22 + map.m32,
      middle * map.m23 + map.m33
    )
    return Self.numbers(place, origin, axes)
  }
}
