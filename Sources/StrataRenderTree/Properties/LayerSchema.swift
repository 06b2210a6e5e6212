package import CoreGraphics
package import Foundation

/// The table of layers: a property of every layer is declared here once.
package struct LayerSchema: Sendable {
  package let bounds = Property("bounds", \LayerState.bounds, [.geometry, .layout], .implicit)
  package let position = Property("position", \LayerState.position, .position, .implicit)
  package let zPosition = Property("zPosition", \LayerState.zPosition, [.geometry, .order], .implicit)
  package let anchorPoint = Property(
    "anchorPoint",
    \LayerState.anchorPoint,
    .geometry,
    .implicit,
    stored: true
  )
  package let anchorPointZ = Property("anchorPointZ", \LayerState.anchorPointZ, .geometry, .implicit)
  package let transform = Property("transform", \LayerState.transform, [.geometry, .layout], .implicit)
  package let sublayerTransform = Property(
    "sublayerTransform",
    \LayerState.sublayerTransform,
    .geometry,
    .implicit
  )
  package let isGeometryFlipped = Property(
    "geometryFlipped",
    \LayerState.isGeometryFlipped,
    .geometry,
    alias: "isGeometryFlipped",
    stored: true
  )
  package let isHidden = Property(
    "hidden",
    .atOnce,
    .effect,
    .implicit,
    alias: "isHidden",
    stored: true
  )
  package let isDoubleSided = Property(
    "doubleSided",
    \LayerState.isDoubleSided,
    .effect,
    .explicit,
    alias: "isDoubleSided",
    stored: true
  )
  package let masksToBounds = Property(
    "masksToBounds",
    \LayerState.masksToBounds,
    .effect,
    .implicit,
    stored: true
  )
  package let opacity = Property("opacity", \LayerState.opacity, .opacity, .implicit, stored: true)
  package let allowsGroupOpacity = Property(
    "allowsGroupOpacity",
    \LayerState.allowsGroupOpacity,
    .effect,
    stored: true
  )
  package let isOpaque = Property("opaque", \LayerState.isOpaque, .content, alias: "isOpaque", stored: true)

  package let backgroundColor = Property(
    "backgroundColor",
    \LayerState.backgroundColor,
    .appearance,
    .implicit
  )
  package let cornerRadius = Property("cornerRadius", \LayerState.cornerRadius, .appearance, .implicit)
  package let cornerCurve = Property("cornerCurve", .knownCurve, .appearance, stored: true)
  package let maskedCorners = Property("maskedCorners", \LayerState.maskedCorners, .appearance, stored: true)
  package let borderWidth = Property("borderWidth", \LayerState.borderWidth, .appearance, .implicit)
  package let borderColor = Property(
    "borderColor",
    \LayerState.borderColor,
    .appearance,
    .implicit,
    stored: true
  )
  package let edgeAntialiasingMask = Property(
    "edgeAntialiasingMask",
    \LayerState.edgeAntialiasingMask,
    .appearance,
    stored: true
  )
  package let allowsEdgeAntialiasing = Property(
    "allowsEdgeAntialiasing",
    \LayerState.allowsEdgeAntialiasing,
    .appearance,
    stored: true
  )

  package let shadowColor = Property("shadowColor", \LayerState.shadowColor, .effect, .implicit, stored: true)
  package let shadowOpacity = Property("shadowOpacity", \LayerState.shadowOpacity, .effect, .implicit)
  package let shadowOffset = Property(
    "shadowOffset",
    \LayerState.shadowOffset,
    .effect,
    .implicit,
    stored: true
  )
  package let shadowRadius = Property(
    "shadowRadius",
    \LayerState.shadowRadius,
    .effect,
    .implicit,
    stored: true
  )
  package let shadowPath = Property("shadowPath", \LayerState.shadowPath, .effect, .explicit)
  package let shadowPathIsBounds = Property("shadowPathIsBounds", \LayerState.shadowPathIsBounds, .effect)

  package let contents = Property("contents", \LayerState.contents, .content, .implicit)
  package let contentsRect = Property(
    "contentsRect",
    \LayerState.contentsRect,
    .content,
    .implicit,
    stored: true
  )
  package let contentsCenter = Property(
    "contentsCenter",
    \LayerState.contentsCenter,
    .content,
    .implicit,
    stored: true
  )
  package let contentsGravity = Property(
    "contentsGravity",
    .knownGravity,
    .content,
    stored: true
  )
  package let contentsScale = Property(
    "contentsScale",
    \LayerState.contentsScale,
    .content,
    .implicit,
    stored: true
  )
  package let contentsFormat = Property("contentsFormat", .knownFormat, .content, stored: true)
  package let minificationFilter = Property(
    "minificationFilter",
    \LayerState.minificationFilter,
    .content,
    stored: true
  )
  package let magnificationFilter = Property(
    "magnificationFilter",
    \LayerState.magnificationFilter,
    .content,
    stored: true
  )
  package let minificationFilterBias = Property(
    "minificationFilterBias",
    \LayerState.minificationFilterBias,
    .content,
    .implicit
  )
  package let contentsMultiplyColor = Property(
    "contentsMultiplyColor",
    \LayerState.contentsMultiplyColor,
    .content,
    .explicit
  )
  package let contentsTransform = Property(
    "contentsTransform",
    \LayerState.contentsTransform,
    .content,
    .explicit
  )
  package let contentsSwizzle = Property("contentsSwizzle", \LayerState.contentsSwizzle, .content)
  package let contentsScaling = Property("contentsScaling", \LayerState.contentsScaling, .content)

  package let filters = Property("filters", \LayerState.filters, .effect, .implicit)
  package let backgroundFilters = Property(
    "backgroundFilters",
    \LayerState.backgroundFilters,
    .effect,
    .transition
  )
  package let compositingFilter = Property(
    "compositingFilter",
    \LayerState.compositingFilter,
    .effect,
    .transition
  )
  package let shouldRasterize = Property(
    "shouldRasterize",
    \LayerState.shouldRasterize,
    .effect,
    .implicit,
    stored: true
  )
  package let rasterizationScale = Property(
    "rasterizationScale",
    \LayerState.rasterizationScale,
    .effect,
    .implicit,
    stored: true
  )

  package let beginTime = Property("beginTime", \LayerState.timing.beginTime, .timing)
  package let timeOffset = Property("timeOffset", \LayerState.timing.timeOffset, .timing)
  package let speed = Property("speed", \LayerState.timing.speed, .timing, stored: true)
  package let duration = Property("duration", \LayerState.timing.duration, .timing, stored: true)
  package let repeatCount = Property("repeatCount", \LayerState.timing.repeatCount, .timing)
  package let repeatDuration = Property("repeatDuration", \LayerState.timing.repeatDuration, .timing)
  package let autoreverses = Property("autoreverses", \LayerState.timing.autoreverses, .timing)
  package let fillMode = Property("fillMode", \LayerState.timing.fillMode, .timing, stored: true)

  package static let shared = LayerSchema()
}

extension LayerSchema {
  /// The rows of a plain layer.
  package static var table: PropertyTable<LayerState> { table(of: .plain) }

  /// The rows of a layer of this class: those of every layer, and its own.
  package static func table(of layerClass: LayerClass) -> PropertyTable<LayerState> {
    tables[layerClass.number]
  }

  /// By the numbers of the classes.
  private static let tables = LayerClass.allCases.map(makeTable)

  private static func makeTable(_ layerClass: LayerClass) -> PropertyTable<LayerState> {
    let descriptor = layerClass.descriptor
    var schemas: [(owner: String, schema: Any)] = [(LayerClass.plain.name, shared)]
    if let own = descriptor.schema { schemas.append((descriptor.name, own)) }
    return PropertyTable(schemas, initial: descriptor.initial)
  }
}

// Unknown names become a known one when they are set.

extension CALayerCornerCurve {
  /// The curve itself, or circular for an unknown name.
  package var known: CALayerCornerCurve { self == .continuous ? .continuous : .circular }
}

extension CALayerContentsGravity {
  /// The gravity itself, or center for an unknown name.
  package var known: CALayerContentsGravity {
    let all: [CALayerContentsGravity] = [
      .resize, .resizeAspect, .resizeAspectFill, .top, .bottom, .left, .right, .topLeft, .topRight,
      .bottomLeft,
      .bottomRight,
    ]
    return all.contains(self) ? self : .center
  }
}

extension CALayerContentsFormat {
  /// The format itself, or eight bits a channel for an unknown name.
  package var known: CALayerContentsFormat {
    [.RGBA16Float, .gray8Uint, .automatic].contains(self) ? self : .RGBA8Uint
  }
}

extension Lens where Whole == LayerState, Value == Bool {
  /// Hides or shows a layer and ends a fade that an earlier animation left.
  fileprivate static var atOnce: Self {
    Lens(
      get: { $0.isHidden },
      set: {
        $0.isHidden = $1
        $0.visibility = 1
      }
    )
  }
}

extension Lens where Whole == LayerState, Value == CALayerCornerCurve {
  fileprivate static var knownCurve: Self {
    Lens(get: { $0.cornerCurve }, set: { $0.cornerCurve = $1.known })
  }
}

extension Lens where Whole == LayerState, Value == CALayerContentsGravity {
  fileprivate static var knownGravity: Self {
    Lens(get: { $0.contentsGravity }, set: { $0.contentsGravity = $1.known })
  }
}

extension Lens where Whole == LayerState, Value == CALayerContentsFormat {
  fileprivate static var knownFormat: Self {
    Lens(get: { $0.contentsFormat }, set: { $0.contentsFormat = $1.known })
  }
}
