/// How often successive frames asked for a finished surface that is not kept.
///
/// To keep a surface all of it is drawn, also what is not seen, so that one that cannot be kept must not be asked for again
/// and again.
package struct SurfaceRequest: Sendable {
  /// The number of successive frames; negative for a while after a refusal.
  private var count = 0
  /// The last frame that asked.
  package private(set) var lastFrame: UInt64?

  /// The number of successive requests after which a surface is worth its memory.
  package static let patience = 2
  /// The number of successive requests after which there may be room for a refused surface.
  package static let pause = 60

  package init() {}

  /// Counts a request of a frame, one however often the frame asks; returns true if the frame before did not ask.
  package mutating func ask(in frame: UInt64) -> Bool {
    defer { lastFrame = frame }
    switch lastFrame.map({ frame &- $0 }) {
    case 0?: return count == 1
    case 1?:
      count += 1
      return false
    default:
      count = 1
      return true
    }
  }

  /// True if the whole surface is to be drawn and kept.
  package var isWorthKeeping: Bool { count > Self.patience }

  /// True if the surface was refused, and not long enough ago to try again.
  package var isRefused: Bool { count < 0 }

  /// Notes that there is no room for the surface: now, or ever as long as frames ask for it.
  package mutating func refuse(forGood: Bool) { count = forGood ? .min / 2 : -Self.pause }
}
