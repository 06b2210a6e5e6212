import Foundation
import QuartzCore

extension NSView {
  /// When the contents of a view's layer are drawn anew.
  public enum LayerContentsRedrawPolicy: Int, Sendable {
    /// Never: the program sets the layer's contents itself.
    case never
    /// When the view is marked; a change of the size places the old contents.
    case onSetNeedsDisplay
    /// Also when the size changes, and sixty times a second while it animates.
    case duringViewResize
    /// Also when the size changes, once, at the beginning of an animation.
    case beforeViewResize
    /// Like `beforeViewResize`, with a fade from the old contents to the new ones.
    case crossfade
  }

  /// Where contents lie that have another size than the view.
  public enum LayerContentsPlacement: Int, Sendable {
    /// Stretched to the bounds.
    case scaleAxesIndependently
    /// As large as fits, undistorted.
    case scaleProportionallyToFit
    /// As large as covers, undistorted.
    case scaleProportionallyToFill
    /// In the middle.
    case center
    /// At the upper edge.
    case top
    /// In the upper right corner.
    case topRight
    /// At the right edge.
    case right
    /// In the lower right corner.
    case bottomRight
    /// At the lower edge.
    case bottom
    /// In the lower left corner.
    case bottomLeft
    /// At the left edge.
    case left
    /// In the upper left corner.
    case topLeft

    /// The layer's word; layers name the edges as they are seen with y pointing up.
    func gravity(isFlipped: Bool) -> CALayerContentsGravity {
      switch self {
      case .scaleAxesIndependently: .resize
      case .scaleProportionallyToFit: .resizeAspect
      case .scaleProportionallyToFill: .resizeAspectFill
      case .center: .center
      case .left: .left
      case .right: .right
      case .top: isFlipped ? .bottom : .top
      case .bottom: isFlipped ? .top : .bottom
      case .topLeft: isFlipped ? .bottomLeft : .topLeft
      case .topRight: isFlipped ? .bottomRight : .topRight
      case .bottomLeft: isFlipped ? .topLeft : .bottomLeft
      case .bottomRight: isFlipped ? .topRight : .bottomRight
      }
    }
  }

  /// The parts of a frame that change with the superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The distance from the left edge.
    public static let minXMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let width = AutoresizingMask(rawValue: 2)
    /// The distance from the right edge.
    public static let maxXMargin = AutoresizingMask(rawValue: 4)
    /// The distance from the edge at which the superview's y axis begins.
    public static let minYMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let height = AutoresizingMask(rawValue: 16)
    /// The distance from the edge at which the superview's y axis ends.
    public static let maxYMargin = AutoresizingMask(rawValue: 32)
  }
}
