import CoreGraphics
public import Foundation
import StrataViews

/// A display: its size and its pixels.
///
/// - Thread: Any.
open class UIScreen: NSObject, @unchecked Sendable {  // Without state of its own.
  override init() { super.init() }

  /// The screen that windows appear on.
  public static let main = UIScreen()

  /// The extent in points.
  open var bounds: CGRect { CGRect(origin: .zero, size: MainScreen.size) }
  /// Pixels per point.
  open var scale: CGFloat { Self.mainScale }
  /// Pixels per point, as the display has them.
  open var nativeScale: CGFloat { scale }
  /// The extent in pixels.
  open var nativeBounds: CGRect { bounds.applying(CGAffineTransform(scaleX: scale, y: scale)) }
  /// The refreshes per second of the display that shows the first window; 60 without one.
  open var maximumFramesPerSecond: Int { Int(MainScreen.framesPerSecond.rounded()) }
  /// The properties of the screen.
  open var traitCollection: UITraitCollection { UITraitCollection(displayScale: scale) }

  /// Pixels per point of the main screen, on any thread.
  static var mainScale: CGFloat { MainScreen.scale }

  /// Describes the display that windows appear on; at first it has 1024 × 768 points of one pixel.
  ///
  /// Sizes and scales that are not positive and finite are ignored.
  public static func setMain(size: CGSize, scale: CGFloat) { MainScreen.set(size: size, scale: scale) }
}

/// Whether surroundings are light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not stated.
  case unspecified
  /// Light, as all surroundings are.
  case light
  /// Dark.
  case dark
}

/// Properties of the surroundings of views.
open class UITraitCollection: NSObject, @unchecked Sendable {  // Immutable.
  /// Pixels per point; 0 if it is not known.
  public let displayScale: CGFloat

  /// Light: there is no other appearance.
  open var userInterfaceStyle: UIUserInterfaceStyle { .light }

  /// Creates a collection that says no more.
  public override init() {
    displayScale = 0
    super.init()
  }

  /// Creates a collection with a scale.
  public init(displayScale: CGFloat) {
    self.displayScale = displayScale
    super.init()
  }

  /// Returns whether both say the same.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UITraitCollection)?.displayScale == displayScale
  }
  /// The hash of the values.
  open override var hash: Int { displayScale.hashValue }
}
