package import CoreGraphics

/// A colour by hue, saturation and brightness, each from 0 to 1.
package struct HueColor {
  package let hue: CGFloat
  package let saturation: CGFloat
  package let brightness: CGFloat

  package init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
    (self.hue, self.saturation, self.brightness) = (hue, saturation, brightness)
  }

  package init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let spread = most - least
    var sixth: CGFloat = 0
    if spread > 0 {
      sixth =
        most == red
        ? (green - blue) / spread
        : most == green ? (blue - red) / spread + 2 : (red - green) / spread + 4
    }
    self.init(
      hue: (sixth < 0 ? sixth + 6 : sixth) / 6,
      saturation: most > 0 ? spread / most : 0,
      brightness: most
    )
  }

  /// Red, green and blue.
  package var components: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    let sixth = (hue - hue.rounded(.down)) * 6
    func part(_ n: CGFloat) -> CGFloat {
      let k = (n + sixth).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * min(max(saturation, 0), 1) * max(0, min(k, 4 - k, 1))
    }
    return (part(5), part(3), part(1))
  }
}

extension CGColor {
  /// The white of a grey, as it was written; nil for other colours, and for greys whose space is linear.
  private var writtenWhite: CGFloat? {
    guard pattern == nil, let space = colorSpace, space.model == .monochrome else { return nil }
    let linear = [CGColorSpace.linearGray, CGColorSpace.extendedLinearGray].map { $0 as String }
    if let name = space.name as String?, linear.contains(name) { return nil }
    return components?.first
  }

  /// Red, green and blue as views return them; nil for a pattern.
  ///
  /// Components of sRGB are those that were written, and a grey has its white three times. Other colours are converted
  /// to extended sRGB.
  package var toldComponents: (red: CGFloat, green: CGFloat, blue: CGFloat)? {
    if let white = writtenWhite { return (white, white, white) }
    let spaces = [CGColorSpace.deviceRGB, .standardRGB, .extendedStandardRGB]
    guard let colorSpace, spaces.contains(colorSpace), pattern == nil, let components else {
      return plainComponents
    }
    return (components[0], components[1], components[2])
  }

  /// Red, green and blue in extended sRGB; nil for a pattern.
  package var plainComponents: (red: CGFloat, green: CGFloat, blue: CGFloat)? {
    guard pattern == nil else { return nil }
    let c = extendedSRGB
    return (CGFloat(c.x), CGFloat(c.y), CGFloat(c.z))
  }
}
