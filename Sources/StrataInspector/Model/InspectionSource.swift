#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataFrame
  import StrataRenderTree

  /// The part of a host's space that is shown.
  struct InspectedStage: Equatable {
    /// In points.
    var size: CGSize
    var origin: Viewport.Origin
    /// The colour behind the root layer, straight extended sRGB.
    var background = SIMD4<Float>(repeating: 0)

    /// The most pixels of a picture, so that a page cannot ask for more than the machine has.
    static let mostPixels = 64.0 * 1024 * 1024
    /// The longest side of a picture, in pixels.
    static let longestSide = 16_384.0

    /// The viewport of a picture with so many pixels for each point, or fewer if they would be too many.
    func viewport(scale: Double) -> Viewport {
      let (width, height) = (Self.side(size.width), Self.side(size.height))
      let area = max(width * height, 1)
      let scale = min(
        max(scale.isFinite ? scale : 1, 0.01),
        64,
        (Self.mostPixels / area).squareRoot(),
        Self.longestSide / max(width, height, 1)
      )
      func pixels(_ points: Double) -> Int {
        min(max(PixelCount.covering(points, scale: scale), 1), Int(Self.longestSide))
      }
      return Viewport(
        width: pixels(width),
        height: pixels(height),
        scale: scale,
        origin: origin,
        background: background
      )
    }

    /// A length in points that can be multiplied by others.
    private static func side(_ points: CGFloat) -> Double {
      points.isNaN ? 0 : min(max(Double(points), 0), 1e150)
    }
  }

  /// A tree at a time, as a value.
  struct Snapshot: Sendable {
    var tree: RenderTree
    var time: Double
    /// The outermost layer that is shown in lists.
    var top: LayerID?
  }

  /// The facts about a source that a page gets when it opens, and again when they change.
  struct SourceFacts: Encodable {
    /// What a running program has and a document has not.
    struct Program: Encodable {
      /// The multiple of their own speed at which its animations run; 0 while they are stopped.
      var speed: Double
      /// False while pages show what was.
      var isFollowed: Bool
      /// The moment at which a recording began; nil while there is none.
      var recordingStart: Double?
      /// The estimated bytes of what is kept, and the most that are kept.
      var keptBytes: Int
      var mostKeptBytes: Int
    }
    struct Problem: Encodable {
      var message: String
      var part: Int?
      var line: Int?
    }
    struct Remark: Encodable {
      var severity: String
      /// The index of the text that it is about, for ``SourceListing``.
      var part: Int?
      var line: Int
      var message: String
      var layer: String?
    }
    var version = protocolVersion
    /// `document` or `program`.
    var kind: String
    var name: String
    var width: Double
    var height: Double
    /// The first and the last moment, in seconds.
    var from: Double
    var to: Double
    var loops = false
    var states: [String] = []
    var state: String?
    var changes: [StateMoment] = []
    var remarks: [Remark] = []
    var problem: Problem?
    var canUndo = false
    var canRedo = false
    var isChanged = false
    /// Why the document cannot be saved; nil if it can.
    var unsavable: String?
    var formats: [String] = []
    /// Nil for a document.
    var program: Program?
    /// Grows with each reading and each change.
    var revision = 0
  }

  /// A change of state on the time line.
  struct StateMoment: Codable, Sendable {
    /// Nil is the base state.
    var name: String?
    var time: Double
  }

  /// What pages look at: a document or a running program.
  ///
  /// - Thread: The inspector's.
  protocol InspectionSource: AnyObject {
    var facts: SourceFacts { get }
    var stage: InspectedStage { get }
    /// How many threads draw a page's pictures, the inspector's included.
    var painterThreads: Int { get }
    /// The tree at a time, or now for nil; nil before there is one.
    func snapshot(at time: Double?) -> Snapshot?
    /// The layer's name; nil without one.
    func name(of id: LayerID) -> String?
    /// The name of the layer's class; nil if the tree alone knows it.
    func className(of id: LayerID) -> String?
    /// The animation under a key, if the source has the program's objects.
    func animation(of id: LayerID, key: String) -> CAAnimation?
    /// A maker of a renderer that draws the same pictures on another thread.
    func copyForExport() throws -> @Sendable (_ scale: Double) throws -> RendererBox
    /// Called when the first page opens and when the last one closes.
    func pagesChanged(areOpen: Bool)
  }
#endif
