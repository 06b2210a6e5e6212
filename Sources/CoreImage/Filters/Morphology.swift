import CoreGraphics
import Foundation
import StrataBase

/// The greatest and the least value of each component among neighbours; all outside of the extent is transparent.
enum MorphologyRows {
  static let all: [FilterRow] = [
    // Apple's reference: a circle of the radius. Pixels whose centre lies in it count, which is inferred; radii end at 250.
    .of("CIMorphologyMaximum", "Morphology Maximum", .blur, [discRadius(0)]) { image, values in
      image.morphed(disc: values.number(kCIInputRadiusKey), .greatest)
    },
    .of("CIMorphologyMinimum", "Morphology Minimum", .blur, [discRadius(0)]) { image, values in
      image.morphed(disc: values.number(kCIInputRadiusKey), .least)
    },
    // The difference of both colours, under the greatest alpha, which is inferred.
    .of("CIMorphologyGradient", "Morphology Gradient", .blur, [discRadius(5)]) { image, values in
      let radius = values.number(kCIInputRadiusKey)
      let high = image.morphed(disc: radius, .greatest)
      let low = image.morphed(disc: radius, .least)
      return CIImage.mixing([high, low], extent: high.node.extent) { ($0[0] - $0[1]).with(alpha: $0[0].w) }
    },
    // Apple's reference: a rectangle whose sides are rounded to odd numbers; they end at 1,001.
    .of("CIMorphologyRectangleMaximum", "Morphology Rectangle Maximum", .blur, sides) { image, values in
      image.morphed(rectangle(values), .greatest)
    },
    .of("CIMorphologyRectangleMinimum", "Morphology Rectangle Minimum", .blur, sides) { image, values in
      image.morphed(rectangle(values), .least)
    },
  ]

  private static func discRadius(_ value: Double) -> FilterInput {
    .distance(kCIInputRadiusKey, value, identity: 0, slider: 0...50)
  }

  private static let sides: [FilterInput] = [side(kCIInputWidthKey), side("inputHeight")]

  private static func side(_ key: String) -> FilterInput {
    var input = FilterInput.scalar(key, 5, identity: 1, min: 1, slider: 1...49)
    input.type = kCIAttributeTypeInteger
    return input
  }

  /// Half of each side, without the middle.
  private static func rectangle(_ values: FilterValues) -> SIMD2<Int> {
    func half(_ key: String) -> Int { Int((min(values.number(key), 1001) - 1) / 2 + 0.5) }
    return SIMD2(half(kCIInputWidthKey), half("inputHeight"))
  }
}

/// The value that is kept of several.
enum Extremum: Sendable {
  case greatest, least

  @inline(__always)
  func of(_ a: Pixel, _ b: Pixel) -> Pixel { self == .greatest ? pointwiseMax(a, b) : pointwiseMin(a, b) }

  /// Writes the extremum of 2 · `half` + 1 pixels around each pixel; `from` has `half` more on either side.
  ///
  /// Three comparisons a pixel for any width (van Herk 1992; Gil and Werman 1993): with blocks as long as the window,
  /// each window is the end of one block and the start of the next.
  func slide(_ from: UnsafePointer<Pixel>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int, half: Int) {
    guard half > 0 else { return to.update(from: from, count: count) }
    let (window, length) = (2 * half + 1, count + 2 * half)
    withUnsafeTemporaryAllocation(of: Pixel.self, capacity: 2 * length) { memory in
      guard let starts = memory.baseAddress else { return }
      let ends = starts + length
      for i in 0..<length {
        (starts + i).initialize(to: i % window == 0 ? from[i] : of(starts[i - 1], from[i]))
      }
      for i in (0..<length).reversed() {
        let isLast = i % window == window - 1 || i == length - 1
        (ends + i).initialize(to: isLast ? from[i] : of(ends[i + 1], from[i]))
      }
      for i in 0..<count { to[i] = of(ends[i], starts[i + window - 1]) }
    }
  }
}

extension CIImage {
  private func growth(_ extremum: Extremum, _ x: Int, _ y: Int) -> PixelRect {
    extremum == .greatest ? node.extent.grown(x, y) : node.extent
  }

  /// The extremum over a disc, row by row of the disc: the cost grows with the radius.
  func morphed(disc wanted: Double, _ extremum: Extremum) -> CIImage {
    let radius = min(wanted, 250)
    let reach = Int(radius)
    guard reach > 0 else { return self }
    let halves = (-reach...reach).map { Int((radius * radius - Double($0 * $0)).squareRoot()) }
    return CIImage(
      node: AreaNode(
        [node],
        extent: growth(extremum, reach, reach),
        needs: { $1.grown(reach, reach) }
      ) { rect, tiles, pass in
        let tile = Tile(tiles[0], in: rect.grown(reach, reach))
        let result = Tile(rect)
        pass.rows(of: rect) { y in
          let to = result.row(y)
          withUnsafeTemporaryAllocation(of: Pixel.self, capacity: rect.width) { memory in
            guard let line = memory.baseAddress else { return }
            line.initialize(repeating: .zero, count: rect.width)
            for (i, half) in halves.enumerated() {
              extremum.slide(tile.row(y + i - reach) + (reach - half), line, rect.width, half: half)
              for x in 0..<rect.width { to[x] = i == 0 ? line[x] : extremum.of(to[x], line[x]) }
            }
          }
        }
        return result
      }
    )
  }

  /// The extremum over a rectangle: rows, then columns.
  func morphed(_ half: SIMD2<Int>, _ extremum: Extremum) -> CIImage {
    guard half != SIMD2(0, 0) else { return self }
    return CIImage(
      node: AreaNode(
        [node],
        extent: growth(extremum, half.x, half.y),
        needs: { $1.grown(half.x, half.y) }
      ) { rect, tiles, pass in
        let tile = Tile(tiles[0], in: rect.grown(half.x, half.y))
        let narrow = Tile(PixelRect(rect.minX, tile.rect.minY, rect.maxX, tile.rect.maxY))
        pass.rows(of: narrow.rect) { extremum.slide(tile.row($0), narrow.row($0), rect.width, half: half.x) }
        let result = Tile(rect)
        let length = narrow.rect.height
        pass.pool.run(rect.width) { x, _ in
          withUnsafeTemporaryAllocation(of: Pixel.self, capacity: length + rect.height) { memory in
            guard let line = memory.baseAddress else { return }
            let done = line + length
            for i in 0..<length { (line + i).initialize(to: narrow.row(Int(narrow.rect.minY) + i)[x]) }
            done.initialize(repeating: .zero, count: rect.height)
            extremum.slide(line, done, rect.height, half: half.y)
            for i in 0..<rect.height { result.row(Int(rect.minY) + i)[x] = done[i] }
          }
        }
        return result
      }
    )
  }
}
