#if Media
  import CoreGraphics
  import CoreVideo
  import StrataFilm
  import StrataRaster

  /// What is done with pictures of another size than the film's.
  enum PictureScaling: Sendable {
    case resize, aspect, aspectFill

    /// Where a picture of a size lies in a film of a size.
    func place(_ picture: CGSize, in film: CGSize) -> CGRect {
      let whole = CGRect(origin: .zero, size: film)
      switch self {
      case .resize: return whole
      case .aspect: return AVMakeRect(aspectRatio: picture, insideRect: whole)
      case .aspectFill:
        let scale = max(film.width / picture.width, film.height / picture.height)
        let size = CGSize(width: picture.width * scale, height: picture.height * scale)
        let corner = CGPoint(x: (film.width - size.width) / 2, y: (film.height - size.height) / 2)
        return CGRect(origin: corner, size: size)
      }
    }

    /// The pixels of an image in a size.
    func pixels(of image: CGImage, in size: (width: Int, height: Int)) -> PixelBuffer {
      if image.width == size.width, image.height == size.height, image.pixels.format == .rgba8 {
        return image.pixels
      }
      let pixels = PixelBuffer(width: size.width, height: size.height, format: .rgba8)
      let context = CGContext(pixels: pixels)
      context.interpolationQuality = .high
      let whole = CGSize(width: size.width, height: size.height)
      let place = place(CGSize(width: image.width, height: image.height), in: whole)
      if place != CGRect(origin: .zero, size: whole) {
        context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
        context.fill(CGRect(origin: .zero, size: whole))
      }
      context.draw(image, in: place)
      return pixels
    }
  }

  /// A picture as it was when it was appended: what a program writes into the buffer afterwards does not change it.
  enum WrittenPicture: @unchecked Sendable {  // Images do not change.
    /// Luma and pairs of chroma, row by row without gaps.
    case planes([UInt8])
    case image(CGImage)

    /// What a buffer of luma and chroma says of its colours; nil for other buffers, and for odd sizes.
    static func tags(of buffer: CVPixelBuffer) -> TimedFilm.PlaneTags? {
      let format = CVPixelBufferGetPixelFormatType(buffer)
      let isFullRange = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      guard isFullRange || format == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        CVPixelBufferGetWidth(buffer) % 2 == 0, CVPixelBufferGetHeight(buffer) % 2 == 0
      else { return nil }
      let colors = buffer.planeColors
      return TimedFilm.PlaneTags(
        matrix: word(of: colors.matrix),
        siting: "\(colors.siting)".lowercased(),
        isFullRange: isFullRange
      )
    }

    /// The encoder's word of a matrix.
    private static func word(of matrix: YCbCrMatrix) -> String {
      switch matrix {
      case .itu601: "smpte170m"
      case .itu709: "bt709"
      case .itu2020: "bt2020nc"
      case .smpte240M: "smpte240m"
      case .fcc: "fcc"
      }
    }

    /// The picture of a buffer for a film; nil without memory.
    init?(_ buffer: CVPixelBuffer, for film: TimedFilm) {
      if let tags = film.planes {
        let isSame =
          CVPixelBufferGetWidth(buffer) == film.width && CVPixelBufferGetHeight(buffer) == film.height
        if isSame, Self.tags(of: buffer) == tags {
          guard let planes = Self.packed(buffer) else { return nil }
          self = .planes(planes)
          return
        }
      }
      guard let image = buffer.makeImage() else { return nil }
      self = .image(image)
    }

    /// The planes of a buffer without gaps.
    private static func packed(_ buffer: CVPixelBuffer) -> [UInt8]? {
      guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else { return nil }
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
      guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
      else { return nil }
      return [UInt8](unsafeUninitializedCapacity: width * height * 3 / 2) { bytes, count in
        guard var target = UnsafeMutableRawPointer(bytes.baseAddress) else { return }
        for (plane, base, rows) in [(0, luma, height), (1, chroma, height / 2)] {
          let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
          for y in 0..<rows {
            target.copyMemory(from: base + y * stride, byteCount: width)
            target += width
          }
        }
        count = width * height * 3 / 2
      }
    }

    /// The bytes that the picture takes, about.
    var byteCount: Int {
      switch self {
      case .planes(let bytes): bytes.count
      case .image(let image): image.width * image.height * 4
      }
    }

    /// Writes the picture as a frame of a film; false without memory.
    func write(
      _ film: TimedFilm,
      _ scaling: PictureScaling,
      into bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
      switch self {
      case .planes(let planes):
        planes.withUnsafeBytes { bytes.copyMemory(from: $0) }
        return true
      case .image(let image):
        let pixels = scaling.pixels(of: image, in: (film.width, film.height))
        guard let tags = film.planes else {
          Self.copy(pixels, hasAlpha: film.codec.hasAlpha, into: bytes)
          return true
        }
        let matrix = YCbCrMatrix.allCases.first { Self.word(of: $0) == tags.matrix }
        let format =
          tags.isFullRange
          ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        guard let buffer = CVPixelBuffer.make(of: CGImage(pixels: pixels), format: format, matrix: matrix),
          let planes = Self.packed(buffer)
        else { return false }
        planes.withUnsafeBytes { bytes.copyMemory(from: $0) }
        return true
      }
    }

    /// Writes pixels as straight colours, or as opaque ones over black.
    private static func copy(
      _ pixels: PixelBuffer,
      hasAlpha: Bool,
      into bytes: UnsafeMutableRawBufferPointer
    ) {
      let rowBytes = pixels.width * 4
      for y in 0..<pixels.height {
        let row = UnsafeRawBufferPointer(start: pixels.row(y), count: rowBytes)
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[y * rowBytes..<(y + 1) * rowBytes])
        if hasAlpha {
          PixelPacking.unpremultiply(row, into: target)
        } else {
          PixelPacking.flatten(row, over: (0, 0, 0), into: target)
        }
      }
    }
  }
#endif
