import CoreGraphics
import Foundation
import StrataRenderTree

/// How key-value access reaches one property: through the accessor, so that overrides in subclasses run.
struct LayerAccess {
  let key: String
  /// Nil for a key of the layer alone.
  let row: (any PropertyRow<LayerState>)?
  /// Nil if the layer is of another class.
  let read: (CALayer) -> Any?
  /// False if the value has a type that the property does not accept.
  let write: (CALayer, Any?) -> Bool
  let belongs: (CALayer) -> Bool

  /// A property whose accessor has the type of its field.
  private init<Layer: CALayer, Value: KeyValueCodable>(
    _ row: Property<LayerState, Value>,
    _ path: ReferenceWritableKeyPath<Layer, Value>
  ) {
    key = row.key
    self.row = row
    belongs = { $0 is Layer }
    read = { ($0 as? Layer)?[keyPath: path].wrapped }
    write = { layer, value in
      guard let layer = layer as? Layer else { return false }
      guard let value else {
        // Nothing restores the default.
        let initial = LayerDefaults.initialState(of: type(of: layer))
        layer[keyPath: path] = row.lens.get(initial)
        return true
      }
      guard let new = Value.unwrapped(from: value) else { return false }
      layer[keyPath: path] = new
      return true
    }
  }

  /// A property whose accessor has another type than its field, or none.
  private init<Layer: CALayer>(
    _ key: String,
    _ row: (any PropertyRow<LayerState>)? = nil,
    of type: Layer.Type,
    read: @escaping (Layer) -> Any?,
    write: @escaping (Layer, Any?) -> Bool
  ) {
    self.key = key
    self.row = row
    belongs = { $0 is Layer }
    self.read = { ($0 as? Layer).flatMap(read) }
    self.write = { layer, value in (layer as? Layer).map { write($0, value) } ?? false }
  }

  /// The entry of a property's key or of its Swift spelling, if the layer has the property.
  static func of(_ key: String, in layer: CALayer) -> LayerAccess? {
    if let entry = table[key]?.first(where: { $0.belongs(layer) }) { return entry }
    // Documents set a few properties that have no accessor.
    guard !key.contains("."), let row = layer.storage.table[key] else { return nil }
    return LayerAccess(
      row.key,
      row,
      of: CALayer.self,
      read: { row.value(in: $0.storage.state) },
      write: { $0.set(row, value: $1) }
    )
  }

  /// Every key; a key that two classes declare has two entries.
  nonisolated(unsafe) private static let table: [String: [LayerAccess]] = {  // Written once, before it is read.
    var table: [String: [LayerAccess]] = [:]
    for entry in base + special + kinds {
      table[entry.key, default: []].append(entry)
      if let alias = entry.row?.alias { table[alias, default: []].append(entry) }
    }
    return table
  }()

  private static let rows = LayerSchema.shared
  private static let shape = ShapeSchema.shared
  private static let gradient = GradientSchema.shared
  private static let text = TextSchema.shared
  private static let replicator = ReplicatorSchema.shared
  private static let emitter = EmitterSchema.shared
  private static let scroll = ScrollSchema.shared
  private static let tiled = TiledSchema.shared

  private static var base: [LayerAccess] {
    [
      LayerAccess(rows.bounds, \CALayer.bounds), LayerAccess(rows.position, \CALayer.position),
      LayerAccess(rows.zPosition, \CALayer.zPosition), LayerAccess(rows.anchorPoint, \CALayer.anchorPoint),
      LayerAccess(rows.anchorPointZ, \CALayer.anchorPointZ), LayerAccess(rows.transform, \CALayer.transform),
      LayerAccess(rows.sublayerTransform, \CALayer.sublayerTransform),
      LayerAccess(rows.isGeometryFlipped, \CALayer.isGeometryFlipped),
      LayerAccess(rows.isHidden, \CALayer.isHidden), LayerAccess(rows.isDoubleSided, \CALayer.isDoubleSided),
      LayerAccess(rows.opacity, \CALayer.opacity),
      LayerAccess(rows.allowsGroupOpacity, \CALayer.allowsGroupOpacity),
      LayerAccess(rows.masksToBounds, \CALayer.masksToBounds),
      LayerAccess(rows.cornerRadius, \CALayer.cornerRadius),
      LayerAccess(rows.cornerCurve, \CALayer.cornerCurve),
      LayerAccess(rows.maskedCorners, \CALayer.maskedCorners),
      LayerAccess(rows.backgroundColor, \CALayer.backgroundColor),
      LayerAccess(rows.borderColor, \CALayer.borderColor),
      LayerAccess(rows.borderWidth, \CALayer.borderWidth),
      LayerAccess(rows.shadowColor, \CALayer.shadowColor),
      LayerAccess(rows.shadowOpacity, \CALayer.shadowOpacity),
      LayerAccess(rows.shadowOffset, \CALayer.shadowOffset),
      LayerAccess(rows.shadowRadius, \CALayer.shadowRadius),
      LayerAccess(rows.shadowPath, \CALayer.shadowPath),
      LayerAccess(rows.shouldRasterize, \CALayer.shouldRasterize),
      LayerAccess(rows.rasterizationScale, \CALayer.rasterizationScale),
      LayerAccess(rows.edgeAntialiasingMask, \CALayer.edgeAntialiasingMask),
      LayerAccess(rows.allowsEdgeAntialiasing, \CALayer.allowsEdgeAntialiasing),
      LayerAccess(rows.contentsRect, \CALayer.contentsRect),
      LayerAccess(rows.contentsCenter, \CALayer.contentsCenter),
      LayerAccess(rows.contentsGravity, \CALayer.contentsGravity),
      LayerAccess(rows.contentsScale, \CALayer.contentsScale),
      LayerAccess(rows.contentsFormat, \CALayer.contentsFormat),
      LayerAccess(rows.minificationFilter, \CALayer.minificationFilter),
      LayerAccess(rows.magnificationFilter, \CALayer.magnificationFilter),
      LayerAccess(rows.minificationFilterBias, \CALayer.minificationFilterBias),
      LayerAccess(rows.isOpaque, \CALayer.isOpaque), LayerAccess(rows.beginTime, \CALayer.beginTime),
      LayerAccess(rows.timeOffset, \CALayer.timeOffset), LayerAccess(rows.speed, \CALayer.speed),
      LayerAccess(rows.duration, \CALayer.duration), LayerAccess(rows.repeatCount, \CALayer.repeatCount),
      LayerAccess(rows.repeatDuration, \CALayer.repeatDuration),
      LayerAccess(rows.autoreverses, \CALayer.autoreverses),
    ]
  }

  private static var kinds: [LayerAccess] {
    [
      LayerAccess(shape.path, \CAShapeLayer.path), LayerAccess(shape.fillColor, \CAShapeLayer.fillColor),
      LayerAccess(shape.fillRule, \CAShapeLayer.fillRule),
      LayerAccess(shape.strokeColor, \CAShapeLayer.strokeColor),
      LayerAccess(shape.strokeStart, \CAShapeLayer.strokeStart),
      LayerAccess(shape.strokeEnd, \CAShapeLayer.strokeEnd),
      LayerAccess(shape.lineWidth, \CAShapeLayer.lineWidth),
      LayerAccess(shape.miterLimit, \CAShapeLayer.miterLimit),
      LayerAccess(shape.lineCap, \CAShapeLayer.lineCap),
      LayerAccess(shape.lineJoin, \CAShapeLayer.lineJoin),
      LayerAccess(shape.lineDashPhase, \CAShapeLayer.lineDashPhase),
      list("lineDashPattern", shape.lineDashPattern, \CAShapeLayer.lineDashPattern),
      LayerAccess(gradient.startPoint, \CAGradientLayer.startPoint),
      LayerAccess(gradient.endPoint, \CAGradientLayer.endPoint),
      LayerAccess(gradient.type, \CAGradientLayer.type),
      list("colors", gradient.colors, \CAGradientLayer.colors),
      list("locations", gradient.locations, \CAGradientLayer.locations),
      LayerAccess(text.fontSize, \CATextLayer.fontSize),
      LayerAccess(text.foregroundColor, \CATextLayer.foregroundColor),
      LayerAccess(text.isWrapped, \CATextLayer.isWrapped),
      LayerAccess(text.alignmentMode, \CATextLayer.alignmentMode),
      LayerAccess(text.truncationMode, \CATextLayer.truncationMode),
      LayerAccess(text.allowsFontSubpixelQuantization, \CATextLayer.allowsFontSubpixelQuantization),
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
      LayerAccess(replicator.instanceCount, \CAReplicatorLayer.instanceCount),
      LayerAccess(replicator.instanceDelay, \CAReplicatorLayer.instanceDelay),
      LayerAccess(replicator.instanceTransform, \CAReplicatorLayer.instanceTransform),
      LayerAccess(replicator.instanceColor, \CAReplicatorLayer.instanceColor),
      LayerAccess(replicator.instanceRedOffset, \CAReplicatorLayer.instanceRedOffset),
      LayerAccess(replicator.instanceGreenOffset, \CAReplicatorLayer.instanceGreenOffset),
      LayerAccess(replicator.instanceBlueOffset, \CAReplicatorLayer.instanceBlueOffset),
      LayerAccess(replicator.instanceAlphaOffset, \CAReplicatorLayer.instanceAlphaOffset),
      LayerAccess(replicator.preservesDepth, \CAReplicatorLayer.preservesDepth),
      LayerAccess(emitter.birthRate, \CAEmitterLayer.birthRate),
      LayerAccess(emitter.lifetime, \CAEmitterLayer.lifetime),
      LayerAccess(emitter.emitterPosition, \CAEmitterLayer.emitterPosition),
      LayerAccess(emitter.emitterZPosition, \CAEmitterLayer.emitterZPosition),
      LayerAccess(emitter.emitterSize, \CAEmitterLayer.emitterSize),
      LayerAccess(emitter.emitterDepth, \CAEmitterLayer.emitterDepth),
      LayerAccess(emitter.emitterShape, \CAEmitterLayer.emitterShape),
      LayerAccess(emitter.emitterMode, \CAEmitterLayer.emitterMode),
      LayerAccess(emitter.renderMode, \CAEmitterLayer.renderMode),
      LayerAccess(emitter.preservesDepth, \CAEmitterLayer.preservesDepth),
      LayerAccess(emitter.velocity, \CAEmitterLayer.velocity),
      LayerAccess(emitter.scale, \CAEmitterLayer.scale),
      LayerAccess(emitter.spin, \CAEmitterLayer.spin), LayerAccess(emitter.seed, \CAEmitterLayer.seed),
      list("emitterCells", emitter.emitterCells, \CAEmitterLayer.emitterCells),
      LayerAccess(scroll.scrollMode, \CAScrollLayer.scrollMode),
      LayerAccess(tiled.levelsOfDetail, \CATiledLayer.levelsOfDetail),
      LayerAccess(tiled.levelsOfDetailBias, \CATiledLayer.levelsOfDetailBias),
      LayerAccess(tiled.tileSize, \CATiledLayer.tileSize),
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

  /// A property of the layer alone with a number or a name.
  private static func plain<Value: KeyValueCodable>(
    _ key: String,
    _ initial: Value,
    _ path: ReferenceWritableKeyPath<CALayer, Value>
  ) -> LayerAccess {
    LayerAccess(
      key,
      of: CALayer.self,
      read: { $0[keyPath: path].wrapped },
      write: { layer, value in
        guard let new = value == nil ? initial : Value.unwrapped(from: value) else { return false }
        layer[keyPath: path] = new
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
          guard let frame = CGRect.unwrapped(from: value) else { return false }
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
          switch KeyValue.present(value) {
          case nil: layer.fillMode = .removed
          case let mode as CAMediaTimingFillMode: layer.fillMode = mode
          case let name as String: layer.fillMode = CAMediaTimingFillMode(rawValue: name)
          default: return false
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
      plain("needsDisplayOnBoundsChange", false, \CALayer.needsDisplayOnBoundsChange),
      plain("drawsAsynchronously", false, \CALayer.drawsAsynchronously),
      plain("wantsDynamicContentScaling", false, \CALayer.wantsDynamicContentScaling),
      plain("wantsExtendedDynamicRangeContent", false, \CALayer.wantsExtendedDynamicRangeContent),
      plain("contentsHeadroom", 0, \CALayer.contentsHeadroom),
      LayerAccess(
        "autoresizingMask",
        of: CALayer.self,
        read: { NSNumber(value: $0.autoresizingMask.rawValue) },
        write: { layer, value in
          guard let bits = UInt32.unwrapped(from: value ?? 0) else { return false }
          layer.autoresizingMask = CAAutoresizingMask(rawValue: bits)
          return true
        }
      ),
    ]
  }
}
