import CoreGraphics
public import Foundation
import StrataRenderTree

/// A layer filled with a gradient.
open class CAGradientLayer: CALayer {
  /// The colours, each a `CGColor`.
  open var colors: [Any]? {
    get { storage.state.gradient.colors }
    set {
      let colors = newValue.map { $0.compactMap { $0 as? CGColor } }
      set(GradientSchema.shared.colors, \GradientState.colors, colors)
    }
  }

  /// The places of the colours from 0 to 1, ascending; nil spreads them evenly.
  open var locations: [NSNumber]? {
    get { storage.state.gradient.locations.map { $0.map { NSNumber(value: Double($0)) } } }
    set {
      let locations = newValue.map { $0.map { CGFloat($0.doubleValue) } }
      set(GradientSchema.shared.locations, \GradientState.locations, locations)
    }
  }

  /// Where the first colour lies, in unit coordinates; the centre of a radial or conic gradient.
  open var startPoint: CGPoint {
    get { storage.state.gradient.startPoint }
    set { set(GradientSchema.shared.startPoint, \GradientState.startPoint, newValue) }
  }

  /// Where the last colour lies, in unit coordinates.
  open var endPoint: CGPoint {
    get { storage.state.gradient.endPoint }
    set { set(GradientSchema.shared.endPoint, \GradientState.endPoint, newValue) }
  }

  /// The type of gradient: along a line, around a centre, or by angle; an unknown type paints nothing.
  open var type: CAGradientLayerType {
    get { storage.state.gradient.type }
    set { set(GradientSchema.shared.type, \GradientState.type, newValue) }
  }
}

extension LayerType {
  static let gradient = LayerType(.gradient, { CAGradientLayer() }) { list in
    let rows = GradientSchema.shared
    list.add(rows.startPoint, { $0.startPoint }, { $0.startPoint = $1 })
    list.add(rows.endPoint, { $0.endPoint }, { $0.endPoint = $1 })
    list.add(rows.type, { $0.type }, { $0.type = $1 })
    list.addArray(rows.colors, \.colors)
    list.addArray(rows.locations, \.locations)
  }
}
