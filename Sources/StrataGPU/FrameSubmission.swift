#if GPU
  import StrataBase
  import StrataEGL
  import StrataRaster

  /// The buffers of a device, and the way of frames through them.
  ///
  /// Pixels come back into main memory with each frame, so that a context that is lost takes nothing with it. A few frames may
  /// be on their way at once: each has buffers of its own for what goes up and what comes back.
  struct FrameSubmission {
    /// The most frames that may be on their way.
    static let mostFrames = 3

    let device: ComputeDevice
    private(set) var surfaces: StorageBuffer
    private var pictures: StorageBuffer
    /// Textures of other contexts, whose pixels are pictures; nil where contexts share none.
    private let textures: SharedTextures?
    /// The number of pictures that were such textures.
    private(set) var sharedPictures = 0
    private var slots: [Slot]
    /// The slot of the next frame.
    private var next = 0
    /// Receives pixels for filters of the processor.
    private var behind: StorageBuffer

    /// The buffers of one frame.
    private struct Slot {
      var lists: StorageBuffer
      var values: StorageBuffer
      var result: StorageBuffer

      init(_ device: ComputeDevice) {
        lists = StorageBuffer(device, usage: Compute.streamDraw)
        values = StorageBuffer(device, usage: Compute.streamDraw)
        result = StorageBuffer(device, usage: Compute.streamRead)
      }

      var byteCount: Int { lists.byteCount + values.byteCount + result.byteCount }
    }

    /// Pixels that are on their way back.
    struct PendingRead {
      /// The pixels that receive them; the first one is at `origin`.
      let target: PixelBuffer
      let region: PixelRegion
      let origin: (x: Int32, y: Int32)
      /// The rectangle of pixels in the buffer, without gaps.
      let rect: PixelRect
      fileprivate let slot: Int
      fileprivate let fence: UnsafeMutableRawPointer?
    }

    init(_ device: ComputeDevice) {
      self.device = device
      surfaces = StorageBuffer(device, usage: Compute.dynamicCopy)
      pictures = StorageBuffer(device, usage: Compute.dynamicCopy)
      behind = StorageBuffer(device, usage: Compute.streamRead)
      slots = (0..<Self.mostFrames).map { _ in Slot(device) }
      textures = device.sharedTextures()
    }

    /// The bytes of all buffers.
    var byteCount: Int {
      slots.reduce(surfaces.byteCount + pictures.byteCount + behind.byteCount) { $0 + $1.byteCount }
    }

    /// Draws a frame, and begins to copy the pixels of a region into a target whose first pixel is at `origin`.
    ///
    /// At most ``mostFrames`` may be begun and not finished.
    ///
    /// - Returns: The pixels on their way, nil for none; the bytes that went to the device and come back.
    mutating func draw(
      _ frame: EncodedFrame,
      _ store: PictureStore,
      into pixels: PixelBuffer,
      region: PixelRegion,
      origin: (x: Int32, y: Int32)
    ) throws(ComputeFailure) -> (read: PendingRead?, up: Int, down: Int) {
      let target = frame.target
      guard !target.rect.isEmpty else { return (nil, 0, 0) }
      var copy = self
      defer { self = copy }
      return try device.perform { () throws(ComputeFailure) in
        device.timer?.begin()
        var (up, down) = (try copy.upload(frame, store), 0)
        for dispatch in frame.dispatches {
          let bytes = try copy.run(dispatch)
          (up, down) = (up + bytes.up, down + bytes.down)
        }
        device.gl.memoryBarrier(Compute.bufferBarrier)
        let first = target.firstWord * 4
        let count = target.rect.width * target.rect.height * 4
        let slot = copy.next
        try copy.slots[slot].result.reserve(count)
        copy.surfaces.copy(first..<first + count, to: copy.slots[slot].result)
        device.timer?.end()
        let fence = device.gl.fenceSync(Compute.commandsComplete, 0)
        device.gl.flush()
        copy.next = (slot + 1) % Self.mostFrames
        let read = PendingRead(
          target: pixels,
          region: region,
          origin: origin,
          rect: target.rect,
          slot: slot,
          fence: fence
        )
        return (read, up, down + count)
      }
    }

    /// Waits for pixels and copies them into their target.
    func finish(_ read: PendingRead) throws(ComputeFailure) {
      let rect = read.rect
      let isRead = try device.perform { () throws(ComputeFailure) in
        try device.beginRead()
        try device.wait(for: read.fence)
        device.timer?.finish()
        return slots[read.slot].result.read(rect.width * rect.height * 4) { bytes in
          for part in read.region.rects {
            for y in part.minY..<part.maxY {
              let pixel = Int(y - rect.minY) * rect.width + Int(part.minX - rect.minX)
              let row = read.target.row(Int(y - read.origin.y)) + Int(part.minX - read.origin.x) * 4
              row.copyMemory(from: bytes + pixel * 4, byteCount: part.width * 4)
            }
          }
        }
      }
      guard isRead else { throw .lost }
    }

    /// Stores new pictures, and the numbers of the frame; returns the count of bytes.
    mutating func upload(_ frame: EncodedFrame, _ store: PictureStore) throws(ComputeFailure) -> Int {
      try pictures.grow(to: store.end * 4, limit: store.limit * 4)
      var bytes = (frame.lists.count + frame.values.count) * 4
      for upload in store.uploads {
        switch upload {
        case .picture(let pixels, let word):
          if let texture = (pixels.device as? any TexturePixels)?.texture, let textures,
            textures.canUse(texture)
          {
            textures.copy(
              texture,
              toBuffer: pictures.name,
              firstWord: word,
              stride: pixels.rowBytes / 4
            )
            sharedPictures += 1
            continue
          }
          pixels.fetch()
          pictures.write(pixels.base, pixels.byteCount, at: word * 4)
          bytes += pixels.byteCount
        case .mask(let mask, let word):
          pictures.write(mask.layout.bytes, mask.layout.byteCount, at: word * 4)
          bytes += mask.layout.byteCount
        }
      }
      try surfaces.reserve(frame.surfaceWords * 4)
      try slots[next].lists.set(frame.lists)
      try slots[next].values.set(frame.values)
      surfaces.bind(0)
      pictures.bind(1)
      slots[next].lists.bind(2)
      slots[next].values.bind(3)
      return bytes
    }

    /// Runs a step; returns the bytes that it sends up and down.
    mutating func run(_ dispatch: Dispatch) throws(ComputeFailure) -> (up: Int, down: Int) {
      try device.beginCall()
      var bytes = (up: 0, down: 0)
      switch dispatch {
      case .pass(let pass): try run(pass)
      case .box(let box): try run(box)
      case .filters(let filters): bytes = try run(filters)
      }
      device.gl.memoryBarrier(Compute.storageBarrier)
      return bytes
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

    /// Reads a surface back, filters it, and writes the result.
    private mutating func run(_ step: ProcessorFilters) throws(ComputeFailure) -> (up: Int, down: Int) {
      let (from, to) = (step.from, step.to)
      guard !from.rect.isEmpty, !to.rect.isEmpty else { return (0, 0) }
      device.gl.memoryBarrier(Compute.bufferBarrier)
      let words = (from.rect.height - 1) * from.stride + from.rect.width
      try behind.reserve(words * 4)
      surfaces.copy(from.firstWord * 4..<(from.firstWord + words) * 4, to: behind)
      let picture = PixelBuffer(width: from.rect.width, height: from.rect.height, format: .rgba8)
      let isRead = behind.read(words * 4) { bytes in
        for y in 0..<picture.height {
          picture.row(y).copyMemory(from: bytes + y * from.stride * 4, byteCount: picture.width * 4)
        }
      }
      guard isRead else { throw .lost }
      let placed = (picture, Int(from.rect.minX), Int(from.rect.minY))
      let result = Filters.apply(step.filters, to: placed, wanted: to.rect)
      let pixels = Self.part(to.rect, of: result)
      for y in 0..<pixels.height {
        surfaces.write(pixels.row(y), pixels.width * 4, at: (to.firstWord + y * to.stride) * 4)
      }
      return (pixels.width * pixels.height * 4, words * 4)
    }

    /// A part of a picture, transparent outside of it.
    private static func part(_ rect: PixelRect, of picture: Filters.Placed) -> PixelBuffer {
      let result = PixelBuffer(width: rect.width, height: rect.height, format: .rgba8)
      let source = picture.buffer.inPlainBytes
      let (x, y) = (Int32(clamping: picture.x), Int32(clamping: picture.y))
      let inside = rect.intersection(PixelRect(x, y, x + Int32(source.width), y + Int32(source.height)))
      guard !inside.isEmpty else { return result }
      for row in inside.minY..<inside.maxY {
        let from = source.row(Int(row - y)) + Int(inside.minX - x) * 4
        (result.row(Int(row - rect.minY)) + Int(inside.minX - rect.minX) * 4)
          .copyMemory(from: from, byteCount: inside.width * 4)
      }
      return result
    }

    /// Gives all memory back.
    mutating func free() {
      surfaces.free()
      pictures.free()
      behind.free()
      for index in slots.indices {
        slots[index].lists.free()
        slots[index].values.free()
        slots[index].result.free()
      }
    }
  }
#endif
