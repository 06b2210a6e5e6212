import Foundation
public import QuartzCore
import StrataCAML
import StrataRenderTree

/// One layer of a tree at a moment: its class, the values that differ from the defaults, and its animations.
///
/// A description is a value. Make it where the tree's time is known, such as inside a renderer's change; it then shows
/// the values on screen.
public struct LayerDescription: Hashable, Sendable {
  /// One value under its key, as text.
  public struct Value: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The text of the value.
    public var text: String

    package init(key: String, text: String) { (self.key, self.text) = (key, text) }
  }

  /// One animation of a layer.
  public struct Animation: Hashable, Sendable {
    /// The key under which it was added.
    public var key: String
    /// Its class.
    public var type: String
    /// The animated key path; nil for groups and transitions.
    public var keyPath: String?
    /// Begin time, duration, repetition and the like.
    public var values: [Value]

    package init(key: String, type: String, keyPath: String?, values: [Value]) {
      (self.key, self.type, self.keyPath, self.values) = (key, type, keyPath, values)
    }
  }

  /// The class.
  public var type: String
  /// The name; nil without one.
  public var name: String?
  /// The number of layers above, up to the first one.
  public var depth: Int
  /// True if the layer is the mask of the one above it.
  public var isMask: Bool
  /// The values that differ from those of a new layer, in the order of declaration.
  public var values: [Value]
  /// The attached animations in the order of application.
  public var animations: [Animation]

  /// Describes a layer from its parts.
  package init(
    type: String,
    name: String?,
    depth: Int,
    isMask: Bool,
    values: [Value],
    animations: [Animation]
  ) {
    (self.type, self.name, self.depth, self.isMask) = (type, name, depth, isMask)
    (self.values, self.animations) = (values, animations)
  }

  /// Describes a layer and everything below it, in painting order.
  ///
  /// - Parameters:
  ///   - layer: The outermost layer.
  ///   - showsPresentation: True for the values on screen now, if the tree is hosted.
  /// - Returns: The layers in painting order, masks before sublayers.
  public static func describe(_ layer: CALayer, showsPresentation: Bool = true) -> [LayerDescription] {
    var result: [LayerDescription] = []
    var pending: [(layer: CALayer, depth: Int, isMask: Bool)] = [(layer, 0, false)]
    while let (layer, depth, isMask) = pending.popLast() {
      result.append(describe(layer, depth: depth, isMask: isMask, showsPresentation))
      for child in (layer.sublayers ?? []).reversed() { pending.append((child, depth + 1, false)) }
      if let mask = layer.mask { pending.append((mask, depth + 1, true)) }
    }
    return result
  }

  private static func describe(
    _ layer: CALayer,
    depth: Int,
    isMask: Bool,
    _ showsPresentation: Bool
  ) -> LayerDescription {
    let shown = showsPresentation ? layer.presentation() ?? layer : layer
    let table = layer.propertyTable
    var values: [Value] = []
    for section in table.sections.reversed() {
      for row in section.rows {
        let (now, initial) = (shown.value(forKey: row.key), row.value(in: table.initial))
        if let text = text(of: now, unless: initial) { values.append(Value(key: row.key, text: text)) }
      }
    }
    let animations = (layer.animationKeys() ?? []).compactMap { key in
      layer.animation(forKey: key).map { describe($0, key: key) }
    }
    return LayerDescription(
      type: String(describing: Swift.type(of: layer)),
      name: layer.name,
      depth: depth,
      isMask: isMask,
      values: values,
      animations: animations
    )
  }

  private static func describe(_ animation: CAAnimation, key: String) -> Animation {
    var encoder = AnimationEncoder()
    encoder.encode(animation, tag: "animation", key: nil) { image in
      [MarkupAttribute("size", "\(image.width) x \(image.height)")]
    }
    let element = encoder.builder.tree().root
    var values = (element?.attributes ?? []).filter {
      $0.name != "type" && $0.name != AnimationSchema.shared.keyPath.documentKey
    }
    .map { Value(key: $0.name, text: $0.value) }
    for child in element?.children ?? [] {
      let text = child["value"] ?? "\(child.children.count) entries"
      values.append(Value(key: child.name, text: text))
    }
    return Animation(
      key: key,
      type: element?["type"] ?? "CAAnimation",
      keyPath: (animation as? CAPropertyAnimation)?.keyPath,
      values: values
    )
  }

  /// The text of a value; nil if it is the initial one.
  private static func text(of value: Any?, unless initial: Any?) -> String? {
    // Most values are numbers, and each cast that fails takes its time.
    if let value, Swift.type(of: value) is NSNumber.Type { return plainText(of: value, unless: initial) }
    switch value {
    case nil: return nil
    case let image as CGImage: return "image \(image.width) x \(image.height)"
    case let tinted as CATintedImage:
      let size = tinted.image.map { "\($0.width) x \($0.height)" } ?? "none"
      return "image \(size), tint \(tinted.tint.map { colorText($0) } ?? "none")"
    case let color as CGColor:
      if let initial = initial as? CGColor, initial == color { return nil }
      return colorText(color)
    case let values as [Any]:
      if values.isEmpty { return nil }
      let texts = values.prefix(8).map { item in
        if let filter = item as? any FilterElement { return filter.type }
        if let filter = item as? FilterValue { return filter.type }
        if let cell = item as? CAEmitterCell { return cell.name ?? "cell" }
        return text(of: item, unless: nil) ?? "object"
      }
      return "[" + texts.joined(separator: ", ") + (values.count > 8 ? ", ..." : "") + "]"
    case let filter as any FilterElement: return filter.type
    default: return plainText(of: value, unless: initial)
    }
  }

  private static func plainText(of value: Any?, unless initial: Any?) -> String? {
    guard !ValueText.areEqual(value, initial), let written = ValueText.typedText(value) else { return nil }
    return written.text.isEmpty ? "identity" : written.text
  }

  private static func colorText(_ color: CGColor) -> String {
    let text = ColorText.text(of: color)
    return text.opacity.map { "\(text.value) / \($0)" } ?? text.value
  }
}

extension LayerDescription: CustomStringConvertible {
  /// The layer as one line, indented by depth: class and name, `key=value` for each value, and in brackets each
  /// animation with its path and timing.
  public var description: String {
    let indent = String(repeating: "  ", count: depth)
    var words = ["\(indent)\(isMask ? "mask " : "")\(type)"]
    if let name { words.append("\"\(name)\"") }
    words += values.map { Self.line($0, separator: "=") }
    for animation in animations {
      let path = animation.keyPath.map { " of \($0)" } ?? ""
      let values = animation.values.map { " " + Self.line($0, separator: "=") }.joined()
      words.append("[\(animation.key): \(animation.type)\(path)\(values)]")
    }
    return words.joined(separator: " ")
  }

  /// The number of characters of a value that a line shows; JSON has the whole value.
  private static let longestValue = 60

  /// A value without line breaks, in quotes where it has spaces.
  private static func line(_ value: Value, separator: String) -> String {
    var text = value.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if text.count > longestValue { text = text.prefix(longestValue - 1) + "…" }
    return value.key + separator + (text.contains(" ") ? "\"\(text)\"" : text)
  }
}

extension LayerDescription {
  /// Returns described layers as JSON text: an array in painting order.
  public static func json(_ layers: [LayerDescription]) -> String {
    JSONText.array(layers.map(\.json)).text
  }

  private var json: JSONText {
    var members: [(String, JSONText)] = [("class", .string(type))]
    if let name { members.append(("name", .string(name))) }
    members.append(("depth", .number(Double(depth))))
    if isMask { members.append(("isMask", .bool(true))) }
    members.append(("values", .object(values.map { ($0.key, .string($0.text)) })))
    let animations = animations.map { animation -> JSONText in
      var members: [(String, JSONText)] = [
        ("key", .string(animation.key)), ("class", .string(animation.type)),
      ]
      if let keyPath = animation.keyPath { members.append(("keyPath", .string(keyPath))) }
      return .object(members + animation.values.map { ($0.key, .string($0.text)) })
    }
    if !animations.isEmpty { members.append(("animations", .array(animations))) }
    return .object(members)
  }
}
