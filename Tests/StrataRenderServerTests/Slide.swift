import CoreGraphics
import StrataRenderTree

/// Moves the layer by ten points in one run of the animation.
struct Slide: Track {
  typealias Root = LayerState
  func apply(at moment: TrackMoment, to root: inout LayerState) { root.position.x = 10 * moment.progress }
}
