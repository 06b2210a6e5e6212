import Testing
import simd

/// Functions of vectors, with values that can be computed by hand.
@Suite struct VectorFunctionTests {
  @Test func theNamesOfCAreThoseOfTheStandardLibrary() {
    let point: simd_float3 = SIMD3<Float>(1, 2, 3)
    let wide: vector_double4 = SIMD4<Double>(SIMD3(point), 4)
    #expect(simd_int2(1, 2) == SIMD2<Int32>(1, 2) && simd_uchar4.scalarCount == 4)
    #expect(wide == simd_double4(1, 2, 3, 4))
  }

  @Test func vectorsAreMadeOfNumbersAndVectors() {
    let wide = simd_make_double4(1, 2, 3, 4)
    #expect(simd_make_double3(wide) == SIMD3(1, 2, 3) && simd_make_double2(wide) == SIMD2(1, 2))
    #expect(simd_make_double4(simd_make_double3(1, 2, 3), 4) == wide)
    #expect(simd_make_double4(simd_make_double2(1, 2), SIMD2(3, 4)) == wide)
    let pair = simd_make_float2(1, 2)
    #expect(simd_make_float3(pair) == SIMD3(1, 2, 0) && simd_make_float3(pair, 3) == SIMD3(1, 2, 3))
    #expect(simd_make_float4(pair) == SIMD4(1, 2, 0, 0))
  }

  @Test func extremesAndLimitsTakeNumbersBeforeNaN() {
    let a = SIMD3<Float>(1, .nan, -3)
    let b = SIMD3<Float>(2, 5, -4)
    #expect(min(a, b) == SIMD3(1, 5, -4) && simd_max(a, b) == SIMD3(2, 5, -3))
    #expect(max(b, 0) == SIMD3(2, 5, 0) && min(b, 0) == SIMD3(0, 0, -4))
    #expect(clamp(a, min: -1, max: 0.5) == SIMD3(0.5, -1, -1))
    #expect(simd_clamp(b, SIMD3(3, 3, 3), SIMD3(4, 4, 4)) == SIMD3(3, 4, 3))
    #expect(simd_clamp(7, 0, 1) == 1 && simd_clamp(-2.5, -1, 1) == -1)
  }

  @Test func integersHaveExtremesSumsAndAbsoluteValues() {
    let a = simd_int4(1, -2, 3, -4)
    #expect(abs(a) == simd_int4(1, 2, 3, 4) && max(a, 0) == simd_int4(1, 0, 3, 0))
    #expect(reduce_add(a) == -2 && reduce_min(a) == -4)
    #expect(simd_reduce_max(simd_uint2(3, 7)) == 7 && simd_reduce_add(simd_char2(127, 1)) == -128)
  }

  @Test func signsReciprocalsAndFractions() {
    let x = SIMD4<Double>(-2, 0, 4, .nan)
    #expect(sign(x) == SIMD4(-1, 0, 1, 0) && sign(-0.5) == -1)
    #expect(recip(SIMD2(2.0, -4)) == SIMD2(0.5, -0.25) && rsqrt(SIMD2(4.0, 16)) == SIMD2(0.5, 0.25))
    #expect(fract(SIMD2(1.25, -0.25)) == SIMD2(0.25, 0.75))
    // Rounding would give 1.
    #expect(simd_fract(-1e-30) < 1 && simd_fract(Float(-1e-20)) == Float(1).nextDown)
    #expect(floor(SIMD2(1.5, -1.5)) == SIMD2(1, -2) && ceil(SIMD2(1.5, -1.5)) == SIMD2(2, -1))
    #expect(trunc(SIMD2(1.5, -1.5)) == SIMD2(1, -1))
  }

  @Test func mixturesAndSteps() {
    let a = SIMD2<Float>(0, 10)
    let b = SIMD2<Float>(4, 20)
    #expect(mix(a, b, t: 0.25) == SIMD2(1, 12.5) && simd_mix(a, b, SIMD2(1, 0)) == SIMD2(4, 10))
    #expect(mix(a, b, t: 2) == SIMD2(8, 30) && simd_mix(2, 4, 0.5) == 3)
    #expect(step(SIMD3(0.0, 1, 2), edge: SIMD3(1, 1, 1)) == SIMD3(0, 1, 1) && step(0.5, edge: 1) == 0)
    let x = SIMD4<Double>(-1, 0.25, 0.5, 3)
    #expect(smoothstep(x, edge0: SIMD4(), edge1: SIMD4(repeating: 1)) == SIMD4(0, 0.15625, 0.5, 1))
    #expect(simd_smoothstep(10, 20, 15) == 0.5)
  }

  @Test func lengthsAndDistances() {
    let v = simd_double3(2, -3, 6)
    #expect(length(v) == 7 && simd_length_squared(v) == 49)
    #expect(norm_one(v) == 11 && norm_inf(v) == 6)
    #expect(distance(simd_float2(1, 1), simd_float2(4, 5)) == 5)
    #expect(simd_distance_squared(v, -v) == 196)
    let unit = normalize(v)
    #expect(simd_length(unit - v / 7) < 1e-15)
    #expect(normalize(simd_float2.zero).x.isNaN)
  }

  @Test func productsAreThoseOfTheRightHand() {
    let x = simd_float3(1, 0, 0)
    let y = simd_float3(0, 1, 0)
    #expect(cross(x, y) == simd_float3(0, 0, 1) && simd_cross(y, x) == simd_float3(0, 0, -1))
    #expect(cross(simd_double2(1, 2), simd_double2(3, 5)) == simd_double3(0, 0, -1))
    #expect(dot(simd_float4(1, 2, 3, 4), simd_float4(5, 6, 7, 8)) == 70)
    #expect(project(simd_double2(3, 4), simd_double2(2, 0)) == simd_double2(3, 0))
  }

  @Test func raysAreReflectedAndRefracted() {
    #expect(reflect(simd_double3(1, 2, 3), n: simd_double3(0, 0, 1)) == simd_double3(1, 2, -3))
    let normal = simd_double2(0, 1)
    let incoming = simd_double2(0.6, -0.8)
    // Snell's law: the sine 0.6 becomes 0.3.
    let inside = refract(incoming, n: normal, eta: 0.5)
    #expect(abs(inside.x - 0.3) < 1e-15 && abs(length(inside) - 1) < 1e-15)
    #expect(simd_refract(incoming, normal, 2) == .zero)
  }
}
