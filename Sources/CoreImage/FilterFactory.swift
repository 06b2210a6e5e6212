public import Foundation

/// Makes filters of programs' classes through their own `init()`, which Swift does not call on a dynamic metatype.
///
/// `CIFilter.init()` is not `required`, so that subclasses may override it, or leave it out. Here it is `required` and takes
/// the slot that it has in `NSObject`, the superclass of both. The class is open because the compiler would call the
/// initializer of any other class directly. A class without the initializer stops with Swift's own message.
///
/// What else relies on the layout of classes is listed in ARCHITECTURE.md, "What depends on the compiler".
open class _FilterFactory: NSObject {
  /// Stands where the initializer of `NSObject` stands.
  public required override init() { super.init() }

  /// Returns a new filter of a class.
  static func make(_ type: CIFilter.Type) -> CIFilter {
    unsafeDowncast(unsafeBitCast(type, to: _FilterFactory.Type.self).init() as NSObject, to: CIFilter.self)
  }
}
