/// The names of filters that drawing knows.
enum KnownFilters {
  static func isKnown(_ type: String) -> Bool { image.contains(type) || isCompositing(type) }

  static func isCompositing(_ name: String) -> Bool {
    if operators.contains(name) { return true }
    guard name.hasSuffix("BlendMode") else { return name.hasSuffix("Compositing") && name.hasPrefix("CI") }
    let mode = name.hasPrefix("CI") ? String(name.dropFirst(2)) : name
    return modes.contains(mode.prefix(1).lowercased() + mode.dropFirst().dropLast(9))
  }

  private static let image: Set<String> = [
    "gaussianBlur", "colorMatrix", "colorSaturate", "colorHueRotate", "colorInvert", "colorMonochrome",
    "colorBrightness", "colorContrast", "colorAdd", "multiplyColor", "lanczos", "luminanceCurveMap",
    "CIGaussianBlur", "CIColorMatrix", "CIColorControls", "CIColorInvert", "CISepiaTone", "CIHueAdjust",
  ]
  private static let operators: Set<String> = [
    "clear", "copy", "sourceOver", "sourceIn", "sourceOut", "sourceAtop", "dest", "destOver", "destIn",
    "destOut", "destAtop", "xor", "plusL", "plusD", "subtractS", "subtractD", "multiply", "minimum",
    "maximum",
  ]
  private static let modes: Set<String> = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight",
    "hardLight", "difference", "exclusion", "subtract", "divide", "linearBurn", "linearDodge", "linearLight",
    "pinLight", "hue", "saturation", "color", "luminosity",
  ]
}
