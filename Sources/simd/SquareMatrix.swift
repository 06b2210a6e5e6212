/// A matrix with as many rows as columns, in column-major order; it maps column vectors, `matrix * vector`.
public protocol _SquareMatrix: Equatable, Sendable, CustomDebugStringConvertible {
  /// The type of the elements.
  associatedtype Scalar: _Precision
  /// The type of the columns and of the rows.
  associatedtype Vector: SIMD, Sendable where Vector.Scalar == Scalar

  /// Creates the zero matrix.
  init()

  /// The column at an index from 0 to one less than the number of columns.
  subscript(column: Int) -> Vector { get set }

  /// The transposed matrix.
  var transpose: Self { get }

  /// The determinant.
  var determinant: Scalar { get }

  /// The inverse; elements are NaN or infinite if the matrix is singular.
  var inverse: Self { get }

  /// Returns the product with a column vector.
  static func * (a: Self, vector: Vector) -> Vector

  /// Returns the matrix of the results of a function of each column.
  func _map(_ function: (Vector) -> Vector) -> Self

  /// Returns the matrix of the results of a function of the columns in the same places.
  func _map(with other: Self, _ function: (Vector, Vector) -> Vector) -> Self
}

extension _SquareMatrix {
  /// Creates a matrix with a number on the diagonal and zeros elsewhere; 1 gives the identity.
  @inlinable
  public init(_ scalar: Scalar) { self.init(diagonal: Vector(repeating: scalar)) }

  /// Creates a matrix with these numbers on the diagonal and zeros elsewhere.
  @inlinable
  public init(diagonal: Vector) {
    self.init()
    for i in diagonal.indices { self[i][i] = diagonal[i] }
  }

  /// Creates a matrix from its columns.
  ///
  /// - Precondition: There are as many as the matrix has.
  @inlinable
  public init(_ columns: [Vector]) {
    precondition(columns.count == Vector.scalarCount, "\(columns.count) columns for a \(Self.self)")
    self.init()
    for i in columns.indices { self[i] = columns[i] }
  }

  /// Creates a matrix from its rows.
  ///
  /// - Precondition: There are as many as the matrix has.
  @inlinable
  public init(rows: [Vector]) { self = Self(rows).transpose }

  /// The element in a column and a row, at indices from 0.
  @inlinable
  public subscript(column: Int, row: Int) -> Scalar {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// Returns the sum.
  @inlinable
  public static func + (a: Self, b: Self) -> Self { a._map(with: b, +) }

  /// Returns the difference.
  @inlinable
  public static func - (a: Self, b: Self) -> Self { a._map(with: b, -) }

  /// Returns the matrix with every sign changed.
  @inlinable
  public static prefix func - (a: Self) -> Self { Self() - a }

  /// Returns the matrix multiplied by a number.
  @inlinable
  public static func * (a: Self, scale: Scalar) -> Self { a._map { $0 * scale } }

  /// Returns the matrix multiplied by a number.
  @inlinable
  public static func * (scale: Scalar, a: Self) -> Self { a * scale }

  /// Returns the product of a row vector with the matrix.
  @inlinable
  public static func * (vector: Vector, a: Self) -> Vector { a.transpose * vector }

  /// Returns the product, which maps a vector by `b` first and by `a` second.
  @inlinable
  public static func * (a: Self, b: Self) -> Self { b._map { a * $0 } }

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
  public static func == (a: Self, b: Self) -> Bool {
    (0..<Vector.scalarCount).allSatisfy { a[$0] == b[$0] }
  }

  /// The type and the columns.
  public var debugDescription: String {
    let columns = (0..<Vector.scalarCount).map { column in
      "[" + self[column].indices.map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "\(Self.self)([\(columns.joined(separator: ", "))])"
  }
}

/// Stops the program because a matrix does not have a column.
@inlinable
func _noColumn(_ index: Int) -> Never { preconditionFailure("there is no column \(index) in the matrix") }
