import CoreGraphics
import Foundation
import Logging
import Metal
import StrataBase
import StrataRaster

/// The option of a `CARenderer` that says the colour space, a `CGColorSpace`, that a texture's numbers are of: sRGB without
/// it.
public let kCARendererColorSpace = "kCARendererColorSpace"

/// The option of a `CARenderer` that names a command queue: each drawing follows what was committed to it before.
public let kCARendererMetalCommandQueue = "kCARendererMetalCommandQueue"

/// A texture that frames are laid over.
struct RendererTarget {
  var texture: any MTLTexture
  private let space: CGColorSpace
  private let queue: (any MTLCommandQueue)?

  /// Options that are of another type, and spaces that are not of red, green and blue, are left out with a diagnostic.
  init(texture: any MTLTexture, options: [AnyHashable: Any]) {
    self.texture = texture
    let log = Logger(label: "strata.render")
    var space = CGColorSpace.standardRGB
    if let option = options[kCARendererColorSpace] {
      if let wanted = option as? CGColorSpace, wanted.model == .rgb {
        space = wanted
      } else {
        log.warning("a renderer's colour space is no RGB space", metadata: ["option": "\(option)"])
      }
    }
    self.space = space
    let option = options[kCARendererMetalCommandQueue]
    queue = option as? any MTLCommandQueue
    if option != nil, queue == nil { log.warning("a renderer's command queue is none") }
  }

  /// Why nothing was laid over a texture.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Lays a region of a picture over the same pixels of the texture.
  func compose(_ pixels: PixelBuffer, in region: PixelRegion) throws(Failure) {
    guard let order = Self.order(of: texture.pixelFormat) else {
      throw Failure(description: "textures of the format \(texture.pixelFormat) are not drawn into")
    }
    if let last = queue?.makeCommandBuffer() {
      last.commit()
      last.waitUntilCompleted()
    }
    let image = CGImage(pixels: pixels)
    for rect in region.rects {
      let context = CGContext(
        data: nil,
        width: rect.width,
        height: rect.height,
        bitsPerComponent: 8,
        bytesPerRow: rect.width * 4,
        space: space,
        bitmapInfo: order
      )
      guard let context, let drawn = context.data else {
        throw Failure(description: "no picture has the colour space \(space)")
      }
      // Pixel on pixel.
      context.interpolationQuality = .none
      let bottom = rect.height + Int(rect.minY) - pixels.height
      context.draw(
        image,
        in: CGRect(x: -Int(rect.minX), y: bottom, width: pixels.width, height: pixels.height)
      )
      lay(drawn.assumingMemoryBound(to: SIMD4<UInt8>.self), over: rect)
    }
  }

  /// Lays pixels of the texture's own format and space over a rectangle of it; what the texture holds is not converted.
  private func lay(_ pixels: UnsafePointer<SIMD4<UInt8>>, over rect: PixelRect) {
    let count = rect.width * rect.height
    let memory = UnsafeMutablePointer<SIMD4<UInt8>>.allocate(capacity: count)
    defer { memory.deallocate() }
    memory.initialize(repeating: .zero, count: count)
    let place = MTLRegionMake2D(Int(rect.minX), Int(rect.minY), rect.width, rect.height)
    texture.getBytes(memory, bytesPerRow: rect.width * 4, from: place, mipmapLevel: 0)
    for i in 0..<count {
      // Alpha is the last byte in either order; the sum ends at white, should a texture not be premultiplied.
      let (above, below) = (
        SIMD4<UInt32>(truncatingIfNeeded: pixels[i]), SIMD4<UInt32>(truncatingIfNeeded: memory[i])
      )
      let rest = below &* (255 &- above.w) &+ 127
      let sum = above &+ rest / 255
      memory[i] = SIMD4(truncatingIfNeeded: sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
    }
    texture.replace(region: place, mipmapLevel: 0, withBytes: memory, bytesPerRow: rect.width * 4)
  }

  /// How Core Graphics names the order of a format's bytes; nil for what has another size.
  private static func order(of format: MTLPixelFormat) -> UInt32? {
    switch format {
    case .rgba8Unorm, .rgba8Unorm_srgb: CGImageAlphaInfo.premultipliedLast.rawValue
    case .bgra8Unorm, .bgra8Unorm_srgb:
      CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    case .invalid: nil
    }
  }
}
