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
  open var nativeBounds: CGRect {
    let (size, scale) = MainScreen.extent
    return CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale)
  }
  /// The refreshes per second of the display that shows the first window; 60 without one.
  open var maximumFramesPerSecond: Int { Int(MainScreen.framesPerSecond.rounded()) }
  /// The properties of the screen.
  open var traitCollection: UITraitCollection { UITraitCollection(scale, .light) }

  /// Pixels per point of the main screen, on any thread.
  static var mainScale: CGFloat { MainScreen.scale }

  /// Describes the display that windows appear on.
  ///
  /// A display gives its size by itself, and its scale with the first window. Without a display the screen has
  /// 1024 × 768 points of one pixel.
  ///
  /// Sizes and scales that are not positive and finite are ignored.
  public static func setMain(size: CGSize, scale: CGFloat) { MainScreen.set(size: size, scale: scale) }
}
