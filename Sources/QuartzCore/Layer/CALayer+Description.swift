import CoreGraphics
import Foundation
import StrataRenderTree

/// Layers as text, for prints and debuggers.
extension CALayer {
  /// Returns the tree from this layer on, one line for each layer.
  ///
  /// A line is the layer's ``description``, indented by two spaces for each level, masks before sublayers. Call it on
  /// the thread that uses the layers. It reads the model; the tree of `presentation()` shows what is on screen.
  public final func treeDescription() -> String {
    var lines: [String] = []
    var pending: [(layer: CALayer, depth: Int, role: String)] = [(self, 0, "")]
    while let (layer, depth, role) = pending.popLast() {
      lines.append(String(repeating: "  ", count: depth) + role + layer.description)
      for sublayer in layer.storage.sublayers.reversed() { pending.append((sublayer, depth + 1, "")) }
      if let mask = layer.storage.mask { pending.append((mask, depth + 1, "mask ")) }
    }
    return lines.joined(separator: "\n")
  }

  /// The text of ``description``.
  final var summary: String {
    let state = storage.state
    var parts = ["\(type(of: self)):" + PlainText.address(of: self)]
    if let name = storage.extras.name { parts.append("name = \"\(name)\"") }
    parts.append("position = " + LayerText.text(of: state.position))
    parts.append("bounds = " + LayerText.text(of: state.bounds))
    let initial = LayerDefaults.initial(of: type(of: self))
    for row in storage.table.rows
    where !["position", "bounds"].contains(row.key) && !row.isEqual(state, initial.state) {
      let value = row.key == "contents" ? storage.extras.contents : row.value(in: state)
      parts.append("\(row.key) = " + LayerText.text(of: value))
    }
    for extra in ExtraRow.all where !extra.isEqual(storage.extras, initial.extras ?? .initial) {
      parts.append("\(extra.key) = " + LayerText.text(of: extra.value(storage.extras)))
    }
    if storage.mask != nil { parts.append("mask = 1") }
    parts.append("sublayers = \(storage.sublayers.count)")
    parts.append("animations = \(storage.animations.count)")
    return "<" + parts.joined(separator: "; ") + ">"
  }
}

/// Values as prints show them: short, and without the contents of objects.
private enum LayerText {
  static func text(of value: Any?) -> String {
    switch KeyValue.present(value) {
    case nil: return "nil"
    case let flag as NSNumber where ["c", "B"].contains(String(cString: flag.objCType)):
      return flag.boolValue ? "YES" : "NO"
    case let number as NSNumber: return PlainText.number(CGFloat(number.doubleValue))
    case let point as CGPoint: return "CGPoint (\(list(point.x, point.y)))"
    case let size as CGSize: return "CGSize (\(list(size.width, size.height)))"
    case let rect as CGRect: return rect.summary
    case let m as CATransform3D:
      return "CATransform3D (\(list(m.m11, m.m12, m.m13, m.m14)); \(list(m.m21, m.m22, m.m23, m.m24)); "
        + "\(list(m.m31, m.m32, m.m33, m.m34)); \(list(m.m41, m.m42, m.m43, m.m44)))"
    case let color as CGColor: return color.summary
    case let path as CGPath: return path.summary
    case let image as CGImage: return image.summary
    case let string as String: return "\"\(string)\""
    case let values as [Any]: return "(\(values.count) values)"
    case let other?: return "\(type(of: other))"
    }
  }

  private static func list(_ numbers: CGFloat...) -> String { PlainText.list(numbers) }
}
