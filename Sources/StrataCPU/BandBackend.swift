package import CoreGraphics
package import StrataBase
package import StrataCompositor
package import StrataRaster
import Synchronization

/// Draws frames on the processor, band by band.
///
/// Passes are drawn one after the other, those that others need first. A pass is cut into bands as wide as itself; each
/// band belongs to one worker, which draws the items in order. No pixel depends on where bands end or who draws them, so
/// any number of threads and any height of bands give the same bytes.
package struct BandBackend: CompositorBackend {
  package typealias Target = PixelBuffer

  package let limits = BackendLimits(maxSurfaceSide: 32768, maxSurfacePixels: 1 << 29)

  /// Rows of a band: long spans and few dispatches, yet enough bands to share.
  ///
  /// Any value gives the same bytes.
  package var bandHeight = 32

  private let pool: WorkerPool
  private let tools = ToolBox()
  private let shapes = ShapeCache()

  /// - Parameter threads: How many threads draw, the caller's included.
  package init(threads: Int) {
    pool = WorkerPool(workers: max(1, threads))
  }

  package mutating func drop(_ keys: [SurfaceKey]) {}

  package func read(_ target: PixelBuffer, _ rect: PixelRect) throws(BackendError) -> CGImage {
    let all = PixelRect(0, 0, Int32(target.width), Int32(target.height))
    guard !rect.isEmpty, all.contains(rect) else { throw .outsideTarget }
    let copy = PixelBuffer(width: rect.width, height: rect.height, format: target.format)
    for y in 0..<rect.height {
      let from = target.row(y + Int(rect.minY)) + Int(rect.minX) * target.format.bytesPerPixel
      copy.row(y).copyMemory(from: from, byteCount: rect.width * target.format.bytesPerPixel)
    }
    return CGImage(pixels: copy)
  }

  package mutating func draw(_ frame: Frame, into target: PixelBuffer) throws(BackendError) {
    let clips = PreparedClip.all(of: frame)
    defer { shapes.sweep() }
    var surfaces = [PixelBuffer?](repeating: nil, count: frame.passes.count)
    for (index, pass) in frame.passes.enumerated() {
      let isScreen = index == frame.passes.count - 1
      guard isScreen || !pass.bounds.isEmpty else { continue }
      let (width, height) = (pass.bounds.width, pass.bounds.height)
      guard width <= limits.maxSurfaceSide, height <= limits.maxSurfaceSide,
        width * height <= limits.maxSurfacePixels
      else { throw .surfaceTooLarge(width: width, height: height) }
      let buffer = isScreen ? target : PixelBuffer(width: width, height: height, format: .rgba8)
      let items = prepared(frame, pass, clips, surfaces)
      defer { items.discard() }
      let background =
        isScreen ? PremultipliedColor(straight: frame.background) : PremultipliedColor(premultiplied: .zero)
      let job = PassJob(
        items: items.all,
        clips: clips,
        buffer: buffer,
        bounds: pass.bounds,
        background: background,
        isZeroed: !isScreen
      )
      run(job, EffectRenderer(frame: frame, surfaces: surfaces, wanted: pass.bounds))
      surfaces[index] = buffer
    }
  }

  /// How many items a worker prepares at once: few, as a blur takes as long as hundreds of rectangles, but not one by one
  /// where there are thousands.
  private func pieceSize(of count: Int) -> Int { min(max(count / (pool.workers * 16), 1), 64) }

  /// The items of a pass that are visible, in order, with what costs time already done.
  private func prepared(
    _ frame: Frame,
    _ pass: RenderPass,
    _ clips: [PreparedClip],
    _ surfaces: [PixelBuffer?]
  ) -> PreparedItems {
    let items = frame.items(of: pass)
    let size = pieceSize(of: items.count)
    let pieces = (items.count + size - 1) / size
    let results = PreparedItems(count: items.count)
    let (tools, shapes, bounds) = (tools, shapes, pass.bounds)
    pool.run(pieces) { piece, _ in
      let tool = tools.take()
      let preparer = ItemPreparer(
        frame: frame,
        clips: clips,
        shapes: shapes,
        surfaces: surfaces,
        scratch: tool.raster
      )
      let first = piece * size
      for index in first..<min(first + size, items.count) {
        let item = preparer.prepare(items, at: items.startIndex + index, in: bounds)
        results.first.advanced(by: index).initialize(to: item)
      }
      tools.giveBack(tool)
    }
    return results
  }

  /// Draws a pass: bands of items, and between them the items that read what is painted behind.
  private func run(_ job: PassJob, _ effects: EffectRenderer) {
    var start = 0
    for index in job.items.indices {
      guard job.items.mayBeBackdrop(index), let (effect, alpha) = job.items[index].backdrop else { continue }
      drawBands(job, start..<index)
      let tool = tools.take()
      job.applyBackdrop(job.items[index], effect, alpha: alpha, effects, tool)
      tools.giveBack(tool)
      start = index + 1
    }
    drawBands(job, start..<job.items.count)
  }

  private func drawBands(_ job: PassJob, _ range: Range<Int>) {
    let bounds = job.bounds
    guard !bounds.isEmpty, !range.isEmpty || range.lowerBound == 0 else { return }
    let height = Int32(max(1, bandHeight))
    let count = (bounds.height + Int(height) - 1) / Int(height)
    let (starts, lists) = lists(job, range, height: height, count: count)
    let tools = tools
    pool.run(count) { index, _ in
      let top = bounds.minY + Int32(index) * height
      let band = PixelRect(bounds.minX, top, bounds.maxX, min(top + height, bounds.maxY))
      let tool = tools.take()
      job.draw(range, lists[starts[index]..<starts[index + 1]], in: band, tool)
      tools.giveBack(tool)
    }
  }

  /// Which items touch each band, in order: the items of band `i` stand at `starts[i]..<starts[i + 1]`.
  private func lists(
    _ job: PassJob,
    _ range: Range<Int>,
    height: Int32,
    count: Int
  ) -> (starts: [Int], lists: [Int32]) {
    var starts = [Int](repeating: 0, count: count + 1)
    func bands(_ index: Int) -> ClosedRange<Int>? {
      let rows = job.items[index].bounds.intersection(job.bounds)
      guard !rows.isEmpty else { return nil }
      return Int((rows.minY - job.bounds.minY) / height)...Int((rows.maxY - 1 - job.bounds.minY) / height)
    }
    for index in range {
      guard let bands = bands(index) else { continue }
      for band in bands { starts[band + 1] += 1 }
    }
    for band in 0..<count { starts[band + 1] += starts[band] }
    var lists = [Int32](repeating: 0, count: starts[count])
    var ends = starts
    for index in range {
      guard let bands = bands(index) else { continue }
      for band in bands {
        lists[ends[band]] = Int32(index)
        ends[band] += 1
      }
    }
    return (starts, lists)
  }
}

/// The prepared items of a pass in memory that is written by several workers, each item once.
///
/// Each place is written by one worker, and read after all are done.
struct PreparedItems: @unchecked Sendable {
  let first: UnsafeMutablePointer<PreparedItem>
  let count: Int

  init(count: Int) {
    first = .allocate(capacity: max(count, 1))
    self.count = count
  }

  /// Every item; those that cannot be seen have no bounds.
  var all: UnsafeBufferPointer<PreparedItem> { UnsafeBufferPointer(start: first, count: count) }

  func discard() {
    first.deinitialize(count: count)
    first.deallocate()
  }
}

/// The memory that a worker needs while it draws a band.
final class BandTools {
  let paint = PaintScratch()
  let raster = RasterizerScratch()
  var clipCoverage: [Int: Coverage] = [:]
}

/// Tools that are not in use; workers take and give them back, so none is ever used twice at once.
final class ToolBox: Sendable {
  private struct Shelf: @unchecked Sendable {  // Tools change owner only under the lock.
    var tools: [BandTools] = []
  }
  private let shelf = Mutex(Shelf())

  func take() -> BandTools {
    let tool = shelf.withLock { $0.tools.popLast() }
    return tool ?? BandTools()
  }

  func giveBack(_ tool: sending BandTools) {
    let box = Handover(tool: tool)
    shelf.withLock { $0.tools.append(box.tool) }
  }

  private struct Handover: @unchecked Sendable {  // Carries one tool from its owner into the shelf.
    let tool: BandTools
  }
}
