public import Foundation
import Logging

/// Adds copies to a buffer.
public protocol MTLBlitCommandEncoder: MTLCommandEncoder {
  /// Makes what commands wrote visible to the processor; here it always is.
  func synchronize(resource: any MTLResource)

  /// Copies all pixels to a texture of the same size and format.
  func copy(from sourceTexture: any MTLTexture, to destinationTexture: any MTLTexture)

  /// Copies a rectangle of pixels to a texture of the same format.
  func copy(
    from sourceTexture: any MTLTexture,
    sourceSlice: Int,
    sourceLevel: Int,
    sourceOrigin: MTLOrigin,
    sourceSize: MTLSize,
    to destinationTexture: any MTLTexture,
    destinationSlice: Int,
    destinationLevel: Int,
    destinationOrigin: MTLOrigin
  )
}

/// Draws into the targets of a pass.
///
/// Of drawing there is what a pass begins with: see ``MTLRenderPassDescriptor``.
public protocol MTLRenderCommandEncoder: MTLCommandEncoder {}

/// What a pass does with a target before it draws.
public enum MTLLoadAction: UInt, Sendable {
  /// Anything; here the pixels stay.
  case dontCare = 0
  /// The pixels stay.
  case load = 1
  /// All pixels become the clear colour.
  case clear = 2
}

/// What becomes of a target after a pass.
public enum MTLStoreAction: UInt, Sendable {
  /// Anything; here the pixels stay.
  case dontCare = 0
  /// The pixels stay.
  case store = 1
}

/// A target of a pass.
open class MTLRenderPassColorAttachmentDescriptor: NSObject {
  /// What is drawn into.
  open var texture: (any MTLTexture)?
  /// What happens before drawing.
  open var loadAction = MTLLoadAction.dontCare
  /// What happens after it.
  open var storeAction = MTLStoreAction.store
  /// What `MTLLoadAction.clear` makes of the pixels.
  open var clearColor = MTLClearColor(red: 0, green: 0, blue: 0, alpha: 1)
}

/// The targets of a pass by their numbers.
open class MTLRenderPassColorAttachmentDescriptorArray: NSObject {
  var targets: [MTLRenderPassColorAttachmentDescriptor] = (0..<8).map { _ in
    MTLRenderPassColorAttachmentDescriptor()
  }

  /// The target of a number, 0 to 7; nil gives it its first values.
  open subscript(attachmentIndex: Int) -> MTLRenderPassColorAttachmentDescriptor! {
    get { targets.indices.contains(attachmentIndex) ? targets[attachmentIndex] : nil }
    set {
      guard targets.indices.contains(attachmentIndex) else {
        return logMisuse("a pass has the targets 0 to 7")
      }
      targets[attachmentIndex] = newValue ?? MTLRenderPassColorAttachmentDescriptor()
    }
  }
}

/// What a pass draws into, and what it begins with.
open class MTLRenderPassDescriptor: NSObject {
  // Optional as in Apple's, where code may write either.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The targets.
  public let colorAttachments: MTLRenderPassColorAttachmentDescriptorArray! =
    MTLRenderPassColorAttachmentDescriptorArray()
}

final class MemoryPass: NSObject, MTLRenderCommandEncoder {
  var label: String?
  let device: any MTLDevice

  init(_ commands: MemoryCommands) { device = commands.device }

  func endEncoding() {}
}

final class MemoryBlits: NSObject, MTLBlitCommandEncoder {
  var label: String?
  private var commands: MemoryCommands?
  let device: any MTLDevice

  init(_ commands: MemoryCommands) { (self.commands, device) = (commands, commands.device) }

  func endEncoding() { commands = nil }

  func synchronize(resource: any MTLResource) {}

  func copy(from sourceTexture: any MTLTexture, to destinationTexture: any MTLTexture) {
    copy(
      from: sourceTexture,
      sourceSlice: 0,
      sourceLevel: 0,
      sourceOrigin: MTLOrigin(),
      sourceSize: MTLSize(width: sourceTexture.width, height: sourceTexture.height, depth: 1),
      to: destinationTexture,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: MTLOrigin()
    )
  }

  func copy(
    from sourceTexture: any MTLTexture,
    sourceSlice: Int,
    sourceLevel: Int,
    sourceOrigin: MTLOrigin,
    sourceSize: MTLSize,
    to destinationTexture: any MTLTexture,
    destinationSlice: Int,
    destinationLevel: Int,
    destinationOrigin: MTLOrigin
  ) {
    guard let commands else { return logMisuse("a command was added after endEncoding()") }
    guard sourceTexture.pixelFormat == destinationTexture.pixelFormat, sourceSlice == 0, destinationSlice == 0
    else { return logMisuse("textures of two formats, or slices that are not there, cannot be copied") }
    let from = MTLRegion(origin: sourceOrigin, size: sourceSize)
    let to = MTLRegion(origin: destinationOrigin, size: sourceSize)
    guard sourceTexture.holds(from), destinationTexture.holds(to) else {
      return logMisuse("a copy reaches beyond its textures")
    }
    commands.add {
      let rowBytes = sourceSize.width * sourceTexture.pixelFormat.bytesPerPixel
      var bytes = [UInt8](repeating: 0, count: rowBytes * sourceSize.height)
      bytes.withUnsafeMutableBytes { buffer in
        guard let base = buffer.baseAddress else { return }
        sourceTexture.getBytes(base, bytesPerRow: rowBytes, from: from, mipmapLevel: sourceLevel)
        destinationTexture.replace(
          region: to,
          mipmapLevel: destinationLevel,
          withBytes: base,
          bytesPerRow: rowBytes
        )
      }
    }
  }
}

extension MTLTexture {
  /// Whether a region lies inside.
  func holds(_ region: MTLRegion) -> Bool {
    let (origin, size) = (region.origin, region.size)
    return origin.x >= 0 && origin.y >= 0 && origin.z == 0 && size.depth == 1 && size.width > 0
      && size.height > 0
      && size.width <= width - origin.x && size.height <= height - origin.y
  }
}

/// Says what was ignored, and why.
func logMisuse(_ text: String) { Logger(label: "strata.metal").warning("\(text)") }
