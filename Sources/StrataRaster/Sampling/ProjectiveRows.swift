import StrataBase
import StrataKernels

/// Bilinear samples of a picture in perspective, along rows of the device.
///
/// The kernel computes a row in blocks of 64 pixels: one place in double precision, from which the others advance in single
/// precision. So does a device, from the numbers of each block.
package struct ProjectiveRows {
  /// One axis of a block: at an advance `r` the place is `base + fraction + scale · r`, from pixel centres.
  package struct Axis {
    package let base: Int32
    package let fraction: Float
    package let scale: Float
  }

  /// A block of pixels of a row.
  package struct Block {
    /// The advance of a pixel `j` from the block's origin is `j / (1 + slope · j)`.
    package let slope: Float
    package let across: Axis
    package let down: Axis
  }

  /// The pixels of a block; the first one is a multiple of this.
  package static let blockLength = Int(STRATA_LINE_BLOCK)

  package let pixels: PixelBuffer
  /// The pixels that are read, with both ends; places beyond them are moved to them.
  package let edges: (minX: Int32, minY: Int32, maxX: Int32, maxY: Int32)
  /// The factors of 0...255 that multiply the channels of a sample, in memory order.
  package let factors: UInt32
  private let map: Projective

  /// Nil for other samples.
  init?(_ image: ImageSampler) {
    guard case .projective = image.method, !image.isEmpty else { return nil }
    (pixels, factors, map) = (image.pixels, image.factors, image.map)
    edges = (image.rows.minX, image.rows.minY, image.rows.maxX, image.rows.maxY)
  }

  /// The pixel of a block that is its origin: the one with the larger w.
  package var origin: Int { map.m13 > 0 ? Self.blockLength - 1 : 0 }

  /// The numbers of the block that begins with a pixel, in a row of the device.
  package func block(at x: Int, ofRow y: Int) -> Block {
    let middle = Double(y) + 0.5
    let start = SIMD3(
      0.5 * map.m11 + middle * map.m21 + map.m31,
      0.5 * map.m12 + middle * map.m22 + map.m32,
      0.5 * map.m13 + middle * map.m23 + map.m33
    )
    let place = Double(x + origin)
    let w = start.z + map.m13 * place
    let scale = 1 / (w > 1e-9 ? w : 1e-9)
    let (u, v) = ((start.x + map.m11 * place) * scale, (start.y + map.m12 * place) * scale)
    return Block(
      slope: Float(map.m13 * scale),
      across: Self.axis(u, slope: (map.m11 - u * map.m13) * scale, low: edges.minX),
      down: Self.axis(v, slope: (map.m12 - v * map.m13) * scale, low: edges.minY)
    )
  }

  private static func axis(_ place: Double, slope: Double, low: Int32) -> Axis {
    var centre = place - 0.5
    centre = centre > Double(low) - 2e6 ? centre : Double(low) - 2e6
    centre = centre < Double(low) + 2e6 ? centre : Double(low) + 2e6
    let base = Int32(centre.rounded(.down))
    return Axis(base: base, fraction: Float(centre - Double(base)), scale: Float(slope))
  }
}
