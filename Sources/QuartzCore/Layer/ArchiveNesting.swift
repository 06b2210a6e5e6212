import Foundation

/// How deep the objects of an archive lie in each other while they are read.
///
/// An unarchiver reads an object within the object that holds it, on the stack. In a damaged archive a layer may hold
/// itself, which would not end.
struct ArchiveNesting {
  /// The most objects that may lie in each other, lists included; a level takes some 3 KB of stack, of 8 MB.
  static let limit = 1_024

  private var depth = 0
  /// True from the object that lies too deep until the outermost one is read, so that archives whose objects hold several
  /// of their holders end, too.
  private var isExceeded = false

  /// Enters an object; returns false if it lies too deep or another one did.
  mutating func enter() -> Bool {
    guard !isExceeded else { return false }
    guard depth < Self.limit else {
      isExceeded = true
      OnceLog.note(
        "[QuartzCore] objects of an archive lie in each other more than \(Self.limit) deep; the deeper ones are not read"
      )
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() {
    depth -= 1
    if depth == 0 { isExceeded = false }
  }
}

extension NSCoder {
  /// Returns the object under a key that may hold others; nil if there is none of the classes, or it lies too deep.
  func decodeNested(of classes: [AnyClass], forKey key: String) -> Any? {
    let thread = ThreadState.current
    guard thread.archiveNesting.enter() else { return nil }
    defer { thread.archiveNesting.leave() }
    return decodeObject(of: classes, forKey: key)
  }
}
