#if GPU
  package import CoreGraphics
  package import StrataBase
  import StrataCPU
  import StrataEGL
  package import StrataFrame
  import StrataRaster

  /// Draws frames on a graphics processor and leaves them there, for hosts that show them from there.
  ///
  /// It is ``GPUBackend`` without the way back: targets are textures that other contexts of the display may use, and
  /// pixels are copied into main memory only when a caller reads them. The processor draws frames that the device does
  /// not, and the damaged pixels are uploaded. After the device fails, the processor draws every frame; each target
  /// whose pixels were lost is drawn once as a whole (``BackendError/pixelsLost``).
  ///
  /// - Thread: One at a time, not always the same one. Pictures may be read on any thread.
  package struct ResidentBackend: CompositorBackend {
    package typealias Target = ResidentTarget

    private var processor: BandBackend
    private let compositor: GPUCompositor

    /// Creates a backend on a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - pool: The threads that draw what the device does not.
    ///   - report: Called once with each reason why the processor draws frames.
    package init(
      _ device: ComputeDevice,
      pool: WorkerPool,
      report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      processor = BandBackend(pool: pool)
      compositor = GPUCompositor(
        painter: BandBackend(pool: pool),
        device: device,
        makeDevice: { () throws(ComputeFailure) in throw .lost },
        report: report
      )
    }

    /// What the backend did so far.
    package var report: GPUReport { compositor.report }

    /// Ends the context as a driver may do at any time; for tests.
    package func destroyContext() { compositor.destroyContext() }

    package var limits: BackendLimits { processor.limits }

    package func makeTarget(width: Int, height: Int) -> ResidentTarget {
      ResidentTarget(width: width, height: height)
    }

    package mutating func draw(_ frame: Frame, into target: ResidentTarget) throws(BackendError) {
      var planner = FramePlanner()
      var copy = self
      defer { self = copy }
      try planner.plan(frame) { plan throws(BackendError) in try copy.draw(plan, into: target) }
    }

    package mutating func draw(_ plan: DrawPlan, into target: ResidentTarget) throws(BackendError) {
      guard !plan.region.isEmpty else { return }
      let local = plan.localRegion
      switch compositor.draw(plan, onto: target) {
      case .drawn: return
      case .leftToProcessor:
        try drawInMemory(plan, into: target)
        if compositor.upload(local, of: target) { return }
        // The region is in main memory already.
        guard target.leaveDevice(except: local) else { throw .pixelsLost }
      case .failed:
        guard target.leaveDevice(except: local) else { throw .pixelsLost }
        try drawInMemory(plan, into: target)
      }
    }

    private mutating func drawInMemory(_ plan: DrawPlan, into target: ResidentTarget) throws(BackendError) {
      let memory = target.memory
      memory.forgetDerived()
      try processor.draw(plan, into: memory)
    }

    package mutating func leaveDevice() { compositor.leave() }

    package func picture(of target: ResidentTarget) throws(BackendError) -> CGImage {
      target.texture == nil ? CGImage(pixels: target.memory, of: target) : CGImage(device: target)
    }

    package func read(_ target: ResidentTarget, _ rect: PixelRect) throws(BackendError) -> CGImage {
      guard !rect.isEmpty, target.bounds.contains(rect) else { throw .outsideTarget }
      let pixels = PixelBuffer(width: rect.width, height: rect.height, format: .rgba8)
      guard target.read(rect, into: pixels.base, rowBytes: pixels.rowBytes) else { throw .pixelsLost }
      return CGImage(pixels: pixels)
    }

    package func read(
      _ target: ResidentTarget,
      into bytes: UnsafeMutableRawBufferPointer
    ) throws(BackendError) {
      guard let base = bytes.baseAddress else { return }
      guard target.read(target.bounds, into: base, rowBytes: target.width * 4) else { throw .pixelsLost }
    }

    /// The budget of surfaces of frames that the processor draws; the device keeps none.
    package var rasterBudget: Int {
      get { processor.rasterBudget }
      nonmutating set { processor.rasterBudget = newValue }
    }

    package var rasterReport: RasterReport { processor.rasterReport }

    package var hasMemoryToDrop: Bool {
      processor.hasMemoryToDrop || compositor.keptBytes > 1 << 20 || compositor.hasShapes
    }

    package func dropCaches() {
      processor.dropCaches()
      compositor.dropCaches()
    }
  }
#endif
