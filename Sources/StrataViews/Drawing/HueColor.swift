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
  /// Red, green and blue in extended sRGB; nil for a pattern.
  package var plainComponents: (red: CGFloat, green: CGFloat, blue: CGFloat)? {
    guard pattern == nil else { return nil }
    let c = extendedSRGB
    return (CGFloat(c.x), CGFloat(c.y), CGFloat(c.z))
  }
}
