import CoreGraphics
public import Foundation
import StrataViews

/// A display: its size and its pixels.
///
/// - Thread: Any.
open class NSScreen: NSObject, @unchecked Sendable {  // Without state of its own.
  private static let only = NSScreen()

  override init() { super.init() }

  /// The screen that windows appear on.
  open class var main: NSScreen? { only }
  /// All screens: the one that windows appear on.
  open class var screens: [NSScreen] { [only] }

  /// The extent in points: the display's, also before the first window; 1024 × 768 without a display.
  open var frame: NSRect { NSRect(origin: .zero, size: MainScreen.size) }
  /// The extent in points; nothing is kept free.
  open var visibleFrame: NSRect { frame }
  /// Pixels per point.
  open var backingScaleFactor: CGFloat { Self.mainScale }

  /// The refreshes per second.
  open var maximumFramesPerSecond: Int { Int(MainScreen.framesPerSecond.rounded()) }

  static var mainScale: CGFloat { MainScreen.scale }

  /// Describes the display that windows appear on.
  ///
  /// Sizes and scales that are not positive and finite are ignored.
  public static func setMain(size: CGSize, scale: CGFloat) { MainScreen.set(size: size, scale: scale) }
}
