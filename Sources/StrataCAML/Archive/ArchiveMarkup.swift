import Foundation

/// Writes objects of an archive as elements.
struct ArchiveMarkup {
  /// Where a value stands: as an item, whose tag names its class, or under a key, whose class is an attribute.
  private enum Position {
    case item
    case key(String)
  }

  private enum Step {
    case value(PropertyListObject, Position)
    case end
    /// The end of a container of values, which may not contain itself.
    case leave(Int)
  }

  /// Classes that stand for a container of Foundation.
  private static let proxies: Set = ["LKNSArrayCodingProxy", "LKNSDictionaryCodingProxy"]

  private let objects: ArchiveObjects
  private let limits: ReadingLimits
  private let log: DiagnosticLog
  private var builder = MarkupBuilder()
  private var steps: [Step] = []
  private var stepCount = 0
  /// The objects that have an element.
  private var written: Set<Int> = []
  /// The containers that are being written.
  private var open: Set<Int> = []
  private var imageBytes = 0

  init(_ objects: ArchiveObjects, limits: ReadingLimits, log: DiagnosticLog) {
    (self.objects, self.limits, self.log) = (objects, limits, log)
  }

  mutating func tree(of root: Int) throws(DocumentError) -> MarkupTree {
    builder.begin("caml", [MarkupAttribute("xmlns", "http://www.apple.com/CoreAnimation/1.0")])
    steps = [.value(.uid(root), .item)]
    while let step = steps.popLast() {
      stepCount += 1
      guard stepCount / 4 <= limits.elements, builder.count <= limits.elements, builder.depth <= limits.depth
      else {
        throw DocumentError(
          .limit,
          log.file,
          "the archive has more than \(limits.elements) values or nests them more than \(limits.depth) deep",
          advice: "raise ReadingLimits.elements or ReadingLimits.depth"
        )
      }
      switch step {
      case .value(let value, let position): try write(value, position)
      case .end: builder.end()
      case .leave(let number):
        open.remove(number)
        builder.end()
      }
    }
    builder.end()
    return builder.tree()
  }

  private func warn(_ number: Int?, _ kind: Diagnostic.Kind, _ message: String) {
    log.warn(kind, at: nil, number.map { "object \($0): \(message)" } ?? message)
  }

  // MARK: Elements

  /// Opens the element of a value: `<Type …>` as an item, `<key type="Type" …>` under a key.
  private mutating func begin(_ type: String?, _ position: Position, _ attributes: [MarkupAttribute]) {
    switch position {
    case .item:
      guard let type, !Self.isName(type) else { return builder.begin(type ?? "NSArray", attributes) }
      builder.begin("o", [MarkupAttribute("type", type)] + attributes)
    case .key(let key):
      let own = type.map { [MarkupAttribute("type", $0)] } ?? []
      if Self.isName(key), key != "p" {
        builder.begin(key, own + attributes)
      } else {
        builder.begin("p", [MarkupAttribute("key", key)] + own + attributes)
      }
    }
  }

  private mutating func leaf(_ type: String, _ position: Position, _ attributes: [(String, String)]) {
    begin(type, position, attributes.map { MarkupAttribute($0.0, $0.1) })
    builder.end()
  }

  /// True for a text that can be a tag or the name of an attribute.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "._-".unicodeScalars.contains(scalar)
    }
  }

  private mutating func write(_ value: PropertyListObject, _ position: Position) throws(DocumentError) {
    let (object, number) = try objects.resolved(value)
    if number == 0 { return isItem(position) ? leaf("null", position, []) : () }
    switch object {
    case .null: leaf("null", position, [])
    case .bool(let flag): leaf("integer", position, [("value", flag ? "1" : "0")])
    case .integer(let integer): leaf("integer", position, [("value", String(integer))])
    case .real(let real): leaf("real", position, [("value", NumberText.text(real))])
    case .string(let text): leaf("string", position, [("value", text)])
    case .array(let items):
      var members: [PropertyListObject] = []
      for item in items { members.append(try objects.list.object(item)) }
      try writeItems(of: number, members, position)
    case .data:
      warn(number, .badValue, "bare data under \(Self.place(position)) is not a value of a layer; ignored")
    case .uid: warn(number, .badValue, "a reference to a reference is ignored")
    case .dictionary:
      guard let (classes, fields) = try objects.instance(object) else {
        return warn(number, .badValue, "an object without a class is ignored")
      }
      try write(classes, fields, number, position)
    }
  }

  private func isItem(_ position: Position) -> Bool { if case .item = position { true } else { false } }

  private static func place(_ position: Position) -> String {
    if case .key(let key) = position { key } else { "an array" }
  }

  private mutating func write(
    _ classes: [String],
    _ fields: [ArchiveObjects.Field],
    _ number: Int?,
    _ position: Position
  ) throws(DocumentError) {
    func field(_ key: String) throws(DocumentError) -> PropertyListObject? {
      guard let value = fields.first(where: { $0.key == key })?.value else { return nil }
      return try objects.resolved(value).object
    }
    switch classes[0] {
    case "NSNull": leaf("null", position, [])
    case "NSString", "NSMutableString":
      if case .string(let text)? = try field("NS.string") { leaf("string", position, [("value", text)]) }
    case let name where Self.proxies.contains(name):
      guard let inner = fields.first(where: { $0.key == "array" || $0.key == "dict" })?.value else {
        return warn(number, .badValue, "\(name) has no contents; ignored")
      }
      if let other = try objects.instance(objects.resolved(inner).object),
        Self.proxies.contains(other.classes[0])
      {
        return warn(number, .circularReference, "\(name) holds another proxy; ignored")
      }
      steps.append(.value(inner, position))
    case _ where try objects.entries(fields) != nil:
      try writeEntries(of: number, objects.entries(fields) ?? [], position)
    case _ where fields.contains(where: { $0.key == "NS.objects" }):
      try writeItems(of: number, objects.members(fields) ?? [], position)
    case "LKCGColorCodingProxy": try writeColor(fields, number, position)
    case "LKNSValueCodingProxy": try writeStructure(fields, number, position)
    case "LKCGImageCodingProxy": try writeImage(fields, number, position)
    case "CAMediaTimingFunction": try writeCurve(fields, number, position)
    case "CAFilter": try writeFilter(fields, number, position)
    default: try writeInstance(classes, fields, number, position)
    }
  }

  // MARK: Containers

  private mutating func enter(_ number: Int?, _ type: String?, _ position: Position) -> Bool {
    if let number, !open.insert(number).inserted {
      warn(number, .circularReference, "the value contains itself; the inner one is ignored")
      return false
    }
    begin(type, position, [])
    steps.append(number.map { .leave($0) } ?? .end)
    return true
  }

  private mutating func writeItems(
    of number: Int?,
    _ items: [PropertyListObject],
    _ position: Position
  ) throws(DocumentError) {
    // Under a key, the items alone say that the value is an array.
    guard enter(number, isItem(position) ? "NSArray" : nil, position) else { return }
    steps += items.reversed().map { .value($0, .item) }
  }

  /// Dictionaries that the format knows by their key.
  private static let knownDictionaries: Set = ["actions", "animations", "style"]

  private mutating func writeEntries(
    of number: Int?,
    _ entries: [ArchiveObjects.Field],
    _ position: Position
  ) throws(DocumentError) {
    let isKnown = if case .key(let key) = position { Self.knownDictionaries.contains(key) } else { false }
    guard enter(number, isKnown ? nil : "NSDictionary", position) else { return }
    steps += entries.reversed().map { .value($0.value, .key($0.key)) }
  }

  // MARK: Values

  private func numbers(_ fields: [ArchiveObjects.Field], _ keys: [String]) throws(DocumentError) -> [String]?
  {
    var result: [String] = []
    for key in keys {
      guard let value = fields.first(where: { $0.key == key })?.value,
        let number = ArchiveObjects.number(try objects.resolved(value).object)
      else { return nil }
      result.append(NumberText.text(number))
    }
    return result
  }

  private mutating func writeColor(_ fields: [ArchiveObjects.Field], _ number: Int?, _ position: Position)
    throws(DocumentError)
  {
    guard let color = try numbers(fields, ["r", "g", "b"]), let alpha = try numbers(fields, ["a"])?.first
    else {
      return warn(number, .badValue, "the colour lacks a component; ignored")
    }
    let opacity = alpha == "1" ? [] : [("opacity", alpha)]
    leaf("CGColor", position, opacity + [("value", color.joined(separator: " "))])
  }

  /// The fields of each structure; the most fields come first, because they include those of others.
  private static let structures: [(type: String, fields: [String])] = [
    ("CATransform3D", (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }),
    ("CGAffineTransform", ["a", "b", "c", "d", "tx", "ty"]),
    ("CGRect", ["x", "y", "width", "height"]),
    ("CGPoint", ["x", "y"]),
    ("CGSize", ["width", "height"]),
  ]

  private mutating func writeStructure(_ fields: [ArchiveObjects.Field], _ number: Int?, _ position: Position)
    throws(DocumentError)
  {
    for (type, keys) in Self.structures {
      guard let values = try numbers(fields, keys) else { continue }
      let text = values.joined(separator: " ")
      return leaf(
        type,
        position,
        [("value", type.hasPrefix("CGA") || type.hasPrefix("CAT") ? "matrix(\(text))" : text)]
      )
    }
    let kind = try numbers(fields, ["kind"])?.first ?? "none"
    warn(
      number,
      .badValue,
      "the structure of kind \(kind) under \(Self.place(position)) is not known; ignored"
    )
  }

  private mutating func writeImage(_ fields: [ArchiveObjects.Field], _ number: Int?, _ position: Position)
    throws(DocumentError)
  {
    if let number, writeReference(to: number, position) { return }
    var bytes: Data?
    var isMask = false
    for field in fields {
      let (object, _) = try objects.resolved(field.value)
      switch (field.key, object) {
      case ("data", .data(let data)): bytes = data
      case ("data", _):
        if let (_, fields) = try objects.instance(object), case .data(let data)? = fields.first?.value {
          bytes = data
        }
      case ("A8asL8", _): isMask = ArchiveObjects.number(object) ?? 0 != 0
      default: break
      }
    }
    guard let bytes else { return warn(number, .resource, "the image has no data; ignored") }
    imageBytes += bytes.count
    guard imageBytes <= limits.totalBytes else {
      throw DocumentError(
        .limit,
        log.file,
        "the images exceed the \(limits.totalBytes) bytes allowed in total",
        advice: "raise ReadingLimits.totalBytes"
      )
    }
    var attributes = identity(number)
    attributes.append(MarkupAttribute("src", "data:image/png;base64,\(bytes.base64EncodedString())"))
    if isMask { attributes.append(MarkupAttribute("A8asL8", "1")) }
    begin("CGImage", position, attributes)
    builder.end()
  }

  /// The fields of a timing function, in the forms that are known.
  private static let curves = [["c1x", "c1y", "c2x", "c2y"], ["x1", "y1", "x2", "y2"]]

  private mutating func writeCurve(_ fields: [ArchiveObjects.Field], _ number: Int?, _ position: Position)
    throws(DocumentError)
  {
    for keys in Self.curves {
      guard let points = try numbers(fields, keys) else { continue }
      return leaf("CAMediaTimingFunction", position, [("value", points.joined(separator: " "))])
    }
    for field in fields where field.key == "name" {
      if case .string(let name) = try objects.resolved(field.value).object {
        return leaf("CAMediaTimingFunction", position, [("value", name)])
      }
    }
    warn(number, .badValue, "the form of the timing function is not known; ignored")
  }

  private mutating func writeFilter(_ fields: [ArchiveObjects.Field], _ number: Int?, _ position: Position)
    throws(DocumentError)
  {
    if let number, writeReference(to: number, position) { return }
    var attributes = identity(number)
    var inputs: [ArchiveObjects.Field] = []
    for (key, value) in fields {
      let (object, _) = try objects.resolved(value)
      switch (key, object) {
      case ("CAFilterType", .string(let text)): attributes.append(MarkupAttribute("filter", text))
      case ("CAFilterName", .string(let text)): attributes.append(MarkupAttribute("name", text))
      case ("CAFilterEnabled", _) where ArchiveObjects.number(object) == 0:
        attributes.append(MarkupAttribute("enabled", "0"))
      case ("CAFilterInputs", _): inputs = try unwrappedEntries(object)
      default: break
      }
    }
    begin("CAFilter", position, attributes)
    steps.append(.end)
    steps += inputs.reversed().map { .value($0.value, .key($0.key)) }
  }

  /// The entries of a dictionary, behind a proxy or not.
  private func unwrappedEntries(_ object: PropertyListObject) throws(DocumentError) -> [ArchiveObjects
    .Field]
  {
    guard let (_, fields) = try objects.instance(object) else { return [] }
    if let entries = try objects.entries(fields) { return entries }
    guard let inner = fields.first(where: { $0.key == "dict" })?.value,
      let (_, members) = try objects.instance(objects.resolved(inner).object)
    else { return [] }
    return try objects.entries(members) ?? []
  }

  // MARK: Objects with keys

  /// Writes a reference to an object that has an element already.
  private mutating func writeReference(to number: Int, _ position: Position, as type: String? = nil) -> Bool {
    guard written.contains(number) else { return false }
    switch position {
    case .item: builder.leaf(type ?? "object", [MarkupAttribute("object", "#\(number)")])
    case .key:
      begin(nil, position, [MarkupAttribute("object", "#\(number)")])
      builder.end()
    }
    return true
  }

  /// The `id` of an object that others name; notes that the object has its element.
  private mutating func identity(_ number: Int?) -> [MarkupAttribute] {
    guard let number else { return [] }
    written.insert(number)
    return objects.references[number] > 1 ? [MarkupAttribute("id", "#\(number)")] : []
  }

  private mutating func writeInstance(
    _ classes: [String],
    _ fields: [ArchiveObjects.Field],
    _ number: Int?,
    _ position: Position
  ) throws(DocumentError) {
    // The nearest class that the format can hold stands for one of a program.
    guard let name = classes.first(where: Self.isElement) else {
      return warn(number, .unknownElement, "the class \(classes[0]) is unknown; its value is ignored")
    }
    if let number, writeReference(to: number, position, as: name) { return }
    if name != classes[0] {
      warn(number, .unknownElement, "the class \(classes[0]) is unknown; read as \(name)")
    }
    var attributes = identity(number)
    var children: [ArchiveObjects.Field] = []
    for (key, value) in try ordered(fields) {
      let (object, target) = try objects.resolved(value)
      if target == 0 { continue }
      if key == "target" || key == "targetId", let target, try objects.instance(object) != nil {
        // Changes of a state name their target; it stands in the tree.
        attributes.append(MarkupAttribute("targetId", "#\(target)"))
      } else if let text = attributeText(object), Self.isName(key), !Self.reserved.contains(key) {
        attributes.append(MarkupAttribute(key, text))
      } else {
        children.append((key, value))
      }
    }
    begin(name, position, attributes)
    steps.append(.end)
    steps += children.reversed().map { .value($0.value, .key($0.key)) }
  }

  /// Names of attributes that are not keys.
  private static let reserved: Set = ["id", "object", "type", "value", "key", "src"]

  private static func isElement(_ name: String) -> Bool {
    name.hasPrefix("CA") && name != "CACodingProxy" || name.hasPrefix("LKState") || name.contains("Layer")
  }

  private func attributeText(_ object: PropertyListObject) -> String? {
    switch object {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let integer): String(integer)
    case .real(let real): NumberText.text(real)
    case .string(let text): text
    default: nil
    }
  }

  /// The fields that the encoder lists, in its order, then the others by name.
  private func ordered(_ fields: [ArchiveObjects.Field]) throws(DocumentError) -> [ArchiveObjects.Field] {
    var order: [String: Int] = [:]
    if let list = fields.first(where: { $0.key == ArchiveName.contents })?.value,
      let (_, members) = try objects.instance(objects.resolved(list).object)
    {
      for name in try objects.members(members) ?? [] {
        if case .string(let key) = try objects.resolved(name).object, order[key] == nil {
          order[key] = order.count
        }
      }
    }
    return fields.filter { $0.key != ArchiveName.contents }
      .sorted { a, b in (order[a.key] ?? .max, a.key) < (order[b.key] ?? .max, b.key) }
  }
}
