import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

/// Turns a document back into markup.
///
/// Objects that were read keep their markup: attributes and children stay as written, in their order, including unknown
/// parts. To find changes, the encoder reads the markup a second time, without images, and compares values by their text
/// with this baseline. Other objects are written as Core Animation's encoder does: the keys that were set, by class from
/// the most derived, in alphabetical order.
final class DocumentEncoder {
  let reader: DocumentReader?
  let baseline: DocumentReader?
  private let skippedKeys: (CALayer) -> Set<String>
  var builder = MarkupBuilder()
  private(set) var assets = AssetCollection()
  /// The objects that were written.
  private var written: Set<ObjectIdentifier> = []

  /// True while values are encoded only to be compared, without images.
  var isComparing = false

  enum Task {
    case layer(CALayer, tag: String)
    case end
    case begin(String, [MarkupAttribute])
    case copy(MarkupElement)
    case run(() -> Void)
  }
  private var tasks: [Task] = []

  init(_ document: Document) {
    reader = document.reader
    let controllers = document.controllers
    skippedKeys = { layer in Set(controllers.flatMap { $0.transitionKeys(of: layer) }) }
    if let markup = document.markup {
      let log = DiagnosticLog(file: "")
      let baseline = DocumentReader(log: log, images: nil, limits: ReadingLimits())
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      _ = baseline.read(markup)
      CATransaction.commit()
      self.baseline = baseline
    } else {
      baseline = nil
    }
  }

  /// The markup of the document in one of its forms.
  func encode(_ document: Document, _ form: Document.Form) -> MarkupTree {
    let stages = form == .file ? document.stages : []
    let root = document.markup
    let layer = document.rootLayer
    if let root, root.name == "caml" {
      builder.begin(root.qualifiedName, root.attributes)
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
      case .begin(let name, let attributes): builder.begin(name, attributes)
      case .copy(let element): builder.copy(element)
      case .run(let body): body()
      }
    }
  }

  // MARK: Layers

  private func encode(_ layer: CALayer, tag: String) {
    let origin = reader?.origins[ObjectIdentifier(layer)]
    let changes = changedKeys(of: layer, origin)
    var pending = changes
    let attributes = attributes(of: layer, origin, changes, &pending)
    builder.begin(tag, attributes)
    let baselineLayer = origin.flatMap { baseline?.objects[$0.index] as? CALayer }
    var children: [Task] = []
    var seen: Set<String> = []
    for child in origin?.children ?? [] {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      switch key {
      case "sublayers":
        guard seen.insert(key).inserted else { continue }
        appendSublayers(of: layer, origin: child, to: &children)
      case "mask" where child["object"] == nil && seen.insert(key).inserted:
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
          appendContents(layer.contents, to: &children)
        } else {
          children.append(.copy(child))
        }
      case let key where pending.contains(key):
        pending.remove(key)
        appendValue(layer.value(forKey: key), key, to: &children)
      default: children.append(.copy(child))
      }
    }
    var early: [Task] = []
    for key in pending.sorted() where layer.kind(ofKey: key)?.hasText ?? false {
      appendValue(layer.value(forKey: key), key, to: &early)
    }
    for key in Self.objectKeys where !seen.contains(key) && isObjectChanged(key, of: layer, baselineLayer) {
      appendObject(key, of: layer, origin: nil, to: &early)
    }
    if !seen.contains("contents"), layer.contents != nil { appendContents(layer.contents, to: &early) }
    if !seen.contains("mask"), layer.mask != nil { appendMask(of: layer, origin: nil, to: &early) }
    if !seen.contains("sublayers"), layer.sublayers?.isEmpty == false {
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
    for row in layer.propertyTable.rows where row.valueKind.hasText {
      if let baselineLayer {
        let (now, then) = (layer.value(forKey: row.key), baselineLayer.value(forKey: row.key))
        if ValueText.typedText(now) != ValueText.typedText(then) { result.insert(row.key) }
      } else if layer.shouldArchiveValue(forKey: row.key) {
        result.insert(row.key)
      }
    }
    if baselineLayer.map({ $0.name != layer.name }) ?? (layer.name != nil) { result.insert("name") }
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

  private func appendValue(_ value: Any?, _ key: String, to tasks: inout [Task]) {
    guard let written = ValueText.typedText(value) else { return }
    var attributes: [MarkupAttribute] = []
    if ["string", "font"].contains(key) { attributes.append(MarkupAttribute("type", "string")) }
    if let opacity = written.opacity { attributes.append(MarkupAttribute("opacity", opacity)) }
    attributes.append(MarkupAttribute("value", written.text))
    tasks += [.begin(key, attributes), .end]
  }

  // MARK: Children

  private func appendSublayers(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    tasks.append(.begin(origin?.qualifiedName ?? "sublayers", origin?.attributes ?? []))
    let sublayers = layer.sublayers ?? []
    // Elements that are not layers keep their place after the layer before them.
    var strays: [ObjectIdentifier?: [MarkupElement]] = [:]
    var last: ObjectIdentifier?
    for child in origin?.children ?? [] {
      if let known = reader?.objects[child.index] {
        last = ObjectIdentifier(known)
      } else {
        strays[last, default: []].append(child)
      }
    }
    tasks += (strays[nil] ?? []).map { .copy($0) }
    for sublayer in sublayers {
      let tag = reader?.origins[ObjectIdentifier(sublayer)]?.qualifiedName
      tasks.append(.layer(sublayer, tag: tag == "mask" ? "CALayer" : tag ?? sublayer.layerClass.name))
      tasks += (strays[ObjectIdentifier(sublayer)] ?? []).map { .copy($0) }
    }
    tasks.append(.end)
  }

  private func appendMask(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    guard let mask = layer.mask else { return }
    let element = reader?.origins[ObjectIdentifier(mask)]
    if let origin, element != nil, element != origin {
      // <mask><CALayer/></mask>
      tasks += [
        .begin(origin.qualifiedName, origin.attributes),
        .layer(mask, tag: element?.qualifiedName ?? "CALayer"), .end,
      ]
    } else if element == nil, mask.layerClass != .plain {
      tasks += [.begin("mask", []), .layer(mask, tag: mask.layerClass.name), .end]
    } else {
      tasks.append(.layer(mask, tag: "mask"))
    }
  }

  private func isContentsChanged(_ layer: CALayer) -> Bool {
    let loaded = reader?.loadedContents[ObjectIdentifier(layer)]
    guard let contents = layer.contents else { return loaded != nil }
    return (contents as AnyObject) !== loaded
  }

  private func appendContents(_ contents: Any?, to tasks: inout [Task]) {
    switch contents {
    case let image as CGImage: tasks += [.begin("contents", imageAttributes(image, type: "CGImage")), .end]
    case let tinted as CATintedImage:
      tasks.append(.begin("contents", [MarkupAttribute("type", "CATintedImage")]))
      if let image = tinted.image {
        tasks += [.begin("image", imageAttributes(image, type: "CGImage")), .end]
      }
      if let tint = tinted.tint {
        tasks += [.begin("tint", [MarkupAttribute("type", "CGColor")] + colorAttributes(tint)), .end]
      }
      tasks.append(.end)
    default: break
    }
  }

  func imageAttributes(_ image: CGImage, type: String?) -> [MarkupAttribute] {
    guard !isComparing, let asset = assets.add(image) else { return [] }
    var attributes = type.map { [MarkupAttribute("type", $0)] } ?? []
    attributes.append(MarkupAttribute("src", asset.path))
    if asset.isAlpha { attributes.append(MarkupAttribute("A8asL8", "1")) }
    return attributes
  }

  func colorAttributes(_ color: CGColor) -> [MarkupAttribute] {
    let text = ColorText.text(of: color)
    let opacity = text.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
    return opacity + [MarkupAttribute("value", text.value)]
  }

  // MARK: Animations

  private func appendAnimations(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    let known = reader?.addedKeys[ObjectIdentifier(layer)] ?? [:]
    let skipped = skippedKeys(layer)
    let present = (layer.animationKeys() ?? []).filter { !skipped.contains($0) }
    var children: [Task] = []
    for child in origin?.children ?? [] {
      guard let key = known[child.index], let baselineAnimation = baselineAnimation(of: layer, key) else {
        children.append(.copy(child))
        continue
      }
      guard present.contains(key) || baselineAnimation.isRemovedOnCompletion else { continue }
      if let now = layer.animation(forKey: key), !isSame(now, baselineAnimation) {
        children.append(.run { [self] in encode(now, key: key) })
      } else {
        // As written: an animation that has ended still belongs to the document.
        children.append(.copy(child))
      }
    }
    for key in present where !known.values.contains(key) {
      guard let animation = layer.animation(forKey: key) else { continue }
      children.append(.run { [self] in encode(animation, key: key) })
    }
    guard origin != nil || !children.isEmpty else { return }
    tasks.append(.begin(origin?.qualifiedName ?? "animations", origin?.attributes ?? []))
    tasks += children
    tasks.append(.end)
  }

  private func baselineAnimation(of layer: CALayer, _ key: String) -> CAAnimation? {
    guard let element = reader?.origins[ObjectIdentifier(layer)] else { return nil }
    return (baseline?.objects[element.index] as? CALayer)?.animation(forKey: key)
  }

  /// Compares animations by their markup, without images and values that the layer filled in.
  private func isSame(_ a: CAAnimation, _ b: CAAnimation) -> Bool {
    if let keyframes = b as? CAKeyframeAnimation, keyframes.keyPath == "contents" { return true }
    var (first, second) = (AnimationEncoder(isComparing: true), AnimationEncoder(isComparing: true))
    first.encode(a, tag: "a", key: nil, image: { _ in [] })
    second.encode(b, tag: "a", key: nil, image: { _ in [] })
    guard let one = first.builder.tree().root, let two = second.builder.tree().root else { return false }
    return MarkupComparison.differences(one, two, limit: 1).isEmpty
  }

  private func encode(_ animation: CAAnimation, key: String) {
    var encoder = AnimationEncoder(isComparing: false)
    let isTag = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && key.first?.isLetter == true
    encoder.encode(animation, tag: isTag ? key : "p", key: isTag ? nil : key) { [self] in
      imageAttributes($0, type: nil)
    }
    if let root = encoder.builder.tree().root { builder.copy(root) }
  }
}
