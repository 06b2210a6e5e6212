#if GPU
  import StrataBase
  import StrataEGL
  import StrataFrame
  import StrataRaster

  extension GPUCompositor {
    /// What became of a plan.
    enum Outcome {
      case drawn
      /// The device draws other plans, but not this one.
      case leftToProcessor
      /// The device draws nothing any more.
      case failed
    }

    /// Draws a plan into a target whose pixels stay on the device.
    func draw(_ plan: DrawPlan, onto target: ResidentTarget) -> Outcome {
      guard let active = current() else {
        counted.failedFrames += 1
        return .failed
      }
      var isDrawn = false
      defer { active.pictures.endFrame(isDrawn: isDrawn) }
      do throws(ProcessorReason) {
        try active.encoder.encode(plan)
      } catch {
        counted.framesOfProcessor[error, default: 0] += 1
        reportOnce("\(error)")
        return .leftToProcessor
      }
      do throws(ComputeFailure) {
        let texture = try texture(of: target, active)
        let bytes = try active.submission.draw(
          active.encoder.frame,
          active.pictures,
          onto: texture,
          region: plan.localRegion,
          origin: (plan.bounds.minX, plan.bounds.minY)
        )
        isDrawn = true
        target.noteDrawn(plan.localRegion)
        note(active.encoder.frame, up: bytes.up, down: bytes.down)
        counted.frames += 1
        return .drawn
      } catch {
        fail(error)
        leave()
        return .failed
      }
    }

    /// The texture of a target, made when it is first drawn into.
    private func texture(of target: ResidentTarget, _ active: Active) throws(ComputeFailure) -> SharedTexture
    {
      if let texture = target.texture { return texture }
      let device = active.submission.device
      let made = try device.perform { () throws(ComputeFailure) in
        device.makeSharedTexture(width: target.width, height: target.height)
      }
      guard let made else {
        throw .tooSmall("no texture of \(target.width) × \(target.height) pixels that contexts share")
      }
      target.texture = made
      return made
    }

    /// Copies a region that the processor drew to the device; returns false if the device failed.
    func upload(_ region: PixelRegion, of target: ResidentTarget) -> Bool {
      guard let active = current() else { return false }
      do throws(ComputeFailure) {
        let texture = try texture(of: target, active)
        let memory = target.memory
        try active.submission.device.perform { () throws(ComputeFailure) in
          texture.replace(region.rects, by: memory.base, rowBytes: memory.rowBytes)
        }
        counted.uploadedBytes += region.area * 4
        target.noteEqual(region)
        return true
      } catch {
        fail(error)
        leave()
        return false
      }
    }
  }

  extension DrawPlan {
    /// The region in pixels of the target.
    var localRegion: PixelRegion {
      PixelRegion(disjoint: region.rects.map { $0.offset(by: -bounds.minX, -bounds.minY) })
    }
  }

  extension FrameSubmission {
    /// Draws a frame, and copies the pixels of a region within the device into a texture of the target.
    ///
    /// The region is in pixels of the texture, whose first one is at `origin`.
    ///
    /// - Returns: The bytes that went to the device, and those that came back for filters of the processor.
    mutating func draw(
      _ frame: EncodedFrame,
      _ store: PictureStore,
      onto texture: SharedTexture,
      region: PixelRegion,
      origin: (x: Int32, y: Int32)
    ) throws(ComputeFailure) -> (up: Int, down: Int) {
      let target = frame.target
      guard !target.rect.isEmpty else { return (0, 0) }
      var copy = self
      defer { self = copy }
      return try device.perform { () throws(ComputeFailure) in
        var (up, down) = (try copy.upload(frame, store), 0)
        for dispatch in frame.dispatches {
          let bytes = try copy.run(dispatch)
          (up, down) = (up + bytes.up, down + bytes.down)
        }
        device.gl.memoryBarrier(Compute.pixelBufferBarrier)
        let (left, top) = (Int(target.rect.minX - origin.x), Int(target.rect.minY - origin.y))
        texture.replace(
          region.rects,
          byBuffer: copy.surfaces.name,
          origin: target.firstWord - top * target.stride - left,
          stride: target.stride
        )
        return (up, down)
      }
    }
  }
#endif
