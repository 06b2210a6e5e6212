import Testing
import UIKit

/// Writes an object into an archive and reads it from there.
func copied<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
}

/// Writes a view into an archive without secure coding, and reads it from there.
@MainActor func copied<View: UIView>(_ view: View) throws -> View {
  let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
  let reader = try NSKeyedUnarchiver(forReadingFrom: data)
  reader.requiresSecureCoding = false
  return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? View)
}
