public import CoreGraphics
public import CoreVideo
public import Foundation
import StrataBase
import Synchronization

/// A recipe for an image: pixels, colours and the filters applied to them, evaluated when a context draws it.
///
/// Images have their origin at the lower left, y up; the pixel (0, 0) covers the square from (0, 0) to (1, 1). All pixels
/// outside of ``extent`` are transparent. Images are immutable, and cost memory for their recipe only.
///
/// - Thread: Any.
public final class CIImage: NSObject, NSCopying, Sendable {
  let node: any ImageNode
  /// A number that is unique among the images of this process.
  let id: UInt64
  private static let lastID = Atomic<UInt64>(0)
  /// The colour space of the pixels that the image was made with; nil for the results of filters.
  public let colorSpace: CGColorSpace?

  /// The buffer that the image was made with; nil for all other images.
  public let pixelBuffer: CVPixelBuffer?

  /// The file that the image was made with; nil for all other images.
  public let url: URL?

  /// The properties that a program has set; nil for those of the file.
  nonisolated(unsafe) let ownProperties: [AnyHashable: Any]?  // Never changed.

  init(
    node: any ImageNode,
    colorSpace: CGColorSpace? = nil,
    pixelBuffer: CVPixelBuffer? = nil,
    url: URL? = nil,
    properties: [AnyHashable: Any]? = nil
  ) {
    self.node = node
    (self.colorSpace, self.pixelBuffer, self.url) = (colorSpace, pixelBuffer, url)
    ownProperties = properties
    id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Creates an image of the pixels of a Core Graphics image, its lower left corner at the origin.
  public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }

  /// Creates an image of the pixels of a Core Graphics image; `options` have no effect.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]?) {
    self.init(node: BitmapNode(image), colorSpace: image.colorSpace)
  }

  /// Creates an image of infinite extent that has one colour.
  public convenience init(color: CIColor) {
    let straight = color.straightSRGB
    self.init(
      node: AreaNode.generator(.world) { space in
        let pixel = space.pixel(straightSRGB: straight)
        return { _ in pixel }
      }
    )
  }

  /// Creates an image from the bytes of a PNG, JPEG or WebP file; returns nil if the header is not valid.
  ///
  /// The pixels are decoded when they are first drawn.
  public convenience init?(data: Data) { self.init(data: data, options: nil) }

  /// Creates an image from the bytes of a PNG, JPEG or WebP file; `options` have no effect.
  public convenience init?(data: Data, options: [CIImageOption: Any]?) {
    guard let image = try? CGImage(file: data) else { return nil }
    self.init(cgImage: image)
  }

  /// Creates an image from a PNG, JPEG or WebP file; returns nil if it cannot be read.
  public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

  /// Creates an image from a PNG, JPEG or WebP file; `options` have no effect.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]?) {
    guard let data = try? Data(contentsOf: url), let image = try? CGImage(file: data) else { return nil }
    self.init(node: BitmapNode(image), colorSpace: image.colorSpace, url: url)
  }

  /// Returns an image without pixels, whose extent is null.
  public static func empty() -> CIImage { CIImage(node: AreaNode.nothing) }

  /// The rectangle outside which all pixels are transparent; `CGRect.infinite` if there is none, `CGRect.null` without
  /// pixels.
  ///
  /// Extents are whole pixels.
  public var extent: CGRect { node.extent.cgRect }

  /// The Core Graphics image that this one was made with; nil for the results of filters.
  public var cgImage: CGImage? { (node as? BitmapNode)?.image }

  /// The class and the extent.
  public override var description: String { "CIImage \(extent)" }

  /// Returns the image itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A key of an image's options.
public struct CIImageOption: Hashable, RawRepresentable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Creates a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The colour space of the pixels.
  public static let colorSpace = CIImageOption(rawValue: "kCIImageColorSpace")
  /// The metadata of the image.
  public static let properties = CIImageOption(rawValue: "kCIImageProperties")
  /// True if the orientation in the metadata is to be applied.
  public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
  /// True if pixels are sampled without interpolation.
  public static let nearestSampling = CIImageOption(rawValue: "kCIImageNearestSampling")
}

extension CIImage {
  /// Opaque black of infinite extent.
  public static let black = CIImage(color: .black)
  /// Opaque white of infinite extent.
  public static let white = CIImage(color: .white)
  /// Opaque gray of infinite extent.
  public static let gray = CIImage(color: .gray)
  /// Opaque red of infinite extent.
  public static let red = CIImage(color: .red)
  /// Opaque green of infinite extent.
  public static let green = CIImage(color: .green)
  /// Opaque blue of infinite extent.
  public static let blue = CIImage(color: .blue)
  /// Opaque cyan of infinite extent.
  public static let cyan = CIImage(color: .cyan)
  /// Opaque magenta of infinite extent.
  public static let magenta = CIImage(color: .magenta)
  /// Opaque yellow of infinite extent.
  public static let yellow = CIImage(color: .yellow)
  /// Transparent black of infinite extent.
  public static let clear = CIImage(color: .clear)
}
