#if GPU
  import StrataBase
  import StrataRaster

  /// The buffers of a device, and the way of a frame through them.
  ///
  /// Pixels come back into main memory with each frame, so that a context that is lost takes nothing with it.
  struct FrameSubmission {
    let device: ComputeDevice
    private var surfaces: StorageBuffer
    private var pictures: StorageBuffer
    private var lists: StorageBuffer
    private var values: StorageBuffer
    private var result: StorageBuffer

    init(_ device: ComputeDevice) {
      self.device = device
      surfaces = StorageBuffer(device.gl, usage: Compute.dynamicCopy)
      pictures = StorageBuffer(device.gl, usage: Compute.dynamicCopy)
      lists = StorageBuffer(device.gl, usage: Compute.streamDraw)
      values = StorageBuffer(device.gl, usage: Compute.streamDraw)
      result = StorageBuffer(device.gl, usage: Compute.streamRead)
    }

    /// The bytes of all buffers.
    var byteCount: Int { [surfaces, pictures, lists, values, result].reduce(0) { $0 + $1.byteCount } }

    /// Draws a frame, and copies the pixels of a region into a target whose first pixel is at `origin`.
    ///
    /// - Returns: The bytes that went to the device and came back.
    mutating func draw(
      _ frame: EncodedFrame,
      _ store: PictureStore,
      into pixels: PixelBuffer,
      region: PixelRegion,
      origin: (x: Int32, y: Int32)
    ) throws(ComputeFailure) -> (uploaded: Int, read: Int) {
      let target = frame.target
      guard !target.rect.isEmpty else { return (0, 0) }
      var copy = self
      defer { self = copy }
      return try device.perform { () throws(ComputeFailure) in
        let uploaded = copy.upload(frame, store)
        for dispatch in frame.dispatches { try copy.run(dispatch) }
        device.gl.memoryBarrier(Compute.bufferBarrier)
        let first = target.firstWord * 4
        let count = target.rect.width * target.rect.height * 4
        copy.result.reserve(count)
        copy.surfaces.copy(first..<first + count, to: copy.result)
        let isRead = copy.result.read(count) { bytes in
          for rect in region.rects {
            for y in rect.minY..<rect.maxY {
              let row = Int(y - target.rect.minY) * target.stride + Int(rect.minX - target.rect.minX)
              (pixels.row(Int(y - origin.y)) + Int(rect.minX - origin.x) * 4)
                .copyMemory(from: bytes + row * 4, byteCount: rect.width * 4)
            }
          }
        }
        guard isRead else { throw .lost }
        return (uploaded, count)
      }
    }

    /// Stores new pictures, and the numbers of the frame; returns the count of bytes.
    private mutating func upload(_ frame: EncodedFrame, _ store: PictureStore) -> Int {
      pictures.grow(to: store.end * 4, limit: store.limit * 4)
      var bytes = (frame.lists.count + frame.values.count) * 4
      for upload in store.uploads {
        switch upload {
        case .picture(let pixels, let word):
          pictures.write(pixels.base, pixels.byteCount, at: word * 4)
          bytes += pixels.byteCount
        case .mask(let mask, let word):
          pictures.write(mask.layout.bytes, mask.layout.byteCount, at: word * 4)
          bytes += mask.layout.byteCount
        }
      }
      surfaces.reserve(frame.surfaceWords * 4)
      lists.set(frame.lists)
      values.set(frame.values)
      surfaces.bind(0)
      pictures.bind(1)
      lists.bind(2)
      values.bind(3)
      return bytes
    }

    private func run(_ dispatch: Dispatch) throws(ComputeFailure) {
      try device.beginCall()
      switch dispatch {
      case .pass(let pass): try run(pass)
      case .box(let box): try run(box)
      }
      device.gl.memoryBarrier(Compute.storageBarrier)
    }

    private func run(_ pass: PassDispatch) throws(ComputeFailure) {
      let gl = device.gl
      gl.useProgram(try device.program(pass.features))
      gl.uniform4i(
        0,
        pass.surface.rect.minX,
        pass.surface.rect.minY,
        Int32(truncatingIfNeeded: pass.surface.firstWord),
        Int32(truncatingIfNeeded: pass.surface.stride)
      )
      gl.uniform4ui(
        1,
        UInt32(truncatingIfNeeded: pass.firstCommand),
        UInt32(truncatingIfNeeded: pass.firstPiece),
        UInt32(truncatingIfNeeded: pass.pieceCount),
        pass.background ?? 0
      )
      gl.uniform1ui(2, pass.background == nil ? 1 : 0)
      let count = UInt32(truncatingIfNeeded: pass.pieceCount)
      let inRow = CompositingShader.piecesInRow
      let groups = UInt32(CompositingShader.pieceSide / CompositingShader.groupRows)
      gl.dispatchCompute(min(count, inRow), (count + inRow - 1) / inRow, groups)
    }

    private func run(_ box: BoxDispatch) throws(ComputeFailure) {
      let gl = device.gl
      gl.useProgram(try device.blurProgram())
      func set(_ place: Int32, _ lines: BoxDispatch.Lines) {
        gl.uniform4i(
          place,
          Int32(truncatingIfNeeded: lines.firstWord),
          Int32(truncatingIfNeeded: lines.step),
          Int32(truncatingIfNeeded: lines.lineStep),
          Int32(truncatingIfNeeded: lines.length)
        )
      }
      set(0, box.from)
      set(1, box.to)
      let divisor = box.divisor
      let lines = UInt32(truncatingIfNeeded: box.lineCount)
      gl.uniform4ui(2, UInt32(truncatingIfNeeded: box.width), divisor.reciprocal, divisor.shift, lines)
      let groups = (box.lineCount + BlurShader.groupLines - 1) / BlurShader.groupLines
      let stretches = (box.to.length + BlurShader.stretch - 1) / BlurShader.stretch
      gl.dispatchCompute(UInt32(truncatingIfNeeded: groups), UInt32(truncatingIfNeeded: stretches), 1)
    }

    /// Gives all memory back.
    mutating func free() {
      surfaces.free()
      pictures.free()
      lists.free()
      values.free()
      result.free()
    }
  }
#endif
