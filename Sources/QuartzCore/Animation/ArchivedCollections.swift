import Foundation

/// A list in a keyed archive, with a key for each element.
///
/// Foundation's collections are not read from archives: on Linux a damaged archive with an array that holds itself, or a
/// dictionary with fewer values than keys, ends the process. Elements of this list are objects within objects, whose depth
/// is limited.
final class ArchivedList: NSObject, NSSecureCoding {
  let elements: [Any]

  init(_ elements: [Any]) { self.elements = elements }

  /// Reads the elements up to the first number that is not there; nil if one of them is of an unknown class.
  init?(coder: NSCoder) {
    var elements: [Any] = []
    while coder.containsValue(forKey: "\(elements.count)") {
      guard let element = coder.decodeNested(of: ArchivedValue.classes, forKey: "\(elements.count)") else {
        return nil
      }
      elements.append(element)
    }
    self.elements = elements
  }

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    for (index, element) in elements.enumerated() {
      coder.encode((element as? [Any]).map(ArchivedList.init) ?? element, forKey: "\(index)")
    }
  }

  /// The elements of an object of an archive; none if it is not a list.
  static func elements(of object: Any?) -> [Any] { (object as? ArchivedList)?.elements ?? [] }
}

/// A dictionary in a keyed archive, as a list of keys and one of values.
final class ArchivedDictionary: NSObject, NSSecureCoding {
  private static let keysKey = "keys"
  private static let valuesKey = "values"

  let entries: [String: Any]

  init(_ entries: [String: Any]) { self.entries = entries }

  /// Reads a dictionary; nil if it has not one value for each key.
  init?(coder: NSCoder) {
    let (keys, values) = (coder.decodeStrings(forKey: Self.keysKey), coder.decodeList(forKey: Self.valuesKey))
    guard keys.count == values.count else { return nil }
    entries = Dictionary(zip(keys, values)) { first, _ in first }
  }

  static var supportsSecureCoding: Bool { true }

  /// Equal dictionaries have equal archives.
  func encode(with coder: NSCoder) {
    let keys = entries.keys.sorted()
    coder.encodeList(keys, forKey: Self.keysKey)
    coder.encodeList(keys.compactMap { entries[$0] }, forKey: Self.valuesKey)
  }

  /// The entries of an object of an archive; none if it is not a dictionary.
  static func entries(of object: Any?) -> [String: Any] { (object as? ArchivedDictionary)?.entries ?? [:] }
}

extension NSCoder {
  func encodeList(_ elements: [Any], forKey key: String) { encode(ArchivedList(elements), forKey: key) }

  /// Returns the list under a key, or an empty one; a decoder would take a missing one for damage.
  func decodeList(forKey key: String) -> [Any] {
    guard containsValue(forKey: key) else { return [] }
    return ArchivedList.elements(of: decodeNested(of: [ArchivedList.self], forKey: key))
  }

  func decodeStrings(forKey key: String) -> [String] { decodeList(forKey: key).compactMap { $0 as? String } }
}
