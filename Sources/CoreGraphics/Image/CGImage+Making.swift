public import Foundation
import StrataBase
import StrataRaster

extension CGImage {
  /// The number of pixels above which no image is made.
  package static let pixelLimit = 1 << 28

  /// Creates an image of a client's bytes.
  ///
  /// Components are integers of 1, 2, 4, 8 or 16 bits or floating-point numbers of 16 or 32 bits. Nil when the numbers
  /// contradict each other, or when the provider has fewer bytes than the last row needs.
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

  /// Creates an image of a client's bytes whose colours may be brighter than white.
  ///
  /// The headroom tells how many times as bright as white the brightest colours are, 1 or more; 0 stands for not known.
  /// More than 1 needs a space with an extended range or one for high brightness.
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
    guard layout.isReadable(from: provider.bytes.count) else { return nil }
    let ranges = decode.map {
      UnsafeBufferPointer(start: $0, count: space.numberOfComponents * 2).map(Double.init)
    }
    self.init(layout: layout, source: .bytes(provider, decode: ranges))
  }

  /// Creates an image mask: samples of 0 paint, the largest sample does not.
  ///
  /// `decode` [1, 0] reverses this.
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
    guard layout.isReadable(from: provider.bytes.count) else { return nil }
    let ranges = decode.map { UnsafeBufferPointer(start: $0, count: 2).map(Double.init) }
    self.init(layout: layout, source: .bytes(provider, decode: ranges))
  }

  /// Creates an image of a PNG file's bytes; nil when they do not begin like one.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard ImageHeader.format(of: source.bytes) == .png else { return nil }
    try? self.init(file: source.bytes)
  }

  /// Creates an image of a JPEG file's bytes; nil when they do not begin like one.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard ImageHeader.format(of: source.bytes) == .jpeg else { return nil }
    try? self.init(file: source.bytes)
  }

  /// Creates an image of a PNG, JPEG or WebP file's bytes; reads the header only.
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

  /// Creates an alpha-only image of a gray file's bytes: gray is taken as alpha.
  package convenience init(grayFileAsAlpha data: Data, pixelLimit: Int = CGImage.pixelLimit)
    throws(ImageError)
  {
    let header = try ImageCodec.header(of: data, pixelLimit: pixelLimit)
    let layout = ImageLayout(width: header.width, height: header.height, format: .alpha8)
    self.init(layout: layout, source: .fileOfAlpha(data))
  }

  /// The bytes of the file that the image came from, as they are; nil for every other image.
  package var file: (data: Data, format: ImageFormat, isAlpha: Bool)? {
    switch source {
    case .file(let data, let format): (data, format, false)
    case .fileOfAlpha(let data): ImageHeader.format(of: data).map { (data, $0, true) }
    default: nil
    }
  }

  /// Returns the part in a rectangle (pixels, origin top left), widened to whole pixels; nil outside of the image.
  public func cropping(to rect: CGRect) -> CGImage? {
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    let box = rect.isInfinite ? all : rect.standardized.integral.overlap(with: all)
    guard !box.isNull, box.width >= 1, box.height >= 1 else { return nil }
    let part = PixelRect(Int32(box.minX), Int32(box.minY), Int32(box.maxX), Int32(box.maxY))
    if part.width == width, part.height == height { return self }
    var layout = layout
    if case .bytes = source {
      // The bytes of a part are those of its pixels.
      let mask = layout.isMask
      layout = ImageLayout(
        width: part.width,
        height: part.height,
        format: layout.storage,
        hasAlpha: layout.hasAlpha
      )
      layout.isMask = mask
    } else {
      (layout.width, layout.height) = (part.width, part.height)
      layout.bytesPerRow = part.width * layout.bitsPerPixel / 8
    }
    return CGImage(layout: layout, source: .part(self, part))
  }

  /// Returns the image times a mask stretched over it: an image mask, or a gray image without alpha.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask else { return nil }
    return CGImage(
      layout: ImageLayout(width: width, height: height, format: layout.storage),
      source: .masked(self, by: mask)
    )
  }

  /// Returns the image with pixels transparent whose components lie between pairs of limits (0 to 255 for 8 bits).
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    let count = colorSpace?.numberOfComponents ?? 0
    guard !isMask, count == 1 || count == 3, components.count >= count * 2 else { return nil }
    var ranges = (0..<count).map { index -> ClosedRange<Int> in
      let pair = components[index * 2..<index * 2 + 2].map { $0.isFinite ? Int(min(max($0, 0), 255)) : 0 }
      return min(pair[0], pair[1])...max(pair[0], pair[1])
    }
    if count == 1 { ranges = Array(repeating: ranges[0], count: 3) }
    return CGImage(
      layout: ImageLayout(width: width, height: height, format: layout.storage),
      source: .keyed(self, ranges: ranges)
    )
  }

  /// Returns the image with its components read in another space of as many components; nil otherwise.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let own = colorSpace, own.numberOfComponents == space.numberOfComponents else { return nil }
    if own == space { return self }
    var layout = layout
    layout.colorSpace = space
    if case .bytes(_, .some) = source { return CGImage(layout: layout, source: source) }
    guard let provider = dataProvider else { return nil }
    return CGImage(layout: layout, source: .bytes(provider, decode: nil))
  }
}

extension ImageLayout {
  /// The pixel format that loses nothing that the renderer can show.
  var storage: PixelFormat {
    if isMask || alphaInfo == .alphaOnly { return .alpha8 }
    return isFloat ? .rgba16f : .rgba8
  }

  var hasAlpha: Bool {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: false
    default: true
    }
  }

  /// Components of a pixel in memory, ignored ones included.
  var componentCount: Int {
    if isMask || alphaInfo == .alphaOnly { return 1 }
    return (colorSpace?.numberOfComponents ?? 0) + (alphaInfo == .none ? 0 : 1)
  }

  /// Whether the numbers agree and describe no more than the bytes that there are.
  func isReadable(from byteCount: Int) -> Bool {
    guard width > 0, height > 0, bytesPerRow > 0, width <= CGImage.pixelLimit / height else { return false }
    let sizes = isFloat ? [16, 32] : [1, 2, 4, 8, 16]
    guard sizes.contains(bitsPerComponent), bitsPerPixel > 0, bitsPerPixel <= 256 else { return false }
    guard componentCount > 0, bitsPerPixel >= componentCount * bitsPerComponent else { return false }
    if bitsPerComponent >= 8, bitsPerPixel % 8 != 0 { return false }
    let rowBytes = (width * bitsPerPixel + 7) / 8
    guard rowBytes <= bytesPerRow, bytesPerRow <= Int.max / height else { return false }
    return bytesPerRow * (height - 1) + rowBytes <= byteCount
  }
}
