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

  func appendMask(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    guard let mask = layer.mask else { return }
    let element = reader?.origins[ObjectIdentifier(mask)]
    if let origin, element != nil, element != origin {
      // <mask><CALayer/></mask>
      tasks += [
        .begin(origin.qualifiedName, origin.attributes, of: origin),
        .layer(mask, tag: element?.qualifiedName ?? "CALayer"), .end,
      ]
    } else if element == nil, mask.layerClass != .plain {
      tasks += [.begin("mask", []), .layer(mask, tag: mask.layerClass.name), .end]
    } else {
      tasks.append(.layer(mask, tag: "mask"))
    }
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
