import CoreGraphics
import Foundation
package import StrataRaster
package import StrataRenderTree

extension CVBuffer: ContentsRepresentable {
  package var contentsValue: ContentsValue { makeImage().map { .image($0) } ?? .none }
}

/// Makes images of a buffer's memory.
struct ImageConversion {
  private let format: PixelFormatRow
  private let (width, height): (Int, Int)
  private let planes: [PlaneLayout]

  init(_ format: PixelFormatRow, width: Int, height: Int, planes: [PlaneLayout]) {
    (self.format, self.planes) = (format, planes)
    (self.width, self.height) = (width, height)
  }

  /// The image of pixels; nil without memory for it.
  ///
  /// `isWritten` is true if the program may write while this runs, and afterwards without another lock.
  func image(of memory: BufferMemory, _ attachments: [String: CFTypeRef], isWritten: Bool) -> CGImage? {
    let tags = ColorTags(attachments, height: height)
    switch format.colors {
    case .rgb(let premultiplied, let straight, let order):
      let space = tags.colorSpace(of: .rgb)
      let isPlain = !tags.hasStraightAlpha && space == nil
      if isPlain, format.type == kCVPixelFormatType_32RGBA, let pixels = memory.drawablePixels {
        return CGImage(pixels: isWritten ? pixels.copy() : pixels)
      }
      let alpha = tags.hasStraightAlpha ? straight : premultiplied
      return bytes(of: memory, isWritten: isWritten).flatMap {
        image(
          of: $0,
          bits: 32,
          space: space ?? .standardRGB,
          CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue)
        )
      }
    case .gray:
      let usual = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)
      guard let space = tags.colorSpace(of: .monochrome) ?? usual else { return nil }
      return bytes(of: memory, isWritten: isWritten).flatMap { image(of: $0, bits: 8, space: space, []) }
    case .yCbCr(let isFullRange):
      guard let base = memory.base else { return nil }
      let pixels = PixelBuffer(uninitializedWidth: width, height: height, format: .rgba8)
      YCbCrConversion(tags.matrix, isFullRange: isFullRange, siting: tags.siting)
        .convert(YCbCrPlanes(base, planes), to: pixels)
      guard let space = tags.colorSpace(of: .rgb) else { return CGImage(pixels: pixels, hasAlpha: false) }
      let opaque = CGImageAlphaInfo.noneSkipLast.rawValue
      return Data(bytes: pixels.base, count: pixels.byteCount).image(
        width: width,
        height: height,
        bytesPerRow: pixels.rowBytes,
        bits: 32,
        space: space,
        CGBitmapInfo(rawValue: opaque)
      )
    }
  }

  /// The bytes of an only plane, which do not change any more.
  private func bytes(of memory: BufferMemory, isWritten: Bool) -> Data? {
    guard isWritten, let base = memory.base else { return memory.frozenBytes() }
    return Data(bytes: base, count: planes[0].byteCount)
  }

  private func image(of bytes: Data, bits: Int, space: CGColorSpace, _ options: CGBitmapInfo) -> CGImage? {
    bytes.image(
      width: width,
      height: height,
      bytesPerRow: planes[0].bytesPerRow,
      bits: bits,
      space: space,
      options
    )
  }
}

extension Data {
  /// The image of bytes with eight bits a component, which is decoded when it is first drawn.
  fileprivate func image(
    width: Int,
    height: Int,
    bytesPerRow: Int,
    bits: Int,
    space: CGColorSpace,
    _ options: CGBitmapInfo
  ) -> CGImage? {
    CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: bits,
      bytesPerRow: bytesPerRow,
      space: space,
      bitmapInfo: options,
      provider: CGDataProvider(bytes: self),
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}

extension YCbCrPlanes {
  /// A plane of luma and one of chroma in one piece of memory.
  fileprivate init(_ base: UnsafeRawPointer, _ planes: [PlaneLayout]) {
    self.init(
      luma: base + planes[0].offset,
      lumaBytesPerRow: planes[0].bytesPerRow,
      chroma: base + planes[1].offset,
      chromaBytesPerRow: planes[1].bytesPerRow
    )
  }
}

extension YCbCrMatrix {
  /// The name as an attachment; nil for a matrix that has none.
  package var attachment: CFString? {
    switch self {
    case .itu601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
    case .itu709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
    case .itu2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
    case .smpte240M: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
    case .fcc: nil
    }
  }
}

extension ChromaSiting {
  /// The name as an attachment.
  package var attachment: CFString {
    switch self {
    case .left: kCVImageBufferChromaLocation_Left
    case .center: kCVImageBufferChromaLocation_Center
    case .topLeft: kCVImageBufferChromaLocation_TopLeft
    case .top: kCVImageBufferChromaLocation_Top
    case .bottomLeft: kCVImageBufferChromaLocation_BottomLeft
    case .bottom: kCVImageBufferChromaLocation_Bottom
    }
  }
}

extension CVBuffer {
  /// True if colours are not multiplied by alpha.
  package var hasStraightAlpha: Bool { ColorTags(currentAttachments, height: height).hasStraightAlpha }

  /// How luma and chroma of the buffer are read.
  package var planeColors: (matrix: YCbCrMatrix, siting: ChromaSiting) {
    let tags = ColorTags(currentAttachments, height: height)
    return (tags.matrix, tags.siting)
  }
}

/// What the attachments of a buffer say of its colours.
struct ColorTags {
  private(set) var hasStraightAlpha = false
  /// The space to convert from; nil for colours that are shown as they are.
  private var colorSpace: CGColorSpace?
  private(set) var matrix: YCbCrMatrix
  private(set) var siting: ChromaSiting

  /// The space to convert from, if its colours have the components of a model; that of others says nothing.
  func colorSpace(of model: CGColorSpaceModel) -> CGColorSpace? {
    colorSpace.flatMap { $0.model == model ? $0 : nil }
  }

  /// From this height on a picture without a matrix is one of high definition.
  private static let highDefinition = 720

  init(_ attachments: [String: CFTypeRef], height: Int) {
    func name(_ key: CFString) -> String? {
      attachments[key as String].flatMap { ($0 as? NSString).map { $0 as String } ?? $0 as? String }
    }
    hasStraightAlpha =
      name(kCVImageBufferAlphaChannelModeKey) == kCVImageBufferAlphaChannelMode_StraightAlpha as String
    let matrixName = name(kCVImageBufferYCbCrMatrixKey)
    matrix =
      YCbCrMatrix.allCases.first { $0.attachment.map { $0 as String == matrixName } ?? false }
      ?? (height < Self.highDefinition ? .itu601 : .itu709)
    let place = name(kCVImageBufferChromaLocationTopFieldKey)
    siting = ChromaSiting.allCases.first { $0.attachment as String == place } ?? .left
    if let space = attachments[kCVImageBufferCGColorSpaceKey as String] as? CGColorSpace {
      colorSpace = space == .standardRGB ? nil : space
    } else if name(kCVImageBufferColorPrimariesKey) == kCVImageBufferColorPrimaries_ITU_R_2020 as String {
      // The wider primaries are brought into those of sRGB; the encoded levels stay what players show.
      colorSpace = CGColorSpace(name: CGColorSpace.itur_2020_sRGBGamma)
    }
  }
}
