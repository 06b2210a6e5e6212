import CoreGraphics
import Foundation

/// A name of its own type: read by key as a string, set from a string or from the type.
package protocol NamedValue: KeyValueCodable, RawRepresentable where RawValue == String {
  init(rawValue: String)
}

extension NamedValue {
  package static func unwrapped(from any: Any?) -> Self? {
    guard let any = present(any) else { return nil }
    if let value = any as? Self { return value }
    return (any as? String).map { Self(rawValue: $0) }
  }
  /// A string object, which casts to strings and to the type.
  package var wrapped: Any? { NSString(string: rawValue) }
}

/// A name of a closed list; a name that is not in it is not accepted.
package protocol ListedName: KeyValueCodable, RawRepresentable where RawValue == String {}

extension ListedName {
  package static func unwrapped(from any: Any?) -> Self? {
    guard let any = present(any) else { return nil }
    if let value = any as? Self { return value }
    return (any as? String).flatMap { Self(rawValue: $0) }
  }
  package var wrapped: Any? { rawValue }
}

extension ContentsSwizzle: ListedName {}
extension ContentsScaling: ListedName {}

extension FillMode: KeyValueCodable {
  package static func unwrapped(from any: Any?) -> FillMode? {
    CAMediaTimingFillMode.unwrapped(from: any).map { FillMode(name: $0.rawValue) }
  }
  package var wrapped: Any? { CAMediaTimingFillMode(rawValue: rawValue).wrapped }
}

extension String: KeyValueCodable {
  package static func unwrapped(from any: Any?) -> String? { present(any) as? String }
}

extension String: AbsentableValue {}

extension CACornerMask: KeyValueCodable {
  /// Drops bits that are not corners.
  package static func unwrapped(from any: Any?) -> CACornerMask? {
    if let mask = present(any) as? CACornerMask { return mask.intersection(.all) }
    return numericValue(of: any).flatMap { UInt32(nearest: $0) }.map { CACornerMask(rawValue: UInt($0) & 15) }
  }
  package var wrapped: Any? { NSNumber(value: rawValue) }
}

extension CAEdgeAntialiasingMask: KeyValueCodable {
  package static func unwrapped(from any: Any?) -> CAEdgeAntialiasingMask? {
    if let mask = present(any) as? CAEdgeAntialiasingMask { return mask }
    return numericValue(of: any).flatMap { UInt32(nearest: $0) }.map { CAEdgeAntialiasingMask(rawValue: $0) }
  }
  package var wrapped: Any? { NSNumber(value: rawValue) }
}
