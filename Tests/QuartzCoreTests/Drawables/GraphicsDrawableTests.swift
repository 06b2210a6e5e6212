import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataEGL
import StrataFrame
import StrataRaster
import StrataRenderServer
import Synchronization
import Testing

/// Drawables whose textures are on a graphics processor show what those in main memory show.
@Suite(.enabled(if: sharesTextures), .serialized) struct GraphicsDrawableTests {
  private func layer(_ device: any MTLDevice, _ width: Int, _ height: Int) -> CAMetalLayer {
    let layer = metalLayer(width, height)
    layer.device = device
    return layer
  }

  private var graphics: any MTLDevice {
    get throws { makeDevice(of: try EGLLibrary.shared.get()) }
  }

  /// Presents a frame: a colour everywhere, a blitted square, and a written pixel.
  private func present(_ frame: Int, on layer: CAMetalLayer, alpha: Double = 1) throws {
    let device = try #require(layer.device)
    let stamp = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: layer.pixelFormat,
      width: 3,
      height: 3,
      mipmapped: false
    )
    stamp.storageMode = .private
    let (square, drawable) = (
      try #require(device.makeTexture(descriptor: stamp)), try #require(layer.nextDrawable())
    )
    let queue = try #require(device.makeCommandQueue())
    let commands = try #require(queue.makeCommandBuffer())
    commands.clear(drawable.texture, to: MTLClearColorMake(Double(frame) / 20, 0.5, 0, alpha))
    commands.clear(square, to: MTLClearColorMake(0, 0, Double(frame) / 20, alpha))
    let blits = try #require(commands.makeBlitCommandEncoder())
    blits.copy(
      from: square,
      sourceSlice: 0,
      sourceLevel: 0,
      sourceOrigin: MTLOrigin(),
      sourceSize: MTLSizeMake(2, 3, 1),
      to: drawable.texture,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: MTLOriginMake(frame % 5, 2, 0)
    )
    blits.endEncoding()
    commands.commit()
    commands.waitUntilCompleted()
    drawable.texture.replace(
      region: MTLRegionMake2D(7, frame % 6, 1, 1),
      mipmapLevel: 0,
      withBytes: [9, 8, 7, alpha == 1 ? 255 : 60] as [UInt8],
      bytesPerRow: 4
    )
    drawable.present()
  }

  @Test(arguments: [MTLPixelFormat.bgra8Unorm, .bgra8Unorm_srgb], [true, false])
  func pixelsAreThoseOfMainMemory(format: MTLPixelFormat, isOpaque: Bool) throws {
    let layers = [makeDevice(of: nil), try graphics].map { layer($0, 8, 6) }
    for frame in 0..<8 {
      for layer in layers {
        (layer.pixelFormat, layer.isOpaque) = (format, isOpaque)
        try present(frame, on: layer, alpha: 0.75)
      }
      #expect(try Shot(layers[0], 8, 6) == Shot(layers[1], 8, 6), "frame \(frame)")
    }
    #expect(layers[0].picture?.devicePixels == nil)
    #expect(layers[1].picture?.devicePixels != nil)
  }

  /// Colour spaces are converted in main memory.
  @Test func coloursOfOtherSpacesAreThoseOfMainMemory() throws {
    let layers = [makeDevice(of: nil), try graphics].map { layer($0, 8, 6) }
    for layer in layers {
      layer.colorspace = CGColorSpace(name: CGColorSpace.displayP3)
      try present(12, on: layer)
      #expect(layer.picture?.devicePixels == nil)
    }
    #expect(try Shot(layers[0], 8, 6) == Shot(layers[1], 8, 6))
  }

  /// Pictures that somebody holds do not change while the pool's textures go round, and come into no main memory by
  /// themselves.
  @Test func heldPicturesStayAsTheyWerePresented() throws {
    let layers = [makeDevice(of: nil), try graphics].map { layer($0, 8, 6) }
    var pictures: [[CGImage]] = [[], []]
    for frame in 0..<10 {
      for (index, layer) in layers.enumerated() {
        try present(frame, on: layer)
        pictures[index].append(try #require(layer.picture))
      }
    }
    #expect(pictures[1].allSatisfy { $0.devicePixels != nil && !$0.pixelsOrPlace.isInMainMemory })
    for (plain, shared) in zip(pictures[0], pictures[1]) {
      #expect(plain.allBytes == shared.allBytes)
    }
  }

  /// A drawable that is free again is drawn into in place.
  @Test func texturesTakeNoOtherMemoryWhenTheirPictureIsGone() throws {
    let layer = layer(try graphics, 8, 6)
    var names: Set<UInt32> = []
    for frame in 0..<12 {
      try present(frame, on: layer)
      let pixels = layer.picture?.devicePixels as? any TexturePixels
      names.insert(try #require(pixels?.texture).name)
      layer.contents = nil
    }
    #expect(names.count <= layer.maximumDrawableCount + 1)
  }

  /// A recorded time line shows each picture at its own time, in any order.
  @Test func aFilmHasThePicturesOfMainMemory() throws {
    let films = try [makeDevice(of: nil), try graphics].map { device in
      let layer = layer(device, 8, 6)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 6))
      for frame in 0..<6 {
        renderer.play(until: Double(frame) / 10)
        try present(frame, on: layer)
      }
      return try [0.55, 0.05, 0.35, 0.15, 0.45].map { try Shot(renderer, at: $0) }
    }
    #expect(films[0] == films[1])
    #expect(Set(films[0].map(\.bytes)).count == 5)
  }

  /// The levels of the frames that were shown.
  private final class Levels: Sendable {
    private let list = Mutex<[UInt8]>([])
    var all: [UInt8] { list.withLock { $0 } }
    func add(_ level: UInt8) { list.withLock { $0.append(level) } }
  }

  /// Frames of a live host are drawn from whole pictures, in their order, while several drawables are on their way.
  @Test(.timeLimit(.minutes(2)), arguments: [RenderBackend.graphics, .processor])
  func liveFramesShowWholePictures(backend: RenderBackend) async throws {
    let device = try graphics
    await onOwnThread {
      let layer = layer(device, 64, 48)
      let (levels, torn) = (Levels(), Tally())
      var settings = RenderSettings(
        viewport: Viewport(width: 64, height: 48),
        framesPerSecond: 240,
        threads: 1
      )
      settings.backend = backend
      let host = LiveHost(layer: layer, settings: settings) { frame in
        let bytes = frame.image.allBytes
        levels.add(bytes[0])
        for index in stride(from: 4, to: bytes.count, by: 4) where bytes[index] != bytes[0] {
          return torn.add()
        }
      }
      host.start()
      nonisolated(unsafe) let shared = layer
      let done = DispatchSemaphore(value: 0)
      Thread {
        let queue = device.makeCommandQueue()
        for level in 1...100 {
          guard let drawable = shared.nextDrawable(), let commands = queue?.makeCommandBuffer() else {
            continue
          }
          commands.clear(drawable.texture, to: MTLClearColorMake(Double(level) / 255, 0, 0, 1))
          commands.present(drawable)
          commands.commit()
        }
        done.signal()
      }.start()
      #expect(done.wait(timeout: .now() + 60) == .success)
      for _ in 0..<4000 where levels.all.last != 100 { Thread.sleep(forTimeInterval: 0.005) }
      host.stop()
      let shown = levels.all
      #expect(torn.count == 0)
      #expect(shown.last == 100)
      #expect(shown == shown.sorted())
      #expect(Set(shown).count > 20)
      #expect(layer.picture?.devicePixels != nil)
    }
  }

  /// A program goes on drawing after the graphics processor failed.
  @Test func aLostContextIsOverWithTheNextPicture() throws {
    let library = try EGLLibrary()
    let (plain, layer) = (layer(makeDevice(of: nil), 8, 6), layer(makeDevice(of: library), 8, 6))
    try present(3, on: layer)
    #expect(layer.picture?.devicePixels != nil)
    try library.keeperContext().destroy()
    // The pixels are gone: an opaque picture is black.
    #expect(try Shot(layer, 8, 6)[4, 4] == [0, 0, 0, 255])
    for frame in 4..<9 {
      try present(frame, on: plain)
      try present(frame, on: layer)
      #expect(layer.picture?.devicePixels == nil)
      #expect(try Shot(plain, 8, 6) == Shot(layer, 8, 6))
    }
  }
}

extension CAMetalLayer {
  /// The picture of the drawable on show.
  fileprivate var picture: CGImage? { contents as? CGImage }
}

extension CGImage {
  /// The bytes of all pixels, rows without gaps.
  fileprivate var allBytes: [UInt8] {
    let pixels = pixels
    return (0..<height).flatMap { y in UnsafeRawBufferPointer(start: pixels.row(y), count: width * 4) }
  }
}
