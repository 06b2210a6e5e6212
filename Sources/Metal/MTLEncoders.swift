public import Foundation
import Logging

/// An encoder for copies between textures.
public protocol MTLBlitCommandEncoder: MTLCommandEncoder {
  /// Makes a resource's contents visible to the processor; has no effect, they always are.
  func synchronize(resource: any MTLResource)

  /// Copies all pixels to a texture of the same size and format.
  func copy(from sourceTexture: any MTLTexture, to destinationTexture: any MTLTexture)

  /// Copies a rectangle of pixels to a texture of the same format.
  ///
  /// Slices and levels must be 0. A copy that reaches beyond a texture is logged and ignored.
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

/// An encoder for a render pass.
///
/// There are no draw commands; a pass only clears its targets, see ``MTLRenderPassDescriptor``.
public protocol MTLRenderCommandEncoder: MTLCommandEncoder {}

/// The operation on a target at the start of a pass.
public enum MTLLoadAction: UInt, Sendable {
  /// The contents are undefined; here the pixels are kept.
  case dontCare = 0
  /// The pixels are kept.
  case load = 1
  /// All pixels are set to the clear colour.
  case clear = 2
}

/// The operation on a target at the end of a pass.
public enum MTLStoreAction: UInt, Sendable {
  /// The contents are undefined; here the pixels are kept.
  case dontCare = 0
  /// The pixels are kept.
  case store = 1
}

/// A target of a render pass.
open class MTLRenderPassColorAttachmentDescriptor: NSObject {
  /// The texture that the pass draws into.
  open var texture: (any MTLTexture)?
  /// The operation at the start of the pass.
  open var loadAction = MTLLoadAction.dontCare
  /// The operation at the end of the pass.
  open var storeAction = MTLStoreAction.store
  /// The colour for `MTLLoadAction.clear`.
  open var clearColor = MTLClearColor(red: 0, green: 0, blue: 0, alpha: 1)
}

/// The targets of a render pass, by index.
open class MTLRenderPassColorAttachmentDescriptorArray: NSObject {
  var targets: [MTLRenderPassColorAttachmentDescriptor] = (0..<8).map { _ in
    MTLRenderPassColorAttachmentDescriptor()
  }

  /// The target at an index from 0 to 7; setting nil restores its default values.
  open subscript(attachmentIndex: Int) -> MTLRenderPassColorAttachmentDescriptor! {
    get { targets.indices.contains(attachmentIndex) ? targets[attachmentIndex] : nil }
    set {
      guard targets.indices.contains(attachmentIndex) else {
        return logMisuse("a render pass has the targets 0 to 7; \(attachmentIndex) is ignored")
      }
      targets[attachmentIndex] = newValue ?? MTLRenderPassColorAttachmentDescriptor()
    }
  }
}

/// The targets of a render pass, and the operations at its start and end.
open class MTLRenderPassDescriptor: NSObject {
  // Implicitly unwrapped, as Apple's property is.
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
    guard let commands else { return logMisuse("a command after endEncoding() is ignored") }
    guard sourceTexture.pixelFormat == destinationTexture.pixelFormat, sourceSlice == 0, destinationSlice == 0
    else {
      return logMisuse("a copy between different pixel formats, or of a slice other than 0, is ignored")
    }
    let from = MTLRegion(origin: sourceOrigin, size: sourceSize)
    let to = MTLRegion(origin: destinationOrigin, size: sourceSize)
    guard sourceTexture.holds(from), destinationTexture.holds(to) else {
      return logMisuse("a copy that reaches beyond its textures is ignored")
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
  /// Returns whether a region is not empty and lies inside the texture.
  func holds(_ region: MTLRegion) -> Bool {
    let (origin, size) = (region.origin, region.size)
    return origin.x >= 0 && origin.y >= 0 && origin.z == 0 && size.depth == 1 && size.width > 0
      && size.height > 0
      && size.width <= width - origin.x && size.height <= height - origin.y
  }
}

/// Logs a mistake of the program as a warning.
func logMisuse(_ text: String) { Logger(label: "strata.metal").warning("\(text)") }
