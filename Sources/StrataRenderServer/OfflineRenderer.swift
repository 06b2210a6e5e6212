public import CoreGraphics
public import Foundation
package import StrataBase
import StrataCompositor
package import StrataFrame
import StrataRaster
package import StrataRenderTree

/// Draws any moment of a layer tree exactly, without a screen.
///
/// Changes that the thread made outside of ``change(at:_:)`` are committed before the next picture, at the time of the last
/// change or of ``play(until:)``, zero at first. They animate from then on, as they would on screen.
///
/// The renderer keeps every tree that was committed, with its time. To draw a time, it takes the tree of that time and
/// evaluates it. Times may be drawn in any order; the same time always gives the same bytes, on every run and with any
/// number of threads.
///
/// - Thread: One at a time.
public final class OfflineRenderer {
  /// The corner of the host's origin, and the direction of its y axis.
  public enum Origin: Sendable {
    /// The upper left corner; y runs down, as on iOS and in windows.
    case topLeft
    /// The lower left corner; y runs up, as on macOS.
    case bottomLeft
  }

  /// The width of the picture, in pixels.
  public let pixelWidth: Int
  /// The height of the picture, in pixels.
  public let pixelHeight: Int
  /// Pixels for each point.
  public let scale: CGFloat
  /// The corner of the host's origin.
  public let origin: Origin
  /// The colour behind the root layer; nil for transparency.
  public var backgroundColor: CGColor?

  /// How many bytes are kept for later pictures, 192 MiB at first; 0 keeps none.
  ///
  /// The bytes hold finished surfaces (blurs, masks, groups) and tiles out of sight. Pictures do not depend on the budget.
  public var cacheBudget: Int {
    get { presenter.cacheBudget }
    set { presenter.cacheBudget = newValue }
  }

  /// How many bytes of copies of images (halved ones, other formats) this process keeps for later pictures, 256 MiB at
  /// first.
  public static var imageCacheBudget: Int {
    get { ImageCopyCache.shared.budget }
    set { ImageCopyCache.shared.budget = newValue }
  }

  /// Drops the caches for later pictures: surfaces, masks of shapes, tiles out of sight, copies of images.
  ///
  /// Call this when the program draws nothing for a while. The next picture costs as much as the first one.
  public func releaseCaches() { presenter.dropCaches() }

  /// The owner of the layers; nil for a renderer of recorded trees.
  package var host: (any OfflineHost)?
  /// The committed trees in order of time; times do not decrease.
  package private(set) var timeline: [(time: Double, tree: RenderTree)] = []

  private let builder = FrameBuilder()
  private let presenter: any FramePresenting
  /// Pictures whose bytes are not there yet, the oldest first.
  private var waiting: [WaitingPicture] = []
  /// True if the bytes of those that wait were lost.
  private var hasLostPictures = false

  /// A picture that ``render(at:into:then:)`` began.
  private struct WaitingPicture {
    var time: Double
    var bytes: UnsafeMutableRawBufferPointer
    var completion: () -> Void
  }

  /// Creates a renderer without a tree, which draws its background.
  ///
  /// - Parameters:
  ///   - size: The part of the host's space that is shown, from its origin, in points.
  ///   - scale: Pixels for each point, above 0.
  ///   - origin: The corner at which the host's space begins.
  ///   - presenter: The presenter that draws.
  package init(size: CGSize, scale: CGFloat, origin: Origin, presenter: any FramePresenting) {
    pixelWidth = PixelCount.covering(size.width, scale: scale)
    pixelHeight = PixelCount.covering(size.height, scale: scale)
    (self.scale, self.origin, self.presenter) = (scale, origin, presenter)
  }

  /// Creates a renderer without a tree that draws with a number of threads, at least one.
  package convenience init(
    size: CGSize,
    scale: CGFloat,
    origin: Origin,
    threads: Int,
    backend: RenderBackend = .standard
  ) {
    let presenter = DefaultBackend.presenter(threads: threads, backend: backend)
    self.init(size: size, scale: scale, origin: origin, presenter: presenter)
  }

  // MARK: Time line

  /// Changes the tree at a media time, in seconds: runs `body` with the renderer's clock at that time and commits.
  ///
  /// Ends of animations before that time, and their callbacks, come first. Times do not run backwards: a time before that
  /// of the last change counts as the same.
  public func change(at time: CFTimeInterval, _ body: () -> Void) { host?.change(at: time, body) }

  /// Lets time pass up to `time`, in seconds.
  ///
  /// Animations that begin or end are reported to their delegates and completion blocks run, each at its exact time.
  /// Changes that these make are shown from then on. Infinity plays all that is known to begin or end, or 100,000 such
  /// moments if callbacks always add more; later changes belong to the last of these moments.
  public func play(until time: CFTimeInterval) { host?.play(until: time) }

  /// Records a tree that is current from a time on; drops the trees that were recorded for later times.
  package func record(_ tree: RenderTree, at time: Double) {
    forgetTrees(from: time)
    timeline.append((time, tree))
  }

  /// Drops the trees of a time and of later ones, which a commit at that time is about to replace.
  package func forgetTrees(from time: Double) {
    while let last = timeline.last, last.time >= time { timeline.removeLast() }
  }

  /// The tree that is current at a time: the last one committed by then, or the first one before all commits.
  ///
  /// - Complexity: O(log *n*) in the number of commits.
  package func tree(at time: Double) -> RenderTree? { timeline.current(at: time, by: \.time)?.tree }

  /// The tree that pictures of a time show.
  package func shownTree(at time: Double) -> RenderTree {
    host?.commitPendingChanges()
    host?.makeTimedChanges(until: time)
    let tree = tree(at: time) ?? RenderTree()
    return host?.redraw(tree, at: time) ?? tree
  }

  // MARK: Pictures

  /// The display list of a time.
  package func frame(at time: Double) -> Frame { frame(at: time, density: 1) }

  /// The display list of a time with `density` times as many pixels along each side.
  package func frame(at time: Double, density: Double) -> Frame {
    builder.frame(of: shownTree(at: time), at: time, viewport: viewport(density: density))
  }

  private var viewport: Viewport { viewport(density: 1) }

  private func viewport(density: Double) -> Viewport {
    Viewport(
      width: Int((Double(pixelWidth) * density).rounded(.up)),
      height: Int((Double(pixelHeight) * density).rounded(.up)),
      scale: scale * density,
      origin: origin == .topLeft ? .topLeft : .bottomLeft,
      background: backgroundColor?.extendedSRGB ?? .zero
    )
  }

  /// Draws a time into memory of the caller.
  ///
  /// - Parameters:
  ///   - time: Seconds of the renderer's time line.
  ///   - bytes: Receives `pixelHeight` rows of `pixelWidth` premultiplied RGBA pixels without gaps, from the top.
  /// - Throws: ``RenderError``.
  public func render(at time: CFTimeInterval, into bytes: UnsafeMutableRawBufferPointer) throws(RenderError) {
    let needed = pixelWidth * 4 * pixelHeight
    guard bytes.count >= needed else { throw .bufferTooSmall(needed: needed) }
    try draw(at: time)
    try presenter.read(into: bytes)
  }

  /// How many pictures ``render(at:into:then:)`` may begin before the first is complete; 0 at first.
  ///
  /// A graphics processor then draws a picture while others come back from it. The processor completes each at once.
  package var picturesAhead: Int {
    get { presenter.framesAhead }
    set { presenter.framesAhead = newValue }
  }

  /// Draws a time into memory of the caller, which must stay until `completion` is called: at once or within a later call,
  /// in the order of the calls.
  ///
  /// - Throws: ``RenderError``; after an error no completion is called any more.
  package func render(
    at time: CFTimeInterval,
    into bytes: UnsafeMutableRawBufferPointer,
    then completion: @escaping () -> Void
  ) throws(RenderError) {
    let needed = pixelWidth * 4 * pixelHeight
    guard bytes.count >= needed else { throw .bufferTooSmall(needed: needed) }
    do throws(RenderError) {
      waiting.append(WaitingPicture(time: time, bytes: bytes, completion: completion))
      try show(time)
      if !hasLostPictures { try presenter.read(into: bytes) { [weak self] in self?.completeNext($0) } }
      try drawLostPictures()
    } catch {
      cancelRendering()
      throw error
    }
  }

  /// Completes all pictures that were begun.
  ///
  /// - Throws: ``RenderError``; after an error no completion is called any more.
  package func finishRendering() throws(RenderError) {
    presenter.finishReading()
    do throws(RenderError) {
      try drawLostPictures()
    } catch {
      cancelRendering()
      throw error
    }
  }

  /// Ends pictures that were begun without completing them; nothing is written into their memory any more.
  package func cancelRendering() {
    let cancelled = waiting
    waiting = []
    // What is on its way is still written; the completions hold its memory.
    withExtendedLifetime(cancelled) { presenter.finishReading() }
    if hasLostPictures { presenter.invalidate() }
    hasLostPictures = false
  }

  private func completeNext(_ isRead: Bool) {
    guard isRead else {
      hasLostPictures = true
      return
    }
    if !waiting.isEmpty { waiting.removeFirst().completion() }
  }

  /// Draws the pictures again whose bytes were lost with the context of a graphics processor.
  private func drawLostPictures() throws(RenderError) {
    guard hasLostPictures else { return }
    let ahead = presenter.framesAhead
    presenter.framesAhead = 0
    defer { presenter.framesAhead = ahead }
    let lost = waiting
    (waiting, hasLostPictures) = ([], false)
    presenter.invalidate()
    for picture in lost {
      try show(picture.time)
      try presenter.read(into: picture.bytes)
      picture.completion()
    }
  }

  /// Returns the picture of a time.
  ///
  /// - Throws: ``RenderError``.
  public func image(at time: CFTimeInterval) throws(RenderError) -> CGImage {
    try draw(at: time)
    return try presenter.copyPicture()
  }

  /// Draws a time and passes the picture on, with the pixels that differ from the last picture passed on.
  ///
  /// The picture must not be kept: it shares memory with the renderer.
  package func draw(at time: CFTimeInterval, _ body: (CGImage, PixelRegion) -> Void) throws(RenderError) {
    if !waiting.isEmpty { try finishRendering() }
    try presenter.update(to: shownTree(at: time), at: time, viewport: viewport)
    let region = try presenter.draw(adding: PixelRegion())
    body(try presenter.picture(), region)
  }

  /// The number of pixels that the last picture redrew, because it differed there from the one before.
  package var redrawnPixels: Int { presenter.redrawnPixels }

  /// Draws into the renderer's own pixels; the next drawing overwrites them where it differs.
  package func draw(at time: CFTimeInterval) throws(RenderError) {
    if !waiting.isEmpty { try finishRendering() }
    try show(time)
  }

  private func show(_ time: CFTimeInterval) throws(RenderError) {
    try presenter.update(to: shownTree(at: time), at: time, viewport: viewport)
    try presenter.draw(adding: PixelRegion())
  }
}

extension RandomAccessCollection {
  /// The element that is current at a time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - timeOf: The time of an element; it does not decrease from one to the next.
  /// - Returns: The last element whose time has come, or the first one before all times; nil without elements.
  /// - Complexity: O(log *n*).
  package func current(at time: Double, by timeOf: (Element) -> Double) -> Element? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if timeOf(self[index(startIndex, offsetBy: middle)]) <= time { low = middle + 1 } else { high = middle }
    }
    return isEmpty ? nil : self[index(startIndex, offsetBy: Swift.max(low - 1, 0))]
  }
}
