import StrataBase
import StrataRaster

/// The opaque rectangles in front of what is looked at.
struct Occluders {
  /// The largest ones met so far, none within another.
  private var rects: [PixelRect] = []
  /// What is left of a rectangle that several of them hide in part.
  private var rest: [PixelRect] = []
  private var spare: [PixelRect] = []

  var isEmpty: Bool { rects.isEmpty }

  /// Smaller rectangles are not asked about.
  private var smallestArea = Occlusion.smallestOccluder
  /// The smallest of as many rectangles as are asked.
  private var smallest: (place: Int, area: Int)?

  /// Begins anew for what is drawn into some pixels: what hides less than a five-hundredth of them is not asked about.
  mutating func begin(pixels: Int) {
    removeAll()
    smallestArea = max(Occlusion.smallestOccluder, pixels >> 9)
  }

  mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
    smallest = nil
  }

  /// Whether nothing of a rectangle can be seen; also true of one without pixels.
  mutating func hide(_ rect: PixelRect) -> Bool {
    if rect.isEmpty { return true }
    var touching = 0
    for occluder in rects {
      if occluder.contains(rect) { return true }
      if !occluder.intersection(rect).isEmpty { touching += 1 }
    }
    guard touching > 1 else { return false }
    rest.removeAll(keepingCapacity: true)
    rest.append(rect)
    for occluder in rects {
      spare.removeAll(keepingCapacity: true)
      for part in rest { appendRest(of: part, behind: occluder) }
      swap(&rest, &spare)
      if rest.isEmpty { return true }
    }
    return false
  }

  /// What of a rectangle stays visible: above, left, right, below.
  private mutating func appendRest(of rect: PixelRect, behind occluder: PixelRect) {
    let gone = rect.intersection(occluder)
    guard !gone.isEmpty else { return spare.append(rect) }
    if rect.minY < gone.minY { spare.append(PixelRect(rect.minX, rect.minY, rect.maxX, gone.minY)) }
    if rect.minX < gone.minX { spare.append(PixelRect(rect.minX, gone.minY, gone.minX, gone.maxY)) }
    if gone.maxX < rect.maxX { spare.append(PixelRect(gone.maxX, gone.minY, rect.maxX, gone.maxY)) }
    if gone.maxY < rect.maxY { spare.append(PixelRect(rect.minX, gone.maxY, rect.maxX, rect.maxY)) }
  }

  /// Whether a rectangle is large enough to be asked about.
  @inline(__always)
  func wants(_ rect: PixelRect) -> Bool { rect.width * rect.height >= smallestArea }

  mutating func add(_ rect: PixelRect) {
    let area = rect.width * rect.height
    guard area >= smallestArea, area > smallest?.area ?? 0 else { return }
    for occluder in rects where occluder.contains(rect) { return }
    rects.removeAll { rect.contains($0) }
    if rects.count == Occlusion.mostOccluders, let smallest {
      rects[smallest.place] = rect
    } else {
      rects.append(rect)
    }
    smallest = nil
    guard rects.count == Occlusion.mostOccluders else { return }
    for (place, rect) in rects.enumerated() {
      let area = rect.width * rect.height
      if area < smallest?.area ?? .max { smallest = (place, area) }
    }
  }
}

/// Drops what lies wholly behind something opaque, and the surfaces that nobody needs then.
///
/// Each pass is read from front to back with the opaque rectangles met so far. An item is dropped when one of them,
/// or the area that several of them make up, holds it. What a backdrop filter reads around itself must be there even
/// if it is covered later, so that the list starts anew behind one.
///
/// - Complexity: O(items · ``mostOccluders``).
package struct Occlusion {
  /// Smaller rectangles hide too little to be asked about.
  package static let smallestOccluder = 1024
  /// How many rectangles are asked; the largest ones stay.
  package static let mostOccluders = 16

  /// What was dropped.
  package struct Report: Sendable, Equatable {
    package var items = 0
    package var passes = 0
  }

  /// Drops what cannot be seen from a frame; no pixel of it changes.
  package static func cull(_ frame: inout Frame) -> Report {
    var report = Report()
    guard !frame.passes.isEmpty else { return report }
    var isNeeded = [Bool](repeating: false, count: frame.passes.count)
    isNeeded[frame.passes.count - 1] = true
    var kept = [[DisplayItem]](repeating: [], count: frame.passes.count)
    // From the target down, so that passes of dropped surfaces are never looked at.
    for i in frame.passes.indices.reversed() {
      guard isNeeded[i] else {
        report.passes += 1
        continue
      }
      kept[i] = visibleItems(of: frame.passes[i], in: frame)
      report.items += frame.passes[i].items.count - kept[i].count
      for item in kept[i] { markPasses(of: item, in: frame, &isNeeded) }
    }
    guard report.items > 0 || report.passes > 0 else { return report }
    rebuild(&frame, kept, isNeeded)
    return report
  }

  private static func visibleItems(of pass: RenderPass, in frame: Frame) -> [DisplayItem] {
    var occluders = Occluders()
    var visible: [DisplayItem] = []
    for item in frame.items(of: pass).reversed() {
      if occluders.hide(item.boundsInDevice.intersection(pass.bounds)) { continue }
      visible.append(item)
      if case .backdrop = item.payload {
        occluders.removeAll()
      } else if item.isOpaque, item.blend == .normal {
        occluders.add(item.boundsInDevice)
      }
    }
    visible.reverse()
    return visible
  }

  private static func markPasses(of item: DisplayItem, in frame: Frame, _ isNeeded: inout [Bool]) {
    var effect: Index<Effect>?
    switch item.payload {
    case .surface(let pass, let used):
      isNeeded[pass.value] = true
      effect = used
    case .bitmap(let pass, _): isNeeded[pass.value] = true
    case .backdrop(let used): effect = used
    case .fill, .border, .image, .gradient, .path, .shadow, .particles: break
    }
    if let effect, let mask = frame[effect].mask { isNeeded[mask.value] = true }
    if let step = effect.flatMap({ frame[$0].transition }) {
      for used in [step.old, step.new] { if let used { isNeeded[used.value] = true } }
    }
  }

  /// Writes passes and items anew, with the numbers that remain.
  private static func rebuild(_ frame: inout Frame, _ kept: [[DisplayItem]], _ isNeeded: [Bool]) {
    var renamed = [Index<RenderPass>](repeating: Index(0), count: isNeeded.count)
    var passes: [RenderPass] = []
    var items: [DisplayItem] = []
    items.reserveCapacity(kept.reduce(0) { $0 + $1.count })
    for i in isNeeded.indices where isNeeded[i] {
      renamed[i] = Index(passes.count)
      var pass = frame.passes[i]
      let first = Int32(items.count)
      for var item in kept[i] {
        switch item.payload {
        case .surface(let used, let effect): item.payload = .surface(renamed[used.value], effect)
        case .bitmap(let used, let placement): item.payload = .bitmap(renamed[used.value], placement)
        case .fill, .border, .image, .gradient, .path, .shadow, .particles, .backdrop: break
        }
        items.append(item)
      }
      pass.items = first..<Int32(items.count)
      passes.append(pass)
    }
    func renewed(_ pass: Index<RenderPass>?) -> Index<RenderPass>? {
      pass.flatMap { isNeeded[$0.value] ? renamed[$0.value] : nil }
    }
    for i in frame.effects.indices {
      frame.effects[i].mask = renewed(frame.effects[i].mask)
      if let step = frame.effects[i].transition {
        frame.effects[i].transition?.old = renewed(step.old)
        frame.effects[i].transition?.new = renewed(step.new)
      }
    }
    (frame.passes, frame.items) = (passes, items)
    frame.makeSummaries()
  }
}
