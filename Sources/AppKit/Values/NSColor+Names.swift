import Foundation

/// The colours with names; those of the system have the values of the light appearance.
extension NSColor {
  /// The colour black.
  public class var black: NSColor { NSColor(white: 0, alpha: 1) }
  /// A third of white.
  public class var darkGray: NSColor { NSColor(white: 0.3333333333, alpha: 1) }
  /// Two thirds of white.
  public class var lightGray: NSColor { NSColor(white: 0.6666666667, alpha: 1) }
  /// The colour white.
  public class var white: NSColor { NSColor(white: 1, alpha: 1) }
  /// Half of white.
  public class var gray: NSColor { NSColor(white: 0.5, alpha: 1) }
  /// Pure red.
  public class var red: NSColor { bytes(255, 0, 0) }
  /// Pure green.
  public class var green: NSColor { bytes(0, 255, 0) }
  /// Pure blue.
  public class var blue: NSColor { bytes(0, 0, 255) }
  /// Green and blue.
  public class var cyan: NSColor { bytes(0, 255, 255) }
  /// Red and green.
  public class var yellow: NSColor { bytes(255, 255, 0) }
  /// Red and blue.
  public class var magenta: NSColor { bytes(255, 0, 255) }
  /// Red and half of green.
  public class var orange: NSColor { bytes(255, 127.5, 0) }
  /// Half of red and half of blue.
  public class var purple: NSColor { bytes(127.5, 0, 127.5) }
  /// A dark orange.
  public class var brown: NSColor { bytes(153, 102, 51) }
  /// No colour.
  public class var clear: NSColor { NSColor(white: 0, alpha: 0) }
  /// The system's red.
  public class var systemRed: NSColor { bytes(255, 59, 48) }
  /// The system's orange.
  public class var systemOrange: NSColor { bytes(255, 149, 0) }
  /// The system's yellow.
  public class var systemYellow: NSColor { bytes(255, 204, 0) }
  /// The system's green.
  public class var systemGreen: NSColor { bytes(40, 205, 65) }
  /// The system's mint.
  public class var systemMint: NSColor { bytes(0, 199, 190) }
  /// The system's teal.
  public class var systemTeal: NSColor { bytes(89, 173, 196) }
  /// The system's cyan.
  public class var systemCyan: NSColor { bytes(85, 190, 240) }
  /// The system's blue.
  public class var systemBlue: NSColor { bytes(0, 122, 255) }
  /// The system's indigo.
  public class var systemIndigo: NSColor { bytes(88, 86, 214) }
  /// The system's purple.
  public class var systemPurple: NSColor { bytes(175, 82, 222) }
  /// The system's pink.
  public class var systemPink: NSColor { bytes(255, 45, 85) }
  /// The system's brown.
  public class var systemBrown: NSColor { bytes(162, 132, 94) }
  /// The system's grey.
  public class var systemGray: NSColor { bytes(142, 142, 147) }
  /// Text.
  public class var labelColor: NSColor { bytes(0, 0, 0, 0.85) }
  /// Text of less weight.
  public class var secondaryLabelColor: NSColor { bytes(0, 0, 0, 0.5) }
  /// Text that is off.
  public class var tertiaryLabelColor: NSColor { bytes(0, 0, 0, 0.26) }
  /// Watermarks.
  public class var quaternaryLabelColor: NSColor { bytes(0, 0, 0, 0.1) }
  /// Links.
  public class var linkColor: NSColor { bytes(0, 104, 218) }
  /// Lines between areas.
  public class var separatorColor: NSColor { bytes(0, 0, 0, 0.1) }
  /// Lines of grids.
  public class var gridColor: NSColor { bytes(230, 230, 230) }
  /// Text in documents.
  public class var textColor: NSColor { bytes(0, 0, 0) }
  /// The ground of documents.
  public class var textBackgroundColor: NSColor { bytes(255, 255, 255) }
  /// The ground of large controls.
  public class var controlBackgroundColor: NSColor { bytes(255, 255, 255) }
  /// The user's colour; blue.
  public class var controlAccentColor: NSColor { bytes(0, 122, 255) }
  /// The ground of windows.
  public class var windowBackgroundColor: NSColor { bytes(236, 236, 236) }
  /// Text of controls.
  public class var controlTextColor: NSColor { bytes(0, 0, 0, 0.85) }
  /// Text that stands for what is not typed yet.
  public class var placeholderTextColor: NSColor { bytes(0, 0, 0, 0.25) }
  /// The ground of chosen rows.
  public class var selectedContentBackgroundColor: NSColor { bytes(0, 99, 225) }
  /// The ground of chosen text.
  public class var selectedTextBackgroundColor: NSColor { bytes(179, 215, 255) }
  /// The ground behind the pages of a document.
  public class var underPageBackgroundColor: NSColor { bytes(150, 150, 150, 0.9) }
  /// Text in title bars.
  public class var windowFrameTextColor: NSColor { bytes(0, 0, 0, 0.85) }
  /// The flat surface of controls.
  public class var controlColor: NSColor { bytes(255, 255, 255) }
  /// The surface of a chosen control.
  public class var selectedControlColor: NSColor { bytes(179, 215, 255) }
  /// Text of a chosen control.
  public class var selectedControlTextColor: NSColor { bytes(0, 0, 0, 0.85) }
  /// Text on the ground of chosen rows.
  public class var alternateSelectedControlTextColor: NSColor { bytes(255, 255, 255) }
  /// Text of controls that are off.
  public class var disabledControlTextColor: NSColor { bytes(0, 0, 0, 0.25) }
  /// The ring around the control that gets keys.
  public class var keyboardFocusIndicatorColor: NSColor { bytes(0, 103, 244, 0.25) }
  /// Chosen text.
  public class var selectedTextColor: NSColor { bytes(0, 0, 0) }
  /// Chosen text in a window that is not the key window.
  public class var unemphasizedSelectedTextColor: NSColor { bytes(0, 0, 0) }
  /// The ground of chosen text in a window that is not the key window.
  public class var unemphasizedSelectedTextBackgroundColor: NSColor { bytes(220, 220, 220) }
  /// The ground of chosen rows in a window that is not the key window.
  public class var unemphasizedSelectedContentBackgroundColor: NSColor { bytes(220, 220, 220) }
  /// The grounds of the rows of a table, in turn.
  public class var alternatingContentBackgroundColors: [NSColor] {
    [bytes(255, 255, 255), bytes(244, 245, 245)]
  }
  /// Text in the headers of tables.
  public class var headerTextColor: NSColor { bytes(0, 0, 0, 0.85) }
  /// Chosen items of menus.
  public class var selectedMenuItemTextColor: NSColor { bytes(255, 255, 255) }
  /// The ground of text that a search has found.
  public class var findHighlightColor: NSColor { bytes(255, 255, 0) }
  /// The virtual light on raised edges.
  public class var highlightColor: NSColor { bytes(255, 255, 255) }
  /// The virtual shadow of raised edges.
  public class var shadowColor: NSColor { bytes(0, 0, 0) }

  private static func bytes(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1)
    -> NSColor
  {
    NSColor(srgbRed: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}
