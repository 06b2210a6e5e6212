import CoreGraphics
import Foundation
import StrataBase

/// Filters that make an endless pattern of one part of an image, by the motions of a wallpaper group.
///
/// Apple's reference names the motions. That the part has its corner at the centre, and is as long as the width along the
/// angle, is inferred; the triangle of `CITriangleTile` has its middle at the centre.
enum SymmetricTileRows {
  static let all: [FilterRow] = [
    row("CIFourfoldReflectedTile", "Fourfold Reflected Tile", hasAcuteAngle: true) { .reflected($0) },
    row("CIFourfoldRotatedTile", "Fourfold Rotated Tile") { .fourfold($0.side) },
    row("CIFourfoldTranslatedTile", "Fourfold Translated Tile", hasAcuteAngle: true) { .translated($0) },
    row("CIGlideReflectedTile", "Glide Reflected Tile") { .glided($0.side) },
    row("CISixfoldReflectedTile", "Sixfold Reflected Tile") { .sixfold($0.side) },
    row("CISixfoldRotatedTile", "Sixfold Rotated Tile") { .sixfoldTurned($0.side) },
    row("CIEightfoldReflectedTile", "Eightfold Reflected Tile") { .eightfold($0.side) },
    row("CITwelvefoldReflectedTile", "Twelvefold Reflected Tile") { .twelvefold($0.side) },
    // "Warps an image by reflecting it in a parallelogram": a square of the image is sheared, then mirrored.
    row("CIParallelogramTile", "Parallelogram Tile", hasAcuteAngle: true) { .warped($0) },
    triangle,
  ]

  private static let triangle = FilterRow.of(
    "CITriangleTile",
    "Triangle Tile",
    .tile,
    inputs()
  ) { image, values in
    let grid = grid(values)
    let middle = grid.place(SIMD2(repeating: 1 / 3))
    return PlaneFold.halfTurned(grid.side).pattern(of: image, values, from: middle)
  }

  private static func row(
    _ name: String,
    _ title: String,
    hasAcuteAngle: Bool = false,
    _ fold: @escaping @Sendable (PlaneGrid) -> PlaneFold
  ) -> FilterRow {
    .of(name, title, .tile, inputs(hasAcuteAngle: hasAcuteAngle)) { image, values in
      fold(grid(values)).pattern(of: image, values)
    }
  }

  private static func inputs(hasAcuteAngle: Bool = false) -> [FilterInput] {
    let common: [FilterInput] = [
      .center, .angle(kCIInputAngleKey, 0), .distance(kCIInputWidthKey, 100, identity: 100, slider: 1...200),
    ]
    return hasAcuteAngle ? common + [.angle("inputAcuteAngle", .pi / 2, identity: .pi / 2)] : common
  }

  /// The grid of the width and the acute angle; that of triangles for filters without one.
  private static func grid(_ values: FilterValues) -> PlaneGrid {
    let hasAngle = values.row.inputs.contains { $0.key == "inputAcuteAngle" }
    return PlaneGrid(
      side: values.number(kCIInputWidthKey).clamped(1e-3, 1e9),
      angle: hasAngle ? values.number("inputAcuteAngle") : .pi / 3
    )
  }
}

extension PlaneFold {
  /// The pattern that an image makes, moved to the centre and turned by the angle; `middle` is the point of the fold's plane that
  /// comes to the centre.
  fileprivate func pattern(of image: CIImage, _ values: FilterValues, from middle: SIMD2<Double> = .zero)
    -> CIImage
  {
    let (center, angle) = (values.place(kCIInputCenterKey), values.number(kCIInputAngleKey))
    guard abs(angle) < 1e9 else { return .empty() }
    let (turn, source) = (PlaneTurn(angle), source)
    let region = CGRect(around: corners.map { center + turn.forward($0 - middle) })
    return CIImage(
      node: AreaNode.warp(image.node, extent: .world, needs: { _ in region }) { place in
        center + turn.forward(source(turn.back(place - center) + middle) - middle)
      }
    )
  }
}

extension Double {
  /// The number limited to a range.
  func clamped(_ low: Double, _ high: Double) -> Double { Swift.min(Swift.max(self, low), high) }
}
