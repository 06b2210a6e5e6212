#if GPU
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataRaster

  /// A device with what it keeps from frame to frame.
  ///
  /// - Thread: One at a time.
  final class GPUCompositor {
    private let makeDevice: () throws(ComputeFailure) -> ComputeDevice
    private let reportReason: @Sendable (String) -> Void
    private let resolver: ItemResolver
    /// Nil before the first frame, after a loss, and after the device failed.
    private var active: Active?
    /// True if the device failed in a way that will happen again.
    private var hasFailed = false
    private var reported: Set<String> = []
    var counted = GPUReport()
    /// Frames whose pixels are on their way, the oldest first.
    private var pending: [PendingFrame] = []
    /// How many frames may be on their way when a drawing returns; 0 waits for each one.
    var framesAhead = 0 {
      didSet { framesAhead = min(max(framesAhead, 0), FrameSubmission.mostFrames) }
    }

    /// What belongs to a context.
    final class Active {
      var submission: FrameSubmission
      let pictures: PictureStore
      let encoder: FrameEncoder

      init(_ device: ComputeDevice, _ resolver: ItemResolver) {
        submission = FrameSubmission(device)
        pictures = PictureStore(limit: device.storageBytes / 4)
        encoder = FrameEncoder(resolver, pictures, storageBytes: device.storageBytes)
      }
    }

    private struct PendingFrame {
      let read: FrameSubmission.PendingRead
      var copies: [ReadCompletion] = []
    }

    /// Is called with true when the target has its pixels, and with false if they were lost.
    typealias ReadCompletion = (Bool) -> Void

    /// Contexts that are made again after a loss.
    private var lossesLeft = 8

    /// - Parameters:
    ///   - painter: Draws surfaces that the device cannot.
    ///   - device: A device to begin with.
    ///   - makeDevice: Makes a device after the context was lost.
    ///   - report: Called once with each reason why the processor draws.
    init(
      painter: BandBackend,
      device: ComputeDevice?,
      makeDevice: @escaping () throws(ComputeFailure) -> ComputeDevice,
      report: @escaping @Sendable (String) -> Void
    ) {
      (self.makeDevice, self.reportReason) = (makeDevice, report)
      resolver = ItemResolver(painter: painter)
      active = device.map { Active($0, resolver) }
    }

    /// What the device did so far.
    var report: GPUReport {
      var result = counted
      result.device = active?.submission.device.counts ?? ComputeDevice.Counts()
      result.deviceSeconds = active?.submission.device.seconds
      return result
    }

    // MARK: Drawing

    /// Draws a plan; returns false if the processor must draw it.
    func draw(_ plan: DrawPlan, into target: PixelBuffer) -> Bool {
      var isDrawn = submit(plan, into: target)
      // What the processor draws comes after what is on its way.
      if !isDrawn || framesAhead == 0 { isDrawn = finishReads() && isDrawn }
      if isDrawn { counted.frames += 1 }
      return isDrawn
    }

    /// Hands a plan to the device, in parts if its memory is too small for all; returns false if the processor must draw it.
    private func submit(_ plan: DrawPlan, into target: PixelBuffer) -> Bool {
      while pending.count >= max(framesAhead, 1), finishRead() {}
      guard let active = current() else {
        counted.failedFrames += 1
        return false
      }
      do throws(ProcessorReason) {
        try active.encoder.encode(plan)
      } catch {
        active.pictures.endFrame(isDrawn: false)
        if error == .memory, let (one, other) = plan.halves {
          counted.dividedFrames += 1
          // A part that is lost while the other is drawn would be missing in the target.
          return submit(one, into: target) && finishReads() && submit(other, into: target)
        }
        counted.framesOfProcessor[error, default: 0] += 1
        reportOnce("\(error)")
        return false
      }
      var isDrawn = false
      defer { active.pictures.endFrame(isDrawn: isDrawn) }
      do throws(ComputeFailure) {
        let drawn = try active.submission.draw(
          active.encoder.frame,
          active.pictures,
          into: target,
          region: plan.region,
          origin: (plan.bounds.minX, plan.bounds.minY)
        )
        isDrawn = true
        note(active.encoder.frame, up: drawn.up, down: drawn.down)
        if let read = drawn.read { pending.append(PendingFrame(read: read)) }
        return true
      } catch {
        fail(error)
        return false
      }
    }

    /// Calls `completion` when a target has the pixels of the frames drawn so far: at once, or in a later call.
    func whenRead(_ target: PixelBuffer, _ completion: @escaping ReadCompletion) {
      guard let last = pending.lastIndex(where: { $0.read.target === target }) else {
        return completion(true)
      }
      pending[last].copies.append(completion)
    }

    /// Waits for the pixels of all frames; returns false if some were lost.
    @discardableResult
    func finishReads() -> Bool {
      while !pending.isEmpty {
        guard finishRead() else { return false }
      }
      return true
    }

    /// Waits for the oldest frame's pixels; returns false if they, and so those of all later frames, were lost.
    private func finishRead() -> Bool {
      guard let frame = pending.first, let active else { return false }
      do throws(ComputeFailure) {
        try active.submission.finish(frame.read)
      } catch {
        fail(error)
        return false
      }
      frame.read.target.forgetDerived()
      pending.removeFirst()
      for completion in frame.copies { completion(true) }
      return true
    }

    /// Encodes a plan and draws nothing; returns false if the processor would draw it.
    func encode(_ plan: DrawPlan) -> Bool {
      guard let active = current() else { return false }
      defer { active.pictures.endFrame(isDrawn: false) }
      do throws(ProcessorReason) {
        try active.encoder.encode(plan)
        return true
      } catch {
        return false
      }
    }

    func note(_ frame: EncodedFrame, up: Int, down: Int) {
      counted.sharedPictures = active?.submission.sharedPictures ?? counted.sharedPictures
      counted.calls += frame.dispatches.count
      counted.commands += frame.commandCount
      counted.surfacesOfProcessor += frame.drawnSurfaces
      counted.paintsOfProcessor += frame.drawnPaints
      counted.filtersOfProcessor += frame.filtersOfProcessor
      counted.uploadedBytes += up
      counted.readBytes += down
    }

    // MARK: Device

    /// The device, made again if its context was lost.
    func current() -> Active? {
      if let active { return active }
      guard !hasFailed else { return nil }
      do throws(ComputeFailure) {
        active = Active(try makeDevice(), resolver)
      } catch {
        hasFailed = true
        reportOnce("\(error)")
      }
      return active
    }

    /// Drops a device that failed; one that was lost is made again with the next frame.
    func fail(_ failure: ComputeFailure) {
      active = nil
      lossesLeft -= 1
      hasFailed = failure != .lost || lossesLeft <= 0
      counted.failedFrames += max(1, pending.count)
      if framesAhead > 0 { counted.frames -= pending.count }
      reportOnce("\(failure)")
      let lost = pending
      pending = []
      for frame in lost {
        for completion in frame.copies { completion(false) }
      }
    }

    func reportOnce(_ reason: String) {
      if reported.insert(reason).inserted { reportReason(reason) }
    }

    /// What the driver said of commands; nil unless the context is one for debugging.
    var messages: DriverMessages? { active?.submission.device.messages }

    /// Leaves the rest to the processor.
    ///
    /// Textures of targets keep the context; its buffers go.
    func leave() {
      dropCaches()
      active = nil
      hasFailed = true
    }

    /// Ends the context as a driver may do at any time.
    func destroyContext() { active?.submission.device.destroyContext() }

    /// The bytes that the device keeps.
    var keptBytes: Int { active?.submission.byteCount ?? 0 }

    /// True if more than a few shapes are kept.
    var hasShapes: Bool { resolver.shapeCount > 64 }

    /// Drops all that is kept for later frames.
    func dropCaches() {
      finishReads()
      resolver.dropCaches()
      guard let active else { return }
      active.pictures.removeAll()
      do throws(ComputeFailure) {
        try active.submission.device.perform { () throws(ComputeFailure) in active.submission.free() }
      } catch {
        fail(error)
      }
    }
  }

  extension DrawPlan {
    /// The least width and height of a region that is drawn in parts, in pixels.
    private static let leastSide = 128

    /// The same drawing in two parts; nil if the region is small, or if filters of what is behind lie across the parts.
    fileprivate var halves: (DrawPlan, DrawPlan)? {
      let box = region.bounds
      guard max(box.width, box.height) > Self.leastSide else { return nil }
      var (first, second) = (box, box)
      if box.width > box.height {
        first.maxX = box.minX + Int32(box.width / 2) / 16 * 16
        second.minX = first.maxX
      } else {
        first.maxY = box.minY + Int32(box.height / 2) / 16 * 16
        second.minY = first.maxY
      }
      guard let one = part(first), let other = part(second) else { return nil }
      return (one, other)
    }

    private func part(_ rect: PixelRect) -> DrawPlan? {
      var part = self
      part.region = region.intersection(rect)
      let backdrops = fragments.flatMap { Backdrop.all(of: $0.frame) }
      let needed = Backdrop.closure(of: part.region, backdrops, within: bounds)
      return needed.area == part.region.area ? part : nil
    }
  }
#endif
