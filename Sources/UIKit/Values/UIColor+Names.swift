import Foundation

/// The colours with names; those of the system have the values of the light appearance.
extension UIColor {
  /// The colour black.
  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  /// A third of white.
  public class var darkGray: UIColor { UIColor(white: 0.3333333333, alpha: 1) }
  /// Two thirds of white.
  public class var lightGray: UIColor { UIColor(white: 0.6666666667, alpha: 1) }
  /// The colour white.
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  /// Half of white.
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  /// Pure red.
  public class var red: UIColor { bytes(255, 0, 0) }
  /// Pure green.
  public class var green: UIColor { bytes(0, 255, 0) }
  /// Pure blue.
  public class var blue: UIColor { bytes(0, 0, 255) }
  /// Green and blue.
  public class var cyan: UIColor { bytes(0, 255, 255) }
  /// Red and green.
  public class var yellow: UIColor { bytes(255, 255, 0) }
  /// Red and blue.
  public class var magenta: UIColor { bytes(255, 0, 255) }
  /// Red and half of green.
  public class var orange: UIColor { bytes(255, 127.5, 0) }
  /// Half of red and half of blue.
  public class var purple: UIColor { bytes(127.5, 0, 127.5) }
  /// A dark orange.
  public class var brown: UIColor { bytes(153, 102, 51) }
  /// No colour.
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
  /// The system's red.
  public class var systemRed: UIColor { bytes(255, 59, 48) }
  /// The system's orange.
  public class var systemOrange: UIColor { bytes(255, 149, 0) }
  /// The system's yellow.
  public class var systemYellow: UIColor { bytes(255, 204, 0) }
  /// The system's green.
  public class var systemGreen: UIColor { bytes(52, 199, 89) }
  /// The system's mint.
  public class var systemMint: UIColor { bytes(0, 199, 190) }
  /// The system's teal.
  public class var systemTeal: UIColor { bytes(48, 176, 199) }
  /// The system's cyan.
  public class var systemCyan: UIColor { bytes(50, 173, 230) }
  /// The system's blue.
  public class var systemBlue: UIColor { bytes(0, 122, 255) }
  /// The system's indigo.
  public class var systemIndigo: UIColor { bytes(88, 86, 214) }
  /// The system's purple.
  public class var systemPurple: UIColor { bytes(175, 82, 222) }
  /// The system's pink.
  public class var systemPink: UIColor { bytes(255, 45, 85) }
  /// The system's brown.
  public class var systemBrown: UIColor { bytes(162, 132, 94) }
  /// The system's grey.
  public class var systemGray: UIColor { bytes(142, 142, 147) }
  /// The second of the system's greys.
  public class var systemGray2: UIColor { bytes(174, 174, 178) }
  /// The third of the system's greys.
  public class var systemGray3: UIColor { bytes(199, 199, 204) }
  /// The fourth of the system's greys.
  public class var systemGray4: UIColor { bytes(209, 209, 214) }
  /// The fifth of the system's greys.
  public class var systemGray5: UIColor { bytes(229, 229, 234) }
  /// The lightest of the system's greys.
  public class var systemGray6: UIColor { bytes(242, 242, 247) }
  /// Text of the first level.
  public class var label: UIColor { UIColor(white: 0, alpha: 1) }
  /// Text of the second level.
  public class var secondaryLabel: UIColor { bytes(60, 60, 67, 0.6) }
  /// Text of the third level.
  public class var tertiaryLabel: UIColor { bytes(60, 60, 67, 0.3) }
  /// Text of the fourth level.
  public class var quaternaryLabel: UIColor { bytes(60, 60, 67, 0.18) }
  /// Links.
  public class var link: UIColor { bytes(0, 122, 255) }
  /// Text on a dark ground, whatever the appearance.
  public class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }
  /// Text on a light ground, whatever the appearance.
  public class var darkText: UIColor { UIColor(white: 0, alpha: 1) }
  /// Text that stands for what is missing.
  public class var placeholderText: UIColor { bytes(60, 60, 67, 0.3) }
  /// Thin lines that let something through.
  public class var separator: UIColor { bytes(60, 60, 67, 0.29) }
  /// Thin lines.
  public class var opaqueSeparator: UIColor { bytes(198, 198, 200) }
  /// The ground of the interface.
  public class var systemBackground: UIColor { UIColor(white: 1, alpha: 1) }
  /// Groups on the ground.
  public class var secondarySystemBackground: UIColor { bytes(242, 242, 247) }
  /// Groups in groups.
  public class var tertiarySystemBackground: UIColor { UIColor(white: 1, alpha: 1) }
  /// The ground of grouped contents.
  public class var systemGroupedBackground: UIColor { bytes(242, 242, 247) }
  /// Groups on the ground of grouped contents.
  public class var secondarySystemGroupedBackground: UIColor { UIColor(white: 1, alpha: 1) }
  /// Groups in groups of grouped contents.
  public class var tertiarySystemGroupedBackground: UIColor { bytes(242, 242, 247) }
  /// Thin shapes.
  public class var systemFill: UIColor { bytes(120, 120, 128, 0.2) }
  /// Shapes of middle size.
  public class var secondarySystemFill: UIColor { bytes(120, 120, 128, 0.16) }
  /// Large shapes.
  public class var tertiarySystemFill: UIColor { bytes(118, 118, 128, 0.12) }
  /// Large areas.
  public class var quaternarySystemFill: UIColor { bytes(116, 116, 128, 0.08) }
  /// The tint of views without one.
  public class var tintColor: UIColor { bytes(0, 122, 255) }

  private static func bytes(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1)
    -> UIColor
  {
    UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}
