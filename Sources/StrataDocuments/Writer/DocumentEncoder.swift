import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

/// Turns a document back into markup.
///
/// Objects that were read keep their markup: attributes and children stay as written, in their order, including unknown
/// parts. To find changes, the encoder reads the markup a second time, with the images that it was read with, and
/// compares values by their text, and images by identity, with this baseline. Other objects are written as Core
/// Animation's encoder does: the keys that were set, by class from the most derived, in alphabetical order.
final class DocumentEncoder {
  let reader: DocumentReader?
  let baseline: DocumentReader?
  let base: BaseStructure
  private let controllers: [StateController]
  var builder = MarkupBuilder()
  var assets: AssetCollection

  /// True while values are encoded only to be compared.
  var isComparing = false

  enum Task {
    case layer(CALayer, tag: String)
    case end
    case begin(String, [MarkupAttribute], of: MarkupElement? = nil)
    case copy(MarkupElement)
    case run(() -> Void)
  }
  private var tasks: [Task] = []
  var references = References()

  /// Creates an encoder; new images get names that are free in the folder that the document is written to.
  init(_ document: Document, folder: URL? = nil, isBundle: Bool = false) {
    reader = document.reader
    assets = AssetCollection(in: folder, isBundle: isBundle, taken: document.assetPaths)
    controllers = document.controllers
    base = BaseStructure(controllers)
    if let markup = document.markup {
      let images = document.reader?.images.map { ImageLoader(repeating: $0) }
      let baseline = DocumentReader(log: DiagnosticLog(file: ""), images: images, limits: document.limits)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      _ = baseline.read(markup)
      CATransaction.commit()
      self.baseline = baseline
    } else {
      baseline = nil
    }
  }

  /// The keys under which transitions have added animations to a layer.
  func transitionKeys(of layer: CALayer) -> Set<String> {
    Set(controllers.flatMap { $0.transitionKeys(of: layer) })
  }

  /// True if an animation has a begin time only because it went on after a state.
  func isContinued(_ held: HeldAnimation) -> Bool {
    controllers.contains { $0.isContinued(held.animation, forKey: held.key, of: held.layer) }
  }

  /// The markup of the document in one of its forms.
  func encode(_ document: Document, _ form: Document.Form) -> MarkupTree {
    let stages = form == .file ? document.stages : []
    let root = document.markup
    let layer = document.rootLayer
    builder.declaration = root?.tree.declaration
    if let root, root.name == "caml" {
      builder.begin(root.qualifiedName, root.attributes, origin: root)
      var hasLayer = false
      for child in root.children {
        let known = reader?.objects[child.index]
        if let known, known === layer {
          hasLayer = true
          layer.map { encodeTree($0, tag: child.qualifiedName, inside: stages) }
        } else {
          builder.copy(child)
        }
      }
      if !hasLayer, let layer { encodeTree(layer, tag: layer.layerClass.name, inside: stages) }
      builder.end()
    } else {
      builder.begin("caml", [MarkupAttribute("xmlns", "http://www.apple.com/CoreAnimation/1.0")])
      if let layer { encodeTree(layer, tag: root?.qualifiedName ?? layer.layerClass.name, inside: stages) }
      builder.end()
    }
    for note in root?.tree.notesAtEnd ?? [] { builder.note(note) }
    return builder.tree()
  }

  /// The markup of one layer and everything below it, as a document of its own.
  func encode(_ layer: CALayer) -> MarkupTree {
    builder.begin("caml", [MarkupAttribute("xmlns", "http://www.apple.com/CoreAnimation/1.0")])
    encodeTree(layer, tag: layer.layerClass.name)
    builder.end()
    return builder.tree()
  }

  /// Writes a tree as the only sublayer of the innermost of `stages`.
  private func encodeTree(_ layer: CALayer, tag: String, inside stages: [CALayer]) {
    for stage in stages {
      builder.begin("CALayer", attributes(of: stage))
      builder.begin("sublayers", [])
    }
    encodeTree(layer, tag: tag)
    for _ in stages {
      builder.end()
      builder.end()
    }
  }

  /// The values of a new layer as attributes.
  private func attributes(of stage: CALayer) -> [MarkupAttribute] {
    var pending = changedKeys(of: stage, nil)
    return attributes(of: stage, nil, pending, &pending)
  }

  /// Writes a tree from a list of tasks, because layers may nest deep.
  private func encodeTree(_ layer: CALayer, tag: String) {
    tasks.append(.layer(layer, tag: tag))
    while let task = tasks.popLast() {
      switch task {
      case .layer(let layer, let tag): encode(layer, tag: tag)
      case .end: builder.end()
      case .begin(let name, let attributes, let origin): builder.begin(name, attributes, origin: origin)
      case .copy(let element): builder.copy(element)
      case .run(let body): body()
      }
    }
  }

  /// The markup of a layer and everything below it, apart from what is being written.
  func tree(of layer: CALayer, tag: String) -> MarkupTree {
    let outer = (builder, tasks)
    defer { (builder, tasks) = outer }
    (builder, tasks) = (MarkupBuilder(), [])
    encodeTree(layer, tag: tag)
    return builder.tree()
  }

  // MARK: Layers

  private func encode(_ layer: CALayer, tag: String) {
    let origin = reader?.origins[ObjectIdentifier(layer)]
    let changes = changedKeys(of: layer, origin)
    var pending = changes
    var attributes = attributes(of: layer, origin, changes, &pending)
    // Only of masks the attribute names the class, elsewhere the tag does.
    if origin?.name == "mask", tag != origin?.qualifiedName { attributes.removeAll { $0.name == "type" } }
    builder.begin(tag, attributes, origin: origin)
    let baselineLayer = origin.flatMap { baseline?.objects[$0.index] as? CALayer }
    var children: [Task] = []
    var seen: Set<String> = []
    for child in origin?.children ?? [] {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      switch key {
      case "sublayers":
        guard seen.insert(key).inserted else { continue }
        appendSublayers(of: layer, origin: child, to: &children)
      case "mask"
      where (child["object"] == nil || self.layer(for: child, in: layer) != nil) && seen.insert(key).inserted:
        appendMask(of: layer, origin: child, to: &children)
      case "animations" where seen.insert(key).inserted:
        appendAnimations(of: layer, origin: child, to: &children)
      case let key where Self.objectKeys.contains(key):
        let isFirst = seen.insert(key).inserted
        if isObjectChanged(key, of: layer, baselineLayer) {
          if isFirst { appendObject(key, of: layer, origin: child, to: &children) }
        } else {
          children.append(.copy(child))
        }
      case "contents" where seen.insert(key).inserted:
        if isContentsChanged(layer) {
          appendContents(layer.contents, origin: child, to: &children)
        } else {
          children.append(.copy(child))
        }
      case let key where pending.contains(key):
        pending.remove(key)
        appendValue(key, of: layer, origin: child, to: &children)
      default: children.append(.copy(child))
      }
    }
    var early: [Task] = []
    for key in pending.sorted() where layer.kind(ofKey: key)?.hasText ?? true {
      appendValue(key, of: layer, origin: nil, to: &early)
    }
    for key in Self.objectKeys where !seen.contains(key) && isObjectChanged(key, of: layer, baselineLayer) {
      appendObject(key, of: layer, origin: nil, to: &early)
    }
    if !seen.contains("contents"), layer.contents != nil {
      appendContents(layer.contents, origin: nil, to: &early)
    }
    if !seen.contains("mask"), layer.mask != nil { appendMask(of: layer, origin: nil, to: &early) }
    if !seen.contains("sublayers"), !base.sublayers(of: layer).isEmpty {
      appendSublayers(of: layer, origin: nil, to: &early)
    }
    if !seen.contains("animations") { appendAnimations(of: layer, origin: nil, to: &early) }
    // New parts come before states and the rest, which is the encoder's order if nothing was read.
    tasks.append(.end)
    tasks.append(contentsOf: (early + children).reversed())
  }

  /// The declared keys whose value differs from the markup; without markup, the keys that were set.
  private func changedKeys(of layer: CALayer, _ origin: MarkupElement?) -> Set<String> {
    var result: Set<String> = []
    let baselineLayer = origin.flatMap { baseline?.objects[$0.index] as? CALayer }
    let styled = layer.style ?? [:]
    for row in layer.propertyTable.rows where row.valueKind.hasText {
      // A value of the style is written there.
      if styled[row.key] != nil, !layer.shouldArchiveValue(forKey: row.key) { continue }
      if let baselineLayer {
        let (now, then) = (layer.value(forKey: row.key), baselineLayer.value(forKey: row.key))
        if !ValueText.areEqual(now, then) { result.insert(row.key) }
      } else if layer.shouldArchiveValue(forKey: row.key) {
        result.insert(row.key)
      }
    }
    if baselineLayer.map({ $0.name != layer.name }) ?? (layer.name != nil) { result.insert("name") }
    result.formUnion(changedCustomKeys(of: layer, origin, baselineLayer))
    if baselineLayer == nil { result.subtract(["beginTime"].filter { _ in layer.beginTime == 0 }) }
    return result
  }

  /// The attributes of the markup with the changed ones replaced, then new ones in the encoder's order.
  private func attributes(
    of layer: CALayer,
    _ origin: MarkupElement?,
    _ changes: Set<String>,
    _ pending: inout Set<String>
  ) -> [MarkupAttribute] {
    var result: [MarkupAttribute] = []
    for attribute in origin?.attributes ?? [] {
      let head = attribute.name.split(separator: ".").first.map(String.init) ?? attribute.name
      guard changes.contains(head), !KnownKeys.reserved.contains(attribute.name) else {
        result.append(attribute)
        continue
      }
      // A component of a key that changed is part of the new value.
      guard pending.contains(head), let text = attributeText(layer, head) else { continue }
      pending.remove(head)
      result.append(MarkupAttribute(head, text))
    }
    let declared = Set(origin?.children.map(\.name) ?? [])
    for section in layer.propertyTable.sections.reversed() {
      var keys = section.rows.map(\.key)
      if section.owner == "CALayer" { keys.append("name") }
      for key in keys.sorted() where pending.contains(key) && !declared.contains(key) {
        guard !["string", "font", "type"].contains(key), let text = attributeText(layer, key) else {
          continue
        }
        pending.remove(key)
        result.append(MarkupAttribute(key, text))
      }
    }
    return result
  }

  /// The text of a key as an attribute; nil without a value, and for colours with alpha, which are elements.
  private func attributeText(_ layer: CALayer, _ key: String) -> String? {
    guard let written = ValueText.typedText(layer.value(forKey: key)), written.opacity == nil else {
      return nil
    }
    return written.text
  }

  /// Writes a value as an element; nil needs one only where it is not the default.
  private func appendValue(
    _ key: String,
    of layer: CALayer,
    origin: MarkupElement?,
    to tasks: inout [Task]
  ) {
    let new = Self.isTag(key) ? key : "p"
    let name = origin?.name == "p" || origin?.name == key ? origin?.qualifiedName ?? new : new
    var attributes = name == "p" ? [MarkupAttribute("key", key)] : []
    if let written = ValueText.typedText(layer.value(forKey: key)) {
      let isTyped = ["string", "font"].contains(key) || layer.kind(ofKey: key) == nil
      if isTyped { attributes.append(MarkupAttribute("type", written.type)) }
      if let opacity = written.opacity { attributes.append(MarkupAttribute("opacity", opacity)) }
      attributes.append(MarkupAttribute("value", written.text))
    } else if let entries = customEntry(key, of: layer) {
      return tasks.append(.run { [self] in encode(entries) })
    } else {
      guard ValueText.typedText(layer.initialValue(ofKey: key)) != nil else { return }
      attributes.append(Self.null)
    }
    tasks += [.begin(name, attributes, of: origin), .end]
  }

  /// The type of an element without a value.
  static let null = MarkupAttribute("type", "null")
}
