import Foundation
import StrataBase
import StrataKernels
import StrataRaster
import Testing

/// Kernels of pixels of floats: every form gives the bits of the plain one, which gives what the formulas say.
@Suite struct FloatKernelTests {
  private static var forms: [StrataKernels] {
    var count = 0
    guard let forms = strata_kernel_forms(&count) else { return [] }
    return (0..<count).compactMap { forms[$0]?.pointee }
  }

  /// Premultiplied noise, some of it transparent or opaque, some beyond 0...1.
  private static func pixels(_ count: Int, _ random: inout SplitMix64) -> [Float] {
    (0..<count).flatMap { _ -> [Float] in
      let bits = random.next()
      let alpha: Float = bits & 3 == 0 ? 0 : bits & 3 == 1 ? 1 : Float(bits >> 8 & 255) / 255
      return [16, 24, 32].map { (Float(bits >> $0 & 255) / 200 - 0.1) * alpha } + [alpha]
    }
  }

  private typealias Pointer = UnsafePointer<Float>

  /// Runs a kernel of every form for all short lengths, and compares the bits; returns the plain results by length.
  @discardableResult
  private static func compare(
    _ name: String,
    _ body: (StrataKernels, UnsafeMutablePointer<Float>, Pointer, Int) -> Void
  ) -> [[Float]] {
    var random = SplitMix64(seed: 11)
    let source = pixels(5 * 96, &random)
    let target = pixels(3 * 96, &random)
    return (0...37).map { length in
      let results = forms.map { form in
        var copy = target
        copy.withUnsafeMutableBufferPointer { copy in
          source.withUnsafeBufferPointer { source in
            if let t = copy.baseAddress, let s = source.baseAddress { body(form, t, s, length) }
          }
        }
        return copy
      }
      for (form, result) in zip(forms, results) {
        let isSame = zip(result, results[0]).allSatisfy { $0.bitPattern == $1.bitPattern }
        #expect(isSame, "\(name) of form \(String(cString: form.name)) at length \(length)")
      }
      return results[0]
    }
  }

  private static let row = 96 * 4
  private static let source: [Float] = {
    var random = SplitMix64(seed: 11)
    return pixels(5 * 96, &random)
  }()

  private static func isNear(_ a: Float, _ b: Float) -> Bool { abs(a - b) < 1e-5 }

  /// Of a plane as it is and of one that is seen at an angle; the point itself and what lies behind are among the places.
  @Test(arguments: [0, 0.01, -0.03]) func anglesAreThoseOfTheArctangent(perspective: Double) {
    let (steps, values) = (SIMD2(0.75, -0.5), SIMD2(-3.375, 4.25))
    for zero in [-0.5, -0.125, 0, 0.3, 0.5] {
      let numbers = [steps.x, steps.y, perspective, values.x, values.y, 1, 0, 2, zero]
      let results = Self.compare("angles") { kernels, target, _, count in
        kernels.angles(target, count, -2, numbers, -.greatestFiniteMagnitude, .greatestFiniteMagnitude, 0, 0)
      }
      for (i, angle) in (results.last ?? []).prefix(37).enumerated() {
        let p = Double(i) - 1.5
        let w = 1 + p * perspective
        guard w > 1e-9 else {
          #expect(angle.isNaN, "\(i)")
          continue
        }
        let place = (values + steps * p) / w - SIMD2(0, 2)
        let turn = place == .zero ? -zero : atan2(place.y, place.x) / (2 * .pi) - zero
        let distance = abs(Double(angle) - (turn - turn.rounded(.down)))
        // 0 and 1 are one angle.
        #expect(min(distance, 1 - distance) < 1e-6, "\(i) \(zero) \(angle)")
        #expect((0...1).contains(angle), "\(i)")
      }
    }
  }

  /// The ray that is the parameter 0 shows it to the bit: it would show the last colour if it came out below.
  @Test func theRayOfAGradientIsZero() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<100 {
      let place = SIMD2(Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
      let zero = strata_turns(place.x, place.y)
      #expect(abs(zero - atan2(place.y, place.x) / (2 * .pi)) < 1e-12)
      let numbers = [0, 0, 0, place.x, place.y, 1, 0, 0, zero]
      let results = Self.compare("angles") { kernels, target, _, count in
        kernels.angles(target, count, 0, numbers, -1, 2, -1, 2)
      }
      #expect((results.last ?? []).prefix(37).allSatisfy { $0 == 0 }, "\(place)")
    }
  }

  @Test func bytesBecomeFloatsAndComeBack() {
    for form in Self.forms {
      let bytes = (0...255).flatMap { (i: Int) -> [UInt8] in [UInt8(i), UInt8(i / 2), 0, UInt8(i)] }
      var floats = [Float](repeating: -1, count: 1024)
      form.floats_of_bytes(&floats, bytes, 1024)
      #expect(zip(floats, bytes).allSatisfy { Self.isNear($0, Float($1) / 255) })
      #expect(floats[255 * 4] == 1)
      var back = [UInt8](repeating: 7, count: 1024)
      form.bytes_of_pixels(&back, floats, 256, 1)
      #expect(back == bytes)
      // Limits: colours are at most alpha, or one, and a NaN is zero.
      let wild: [Float] = [2, .nan, -1, 0.5, .infinity, 0.2, 0.1, 7, 1, 1, 1, .nan]
      form.bytes_of_pixels(&back, wild, 3, 1)
      #expect(Array(back.prefix(12)) == [128, 0, 0, 128, 255, 51, 26, 255, 0, 0, 0, 0])
      #expect(back.dropFirst(12) == bytes.dropFirst(12))
      form.bytes_of_pixels(&back, wild, 3, 0)
      #expect(Array(back.prefix(12)) == [255, 0, 0, 128, 255, 51, 26, 255, 255, 255, 255, 0])
      #expect(back.dropFirst(12) == bytes.dropFirst(12))
    }
  }

  @Test func weightsAreSummedAlongRowsAndColumns() {
    let weights: [Float] = [0.25, -0.5, 1, 0.125]
    for step in [4, Self.row] {
      let results = Self.compare("weigh") { k, t, s, n in k.weigh(t, s, step, weights, 4, n * 4) }
      let sums = (0..<37 * 4).map { i in
        (0..<4).reduce(Float(0)) { $0 + Self.source[i + $1 * step] * weights[$1] }
      }
      #expect(zip(results[37], sums).allSatisfy(Self.isNear))
    }
    let (firsts, counts): ([Int32], [Int32]) = ((0..<37).map { $0 / 2 }, (0..<37).map { $0 % 4 })
    let table = (0..<37 * 5).map { Float($0 % 7) / 7 }
    let results = Self.compare("resample") { k, t, s, n in k.resample(t, s, firsts, counts, table, 5, n) }
    let sums = (0..<37 * 4).map { i in
      (0..<Int(counts[i / 4])).reduce(Float(0)) {
        $0 + Self.source[(Int(firsts[i / 4]) + $1) * 4 + i % 4] * table[i / 4 * 5 + $1]
      }
    }
    #expect(zip(results[37], sums).allSatisfy(Self.isNear))
  }

  @Test func extremaAndMediansAreThoseOfSortedValues() {
    for isLeast in [0, 1] as [Int32] {
      let results = Self.compare("extrema") { k, t, s, n in k.extrema(t, s, s + 20, n * 4 + 3, isLeast) }
      let wanted = (0..<37 * 4 + 3).map { i in
        let pair = [Self.source[i], Self.source[i + 20]]
        return isLeast == 1 ? pair.min() : pair.max()
      }
      #expect(zip(results[37], wanted).allSatisfy { $0 == $1 })
      // In place, with elements closer than a vector.
      Self.compare("extrema in place") { k, t, _, n in k.extrema(t, t, t + 4, n * 4, isLeast) }
    }
    let row = Self.row
    let medians = Self.compare("median9") { k, t, s, n in k.median9(t, s, s + row, s + 2 * row, n * 4) }
    let wanted = (0..<37 * 4).map { i in
      (0..<9).map { Self.source[i + $0 % 3 * 4 + $0 / 3 * row] }.sorted()[4]
    }
    #expect(zip(medians[37], wanted).allSatisfy { $0 == $1 })
  }

  @Test func boxesAreMeans() {
    let row = Self.row
    let rows = Self.compare("box_pixels") { k, t, s, n in k.box_pixels(t, s, n, 2, 0.25, 1 / 5.5) }
    let columns = Self.compare("box_floats") { k, t, s, n in
      k.box_floats(t, row, s, row, n * 4, 2, 0, 0.5, 0.5)
    }
    for i in 0..<37 * 4 {
      let inner = (1...5).reduce(Float(0)) { $0 + Self.source[i + $1 * 4] }
      #expect(Self.isNear(rows[37][i], (inner + (Self.source[i] + Self.source[i + 24]) / 4) / 5.5))
      for y in 0..<2 {
        let (low, high) = (Self.source[i + y * row], Self.source[i + (y + 2) * row])
        let middle = Self.source[i + (y + 1) * row]
        #expect(Self.isNear(columns[37][y * row + i], (middle + (low + high) / 2) / 2))
      }
    }
  }

  @Test func matricesMapPremultipliedAndStraightColours() {
    let columns = (0..<20).map { Float($0 % 7) / 7 - 0.2 }
    for isStraight in [0, 1] as [Int32] {
      let results = Self.compare("map_colors") { k, t, s, n in
        t.update(from: s, count: n * 4)
        k.map_colors(t, n, columns, isStraight)
      }
      for i in 0..<37 {
        var p = SIMD4(
          Self.source[i * 4],
          Self.source[i * 4 + 1],
          Self.source[i * 4 + 2],
          Self.source[i * 4 + 3]
        )
        if isStraight == 1 { p = p.w > 0 ? SIMD4(p.x / p.w, p.y / p.w, p.z / p.w, p.w) : .zero }
        var q = SIMD4<Float>(columns[16], columns[17], columns[18], columns[19])
        for c in 0..<4 { for r in 0..<4 { q[r] += p[c] * columns[c * 4 + r] } }
        if isStraight == 1 { q = SIMD4(q.x * q.w, q.y * q.w, q.z * q.w, q.w) }
        for r in 0..<4 { #expect(Self.isNear(results[37][i * 4 + r], q[r])) }
      }
    }
  }

  @Test func productsAreThoseOfTheBlendMode() {
    let results = Self.compare("multiply_pixels") { k, t, s, n in k.multiply_pixels(t, s, s + 400, n) }
    for i in 0..<37 {
      let (sa, ba) = (Self.source[i * 4 + 3], Self.source[i * 4 + 403])
      for c in 0..<4 {
        let (s, b) = (Self.source[i * 4 + c], Self.source[i * 4 + 400 + c])
        let wanted = c == 3 ? sa + ba * (1 - sa) : s * (1 - ba) + b * (1 - sa) + s * b
        #expect(Self.isNear(results[37][i * 4 + c], wanted))
      }
    }
  }

  @Test(arguments: BlendMode.allCases) func blendedPixelsAreThoseOfTheMode(mode: BlendMode) {
    let number = UInt32(mode.rawValue)
    let results = Self.compare("blend_pixels") { k, t, s, n in k.blend_pixels(t, s, s + 400, n, number) }
    for i in 0..<37 {
      func pixel(_ start: Int) -> SIMD4<Float> {
        SIMD4(Self.source[start], Self.source[start + 1], Self.source[start + 2], Self.source[start + 3])
      }
      let wanted = Blending.blended(pixel(i * 4), pixel(i * 4 + 400), mode)
      for c in 0..<4 { #expect(abs(results[37][i * 4 + c] - wanted[c]) < 1e-4 * max(1, abs(wanted[c]))) }
    }
  }

  @Test func mixturesHaveSharesByChannel() {
    let shares: [Float] = [0.25, -0.5, 1, 0]
    let results = Self.compare("mix_pixels") { k, t, s, n in k.mix_pixels(t, s, s + 400, n, shares) }
    for i in 0..<37 * 4 {
      let (a, b) = (Self.source[i], Self.source[i + 400])
      #expect(Self.isNear(results[37][i], a * (1 - shares[i % 4]) + b * shares[i % 4]))
    }
  }

  @Test func samplesOutsideAreTransparent() {
    let row = Self.row
    let (start, step) = ([-1.75, 3.5], [0.625, -0.125])
    let results = Self.compare("sample_pixels") { k, t, s, n in
      k.sample_pixels(t, s, row, 12, 4, n, start, step)
    }
    func pixel(_ x: Int, _ y: Int, _ c: Int) -> Double {
      x < 0 || y < 0 || x >= 12 || y >= 4 ? 0 : Double(Self.source[y * row + x * 4 + c])
    }
    for i in 0..<37 {
      let (x, y) = (start[0] + step[0] * Double(i), start[1] + step[1] * Double(i))
      let (left, low) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
      let (u, v) = (x - Double(left), y - Double(low))
      for c in 0..<4 {
        let below = pixel(left, low, c) * (1 - u) + pixel(left + 1, low, c) * u
        let above = pixel(left, low + 1, c) * (1 - u) + pixel(left + 1, low + 1, c) * u
        #expect(Self.isNear(results[37][i * 4 + c], Float(below * (1 - v) + above * v)))
      }
    }
    // Numbers that are not finite lie outside.
    for form in Self.forms {
      var pixels = [Float](repeating: 7, count: 8)
      form.sample_pixels(&pixels, Self.source, row, 12, 4, 2, [.nan, .infinity], [.infinity, 1])
      #expect(pixels == [Float](repeating: 0, count: 8))
    }
  }
}
