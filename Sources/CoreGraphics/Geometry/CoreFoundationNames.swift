@_exported public import class CoreFoundation.CFAllocator
@_exported public import func CoreFoundation.CFAbsoluteTimeGetCurrent
@_exported public import func CoreFoundation.CFRangeMake
@_exported public import let CoreFoundation.kCFAllocatorDefault
@_exported public import struct CoreFoundation.CFRange
@_exported public import typealias CoreFoundation.CFAbsoluteTime
@_exported public import Foundation

// Core Foundation's names are aliases of Foundation's types, so that `"name" as CFString` is an ordinary bridging cast.

/// A time or a duration in seconds.
public typealias CFTimeInterval = Double
/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// The number that identifies a Core Foundation type.
public typealias CFTypeID = UInt
/// A count or a position in a Core Foundation collection.
public typealias CFIndex = Int
/// A string object.
public typealias CFString = NSString
/// An array object.
public typealias CFArray = NSArray
/// A dictionary object.
public typealias CFDictionary = NSDictionary
/// Bytes in an object.
public typealias CFData = NSData
/// Bytes in an object that can grow.
public typealias CFMutableData = NSMutableData
/// A URL object.
public typealias CFURL = NSURL
/// A string with attributes.
public typealias CFAttributedString = NSAttributedString
/// A truth value as an object.
public typealias CFBoolean = NSNumber
/// A number as an object.
public typealias CFNumber = NSNumber

/// The Boolean object for true.
public let kCFBooleanTrue: CFBoolean? = NSNumber(value: true)
/// The Boolean object for false.
public let kCFBooleanFalse: CFBoolean? = NSNumber(value: false)

/// The largest finite `Float`, as `values.h` names it.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// The largest finite `Float`, as `math.h` names it.
public let HUGE = Float.greatestFiniteMagnitude
/// Positive infinity as a `Float`.
public let HUGE_VALF = Float.infinity
/// Positive infinity as a `Double`.
public let HUGE_VAL = Double.infinity

/// Nanoseconds in a second, as `dispatch/time.h` names them.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond, as `dispatch/time.h` names them.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond, as `dispatch/time.h` names them.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds in a second, as `dispatch/time.h` names them.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// Milliseconds in a second, as `dispatch/time.h` names them.
public let MSEC_PER_SEC: UInt64 = 1000

/// Returns the number of values in an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex {
  theArray.count
}

/// Returns a pointer to the object at an index, which the array keeps alive; nil outside the array.
///
/// Elements that are values in Swift (strings, numbers) give nil: the object made for them would not outlive the call.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer! {
  guard idx >= 0, idx < theArray.count else { return nil }
  return address(of: theArray.object(at: idx))
}

/// Returns the number of entries in a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary) -> CFIndex {
  theDict.count
}

/// Returns whether a dictionary has an entry for a key, a pointer to a `CFString` or another object; false for nil.
public func CFDictionaryContainsKey(_ theDict: CFDictionary, _ key: UnsafeRawPointer?) -> Bool {
  key.map { theDict.object(forKey: object(at: $0)) != nil } ?? false
}

/// Returns a pointer to the object for a key, which the dictionary keeps alive.
///
/// Values that are such in Swift (strings, numbers) give nil: the object made for them would not outlive the call.
///
/// - Parameters:
///   - theDict: The dictionary.
///   - key: A pointer to a `CFString` or another object; nil gives nil.
/// - Returns: The pointer; nil without an entry.
public func CFDictionaryGetValue(_ theDict: CFDictionary, _ key: UnsafeRawPointer?) -> UnsafeRawPointer! {
  key.flatMap { theDict.object(forKey: object(at: $0)) }.flatMap(address)
}

/// Returns the address of an object; nil for a value that is none in Swift.
private func address(of value: Any) -> UnsafeRawPointer? {
  guard type(of: value) is AnyClass else { return nil }
  return UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque())
}

private func object(at address: UnsafeRawPointer) -> AnyObject {
  Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
}

/// The position of a value that is not in a collection.
public let kCFNotFound: CFIndex = -1

/// An object whose class has a type identifier for `CFGetTypeID(_:)`.
package protocol CoreFoundationObject: AnyObject {
  /// The type identifier of the class, constant while the program runs.
  static var typeID: CFTypeID { get }
}

/// Returns the type identifier of an object: its class's `typeID`, or a number that is unique to the class.
public func CFGetTypeID(_ cf: CFTypeRef) -> CFTypeID {
  if let object = cf as? any CoreFoundationObject { return type(of: object).typeID }
  return typeNumber(of: type(of: cf))
}

/// Returns a number that is unique to a class: the address of its metadata.
package func typeNumber(of type: AnyClass) -> CFTypeID {
  CFTypeID(bitPattern: ObjectIdentifier(type).hashValue)
}

/// Runs a closure and returns its result; there are no autoreleased objects on this platform.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
