import Foundation

/// Names that the encoder uses.
enum ArchiveName {
  static let contents = "__CACodingContents"
  static let `class` = "$class"
}

/// The objects of a keyed archive by their number, with the fields of each.
struct ArchiveObjects {
  /// One field: its key and its value, a reference to another object if it is a UID.
  typealias Field = (key: String, value: PropertyListObject)

  let list: any PropertyListObjects
  /// The number in the list of each object.
  private let numbers: [Int]
  /// The number of the outermost object.
  let root: Int
  /// How many references name each object.
  private(set) var references: [Int]
  private let file: String

  init(_ list: any PropertyListObjects, limits: ReadingLimits) throws(DocumentError) {
    self.list = list
    file = list.file
    let wrong = DocumentError(
      .notADocument,
      list.file,
      "the property list is not a keyed archive of layers",
      advice: "a layer archive is written by Core Animation's encoder"
    )
    guard case .dictionary(let pairs) = try list.object(list.root) else { throw wrong }
    var top: [String: PropertyListObject] = [:]
    for pair in pairs {
      if case .string(let key) = try list.object(pair.key) { top[key] = try list.object(pair.value) }
    }
    guard case .array(let numbers) = top["$objects"], case .dictionary(let tops) = top["$top"] else {
      throw wrong
    }
    self.numbers = numbers
    var root: Int?
    for pair in tops where try list.object(pair.key) == .string("root") {
      if case .uid(let number) = try list.object(pair.value) { root = number }
    }
    guard let root, numbers.indices.contains(root) else { throw wrong }
    self.root = root
    references = [Int](repeating: 0, count: numbers.count)
    var rest = limits.elements
    for number in numbers {
      let values: [Int] =
        switch try list.structure(number) {
        case .dictionary(let pairs): pairs.map(\.value)
        case .array(let items): items
        default: []
        }
      try count(values, &rest)
    }
  }

  /// Counts the references among values, and those in a container's own array.
  private mutating func count(_ values: [Int], _ rest: inout Int) throws(DocumentError) {
    try take(values.count, of: &rest)
    for value in values {
      for item in try items(of: value, &rest) { _ = try items(of: item, &rest) }
    }
  }

  /// The items of a value, if it is an array.
  ///
  /// A reference is counted, and what was decoded is taken from the rest.
  private mutating func items(of value: Int, _ rest: inout Int) throws(DocumentError) -> [Int] {
    switch try list.structure(value) {
    case .uid(let target):
      if references.indices.contains(target) { references[target] += 1 }
    case .array(let items):
      try take(items.count, of: &rest)
      return items
    case .dictionary(let pairs): try take(pairs.count, of: &rest)
    default: break
    }
    return []
  }

  private func take(_ count: Int, of rest: inout Int) throws(DocumentError) {
    rest -= count
    guard rest < 0 else { return }
    throw DocumentError(
      .limit,
      file,
      "the archive has too many references",
      advice: "raise ReadingLimits.elements"
    )
  }

  /// The value of an object; null for a number without one.
  func object(_ number: Int) throws(DocumentError) -> PropertyListObject {
    guard numbers.indices.contains(number) else { return .null }
    return try list.object(numbers[number])
  }

  /// The object that a value refers to, and its number; a value of its own otherwise.
  ///
  /// Object 0 of every archive stands for nil, and so does every other object with its text.
  func resolved(_ value: PropertyListObject) throws(DocumentError) -> (
    object: PropertyListObject, number: Int?
  ) {
    guard case .uid(let number) = value else { return (value, nil) }
    let object = try object(number)
    return object == .string("$null") ? (.null, 0) : (object, number)
  }

  /// The fields of an object with a class, in the file's order, and the names of the class and its superclasses.
  func instance(_ object: PropertyListObject) throws(DocumentError) -> (
    classes: [String], fields: [Field]
  )? {
    guard case .dictionary(let pairs) = object else { return nil }
    var fields: [Field] = []
    var classes: [String] = []
    for pair in pairs {
      guard case .string(let key) = try list.object(pair.key) else { continue }
      let value = try list.object(pair.value)
      if key == ArchiveName.class { classes = try classNames(value) } else { fields.append((key, value)) }
    }
    return classes.isEmpty ? nil : (classes, fields)
  }

  private func classNames(_ value: PropertyListObject) throws(DocumentError) -> [String] {
    guard case .dictionary(let pairs) = try resolved(value).object else { return [] }
    var (name, chain): (String?, [String]) = (nil, [])
    for pair in pairs {
      guard case .string(let key) = try list.object(pair.key) else { continue }
      switch (key, try list.object(pair.value)) {
      case ("$classname", .string(let text)): name = text
      case ("$classes", .array(let items)):
        for item in items.prefix(64) {
          if case .string(let text) = try list.object(item) { chain.append(text) }
        }
      default: break
      }
    }
    return chain.isEmpty ? name.map { [$0] } ?? [] : chain
  }

  /// The numbers of the members of an array or of a set; nil for any other object.
  func members(_ fields: [Field], _ key: String = "NS.objects") throws(DocumentError) -> [PropertyListObject]?
  {
    guard case .array(let items)? = fields.first(where: { $0.key == key })?.value else { return nil }
    var result: [PropertyListObject] = []
    for item in items { result.append(try list.object(item)) }
    return result
  }

  /// The entries of a dictionary object: each key's text with the number of its value; nil for any other object.
  func dictionary(_ number: Int) throws(DocumentError) -> [(key: String, value: Int)]? {
    guard let (_, fields) = try instance(object(number)), let entries = try entries(fields) else {
      return nil
    }
    return entries.compactMap { entry in
      if case .uid(let number) = entry.value { (entry.key, number) } else { nil }
    }
  }

  /// The entries of a dictionary object by its fields.
  func entries(_ fields: [Field]) throws(DocumentError) -> [Field]? {
    guard let keys = try members(fields, "NS.keys"), let values = try members(fields) else { return nil }
    var result: [Field] = []
    for (key, value) in zip(keys, values) {
      if case .string(let text) = try resolved(key).object { result.append((text, value)) }
    }
    return result
  }

  /// The number or truth value of an object.
  func number(_ number: Int) throws(DocumentError) -> Double? { Self.number(try object(number)) }

  static func number(_ object: PropertyListObject) -> Double? {
    switch object {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
