import CoreGraphics
import Foundation
import StrataBase
import StrataKernels

/// Filters that blur.
///
/// All outside of the extent is transparent, so that edges become soft; clamp the image to keep them.
enum BlurRows {
  static let all: [FilterRow] = [
    // The mean of a square with sides of 2r + 1; a fraction weights the outermost pixels. That the radius is half the
    // side is inferred.
    .of(
      "CIBoxBlur",
      "Box Blur",
      .blur,
      [.distance(kCIInputRadiusKey, 10, min: 1, slider: 1...100)]
    ) { image, values in
      let radius = min(values.number(kCIInputRadiusKey), Smoothing.largestRadius)
      return image.smoothed(.box(radius), growing: Int(radius.rounded(.up)))
    },
    // The radius is the standard deviation, and the extent grows by three of them on each side.
    .of(
      "CIGaussianBlur",
      "Gaussian Blur",
      .blur,
      [.scalar(kCIInputRadiusKey, 10, identity: 0, min: 0, slider: 0...100)]
    ) { image, values in image.blurred(sigma: values.number(kCIInputRadiusKey)) },
    // The mean of a disc; pixels at the ends of its rows count by the part that is covered. Radii end at 250.
    .of("CIDiscBlur", "Disc Blur", .blur, [.distance(kCIInputRadiusKey, 8, slider: 0...100)]) {
      image,
      values in
      image.discBlurred(radius: min(values.number(kCIInputRadiusKey), Smoothing.largestRadius))
    },
    motion, zoom,
    // The median of nine pixels, for each component by itself, which is inferred.
    .of("CIMedianFilter", "Median", .blur) { image, _ in
      CIImage(
        node: AreaNode(
          [image.node],
          extent: image.node.extent,
          reach: 1,
          needs: { $1.grown(1, 1) },
          rows: { rect, inputs, pass in
            let tile = inputs[0].tile(rect.grown(1, 1), pass)
            let left = Int(tile.rect.minX)
            return RowReader(rect) { y, x, count, to in
              let rows = (-1...1).map { UnsafePointer(tile.row(y + $0) + (x - 1 - left)).floats }
              kernels.median9(to.floats, rows[0], rows[1], rows[2], count * 4)
            }
          }
        )
      )
    },
  ]

  /// The mean of samples along a line through the pixel, the radius to either side; inferred.
  ///
  /// Radii end at 250.
  private static let motion = FilterRow.of(
    "CIMotionBlur",
    "Motion Blur",
    .blur,
    [
      .distance(kCIInputRadiusKey, 20, identity: 0, slider: 0...100),
      .angle(kCIInputAngleKey, 0),
    ]
  ) { image, values in
    let radius = min(values.number(kCIInputRadiusKey), Smoothing.largestRadius)
    guard radius > 0 else { return image }
    let angle = values.number(kCIInputAngleKey)
    let line = SIMD2(cos(angle), sin(angle)) * radius
    let steps = Int(radius.rounded(.up))
    let (x, y) = (Int(abs(line.x).rounded(.up)), Int(abs(line.y).rounded(.up)))
    return CIImage(
      node: AreaNode(
        [image.node],
        extent: image.node.extent.grown(x, y),
        reach: max(x, y) + 1,
        needs: { $1.grown(x + 1, y + 1) }
      ) { rect, tiles, pass in
        let tile = tiles[0]
        return pass.tile(rect) { place in
          var sum = Pixel.zero
          for i in -steps...steps { sum += tile.sample(place + line * (Double(i) / Double(steps))) }
          return sum / Float(2 * steps + 1)
        }
      }
    )
  }
}

extension BlurRows {
  /// The mean of samples from the pixel towards the centre; inferred.
  ///
  /// They cover a hundredth of the way for each unit of the amount, at most all of it. Negative amounts lead as far away from
  /// the centre.
  private static let zoom = FilterRow.of(
    "CIZoomBlur",
    "Zoom Blur",
    .blur,
    [.center, .scalar("inputAmount", 20, identity: 0, slider: -200...200)]
  ) { image, values in
    let center = values.point(kCIInputCenterKey)
    let share = min(max(values.number("inputAmount") / 100, -1), 1)
    guard share != 0, abs(center.x) < 1e9, abs(center.y) < 1e9 else { return image }
    /// The pixels between a rectangle and the centre.
    @Sendable func reads(_ rect: PixelRect) -> PixelRect {
      guard !rect.contains(.world) else { return .world }
      let ends = rect.cgRect.applying(
        CGAffineTransform(
          1 - share,
          0,
          0,
          1 - share,
          CGFloat(center.x * share),
          CGFloat(center.y * share)
        )
      )
      return PixelRect(covering: rect.cgRect.union(ends)).grown(1, 1)
    }
    // The pixels whose way leads through the image: it is enlarged from the centre.
    let extent = image.node.extent
    let scale = share < 0.999 ? 1 / (1 - share) : 1000
    let enlarged = Projective(
      a: scale,
      b: 0,
      c: 0,
      d: scale,
      tx: center.x * (1 - scale),
      ty: center.y * (1 - scale)
    )
    let grown = extent.contains(.world) ? extent : PixelRect(covering: enlarged.bounds(of: extent.cgRect))
    return CIImage(
      node: AreaNode([image.node], extent: extent.union(grown), needs: { reads($1) }) { rect, tiles, pass in
        let tile = tiles[0]
        return pass.tile(rect) { place in
          let way = (center - place) * share
          let count = Int(min(max((way * way).sum().squareRoot(), 1), mostSamples).rounded(.up))
          var sum = Pixel.zero
          for i in 0...count { sum += tile.sample(place + way * (Double(i) / Double(count))) }
          return sum / Float(count + 1)
        }
      }
    )
  }
  .global()

  /// The largest number of samples along a way; beyond, they are more than a pixel apart.
  private static let mostSamples = 256.0
}

extension CIImage {
  /// The image blurred by a Gaussian; deviations end at 250 pixels.
  func blurred(sigma: Double) -> CIImage {
    let sigma = min(sigma.isFinite ? sigma : 0, Smoothing.largestRadius)
    guard sigma > 0.01 else { return self }
    return smoothed(.gaussian(sigma), growing: Int((3 * sigma).rounded(.up)))
  }

  /// The image with rows and then columns smoothed; the extent grows on each side.
  func smoothed(_ smoothing: Smoothing, growing growth: Int) -> CIImage {
    let reach = smoothing.reach
    return CIImage(
      node: AreaNode(
        [node],
        extent: node.extent.grown(growth, growth),
        reach: reach,
        needs: { $1.grown(reach, reach) },
        rows: { rect, inputs, pass in smoothing.apply(to: inputs[0], rect, pass) }
      )
    )
  }

  /// The rows of a disc whose radius is half a pixel more: pixels to either side of the middle one, −1 for none, and the part
  /// of the next ones that is covered.
  private static func discRuns(_ radius: Double) -> [(Int, Float)] {
    let growth = Int(radius.rounded(.up))
    return (-growth...growth).map { dy in
      let half = ((radius + 0.5) * (radius + 0.5) - Double(dy * dy)).squareRoot() - 0.5
      return half >= 0 ? (Int(half), Float(half - half.rounded(.down))) : (-1, 0)
    }
  }

  /// The number of pixels that such a disc covers.
  static func discArea(_ radius: Double) -> Double {
    guard radius > 0 else { return 1 }
    return discRuns(radius).reduce(0) { $1.0 < 0 ? $0 : $0 + Double(2 * $1.0 + 1) + 2 * Double($1.1) }
  }

  /// The mean of the pixels in a disc whose radius is half a pixel more, so that 0 changes nothing.
  func discBlurred(radius: Double) -> CIImage {
    guard radius > 0 else { return self }
    let growth = Int(radius.rounded(.up))
    let runs = Self.discRuns(radius)
    let count = Float(Self.discArea(radius))
    return CIImage(
      node: AreaNode(
        [node],
        extent: node.extent.grown(growth, growth),
        reach: growth + 1,
        needs: { $1.grown(growth + 1, growth + 1) },
        rows: { rect, inputs, pass in
          let tile = inputs[0].tile(rect.grown(growth + 1, growth + 1), pass)
          return RowReader(rect) { y, left, width, to in
            to.update(repeating: .zero, count: width)
            for (i, (run, part)) in runs.enumerated() where run >= 0 {
              // The pixel below the first one of the result.
              let from = tile.row(y + i - growth) + (left - Int(tile.rect.minX))
              // In double precision, so that a pixel does not depend on where the row begins.
              var sum = SIMD4<Double>.zero
              for x in -run...run { sum += SIMD4<Double>(from[x]) }
              for x in 0..<width {
                to[x] += Pixel(sum) + (from[x - run - 1] + from[x + run + 1]) * part
                sum += SIMD4<Double>(from[x + run + 1]) - SIMD4<Double>(from[x - run])
              }
            }
            for x in 0..<width { to[x] /= count }
          }
        }
      )
    )
  }
}
