public import Foundation
import StrataBase

/// An affine mapping of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct CGAffineTransform: Hashable, Sendable {
  /// The factor of x in x'.
  public var a: CGFloat
  /// The factor of x in y'.
  public var b: CGFloat
  /// The factor of y in x'.
  public var c: CGFloat
  /// The factor of y in y'.
  public var d: CGFloat
  /// The translation along x.
  public var tx: CGFloat
  /// The translation along y.
  public var ty: CGFloat

  /// Creates a transform whose six numbers are all zero.
  public init() {
    (a, b, c, d, tx, ty) = (0, 0, 0, 0, 0, 0)
  }

  /// Creates a transform from its six numbers.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates a transform from its six numbers.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Creates a translation.
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(1, 0, 0, 1, tx, ty)
  }

  /// Creates a scale about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(sx, 0, 0, sy, 0, 0)
  }

  /// Creates a rotation about the origin, in radians from the x axis towards the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(cosine, sine, -sine, cosine, 0, 0)
  }

  /// The transform that maps every point to itself.
  public static let identity = CGAffineTransform(1, 0, 0, 1, 0, 0)

  /// True if this is exactly the identity.
  public var isIdentity: Bool { self == .identity }

  /// The factor by which areas grow; negative if the transform mirrors.
  package var determinant: CGFloat { a * d - b * c }

  /// Returns this transform with a translation applied before it.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }

  /// Returns this transform with a scale applied before it.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// Returns this transform with a rotation (radians) applied before it.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that applies this one first and `t2` second.
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a * t2.a + b * t2.c,
      a * t2.b + b * t2.d,
      c * t2.a + d * t2.c,
      c * t2.b + d * t2.d,
      tx * t2.a + ty * t2.c + t2.tx,
      tx * t2.b + ty * t2.d + t2.ty
    )
  }

  /// Returns the inverse, or this transform if it has no inverse.
  public func inverted() -> CGAffineTransform {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return self }
    let scale = 1 / determinant
    guard scale.isFinite else { return self }
    return CGAffineTransform(
      d * scale,
      -b * scale,
      -c * scale,
      a * scale,
      (c * ty - d * tx) * scale,
      (b * tx - a * ty) * scale
    )
  }
}

extension CGAffineTransform: Codable {
  /// Reads six numbers from an unkeyed container.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    a = try values.decode(CGFloat.self)
    b = try values.decode(CGFloat.self)
    c = try values.decode(CGFloat.self)
    d = try values.decode(CGFloat.self)
    tx = try values.decode(CGFloat.self)
    ty = try values.decode(CGFloat.self)
  }

  /// Writes the six numbers into an unkeyed container.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for value in [a, b, c, d, tx, ty] { try values.encode(value) }
  }
}

/// The parts of an affine transform, in order of application: scale, horizontal shear, rotation, translation.
public struct CGAffineTransformComponents: Hashable, Sendable {
  /// The factors along x and y.
  public var scale: CGSize
  /// The shear along x for each unit of y.
  public var horizontalShear: CGFloat
  /// The rotation in radians.
  public var rotation: CGFloat
  /// The translation.
  public var translation: CGVector

  /// Creates components; the defaults are those of the identity.
  public init(
    scale: CGSize = .init(width: 1, height: 1),
    horizontalShear: CGFloat = 0,
    rotation: CGFloat = 0,
    translation: CGVector = .zero
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Creates the transform that scales, shears, rotates and translates, in this order.
  public init(_ components: CGAffineTransformComponents) {
    let (scale, shear) = (components.scale, components.horizontalShear)
    self = CGAffineTransform(scaleX: scale.width, y: scale.height)
      .concatenating(CGAffineTransform(1, 0, shear, 1, 0, 0))
      .concatenating(CGAffineTransform(rotationAngle: components.rotation))
    tx = components.translation.dx
    ty = components.translation.dy
  }

  /// Returns the scale, shear, rotation and translation whose composition is this transform.
  ///
  /// This is a QR decomposition of the linear part; a mirroring transform gets a negative height.
  public func decomposed() -> CGAffineTransformComponents {
    let width = hypot(a, b)
    guard width > 0 else {
      // The x axis has no length; the y axis gives the rotation.
      let height = hypot(c, d)
      return CGAffineTransformComponents(
        scale: CGSize(width: 0, height: height),
        rotation: height > 0 ? atan2(-c, d) : 0,
        translation: CGVector(dx: tx, dy: ty)
      )
    }
    let height = determinant / width
    let along = (a * c + b * d) / width
    return CGAffineTransformComponents(
      scale: CGSize(width: width, height: height),
      horizontalShear: height == 0 ? 0 : along / height,
      rotation: atan2(b, a),
      translation: CGVector(dx: tx, dy: ty)
    )
  }
}
