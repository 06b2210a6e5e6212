#if Media
  import CoreMedia
  import CoreVideo
  import StrataFilm
  import StrataMedia
  import StrataRaster

  /// The frames of a film as the luma and chroma that it holds, without a conversion of colours.
  final class ReadPlanes {
    private let reader: PlaneReader
    private let clip: VideoClip
    private let type: OSType
    private let (width, height): (Int, Int)
    private let colors: (matrix: YCbCrMatrix, siting: ChromaSiting, isFullRange: Bool)

    /// Opens a film; nil if its frames are of another kind than the format, or of another size.
    init?(
      _ clip: VideoClip,
      _ type: OSType,
      _ size: (width: Int, height: Int)?,
      from first: Int,
      _ cancellation: ExportCancellation
    ) throws(AVError) {
      let isFullRange = type == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      (width, height) = (Int(clip.pixelSize.width), Int(clip.pixelSize.height))
      guard isFullRange || type == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        size == nil || size ?? (0, 0) == (width, height), let colors = clip.plainPlanes,
        colors.isFullRange == isFullRange
      else { return nil }
      do throws(MediaError) {
        reader = try PlaneReader(clip, from: first, isCancelled: { cancellation.isCancelled })
      } catch {
        throw AVError(error)
      }
      (self.clip, self.type, self.colors) = (clip, type, colors)
    }

    /// The number of the next frame, and what makes its buffer until the next call; nil after the last one.
    func next() throws(AVError) -> (frame: Int, make: () throws(AVError) -> CVPixelBuffer?)? {
      let next: (number: Int, bytes: UnsafeRawBufferPointer)?
      do throws(MediaError) { next = try reader.next() } catch { throw AVError(error) }
      return next.map { next in (next.number, { () throws(AVError) in try self.buffer(next.bytes) }) }
    }

    private func buffer(_ bytes: UnsafeRawBufferPointer) throws(AVError) -> CVPixelBuffer {
      var made: CVPixelBuffer?
      guard CVPixelBufferCreate(nil, width, height, type, nil, &made) == kCVReturnSuccess, let made,
        CVPixelBufferLockBaseAddress(made, []) == kCVReturnSuccess
      else { throw AVError(.outOfMemory, "there is no memory for a picture") }
      defer { CVPixelBufferUnlockBaseAddress(made, []) }
      copy(bytes, to: made)
      if let matrix = colors.matrix.attachment {
        CVBufferSetAttachment(made, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
      }
      CVBufferSetAttachment(
        made,
        kCVImageBufferChromaLocationTopFieldKey,
        colors.siting.attachment,
        .shouldPropagate
      )
      return made
    }

    /// Copies luma, and puts the two planes of chroma into pairs.
    private func copy(_ bytes: UnsafeRawBufferPointer, to buffer: CVPixelBuffer) {
      guard let source = bytes.baseAddress, let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
        let pairs = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
      else { return }
      let lumaBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
      for y in 0..<height { (luma + y * lumaBytes).copyMemory(from: source + y * width, byteCount: width) }
      let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
      let pairBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
      let blue = source + width * height
      let red = blue + columns * rows
      for y in 0..<rows {
        let row = pairs + y * pairBytes
        for x in 0..<columns {
          let place = y * columns + x
          let pair = SIMD2(
            blue.load(fromByteOffset: place, as: UInt8.self),
            red.load(fromByteOffset: place, as: UInt8.self)
          )
          row.storeBytes(of: pair, toByteOffset: x * 2, as: SIMD2<UInt8>.self)
        }
      }
    }
  }
#endif
