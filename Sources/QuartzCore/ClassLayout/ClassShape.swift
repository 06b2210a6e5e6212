import CoreGraphics
import Foundation

/// The methods that classes of layers override.
package enum ClassShape {
  /// True if layers of a class draw by a `draw(in:)` of their own; only such layers need a backing store.
  ///
  /// That of text layers is the library's, and the renderer sets the same text itself.
  static func overridesDraw(_ type: CALayer.Type) -> Bool {
    drawing.isOverridden(in: type)
      && !(type is CATextLayer.Type && drawing.isShared(by: type, CATextLayer.self))
  }

  /// True if a class has a key-value access of its own.
  static func overridesValueForKey(_ type: CALayer.Type) -> Bool { reading.isOverridden(in: type) }

  /// True if a class has a hit test of its own.
  static func overridesHitTest(_ type: CALayer.Type) -> Bool { hitTesting.isOverridden(in: type) }

  /// True if a class decides itself which points are inside its layers.
  static func overridesContains(_ type: CALayer.Type) -> Bool { holding.isOverridden(in: type) }

  /// The slots of all these methods, with their names.
  package static var slots: [(method: String, slot: MethodSlot)] {
    [
      ("draw(in:)", drawing), ("value(forKey:)", reading), ("hitTest(_:)", hitTesting),
      ("contains(_:)", holding),
    ]
  }

  private class PlainLayer: CALayer {}

  private class DrawingLayer: CALayer {
    override func draw(in ctx: CGContext) { ctx.flush() }
  }

  private class ReadingLayer: CALayer {
    override func value(forKey key: String) -> Any? { key.isEmpty ? nil : super.value(forKey: key) }
  }

  private class AskedLayer: CALayer {
    override func hitTest(_ p: CGPoint) -> CALayer? { contains(p) ? self : nil }
  }

  private class WideLayer: CALayer {
    override func contains(_ p: CGPoint) -> Bool { true }
  }

  private static let drawing = slot(DrawingLayer.self)
  private static let reading = slot(ReadingLayer.self)
  private static let hitTesting = slot(AskedLayer.self)
  private static let holding = slot(WideLayer.self)

  private static func slot(_ overriding: CALayer.Type) -> MethodSlot {
    MethodSlot(of: CALayer.self, plain: PlainLayer.self, overriding: overriding)
  }
}
