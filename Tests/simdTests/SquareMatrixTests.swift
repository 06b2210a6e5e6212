import Testing
import simd

/// Matrices of all sizes and both precisions.
@Suite struct SquareMatrixTests {
  /// Returns the largest difference of two elements.
  private func difference<M: _SquareMatrix>(_ a: M, _ b: M) -> M.Scalar {
    (0..<M.Vector.scalarCount).map { simd_norm_inf(a[$0] - b[$0]) }.max() ?? 0
  }

  /// Checks what holds for each size: `matrix` has the determinant -2.
  private func check<M: _SquareMatrix>(_ matrix: M, _ identity: M) {
    let size = M.Vector.scalarCount
    let vector = matrix[size - 1]
    #expect(M(1) == identity && identity == M(diagonal: M.Vector(repeating: 1)))
    #expect(identity * vector == vector && matrix * identity == matrix)
    #expect(matrix.transpose.transpose == matrix && matrix.transpose[0, 1] == matrix[1, 0])
    #expect(M(rows: (0..<size).map { matrix.transpose[$0] }) == matrix)
    #expect(M((0..<size).map { matrix[$0] }) == matrix)
    #expect(abs(matrix.determinant + 2) < 1e-5 && abs(matrix.inverse.determinant + 0.5) < 1e-5)
    #expect(difference(matrix * matrix.inverse, identity) < 1e-5)
    #expect(difference(matrix.inverse * matrix, identity) < 1e-5)
    #expect(vector * matrix == matrix.transpose * vector && M() == matrix - matrix)
    #expect(matrix + matrix == 2 * matrix && -matrix == matrix * -1)
    #expect(difference((matrix * matrix).transpose, matrix.transpose * matrix.transpose) < 1e-4)
    #expect(M().inverse[0][0].isNaN || M().inverse[0][0].isInfinite)
    var changed = matrix
    changed *= matrix
    changed += matrix
    changed -= matrix * matrix
    changed *= 2
    changed[1, 0] += 1
    #expect(simd_almost_equal_elements(changed, matrix * 2, 1.01))
    #expect(!simd_almost_equal_elements(changed, matrix * 2, 0.9))
    changed[0, 0] = .nan
    #expect(!simd_almost_equal_elements(changed, changed, 1000))
    #expect(simd_almost_equal_elements_relative(matrix, matrix * 1.01, 0.02))
  }

  @Test func everySizeObeysTheLawsOfMatrices() {
    check(float2x2([1, 3], [2, 4]), matrix_identity_float2x2)
    check(double2x2([1, 3], [2, 4]), matrix_identity_double2x2)
    check(float3x3([1, 3, 0], [2, 4, 0], [5, 6, 1]), matrix_identity_float3x3)
    check(double3x3([1, 3, 0], [2, 4, 0], [5, 6, 1]), matrix_identity_double3x3)
    check(float4x4([1, 3, 0, 0], [2, 4, 0, 1], [5, 6, 1, 0], [0, 0, 0, 1]), matrix_identity_float4x4)
    check(double4x4([1, 3, 0, 0], [2, 4, 0, 1], [5, 6, 1, 0], [0, 0, 0, 1]), matrix_identity_double4x4)
  }

  @Test func productsAndInversesHaveTheirClosedForms() {
    let a = double2x2(rows: [[1, 2], [3, 4]])
    #expect(a * a == double2x2(rows: [[7, 10], [15, 22]]) && a.columns.1 == [2, 4])
    #expect(a.inverse == double2x2(rows: [[-2, 1], [1.5, -0.5]]))
    let b = simd_double3x3(rows: [[2, 0, 1], [0, 1, 0], [0, 0, 4]])
    #expect(b.inverse == simd_double3x3(rows: [[0.5, 0, -0.125], [0, 1, 0], [0, 0, 0.25]]))
    #expect(b.determinant == 8 && b * simd_double3(1, 1, 1) == [3, 1, 4])
    #expect(simd_double3(1, 1, 1) * b == [2, 1, 5])
  }

  @Test func theFunctionsOfCDoTheSame() {
    let a = simd_matrix(simd_float2(1, 3), simd_float2(2, 4))
    let rows = simd_matrix_from_rows(simd_float2(1, 2), simd_float2(3, 4))
    #expect(matrix_from_columns(a[0], a[1]) == a && matrix_from_rows(simd_float2(1, 2), [3, 4]) == a)
    #expect(matrix_from_diagonal(simd_float2(1, 1)) == matrix_identity_float2x2)
    #expect(a == rows && simd_mul(a, a) == matrix_multiply(a, a))
    #expect(simd_mul(a, simd_float2(1, 0)) == [1, 3] && simd_mul(simd_float2(1, 0), a) == [1, 2])
    #expect(matrix_scale(2, a) == a + a && simd_mul(2, a) == simd_add(a, a))
    #expect(matrix_linear_combination(3, a, -2, a) == a && simd_linear_combination(1, a, -1, a) == float2x2())
    #expect(simd_diagonal_matrix(simd_double3(1, 2, 3)).determinant == 6)
    #expect(simd_determinant(a) == -2 && simd_inverse(a) == a.inverse)
    #expect(simd_equal(simd_transpose(a), a.transpose) && simd_sub(a, a) == float2x2())
    let wide = simd_matrix(simd_double4(1, 0, 0, 0), [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])
    #expect(wide == matrix_identity_double4x4)
  }

  @Test func aMatrixIsWrittenAsItsColumns() {
    #expect("\(float2x2([1, 3], [2, 4]))" == "simd_float2x2([[1.0, 3.0], [2.0, 4.0]])")
    #expect(String(reflecting: matrix_double3x3(1)).hasPrefix("simd_double3x3([[1.0, 0.0, 0.0], "))
  }
}
