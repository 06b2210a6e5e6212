public import CoreGraphics
public import Foundation

/// Frees what a run delegate's `refCon` points to, when the delegate is freed.
public typealias CTRunDelegateDeallocateCallback = (UnsafeMutableRawPointer) -> Void
/// Returns how far a glyph reaches above the baseline, in points.
public typealias CTRunDelegateGetAscentCallback = (UnsafeMutableRawPointer) -> CGFloat
/// Returns how far a glyph reaches below the baseline, in points; positive.
public typealias CTRunDelegateGetDescentCallback = (UnsafeMutableRawPointer) -> CGFloat
/// Returns the advance of a glyph, in points.
public typealias CTRunDelegateGetWidthCallback = (UnsafeMutableRawPointer) -> CGFloat

/// The first version of the callbacks of run delegates.
public let kCTRunDelegateVersion1: CFIndex = 1
/// The present version of the callbacks of run delegates.
public let kCTRunDelegateCurrentVersion: CFIndex = kCTRunDelegateVersion1

/// The name of the attribute for the measures of glyphs, a `CTRunDelegate`.
///
/// Glyphs with a delegate are not drawn: a program draws what it likes in their place.
public nonisolated(unsafe) let kCTRunDelegateAttributeName: CFString = "CTRunDelegate"

/// The functions that return the measures of glyphs; each is called with the delegate's `refCon`.
public struct CTRunDelegateCallbacks {
  /// The version of the structure: ``kCTRunDelegateCurrentVersion``.
  public var version: CFIndex
  /// Called when the delegate is freed.
  public var dealloc: CTRunDelegateDeallocateCallback
  /// Returns the ascent.
  public var getAscent: CTRunDelegateGetAscentCallback
  /// Returns the descent.
  public var getDescent: CTRunDelegateGetDescentCallback
  /// Returns the advance.
  public var getWidth: CTRunDelegateGetWidthCallback

  /// Creates callbacks.
  public init(
    version: CFIndex,
    dealloc: @escaping CTRunDelegateDeallocateCallback,
    getAscent: @escaping CTRunDelegateGetAscentCallback,
    getDescent: @escaping CTRunDelegateGetDescentCallback,
    getWidth: @escaping CTRunDelegateGetWidthCallback
  ) {
    (self.version, self.dealloc) = (version, dealloc)
    (self.getAscent, self.getDescent, self.getWidth) = (getAscent, getDescent, getWidth)
  }
}

/// Room in a line for what a program draws itself.
///
/// The callbacks are asked when a line, a frame or a layer's text is made of a string.
///
/// - Thread: That of the callbacks.
public final class CTRunDelegate: Hashable, @unchecked Sendable {  // Immutable.
  private let callbacks: CTRunDelegateCallbacks
  let refCon: UnsafeMutableRawPointer

  init(_ callbacks: CTRunDelegateCallbacks, refCon: UnsafeMutableRawPointer) {
    (self.callbacks, self.refCon) = (callbacks, refCon)
  }

  deinit { callbacks.dealloc(refCon) }

  /// The room of one glyph, as the callbacks return it now.
  var box: InlineBox {
    InlineBox(
      width: Double(callbacks.getWidth(refCon)),
      ascent: Double(callbacks.getAscent(refCon)),
      descent: Double(callbacks.getDescent(refCon))
    )
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTRunDelegate.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTRunDelegate, rhs: CTRunDelegate) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CTRunDelegate: CoreFoundationObject {}

/// What the functions of a delegate without a `refCon` are called with, as their parameter is not optional.
private nonisolated(unsafe) let nothing = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

/// Returns the type identifier of run delegates.
public func CTRunDelegateGetTypeID() -> CFTypeID { CTRunDelegate.typeID }

/// Creates a run delegate.
///
/// - Parameters:
///   - callbacks: The functions that return the measures; they are copied.
///   - refCon: What the functions are called with; a pointer without a meaning if it is nil.
/// - Returns: The delegate.
public func CTRunDelegateCreate(
  _ callbacks: UnsafePointer<CTRunDelegateCallbacks>,
  _ refCon: UnsafeMutableRawPointer?
) -> CTRunDelegate? {
  CTRunDelegate(callbacks.pointee, refCon: refCon ?? nothing)
}

/// Returns what the functions of a run delegate are called with.
public func CTRunDelegateGetRefCon(_ runDelegate: CTRunDelegate) -> UnsafeMutableRawPointer {
  runDelegate.refCon
}
