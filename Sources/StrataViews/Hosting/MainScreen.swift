package import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization

/// The size in points, and the pixels per point, of the screen that windows appear on; whoever has displays sets them.
package enum MainScreen {
  private static let values = Mutex((size: CGSize(width: 1024, height: 768), scale: CGFloat(1)))

  private static let knowledge = Mutex(Knowledge.none)

  /// What is known of the screen.
  private enum Knowledge {
    case none
    /// The display can be asked for its size in points.
    case display(@Sendable () -> CGSize?)
    /// The display has answered, or somebody has described the screen: displays no longer count.
    case settled
  }

  package static var size: CGSize {
    knowledge.withLock {
      guard case .display(let ask) = $0 else { return }
      guard let size = ask() else { return $0 = .none }
      values.withLock { $0.size = size }
      $0 = .settled
    }
    return values.withLock { $0.size }
  }

  package static var scale: CGFloat { values.withLock { $0.scale } }

  /// The refreshes per second of the display that shows the window opened first; 60 without one.
  package static var framesPerSecond: Double { DisplayRate.current.clock.framesPerSecond }

  /// Describes the screen; sizes and scales that are not positive and finite are ignored.
  package static func set(size: CGSize, scale: CGFloat) {
    guard [size.width, size.height, scale].allSatisfy({ $0 > 0 && $0.isFinite }) else { return }
    knowledge.withLock { $0 = .settled }
    values.withLock { $0 = (size, scale) }
  }

  /// Asks a display for its size, in points, when somebody wants to know it before there is a window.
  ///
  /// A screen that was described already stays as it is.
  package static func describe(by display: @escaping @Sendable () -> CGSize?) {
    knowledge.withLock {
      if case .settled = $0 { return }
      $0 = .display(display)
    }
  }
}
