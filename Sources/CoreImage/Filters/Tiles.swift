import CoreGraphics
import Foundation
import StrataBase

/// Filters that repeat an image, or its edges, over the plane.
enum TileRows {
  static let all: [FilterRow] = [
    // Apple's reference: a transform, and then the edges of the transformed image extended: the transform of the
    // extended image.
    .of("CIAffineClamp", "Affine Clamp", .tile, [.transform()]) { image, values in
      image.clampedToExtent().transformed(by: values.transform(kCIInputTransformKey))
    },
    // Apple's reference: a transform, and the transformed image repeated.
    .of("CIAffineTile", "Affine Tile", .tile, [.transform()]) { image, values in
      let t = values.transform(kCIInputTransformKey)
      let map = Projective(
        a: Double(t.a),
        b: Double(t.b),
        c: Double(t.c),
        d: Double(t.d),
        tx: Double(t.tx),
        ty: Double(t.ty)
      )
      return image.repeated(map)
    },
    // Apple's reference: repeats the edges of a part of the image.
    .of(
      "CIClamp",
      "Clamp",
      .tile,
      [.rectangle(kCIInputExtentKey, 0, 0, 640, height: 80)]
    ) { image, values in image.clamped(to: values.rect(kCIInputExtentKey)) },
    // Apple's reference: a projective map of the image to four points, and the mapped image repeated.
    .of("CIPerspectiveTile", "Perspective Tile", .tile, GeometryRows.cornerInputs) { image, values in
      guard !image.extent.isInfinite, !image.extent.isNull,
        let map = Projective(image.extent, to: GeometryRows.corners(values))
      else { return .empty() }
      return image.repeated(map)
    },
  ]
}

extension CIImage {
  /// The image repeated over the plane and then mapped; empty if the map has no inverse, itself if it is infinite.
  fileprivate func repeated(_ map: Projective) -> CIImage {
    let source = node.extent
    if source.contains(.world) { return projected(by: map) }
    guard let inverse = map.inverted(), map.isFinite, inverse.isFinite, !source.isEmpty else {
      return .empty()
    }
    let size = SIMD2(Double(source.width), Double(source.height))
    let origin = SIMD2(Double(source.minX), Double(source.minY))
    return CIImage(
      node: AreaNode([node], extent: .world, needs: { _, _ in source }) { rect, tiles, pass in
        let tile = tiles[0]
        return pass.tile(rect) { place in
          let q = inverse.apply(place.x, place.y)
          // Behind the horizon there is nothing.
          guard q.w > 1e-9 else { return .zero }
          let p = (SIMD2(q.x, q.y) / q.w - origin) / size
          guard abs(p.x) < 1e9, abs(p.y) < 1e9 else { return .zero }
          return tile.wrapped((p - p.rounded(.down)) * size + origin - 0.5)
        }
      }
    )
  }
}

extension Tile {
  /// The bilinear sample of a tile that repeats; whole numbers are pixel centres.
  fileprivate func wrapped(_ p: SIMD2<Double>) -> Pixel {
    let low = p.rounded(.down)
    let (u, v) = (Float(p.x - low.x), Float(p.y - low.y))
    func column(_ x: Int) -> Int {
      let offset = (x - Int(rect.minX)) % rect.width
      return Int(rect.minX) + (offset < 0 ? offset + rect.width : offset)
    }
    func line(_ y: Int) -> Int {
      let offset = (y - Int(rect.minY)) % rect.height
      return Int(rect.minY) + (offset < 0 ? offset + rect.height : offset)
    }
    let (x0, x1) = (column(Int(low.x)), column(Int(low.x) + 1))
    let (y0, y1) = (line(Int(low.y)), line(Int(low.y) + 1))
    let below = pixel(x0, y0) * (1 - u) + pixel(x1, y0) * u
    let above = pixel(x0, y1) * (1 - u) + pixel(x1, y1) * u
    return below * (1 - v) + above * v
  }
}
