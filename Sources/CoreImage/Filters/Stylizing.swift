import CoreGraphics
import Foundation
import StrataBase

/// Filters that change the character of an image, or mix two images by a mask.
enum StylizingRows {
  static let all: [FilterRow] = [
    // The image and its blur as two lights on one screen, as the layers' filter of this name; inferred.
    .of("CIBloom", "Bloom", .stylize, glowInputs) { image, values in
      let intensity = values.float(kCIInputIntensityKey)
      let soft = image.blurred(sigma: values.number(kCIInputRadiusKey))
      return CIImage.mixing([image, soft], extent: soft.node.extent) { p in
        let glow = (p[1] * intensity).limited(0, 1)
        return p[0] + glow - p[0] * glow
      }
    },
    // Where the blur is darker than the image, the image moves towards it by the intensity; inferred.
    .of("CIGloom", "Gloom", .stylize, glowInputs) { image, values in
      let intensity = values.float(kCIInputIntensityKey)
      let soft = image.blurred(sigma: values.number(kCIInputRadiusKey))
      return CIImage.mixing([image, soft], extent: image.node.extent) { p in
        let dull = p[0] + (pointwiseMin(p[0], p[1]) - p[0]) * intensity
        return dull.with(alpha: p[0].w)
      }
    },
    // Apple's reference: squares in the colour of the pixels they replace: their mean. That a corner of the grid lies at the
    // centre is inferred.
    .of(
      "CIPixellate",
      "Pixelate",
      .stylize,
      [.center, .distance(kCIInputScaleKey, 8, min: 1, slider: 1...100)]
    ) { image, values in
      image.pixellated(values.point(kCIInputCenterKey), min(values.number(kCIInputScaleKey), 0x1p29))
    },
    // Apple's reference: the background where the mask is 0, the image where it is 1; the mask's green part, which for gray
    // masks is any part.
    maskRow("CIBlendWithMask", "Blend With Mask") { $0.y },
    maskRow("CIBlendWithAlphaMask", "Blend With Alpha Mask") { $0.w },
    maskRow("CIBlendWithRedMask", "Blend With Red Mask") { $0.x },
    maskRow("CIBlendWithBlueMask", "Blend With Blue Mask") { $0.z },
    // Apple's reference: the background mixed with the image by the amount.
    FilterRow(
      "CIMix",
      "Mix",
      .stylize,
      [.image(), .background, .scalar("inputAmount", 1, identity: 1, slider: 0...1)]
    ) { values in
      guard let image = values.image() else { return nil }
      let amount = values.float("inputAmount")
      let background = values.image(kCIInputBackgroundImageKey) ?? .empty()
      let extent = image.node.extent.union(background.node.extent)
      return CIImage.mixing(image, background, extent: extent, MixKernel(shares: Pixel(repeating: amount)))
    },
  ]

  private static let glowInputs: [FilterInput] = [
    .distance(kCIInputRadiusKey, 10, identity: 0, slider: 0...100),
    .scalar(kCIInputIntensityKey, 0.5, identity: 0, min: 0, slider: 0...1),
  ]

  /// The mixture of an image and a background by a part of a mask, limited to 0 … 1; without a mask, the background.
  private static func maskRow(
    _ name: String,
    _ title: String,
    _ part: @escaping @Sendable (Pixel) -> Float
  ) -> FilterRow {
    FilterRow(name, title, .stylize, [.image(), .background, .mask]) { values in
      guard let image = values.image() else { return nil }
      let background = values.image(kCIInputBackgroundImageKey) ?? .empty()
      let mask = values.image(kCIInputMaskImageKey) ?? .empty()
      let extent = image.node.extent.union(background.node.extent)
      return CIImage.mixing([image, background, mask], extent: extent) { p in
        p[1] + (p[0] - p[1]) * min(max(part(p[2]), 0), 1)
      }
    }
  }
}

extension CIImage {
  /// The image in squares, each in the mean of its pixels inside of the extent.
  fileprivate func pixellated(_ center: SIMD2<Double>, _ scale: Double) -> CIImage {
    let source = node.extent
    guard scale > 1, !source.isEmpty, center.x.isFinite, center.y.isFinite else { return self }
    /// The cells that pixel centres of a rectangle lie in, as a range of columns and one of rows.
    @Sendable func cells(_ rect: PixelRect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
      func cell(_ edge: Int32, _ step: Double, _ center: Double) -> Int {
        Int(min(max(((Double(edge) + step - center) / scale).rounded(.down), -0x1p40), 0x1p40))
      }
      return (
        cell(rect.minX, 0.5, center.x)...cell(rect.maxX, -0.5, center.x),
        cell(rect.minY, 0.5, center.y)...cell(rect.maxY, -0.5, center.y)
      )
    }
    @Sendable func area(of rect: PixelRect) -> PixelRect {
      guard !rect.contains(.world) else { return .world }
      let (columns, rows) = cells(rect)
      return PixelRect(
        covering: CGRect(
          x: center.x + Double(columns.lowerBound) * scale,
          y: center.y + Double(rows.lowerBound) * scale,
          width: Double(columns.count) * scale,
          height: Double(rows.count) * scale
        )
      )
    }
    return CIImage(
      node: AreaNode(
        [node],
        extent: area(of: source),
        reach: scale < 1e6 ? Int(scale.rounded(.up)) : nil,
        needs: { area(of: $1) }
      ) { rect, tiles, pass in
        let (columns, rows) = cells(rect)
        let tile = tiles[0]
        let wanted = area(of: rect).intersection(source)
        let result = Tile(rect)
        let columnRuns = Self.runs(
          of: columns,
          from: center.x,
          step: scale,
          within: wanted.minX..<wanted.maxX
        )
        let rowRuns = Self.runs(of: rows, from: center.y, step: scale, within: wanted.minY..<wanted.maxY)
        let columnTargets = Self.runs(of: columns, from: center.x, step: scale, within: rect.minX..<rect.maxX)
        let rowTargets = Self.runs(of: rows, from: center.y, step: scale, within: rect.minY..<rect.maxY)
        // Rows of cells are independent of each other.
        pass.pool.run(rows.count) { row, _ in
          var sums = [SIMD4<Double>](repeating: .zero, count: columns.count)
          for y in rowRuns[row] {
            let line = tile.row(y) - Int(tile.rect.minX)
            for (column, run) in columnRuns.enumerated() {
              var sum = Pixel.zero
              for x in run { sum += line[x] }
              sums[column] += SIMD4<Double>(sum)
            }
          }
          let means = zip(sums, columnRuns).map { sum, run in
            let count = run.count * rowRuns[row].count
            return count > 0 ? Pixel(sum / Double(count)) : .zero
          }
          for y in rowTargets[row] {
            let line = result.row(y) - Int(rect.minX)
            for (column, run) in columnTargets.enumerated() {
              for x in run { line[x] = means[column] }
            }
          }
        }
        return result
      }
    )
  }

  /// The pixels of each cell of a line of cells, by their centres, as far as they lie within a range.
  private static func runs(
    of cells: ClosedRange<Int>,
    from center: Double,
    step: Double,
    within range: Range<Int32>
  ) -> [Range<Int>] {
    let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
    // The first pixel whose centre lies in a cell.
    func start(_ cell: Int) -> Int {
      let edge = (center + Double(cell) * step - 0.5).rounded(.up)
      return Int(min(max(edge, Double(low)), Double(max(low, high))))
    }
    return cells.map { start($0)..<max(start($0), start($0 + 1)) }
  }
}
