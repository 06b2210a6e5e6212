import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

extension DocumentReader {
  /// The value of an element in property position, for a slot that takes values of `kind`.
  ///
  /// Nil for an empty element, or for an unreadable value, which is reported.
  func value(_ element: MarkupElement, _ kind: ValueKind) -> Any? {
    if let id = element["object"] { return object(withID: id, for: element) }
    if let type = element["type"] { return object(element, type: type, slot: kind) }
    if let text = element["value"] { return value(text, kind, element) }
    if element["src"] != nil { return images?.contents(of: element) }
    reportText(in: element)
    guard element.hasChildren else { return kind == .transform ? CATransform3DIdentity : nil }
    switch kind {
    case .numbers, .colors, .filters, .emitterCells, .any, .colorMatrix: return array(element, kind)
    case .contents, .filter: return element.children.first.flatMap { item($0) }
    default: return element.children.first.flatMap { value($0, kind) }
    }
  }

  /// Reports text between the children of an element that has none.
  func reportText(in element: MarkupElement) {
    guard element.text != nil else { return }
    log.warn(.badValue, at: element, "the text inside of <\(element.name)> is ignored; values are attributes")
  }

  /// The value that a text stands for; nil for an unreadable one, which is reported.
  func value(_ text: String, _ kind: ValueKind, _ element: MarkupElement) -> Any? {
    let value = ValueText.value(text, kind, opacity: element["opacity"])
    if value == nil { badValue(text, kind.noun, element) }
    return value
  }

  private func badValue(_ text: String, _ noun: String, _ element: MarkupElement) {
    log.warn(.badValue, at: element, "\"\(text.prefix(80))\" is not \(noun); ignored")
  }

  /// The children of an element in object position, as an array.
  func items(of element: MarkupElement) -> [Any] { element.children.compactMap { item($0) } }

  /// The children of an element that are of a type; reports the others, which `noun` says what they are not.
  func items<Item>(of element: MarkupElement, as type: Item.Type, _ noun: String) -> [Item] {
    element.children.compactMap { child in required(child, as: type, "is not \(noun)") { item(child) } }
  }

  /// The children of an element that stands for a value of `kind`.
  private func array(_ element: MarkupElement, _ kind: ValueKind) -> [Any] {
    switch kind {
    case .numbers, .colorMatrix: numbers(element)
    case .colors: items(of: element, as: CGColor.self, "a color")
    default: items(of: element)
    }
  }

  /// The numbers that an element lists, as children or as text; reports what is not a number.
  func numbers(_ element: MarkupElement) -> [NSNumber] {
    if let text = element["value"] {
      guard let numbers = NumberText.numbers(text) else {
        badValue(text, ValueKind.numbers.noun, element)
        return []
      }
      return numbers.map { NSNumber(value: $0) }
    }
    return element.children.compactMap { child in
      required(child, as: NSNumber.self, "is not a number") {
        CGFloat.unwrapped(from: item(child)).map { NSNumber(value: Double($0)) }
      }
    }
  }

  /// What `read` makes of an element, which must be of a type.
  ///
  /// Anything else is reported, with what is wrong as the predicate, unless `read` reports why there is nothing.
  func required<Item>(
    _ element: MarkupElement,
    as type: Item.Type,
    _ predicate: String,
    _ read: () -> Any?
  ) -> Item? {
    let count = log.entries.count
    let value = read()
    if let item = value as? Item { return item }
    if log.entries.count == count {
      log.warn(.unknownElement, at: element, "<\(element.name)> \(predicate); ignored")
    }
    return nil
  }

  /// The object of an element in object position.
  func item(_ element: MarkupElement) -> Any? {
    if let id = element["object"] { return object(withID: id, for: element) }
    let type = element.name == "o" || element.name == "p" ? element["type"] ?? "" : element.name
    return object(element, type: type)
  }

  /// The object of class or value type `type` with the attributes and children of `element`.
  func object(_ element: MarkupElement, type: String, slot: ValueKind = .any) -> Any? {
    if let known = objects[element.index] { return known }
    guard admitsValues(at: element) else { return nil }
    if let kind = ValueText.typeNames[type] { return scalar(element, kind, type: type) }
    switch type {
    case "null", "NSNull": return NSNull()
    case "CGImage": return images?.contents(of: element)
    case "CATintedImage": return tintedImage(element)
    case "NSArray", "NSMutableArray", "array": return nested(element) { array(element, slot) }
    case "NSDictionary", "NSMutableDictionary", "dictionary": return nested(element) { dictionary(element) }
    case "CAFilter", "CIFilter": return nested(element) { filter(element) }
    case "CAEmitterCell": return nested(element) { emitterCell(element) }
    case "CAEmitterBehavior": return nested(element) { emitterBehavior(element) }
    default: break
    }
    if type.hasSuffix("Animation") || type == "CAAnimationGroup" || type == "CATransition" {
      return nested(element) { animation(element, type: type) }
    }
    if type.contains("Layer"), let layer = layer(element) { return layer }
    log.warn(
      .unknownElement,
      at: element,
      "the type \(type) is unknown; its value is ignored"
    )
    return nil
  }

  private func scalar(_ element: MarkupElement, _ kind: ValueKind, type: String) -> Any? {
    if kind == .timingFunction {
      let text = element["value"] ?? element["name"] ?? element["controlPoints"] ?? ""
      guard let function = ValueText.timingFunction(text) else {
        badValue(text, kind.noun, element)
        return nil
      }
      return function
    }
    if kind == .valueFunction, let name = element["name"] ?? element["value"] {
      return value(name, kind, element)
    }
    guard let text = element["value"] else {
      switch kind {
      case .transform: return CATransform3DIdentity
      case .string: return element.text ?? ""
      case .number where element.text != nil: return value(element.text ?? "", kind, element)
      default: return nil
      }
    }
    // One editor writes a missing value as this word.
    if text == "undefined" {
      log.add(.note, .badValue, at: element, "the element has no value; ignored")
      return nil
    }
    return value(text, kind, element)
  }

  func dictionary(_ element: MarkupElement) -> [String: Any] {
    var result: [String: Any] = [:]
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      if let value = value(child, .any) { result[key] = value }
    }
    return result
  }

  /// An image whose alpha is filled with a colour; an empty element draws nothing.
  private func tintedImage(_ element: MarkupElement) -> CATintedImage {
    let tint = element.children.first { $0.name == "tint" }
    let image = element.children.first { $0.name == "image" || $0.name == "CGImage" }
    return CATintedImage(
      image: image.flatMap { value($0, .contents) }.flatMap { $0 as? CGImage },
      tint: element["tint"].flatMap { ColorText.color($0) } ?? tint.flatMap { value($0, .color) as? CGColor }
    )
  }

  /// A filter object; its inputs are attributes or child elements.
  func filter(_ element: MarkupElement) -> (any FilterElement)? {
    guard let type = element["filter"] ?? element["name"] else {
      log.warn(.badValue, at: element, "the filter has no type; ignored")
      return nil
    }
    let filter = Self.filter(ofType: type, isOfCoreImage: (element["type"] ?? element.name) == "CIFilter")
    register(filter, element)
    reportText(in: element)
    filter.setValue(element["name"] ?? type, forKey: "name")
    if filter is CAFilter, !CAFilter.isKnown(type) {
      log.warn(
        .notHonoured,
        at: element,
        "the filter \(type) is unknown; it draws nothing"
      )
    }
    for attribute in element.attributes
    where !KnownKeys.reserved.contains(attribute.name) && attribute.name != "filter"
      && attribute.name != "name"
    {
      if attribute.name == "enabled" {
        filter.setValue(NumberText.bool(attribute.value) ?? true, forKey: "enabled")
        continue
      }
      setInput(attribute.name, text: attribute.value, of: filter, element)
    }
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      guard let value = value(child, filter.kind(ofKey: key) ?? .any) else { continue }
      setInput(key, value, of: filter, child)
    }
    return filter
  }

  /// The filter of a type: one of Core Image if the document says so, or if the renderer itself does not know the type.
  private static func filter(ofType type: String, isOfCoreImage: Bool) -> any FilterElement {
    if isOfCoreImage || !CAFilter.isKnown(type), let filter = CIFilter(name: type) { return filter }
    return CAFilter(type: type)
  }

  private func setInput(_ key: String, text: String, of filter: any FilterElement, _ element: MarkupElement) {
    var kind = filter.kind(ofKey: key) ?? .any
    if kind == .any, let numbers = NumberText.numbers(text) {
      kind = numbers.count == 1 ? .number : numbers.count == 2 ? .point : .numbers
    }
    guard let value = ValueText.value(text, kind) else {
      log.warn(.badValue, at: element, "\(key)=\"\(text.prefix(80))\" is not \(kind.noun); ignored")
      return
    }
    setInput(key, value, of: filter, element)
  }

  private func setInput(_ key: String, _ value: Any, of filter: any FilterElement, _ element: MarkupElement) {
    guard filter.knows(keyPath: key) else {
      // The renderer's own filter keeps values without an effect, so that they are written again.
      if filter is CAFilter { filter.setValue(value, forKey: key) }
      guard !KnownKeys.isEditorData(key) else { return }
      return log.warn(
        .unknownKey,
        at: element,
        "the filter \(filter.type) has no input \(key); it has no effect"
      )
    }
    if !(value is NSNull), let kind = filter.kind(ofKey: key), !kind.accepts(value) {
      return log.warn(.badValue, at: element, "\(key) of \(filter.type) is not \(kind.noun); ignored")
    }
    filter.setValue(value, forKey: key)
  }
}
