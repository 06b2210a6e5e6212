import CoreGraphics
import Foundation

/// Finds out if a class overrides `draw(in:)`; only such layers need a backing store.
///
/// Swift cannot answer that, so the method tables of classes are compared. The method's slot is the word in which a
/// class that overrides only this method differs from one that overrides nothing. A class counts as overriding if the
/// slot is not found.
enum ClassShape {
  static func overridesDraw(_ type: CALayer.Type) -> Bool {
    guard let drawSlot else { return type != CALayer.self }
    return word(drawSlot, of: type) != word(drawSlot, of: CALayer.self)
  }

  private class PlainLayer: CALayer {}

  private class DrawingLayer: CALayer {
    override func draw(in ctx: CGContext) { ctx.flush() }
  }

  private static let drawSlot: Int? = {
    let slots = (firstSlot..<slotCount).filter { slot in
      let base = word(slot, of: CALayer.self)
      return word(slot, of: PlainLayer.self) == base && word(slot, of: DrawingLayer.self) != base
    }
    return slots.count == 1 ? slots[0] : nil
  }()

  /// Words before the methods: kind, superclass, two of sizes and flags, class size, descriptor, destroyer.
  private static let firstSlot = 7

  /// The words of a class's record from its address on; the record states its size.
  private static let slotCount: Int = {
    let record = unsafeBitCast(CALayer.self as CALayer.Type, to: UnsafeRawPointer.self)
    let size = record.load(fromByteOffset: 32, as: UInt32.self)
    let address = record.load(fromByteOffset: 36, as: UInt32.self)
    return max(firstSlot, Int(size) - Int(address)) / MemoryLayout<UInt>.size
  }()

  private static func word(_ index: Int, of type: CALayer.Type) -> UInt {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
  }
}
