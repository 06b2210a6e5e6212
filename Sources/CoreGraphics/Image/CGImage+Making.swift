public import Foundation
import StrataBase
import StrataRaster

extension CGImage {
  /// The largest number of pixels of an image; a row counts as at least four, which is what it takes in memory.
  package static let pixelLimit = 1 << 28

  /// The number of pixels that the image takes in memory.
  package var pixelsInMemory: Int { PixelBuffer.pixelsInMemory(width: width, height: height) }

  /// Creates an image from bytes.
  ///
  /// Components are integers of 1, 2, 4, 8 or 16 bits, or floating-point numbers of 16 or 32 bits. Returns nil if the
  /// numbers contradict each other, or if the provider has fewer bytes than the rows need.
  public convenience init?(
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: CGBitmapInfo,
    provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(
      headroom: 0,
      width: width,
      height: height,
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow,
      space: space,
      bitmapInfo: bitmapInfo,
      provider: provider,
      decode: decode,
      shouldInterpolate: shouldInterpolate,
      intent: intent
    )
  }

  /// Creates an image from bytes whose colours may be brighter than white.
  ///
  /// `headroom` is the brightness of the brightest colours relative to white, 1 or more; 0 means not known. A headroom
  /// above 1 needs a colour space with an extended range, or with the PQ or HLG transfer function. Otherwise returns
  /// nil.
  public convenience init?(
    headroom: Float,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: CGBitmapInfo,
    provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let isBright =
      space.encoding.isExtended || space.encoding.transfer == .pq || space.encoding.transfer == .hlg
    guard headroom == 0 || headroom == 1 || headroom > 1 && headroom.isFinite && isBright else { return nil }
    var layout = ImageLayout(width: width, height: height, bytesPerRow: bytesPerRow, colorSpace: space)
    layout.bitsPerComponent = bitsPerComponent
    layout.bitsPerPixel = bitsPerPixel
    layout.bitmapInfo = bitmapInfo
    layout.shouldInterpolate = shouldInterpolate
    layout.intent = intent
    layout.headroom = headroom
    guard layout.isReadable(from: provider.count) else { return nil }
    let ranges = decode.map {
      UnsafeBufferPointer(start: $0, count: space.numberOfComponents * 2).map(Double.init)
    }
    self.init(layout: layout, source: .bytes(provider, decode: ranges))
  }

  /// Creates an image mask: sample 0 paints, the largest sample does not; a `decode` array of [1, 0] reverses this.
  ///
  /// Returns nil if the numbers contradict each other, or if the provider has too few bytes.
  public convenience init?(
    maskWidth width: Int,
    height: Int,
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    bytesPerRow: Int,
    provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool
  ) {
    var layout = ImageLayout(width: width, height: height, bytesPerRow: bytesPerRow, colorSpace: nil)
    layout.bitsPerComponent = bitsPerComponent
    layout.bitsPerPixel = bitsPerPixel
    layout.bitmapInfo = []
    layout.isMask = true
    layout.shouldInterpolate = shouldInterpolate
    guard layout.isReadable(from: provider.count) else { return nil }
    let ranges = decode.map { UnsafeBufferPointer(start: $0, count: 2).map(Double.init) }
    self.init(layout: layout, source: .bytes(provider, decode: ranges))
  }

  /// Creates an image from the bytes of a PNG file; returns nil if its header is not valid.
  ///
  /// The other arguments have no effect: the file states its own.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let file = source.fileBytes
    guard ImageHeader.format(of: file) == .png else { return nil }
    try? self.init(file: file)
  }

  /// Creates an image from the bytes of a JPEG file; returns nil if its header is not valid.
  ///
  /// The other arguments have no effect: the file states its own.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let file = source.fileBytes
    guard ImageHeader.format(of: file) == .jpeg else { return nil }
    try? self.init(file: file)
  }

  /// Creates an image from the bytes of a PNG, JPEG or WebP file; reads only the header.
  package convenience init(file data: Data, pixelLimit: Int = CGImage.pixelLimit) throws(ImageError) {
    let header = try ImageCodec.header(of: data, pixelLimit: pixelLimit)
    let layout = ImageLayout(
      width: header.width,
      height: header.height,
      format: .rgba8,
      hasAlpha: header.hasAlpha
    )
    self.init(layout: layout, source: .file(data, header.format))
  }

  /// Creates an image from the bytes of a JPEG file, whose width and height are divided by 2, 4 or 8 and rounded up.
  package convenience init(jpeg data: Data, dividedBy divisor: Int) throws(ImageError) {
    let size = try ImageCodec.header(of: data).size(dividedBy: divisor)
    let layout = ImageLayout(width: size.x, height: size.y, format: .rgba8, hasAlpha: false)
    self.init(layout: layout, source: .reducedJPEG(data, divisor: divisor))
  }

  /// Creates an alpha-only image from the bytes of a gray file; gray becomes alpha.
  package convenience init(grayFileAsAlpha data: Data, pixelLimit: Int = CGImage.pixelLimit)
    throws(ImageError)
  {
    let header = try ImageCodec.header(of: data, pixelLimit: pixelLimit)
    let layout = ImageLayout(width: header.width, height: header.height, format: .alpha8)
    self.init(layout: layout, source: .fileOfAlpha(data))
  }

  /// The unchanged bytes of the file that the image was read from; nil for other images.
  package var file: (data: Data, format: ImageFormat, isAlpha: Bool)? {
    switch source {
    case .file(let data, let format): (data, format, false)
    case .fileOfAlpha(let data): ImageHeader.format(of: data).map { (data, $0, true) }
    default: nil
    }
  }

  /// Returns the part of the image in a rectangle, in pixels from the top left, enlarged to whole pixels.
  ///
  /// Returns nil if the rectangle lies outside the image. The part is not copied until its pixels are needed.
  public func cropping(to rect: CGRect) -> CGImage? {
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    let box = rect.isInfinite ? all : rect.standardized.integral.overlap(with: all)
    guard !box.isNull, box.width >= 1, box.height >= 1 else { return nil }
    let part = PixelRect(Int32(box.minX), Int32(box.minY), Int32(box.maxX), Int32(box.maxY))
    if part.width == width, part.height == height { return self }
    var layout = layout
    if case .bytes = source {
      // The bytes of a part are those of its pixels.
      layout = layout.decoded(width: part.width, height: part.height, hasAlpha: layout.hasAlpha)
    } else {
      (layout.width, layout.height) = (part.width, part.height)
      layout.bytesPerRow = part.width * layout.bitsPerPixel / 8
    }
    return CGImage(layout: layout, source: .part(self, part))
  }

  /// Returns the image multiplied by a mask that is stretched over it; nil for an image mask.
  ///
  /// The mask is an image mask, or a gray image without alpha, in which white keeps the image.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask else { return nil }
    return CGImage(layout: layout.decoded(width: width, height: height), source: .masked(self, by: mask))
  }

  /// Returns the image with a range of colours made transparent.
  ///
  /// `components` has a lowest and a highest sample for each component: integers from 0 to the largest number of
  /// `bitsPerComponent` bits, or any numbers if the components are floating-point ones. A pixel with all samples in
  /// their ranges becomes transparent. Samples are those of the image's bytes, before a decode array. Returns nil for image
  /// masks, for images without colours, for CMYK, and for too few values.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    let count = colorSpace?.numberOfComponents ?? 0
    guard !isMask, alphaInfo != .alphaOnly, count == 1 || count == 3, components.count >= count * 2 else {
      return nil
    }
    let ranges = (0..<count).map { index -> ClosedRange<Double> in
      let (a, b) = (layout.sample(components[index * 2]), layout.sample(components[index * 2 + 1]))
      return min(a, b)...max(a, b)
    }
    return CGImage(layout: layout.decoded(width: width, height: height), source: .keyed(self, ranges: ranges))
  }

  /// Returns the image with the same component values in another colour space.
  ///
  /// Returns nil if the spaces have different numbers of components.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let own = colorSpace, own.numberOfComponents == space.numberOfComponents else { return nil }
    if own == space { return self }
    var layout = layout
    layout.colorSpace = space
    if case .bytes(_, .some) = source { return CGImage(layout: layout, source: source) }
    let provider = if case .bytes(let own, _) = source { own } else { CGDataProvider(bytes: bytes) }
    return CGImage(layout: layout, source: .bytes(provider, decode: nil))
  }
}

extension ImageLayout {
  /// The pixel format that the image is decoded to: the smallest that keeps what the renderer can show.
  var storage: PixelFormat {
    if isMask || alphaInfo == .alphaOnly { return .alpha8 }
    return isFloat ? .rgba16f : .rgba8
  }

  /// Returns the layout of pixels that are decoded from such an image: all but the bytes stays as it is.
  fileprivate func decoded(width: Int, height: Int, hasAlpha: Bool = true) -> ImageLayout {
    var result = ImageLayout(width: width, height: height, format: storage, hasAlpha: hasAlpha)
    (result.isMask, result.shouldInterpolate, result.intent) = (isMask, shouldInterpolate, intent)
    // Decoded bytes end at white.
    result.headroom = isFloat ? headroom : min(headroom, 1)
    return result
  }

  /// The sample that a number stands for: an integer as a part of the largest one, or a floating-point number.
  fileprivate func sample(_ number: CGFloat) -> Double {
    guard !number.isNaN else { return 0 }
    if isFloat { return bitsPerComponent == 16 ? Double(Float16(number)) : Double(Float(number)) }
    let largest = Double(1 << bitsPerComponent - 1)
    return min(max(Double(number), 0), largest).rounded(.down) / largest
  }

  var hasAlpha: Bool {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: false
    default: true
    }
  }

  /// The number of components of a pixel in memory, with ignored ones.
  var componentCount: Int {
    if isMask || alphaInfo == .alphaOnly { return 1 }
    return (colorSpace?.numberOfComponents ?? 0) + (alphaInfo == .none ? 0 : 1)
  }

  /// True if the numbers agree with each other and `byteCount` bytes hold all rows.
  func isReadable(from byteCount: Int) -> Bool {
    guard width > 0, height > 0, bytesPerRow > 0, width <= CGImage.pixelLimit / height else { return false }
    let sizes = isFloat ? [16, 32] : [1, 2, 4, 8, 16]
    guard sizes.contains(bitsPerComponent), bitsPerPixel > 0, bitsPerPixel <= 256 else { return false }
    guard componentCount > 0, bitsPerPixel >= componentCount * bitsPerComponent else { return false }
    if bitsPerComponent >= 8, bitsPerPixel % 8 != 0 { return false }
    let rowBytes = (width * bitsPerPixel + 7) / 8
    guard rowBytes <= bytesPerRow, bytesPerRow <= Int.max / height else { return false }
    return self.byteCount <= byteCount
  }

  /// The number of bytes that hold all rows.
  var byteCount: Int { bytesPerRow * (height - 1) + (width * bitsPerPixel + 7) / 8 }
}
