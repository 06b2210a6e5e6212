/// How a source is combined with what lies under it.
///
/// Operators are named by rendering, blend modes by; each acts on premultiplied colours of
/// the gamma-encoded output space.
package enum BlendMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Source over destination; also the blend mode `normal`.
  case normal
  case clear, copy
  /// The destination stays as it is.
  case dest
  case sourceIn, sourceOut, sourceAtop
  case destOver, destIn, destOut, destAtop
  case xor
  case plusL, plusD
  case maximum, minimum
  /// Premultiplied difference: source less destination, and destination less source, alpha as by `normal`.
  case subtractS, subtractD
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion
  case subtract, divide, linearBurn, linearDodge, linearLight, pinLight
  case hue, saturation, color, luminosity

  /// Whether covering a source in part gives a share of what the whole source gives.
  package var keepsCoverage: Bool {
    switch self {
    case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
      .softLight,
      .difference, .exclusion, .subtract, .divide, .linearBurn, .linearDodge, .linearLight, .pinLight, .hue,
      .saturation, .color, .luminosity:
      true
    default: false
    }
  }

  /// Whether pixels that the source does not touch change: a transparent source is not the same as none.
  package var isUnbounded: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop, .plusD, .minimum, .subtractS: true
    default: false
    }
  }
}
