import Foundation

/// The attributes of a run by their names.
struct LentAttributes: @unchecked Sendable {  // Immutable.
  let object: NSDictionary
  let values: [AnyHashable: Any]

  init(_ attributes: [NSAttributedString.Key: Any]) {
    var values: [AnyHashable: Any] = [:]
    // Of all types of keys, strings that are objects alone cast to names of attributes and to strings.
    for (key, value) in attributes { values[NSString(string: key.rawValue)] = value }
    self.values = values
    object = NSDictionary(dictionary: values)
  }
}
