import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

/// Values of layers that are objects or lists: filters, gradients' stops, dashes, emitter cells.
///
/// Unchanged values are copied from the markup. Of a changed object, only the changed keys are written anew.
extension DocumentEncoder {
  /// The keys of such values, in the order in which new ones are written.
  static let objectKeys = [
    "filters", "backgroundFilters", "compositingFilter", "colors", "locations", "lineDashPattern",
    "emitterBehaviors", "emitterCells", "actions", "style",
  ]

  private func object(_ key: String, of layer: CALayer) -> Any? {
    switch key {
    case "filters": layer.filters
    case "backgroundFilters": layer.backgroundFilters
    case "compositingFilter": layer.compositingFilter
    case "colors": (layer as? CAGradientLayer)?.colors
    case "locations": (layer as? CAGradientLayer)?.locations
    case "lineDashPattern": (layer as? CAShapeLayer)?.lineDashPattern
    case "emitterBehaviors": (layer as? CAEmitterLayer)?.emitterBehaviors
    case "emitterCells": (layer as? CAEmitterLayer)?.emitterCells
    case "actions": entries(of: layer.actions ?? [:])
    case "style": entries(of: layer.style ?? [:])
    default: nil
    }
  }

  /// The entries that documents hold, in the order of keys; nil without any.
  ///
  /// Actions that are neither null nor animations are code of an application.
  func entries(of dictionary: [AnyHashable: Any]) -> DictionaryEntries? {
    let entries = dictionary.compactMap { key, value -> (key: String, value: Any)? in
      guard let key = key as? String else { return nil }
      let isKnown =
        value is NSNull || value is CAAnimation || value is CGImage || value is [Any]
        || value is [AnyHashable: Any] || ValueText.typedText(value) != nil
      return isKnown ? (key, value) : nil
    }
    return entries.isEmpty ? nil : DictionaryEntries(entries.sorted { $0.key < $1.key })
  }

  /// True if a value differs from the markup or, without markup, if there is one.
  func isObjectChanged(_ key: String, of layer: CALayer, _ baseline: CALayer?) -> Bool {
    let now = object(key, of: layer)
    guard let baseline else {
      return (now as? [Any])?.isEmpty == false || now is any FilterElement || now is String
        || now is DictionaryEntries
    }
    if signature(now) != signature(object(key, of: baseline)) { return true }
    return (now as? [CAEmitterCell])?.contains { isImageChanged(in: $0) } ?? false
  }

  /// True if the image of a cell, or of one below it, is not the one that was read.
  private func isImageChanged(in cell: CAEmitterCell) -> Bool {
    let loaded = reader?.loadedContents[ObjectIdentifier(cell)]
    if (cell.contents as AnyObject?) !== loaded { return true }
    return cell.emitterCells?.contains { isImageChanged(in: $0) } ?? false
  }

  /// The markup of a value, independent of its original markup, with images by identity.
  func signature(_ value: Any?) -> String {
    let outer = (builder, isComparing)
    defer { (builder, isComparing) = outer }
    builder = MarkupBuilder()
    isComparing = true
    builder.begin("value")
    if let value { encode(value) }
    builder.end()
    return builder.tree().root.map { MarkupWriter.text(of: $0) } ?? ""
  }

  func appendObject(_ key: String, of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    let tag = origin?.qualifiedName ?? key
    switch object(key, of: layer) {
    case let values as [Any]:
      guard origin != nil || !values.isEmpty else { return }
      tasks.append(.begin(tag, origin?.attributes.filter { $0.name != "value" } ?? [], of: origin))
      tasks.append(.run { [self] in for value in values { encode(value) } })
      tasks.append(.end)
    case let entries as DictionaryEntries:
      tasks.append(.begin(tag, origin?.attributes ?? [], of: origin))
      tasks.append(.run { [self] in encode(entries) })
      tasks.append(.end)
    case let filter as any FilterElement: tasks.append(.run { [self] in encode(filter, tag: tag) })
    case let name as String:
      let attributes = [MarkupAttribute("type", "string"), MarkupAttribute("value", name)]
      tasks += [.begin(tag, attributes, of: origin), .end]
    default: break
    }
  }

  /// Writes a value in object position.
  func encode(_ value: Any) {
    switch value {
    case let image as CGImage: builder.leaf("CGImage", imageAttributes(image, type: nil))
    case let filter as any FilterElement: encode(filter, tag: Swift.type(of: filter).tag)
    case let cell as CAEmitterCell: encode(cell)
    case let behavior as CAEmitterBehavior: encode(behavior)
    case let entries as DictionaryEntries: encode(entries)
    case let values as [Any]:
      builder.begin("NSArray")
      for value in values { encode(value) }
      builder.end()
    case let inner as [AnyHashable: Any]:
      builder.begin("NSDictionary")
      entries(of: inner).map(encode)
      builder.end()
    default:
      guard let written = ValueText.typedText(value) else { return }
      let opacity = written.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
      builder.leaf(written.type, opacity + [MarkupAttribute("value", written.text)])
    }
  }

  func encode(_ dictionary: DictionaryEntries) {
    for (key, value) in dictionary.entries {
      if let animation = value as? CAAnimation {
        encode(animation, key: key)
        continue
      }
      let tag = Self.isTag(key) ? key : "p"
      let name = tag == key ? [] : [MarkupAttribute("key", key)]
      switch value {
      case is NSNull: builder.leaf(tag, name + [Self.null])
      case let image as CGImage: builder.leaf(tag, name + imageAttributes(image, type: "CGImage"))
      case let values as [Any]:
        builder.begin(tag, name + [MarkupAttribute("type", "NSArray")])
        for value in values { encode(value) }
        builder.end()
      case let inner as [AnyHashable: Any]:
        builder.begin(tag, name + [MarkupAttribute("type", "NSDictionary")])
        entries(of: inner).map(encode)
        builder.end()
      default:
        guard let written = ValueText.typedText(value) else { continue }
        let opacity = written.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
        let text =
          [MarkupAttribute("type", written.type)] + opacity + [MarkupAttribute("value", written.text)]
        builder.leaf(tag, name + text)
      }
    }
  }

  // MARK: Objects

  /// A key of an object with its value, as an attribute or, where it cannot be one, as an element.
  private struct Entry {
    var key: String
    var attribute: String?
    var element: (() -> Void)?
  }

  /// Writes an object: its entries, and the parts of its markup that are not changed.
  private func encode(
    _ tag: String,
    _ entries: [Entry],
    origin: MarkupElement?,
    isChanged: (String) -> Bool
  ) {
    let children = origin?.children ?? []
    func key(of child: MarkupElement) -> String { child.name == "p" ? child["key"] ?? "p" : child.name }
    var pending = entries.filter { origin == nil || isChanged($0.key) }
    func take(_ key: String, _ isWanted: (Entry) -> Bool = { _ in true }) -> Entry? {
      pending.firstIndex { $0.key == key && isWanted($0) }.map { pending.remove(at: $0) }
    }
    var attributes: [MarkupAttribute] = []
    for attribute in origin?.attributes ?? [] {
      if !isChanged(attribute.name) {
        attributes.append(attribute)
      } else if let text = take(attribute.name, { $0.attribute != nil })?.attribute {
        attributes.append(MarkupAttribute(attribute.name, text))
      }
    }
    let below = Set(children.map { key(of: $0) })
    for entry in pending {
      guard let text = entry.attribute, !below.contains(entry.key) else { continue }
      attributes.append(MarkupAttribute(entry.key, text))
      _ = take(entry.key)
    }
    builder.begin(tag, attributes, origin: origin)
    func write(_ entry: Entry) {
      if let text = entry.attribute {
        builder.leaf(entry.key, [MarkupAttribute("value", text)])
      } else {
        entry.element?()
      }
    }
    for child in children {
      if isChanged(key(of: child)) {
        take(key(of: child)).map(write)
      } else {
        builder.copy(child)
      }
    }
    for entry in pending { write(entry) }
    builder.end()
  }

  private func entry(_ key: String, _ value: Any?) -> Entry? {
    switch value {
    case nil: return nil
    case let values as [Any] where key == "inputColorMatrix":
      let text = values.compactMap { ValueText.typedText($0)?.text }.joined(separator: " ")
      return Entry(key: key, attribute: "matrix(\(text))")
    case let values as [Any]:
      return Entry(
        key: key,
        element: { [self] in
          builder.begin(key)
          for value in values { encode(value) }
          builder.end()
        }
      )
    case let image as CGImage:
      return Entry(
        key: key,
        element: { [self] in builder.leaf(key, imageAttributes(image, type: "CGImage")) }
      )
    case let value?:
      guard let written = ValueText.typedText(value) else { return nil }
      guard let opacity = written.opacity else { return Entry(key: key, attribute: written.text) }
      let attributes = [MarkupAttribute("opacity", opacity), MarkupAttribute("value", written.text)]
      return Entry(key: key, element: { [self] in builder.leaf(key, attributes) })
    }
  }

  private func encode(_ filter: any FilterElement, tag: String) {
    let origin = isComparing ? nil : reader?.origins[ObjectIdentifier(filter)]
    let former = origin.flatMap { self.baseline?.objects[$0.index] as? any FilterElement }
    let (value, formerValue) = (FilterValue.unwrapped(from: filter), FilterValue.unwrapped(from: former))
    let (ownTag, isOn) = (Swift.type(of: filter).tag, value?.isEnabled ?? true)
    var entries: [Entry] = []
    if tag != ownTag, !isComparing { entries.append(Entry(key: "type", attribute: ownTag)) }
    entries.append(Entry(key: "filter", attribute: filter.type))
    let name = filter.value(forKey: "name") as? String
    if let name { entries.append(Entry(key: "name", attribute: name)) }
    if !isOn || formerValue?.isEnabled == false {
      entries.append(Entry(key: "enabled", attribute: isOn ? "1" : "0"))
    }
    for key in filter.writtenKeys {
      if let entry = entry(key, filter.writtenValue(forKey: key)) { entries.append(entry) }
    }
    // A filter of a list keeps its tag.
    let isList = origin.map { ["CAFilter", "CIFilter", "o"].contains($0.name) } ?? false
    let writtenTag = tag == ownTag && isList ? origin?.qualifiedName ?? tag : tag
    encode(writtenTag, entries, origin: origin) { key in
      switch key {
      case "type", "filter": return false
      case "name": return name != former?.value(forKey: "name") as? String && name != origin?["name"]
      case "enabled": return isOn != formerValue?.isEnabled
      case let key where key.hasPrefix("input"):
        return signature(filter.writtenValue(forKey: key)) != signature(former?.writtenValue(forKey: key))
      default: return false
      }
    }
  }

  private func encode(_ behavior: CAEmitterBehavior) {
    let origin = isComparing ? nil : reader?.origins[ObjectIdentifier(behavior)]
    let former = origin.flatMap { self.baseline?.objects[$0.index] as? CAEmitterBehavior }
    var entries = [Entry(key: "behavior", attribute: behavior.type)]
    if let name = behavior.name { entries.append(Entry(key: "name", attribute: name)) }
    if !behavior.isEnabled || former.map({ !$0.isEnabled }) ?? false {
      entries.append(Entry(key: "enabled", attribute: behavior.isEnabled ? "1" : "0"))
    }
    let keys = Set(behavior.inputKeys)
    for key in behavior.inputKeys {
      if let entry = entry(key, behavior.value(forKey: key)) { entries.append(entry) }
    }
    encode("CAEmitterBehavior", entries, origin: origin) { key in
      switch key {
      case "name": return behavior.name != former?.name && behavior.name != origin?["name"]
      case "enabled": return behavior.isEnabled != former?.isEnabled
      case let key where keys.contains(key) || former?.inputKeys.contains(key) ?? false:
        return signature(behavior.value(forKey: key)) != signature(former?.value(forKey: key))
      default: return false
      }
    }
  }

  private func encode(_ cell: CAEmitterCell) {
    let origin = isComparing ? nil : reader?.origins[ObjectIdentifier(cell)]
    let former = origin.flatMap { self.baseline?.objects[$0.index] as? CAEmitterCell }
    let rows = EmitterCellSchema.table.rows.filter(\.valueKind.hasText).sorted { $0.key < $1.key }
    let known = Set(rows.map(\.key))
    var entries: [Entry] = []
    for row in rows where former != nil || cell.shouldArchiveValue(forKey: row.key) {
      if let entry = entry(row.key, cell.value(forKey: row.key)) {
        entries.append(entry)
      } else if ValueText.typedText(cell.initialValue(ofKey: row.key)) != nil {
        entries.append(Entry(key: row.key, element: { [self] in builder.leaf(row.key, [Self.null]) }))
      }
    }
    if !isComparing, let image = cell.contents as? CGImage, let entry = entry("contents", image) {
      entries.append(entry)
    }
    if let cells = cell.emitterCells, !cells.isEmpty, let entry = entry("emitterCells", cells) {
      entries.append(entry)
    }
    encode("CAEmitterCell", entries, origin: origin) { key in
      switch key {
      case "contents":
        return (cell.contents as AnyObject?) !== reader?.loadedContents[ObjectIdentifier(cell)]
      case "emitterCells":
        if signature(cell.emitterCells) != signature(former?.emitterCells) { return true }
        return cell.emitterCells?.contains { isImageChanged(in: $0) } ?? false
      case let key where known.contains(key):
        return ValueText.typedText(cell.value(forKey: key)) != ValueText.typedText(former?.value(forKey: key))
      default: return false
      }
    }
  }
}

/// The entries of a dictionary, in the order in which they are written.
struct DictionaryEntries {
  let entries: [(key: String, value: Any)]

  init(_ entries: [(key: String, value: Any)]) { self.entries = entries }
}
