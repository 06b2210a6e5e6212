#if GPU
  /// A buffer of words in the device's memory.
  ///
  /// Its functions are called with the context in use.
  struct StorageBuffer {
    private let device: ComputeDevice
    private var gl: ComputeFunctions { device.gl }
    private let usage: UInt32
    private(set) var name: UInt32 = 0
    private(set) var byteCount = 0

    init(_ device: ComputeDevice, usage: UInt32) { (self.device, self.usage) = (device, usage) }

    /// Makes room; the former contents are lost.
    ///
    /// - Throws: An error of the driver, so that no program gets a buffer without memory.
    mutating func reserve(_ bytes: Int) throws(ComputeFailure) {
      guard bytes > byteCount || name == 0 else { return }
      byteCount = max(Self.rounded(bytes), 64)
      if name == 0 { gl.genBuffers(1, &name) }
      gl.bindBuffer(Compute.storageBuffer, name)
      try device.allocate(byteCount) { gl.bufferData(Compute.storageBuffer, $0, nil, usage) }
    }

    /// Makes room and keeps the contents; no more than `limit` bytes are taken.
    mutating func grow(to bytes: Int, limit: Int) throws(ComputeFailure) {
      guard bytes > byteCount || name == 0 else { return }
      let (old, oldCount) = (name, byteCount)
      name = 0
      byteCount = 0
      try reserve(min(max(bytes, oldCount * 2), max(limit, bytes)))
      guard old != 0 else { return }
      gl.bindBuffer(Compute.copyRead, old)
      gl.bindBuffer(Compute.copyWrite, name)
      gl.copyBufferSubData(Compute.copyRead, Compute.copyWrite, 0, 0, oldCount)
      var names = old
      gl.deleteBuffers(1, &names)
      // A card's driver lets bytes that are written next overtake the copy, which then undoes them.
      try device.wait(for: gl.fenceSync(Compute.commandsComplete, 0))
    }

    /// Replaces all contents.
    mutating func set(_ words: [UInt32]) throws(ComputeFailure) {
      try reserve(words.count * 4)
      words.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        write(base, bytes.count, at: 0)
      }
    }

    /// Replaces some bytes.
    func write(_ bytes: UnsafeRawPointer, _ count: Int, at offset: Int) {
      gl.bindBuffer(Compute.storageBuffer, name)
      gl.bufferSubData(Compute.storageBuffer, offset, count, bytes)
    }

    /// Binds the buffer to a place of the programs.
    func bind(_ place: UInt32) { gl.bindBufferBase(Compute.storageBuffer, place, name) }

    /// Copies bytes to the begin of another buffer.
    func copy(_ range: Range<Int>, to other: StorageBuffer) {
      gl.bindBuffer(Compute.copyRead, name)
      gl.bindBuffer(Compute.copyWrite, other.name)
      gl.copyBufferSubData(Compute.copyRead, Compute.copyWrite, range.lowerBound, 0, range.count)
    }

    /// Calls `body` with the first bytes of the buffer; returns false if the driver does not show them.
    func read(_ count: Int, _ body: (UnsafeRawPointer) -> Void) -> Bool {
      gl.bindBuffer(Compute.copyRead, name)
      guard let bytes = gl.mapBufferRange(Compute.copyRead, 0, count, Compute.mapRead) else { return false }
      body(UnsafeRawPointer(bytes))
      return gl.unmapBuffer(Compute.copyRead) != 0
    }

    /// Gives the memory back.
    mutating func free() {
      if name != 0 { gl.deleteBuffers(1, &name) }
      (name, byteCount) = (0, 0)
    }

    private static func rounded(_ bytes: Int) -> Int { (bytes + 0xffff) & ~0xffff }
  }
#endif
