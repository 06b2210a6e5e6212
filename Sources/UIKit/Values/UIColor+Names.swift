import CoreGraphics
import Foundation

/// The colours with names; those of the system have values for light and dark surroundings.
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
  public class var systemRed: UIColor { pair((255, 59, 48, 1), (255, 69, 58, 1)) }
  /// The system's orange.
  public class var systemOrange: UIColor { pair((255, 149, 0, 1), (255, 159, 10, 1)) }
  /// The system's yellow.
  public class var systemYellow: UIColor { pair((255, 204, 0, 1), (255, 214, 10, 1)) }
  /// The system's green.
  public class var systemGreen: UIColor { pair((52, 199, 89, 1), (48, 209, 88, 1)) }
  /// The system's mint.
  public class var systemMint: UIColor { pair((0, 199, 190, 1), (99, 230, 226, 1)) }
  /// The system's teal.
  public class var systemTeal: UIColor { pair((48, 176, 199, 1), (64, 200, 224, 1)) }
  /// The system's cyan.
  public class var systemCyan: UIColor { pair((50, 173, 230, 1), (100, 210, 255, 1)) }
  /// The system's blue.
  public class var systemBlue: UIColor { pair((0, 122, 255, 1), (10, 132, 255, 1)) }
  /// The system's indigo.
  public class var systemIndigo: UIColor { pair((88, 86, 214, 1), (94, 92, 230, 1)) }
  /// The system's purple.
  public class var systemPurple: UIColor { pair((175, 82, 222, 1), (191, 90, 242, 1)) }
  /// The system's pink.
  public class var systemPink: UIColor { pair((255, 45, 85, 1), (255, 55, 95, 1)) }
  /// The system's brown.
  public class var systemBrown: UIColor { pair((162, 132, 94, 1), (172, 142, 104, 1)) }
  /// The system's grey.
  public class var systemGray: UIColor { bytes(142, 142, 147) }
  /// The second of the system's greys.
  public class var systemGray2: UIColor { pair((174, 174, 178, 1), (99, 99, 102, 1)) }
  /// The third of the system's greys.
  public class var systemGray3: UIColor { pair((199, 199, 204, 1), (72, 72, 74, 1)) }
  /// The fourth of the system's greys.
  public class var systemGray4: UIColor { pair((209, 209, 214, 1), (58, 58, 60, 1)) }
  /// The fifth of the system's greys.
  public class var systemGray5: UIColor { pair((229, 229, 234, 1), (44, 44, 46, 1)) }
  /// The lightest of the system's greys.
  public class var systemGray6: UIColor { pair((242, 242, 247, 1), (28, 28, 30, 1)) }
  /// Text of the first level.
  public class var label: UIColor { pair((0, 0, 0, 1), (255, 255, 255, 1)) }
  /// Text of the second level.
  public class var secondaryLabel: UIColor { pair((60, 60, 67, 0.6), (235, 235, 245, 0.6)) }
  /// Text of the third level.
  public class var tertiaryLabel: UIColor { pair((60, 60, 67, 0.3), (235, 235, 245, 0.3)) }
  /// Text of the fourth level.
  public class var quaternaryLabel: UIColor { pair((60, 60, 67, 0.18), (235, 235, 245, 0.16)) }
  /// Links.
  public class var link: UIColor { pair((0, 122, 255, 1), (9, 132, 255, 1)) }
  /// Text on a dark ground, whatever the appearance.
  public class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }
  /// Text on a light ground, whatever the appearance.
  public class var darkText: UIColor { UIColor(white: 0, alpha: 1) }
  /// Text that stands for what is missing.
  public class var placeholderText: UIColor { pair((60, 60, 67, 0.3), (235, 235, 245, 0.3)) }
  /// Thin lines that let something through.
  public class var separator: UIColor { pair((60, 60, 67, 0.29), (84, 84, 88, 0.6)) }
  /// Thin lines.
  public class var opaqueSeparator: UIColor { pair((198, 198, 200, 1), (56, 56, 58, 1)) }
  /// The ground of the interface.
  public class var systemBackground: UIColor { pair((255, 255, 255, 1), (0, 0, 0, 1)) }
  /// Groups on the ground.
  public class var secondarySystemBackground: UIColor { pair((242, 242, 247, 1), (28, 28, 30, 1)) }
  /// Groups in groups.
  public class var tertiarySystemBackground: UIColor { pair((255, 255, 255, 1), (44, 44, 46, 1)) }
  /// The ground of grouped contents.
  public class var systemGroupedBackground: UIColor { pair((242, 242, 247, 1), (0, 0, 0, 1)) }
  /// The ground of grouped contents, by its former name.
  public class var groupTableViewBackground: UIColor { systemGroupedBackground }
  /// Groups on the ground of grouped contents.
  public class var secondarySystemGroupedBackground: UIColor { pair((255, 255, 255, 1), (28, 28, 30, 1)) }
  /// Groups in groups of grouped contents.
  public class var tertiarySystemGroupedBackground: UIColor { pair((242, 242, 247, 1), (44, 44, 46, 1)) }
  /// Thin shapes.
  public class var systemFill: UIColor { pair((120, 120, 128, 0.2), (120, 120, 128, 0.36)) }
  /// Shapes of middle size.
  public class var secondarySystemFill: UIColor { pair((120, 120, 128, 0.16), (120, 120, 128, 0.32)) }
  /// Large shapes.
  public class var tertiarySystemFill: UIColor { pair((118, 118, 128, 0.12), (118, 118, 128, 0.24)) }
  /// Large areas.
  public class var quaternarySystemFill: UIColor { pair((116, 116, 128, 0.08), (118, 118, 128, 0.18)) }
  /// The tint of views without one.
  public class var tintColor: UIColor { standardTint }
  private static let standardTint = pair((0, 122, 255, 1), (10, 132, 255, 1))

  private typealias Bytes = (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)

  private static func bytes(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> UIColor {
    UIColor(cgColor: color((red, green, blue, 1)))
  }

  /// A colour of the system for light surroundings and for dark ones.
  private static func pair(_ light: Bytes, _ dark: Bytes) -> UIColor {
    UIColor(light: color(light), dark: color(dark))
  }

  private static func color(_ bytes: Bytes) -> CGColor {
    CGColor(srgbRed: bytes.red / 255, green: bytes.green / 255, blue: bytes.blue / 255, alpha: bytes.alpha)
  }
}
