import Foundation
import StrataRaster

/// The destination of a context that keeps drawings as vectors: a PDF or an SVG picture.
protocol VectorCanvas: AnyObject {
  /// The visible part of base space.
  var box: CGRect { get }

  /// The transform from the space in which patterns are to base space.
  var base: CGAffineTransform { get set }

  /// Draws a shape of base space; `text` is what the shape says, if it consists of glyphs.
  func draw(_ shape: ContextShape, _ source: VectorSource, _ state: GraphicsState, text: VectorText?)

  /// Strokes an outline of user space; `area` is the stroke's area in base space, for shadows.
  func stroke(_ outline: Outline, area: @autoclosure () -> Outline, _ state: GraphicsState)

  /// Begins a group of drawings.
  func beginGroup(castsShadow: Bool)

  /// Ends the group, and draws it with the alpha, blend mode and shadow of a state.
  func endGroup(_ state: GraphicsState)

  /// Returns the number that identifies a font file in transcripts.
  func number(of font: CGFont) -> UInt64
}

extension VectorCanvas {
  func draw(_ shape: ContextShape, _ source: VectorSource, _ state: GraphicsState) {
    draw(shape, source, state, text: nil)
  }
}

/// How finely a vector canvas draws what must become an image.
enum VectorDensity {
  /// The number of pixels for each unit of base space.
  static let usual = 3.0
  /// The most pixels of one image; a larger drawing is coarser.
  static let mostPixels = 8_388_608.0

  /// The density of an image of an area, at most `wanted`.
  static func density(of area: CGRect, wanted: Double = usual) -> Double {
    min(wanted, (mostPixels / max(Double(area.width * area.height), 1e-9)).squareRoot())
  }
}

/// The drawings in open groups, kept for the shadows that the groups cast.
///
/// Nothing is kept outside of groups with shadows.
struct GroupRecording {
  private struct Group {
    var castsShadow: Bool
    var drawings: [VectorOperation] = []
  }

  private var groups: [Group] = []
  /// Groups that lie deeper in others are not composited as a whole: each of their drawings has their alpha.
  private static let mostNested = 16

  var isActive: Bool { groups.contains(where: \.castsShadow) }

  mutating func beginGroup(castsShadow: Bool) { groups.append(Group(castsShadow: castsShadow)) }

  mutating func add(_ operation: VectorOperation) { add([operation]) }

  private mutating func add(_ operations: [VectorOperation]) {
    if isActive { groups[groups.count - 1].drawings += operations }
  }

  /// Ends the innermost group, which is drawn with the alpha and the clip of a state into the one around it.
  ///
  /// - Returns: The group's drawings, without that alpha; nil for one without a shadow.
  mutating func endGroup(_ state: GraphicsState) -> [VectorOperation]? {
    guard let group = groups.popLast() else { return nil }
    if state.alpha == 1 && state.vectorClip == nil || groups.count > Self.mostNested {
      add(group.drawings.map { $0.faded(state.alpha) })
    } else if !group.drawings.isEmpty {
      add(VectorOperation(group: group.drawings, state: state))
    }
    return group.castsShadow ? group.drawings : nil
  }
}
