package import StrataBase
package import StrataFrame
import StrataRaster

/// The pixels behind an item that the filters of its backdrop read (rendering R-40).
///
/// A surface ends where its contents do, or where it was cut: by the target, or by a clip around it. The pixels
/// beyond a cut are unknown, and the painting does not end there. So each of them is taken to be the nearest pixel at
/// the cut.
package struct BackdropArea: Sendable, Equatable {
  /// The pixels that the pass has.
  package let known: PixelRect
  /// Those and their continuation beyond the cuts.
  package let all: PixelRect

  /// The pixels that the filters of an item read.
  ///
  /// - Parameters:
  ///   - item: The pixels of the item; at least one of them lies in the pass.
  ///   - effect: The effect on what is behind.
  ///   - drawn: The pixels of the pass that there are.
  ///   - limit: Where the pass was cut.
  package init(behind item: PixelRect, _ effect: Effect, in drawn: PixelRect, cutTo limit: PixelRect) {
    // Pixels beyond the reach of the filters have no effect.
    let read = item.grown(by: effect.backdropReach + 1)
    known = read.intersection(drawn)
    // Filters that read no neighbours of a pixel see nothing beyond a cut.
    guard effect.backdropReach > 0, effect.continuesEdges, !known.isEmpty else {
      all = known
      return
    }
    // No further than any surface goes on beyond the target.
    let most = read.intersection(known.grown(by: Double(BackendLimits.mostReach)))
    let cut = PixelSides(of: known, on: limit)
    all = PixelRect(
      cut.contains(.minX) ? most.minX : known.minX,
      cut.contains(.minY) ? most.minY : known.minY,
      cut.contains(.maxX) ? most.maxX : known.maxX,
      cut.contains(.maxY) ? most.maxY : known.maxY
    )
  }
}

extension Effect {
  /// True if the effect sees pixels beyond a cut.
  ///
  /// Code that looks at a picture as a whole, its extent included, does not.
  fileprivate var continuesEdges: Bool {
    transition == nil
      && filters.allSatisfy { filter in
        if case .program(let program) = filter { program.frame == nil } else { true }
      }
  }
}

extension Coverage {
  /// The share of filtered pixels in what is behind an item, by clip, mask and opacity.
  ///
  /// - Parameters:
  ///   - effect: The effect on what is behind.
  ///   - bounds: The pixels of the item.
  ///   - clip: The coverage of the clips around it; nil if they cover it.
  ///   - alpha: The opacity; NaN counts as 0.
  ///   - surfaces: The finished surfaces, by pass.
  /// - Returns: Nil if there are no such pixels.
  static func ofBackdrop(
    _ effect: Effect,
    in bounds: PixelRect,
    clip: Coverage?,
    alpha: Float,
    _ surfaces: [PreparedItem.Surface?]
  ) -> Coverage? {
    let byte = UInt8(((alpha > 0 ? min(alpha, 1) : 0) * 255).rounded())
    guard byte > 0 else { return nil }
    var covered = Coverage(full: bounds)
    if let clip { covered = covered.multiplied(by: clip) }
    if let mask = effect.mask {
      guard let drawn = surfaces[mask.value] else { return nil }
      covered = covered.multiplied(by: Coverage(alphaOf: drawn.buffer.alphaBytes(), x: drawn.x, y: drawn.y))
    }
    return covered.scaled(by: byte)
  }
}
