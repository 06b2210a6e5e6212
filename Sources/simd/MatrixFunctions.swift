// The functions with the names of C, and the older ones that begin with `matrix_`.

/// Returns the product of a matrix with a column vector.
@inlinable
public func simd_mul<M: _SquareMatrix>(_ a: M, _ vector: M.Vector) -> M.Vector { a * vector }

/// Returns the product of a row vector with a matrix.
@inlinable
public func simd_mul<M: _SquareMatrix>(_ vector: M.Vector, _ a: M) -> M.Vector { vector * a }

/// Returns the product, which maps a vector by `b` first and by `a` second.
@inlinable
public func simd_mul<M: _SquareMatrix>(_ a: M, _ b: M) -> M { a * b }

/// Returns the matrix multiplied by a number.
@inlinable
public func simd_mul<M: _SquareMatrix>(_ scale: M.Scalar, _ a: M) -> M { a * scale }

/// Returns the sum.
@inlinable
public func simd_add<M: _SquareMatrix>(_ a: M, _ b: M) -> M { a + b }

/// Returns the difference.
@inlinable
public func simd_sub<M: _SquareMatrix>(_ a: M, _ b: M) -> M { a - b }

/// Returns the sum of two matrices that are multiplied by numbers.
@inlinable
public func simd_linear_combination<M: _SquareMatrix>(_ s: M.Scalar, _ a: M, _ t: M.Scalar, _ b: M) -> M {
  a * s + b * t
}

/// Returns the transposed matrix.
@inlinable
public func simd_transpose<M: _SquareMatrix>(_ a: M) -> M { a.transpose }

/// Returns the inverse; elements are NaN or infinite if the matrix is singular.
@inlinable
public func simd_inverse<M: _SquareMatrix>(_ a: M) -> M { a.inverse }

/// Returns the determinant.
@inlinable
public func simd_determinant<M: _SquareMatrix>(_ a: M) -> M.Scalar { a.determinant }

/// Returns whether all elements are equal.
@inlinable
public func simd_equal<M: _SquareMatrix>(_ a: M, _ b: M) -> Bool { a == b }

/// Returns whether no element differs by more than a tolerance.
@inlinable
public func simd_almost_equal_elements<M: _SquareMatrix>(_ a: M, _ b: M, _ tolerance: M.Scalar) -> Bool {
  (0..<M.Vector.scalarCount).allSatisfy { column in
    let differences = simd_abs(a[column] - b[column])
    // A NaN is near nothing.
    return differences.indices.allSatisfy { differences[$0] <= tolerance }
  }
}

/// Returns whether no element differs by more than a part of the one in the first matrix.
@inlinable
public func simd_almost_equal_elements_relative<M: _SquareMatrix>(
  _ a: M,
  _ b: M,
  _ tolerance: M.Scalar
) -> Bool {
  (0..<M.Vector.scalarCount).allSatisfy { column in
    let limits = simd_abs(a[column]) * tolerance
    return limits.indices.allSatisfy { (a[column] - b[column])[$0].magnitude <= limits[$0] }
  }
}

/// Returns the matrix with these columns.
@inlinable
public func simd_matrix<S: _Precision>(_ a: SIMD2<S>, _ b: SIMD2<S>) -> S._Square2 {
  S._Square2(columns: (a, b))
}

/// Returns the matrix with these columns.
@inlinable
public func simd_matrix<S: _Precision>(_ a: SIMD3<S>, _ b: SIMD3<S>, _ c: SIMD3<S>) -> S._Square3 {
  S._Square3(columns: (a, b, c))
}

/// Returns the matrix with these columns.
@inlinable
public func simd_matrix<S: _Precision>(
  _ a: SIMD4<S>,
  _ b: SIMD4<S>,
  _ c: SIMD4<S>,
  _ d: SIMD4<S>
) -> S._Square4 {
  S._Square4(columns: (a, b, c, d))
}

/// Returns the matrix with these rows.
@inlinable
public func simd_matrix_from_rows<S: _Precision>(_ a: SIMD2<S>, _ b: SIMD2<S>) -> S._Square2 {
  S._Square2(columns: (a, b)).transpose
}

/// Returns the matrix with these rows.
@inlinable
public func simd_matrix_from_rows<S: _Precision>(_ a: SIMD3<S>, _ b: SIMD3<S>, _ c: SIMD3<S>) -> S._Square3 {
  S._Square3(columns: (a, b, c)).transpose
}

/// Returns the matrix with these rows.
@inlinable
public func simd_matrix_from_rows<S: _Precision>(
  _ a: SIMD4<S>,
  _ b: SIMD4<S>,
  _ c: SIMD4<S>,
  _ d: SIMD4<S>
) -> S._Square4 {
  S._Square4(columns: (a, b, c, d)).transpose
}

/// Returns the matrix with these numbers on the diagonal and zeros elsewhere.
@inlinable
public func simd_diagonal_matrix<S: _Precision>(_ diagonal: SIMD2<S>) -> S._Square2 {
  S._Square2(diagonal: diagonal)
}

/// Returns the matrix with these numbers on the diagonal and zeros elsewhere.
@inlinable
public func simd_diagonal_matrix<S: _Precision>(_ diagonal: SIMD3<S>) -> S._Square3 {
  S._Square3(diagonal: diagonal)
}

/// Returns the matrix with these numbers on the diagonal and zeros elsewhere.
@inlinable
public func simd_diagonal_matrix<S: _Precision>(_ diagonal: SIMD4<S>) -> S._Square4 {
  S._Square4(diagonal: diagonal)
}

/// Returns the product, which maps a vector by `b` first and by `a` second.
@inlinable
public func matrix_multiply<M: _SquareMatrix>(_ a: M, _ b: M) -> M { a * b }

/// Returns the product of a matrix with a column vector.
@inlinable
public func matrix_multiply<M: _SquareMatrix>(_ a: M, _ vector: M.Vector) -> M.Vector { a * vector }

/// Returns the product of a row vector with a matrix.
@inlinable
public func matrix_multiply<M: _SquareMatrix>(_ vector: M.Vector, _ a: M) -> M.Vector { vector * a }

/// Returns the matrix multiplied by a number.
@inlinable
public func matrix_scale<M: _SquareMatrix>(_ scale: M.Scalar, _ a: M) -> M { a * scale }

/// Returns the sum.
@inlinable
public func matrix_add<M: _SquareMatrix>(_ a: M, _ b: M) -> M { a + b }

/// Returns the difference.
@inlinable
public func matrix_sub<M: _SquareMatrix>(_ a: M, _ b: M) -> M { a - b }

/// Returns the transposed matrix.
@inlinable
public func matrix_transpose<M: _SquareMatrix>(_ a: M) -> M { a.transpose }

/// Returns the inverse; elements are NaN or infinite if the matrix is singular.
@inlinable
public func matrix_invert<M: _SquareMatrix>(_ a: M) -> M { a.inverse }

/// Returns the determinant.
@inlinable
public func matrix_determinant<M: _SquareMatrix>(_ a: M) -> M.Scalar { a.determinant }

/// Returns whether all elements are equal.
@inlinable
public func matrix_equal<M: _SquareMatrix>(_ a: M, _ b: M) -> Bool { a == b }

/// Returns the sum of two matrices that are multiplied by numbers.
@inlinable
public func matrix_linear_combination<M: _SquareMatrix>(_ s: M.Scalar, _ a: M, _ t: M.Scalar, _ b: M) -> M {
  a * s + b * t
}

/// Returns the matrix with these columns.
@inlinable
public func matrix_from_columns<S: _Precision>(_ a: SIMD2<S>, _ b: SIMD2<S>) -> S._Square2 {
  simd_matrix(a, b)
}

/// Returns the matrix with these columns.
@inlinable
public func matrix_from_columns<S: _Precision>(_ a: SIMD3<S>, _ b: SIMD3<S>, _ c: SIMD3<S>) -> S._Square3 {
  simd_matrix(a, b, c)
}

/// Returns the matrix with these columns.
@inlinable
public func matrix_from_columns<S: _Precision>(
  _ a: SIMD4<S>,
  _ b: SIMD4<S>,
  _ c: SIMD4<S>,
  _ d: SIMD4<S>
) -> S._Square4 {
  simd_matrix(a, b, c, d)
}

/// Returns the matrix with these rows.
@inlinable
public func matrix_from_rows<S: _Precision>(_ a: SIMD2<S>, _ b: SIMD2<S>) -> S._Square2 {
  simd_matrix_from_rows(a, b)
}

/// Returns the matrix with these rows.
@inlinable
public func matrix_from_rows<S: _Precision>(_ a: SIMD3<S>, _ b: SIMD3<S>, _ c: SIMD3<S>) -> S._Square3 {
  simd_matrix_from_rows(a, b, c)
}

/// Returns the matrix with these rows.
@inlinable
public func matrix_from_rows<S: _Precision>(
  _ a: SIMD4<S>,
  _ b: SIMD4<S>,
  _ c: SIMD4<S>,
  _ d: SIMD4<S>
) -> S._Square4 {
  simd_matrix_from_rows(a, b, c, d)
}

/// Returns the matrix with these numbers on the diagonal and zeros elsewhere.
@inlinable
public func matrix_from_diagonal<S: _Precision>(_ diagonal: SIMD2<S>) -> S._Square2 {
  simd_diagonal_matrix(diagonal)
}

/// Returns the matrix with these numbers on the diagonal and zeros elsewhere.
@inlinable
public func matrix_from_diagonal<S: _Precision>(_ diagonal: SIMD3<S>) -> S._Square3 {
  simd_diagonal_matrix(diagonal)
}

/// Returns the matrix with these numbers on the diagonal and zeros elsewhere.
@inlinable
public func matrix_from_diagonal<S: _Precision>(_ diagonal: SIMD4<S>) -> S._Square4 {
  simd_diagonal_matrix(diagonal)
}
