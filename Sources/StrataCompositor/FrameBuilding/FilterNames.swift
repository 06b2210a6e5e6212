import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
package import StrataRaster
package import StrataRenderTree

/// Names of filters and of blend modes (rendering R-44 … R-49).
package enum FilterNames {
  /// The blend mode that a compositing filter stands for; nil if its name is unknown.
  package static func blendMode(of filter: FilterValue) -> BlendMode? {
    guard filter.isEnabled else { return .normal }
    return blendModes[plain(filter.type)] ?? blendModes[plain(filter.name)]
  }

  /// The name without the prefix and suffix of its family: `CIMultiplyBlendMode` and `multiplyBlendMode` are `multiply`.
  static func plain(_ name: String) -> String {
    var name = Substring(name)
    if name.hasPrefix("CI") { name = name.dropFirst(2) }
    for suffix in ["BlendMode", "Compositing"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
    }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  private static let blendModes: [String: BlendMode] = [
    "normal": .normal, "sourceOver": .normal, "clear": .clear, "copy": .copy, "source": .copy, "dest": .dest,
    "sourceIn": .sourceIn, "sourceOut": .sourceOut, "sourceAtop": .sourceAtop, "destOver": .destOver,
    "destinationOver": .destOver, "destIn": .destIn, "destOut": .destOut, "destAtop": .destAtop, "xor": .xor,
    "plusL": .plusL, "addition": .plusL, "plusD": .plusD, "maximum": .maximum, "minimum": .minimum,
    "subtractS": .subtractS, "subtractD": .subtractD, "multiply": .multiply, "screen": .screen,
    "overlay": .overlay, "darken": .darken, "lighten": .lighten, "colorDodge": .colorDodge,
    "colorBurn": .colorBurn, "hardLight": .hardLight, "softLight": .softLight, "difference": .difference,
    "exclusion": .exclusion, "subtract": .subtract, "divide": .divide, "linearBurn": .linearBurn,
    "linearDodge": .linearDodge, "linearLight": .linearLight, "pinLight": .pinLight, "hue": .hue,
    "saturation": .saturation, "color": .color, "luminosity": .luminosity,
  ]

  /// True if a name is that of a known filter or blend mode.
  package static func isKnown(_ type: String) -> Bool {
    isBlendMode(type) || inputs(of: type) != nil
  }

  /// The names of the inputs of a built-in filter, with the kinds of their values; nil for any other name.
  package static func inputs(of type: String) -> [String: FilterInput.Kind]? {
    var isKnown = false
    let inputs = InputReader.inputs(ofType: type) { inputs in
      var steps: [FilterOp] = []
      let site = FilterSite(.identity, bounds: PlaneRect(0, 0, 1, 1))
      isKnown = addSteps(plain(type), inputs, site, to: &steps)
    }
    return isKnown ? inputs : nil
  }

  /// True if a name is that of a blend mode.
  package static func isBlendMode(_ type: String) -> Bool { blendModes[plain(type)] != nil }

  /// The steps that a filter of a layer is made of, in device pixels; nil if the filter is unknown.
  package static func steps(of filter: FilterValue, at site: FilterSite) -> [FilterOp]? {
    var steps: [FilterOp] = []
    return addSteps(of: filter, at: site, to: &steps) ? steps : nil
  }

  /// Adds the steps that a filter of a layer is made of, in device pixels, to a list.
  ///
  /// - Returns: False if the filter is unknown.
  static func addSteps(of filter: FilterValue, at site: FilterSite, to steps: inout [FilterOp]) -> Bool {
    guard filter.isEnabled else { return true }
    if let program = site.program(of: filter) {
      steps.append(.program(program))
      return true
    }
    return addSteps(plain(filter.type), InputReader(filter), site, to: &steps) || filter.kernel != nil
  }

  private static func addSteps(
    _ name: String,
    _ inputs: InputReader,
    _ site: FilterSite,
    to steps: inout [FilterOp]
  ) -> Bool {
    ColorFilters.addSteps(name, inputs, to: &steps) || AreaFilters.addStep(name, inputs, site, to: &steps)
  }
}
