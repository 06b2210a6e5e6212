public import Foundation

/// Makes objects, such as application delegates, through their own `init()`, which Swift does not call on a dynamic metatype.
///
/// Here it is `required` and takes the slot that it has in `NSObject`, the superclass of them all. The class is open
/// because the compiler would call the initializer of any other class directly.
open class _ObjectFactory: NSObject {
  /// Stands where the initializer of `NSObject` stands.
  public required override init() { super.init() }

  /// Returns a new object of a class; nil if `type` is not a subclass of `NSObject`.
  package static func make(_ type: Any.Type) -> NSObject? {
    guard let type = type as? NSObject.Type else { return nil }
    return unsafeBitCast(type, to: _ObjectFactory.Type.self).init() as NSObject
  }
}
