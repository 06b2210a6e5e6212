import CoreGraphics
import Foundation

/// The properties that a scroll layer adds.
package struct ScrollSchema: Sendable {
  package let scrollMode = Property("scrollMode", \LayerState.scroll.scrollMode, .layout, stored: true)

  package static let shared = ScrollSchema()
}
