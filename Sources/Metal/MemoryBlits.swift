import Foundation

/// Copies as commands of a buffer.
final class MemoryBlits: NSObject, MTLBlitCommandEncoder {
  var label: String?
  private var commands: MemoryCommands?
  let device: any MTLDevice

  init(_ commands: MemoryCommands) { (self.commands, device) = (commands, commands.device) }

  func endEncoding() { commands = nil }

  /// The buffer to add a command to; nil, with a remark, after the end of encoding.
  private func openCommands() -> MemoryCommands? {
    if commands == nil { logMisuse("a command after endEncoding() is ignored") }
    return commands
  }

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
    guard let commands = openCommands() else { return }
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
      if let source = sourceTexture as? PlacedTexture, let target = destinationTexture as? PlacedTexture,
        sourceLevel == 0, destinationLevel == 0, target.copy(from, of: source, to: destinationOrigin)
      {
        return
      }
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
  ) {
    guard let commands = openCommands() else { return }
    let region = MTLRegion(origin: destinationOrigin, size: sourceSize)
    // Only a size that the texture holds can be multiplied.
    guard destinationSlice == 0, destinationLevel == 0, destinationTexture.holds(region),
      case let rowBytes = sourceSize.width * destinationTexture.pixelFormat.bytesPerPixel,
      sourceBuffer.holds(rows: sourceSize.height, of: rowBytes, apart: sourceBytesPerRow, from: sourceOffset)
    else { return logMisuse("a copy that reaches beyond its buffer or its texture is ignored") }
    commands.add {
      destinationTexture.replace(
        region: region,
        mipmapLevel: 0,
        withBytes: sourceBuffer.contents() + sourceOffset,
        bytesPerRow: sourceBytesPerRow
      )
    }
  }

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
  ) {
    guard let commands = openCommands() else { return }
    let region = MTLRegion(origin: sourceOrigin, size: sourceSize)
    let (rows, distance) = (sourceSize.height, destinationBytesPerRow)
    guard sourceSlice == 0, sourceLevel == 0, sourceTexture.holds(region),
      case let rowBytes = sourceSize.width * sourceTexture.pixelFormat.bytesPerPixel,
      destinationBuffer.holds(rows: rows, of: rowBytes, apart: distance, from: destinationOffset)
    else { return logMisuse("a copy that reaches beyond its texture or its buffer is ignored") }
    commands.add {
      sourceTexture.getBytes(
        destinationBuffer.contents() + destinationOffset,
        bytesPerRow: distance,
        from: region,
        mipmapLevel: 0
      )
    }
  }

  func copy(
    from sourceBuffer: any MTLBuffer,
    sourceOffset: Int,
    to destinationBuffer: any MTLBuffer,
    destinationOffset: Int,
    size: Int
  ) {
    guard let commands = openCommands() else { return }
    guard sourceBuffer.holds(rows: 1, of: size, apart: size, from: sourceOffset),
      destinationBuffer.holds(rows: 1, of: size, apart: size, from: destinationOffset)
    else { return logMisuse("a copy that reaches beyond its buffers is ignored") }
    commands.add {
      memmove(
        destinationBuffer.contents() + destinationOffset,
        sourceBuffer.contents() + sourceOffset,
        size
      )
    }
  }

  func fill(buffer: any MTLBuffer, range: Range<Int>, value: UInt8) {
    guard let commands = openCommands() else { return }
    guard range.lowerBound >= 0,
      buffer.holds(rows: 1, of: range.count, apart: range.count, from: range.lowerBound)
    else {
      return logMisuse("a range that reaches beyond its buffer is not filled")
    }
    commands.add { memset(buffer.contents() + range.lowerBound, Int32(value), range.count) }
  }
}
