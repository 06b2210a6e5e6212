#if GPU
  package import StrataBase
  package import StrataEGL
  import StrataRaster
  import Synchronization

  /// A target whose pixels stay on the device, and are copied into main memory when they are read there.
  ///
  /// The backend that owns the target draws into it; others only read.
  package final class ResidentTarget: TexturePixels, @unchecked Sendable {  // One owner draws.
    package let width: Int
    package let height: Int
    private let contents = Mutex(Contents())

    private struct Contents {
      var texture: SharedTexture?
      /// Nil until it is needed.
      var memory: PixelBuffer?
      /// The pixels of the texture that are not in main memory.
      var unread = PixelRegion()
    }

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    var bounds: PixelRect { PixelRect(0, 0, Int32(width), Int32(height)) }

    /// The texture with the pixels; nil for a target that is in main memory.
    package var texture: SharedTexture? {
      get { contents.withLock { $0.texture } }
      set { contents.withLock { $0.texture = newValue } }
    }

    /// The target in main memory; pixels that were drawn on the device are not in it.
    var memory: PixelBuffer {
      contents.withLock { contents in
        if let memory = contents.memory { return memory }
        let made = PixelBuffer(width: width, height: height, format: .rgba8)
        contents.memory = made
        return made
      }
    }

    /// Notes that the device drew a region.
    func noteDrawn(_ region: PixelRegion) {
      contents.withLock { contents in
        contents.unread.formUnion(region)
        if contents.unread.rects.count > 64 { contents.unread = PixelRegion(contents.unread.bounds) }
      }
    }

    /// Notes that a region is the same in main memory and on the device.
    func noteEqual(_ region: PixelRegion) {
      contents.withLock { contents in contents.unread = contents.unread.subtracting(region) }
    }

    /// Leaves the device, with its pixels if they can be read; returns false if those outside of a region are lost.
    func leaveDevice(except region: PixelRegion) -> Bool {
      _ = fetch()
      return contents.withLock { contents in
        contents.texture = nil
        let isWhole = contents.unread.subtracting(region).isEmpty
        contents.unread = PixelRegion()
        return isWhole
      }
    }

    /// Brings the pixels into main memory.
    ///
    /// - Returns: The pixels; nil if the device lost them.
    func fetch() -> PixelBuffer? {
      let memory = memory
      let (texture, unread) = contents.withLock { ($0.texture, $0.unread) }
      guard !unread.isEmpty else { return memory }
      guard let texture else { return nil }
      memory.forgetDerived()
      for rect in unread.rects {
        let place = memory.row(Int(rect.minY)) + Int(rect.minX) * 4
        guard texture.read(rect, into: place, rowBytes: memory.rowBytes) else { return nil }
      }
      noteEqual(unread)
      return memory
    }

    package func read(_ rect: PixelRect, into rows: UnsafeMutableRawPointer, rowBytes: Int) -> Bool {
      guard let pixels = fetch() else { return false }
      for y in 0..<rect.height {
        let from = pixels.row(Int(rect.minY) + y) + Int(rect.minX) * 4
        (rows + y * rowBytes).copyMemory(from: from, byteCount: rect.width * 4)
      }
      return true
    }
  }
#endif
