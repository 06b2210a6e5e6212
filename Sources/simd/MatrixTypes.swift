// The square matrices of Apple's simd module. A type says what it stores; protocols have the code that sizes and
// precisions share.

/// A matrix of two columns and rows of single-precision numbers.
public struct simd_float2x2: _Matrix2x2 {
  /// The type of the elements.
  public typealias Scalar = Float

  /// The columns from left to right.
  public var columns: (SIMD2<Float>, SIMD2<Float>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD2<Float>, SIMD2<Float>)) { self.columns = columns }
}

/// A matrix of three columns and rows of single-precision numbers.
public struct simd_float3x3: _Matrix3x3 {
  /// The type of the elements.
  public typealias Scalar = Float

  /// The columns from left to right.
  public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) { self.columns = columns }
}

/// A matrix of four columns and rows of single-precision numbers.
public struct simd_float4x4: _Matrix4x4 {
  /// The type of the elements.
  public typealias Scalar = Float

  /// The columns from left to right.
  public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }
}

/// A matrix of two columns and rows of double-precision numbers.
public struct simd_double2x2: _Matrix2x2 {
  /// The type of the elements.
  public typealias Scalar = Double

  /// The columns from left to right.
  public var columns: (SIMD2<Double>, SIMD2<Double>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD2<Double>, SIMD2<Double>)) { self.columns = columns }
}

/// A matrix of three columns and rows of double-precision numbers.
public struct simd_double3x3: _Matrix3x3 {
  /// The type of the elements.
  public typealias Scalar = Double

  /// The columns from left to right.
  public var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.columns = columns }
}

/// A matrix of four columns and rows of double-precision numbers.
public struct simd_double4x4: _Matrix4x4 {
  /// The type of the elements.
  public typealias Scalar = Double

  /// The columns from left to right.
  public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// Creates a matrix from its columns.
  @inlinable
  public init(columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.columns = columns
  }
}

/// The name of the matrix in Swift.
public typealias float2x2 = simd_float2x2
/// The former name of the matrix in C.
public typealias matrix_float2x2 = simd_float2x2
/// The name of the matrix in Swift.
public typealias float3x3 = simd_float3x3
/// The former name of the matrix in C.
public typealias matrix_float3x3 = simd_float3x3
/// The name of the matrix in Swift.
public typealias float4x4 = simd_float4x4
/// The former name of the matrix in C.
public typealias matrix_float4x4 = simd_float4x4
/// The name of the matrix in Swift.
public typealias double2x2 = simd_double2x2
/// The former name of the matrix in C.
public typealias matrix_double2x2 = simd_double2x2
/// The name of the matrix in Swift.
public typealias double3x3 = simd_double3x3
/// The former name of the matrix in C.
public typealias matrix_double3x3 = simd_double3x3
/// The name of the matrix in Swift.
public typealias double4x4 = simd_double4x4
/// The former name of the matrix in C.
public typealias matrix_double4x4 = simd_double4x4

/// The identity matrix.
public let matrix_identity_float2x2 = simd_float2x2(1)
/// The identity matrix.
public let matrix_identity_float3x3 = simd_float3x3(1)
/// The identity matrix.
public let matrix_identity_float4x4 = simd_float4x4(1)
/// The identity matrix.
public let matrix_identity_double2x2 = simd_double2x2(1)
/// The identity matrix.
public let matrix_identity_double3x3 = simd_double3x3(1)
/// The identity matrix.
public let matrix_identity_double4x4 = simd_double4x4(1)
