// The 4 × 4 matrices of Apple's simd module, with vectors of the standard library. A protocol extension has the code
// that both precisions share; only the storage differs.

/// A 4 × 4 matrix in column-major order; it maps column vectors, `matrix * vector`.
public protocol _Matrix4x4: Equatable, Sendable, CustomDebugStringConvertible {
  /// The type of the elements.
  associatedtype Scalar: SIMDScalar & BinaryFloatingPoint & Sendable

  /// The columns from left to right.
  var columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>) { get set }

  /// Creates a matrix from its columns.
  init(columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>))
}

/// A 4 × 4 matrix of single-precision numbers.
public struct float4x4: _Matrix4x4 {
  /// The columns from left to right.
  public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }
}

/// A 4 × 4 matrix of double-precision numbers.
public struct double4x4: _Matrix4x4 {
  /// The columns from left to right.
  public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.columns = columns
  }
}

/// The name of the matrix in C.
public typealias simd_float4x4 = float4x4
/// The name of the matrix in C.
public typealias simd_double4x4 = double4x4
/// The name of the vector in C.
public typealias simd_float4 = SIMD4<Float>
/// The name of the vector in C.
public typealias simd_double4 = SIMD4<Double>

/// The identity matrix.
public let matrix_identity_float4x4 = float4x4(1)
/// The identity matrix.
public let matrix_identity_double4x4 = double4x4(1)

extension _Matrix4x4 {
  /// Creates the zero matrix.
  @inlinable
  public init() { self.init(diagonal: .zero) }

  /// Creates a matrix with a number on the diagonal and zeros elsewhere; 1 gives the identity.
  @inlinable
  public init(_ scalar: Scalar) { self.init(diagonal: SIMD4(repeating: scalar)) }

  /// Creates a matrix with these numbers on the diagonal and zeros elsewhere.
  @inlinable
  public init(diagonal: SIMD4<Scalar>) {
    self.init(
      columns: (
        SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
        SIMD4(0, 0, 0, diagonal.w)
      )
    )
  }

  /// Creates a matrix from its columns.
  @inlinable
  public init(_ col0: SIMD4<Scalar>, _ col1: SIMD4<Scalar>, _ col2: SIMD4<Scalar>, _ col3: SIMD4<Scalar>) {
    self.init(columns: (col0, col1, col2, col3))
  }

  /// Creates a matrix from its columns.
  ///
  /// - Precondition: There are four columns.
  @inlinable
  public init(_ columns: [SIMD4<Scalar>]) {
    precondition(columns.count == 4, "a 4 × 4 matrix has four columns, not \(columns.count)")
    self.init(columns: (columns[0], columns[1], columns[2], columns[3]))
  }

  /// Creates a matrix from its rows.
  ///
  /// - Precondition: There are four rows.
  @inlinable
  public init(rows: [SIMD4<Scalar>]) {
    precondition(rows.count == 4, "a 4 × 4 matrix has four rows, not \(rows.count)")
    self = Self(columns: (rows[0], rows[1], rows[2], rows[3])).transpose
  }

  /// The column at an index from 0 to 3.
  @inlinable
  public subscript(column: Int) -> SIMD4<Scalar> {
    get {
      switch column {
      case 0: return columns.0
      case 1: return columns.1
      case 2: return columns.2
      case 3: return columns.3
      default: preconditionFailure("a column index is 0 to 3, not \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      case 3: columns.3 = newValue
      default: preconditionFailure("a column index is 0 to 3, not \(column)")
      }
    }
  }

  /// The element in a column and a row, at indices from 0 to 3.
  @inlinable
  public subscript(column: Int, row: Int) -> Scalar {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The transposed matrix.
  @inlinable
  public var transpose: Self {
    let (a, b, c, d) = columns
    return Self(
      columns: (
        SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y), SIMD4(a.z, b.z, c.z, d.z),
        SIMD4(a.w, b.w, c.w, d.w)
      )
    )
  }

  /// The 2 × 2 minors of the first two columns and of the last two columns, for Laplace expansion.
  ///
  /// They are in lexicographic order of their rows (Eberly, "The Laplace Expansion Theorem", Geometric Tools).
  @inlinable
  var _minors: (first: SIMD8<Scalar>, last: SIMD8<Scalar>) {
    let (a, b, c, d) = columns
    func minors(_ p: SIMD4<Scalar>, _ q: SIMD4<Scalar>) -> SIMD8<Scalar> {
      var m = SIMD8<Scalar>.zero
      m[0] = p.x * q.y - p.y * q.x
      m[1] = p.x * q.z - p.z * q.x
      m[2] = p.x * q.w - p.w * q.x
      m[3] = p.y * q.z - p.z * q.y
      m[4] = p.y * q.w - p.w * q.y
      m[5] = p.z * q.w - p.w * q.z
      return m
    }
    return (minors(a, b), minors(c, d))
  }

  /// The determinant.
  @inlinable
  public var determinant: Scalar {
    let (s, c) = _minors
    let outer = s[0] * c[5] - s[1] * c[4]
    let middle = s[2] * c[3] + s[3] * c[2]
    return outer + middle - s[4] * c[1] + s[5] * c[0]
  }

  /// The inverse; elements are NaN or infinite if the matrix is singular.
  @inlinable
  public var inverse: Self {
    let (s, t) = _minors
    let (a, b, c, d) = columns
    // The adjugate: each column holds the cofactors of one row.
    func column(_ p: SIMD4<Scalar>, _ m: SIMD8<Scalar>, _ sign: Scalar) -> SIMD4<Scalar> {
      let x = p.y * m[5] - p.z * m[4]
      let y = p.z * m[2] - p.x * m[5]
      let z = p.x * m[4] - p.y * m[2]
      let w = p.y * m[1] - p.x * m[3]
      return SIMD4(x + p.w * m[3], y - p.w * m[1], z + p.w * m[0], w - p.z * m[0]) * sign
    }
    let adjugate = Self(columns: (column(b, t, 1), column(a, t, -1), column(d, s, 1), column(c, s, -1)))
    return adjugate.transpose * (1 / determinant)
  }

  /// Returns the sum.
  @inlinable
  public static func + (a: Self, b: Self) -> Self {
    let (p, q) = (a.columns, b.columns)
    return Self(columns: (p.0 + q.0, p.1 + q.1, p.2 + q.2, p.3 + q.3))
  }

  /// Returns the difference.
  @inlinable
  public static func - (a: Self, b: Self) -> Self {
    let (p, q) = (a.columns, b.columns)
    return Self(columns: (p.0 - q.0, p.1 - q.1, p.2 - q.2, p.3 - q.3))
  }

  /// Returns the matrix with every sign changed.
  @inlinable
  public static prefix func - (a: Self) -> Self { Self() - a }

  /// Returns the matrix multiplied by a number.
  @inlinable
  public static func * (a: Self, scale: Scalar) -> Self {
    let p = a.columns
    return Self(columns: (p.0 * scale, p.1 * scale, p.2 * scale, p.3 * scale))
  }

  /// Returns the matrix multiplied by a number.
  @inlinable
  public static func * (scale: Scalar, a: Self) -> Self { a * scale }

  /// Returns the product with a column vector.
  @inlinable
  public static func * (a: Self, vector: SIMD4<Scalar>) -> SIMD4<Scalar> {
    let p = a.columns
    let first = p.0 * vector.x + p.1 * vector.y
    return first + p.2 * vector.z + p.3 * vector.w
  }

  /// Returns the product of a row vector with the matrix.
  @inlinable
  public static func * (vector: SIMD4<Scalar>, a: Self) -> SIMD4<Scalar> { a.transpose * vector }

  /// Returns the product, which maps a vector by `b` first and by `a` second.
  @inlinable
  public static func * (a: Self, b: Self) -> Self {
    let q = b.columns
    return Self(columns: (a * q.0, a * q.1, a * q.2, a * q.3))
  }

  /// Adds a matrix.
  @inlinable
  public static func += (a: inout Self, b: Self) { a = a + b }

  /// Subtracts a matrix.
  @inlinable
  public static func -= (a: inout Self, b: Self) { a = a - b }

  /// Multiplies by a number.
  @inlinable
  public static func *= (a: inout Self, scale: Scalar) { a = a * scale }

  /// Multiplies by a matrix from the right.
  @inlinable
  public static func *= (a: inout Self, b: Self) { a = a * b }

  /// Returns whether all elements are equal.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }

  /// The type and the columns.
  public var debugDescription: String {
    let type = Scalar.self == Float.self ? "float4x4" : "double4x4"
    let texts = (0..<4).map { column in
      "[" + (0..<4).map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "\(type)([\(texts.joined(separator: ", "))])"
  }
}

/// Returns the product of a matrix with a column vector.
@inlinable
public func simd_mul<M: _Matrix4x4>(_ a: M, _ vector: SIMD4<M.Scalar>) -> SIMD4<M.Scalar> { a * vector }

/// Returns the product of a row vector with a matrix.
@inlinable
public func simd_mul<M: _Matrix4x4>(_ vector: SIMD4<M.Scalar>, _ a: M) -> SIMD4<M.Scalar> { vector * a }

/// Returns the product, which maps a vector by `b` first and by `a` second.
@inlinable
public func simd_mul<M: _Matrix4x4>(_ a: M, _ b: M) -> M { a * b }

/// Returns the transposed matrix.
@inlinable
public func simd_transpose<M: _Matrix4x4>(_ a: M) -> M { a.transpose }

/// Returns the inverse; elements are NaN or infinite if the matrix is singular.
@inlinable
public func simd_inverse<M: _Matrix4x4>(_ a: M) -> M { a.inverse }

/// Returns the determinant.
@inlinable
public func simd_determinant<M: _Matrix4x4>(_ a: M) -> M.Scalar { a.determinant }

/// Returns whether all elements are equal.
@inlinable
public func simd_equal<M: _Matrix4x4>(_ a: M, _ b: M) -> Bool { a == b }
