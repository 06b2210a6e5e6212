/// A compositing operator or blend mode: how a source is combined with the pixels under it.
///
/// Operators are named by rendering, blend modes by; each acts on premultiplied colours of
/// the gamma-encoded output space. The formulas are those of Porter and Duff, "Compositing digital images" (SIGGRAPH
/// 1984), and of the W3C's Compositing and Blending Level 1; ``Blending`` implements them.
package enum BlendMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Source over destination; also the blend mode `normal`.
  case normal
  case clear, copy
  /// Leaves the destination unchanged.
  case dest
  case sourceIn, sourceOut, sourceAtop
  case destOver, destIn, destOut, destAtop
  case xor
  case plusL, plusD
  case maximum, minimum
  /// Premultiplied difference, alpha as well: destination less source, and source less destination.
  case subtractS, subtractD
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion
  case subtract, divide, linearBurn, linearDodge, linearLight, pinLight
  case hue, saturation, color, luminosity

  /// True if a source that covers a pixel in part contributes its result in that proportion.
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

  /// True if the mode combines with everything below it; every other one acts within its superlayer (rendering R-41).
  ///
  /// Operators that may take away what lies below, or that change pixels outside of the source, stay inside.
  package var seesThroughContainers: Bool { keepsCoverage || self == .plusL || self == .maximum }

  /// True if pixels outside of the source change, so that a transparent source is not the same as no source.
  package var isUnbounded: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop, .plusD, .minimum, .subtractD: true
    default: false
    }
  }
}
