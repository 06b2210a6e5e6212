import StrataBase
import StrataKernels
import StrataRaster
import Testing

/// The conversion of luma and chroma: every form gives the same bytes, and these are those of the standard's formulas.
@Suite struct ChromaKernelTests {
  private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
  }

  /// A row of each width, with chroma at its place and between pixels, in planes of their own and in one.
  @Test(arguments: [1, 2] as [Int], [false, true])
  func formsAgree(step: Int, isCentered: Bool) {
    var count = 0
    let forms = strata_kernel_forms(&count)
    let (luma, chroma) = (Self.bytes(400, seed: 1), Self.bytes(2000, seed: 2))
    for width in Array(1...40) + [127, 128, 129, 130, 257, 301] {
      for lower in 0..<4 {
        var plain: [UInt8] = []
        for form in (0..<count).compactMap({ forms?[$0]?.pointee }) {
          let result = Self.row(form, luma, chroma, width: width, step: step, lower: lower, isCentered)
          if plain.isEmpty { plain = result }
          #expect(result == plain, "\(String(cString: form.name)) at \(width), \(lower) quarters")
        }
      }
    }
  }

  /// The pixels of a row; those behind it must stay.
  private static func row(
    _ form: StrataKernels,
    _ luma: [UInt8],
    _ chroma: [UInt8],
    width: Int,
    step: Int,
    lower: Int,
    _ isCentered: Bool
  ) -> [UInt8] {
    var target = [UInt8](repeating: 7, count: width * 4 + 64)
    var weights = StrataLumaWeights(
      luma: 1_220_945,
      red_of_cr: 117_482,
      green_of_cb: -13975,
      green_of_cr: -34923,
      blue_of_cb: 138_431,
      red: -259_613_936,
      green: 81_126_368,
      blue: -302_517_472
    )
    luma.withUnsafeBufferPointer { luma in
      chroma.withUnsafeBufferPointer { chroma in
        guard let luma = luma.baseAddress, let c = chroma.baseAddress else { return }
        var place = StrataChroma(
          cb: (c, c + 400),
          cr: step == 2 ? (c + 1, c + 401) : (c + 800, c + 1200),
          step: step,
          count: (width + 1) / 2,
          lower: UInt32(lower),
          is_centered: isCentered ? 1 : 0
        )
        form.pixels_of_luma(&target, luma, width, &place, &weights)
      }
    }
    #expect(target[(width * 4)...].allSatisfy { $0 == 7 })
    return target
  }

  /// The level of a channel by the formulas, with chroma interpolated between its two by two nearest samples.
  @Test(arguments: [(33, 17), (2, 2), (1, 1), (64, 6)])
  func pixelsFollowTheFormulas(width: Int, height: Int) {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    let planes = Self.bytes(width * height + 2 * columns * rows, seed: 5)
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    planes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      YCbCrConversion(.itu601, isFullRange: false, siting: .left)
        .convert(YCbCrPlanes(contiguous: base, width: width, height: height), to: pixels)
    }
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      let (x, y) = (min(max(x, 0), columns - 1), min(max(y, 0), rows - 1))
      return Double(planes[width * height + plane * columns * rows + y * columns + x])
    }
    func chroma(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      // Samples lie on even columns, and between two rows.
      let (u, v) = (Double(x) / 2, (Double(y) - 0.5) / 2)
      let (left, top) = (u.rounded(.down), v.rounded(.down))
      let (a, b, i, j) = (u - left, v - top, Int(left), Int(top))
      let above = sample(plane, i, j) * (1 - a) + sample(plane, i + 1, j) * a
      let below = sample(plane, i, j + 1) * (1 - a) + sample(plane, i + 1, j + 1) * a
      return (above * (1 - b) + below * b - 128) * 255 / 224
    }
    for y in 0..<height {
      for x in 0..<width {
        let level = (Double(planes[y * width + x]) - 16) * 255 / 219
        let (cb, cr) = (chroma(0, x, y), chroma(1, x, y))
        let expected = [level + 1.402 * cr, level - 0.344136 * cb - 0.714136 * cr, level + 1.772 * cb]
        for channel in 0..<3 {
          let shown = Double(UnsafeRawPointer(pixels.row(y) + x * 4 + channel).load(as: UInt8.self))
          let limited = min(max(expected[channel], 0), 255)
          #expect(abs(shown - limited) <= 0.51, "\(x) \(y) \(channel): \(shown), \(limited)")
        }
      }
    }
  }
}
