/// Finds out if a class overrides a method.
///
/// Swift cannot answer that, so the method tables of classes are compared. The method's slot is the word in which a
/// class that overrides only this method differs from one that overrides nothing. A class counts as overriding if the
/// slot is not found, which costs time and memory, and no picture.
package struct MethodSlot: Sendable {
  private let base: AnyClass
  private let slot: Int?

  /// True if the slot is found, as it is while classes have the layout that is assumed here.
  package var isKnown: Bool { slot != nil }

  /// Finds the slot of a method of `base`.
  ///
  /// - Parameters:
  ///   - base: The class that declares the method.
  ///   - plain: A subclass that overrides nothing.
  ///   - overriding: A subclass that overrides the method and nothing else.
  package init(of base: AnyClass, plain: AnyClass, overriding: AnyClass) {
    self.base = base
    let slots = (Self.firstSlot..<Self.slotCount(of: base)).filter { slot in
      let word = Self.word(slot, of: base)
      return Self.word(slot, of: plain) == word && Self.word(slot, of: overriding) != word
    }
    slot = slots.count == 1 ? slots[0] : nil
    if slot == nil {
      OnceLog.note("a method of \(base) is not found in its class: all subclasses count as overriding it")
    }
  }

  /// Returns true if `type`, which is the base or a subclass of it, overrides the method.
  package func isOverridden(in type: AnyClass) -> Bool {
    guard let slot else { return type != base }
    return Self.word(slot, of: type) != Self.word(slot, of: base)
  }

  /// Returns true if two classes, each the base or a subclass of it, have the same method.
  package func isShared(by type: AnyClass, _ other: AnyClass) -> Bool {
    guard let slot else { return type == other }
    return Self.word(slot, of: type) == Self.word(slot, of: other)
  }

  /// Words before the methods: kind, superclass, two of sizes and flags, class size, descriptor, destroyer.
  private static let firstSlot = 7

  /// The words of a class's record from its address on; the record states its size.
  private static func slotCount(of type: AnyClass) -> Int {
    let record = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let size = record.load(fromByteOffset: 32, as: UInt32.self)
    let address = record.load(fromByteOffset: 36, as: UInt32.self)
    return max(firstSlot, Int(size) - Int(address)) / MemoryLayout<UInt>.size
  }

  private static func word(_ index: Int, of type: AnyClass) -> UInt {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
  }
}
