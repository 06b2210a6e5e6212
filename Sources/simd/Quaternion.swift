/// A quaternion; one of length 1 stands for a rotation.
public protocol _Quaternion: Equatable, Sendable, CustomDebugStringConvertible {
  /// The type of the parts.
  associatedtype Scalar: _Precision where Scalar._Rotation == Self

  /// The imaginary parts in x, y and z, and the real part in w.
  var vector: SIMD4<Scalar> { get set }

  /// Creates a quaternion from its imaginary parts in x, y and z, and its real part in w.
  init(vector: SIMD4<Scalar>)
}

/// A quaternion of single-precision numbers.
public struct simd_quatf: _Quaternion {
  /// The type of the parts.
  public typealias Scalar = Float

  /// The imaginary parts in x, y and z, and the real part in w.
  public var vector: SIMD4<Float>

  /// Creates a quaternion from its imaginary parts in x, y and z, and its real part in w.
  @inlinable
  public init(vector: SIMD4<Float>) { self.vector = vector }
}

/// A quaternion of double-precision numbers.
public struct simd_quatd: _Quaternion {
  /// The type of the parts.
  public typealias Scalar = Double

  /// The imaginary parts in x, y and z, and the real part in w.
  public var vector: SIMD4<Double>

  /// Creates a quaternion from its imaginary parts in x, y and z, and its real part in w.
  @inlinable
  public init(vector: SIMD4<Double>) { self.vector = vector }
}

extension _Quaternion {
  /// Creates the zero quaternion, which is no rotation.
  @inlinable
  public init() { self.init(vector: .zero) }

  /// Creates a quaternion from its imaginary parts and its real part.
  @inlinable
  public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) { self.init(vector: SIMD4(ix, iy, iz, r)) }

  /// Creates a quaternion from its real and imaginary parts.
  @inlinable
  public init(real: Scalar, imag: SIMD3<Scalar>) { self.init(vector: SIMD4(imag, real)) }

  /// Creates a rotation about an axis.
  ///
  /// - Parameters:
  ///   - angle: The angle in radians; positive angles turn x towards y about the z axis.
  ///   - axis: The axis, of length 1.
  @inlinable
  public init(angle: Scalar, axis: SIMD3<Scalar>) {
    self.init(real: Scalar._cosine(angle / 2), imag: Scalar._sine(angle / 2) * axis)
  }

  /// Creates the shortest rotation of one direction onto another; for opposite ones, about any axis that does it.
  ///
  /// - Parameters:
  ///   - from: A direction, of length 1.
  ///   - to: Its image, of length 1.
  @inlinable
  public init(from: SIMD3<Scalar>, to: SIMD3<Scalar>) {
    let half = from + to
    if simd_dot(from, to) >= 0 {
      self.init(_from: from, near: to)
    } else if simd_length_squared(half) <= 4 * Scalar.ulpOfOne * Scalar.ulpOfOne {
      // Opposite, but for the rounding of their lengths.
      self.init(real: 0, imag: simd_normalize(simd_cross(from, Self._axisFarthest(from: from))))
    } else {
      // Beyond a right angle, two steps keep precision.
      let middle = simd_normalize(half)
      self = Self(_from: from, near: middle) * Self(_from: middle, near: to)
    }
  }

  /// Creates the rotation of one direction onto another that is less than a right angle away.
  @inlinable
  init(_from from: SIMD3<Scalar>, near to: SIMD3<Scalar>) {
    let half = simd_normalize(from + to)
    self.init(real: simd_dot(from, half), imag: simd_cross(from, half))
  }

  /// Returns the axis of the coordinate system in which a vector has its smallest part.
  @inlinable
  static func _axisFarthest(from vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let parts = simd_abs(vector)
    if parts.x <= parts.y, parts.x <= parts.z { return SIMD3(1, 0, 0) }
    return parts.y <= parts.z ? SIMD3(0, 1, 0) : SIMD3(0, 0, 1)
  }

  /// Creates a quaternion from the matrix of a rotation; undefined for other matrices.
  @inlinable
  public init(_ rotationMatrix: Scalar._Square3) {
    // The largest of the four parts is found first, and the others by a division by it.
    let m = rotationMatrix
    let diagonal = SIMD3(m[0, 0], m[1, 1], m[2, 2])
    let sums = SIMD3(m[1, 2] + m[2, 1], m[0, 2] + m[2, 0], m[0, 1] + m[1, 0])
    let differences = SIMD3(m[1, 2] - m[2, 1], m[2, 0] - m[0, 2], m[0, 1] - m[1, 0])
    let trace = simd_reduce_add(diagonal)
    guard trace < 0 else {
      let r = 2 * (1 + trace).squareRoot()
      self.init(real: r / 4, imag: differences / r)
      return
    }
    let i =
      diagonal.x >= diagonal.y && diagonal.x >= diagonal.z ? 0 : diagonal.y >= diagonal.z ? 1 : 2
    let r = 2 * (1 - trace + 2 * diagonal[i]).squareRoot()
    // The sum beside axes i and j is that of the third axis.
    var imag = SIMD3<Scalar>()
    for j in 0..<3 { imag[j] = j == i ? r / 4 : sums[3 - i - j] / r }
    self.init(real: differences[i] / r, imag: imag)
  }

  /// Creates a quaternion from the matrix of a rotation; the last row and column do not count.
  @inlinable
  public init(_ rotationMatrix: Scalar._Square4) {
    let c = rotationMatrix.columns
    self.init(Scalar._Square3(_xyz(c.0), _xyz(c.1), _xyz(c.2)))
  }

  /// The real part.
  @inlinable
  public var real: Scalar {
    get { vector.w }
    set { vector.w = newValue }
  }

  /// The imaginary parts.
  @inlinable
  public var imag: SIMD3<Scalar> {
    get { _xyz(vector) }
    set { vector = SIMD4(newValue, vector.w) }
  }

  /// The angle of the rotation in radians, from 0 to 2π.
  @inlinable
  public var angle: Scalar { 2 * Scalar._angle(y: simd_length(imag), x: real) }

  /// The axis of the rotation, of length 1; NaN if nothing rotates.
  @inlinable
  public var axis: SIMD3<Scalar> { simd_normalize(imag) }

  /// The quaternion with the signs of its imaginary parts changed; for a rotation, the inverse.
  @inlinable
  public var conjugate: Self { Self(vector: vector * SIMD4(-1, -1, -1, 1)) }

  /// The quaternion whose product with this one is 1.
  @inlinable
  public var inverse: Self { Self(vector: conjugate.vector * simd_recip(simd_length_squared(vector))) }

  /// The quaternion of length 1 with the same direction; the identity for zero.
  @inlinable
  public var normalized: Self {
    simd_length_squared(vector) == 0 ? Self(vector: SIMD4(0, 0, 0, 1)) : Self(vector: simd_normalize(vector))
  }

  /// The length of the four parts as a vector.
  @inlinable
  public var length: Scalar { simd_length(vector) }

  /// Returns a vector that is rotated; the quaternion must have the length 1.
  @inlinable
  public func act(_ vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let t = 2 * simd_cross(imag, vector)
    return vector + real * t + simd_cross(imag, t)
  }

  /// The type and the parts.
  public var debugDescription: String { "\(Self.self)(real: \(real), imag: \(imag))" }
}

extension _Quaternion {
  /// Returns the sum.
  @inlinable
  public static func + (p: Self, q: Self) -> Self { Self(vector: p.vector + q.vector) }

  /// Returns the difference.
  @inlinable
  public static func - (p: Self, q: Self) -> Self { Self(vector: p.vector - q.vector) }

  /// Returns the quaternion with every sign changed, which is the same rotation.
  @inlinable
  public static prefix func - (q: Self) -> Self { Self() - q }

  /// Returns the product, which rotates by `q` first and by `p` second.
  @inlinable
  public static func * (p: Self, q: Self) -> Self {
    Self(
      real: p.real * q.real - simd_dot(p.imag, q.imag),
      imag: p.real * q.imag + q.real * p.imag + simd_cross(p.imag, q.imag)
    )
  }

  /// Returns the quaternion multiplied by a number.
  @inlinable
  public static func * (scale: Scalar, q: Self) -> Self { Self(vector: scale * q.vector) }

  /// Returns the quaternion multiplied by a number.
  @inlinable
  public static func * (q: Self, scale: Scalar) -> Self { scale * q }

  /// Returns the product with the inverse of `q`.
  @inlinable
  public static func / (p: Self, q: Self) -> Self { p * q.inverse }

  /// Returns the quaternion divided by a number.
  @inlinable
  public static func / (q: Self, divisor: Scalar) -> Self { Self(vector: q.vector / divisor) }

  /// Adds a quaternion.
  @inlinable
  public static func += (p: inout Self, q: Self) { p = p + q }

  /// Subtracts a quaternion.
  @inlinable
  public static func -= (p: inout Self, q: Self) { p = p - q }

  /// Multiplies by a quaternion from the right.
  @inlinable
  public static func *= (p: inout Self, q: Self) { p = p * q }

  /// Multiplies by a number.
  @inlinable
  public static func *= (q: inout Self, scale: Scalar) { q = q * scale }

  /// Multiplies by the inverse of a quaternion from the right.
  @inlinable
  public static func /= (p: inout Self, q: Self) { p = p / q }

  /// Divides by a number.
  @inlinable
  public static func /= (q: inout Self, divisor: Scalar) { q = q / divisor }
}

extension _Matrix3x3 {
  /// Creates the matrix of a rotation; the quaternion must have the length 1.
  @inlinable
  public init(_ quaternion: Scalar._Rotation) {
    let v = quaternion.vector
    self.init(
      SIMD3(1 - 2 * (v.y * v.y + v.z * v.z), 2 * (v.x * v.y + v.z * v.w), 2 * (v.x * v.z - v.y * v.w)),
      SIMD3(2 * (v.x * v.y - v.z * v.w), 1 - 2 * (v.z * v.z + v.x * v.x), 2 * (v.y * v.z + v.x * v.w)),
      SIMD3(2 * (v.z * v.x + v.y * v.w), 2 * (v.y * v.z - v.x * v.w), 1 - 2 * (v.y * v.y + v.x * v.x))
    )
  }
}

extension _Matrix4x4 {
  /// Creates the matrix of a rotation; the quaternion must have the length 1.
  @inlinable
  public init(_ quaternion: Scalar._Rotation) {
    let (x, y, z) = Scalar._Square3(quaternion).columns
    self.init(SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(0, 0, 0, 1))
  }
}

/// Returns the first three elements.
@inlinable
func _xyz<S: SIMDScalar>(_ vector: SIMD4<S>) -> SIMD3<S> { SIMD3(vector.x, vector.y, vector.z) }
