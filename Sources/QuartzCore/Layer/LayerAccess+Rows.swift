import CoreGraphics
import Foundation
import StrataRenderTree

/// The list: every property with its accessor.
extension LayerAccess {
  static var all: [LayerAccess] { base + special + ExtraRow.all.map(\.access) + kinds }

  private static let rows = LayerSchema.shared
  private static let shape = ShapeSchema.shared
  private static let gradient = GradientSchema.shared
  private static let text = TextSchema.shared
  private static let replicator = ReplicatorSchema.shared
  private static let emitter = EmitterSchema.shared
  private static let scroll = ScrollSchema.shared
  private static let tiled = TiledSchema.shared

  private static func layer<Value: KeyValueCodable>(
    _ row: Property<LayerState, Value>,
    _ get: @escaping (CALayer) -> Value,
    _ set: @escaping (CALayer, Value) -> Void
  ) -> LayerAccess {
    LayerAccess(row, of: CALayer.self, get, set)
  }

  private static var base: [LayerAccess] {
    [
      layer(rows.bounds, { $0.bounds }, { $0.bounds = $1 }),
      layer(rows.position, { $0.position }, { $0.position = $1 }),
      layer(rows.zPosition, { $0.zPosition }, { $0.zPosition = $1 }),
      layer(rows.anchorPoint, { $0.anchorPoint }, { $0.anchorPoint = $1 }),
      layer(rows.anchorPointZ, { $0.anchorPointZ }, { $0.anchorPointZ = $1 }),
      layer(rows.transform, { $0.transform }, { $0.transform = $1 }),
      layer(rows.sublayerTransform, { $0.sublayerTransform }, { $0.sublayerTransform = $1 }),
      layer(rows.isGeometryFlipped, { $0.isGeometryFlipped }, { $0.isGeometryFlipped = $1 }),
      layer(rows.isHidden, { $0.isHidden }, { $0.isHidden = $1 }),
      layer(rows.isDoubleSided, { $0.isDoubleSided }, { $0.isDoubleSided = $1 }),
      layer(rows.opacity, { $0.opacity }, { $0.opacity = $1 }),
      layer(rows.allowsGroupOpacity, { $0.allowsGroupOpacity }, { $0.allowsGroupOpacity = $1 }),
      layer(rows.masksToBounds, { $0.masksToBounds }, { $0.masksToBounds = $1 }),
      layer(rows.cornerRadius, { $0.cornerRadius }, { $0.cornerRadius = $1 }),
      layer(rows.cornerCurve, { $0.cornerCurve }, { $0.cornerCurve = $1 }),
      layer(rows.maskedCorners, { $0.maskedCorners }, { $0.maskedCorners = $1 }),
      layer(rows.backgroundColor, { $0.backgroundColor }, { $0.backgroundColor = $1 }),
      layer(rows.borderColor, { $0.borderColor }, { $0.borderColor = $1 }),
      layer(rows.borderWidth, { $0.borderWidth }, { $0.borderWidth = $1 }),
      layer(rows.shadowColor, { $0.shadowColor }, { $0.shadowColor = $1 }),
      layer(rows.shadowOpacity, { $0.shadowOpacity }, { $0.shadowOpacity = $1 }),
      layer(rows.shadowOffset, { $0.shadowOffset }, { $0.shadowOffset = $1 }),
      layer(rows.shadowRadius, { $0.shadowRadius }, { $0.shadowRadius = $1 }),
      layer(rows.shadowPath, { $0.shadowPath }, { $0.shadowPath = $1 }),
      layer(rows.shouldRasterize, { $0.shouldRasterize }, { $0.shouldRasterize = $1 }),
      layer(rows.rasterizationScale, { $0.rasterizationScale }, { $0.rasterizationScale = $1 }),
      layer(rows.edgeAntialiasingMask, { $0.edgeAntialiasingMask }, { $0.edgeAntialiasingMask = $1 }),
      layer(rows.allowsEdgeAntialiasing, { $0.allowsEdgeAntialiasing }, { $0.allowsEdgeAntialiasing = $1 }),
      layer(rows.contentsRect, { $0.contentsRect }, { $0.contentsRect = $1 }),
      layer(rows.contentsCenter, { $0.contentsCenter }, { $0.contentsCenter = $1 }),
      layer(rows.contentsGravity, { $0.contentsGravity }, { $0.contentsGravity = $1 }),
      layer(rows.contentsScale, { $0.contentsScale }, { $0.contentsScale = $1 }),
      layer(rows.contentsFormat, { $0.contentsFormat }, { $0.contentsFormat = $1 }),
      layer(rows.minificationFilter, { $0.minificationFilter }, { $0.minificationFilter = $1 }),
      layer(rows.magnificationFilter, { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
      layer(rows.minificationFilterBias, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 }),
      layer(rows.isOpaque, { $0.isOpaque }, { $0.isOpaque = $1 }),
      layer(rows.beginTime, { $0.beginTime }, { $0.beginTime = $1 }),
      layer(rows.timeOffset, { $0.timeOffset }, { $0.timeOffset = $1 }),
      layer(rows.speed, { $0.speed }, { $0.speed = $1 }),
      layer(rows.duration, { $0.duration }, { $0.duration = $1 }),
      layer(rows.repeatCount, { $0.repeatCount }, { $0.repeatCount = $1 }),
      layer(rows.repeatDuration, { $0.repeatDuration }, { $0.repeatDuration = $1 }),
      layer(rows.autoreverses, { $0.autoreverses }, { $0.autoreverses = $1 }),
    ]
  }

  private static var kinds: [LayerAccess] {
    [
      LayerAccess(shape.path, of: CAShapeLayer.self, { $0.path }, { $0.path = $1 }),
      LayerAccess(shape.fillColor, of: CAShapeLayer.self, { $0.fillColor }, { $0.fillColor = $1 }),
      LayerAccess(shape.fillRule, of: CAShapeLayer.self, { $0.fillRule }, { $0.fillRule = $1 }),
      LayerAccess(shape.strokeColor, of: CAShapeLayer.self, { $0.strokeColor }, { $0.strokeColor = $1 }),
      LayerAccess(shape.strokeStart, of: CAShapeLayer.self, { $0.strokeStart }, { $0.strokeStart = $1 }),
      LayerAccess(shape.strokeEnd, of: CAShapeLayer.self, { $0.strokeEnd }, { $0.strokeEnd = $1 }),
      LayerAccess(shape.lineWidth, of: CAShapeLayer.self, { $0.lineWidth }, { $0.lineWidth = $1 }),
      LayerAccess(shape.miterLimit, of: CAShapeLayer.self, { $0.miterLimit }, { $0.miterLimit = $1 }),
      LayerAccess(shape.lineCap, of: CAShapeLayer.self, { $0.lineCap }, { $0.lineCap = $1 }),
      LayerAccess(shape.lineJoin, of: CAShapeLayer.self, { $0.lineJoin }, { $0.lineJoin = $1 }),
      LayerAccess(
        shape.lineDashPhase,
        of: CAShapeLayer.self,
        { $0.lineDashPhase },
        { $0.lineDashPhase = $1 }
      ),
      list("lineDashPattern", shape.lineDashPattern, \CAShapeLayer.lineDashPattern),
      LayerAccess(gradient.startPoint, of: CAGradientLayer.self, { $0.startPoint }, { $0.startPoint = $1 }),
      LayerAccess(gradient.endPoint, of: CAGradientLayer.self, { $0.endPoint }, { $0.endPoint = $1 }),
      LayerAccess(gradient.type, of: CAGradientLayer.self, { $0.type }, { $0.type = $1 }),
      list("colors", gradient.colors, \CAGradientLayer.colors),
      list("locations", gradient.locations, \CAGradientLayer.locations),
      LayerAccess(text.fontSize, of: CATextLayer.self, { $0.fontSize }, { $0.fontSize = $1 }),
      LayerAccess(
        text.foregroundColor,
        of: CATextLayer.self,
        { $0.foregroundColor },
        { $0.foregroundColor = $1 }
      ),
      LayerAccess(text.isWrapped, of: CATextLayer.self, { $0.isWrapped }, { $0.isWrapped = $1 }),
      LayerAccess(text.alignmentMode, of: CATextLayer.self, { $0.alignmentMode }, { $0.alignmentMode = $1 }),
      LayerAccess(
        text.truncationMode,
        of: CATextLayer.self,
        { $0.truncationMode },
        { $0.truncationMode = $1 }
      ),
      LayerAccess(
        text.allowsFontSubpixelQuantization,
        of: CATextLayer.self,
        { $0.allowsFontSubpixelQuantization },
        { $0.allowsFontSubpixelQuantization = $1 }
      ),
      LayerAccess(
        "string",
        text.string,
        of: CATextLayer.self,
        read: { $0.string },
        write: { layer, value in
          layer.string = value
          return true
        }
      ),
      LayerAccess(
        "font",
        text.font,
        of: CATextLayer.self,
        read: { $0.font },
        write: { layer, value in
          layer.font = value.map { $0 as CFTypeRef }
          return true
        }
      ),
      LayerAccess(
        replicator.instanceCount,
        of: CAReplicatorLayer.self,
        { $0.instanceCount },
        { $0.instanceCount = $1 }
      ),
      LayerAccess(
        replicator.instanceDelay,
        of: CAReplicatorLayer.self,
        { $0.instanceDelay },
        { $0.instanceDelay = $1 }
      ),
      LayerAccess(
        replicator.instanceTransform,
        of: CAReplicatorLayer.self,
        { $0.instanceTransform },
        { $0.instanceTransform = $1 }
      ),
      LayerAccess(
        replicator.instanceColor,
        of: CAReplicatorLayer.self,
        { $0.instanceColor },
        { $0.instanceColor = $1 }
      ),
      LayerAccess(
        replicator.instanceRedOffset,
        of: CAReplicatorLayer.self,
        { $0.instanceRedOffset },
        { $0.instanceRedOffset = $1 }
      ),
      LayerAccess(
        replicator.instanceGreenOffset,
        of: CAReplicatorLayer.self,
        { $0.instanceGreenOffset },
        { $0.instanceGreenOffset = $1 }
      ),
      LayerAccess(
        replicator.instanceBlueOffset,
        of: CAReplicatorLayer.self,
        { $0.instanceBlueOffset },
        { $0.instanceBlueOffset = $1 }
      ),
      LayerAccess(
        replicator.instanceAlphaOffset,
        of: CAReplicatorLayer.self,
        { $0.instanceAlphaOffset },
        { $0.instanceAlphaOffset = $1 }
      ),
      LayerAccess(
        replicator.preservesDepth,
        of: CAReplicatorLayer.self,
        { $0.preservesDepth },
        { $0.preservesDepth = $1 }
      ),
      LayerAccess(emitter.birthRate, of: CAEmitterLayer.self, { $0.birthRate }, { $0.birthRate = $1 }),
      LayerAccess(emitter.lifetime, of: CAEmitterLayer.self, { $0.lifetime }, { $0.lifetime = $1 }),
      LayerAccess(
        emitter.emitterPosition,
        of: CAEmitterLayer.self,
        { $0.emitterPosition },
        { $0.emitterPosition = $1 }
      ),
      LayerAccess(
        emitter.emitterZPosition,
        of: CAEmitterLayer.self,
        { $0.emitterZPosition },
        { $0.emitterZPosition = $1 }
      ),
      LayerAccess(emitter.emitterSize, of: CAEmitterLayer.self, { $0.emitterSize }, { $0.emitterSize = $1 }),
      LayerAccess(
        emitter.emitterDepth,
        of: CAEmitterLayer.self,
        { $0.emitterDepth },
        { $0.emitterDepth = $1 }
      ),
      LayerAccess(
        emitter.emitterShape,
        of: CAEmitterLayer.self,
        { $0.emitterShape },
        { $0.emitterShape = $1 }
      ),
      LayerAccess(emitter.emitterMode, of: CAEmitterLayer.self, { $0.emitterMode }, { $0.emitterMode = $1 }),
      LayerAccess(emitter.renderMode, of: CAEmitterLayer.self, { $0.renderMode }, { $0.renderMode = $1 }),
      LayerAccess(
        emitter.preservesDepth,
        of: CAEmitterLayer.self,
        { $0.preservesDepth },
        { $0.preservesDepth = $1 }
      ),
      LayerAccess(emitter.velocity, of: CAEmitterLayer.self, { $0.velocity }, { $0.velocity = $1 }),
      LayerAccess(emitter.scale, of: CAEmitterLayer.self, { $0.scale }, { $0.scale = $1 }),
      LayerAccess(emitter.spin, of: CAEmitterLayer.self, { $0.spin }, { $0.spin = $1 }),
      LayerAccess(emitter.seed, of: CAEmitterLayer.self, { $0.seed }, { $0.seed = $1 }),
      list("emitterBehaviors", emitter.emitterBehaviors, \CAEmitterLayer.emitterBehaviors),
      list("emitterCells", emitter.emitterCells, \CAEmitterLayer.emitterCells),
      LayerAccess(scroll.scrollMode, of: CAScrollLayer.self, { $0.scrollMode }, { $0.scrollMode = $1 }),
      LayerAccess(
        tiled.levelsOfDetail,
        of: CATiledLayer.self,
        { $0.levelsOfDetail },
        { $0.levelsOfDetail = $1 }
      ),
      LayerAccess(
        tiled.levelsOfDetailBias,
        of: CATiledLayer.self,
        { $0.levelsOfDetailBias },
        { $0.levelsOfDetailBias = $1 }
      ),
      LayerAccess(tiled.tileSize, of: CATiledLayer.self, { $0.tileSize }, { $0.tileSize = $1 }),
    ]
  }

  /// An optional array, whose elements are converted one by one.
  private static func list<Layer: CALayer, Element>(
    _ key: String,
    _ row: (any PropertyRow<LayerState>)?,
    _ path: ReferenceWritableKeyPath<Layer, [Element]?>
  ) -> LayerAccess {
    LayerAccess(
      key,
      row,
      of: Layer.self,
      read: { $0[keyPath: path] },
      write: { layer, value in
        guard let value = KeyValue.present(value) else {
          layer[keyPath: path] = nil
          return true
        }
        guard let array = value as? [Any] else { return false }
        let elements = array.compactMap { KeyValue.object($0) as? Element ?? $0 as? Element }
        guard elements.count == array.count else { return false }
        layer[keyPath: path] = elements
        return true
      }
    )
  }

  /// An optional object of one type.
  private static func object<Value>(
    _ key: String,
    _ path: ReferenceWritableKeyPath<CALayer, Value?>
  ) -> LayerAccess {
    LayerAccess(
      key,
      of: CALayer.self,
      read: { $0[keyPath: path] },
      write: { layer, value in
        let value = KeyValue.present(value)
        guard value == nil || value is Value else { return false }
        layer[keyPath: path] = value as? Value
        return true
      }
    )
  }

  private static var special: [LayerAccess] {
    [
      LayerAccess(
        "frame",
        of: CALayer.self,
        read: { $0.frame },
        write: { layer, value in
          guard let frame = value == nil ? .zero : CGRect.unwrapped(from: value) else { return false }
          layer.frame = frame
          return true
        }
      ),
      LayerAccess("superlayer", of: CALayer.self, read: { $0.superlayer }, write: { _, _ in false }),
      LayerAccess("visibleRect", of: CALayer.self, read: { $0.visibleRect }, write: { _, _ in false }),
      LayerAccess(
        "contents",
        rows.contents,
        of: CALayer.self,
        read: { $0.contents },
        write: { layer, value in
          layer.contents = KeyValue.present(value)
          return true
        }
      ),
      LayerAccess(
        "compositingFilter",
        rows.compositingFilter,
        of: CALayer.self,
        read: { $0.compositingFilter },
        write: { layer, value in
          layer.compositingFilter = KeyValue.present(value)
          return true
        }
      ),
      LayerAccess(
        "fillMode",
        rows.fillMode,
        of: CALayer.self,
        read: { $0.fillMode.rawValue },
        write: { layer, value in
          if let mode = CAMediaTimingFillMode.unwrapped(from: value) {
            layer.fillMode = mode
          } else if value == nil {
            let mode = LayerDefaults.initialState(of: type(of: layer)).timing.fillMode
            layer.fillMode = CAMediaTimingFillMode(rawValue: mode.rawValue)
          } else {
            return false
          }
          return true
        }
      ),
      list("filters", rows.filters, \CALayer.filters),
      list("backgroundFilters", rows.backgroundFilters, \CALayer.backgroundFilters),
      list("sublayers", nil, \CALayer.sublayers), list("constraints", nil, \CALayer.constraints),
      object("mask", \CALayer.mask), object("name", \CALayer.name), object("actions", \CALayer.actions),
      object("style", \CALayer.style), object("delegate", \CALayer.delegate),
      object("layoutManager", \CALayer.layoutManager),
    ]
  }
}
