public import CoreGraphics
public import Foundation

/// A 4 by 4 matrix that maps points of space, written as rows: `[x y z 1] * M`, divided by w.
///
/// Translation is the fourth row, perspective the fourth column. Angles are radians; a positive rotation about z
/// turns the x axis towards the y axis.
public struct CATransform3D: Sendable, Hashable {
  /// The entry in row 1, column 1.
  public var m11: CGFloat
  /// The entry in row 1, column 2.
  public var m12: CGFloat
  /// The entry in row 1, column 3.
  public var m13: CGFloat
  /// The entry in row 1, column 4: perspective along x.
  public var m14: CGFloat
  /// The entry in row 2, column 1.
  public var m21: CGFloat
  /// The entry in row 2, column 2.
  public var m22: CGFloat
  /// The entry in row 2, column 3.
  public var m23: CGFloat
  /// The entry in row 2, column 4: perspective along y.
  public var m24: CGFloat
  /// The entry in row 3, column 1.
  public var m31: CGFloat
  /// The entry in row 3, column 2.
  public var m32: CGFloat
  /// The entry in row 3, column 3.
  public var m33: CGFloat
  /// The entry in row 3, column 4: perspective along z, `-1 / d` for a viewer at the distance d.
  public var m34: CGFloat
  /// The entry in row 4, column 1: the translation along x, in points.
  public var m41: CGFloat
  /// The entry in row 4, column 2: the translation along y, in points.
  public var m42: CGFloat
  /// The entry in row 4, column 3: the translation along z, in points.
  public var m43: CGFloat
  /// The entry in row 4, column 4.
  public var m44: CGFloat

  /// Makes a matrix of sixteen zeros; the identity is `CATransform3DIdentity`.
  @inlinable
  public init() {
    self.init(
      m11: 0,
      m12: 0,
      m13: 0,
      m14: 0,
      m21: 0,
      m22: 0,
      m23: 0,
      m24: 0,
      m31: 0,
      m32: 0,
      m33: 0,
      m34: 0,
      m41: 0,
      m42: 0,
      m43: 0,
      m44: 0
    )
  }

  /// Makes a matrix from its sixteen entries, row by row.
  @inlinable
  public init(
    m11: CGFloat,
    m12: CGFloat,
    m13: CGFloat,
    m14: CGFloat,
    m21: CGFloat,
    m22: CGFloat,
    m23: CGFloat,
    m24: CGFloat,
    m31: CGFloat,
    m32: CGFloat,
    m33: CGFloat,
    m34: CGFloat,
    m41: CGFloat,
    m42: CGFloat,
    m43: CGFloat,
    m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
}

/// The matrix that maps every point to itself.
public let CATransform3DIdentity = CATransform3D(
  m11: 1,
  m12: 0,
  m13: 0,
  m14: 0,
  m21: 0,
  m22: 1,
  m23: 0,
  m24: 0,
  m31: 0,
  m32: 0,
  m33: 1,
  m34: 0,
  m41: 0,
  m42: 0,
  m43: 0,
  m44: 1
)

/// Returns true if all sixteen entries equal those of the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == .identity }

/// Returns true if all sixteen entries are equal; a NaN equals nothing.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a translation by `tx`, `ty`, `tz` points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

/// Returns a scaling of the three axes about the origin.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// Returns a rotation by `angle` radians about the axis (`x`, `y`, `z`); an axis without length gives the identity.
public func CATransform3DMakeRotation(
  _ angle: CGFloat,
  _ x: CGFloat,
  _ y: CGFloat,
  _ z: CGFloat
) -> CATransform3D {
  var t = CATransform3D.identity
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite, angle.isFinite else { return t }
  let (x, y, z) = (x / length, y / length, z / length)
  let (c, s) = (Foundation.cos(angle), Foundation.sin(angle))
  let k = 1 - c
  (t.m11, t.m12, t.m13) = (k * x * x + c, k * x * y + s * z, k * x * z - s * y)
  (t.m21, t.m22, t.m23) = (k * x * y - s * z, k * y * y + c, k * y * z + s * x)
  (t.m31, t.m32, t.m33) = (k * x * z + s * y, k * y * z - s * x, k * z * z + c)
  return t
}

/// Returns `t` with a translation by `tx`, `ty`, `tz` points before it.
public func CATransform3DTranslate(
  _ t: CATransform3D,
  _ tx: CGFloat,
  _ ty: CGFloat,
  _ tz: CGFloat
) -> CATransform3D {
  CATransform3DMakeTranslation(tx, ty, tz).concatenated(with: t)
}

/// Returns `t` with a scaling before it.
public func CATransform3DScale(
  _ t: CATransform3D,
  _ sx: CGFloat,
  _ sy: CGFloat,
  _ sz: CGFloat
) -> CATransform3D {
  CATransform3DMakeScale(sx, sy, sz).concatenated(with: t)
}

/// Returns `t` with a rotation by `angle` radians about (`x`, `y`, `z`) before it.
public func CATransform3DRotate(
  _ t: CATransform3D,
  _ angle: CGFloat,
  _ x: CGFloat,
  _ y: CGFloat,
  _ z: CGFloat
) -> CATransform3D {
  CATransform3DMakeRotation(angle, x, y, z).concatenated(with: t)
}

/// Returns the matrix product `a * b`, which maps as `a` does and then as `b` does.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  a.concatenated(with: b)
}

/// Returns the inverse of `t`, or `t` itself if it has none.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverse ?? t }

/// Returns the matrix that maps the plane z = 0 as `m` does and leaves z alone.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
  return t
}

/// Returns true if `t` is exactly an affine transform of the plane: nothing in it touches z or w.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0 && t.m34 == 0
    && t.m43 == 0 && t.m33 == 1 && t.m44 == 1
}

/// Returns the six entries of `t` that act on x and y, whether or not `t` is affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
