import CoreGraphics

/// The way in which drawing goes over what is there.
public enum NSCompositingOperation: UInt, Sendable {
  /// Nothing.
  case clear
  /// In place of what is there.
  case copy
  /// Over what is there.
  case sourceOver
  /// Where there is something.
  case sourceIn
  /// Where there is nothing.
  case sourceOut
  /// Over what is there, and only there.
  case sourceAtop
  /// Below what is there.
  case destinationOver
  /// What is there, inside the drawing.
  case destinationIn
  /// What is there, outside the drawing.
  case destinationOut
  /// What is there over the drawing, and only there.
  case destinationAtop
  /// Either, but not both.
  case xor
  /// The sum, dark.
  case plusDarker
  /// The sum, light.
  case plusLighter = 13
  /// The product.
  case multiply
  /// The product of the inverses.
  case screen
  /// Products of dark and inverse products of light parts.
  case overlay
  /// The darker one.
  case darken
  /// The lighter one.
  case lighten
  /// What is there, brightened by the drawing.
  case colorDodge
  /// What is there, darkened by the drawing.
  case colorBurn
  /// Softly darkened or lightened by the drawing.
  case softLight
  /// Products where the drawing is dark, and inverse products where it is light.
  case hardLight
  /// The difference.
  case difference
  /// The difference, with less contrast.
  case exclusion
  /// The hue of the drawing.
  case hue
  /// The saturation of the drawing.
  case saturation
  /// The hue and saturation of the drawing.
  case color
  /// The luminosity of the drawing.
  case luminosity

  /// Core Graphics' word.
  var blendMode: CGBlendMode {
    switch self {
    case .clear: .clear
    case .copy: .copy
    case .sourceOver: .normal
    case .sourceIn: .sourceIn
    case .sourceOut: .sourceOut
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationIn: .destinationIn
    case .destinationOut: .destinationOut
    case .destinationAtop: .destinationAtop
    case .xor: .xor
    case .plusDarker: .plusDarker
    case .plusLighter: .plusLighter
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .softLight: .softLight
    case .hardLight: .hardLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    }
  }

  /// The operation for Core Graphics' word; each has one.
  init(_ mode: CGBlendMode) { self = Self.operations[mode] ?? .sourceOver }

  private static let operations: [CGBlendMode: NSCompositingOperation] = {
    // One number between has no operation.
    let all = (clear.rawValue...luminosity.rawValue).compactMap { NSCompositingOperation(rawValue: $0) }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.blendMode, $0) })
  }()
}
