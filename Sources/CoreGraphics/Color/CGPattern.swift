public import Foundation

/// A function that draws one cell of a pattern; its arguments are `info` and the context to draw into.
public typealias CGPatternDrawPatternCallback = (UnsafeMutableRawPointer?, CGContext) -> Void

/// A function that releases a pattern's `info`.
public typealias CGPatternReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The functions that a pattern calls.
public struct CGPatternCallbacks {
  /// The version of the structure; 0.
  public var version: UInt32
  /// Draws one cell.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Called once, when the pattern is destroyed.
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

/// The fitting of a pattern's cells to pixels (ISO 32000-1, table 75).
public enum CGPatternTiling: Int32, Sendable {
  /// Cells keep their shape; their distances may vary by a pixel.
  case noDistortion = 0
  /// Cells are stretched a little, to distances of whole pixels; fast rather than exact.
  case constantSpacingMinimalDistortion = 1
  /// Cells are stretched a little, to distances of whole pixels.
  case constantSpacing = 2
}

/// A drawing that is repeated to fill an area.
///
/// - Thread: The callback runs on the thread that draws.
public final class CGPattern: Hashable, @unchecked Sendable {
  // Sendable: immutable; the program is responsible for its `info`.
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGPatternCallbacks
  /// The part of pattern space that a cell draws into.
  package let bounds: CGRect
  /// The transform from pattern space to the base space of a context.
  package let matrix: CGAffineTransform
  /// The distances of cells, positive.
  package let step: CGSize
  let tiling: CGPatternTiling
  /// True if the drawing sets its colours; false for a stencil.
  package let isColored: Bool

  /// Creates a pattern; nil without a `drawPattern` callback, with bounds that are empty or not finite, or with a step
  /// that is 0 or not finite.
  ///
  /// - Parameters:
  ///   - info: The first argument of the callbacks.
  ///   - bounds: The cell in pattern space; nothing is drawn outside.
  ///   - matrix: The transform from pattern space to the initial user space of the context.
  ///   - xStep: The distance of cells along x in pattern space.
  ///   - yStep: The distance of cells along y in pattern space.
  ///   - tiling: The fitting of cells to pixels.
  ///   - isColored: False for a stencil, which is drawn in the colour that the pattern is set with.
  ///   - callbacks: The functions to call.
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
    guard callbacks.drawPattern != nil, callbacks.version == 0, !bounds.isEmpty, bounds.isFinite,
      xStep != 0, yStep != 0, xStep.isFinite, yStep.isFinite
    else { return nil }
    self.info = info
    self.callbacks = callbacks
    (self.bounds, self.matrix) = (bounds.standardized, matrix)
    step = CGSize(width: abs(xStep), height: abs(yStep))
    (self.tiling, self.isColored) = (tiling, isColored)
  }

  deinit { callbacks.releaseInfo?(info) }

  /// How many tiles a cell reaches over along each axis, its own one included; what lies beyond 16 of them is left out.
  static func tiles(under cell: CGFloat, step: CGFloat) -> Int {
    Int(min(max((cell / step).rounded(.up), 1), 16))
  }

  /// Draws one cell.
  func draw(in context: CGContext) { callbacks.drawPattern?(info, context) }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGPattern.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGPattern, rhs: CGPattern) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGPattern: CoreFoundationObject {}

extension CGRect {
  /// True if all numbers of the rectangle are finite.
  fileprivate var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
