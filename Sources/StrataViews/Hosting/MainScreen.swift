package import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization

/// The size in points, and the pixels per point, of the screen that windows appear on; whoever has displays sets them.
package enum MainScreen {
  private static let values = Mutex((size: CGSize(width: 1024, height: 768), scale: CGFloat(1)))

  package static var size: CGSize { values.withLock { $0.size } }
  package static var scale: CGFloat { values.withLock { $0.scale } }

  /// The refreshes per second of the display that shows the window opened first; 60 without one.
  package static var framesPerSecond: Double { DisplayRate.current.clock.framesPerSecond }

  /// Describes the screen; sizes and scales that are not positive and finite are ignored.
  package static func set(size: CGSize, scale: CGFloat) {
    guard [size.width, size.height, scale].allSatisfy({ $0 > 0 && $0.isFinite }) else { return }
    values.withLock { $0 = (size, scale) }
  }
}
