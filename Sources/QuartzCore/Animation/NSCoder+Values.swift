package import Foundation

/// Archives of the modules above, whose values have the form of those of layers and animations.
extension NSCoder {
  /// Writes a structure, a colour, a path, an image, a font or a property list; a value without a form is left out.
  package func encodeValue(_ value: Any?, forKey key: String) {
    guard let form = value.flatMap({ ArchivedValue.encoded($0, for: self) }) else { return }
    encode(form, forKey: key)
  }

  /// Reads what ``encodeValue(_:forKey:)`` wrote; nil where there is nothing valid.
  package func decodeValue(forKey key: String) -> Any? {
    containsValue(forKey: key) ? ArchivedValue.decoded(from: self, forKey: key) : nil
  }

  /// Writes objects that archive themselves, under keys with their numbers.
  package func encodeObjects(_ objects: [AnyObject], forKey key: String) {
    for (index, object) in objects.enumerated() { encode(object, forKey: key + ".\(index)") }
  }

  /// Reads the objects of a class up to the first number that is not there; others and those that lie too deep are left out.
  ///
  /// Foundation's arrays are not read: a damaged one may end the process.
  package func decodeObjects<Object: AnyObject>(of type: Object.Type, forKey key: String) -> [Object] {
    var objects: [Object] = []
    var index = 0
    while containsValue(forKey: key + ".\(index)") {
      if let object = decodeObject(of: type, under: key + ".\(index)") { objects.append(object) }
      index += 1
    }
    return objects
  }

  /// Reads an object of a class, which may hold others; nil where there is none.
  package func decodeObject<Object: AnyObject>(of type: Object.Type, under key: String) -> Object? {
    containsValue(forKey: key) ? decodeNested(of: [type], forKey: key) as? Object : nil
  }
}
