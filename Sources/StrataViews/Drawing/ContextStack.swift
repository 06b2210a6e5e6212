package import CoreGraphics
package import Foundation

/// The current graphics contexts of a thread, innermost last.
package enum ContextStack {
  private final class Stack {
    /// Nil for a bitmap that a program began though none can be.
    var entries: [Entry?] = []
  }

  /// A context and what drawing into it must know.
  package struct Entry {
    package let context: CGContext
    /// Pixels per point.
    package let scale: CGFloat
    /// True for a bitmap that a program began and has to end.
    package let isBitmap: Bool
    /// True if y points down.
    package let isFlipped: Bool
    /// From the coordinates in which drawing began to the context's own.
    package let base: CGAffineTransform
    /// The view module's object for the context; nil until a program asks for it.
    package var object: AnyObject?

    package init(
      _ context: CGContext,
      scale: CGFloat,
      isBitmap: Bool = false,
      isFlipped: Bool = true,
      base: CGAffineTransform? = nil
    ) {
      (self.context, self.scale, self.base) = (context, scale, base ?? context.ctm)
      (self.isBitmap, self.isFlipped) = (isBitmap, isFlipped)
    }
  }

  private static let key = "strata.views.contexts"

  private static var stack: Stack {
    let thread = Thread.current.threadDictionary
    if let known = thread[key] as? Stack { return known }
    let fresh = Stack()
    thread[key] = fresh
    return fresh
  }

  /// The innermost context of this thread; nil in a bitmap without one.
  package static var current: Entry? { stack.entries.last ?? nil }

  /// True if the innermost is a bitmap that a program began and has to end, also one without a context.
  package static var isInBitmap: Bool {
    guard let last = stack.entries.last else { return false }
    return last?.isBitmap ?? true
  }

  /// Keeps the view module's object for the innermost context.
  package static func keep(_ object: AnyObject) {
    let stack = stack
    if !stack.entries.isEmpty { stack.entries[stack.entries.count - 1]?.object = object }
  }

  /// Makes a context the innermost one; nil stands for a bitmap that cannot be begun, so that its end finds it.
  package static func push(_ entry: Entry?) { stack.entries.append(entry) }

  /// Removes the innermost context, if there is one.
  package static func pop() { _ = stack.entries.popLast() }

  /// Runs `body` with a context as the current one.
  package static func with<Result>(_ entry: Entry, _ body: () throws -> Result) rethrows -> Result {
    push(entry)
    defer { pop() }
    return try body()
  }
}
