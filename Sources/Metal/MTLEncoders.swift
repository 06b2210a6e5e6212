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

  /// Copies rows of a buffer, `sourceBytesPerRow` bytes apart, to a rectangle of a texture.
  ///
  /// Slice and level must be 0. A copy that reaches beyond the buffer or the texture is logged and ignored.
  func copy(
    from sourceBuffer: any MTLBuffer,
    sourceOffset: Int,
    sourceBytesPerRow: Int,
    sourceBytesPerImage: Int,
    sourceSize: MTLSize,
    to destinationTexture: any MTLTexture,
    destinationSlice: Int,
    destinationLevel: Int,
    destinationOrigin: MTLOrigin
  )

  /// Copies a rectangle of a texture to rows of a buffer, `destinationBytesPerRow` bytes apart.
  ///
  /// Slice and level must be 0. A copy that reaches beyond the buffer or the texture is logged and ignored.
  func copy(
    from sourceTexture: any MTLTexture,
    sourceSlice: Int,
    sourceLevel: Int,
    sourceOrigin: MTLOrigin,
    sourceSize: MTLSize,
    to destinationBuffer: any MTLBuffer,
    destinationOffset: Int,
    destinationBytesPerRow: Int,
    destinationBytesPerImage: Int
  )

  /// Copies bytes of a buffer to a buffer; a copy that reaches beyond one of them is logged and ignored.
  func copy(
    from sourceBuffer: any MTLBuffer,
    sourceOffset: Int,
    to destinationBuffer: any MTLBuffer,
    destinationOffset: Int,
    size: Int
  )

  /// Sets bytes of a buffer to a value; a range that reaches beyond the buffer is logged and ignored.
  func fill(buffer: any MTLBuffer, range: Range<Int>, value: UInt8)
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

extension MTLTexture {
  /// Returns whether a region is not empty and lies inside the texture.
  func holds(_ region: MTLRegion) -> Bool {
    let (origin, size) = (region.origin, region.size)
    return origin.x >= 0 && origin.y >= 0 && origin.z == 0 && size.depth == 1 && size.width > 0
      && size.height > 0
      && size.width <= width - origin.x && size.height <= height - origin.y
  }
}

/// Logs a failure of the graphics processor that composites layers.
func logGraphicsFailure(_ text: String) {
  Logger(label: "strata.metal").warning("the graphics processor \(text)")
}

/// Logs a mistake of the program as a warning.
func logMisuse(_ text: String) { Logger(label: "strata.metal").warning("\(text)") }
