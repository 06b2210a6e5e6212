import CoreGraphics
import Foundation
import Logging
import Metal
import StrataBase

/// The option of a `CARenderer` for the colour space of a texture, a `CGColorSpace`.
///
/// Without it the space is sRGB.
public let kCARendererColorSpace = "kCARendererColorSpace"

/// The option of a `CARenderer` for a command queue, an `MTLCommandQueue`.
///
/// Each frame is drawn after the commands that were committed to the queue before.
public let kCARendererMetalCommandQueue = "kCARendererMetalCommandQueue"

/// A texture that frames are composited over.
struct RendererTarget {
  var texture: any MTLTexture
  private let space: CGColorSpace
  private let queue: (any MTLCommandQueue)?

  /// Options of another type, and colour spaces other than RGB, are ignored with a diagnostic.
  init(texture: any MTLTexture, options: [AnyHashable: Any]) {
    self.texture = texture
    let log = Logger(label: "strata.render")
    var space = CGColorSpace.standardRGB
    if let option = options[kCARendererColorSpace] {
      if let wanted = option as? CGColorSpace, wanted.model == .rgb {
        space = wanted
      } else {
        log.warning(
          "a renderer's colour space is not an RGB space; ignored",
          metadata: ["option": "\(option)"]
        )
      }
    }
    self.space = space
    let option = options[kCARendererMetalCommandQueue]
    queue = option as? any MTLCommandQueue
    if option != nil, queue == nil {
      log.warning("a renderer's command queue is not an MTLCommandQueue; ignored")
    }
  }

  /// The reason why a frame was not composited.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Composites a region of a picture over the same pixels of the texture.
  func composite(_ image: CGImage, in region: PixelRegion) throws(Failure) {
    guard let order = Self.order(of: texture.pixelFormat) else {
      throw Failure(description: "cannot draw into a texture of the format \(texture.pixelFormat)")
    }
    if let last = queue?.makeCommandBuffer() {
      last.commit()
      last.waitUntilCompleted()
    }
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
        throw Failure(description: "cannot make a picture in the colour space \(space)")
      }
      // Pixels map one to one.
      context.interpolationQuality = .none
      let bottom = rect.height + Int(rect.minY) - image.height
      context.draw(
        image,
        in: CGRect(x: -Int(rect.minX), y: bottom, width: image.width, height: image.height)
      )
      composite(drawn.assumingMemoryBound(to: SIMD4<UInt8>.self), over: rect)
    }
  }

  /// Composites pixels of the texture's own format and space over a rectangle of it, without a conversion of the texture.
  private func composite(_ pixels: UnsafePointer<SIMD4<UInt8>>, over rect: PixelRect) {
    let count = rect.width * rect.height
    let memory = UnsafeMutablePointer<SIMD4<UInt8>>.allocate(capacity: count)
    defer { memory.deallocate() }
    memory.initialize(repeating: .zero, count: count)
    let place = MTLRegionMake2D(Int(rect.minX), Int(rect.minY), rect.width, rect.height)
    texture.getBytes(memory, bytesPerRow: rect.width * 4, from: place, mipmapLevel: 0)
    for i in 0..<count {
      // Alpha is the last byte in both orders. The sum is clamped, in case a texture is not premultiplied.
      let (above, below) = (
        SIMD4<UInt32>(truncatingIfNeeded: pixels[i]), SIMD4<UInt32>(truncatingIfNeeded: memory[i])
      )
      let rest = below &* (255 &- above.w) &+ 127
      let sum = above &+ rest / 255
      memory[i] = SIMD4(truncatingIfNeeded: sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
    }
    texture.replace(region: place, mipmapLevel: 0, withBytes: memory, bytesPerRow: rect.width * 4)
  }

  /// The byte order of a format in Core Graphics; nil for formats without a byte for each channel.
  private static func order(of format: MTLPixelFormat) -> UInt32? {
    switch format {
    case .rgba8Unorm, .rgba8Unorm_srgb: CGImageAlphaInfo.premultipliedLast.rawValue
    case .bgra8Unorm, .bgra8Unorm_srgb:
      CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    case .invalid, .rgb10a2Unorm, .bgr10a2Unorm, .rgba16Float: nil
    }
  }
}
