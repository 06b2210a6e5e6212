import StrataKernels
import StrataBase
import StrataFrame
import StrataRaster

/// A clip that covers its contents once, as one picture.
///
/// The pixels that the clip covers in part or not at all are saved first. Then the contents are painted without the clip.
/// At the end each saved pixel `a` is mixed with the painted pixel `b`: `a + (b − a) · coverage`. Contents may overlap, and
/// no backdrop shows between them at the edge. The cost is that of the saved pixels, without a surface.
struct PreparedClipEdge {
  /// The enclosing clip edge, or -1.
  let outer: Int32
  /// The bounds of all painting inside.
  let box: PixelRect
  let coverage: Coverage
  /// The offset from the coverage to its place.
  let x: Int32
  let y: Int32

  init(
    _ node: ClipNode,
    outer: Int32,
    box: PixelRect,
    in frame: Frame,
    _ shapes: ShapeCache,
    _ tool: WorkerScratch
  ) {
    (self.outer, self.box) = (outer, box)
    let shape = PreparedClip.shape(of: node, in: frame)
    let placed = shapes.shape(shape, antialias: node.isAntialiased, scratch: tool.raster)
    if case (.mask(let mask), let x, let y)? = placed {
      (coverage, self.x, self.y) = (mask.coverage, x, y)
    } else {
      coverage = shape.coverage(in: box, antialias: node.isAntialiased, scratch: tool.raster)
      (x, y) = (0, 0)
    }
  }

  /// Calls `body` with each run of pixels of a rectangle that are not fully covered.
  ///
  /// `x` and `y` are the first pixel. `values` holds the coverage of each pixel; if it is nil, `value` is that of all.
  @inline(__always)
  func forEachRun(
    in tile: PixelRect,
    _ body: (_ x: Int32, _ y: Int32, _ count: Int, _ value: UInt8, _ values: UnsafePointer<UInt8>?) -> Void
  ) {
    let area = box.intersection(tile)
    guard !area.isEmpty else { return }
    let bounds = coverage.bounds
    coverage.spans.withUnsafeBufferPointer { spans in
      coverage.rowStarts.withUnsafeBufferPointer { starts in
        coverage.alphas.withUnsafeBufferPointer { alphas in
          for row in area.minY..<area.maxY {
            var next = area.minX
            let inner = row &- y
            if inner >= bounds.minY, inner < bounds.maxY {
              let first = Int(inner &- bounds.minY)
              for index in Int(starts[first])..<Int(starts[first &+ 1]) {
                let span = spans[index]
                let (from, to) = (max(span.x &+ x, area.minX), min(span.end &+ x, area.maxX))
                guard from < to else { continue }
                if next < from { body(next, row, Int(from &- next), 0, nil) }
                if span.value == 0, let base = alphas.baseAddress {
                  body(from, row, Int(to &- from), 0, base + Int(span.offset &+ from &- span.x &- x))
                } else if span.value < 255 {
                  body(from, row, Int(to &- from), span.value, nil)
                }
                next = to
              }
            }
            if next < area.maxX { body(next, row, Int(area.maxX &- next), 0, nil) }
          }
        }
      }
    }
  }
}

/// The clip edges of all frames that are drawn together.
struct PreparedClipEdges {
  private(set) var all: [PreparedClipEdge] = []
  /// The index of each clip edge that several frames share, by its owner.
  private var shared: [UInt64: Int32] = [:]

  /// Adds the clip edges of a frame; returns the index for each clip, or an empty array if there are no edges.
  mutating func add(
    of frame: Frame,
    _ clips: ArraySlice<PreparedClip>,
    _ shapes: ShapeCache,
    _ tool: WorkerScratch
  )
    -> [Int32]
  {
    guard frame.clips.contains(where: \.coversOnce) else { return [] }
    var result = [Int32](repeating: -1, count: frame.clips.count)
    for (index, node) in frame.clips.enumerated() where node.coversOnce {
      if let owner = node.owner, let known = shared[owner] {
        result[index] = known
        continue
      }
      let outer = frame.clipEdge(of: node.parent).map { result[$0.value] } ?? -1
      let box = clips[clips.startIndex + index].rect
      all.append(PreparedClipEdge(node, outer: outer, box: box, in: frame, shapes, tool))
      result[index] = Int32(all.count - 1)
      if let owner = node.owner { shared[owner] = result[index] }
    }
    return result
  }
}

/// The clip edges that are open while a piece of a pass is drawn, and their saved pixels.
///
/// - Thread: One owner, the worker that draws the piece.
final class ClipEdgeStack: @unchecked Sendable {  // It has one owner at a time.
  /// A run of saved pixels of one row.
  private struct Run {
    var x: Int32
    var y: Int32
    var first: Int32
    var count: Int32
  }

  private struct Open {
    var clipEdge: Int32
    var firstRun: Int
    var firstShare: Int
  }

  /// The innermost open clip edge, or -1.
  private(set) var current: Int32 = -1
  @exclusivity(unchecked) private var open: [Open] = []
  @exclusivity(unchecked) private var runs: [Run] = []
  @exclusivity(unchecked) private var pixels: [UInt8] = []
  /// The part of each saved pixel that is not covered.
  @exclusivity(unchecked) private var shares: [UInt8] = []

  var isEmpty: Bool { open.isEmpty }

  /// Closes the clip edges that do not enclose `target`, and opens those that do.
  func change(to target: Int32, of job: PassJob, in tile: PixelRect) {
    while let last = open.last, !isAround(last.clipEdge, target, job) { close(job) }
    current = target
    let stop = open.last?.clipEdge ?? job.outerClipEdge
    guard target >= 0, target != stop, target != job.outerClipEdge else { return }
    var next = job.clipEdges[Int(target)].outer
    if next >= 0, next != stop, next != job.outerClipEdge {
      var path: [Int32] = []
      while next >= 0, next != stop, next != job.outerClipEdge {
        path.append(next)
        next = job.clipEdges[Int(next)].outer
      }
      for clipEdge in path.reversed() { enter(clipEdge, job, tile) }
    }
    enter(target, job, tile)
  }

  private func isAround(_ clipEdge: Int32, _ target: Int32, _ job: PassJob) -> Bool {
    var next = target
    while next >= 0, next != job.outerClipEdge {
      if next == clipEdge { return true }
      next = job.clipEdges[Int(next)].outer
    }
    return false
  }

  private func enter(_ clipEdge: Int32, _ job: PassJob, _ tile: PixelRect) {
    open.append(Open(clipEdge: clipEdge, firstRun: runs.count, firstShare: shares.count))
    let first = runs.count
    job.clipEdges[Int(clipEdge)].forEachRun(in: tile) { x, y, count, value, values in
      if runs.count > first, let last = runs.indices.last, runs[last].y == y,
        runs[last].x + runs[last].count == x
      {
        runs[last].count += Int32(count)
      } else {
        runs.append(Run(x: x, y: y, first: Int32(shares.count), count: Int32(count)))
      }
      pixels.append(contentsOf: UnsafeBufferPointer(start: job.pixel(x, y), count: count * job.pixelBytes))
      if let values {
        for i in 0..<count { shares.append(255 - values[i]) }
      } else {
        shares.append(contentsOf: repeatElement(255 - value, count: count))
      }
    }
  }

  private func close(_ job: PassJob) {
    guard let last = open.popLast() else { return }
    mix(last.firstRun..<runs.count, job)
    runs.removeSubrange(last.firstRun...)
    pixels.removeSubrange((last.firstShare * job.pixelBytes)...)
    shares.removeSubrange(last.firstShare...)
  }

  private func mix(_ range: Range<Int>, _ job: PassJob) {
    guard !range.isEmpty else { return }
    let mix = strata_kernels().pointee.mix_mask
    pixels.withUnsafeBufferPointer { pixels in
      shares.withUnsafeBufferPointer { shares in
        guard let saved = pixels.baseAddress, let share = shares.baseAddress else { return }
        for index in range {
          let run = runs[index]
          let first = Int(run.first)
          guard job.pixelBytes == 4 else {
            Blending.mix(
              UnsafeRawPointer(saved + first * job.pixelBytes),
              intoWide: job.pixel(run.x, run.y),
              count: Int(run.count),
              shares: share + first
            )
            continue
          }
          mix?(job.pixel(run.x, run.y), 0, saved + first * 4, 0, share + first, 0, Int(run.count), 1)
        }
      }
    }
  }

  /// Pixels as they were before ``closeTemporarily(_:)``.
  struct SavedPixels {
    fileprivate var runs: [(x: Int32, y: Int32, first: Int, count: Int)] = []
    fileprivate var pixels: [UInt8] = []

    /// Puts the pixels back.
    func restore(_ job: PassJob) {
      pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for run in runs.reversed() {
          UnsafeMutableRawPointer(job.pixel(run.x, run.y)).copyMemory(
            from: base + run.first,
            byteCount: run.count * job.pixelBytes
          )
        }
      }
    }
  }

  /// Closes all clip edges in the pixels only; the caller restores the returned pixels before it paints on.
  func closeTemporarily(_ job: PassJob) -> SavedPixels {
    var saved = SavedPixels()
    for place in open.indices.reversed() {
      let end = place + 1 < open.count ? open[place + 1].firstRun : runs.count
      let range = open[place].firstRun..<end
      for run in runs[range] {
        let bytes = Int(run.count) * job.pixelBytes
        saved.runs.append((run.x, run.y, saved.pixels.count, Int(run.count)))
        saved.pixels.append(contentsOf: UnsafeBufferPointer(start: job.pixel(run.x, run.y), count: bytes))
      }
      mix(range, job)
    }
    return saved
  }
}
