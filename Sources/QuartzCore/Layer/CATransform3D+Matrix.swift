public import StrataRenderTree
public import simd

// Layers write points as rows, `point * M`, and the simd module as columns, `M * point`. So a row of a transform is a
// column of a matrix, and the sixteen numbers lie in memory in the same order.

extension CATransform3D {
  /// Makes the transform with a matrix's columns as its rows.
  public init(_ m: double4x4) {
    let c = m.columns
    self.init(rows: (c.0, c.1, c.2, c.3))
  }

  /// Makes the transform with a matrix's columns as its rows.
  public init(_ m: float4x4) {
    let c = m.columns
    self.init(rows: (SIMD4(c.0), SIMD4(c.1), SIMD4(c.2), SIMD4(c.3)))
  }
}

extension double4x4 {
  /// Makes the matrix with a transform's rows as its columns.
  public init(_ m: CATransform3D) { self.init(columns: m.rows) }
}

extension float4x4 {
  /// Makes the matrix with a transform's rows as its columns.
  public init(_ m: CATransform3D) {
    let r = m.rows
    self.init(columns: (SIMD4(r.0), SIMD4(r.1), SIMD4(r.2), SIMD4(r.3)))
  }
}
