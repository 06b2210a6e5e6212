import CoreGraphics
import Foundation
import StrataBase
import StrataKernels

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

  /// Writes the extremum of two lines of pixels; `b` may lie any distance behind `target`, which may be `a`.
  func write(
    _ target: UnsafeMutablePointer<Pixel>,
    _ a: UnsafePointer<Pixel>,
    _ b: UnsafePointer<Pixel>,
    _ count: Int
  ) {
    kernels.extrema(target.floats, a.floats, b.floats, count * 4, self == .least ? 1 : 0)
  }

  /// Replaces each element of a line by the extremum of a window that begins with it.
  ///
  /// After each pass an element holds the extremum of twice as many. The cost grows with the logarithm of the window. The
  /// line has `count + window - 1` elements of `size` pixels each.
  func slide(_ line: UnsafeMutablePointer<Pixel>, _ count: Int, window: Int, size: Int = 1) {
    var done = 1
    while done < window {
      let step = min(done, window - done)
      done += step
      write(line, line, line + step * size, (count + window - done) * size)
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
        reach: reach,
        needs: { $1.grown(reach, reach) },
        rows: { rect, inputs, pass in
          let tile = inputs[0].tile(rect.grown(reach, reach), pass)
          return RowReader(rect) { y, x, count, to in
            withRowMemory(count + 2 * reach) { line in
              for (i, half) in halves.enumerated() {
                let from = tile.row(y + i - reach) + (x - half - Int(tile.rect.minX))
                line.update(from: from, count: count + 2 * half)
                extremum.slide(line, count, window: 2 * half + 1)
                if i == 0 { to.update(from: line, count: count) } else { extremum.write(to, to, line, count) }
              }
            }
          }
        }
      )
    )
  }

  /// The extremum over a rectangle: rows, then columns.
  func morphed(_ half: SIMD2<Int>, _ extremum: Extremum) -> CIImage {
    guard half != SIMD2(0, 0) else { return self }
    return CIImage(
      node: AreaNode(
        [node],
        extent: growth(extremum, half.x, half.y),
        reach: max(half.x, half.y),
        needs: { $1.grown(half.x, half.y) },
        rows: { rect, inputs, pass in
          RowReader(extremum.rectangle(half, inputs[0], rect, pass))
        }
      )
    )
  }
}

extension Extremum {
  /// Pixels of a strip of columns.
  private static let strip = 32

  /// The extrema over rectangles: rows as they are read, then columns, in strips.
  fileprivate func rectangle(_ half: SIMD2<Int>, _ source: RowReader, _ rect: PixelRect, _ pass: RenderPass)
    -> Tile
  {
    let narrow = Tile(
      uninitialized: PixelRect(rect.minX, rect.grown(0, half.y).minY, rect.maxX, rect.grown(0, half.y).maxY)
    )
    pass.rows(of: narrow.rect) { y in
      withRowMemory(rect.width + 2 * half.x) { line in
        source.copy(row: y, from: Int(rect.minX) - half.x, count: rect.width + 2 * half.x, to: line)
        slide(line, rect.width, window: 2 * half.x + 1)
        narrow.row(y).update(from: line, count: rect.width)
      }
    }
    if half.y == 0 { return narrow }
    let result = Tile(uninitialized: rect)
    let pieces = (rect.width + Self.strip - 1) / Self.strip
    // Strips of some rows, so that they stay in a cache.
    let bandHeight = max(64, 4 * half.y)
    let bands = (rect.height + bandHeight - 1) / bandHeight
    pass.pool.run(pieces * bands) { piece, _ in
      let x = piece % pieces * Self.strip
      let count = min(Self.strip, rect.width - x)
      let low = Int(rect.minY) + piece / pieces * bandHeight
      let height = min(bandHeight, Int(rect.maxY) - low)
      withRowMemory((height + 2 * half.y) * count) { line in
        for i in 0..<height + 2 * half.y {
          (line + i * count).update(from: narrow.row(low - half.y + i) + x, count: count)
        }
        slide(line, height, window: 2 * half.y + 1, size: count)
        for i in 0..<height { (result.row(low + i) + x).update(from: line + i * count, count: count) }
      }
    }
    return result
  }
}
