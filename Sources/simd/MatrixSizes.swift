// What depends on the size of a matrix: its storage, what goes over all its columns, its determinant and its inverse.
// Each column is written out, because the compiler does not take loops over a tuple apart.

/// A matrix of two columns and rows.
public protocol _Matrix2x2: _SquareMatrix where Vector == SIMD2<Scalar>, Scalar._Square2 == Self {
  /// The columns from left to right.
  var columns: (SIMD2<Scalar>, SIMD2<Scalar>) { get set }

  /// Creates a matrix from its columns.
  init(columns: (SIMD2<Scalar>, SIMD2<Scalar>))
}

extension _Matrix2x2 {
  /// Creates the zero matrix.
  @inlinable
  public init() { self.init(columns: (.zero, .zero)) }

  /// Creates a matrix from its columns.
  @inlinable
  public init(_ col0: SIMD2<Scalar>, _ col1: SIMD2<Scalar>) { self.init(columns: (col0, col1)) }

  /// The column at an index from 0 to 1.
  @inlinable
  public subscript(column: Int) -> SIMD2<Scalar> {
    get {
      switch column {
      case 0: return columns.0
      case 1: return columns.1
      default: _noColumn(column)
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      default: _noColumn(column)
      }
    }
  }

  /// Returns the matrix of the results of a function of each column.
  @inlinable
  public func _map(_ function: (SIMD2<Scalar>) -> SIMD2<Scalar>) -> Self {
    Self(columns: (function(columns.0), function(columns.1)))
  }

  /// Returns the matrix of the results of a function of the columns in the same places.
  @inlinable
  public func _map(
    with other: Self,
    _ function: (SIMD2<Scalar>, SIMD2<Scalar>) -> SIMD2<Scalar>
  ) -> Self {
    let (p, q) = (columns, other.columns)
    return Self(columns: (function(p.0, q.0), function(p.1, q.1)))
  }

  /// Returns the product with a column vector.
  @inlinable
  public static func * (a: Self, vector: SIMD2<Scalar>) -> SIMD2<Scalar> {
    let p = a.columns
    return p.0 * vector.x + p.1 * vector.y
  }

  /// The transposed matrix.
  @inlinable
  public var transpose: Self {
    let (a, b) = columns
    return Self(SIMD2(a.x, b.x), SIMD2(a.y, b.y))
  }

  /// The determinant.
  @inlinable
  public var determinant: Scalar { columns.0.x * columns.1.y - columns.0.y * columns.1.x }

  /// The inverse; elements are NaN or infinite if the matrix is singular.
  @inlinable
  public var inverse: Self {
    let (a, b) = columns
    return Self(SIMD2(b.y, -a.y), SIMD2(-b.x, a.x)) * (1 / determinant)
  }
}

/// A matrix of three columns and rows.
public protocol _Matrix3x3: _SquareMatrix where Vector == SIMD3<Scalar>, Scalar._Square3 == Self {
  /// The columns from left to right.
  var columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>) { get set }

  /// Creates a matrix from its columns.
  init(columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>))
}

extension _Matrix3x3 {
  /// Creates the zero matrix.
  @inlinable
  public init() { self.init(columns: (.zero, .zero, .zero)) }

  /// Creates a matrix from its columns.
  @inlinable
  public init(_ col0: SIMD3<Scalar>, _ col1: SIMD3<Scalar>, _ col2: SIMD3<Scalar>) {
    self.init(columns: (col0, col1, col2))
  }

  /// The column at an index from 0 to 2.
  @inlinable
  public subscript(column: Int) -> SIMD3<Scalar> {
    get {
      switch column {
      case 0: return columns.0
      case 1: return columns.1
      case 2: return columns.2
      default: _noColumn(column)
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      default: _noColumn(column)
      }
    }
  }

  /// Returns the matrix of the results of a function of each column.
  @inlinable
  public func _map(_ function: (SIMD3<Scalar>) -> SIMD3<Scalar>) -> Self {
    Self(columns: (function(columns.0), function(columns.1), function(columns.2)))
  }

  /// Returns the matrix of the results of a function of the columns in the same places.
  @inlinable
  public func _map(
    with other: Self,
    _ function: (SIMD3<Scalar>, SIMD3<Scalar>) -> SIMD3<Scalar>
  ) -> Self {
    let (p, q) = (columns, other.columns)
    return Self(columns: (function(p.0, q.0), function(p.1, q.1), function(p.2, q.2)))
  }

  /// Returns the product with a column vector.
  @inlinable
  public static func * (a: Self, vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let p = a.columns
    return p.0 * vector.x + p.1 * vector.y + p.2 * vector.z
  }

  /// The transposed matrix.
  @inlinable
  public var transpose: Self {
    let (a, b, c) = columns
    return Self(SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
  }

  /// The determinant.
  @inlinable
  public var determinant: Scalar { simd_dot(columns.0, simd_cross(columns.1, columns.2)) }

  /// The inverse; elements are NaN or infinite if the matrix is singular.
  @inlinable
  public var inverse: Self {
    let (a, b, c) = columns
    let rows = Self(simd_cross(b, c), simd_cross(c, a), simd_cross(a, b))
    return rows.transpose * (1 / determinant)
  }
}

/// A matrix of four columns and rows.
public protocol _Matrix4x4: _SquareMatrix where Vector == SIMD4<Scalar>, Scalar._Square4 == Self {
  /// The columns from left to right.
  var columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>) { get set }

  /// Creates a matrix from its columns.
  init(columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>))
}

extension _Matrix4x4 {
  /// Creates the zero matrix.
  @inlinable
  public init() { self.init(columns: (.zero, .zero, .zero, .zero)) }

  /// Creates a matrix from its columns.
  @inlinable
  public init(_ col0: SIMD4<Scalar>, _ col1: SIMD4<Scalar>, _ col2: SIMD4<Scalar>, _ col3: SIMD4<Scalar>) {
    self.init(columns: (col0, col1, col2, col3))
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
      default: _noColumn(column)
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      case 3: columns.3 = newValue
      default: _noColumn(column)
      }
    }
  }

  /// Returns the matrix of the results of a function of each column.
  @inlinable
  public func _map(_ function: (SIMD4<Scalar>) -> SIMD4<Scalar>) -> Self {
    Self(columns: (function(columns.0), function(columns.1), function(columns.2), function(columns.3)))
  }

  /// Returns the matrix of the results of a function of the columns in the same places.
  @inlinable
  public func _map(
    with other: Self,
    _ function: (SIMD4<Scalar>, SIMD4<Scalar>) -> SIMD4<Scalar>
  ) -> Self {
    let (p, q) = (columns, other.columns)
    return Self(columns: (function(p.0, q.0), function(p.1, q.1), function(p.2, q.2), function(p.3, q.3)))
  }

  /// Returns the product with a column vector.
  @inlinable
  public static func * (a: Self, vector: SIMD4<Scalar>) -> SIMD4<Scalar> {
    let p = a.columns
    let first = p.0 * vector.x + p.1 * vector.y
    return first + p.2 * vector.z + p.3 * vector.w
  }

  /// The transposed matrix.
  @inlinable
  public var transpose: Self {
    let (a, b, c, d) = columns
    return Self(
      SIMD4(a.x, b.x, c.x, d.x),
      SIMD4(a.y, b.y, c.y, d.y),
      SIMD4(a.z, b.z, c.z, d.z),
      SIMD4(a.w, b.w, c.w, d.w)
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
}
