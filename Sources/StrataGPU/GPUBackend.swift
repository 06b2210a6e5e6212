#if GPU
  package import CoreGraphics
  package import StrataBase
  import StrataCPU
  import StrataEGL
  package import StrataFrame
  package import StrataRaster

  /// Draws frames on a graphics processor, through compute programs of OpenGL ES 3.1.
  ///
  /// A pass is one call of a program. The processor rasterizes shapes and resolves clips and paints as for ``BandBackend``; the
  /// device samples, covers and blends with the same whole numbers (``CompositingShader``). A frame that the device does not
  /// draw is drawn by ``BandBackend`` into the same target, which lies in main memory, so that no picture depends on whether
  /// there is a device.
  ///
  /// - Thread: One at a time, not always the same one.
  package struct GPUBackend: CompositorBackend {
    package typealias Target = PixelBuffer

    private var processor: BandBackend
    private let compositor: GPUCompositor

    /// Creates a backend on a device.
    ///
    /// - Parameters:
    ///   - device: The device; it is made again on the same display when its context is lost.
    ///   - pool: The threads that draw what the device does not.
    ///   - report: Called once with each reason why the processor draws frames.
    package init(
      _ device: ComputeDevice,
      pool: WorkerPool,
      report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.init(device, pool: pool, makeDevice: Self.device, report: report)
    }

    /// Creates a backend that makes its device by a function, at first where there is none.
    package init(
      _ device: ComputeDevice?,
      pool: WorkerPool,
      makeDevice: @escaping () throws(ComputeFailure) -> ComputeDevice,
      report: @escaping @Sendable (String) -> Void
    ) {
      processor = BandBackend(pool: pool)
      compositor = GPUCompositor(
        painter: BandBackend(pool: pool),
        device: device,
        makeDevice: makeDevice,
        report: report
      )
    }

    /// Makes a device on the system's display; its compiled programs are kept in the user's folder of caches.
    package static func device() throws(ComputeFailure) -> ComputeDevice {
      switch EGLLibrary.shared {
      case .success(let library): try ComputeDevice(library, programs: ProgramFiles.standardFolder())
      case .failure(let reason): throw .noContext(reason)
      }
    }

    /// What the backend did so far.
    package var report: GPUReport { compositor.report }

    /// Encodes a plan and draws nothing, to measure the time; returns false if the processor would draw it.
    package func encode(_ plan: DrawPlan) -> Bool { compositor.encode(plan) }

    /// The bytes that the device keeps for later frames.
    package var keptBytes: Int { compositor.keptBytes }

    /// What the driver said of commands; nil unless the context is one for debugging.
    package var messages: DriverMessages? { compositor.messages }

    /// Ends the context as a driver may do at any time; for tests.
    package func destroyContext() { compositor.destroyContext() }

    package var limits: BackendLimits { processor.limits }

    package func makeTarget(width: Int, height: Int) -> PixelBuffer {
      processor.makeTarget(width: width, height: height)
    }

    package mutating func draw(_ frame: Frame, into target: PixelBuffer) throws(BackendError) {
      var planner = FramePlanner()
      var copy = self
      defer { self = copy }
      try planner.plan(frame) { plan throws(BackendError) in try copy.draw(plan, into: target) }
    }

    package mutating func draw(_ plan: DrawPlan, into target: PixelBuffer) throws(BackendError) {
      guard !plan.region.isEmpty else { return }
      // Copies were made of former pixels.
      target.forgetDerived()
      if compositor.draw(plan, into: target) { return }
      try processor.draw(plan, into: target)
    }

    package var framesAhead: Int {
      get { compositor.framesAhead }
      nonmutating set { compositor.framesAhead = newValue }
    }

    package func read(
      _ target: PixelBuffer,
      into bytes: UnsafeMutableRawBufferPointer,
      then completion: @escaping (Bool) -> Void
    ) throws(BackendError) {
      let processor = processor
      compositor.whenRead(target) { isRead in
        guard isRead else { return completion(false) }
        do throws(BackendError) {
          try processor.read(target, into: bytes)
          completion(true)
        } catch {
          completion(false)
        }
      }
    }

    package func finishReading() { compositor.finishReads() }

    package func picture(of target: PixelBuffer) throws(BackendError) -> CGImage {
      compositor.finishReads()
      return try processor.picture(of: target)
    }

    package func read(_ target: PixelBuffer, _ rect: PixelRect) throws(BackendError) -> CGImage {
      compositor.finishReads()
      return try processor.read(target, rect)
    }

    package func read(
      _ target: PixelBuffer,
      into bytes: UnsafeMutableRawBufferPointer
    ) throws(BackendError) {
      compositor.finishReads()
      try processor.read(target, into: bytes)
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
