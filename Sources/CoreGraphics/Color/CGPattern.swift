public import Foundation

/// Draws one cell of a pattern: the pattern's `info`, and the context to draw into.
public typealias CGPatternDrawPatternCallback = (UnsafeMutableRawPointer?, CGContext) -> Void

/// Releases a pattern's `info`.
public typealias CGPatternReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// What a pattern calls.
public struct CGPatternCallbacks {
  /// The version of the structure; 0.
  public var version: UInt32
  /// Draws one cell.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Called once when the pattern goes away.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Creates callbacks that do nothing.
  public init() {
    self.init(version: 0, drawPattern: nil, releaseInfo: nil)
  }

  /// Creates callbacks.
  public init(
    version: UInt32,
    drawPattern: CGPatternDrawPatternCallback?,
    releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo)
  }
}

/// How the cells of a pattern are fitted to pixels.
public enum CGPatternTiling: Int32, Sendable {
  /// Cells keep their form; their distance may differ by a pixel.
  case noDistortion = 0
  /// Cells have a distance of whole pixels, for which they are stretched a little; fast rather than exact.
  case constantSpacingMinimalDistortion = 1
  /// Cells have a distance of whole pixels, for which they are stretched a little.
  case constantSpacing = 2
}

/// A drawing that is repeated over an area.
///
/// - Thread: The callback is called by the thread that draws with the pattern.
public final class CGPattern: Hashable, @unchecked Sendable {
  // Sendable: never changes; the client answers for its `info`.
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGPatternCallbacks
  /// The part of pattern space that a cell draws into.
  package let bounds: CGRect
  /// From pattern space to the untransformed space of a context.
  package let matrix: CGAffineTransform
  /// The distances of cells, positive.
  package let step: CGSize
  let tiling: CGPatternTiling
  /// Whether the drawing has colours of its own.
  package let isColored: Bool

  /// Creates a pattern.
  ///
  /// Nil without a `drawPattern` callback, with empty bounds, or with a distance of zero or one that is no number.
  ///
  /// - Parameters:
  ///   - info: Given to the callbacks.
  ///   - bounds: The cell in pattern space; nothing is drawn outside.
  ///   - matrix: From pattern space to the space of the context as it was before any transform.
  ///   - xStep: The distance of cells along x in pattern space.
  ///   - yStep: The distance of cells along y in pattern space.
  ///   - tiling: How cells are fitted to pixels.
  ///   - isColored: False for a stencil that is drawn in the colour of the moment.
  ///   - callbacks: What is called.
  public init?(
    info: UnsafeMutableRawPointer?,
    bounds: CGRect,
    matrix: CGAffineTransform,
    xStep: CGFloat,
    yStep: CGFloat,
    tiling: CGPatternTiling,
    isColored: Bool,
    callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    let callbacks = callbacks.pointee
    guard callbacks.drawPattern != nil, callbacks.version == 0, !bounds.isEmpty, !bounds.isInfinite,
      xStep != 0, yStep != 0, xStep.isFinite, yStep.isFinite
    else { return nil }
    self.info = info
    self.callbacks = callbacks
    (self.bounds, self.matrix) = (bounds.standardized, matrix)
    step = CGSize(width: abs(xStep), height: abs(yStep))
    (self.tiling, self.isColored) = (tiling, isColored)
  }

  deinit { callbacks.releaseInfo?(info) }

  /// Draws one cell.
  func draw(in context: CGContext) { callbacks.drawPattern?(info, context) }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGPattern.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGPattern, rhs: CGPattern) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGPattern: CoreFoundationObject {}
