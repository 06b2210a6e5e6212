import CoreGraphics
import Foundation
import StrataBase
package import StrataFrame
import StrataRaster
package import StrataRenderTree

/// Gradient layers (rendering GR).
struct GradientEmitter {
  let clip: Index<ClipNode>?

  /// Fills `shape` with a gradient whose unit square is stretched over `bounds`.
  func emit(
    _ gradient: GradientState,
    over bounds: PlaneRect,
    in shape: RoundedRect,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    guard let resource = GradientResource(gradient, over: bounds, tint: plane.tint) else { return }
    let isSolid = resource.colors.allSatisfy { $0.w >= 1 }
    writer.add(
      .gradient,
      PlaneRect(shape),
      .gradient(writer.append(resource), shape),
      plane: &plane,
      clip: clip,
      fills: isSolid && shape.hasSquareCorners
    )
  }
}

extension GradientResource {
  /// A layer's gradient as it is painted; nil if it paints nothing (GR-1, GR-3, GR-7).
  package init?(
    _ state: GradientState,
    over frame: PlaneRect,
    tint: SIMD4<Float> = SIMD4(repeating: 1)
  ) {
    guard let colors = state.colors, colors.count >= 2 else { return nil }
    if let locations = state.locations, locations.count != colors.count { return nil }
    let kind: Kind
    switch state.type {
    case .axial: kind = .axial
    case .radial: kind = .radial
    case .conic: kind = .conic
    default: return nil
    }
    let start = RasterPoint(Double(state.startPoint.x), Double(state.startPoint.y))
    let end = RasterPoint(Double(state.endPoint.x), Double(state.endPoint.y))
    guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return nil }
    if kind == .radial, start.x == end.x || start.y == end.y { return nil }
    var stops: [Float] = []
    stops.reserveCapacity(colors.count)
    if let locations = state.locations {
      for location in locations {
        // Locations must not decrease; one that does, or is not a number, becomes the one before.
        let last = stops.last ?? -1e6
        stops.append(location.isFinite ? max(last, Float(location)) : max(0, last))
      }
    } else {
      for i in colors.indices { stops.append(Float(i) / Float(colors.count - 1)) }
    }
    self.init(
      kind: kind,
      start: start,
      end: end,
      frame: frame,
      colors: colors.map { $0.extendedSRGB * tint },
      locations: stops
    )
  }
}
