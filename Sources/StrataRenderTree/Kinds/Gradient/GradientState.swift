package import CoreGraphics
package import Foundation

/// What a gradient layer adds.
package struct GradientState: Sendable, Equatable {
  package var colors: [CGColor]?
  /// Where each color lies between the start and the end; nil spreads them evenly.
  package var locations: [CGFloat]?
  /// In unit coordinates of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0)
  /// In unit coordinates of the bounds.
  package var endPoint = CGPoint(x: 0.5, y: 1)
  package var type = CAGradientLayerType.axial

  package init() {}
}
