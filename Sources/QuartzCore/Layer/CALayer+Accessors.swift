import CoreGraphics
import Foundation
import StrataRenderTree

// The accessors of every layer, in the order of the rows. Each other kind declares its own beside its class.

extension LayerType {
  static let plain = LayerType(.plain, { CALayer() }) { list in
    addPlace(to: &list)
    addAppearance(to: &list)
    addContents(to: &list)
    addTiming(to: &list)
    addTree(to: &list)
    for extra in ExtraRow.all { list.add(extra.access) }
  }

  private static let rows = LayerSchema.shared

  private static func addPlace(to list: inout AccessorList<CALayer>) {
    list.add(rows.bounds, { $0.bounds }, { $0.bounds = $1 })
    list.add(rows.position, { $0.position }, { $0.position = $1 })
    list.add(rows.zPosition, { $0.zPosition }, { $0.zPosition = $1 })
    list.add(rows.anchorPoint, { $0.anchorPoint }, { $0.anchorPoint = $1 })
    list.add(rows.anchorPointZ, { $0.anchorPointZ }, { $0.anchorPointZ = $1 })
    list.add(rows.transform, { $0.transform }, { $0.transform = $1 })
    list.add(rows.sublayerTransform, { $0.sublayerTransform }, { $0.sublayerTransform = $1 })
    list.add(rows.isGeometryFlipped, { $0.isGeometryFlipped }, { $0.isGeometryFlipped = $1 })
    list.add(rows.isHidden, { $0.isHidden }, { $0.isHidden = $1 })
    list.add(rows.isDoubleSided, { $0.isDoubleSided }, { $0.isDoubleSided = $1 })
    list.add(
      "frame",
      read: { $0.frame },
      write: { layer, value in
        guard let frame = value == nil ? .zero : CGRect.unwrapped(from: value) else { return false }
        layer.frame = frame
        return true
      }
    )
    list.add(
      "affineTransform",
      read: { $0.affineTransform() },
      write: { layer, value in
        guard let transform = value == nil ? .identity : CGAffineTransform.unwrapped(from: value) else {
          return false
        }
        layer.setAffineTransform(transform)
        return true
      }
    )
    list.add("visibleRect", read: { $0.visibleRect }, write: { _, _ in false })
  }

  private static func addAppearance(to list: inout AccessorList<CALayer>) {
    list.add(rows.opacity, { $0.opacity }, { $0.opacity = $1 })
    list.add(rows.allowsGroupOpacity, { $0.allowsGroupOpacity }, { $0.allowsGroupOpacity = $1 })
    list.add(rows.masksToBounds, { $0.masksToBounds }, { $0.masksToBounds = $1 })
    list.add(rows.cornerRadius, { $0.cornerRadius }, { $0.cornerRadius = $1 })
    list.add(rows.cornerCurve, { $0.cornerCurve }, { $0.cornerCurve = $1 })
    list.add(rows.maskedCorners, { $0.maskedCorners }, { $0.maskedCorners = $1 })
    list.add(rows.backgroundColor, { $0.backgroundColor }, { $0.backgroundColor = $1 })
    list.add(rows.borderColor, { $0.borderColor }, { $0.borderColor = $1 })
    list.add(rows.borderWidth, { $0.borderWidth }, { $0.borderWidth = $1 })
    list.add(rows.shadowColor, { $0.shadowColor }, { $0.shadowColor = $1 })
    list.add(rows.shadowOpacity, { $0.shadowOpacity }, { $0.shadowOpacity = $1 })
    list.add(rows.shadowOffset, { $0.shadowOffset }, { $0.shadowOffset = $1 })
    list.add(rows.shadowRadius, { $0.shadowRadius }, { $0.shadowRadius = $1 })
    list.add(rows.shadowPath, { $0.shadowPath }, { $0.shadowPath = $1 })
    list.addWithoutAccessor(rows.shadowPathIsBounds)
    list.addArray(rows.filters, \.filters)
    list.addArray(rows.backgroundFilters, \.backgroundFilters)
    list.add(
      rows.compositingFilter,
      read: { $0.compositingFilter },
      write: { layer, value in
        layer.compositingFilter = KeyValue.present(value)
        return true
      }
    )
    list.add(rows.shouldRasterize, { $0.shouldRasterize }, { $0.shouldRasterize = $1 })
    list.add(rows.rasterizationScale, { $0.rasterizationScale }, { $0.rasterizationScale = $1 })
    list.add(rows.edgeAntialiasingMask, { $0.edgeAntialiasingMask }, { $0.edgeAntialiasingMask = $1 })
    list.add(rows.allowsEdgeAntialiasing, { $0.allowsEdgeAntialiasing }, { $0.allowsEdgeAntialiasing = $1 })
  }

  private static func addContents(to list: inout AccessorList<CALayer>) {
    list.add(
      rows.contents,
      read: { $0.contents },
      write: { layer, value in
        layer.contents = KeyValue.present(value)
        return true
      }
    )
    list.add(rows.contentsRect, { $0.contentsRect }, { $0.contentsRect = $1 })
    list.add(rows.contentsCenter, { $0.contentsCenter }, { $0.contentsCenter = $1 })
    list.add(rows.contentsGravity, { $0.contentsGravity }, { $0.contentsGravity = $1 })
    list.add(rows.contentsScale, { $0.contentsScale }, { $0.contentsScale = $1 })
    list.add(rows.contentsFormat, { $0.contentsFormat }, { $0.contentsFormat = $1 })
    list.add(rows.minificationFilter, { $0.minificationFilter }, { $0.minificationFilter = $1 })
    list.add(rows.magnificationFilter, { $0.magnificationFilter }, { $0.magnificationFilter = $1 })
    list.add(rows.minificationFilterBias, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 })
    list.add(rows.isOpaque, { $0.isOpaque }, { $0.isOpaque = $1 })
    list.addWithoutAccessor(rows.contentsMultiplyColor)
    list.addWithoutAccessor(rows.contentsTransform)
    list.addWithoutAccessor(rows.contentsSwizzle)
    list.addWithoutAccessor(rows.contentsScaling)
  }

  private static func addTiming(to list: inout AccessorList<CALayer>) {
    list.add(rows.beginTime, { $0.beginTime }, { $0.beginTime = $1 })
    list.add(rows.timeOffset, { $0.timeOffset }, { $0.timeOffset = $1 })
    list.add(rows.speed, { $0.speed }, { $0.speed = $1 })
    list.add(rows.duration, { $0.duration }, { $0.duration = $1 })
    list.add(rows.repeatCount, { $0.repeatCount }, { $0.repeatCount = $1 })
    list.add(rows.repeatDuration, { $0.repeatDuration }, { $0.repeatDuration = $1 })
    list.add(rows.autoreverses, { $0.autoreverses }, { $0.autoreverses = $1 })
    list.add(
      rows.fillMode,
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
    )
  }

  /// Adds the properties that no renderer needs: the layer's place in the tree, and objects of the program.
  private static func addTree(to list: inout AccessorList<CALayer>) {
    list.add("superlayer", read: { $0.superlayer }, write: { _, _ in false })
    list.add("presentationLayer", read: { $0.presentation() }, write: { _, _ in false })
    list.add("modelLayer", read: { $0.model() }, write: { _, _ in false })
    list.addArray("sublayers", \.sublayers)
    list.addArray("constraints", \.constraints)
    list.addObject("mask", \.mask)
    list.addObject("name", \.name)
    list.addObject("actions", \.actions)
    list.addObject("style", \.style)
    list.addObject("delegate", \.delegate)
    list.addObject("layoutManager", \.layoutManager)
  }
}
