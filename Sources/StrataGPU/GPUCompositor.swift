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
    private let tell: @Sendable (String) -> Void
    private let resolver: ItemResolver
    /// Nil before the first frame, after a loss, and after the device failed.
    private var active: Active?
    /// True if the device failed in a way that will happen again.
    private var hasFailed = false
    private var told: Set<String> = []
    private(set) var report = GPUReport()

    /// What belongs to a context.
    private final class Active {
      var submission: FrameSubmission
      let pictures: PictureStore
      let encoder: FrameEncoder

      init(_ device: ComputeDevice, _ resolver: ItemResolver) {
        submission = FrameSubmission(device)
        pictures = PictureStore(limit: device.storageBytes / 4)
        encoder = FrameEncoder(resolver, pictures, storageBytes: device.storageBytes)
      }
    }

    /// Contexts that are made again after a loss.
    private var lossesLeft = 8

    /// - Parameters:
    ///   - painter: Draws surfaces that the device cannot.
    ///   - device: A device to begin with.
    ///   - makeDevice: Makes a device after the context was lost.
    ///   - tell: Is called once for each reason for which the processor draws.
    init(
      painter: BandBackend,
      device: ComputeDevice?,
      makeDevice: @escaping () throws(ComputeFailure) -> ComputeDevice,
      tell: @escaping @Sendable (String) -> Void
    ) {
      (self.makeDevice, self.tell) = (makeDevice, tell)
      resolver = ItemResolver(painter: painter)
      active = device.map { Active($0, resolver) }
    }

    /// Draws a plan; returns false if the processor must draw it.
    func draw(_ plan: DrawPlan, into target: PixelBuffer) -> Bool {
      guard let active = current() else {
        report.failedFrames += 1
        return false
      }
      var isDrawn = false
      defer { active.pictures.endFrame(isDrawn: isDrawn) }
      do throws(ProcessorReason) {
        try active.encoder.encode(plan)
      } catch {
        report.framesOfProcessor[error, default: 0] += 1
        tellOnce("\(error)")
        return false
      }
      do throws(ComputeFailure) {
        let bytes = try active.submission.draw(
          active.encoder.frame,
          active.pictures,
          into: target,
          region: plan.region,
          origin: (plan.bounds.minX, plan.bounds.minY)
        )
        isDrawn = true
        note(active.encoder.frame, bytes)
        return true
      } catch {
        report.failedFrames += 1
        fail(error)
        return false
      }
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

    private func note(_ frame: EncodedFrame, _ bytes: (uploaded: Int, read: Int)) {
      report.frames += 1
      report.calls += frame.dispatches.count
      report.commands += frame.commandCount
      report.surfacesOfProcessor += frame.drawnSurfaces
      report.paintsOfProcessor += frame.drawnPaints
      report.uploadedBytes += bytes.uploaded
      report.readBytes += bytes.read
    }

    /// The device, made again if its context was lost.
    private func current() -> Active? {
      if let active { return active }
      guard !hasFailed else { return nil }
      do throws(ComputeFailure) {
        active = Active(try makeDevice(), resolver)
      } catch {
        hasFailed = true
        tellOnce("\(error)")
      }
      return active
    }

    /// Drops a device that failed; one that was lost is made again with the next frame.
    private func fail(_ failure: ComputeFailure) {
      active = nil
      lossesLeft -= 1
      hasFailed = failure != .lost || lossesLeft <= 0
      tellOnce("\(failure)")
    }

    private func tellOnce(_ reason: String) {
      if told.insert(reason).inserted { tell(reason) }
    }

    /// Ends the context as a driver may do at any time.
    func destroyContext() { active?.submission.device.destroyContext() }

    /// The bytes that the device keeps.
    var keptBytes: Int { active?.submission.byteCount ?? 0 }

    /// True if more than a few shapes are kept.
    var hasShapes: Bool { resolver.shapeCount > 64 }

    /// Drops all that is kept for later frames.
    func dropCaches() {
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
#endif
