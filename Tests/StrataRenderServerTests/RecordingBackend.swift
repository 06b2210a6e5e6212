import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// A plan that a backend was asked to draw.
struct RecordedPlan: Equatable {
  let region: PixelRegion
  let itemCount: Int
}

/// The plans of a backend, in order.
final class PlanLog {
  var plans: [RecordedPlan] = []
  /// How many of the next plans and reads find that a device has lost the pixels of their target.
  var losses = (plans: 0, reads: 0)
  /// How often a host had the backend leave its device.
  var departures = 0

  /// Takes a loss of a kind; returns true if there was one.
  fileprivate func take(_ kind: WritableKeyPath<(plans: Int, reads: Int), Int>) -> Bool {
    guard losses[keyPath: kind] > 0 else { return false }
    losses[keyPath: kind] -= 1
    return true
  }
}

/// Records the plans that are drawn, and passes everything on to another backend.
struct RecordingBackend<Base: CompositorBackend>: CompositorBackend {
  private var base: Base
  private let log: PlanLog

  init(_ base: Base, _ log: PlanLog) { (self.base, self.log) = (base, log) }

  var limits: BackendLimits { base.limits }
  func makeTarget(width: Int, height: Int) -> Base.Target { base.makeTarget(width: width, height: height) }

  mutating func draw(_ frame: Frame, into target: Base.Target) throws(BackendError) {
    try base.draw(frame, into: target)
  }

  mutating func draw(_ plan: DrawPlan, into target: Base.Target) throws(BackendError) {
    log.plans.append(RecordedPlan(region: plan.region, itemCount: plan.plannedItems.count))
    if log.take(\.plans) { throw .pixelsLost }
    try base.draw(plan, into: target)
  }

  func picture(of target: Base.Target) throws(BackendError) -> CGImage { try base.picture(of: target) }

  mutating func leaveDevice() {
    log.departures += 1
    base.leaveDevice()
  }

  func read(_ target: Base.Target, _ rect: PixelRect) throws(BackendError) -> CGImage {
    if log.take(\.reads) { throw .pixelsLost }
    return try base.read(target, rect)
  }

  func read(_ target: Base.Target, into bytes: UnsafeMutableRawBufferPointer) throws(BackendError) {
    try base.read(target, into: bytes)
  }

  var rasterBudget: Int {
    get { base.rasterBudget }
    nonmutating set { base.rasterBudget = newValue }
  }
  var rasterReport: RasterReport { base.rasterReport }
  var hasMemoryToDrop: Bool { base.hasMemoryToDrop }
  func dropCaches() { base.dropCaches() }
}

/// A backend that draws nothing, with targets of its own type.
struct BlankBackend: CompositorBackend {
  final class Target {
    let width: Int
    let height: Int
    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// Numbers that a host sets; a backend shares them between its copies.
  private final class Settings { var rasterBudget = 0 }
  private let settings = Settings()

  var limits = BackendLimits(maxSurfaceSide: 1000, maxSurfacePixels: 100_000)
  func makeTarget(width: Int, height: Int) -> Target { Target(width: width, height: height) }
  mutating func draw(_ frame: Frame, into target: Target) {}
  mutating func draw(_ plan: DrawPlan, into target: Target) {}

  func picture(of target: Target) -> CGImage { blank(target.width, target.height) }
  func read(_ target: Target, _ rect: PixelRect) -> CGImage { blank(rect.width, rect.height) }
  func read(_ target: Target, into bytes: UnsafeMutableRawBufferPointer) {
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  private func blank(_ width: Int, _ height: Int) -> CGImage {
    CGImage(pixels: .init(width: width, height: height, format: .rgba8))
  }

  var rasterBudget: Int {
    get { settings.rasterBudget }
    nonmutating set { settings.rasterBudget = newValue }
  }
  var rasterReport: RasterReport { RasterReport() }
  var hasMemoryToDrop: Bool { false }
  func dropCaches() {}
}
