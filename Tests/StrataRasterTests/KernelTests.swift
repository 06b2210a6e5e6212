import StrataKernels
import StrataBase
import Testing

/// Every form of every kernel gives the bytes of the plain one, for all short lengths and all alignments.
@Suite struct KernelTests {
  private static var forms: [StrataKernels] {
    var count = 0
    guard let forms = strata_kernel_forms(&count) else { return [] }
    return (0..<count).compactMap { forms[$0]?.pointee }
  }

  /// Premultiplied noise with many empty and many opaque pixels.
  private static func pixels(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<count).flatMap { _ -> [UInt8] in
      let bits = random.next()
      let alpha = bits & 3 == 0 ? 0 : bits & 3 == 1 ? 255 : bits >> 8 & 255
      return [16, 24, 32].map { UInt8((bits >> $0 & 255) * alpha / 255) } + [UInt8(alpha)]
    }
  }

  private static func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in
      let bits = random.next()
      return bits & 3 == 0 ? 0 : bits & 3 == 1 ? 255 : UInt8(bits >> 8 & 255)
    }
  }

  /// Runs one kernel of every form on the same memory and compares all bytes, those around the target too.
  private static func compare(
    _ name: String,
    _ body: (StrataKernels, UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int) ->
      Void
  ) {
    var random = SplitMix64(seed: 7)
    for length in 0...67 {
      for shift in [0, 1, 4, 5, 63] {
        let target = pixels(3 * 96, &random) + bytes(64, &random)
        let source = pixels(4 * 96, &random) + bytes(64, &random)
        let mask = bytes(3 * 96 + 64, &random)
        var results: [[UInt8]] = []
        for form in forms {
          var copy = target
          copy.withUnsafeMutableBufferPointer { copy in
            source.withUnsafeBufferPointer { source in
              mask.withUnsafeBufferPointer { mask in
                guard let t = copy.baseAddress, let s = source.baseAddress, let m = mask.baseAddress else {
                  return
                }
                body(form, t + shift, s + (shift + 4) % 64, m + shift, length)
              }
            }
          }
          results.append(copy)
        }
        for (form, result) in zip(forms, results) where result != results[0] {
          let text = form.name.map { String(cString: $0) } ?? ""
          Issue.record("\(name) of form \(text) differs at length \(length), shift \(shift)")
        }
      }
    }
  }

  private static let stride = 96 * 4

  @Test func allFormsGiveTheSameBytes() {
    let stride = Self.stride
    Self.compare("fill") { k, t, _, _, n in k.fill(t, stride, n, 3, 0x8040_2010) }
    Self.compare("rectangles") { k, t, _, m, n in
      // Of all sizes, some beyond the area, in both kinds of colours, until something else comes.
      var commands = (0..<48).map { i -> StrataCommand in
        let (x, y) = (Int32(m[i] % 90), Int32(m[i + 48] % 3))
        return StrataCommand(
          min_x: x,
          min_y: y,
          max_x: x + Int32(i % 24),
          max_y: y + 1 + Int32(i % 2),
          color: i % 3 == 0 ? 0x7f30_2010 : 0xff00_0000 | UInt32(i) &* 0x010_305,
          item: i == n ? 1 : 0
        )
      }
      var area = StrataCommand(min_x: 2, min_y: 0, max_x: 91, max_y: 3, color: 0, item: 0)
      #expect(k.rectangles(t, stride, 0, 0, &area, &commands, 48) == min(n, 48))
    }
    for color in [0x8040_2010, 0xff10_2030, 0x0000_0000, 0x7f7f_0001] as [UInt32] {
      Self.compare("over_solid") { k, t, _, _, n in k.over_solid(t, stride, n, 3, color) }
      Self.compare("over_solid_mask") { k, t, _, m, n in k.over_solid_mask(t, stride, m, 96, n, 3, color) }
      Self.compare("multiply_color") { k, t, _, _, n in k.multiply_color(t, stride, n, 3, color) }
    }
    for alpha in [255, 128, 1, 0] as [UInt32] {
      Self.compare("over") { k, t, s, _, n in k.over(t, stride, s, stride, n, 3, alpha) }
    }
    Self.compare("copy") { k, t, s, _, n in k.copy(t, stride, s, stride, n, 3) }
    Self.compare("over_mask") { k, t, s, m, n in k.over_mask(t, stride, s, stride, m, 96, n, 3) }
    Self.compare("mix_mask") { k, t, s, m, n in k.mix_mask(t, stride, s, stride, m, 96, n, 3) }
    Self.compare("multiply_mask") { k, t, _, m, n in k.multiply_mask(t, stride, m, 96, n, 3) }
    Self.compare("multiply_bytes") { k, t, _, m, n in k.multiply_bytes(t, 96, m, 96, n, 3) }
    Self.compare("extract_alpha") { k, t, s, _, n in k.extract_alpha(t, 96, s, stride, n, 3) }
    Self.compare("spread_alpha") { k, t, _, m, n in k.spread_alpha(t, stride, m, 96, 1, n, 3) }
    for (x, y) in [(0, 0), (256, 256), (95, 200), (1, 255)] as [(UInt32, UInt32)] {
      Self.compare("shift_linear") { k, t, s, _, n in k.shift_linear(t, stride, s, stride, n, 3, x, y) }
      for alpha in [255, 77] as [UInt32] {
        Self.compare("over_shifted") { k, t, s, _, n in
          k.over_shifted(t, stride, s, stride, n, 3, x, y, alpha)
        }
      }
    }
  }

  /// Large rectangles in one piece are filled, copied and blended in ways of their own.
  @Test func allFormsDrawLargeRectanglesAlike() {
    var random = SplitMix64(seed: 11)
    let (width, height) = (261, 67)
    let source = Self.pixels(width * height, &random)
    let target = Self.pixels(width * height, &random)
    for (columns, rows) in [(width, height), (width, 63), (259, 66)] {
      for kernel in 0..<4 {
        var results: [[UInt8]] = []
        for form in Self.forms {
          var copy = target
          let stride = width * 4
          switch kernel {
          case 0: form.fill(&copy, stride, columns, rows, 0x8040_2010)
          case 1: form.copy(&copy, stride, source, stride, columns, rows)
          case 2: form.over(&copy, stride, source, stride, columns, rows, 255)
          default: form.over(&copy, stride, source, stride, columns, rows, 77)
          }
          results.append(copy)
        }
        #expect(Set(results).count == 1)
      }
    }
  }

  @Test func allFormsSampleTheSameBytes() {
    let stride = Self.stride
    Self.compare("sample_linear") { k, t, s, _, n in
      k.sample_linear(t, s, stride, n, -3 << 32, 1 << 31, 3_000_000_000, 100_000_000, 2, 0, 90, 2)
    }
    // One column, one row, and places far outside of the picture.
    for (right, below) in [(2, 2), (90, 0), (2, 0)] as [(Int32, Int32)] {
      Self.compare("sample_linear") { k, t, s, _, n in
        k.sample_linear(t, s, stride, n, -3 << 60, 1 << 31, 1 << 58, -100_000_000, 2, 0, right, below)
      }
      Self.compare("sample_projective") { k, t, s, _, n in
        let line: [Double] = [1e12, -0.5, -0.4, 1e9, 0.02, 0.01]
        line.withUnsafeBufferPointer { line in
          guard let line = line.baseAddress else { return }
          k.sample_projective(t, s, stride, n, 0, line, line + 3, 2, 0, right, below, nil)
        }
      }
    }
    Self.compare("sample_nearest") { k, t, s, _, n in
      k.sample_nearest(t, s, stride, n, -3 << 32, 1 << 31, 3_000_000_000, 100_000_000, 2, 0, 90, 2)
    }
    // Plain maps, halves of weights, perspective that ends within the row, and places too far away.
    let repeated: [[Double]] = [
      [0.7, 0.02, 0, -3, 40, 0, 0.25, -99, 1], [1, 0, 0, 0, 0.5, 0, -0.001953125, 0.501953125, 1],
      [0.7, 0.02, -0.02, 3, 1, 0.1, -7, 2, 1], [-9e7, 0, 0, 0, 0, 0, 3e9, 1, 1],
    ]
    for numbers in repeated {
      for isNearest in [0, 1] as [Int32] {
        Self.compare("sample_repeated") { k, t, s, _, n in
          numbers.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return }
            k.sample_repeated(t, s, stride, n, -9, first, first + 3, first + 6, 37, 2, isNearest)
          }
        }
      }
    }
    Self.compare("sample_projective") { k, t, s, _, n in
      let line: [Double] = [-2, 0.5, 1, 0.7, 0.02, -0.004]
      line.withUnsafeBufferPointer { line in
        guard let line = line.baseAddress else { return }
        k.sample_projective(t, s, stride, n, 32, line, line + 3, 0, 0, 90, 2, nil)
      }
    }
  }

  /// Modes and colour steps, in bytes and half floats, with and without coverage.
  @Test func allFormsBlendAndChangeColorsAlike() {
    var random = SplitMix64(seed: 21)
    let row = (0..<96).flatMap { _ -> [Float] in
      let alpha = Float(random.next() % 9) / 8
      return (0..<3).map { _ in Float(random.next() % 1000) / 999 * alpha } + [alpha]
    }
    for mode in 0...UInt32(STRATA_LUMINOSITY) {
      for isWide in [0, 1] as [Int32] {
        Self.compare("blend \(mode)") { k, t, _, m, n in
          // As half floats the bytes are some numbers, not all of them finite: their exponents are made small.
          if isWide == 1 { for i in 0..<96 { t[i * 2 + 1] &= 0x3b } }
          k.blend(t, row, min(n, isWide == 1 ? 24 : 67), m, 0, isWide, mode)
          k.blend(t, row, min(n, isWide == 1 ? 24 : 67), nil, 200, isWide, mode)
        }
      }
    }
    var steps = [StrataColorStep(), StrataColorStep()]
    withUnsafeMutableBytes(of: &steps[0].columns) { bytes in
      for (i, place) in bytes.bindMemory(to: Float.self).indices.enumerated() {
        bytes.storeBytes(of: Float(i % 6) / 4 - 0.3, toByteOffset: place * 4, as: Float.self)
      }
    }
    (steps[1].is_curve, steps[1].amount, steps[1].curve) = (1, 0.7, (0.1, 0.9, 0.2, 0.6))
    for count in 0...2 {
      Self.compare("change_colors") { k, t, s, _, n in k.change_colors(t, s, n, 0, steps, count) }
    }
  }

  /// What rows share is used again where x and w are the same, and nowhere else; no byte changes.
  @Test func keptLinesGiveTheSameBytes() {
    var random = SplitMix64(seed: 5)
    let source = Self.pixels(64 * 64, &random)
    for form in Self.forms {
      var kept = StrataLine()
      for row in 0..<60 {
        // Maps and clamps change now and then, rows move up and down, begin anywhere and are longer than what is kept.
        let map = Double(row / 7 % 3)
        let line = [
          3 + map, 9 + Double(row * 5 % 11), 1.2 + map / 8, 0.31, 0.07 - Double(row % 3) / 100, -0.001,
        ]
        let right = Int32(row / 11 % 2 == 0 ? 63 : 40)
        let (from, count) = (row * 37 % 300 - 150, [1, 17, 64, 200, 1500][row % 5])
        var plain = [UInt8](repeating: 0, count: count * 4)
        var saved = plain
        source.withUnsafeBufferPointer { source in
          line.withUnsafeBufferPointer { line in
            guard let source = source.baseAddress, let line = line.baseAddress else { return }
            form.sample_projective(
              &plain,
              source,
              256,
              count,
              Int64(from),
              line,
              line + 3,
              0,
              0,
              right,
              63,
              nil
            )
            form.sample_projective(
              &saved,
              source,
              256,
              count,
              Int64(from),
              line,
              line + 3,
              0,
              0,
              right,
              63,
              &kept
            )
          }
        }
        #expect(plain == saved)
      }
    }
  }

  /// A sample depends on its index alone, however long the row is and wherever it begins.
  @Test func projectiveSamplesDoNotDependOnTheRow() {
    var random = SplitMix64(seed: 3)
    let source = Self.pixels(64 * 64, &random)
    let line: [Double] = [3, 9, 1.2, 0.31, 0.07, -0.001]
    func sampled(_ form: StrataKernels, _ from: Int, _ to: Int) -> [UInt8] {
      var row = [UInt8](repeating: 0, count: (to - from) * 4)
      source.withUnsafeBufferPointer { source in
        line.withUnsafeBufferPointer { line in
          guard let source = source.baseAddress, let line = line.baseAddress else { return }
          form.sample_projective(&row, source, 256, to - from, Int64(from), line, line + 3, 0, 0, 63, 63, nil)
        }
      }
      return row
    }
    let whole = Self.forms.first.map { sampled($0, -70, 1100) } ?? []
    #expect(Set(whole).count > 50)
    for form in Self.forms {
      for (from, to) in [(-70, 1100), (-69, 3), (0, 64), (13, 700), (511, 1030), (640, 641)] {
        #expect(sampled(form, from, to) == Array(whole[(from + 70) * 4..<(to + 70) * 4]))
      }
    }
  }

  @Test func allFormsBlurTheSameBytes() {
    // Wide windows over few columns: powers of two, and those whose sums need more than 16 bits.
    for d in [64, 256, 257, 300] {
      Self.compare("box_columns") { k, t, s, _, n in
        var sums = [UInt32](repeating: 0, count: 4)
        k.box_columns(t, 3, s, 96, min(n, 3), 3, d, &sums)
      }
    }
    // Three at once: rows from one to another, powers of two, a box of one row, and those as high as rings are.
    for d in [[2, 2, 3], [5, 1, 4], [3, 8, 256]] {
      Self.compare("box_columns3") { k, t, s, _, n in k.box_columns3(t, 96, s, 96, n, 3, d, 2, 5) }
    }
    for d in [1, 2, 3, 4, 5] {
      Self.compare("box_columns") { k, t, s, _, n in
        var sums = [UInt32](repeating: 0, count: n + 1)
        k.box_columns(t, 96, s, 96, n, 3, d, &sums)
      }
      Self.compare("box_rows4") { k, t, s, _, n in k.box_rows4(t, Self.stride, s, Self.stride, n, 3, d) }
      Self.compare("box_rows1") { k, t, s, _, n in k.box_rows1(t, 96, s, 96, n, 3, d) }
    }
  }

  /// Three means at once are three means one after the other.
  @Test func threeMeansAtOnceAreThreeMeans() {
    var random = SplitMix64(seed: 8)
    for d in [[2, 2, 3], [1, 7, 1], [30, 30, 31], [256, 3, 16]] {
      for (bytes, rows) in [(1, 9), (15, 4), (70, 12), (129, 40)] {
        let source = Self.pixels(bytes * rows, &random)
        let height = rows + d.reduce(0) { $0 + $1 - 1 }
        for form in Self.forms {
          var sums = [UInt32](repeating: 0, count: bytes)
          var (former, next) = (source, [UInt8](repeating: 0, count: bytes * height))
          var count = rows
          for d in d {
            form.box_columns(&next, bytes, former, bytes, bytes, count, d, &sums)
            count += d - 1
            former = next
          }
          var result = [UInt8](repeating: 0, count: bytes * height)
          form.box_columns3(&result, bytes, source, bytes, bytes, rows, d, 0, height)
          #expect(result == former)
          var part = [UInt8](repeating: 0, count: bytes * 3)
          form.box_columns3(&part, bytes, source, bytes, bytes, rows, d, height / 2 - 1, height / 2 + 2)
          #expect(part == Array(former[(height / 2 - 1) * bytes..<(height / 2 + 2) * bytes]))
        }
      }
    }
  }

  @Test func allFormsTransposeTheSameBytes() {
    Self.compare("transpose4") { k, t, s, _, n in k.transpose4(t, 16, s, Self.stride, n, 3) }
    Self.compare("transpose4") { k, t, s, _, n in k.transpose4(t, 96, s, 64, min(n, 11), 17) }
    Self.compare("transpose1") { k, t, s, _, n in k.transpose1(t, 8, s, Self.stride, n, 3) }
  }

  /// The plain form against the formula, over all pairs of bytes.
  @Test func productsAreRoundedExactly() {
    let kernels = strata_kernels().pointee
    for a in 0...255 {
      var row = [UInt8](0...255)
      let factors = [UInt8](repeating: UInt8(a), count: 256)
      kernels.multiply_bytes(&row, 0, factors, 0, 256, 1)
      for b in 0...255 { #expect(Int(row[b]) == (2 * a * b + 255) / 510, "\(a) · \(b)") }
    }
  }
}
