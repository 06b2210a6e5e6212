import CoreGraphics
import QuartzCore
import StrataCAML

/// What layers hold beside values: sublayers, masks, contents.
extension DocumentEncoder {
  func appendSublayers(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    tasks.append(.begin(origin?.qualifiedName ?? "sublayers", origin?.attributes ?? [], of: origin))
    let sublayers = base.sublayers(of: layer)
    // Elements that are not layers keep their place after the layer before them.
    var strays: [ObjectIdentifier?: [MarkupElement]] = [:]
    var references: [ObjectIdentifier: MarkupElement] = [:]
    var last: ObjectIdentifier?
    for child in origin?.children ?? [] {
      if let known = reader?.objects[child.index] {
        last = ObjectIdentifier(known)
      } else if let known = self.layer(for: child, in: layer), references[ObjectIdentifier(known)] == nil {
        last = ObjectIdentifier(known)
        references[ObjectIdentifier(known)] = child
      } else {
        strays[last, default: []].append(child)
      }
    }
    tasks += (strays[nil] ?? []).map { .copy($0) }
    for sublayer in sublayers {
      let reference = copy(of: references[ObjectIdentifier(sublayer)], to: sublayer)
      tasks.append(reference ?? .layer(sublayer, tag: tag(of: sublayer)))
      tasks += (strays[ObjectIdentifier(sublayer)] ?? []).map { .copy($0) }
    }
    tasks.append(.end)
  }

  /// The tag of a layer that is not written as a mask: the one that was read, or its class.
  private func tag(of layer: CALayer) -> String {
    guard let element = reader?.origins[ObjectIdentifier(layer)], element.name != "mask" else {
      return layer.layerClass.name
    }
    return element.qualifiedName
  }

  func appendMask(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    guard let mask = layer.mask else { return }
    if let reference = copy(of: origin, to: mask) { return tasks.append(reference) }
    let element = reader?.origins[ObjectIdentifier(mask)]
    if element.map({ $0 == origin || $0.name == "mask" }) ?? (mask.layerClass == .plain) {
      return tasks.append(.layer(mask, tag: element?.qualifiedName ?? "mask"))
    }
    // <mask><CALayer/></mask>; an element with attributes is the mask itself.
    let outer = origin.flatMap { $0.attributes.isEmpty ? $0 : nil }
    tasks += [
      .begin(outer?.qualifiedName ?? "mask", [], of: outer),
      copy(of: outer?.children.first, to: mask) ?? .layer(mask, tag: tag(of: mask)), .end,
    ]
  }

  func isContentsChanged(_ layer: CALayer) -> Bool {
    let loaded = reader?.loadedContents[ObjectIdentifier(layer)]
    guard let contents = layer.contents else { return loaded != nil }
    return (contents as AnyObject) !== loaded
  }

  func appendContents(_ contents: Any?, origin: MarkupElement?, to tasks: inout [Task]) {
    switch contents {
    case let image as CGImage:
      tasks += [.begin("contents", imageAttributes(image, type: "CGImage"), of: origin), .end]
    case let tinted as CATintedImage:
      tasks.append(.begin("contents", [MarkupAttribute("type", "CATintedImage")], of: origin))
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

  /// The attributes that name an image: as the document refers to it, or with a new file.
  func imageAttributes(_ image: CGImage, type: String?) -> [MarkupAttribute] {
    guard !isComparing else { return [MarkupAttribute("src", "\(ObjectIdentifier(image))")] }
    let source: (path: String, isAlpha: Bool)
    if let known = reader?.images?.reference(to: image) {
      source = (known.text, known.isMask)
    } else {
      guard let asset = assets.add(image) else { return [] }
      source = (asset.path, asset.isAlpha)
    }
    var attributes = type.map { [MarkupAttribute("type", $0)] } ?? []
    attributes.append(MarkupAttribute("src", source.path))
    if source.isAlpha { attributes.append(MarkupAttribute("A8asL8", "1")) }
    return attributes
  }

  func colorAttributes(_ color: CGColor) -> [MarkupAttribute] {
    let text = ColorText.text(of: color)
    let opacity = text.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
    return opacity + [MarkupAttribute("value", text.value)]
  }
}
