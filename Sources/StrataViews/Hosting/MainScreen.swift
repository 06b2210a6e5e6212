package import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization

/// The size in points, and the pixels per point, of the screen that windows appear on; whoever has displays sets them.
package enum MainScreen {
  private static let state = Mutex(State())

  private struct State {
    var size = CGSize(width: 1024, height: 768)
    var scale: CGFloat = 1
    /// Asks a display for its size in points; nil if there is none, or it no longer counts.
    var display: (@Sendable () -> CGSize?)?
    /// True once the display has answered, or somebody has described the screen.
    var isSettled = false
  }

  /// The size and the scale of one moment.
  package static var extent: (size: CGSize, scale: CGFloat) {
    // The display may take its time: others are not to wait for it.
    let answer = state.withLock { $0.display }.map { $0() }
    return state.withLock {
      if let answer, $0.display != nil {
        $0.display = nil
        if let answer { ($0.size, $0.isSettled) = (answer, true) }
      }
      return ($0.size, $0.scale)
    }
  }

  package static var size: CGSize { extent.size }

  package static var scale: CGFloat { state.withLock { $0.scale } }

  /// The refreshes per second of the display that shows the window opened first; 60 without one.
  package static var framesPerSecond: Double { DisplayRate.current.clock.framesPerSecond }

  /// Describes the screen; sizes and scales that are not positive and finite are ignored.
  package static func set(size: CGSize, scale: CGFloat) {
    guard [size.width, size.height, scale].allSatisfy({ $0 > 0 && $0.isFinite }) else { return }
    state.withLock { ($0.size, $0.scale, $0.display, $0.isSettled) = (size, scale, nil, true) }
  }

  /// Asks a display for its size, in points, when somebody wants to know it before there is a window.
  ///
  /// A screen that was described already stays as it is.
  package static func describe(by display: @escaping @Sendable () -> CGSize?) {
    state.withLock { if !$0.isSettled { $0.display = display } }
  }
}
