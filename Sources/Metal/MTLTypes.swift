/// How a pixel of a texture is stored; the numbers are Apple's.
///
/// The formats that a texture in main memory has here.
public enum MTLPixelFormat: UInt, Sendable {
  /// No format.
  case invalid = 0
  /// Four bytes: red, green, blue, alpha.
  case rgba8Unorm = 70
  /// As `rgba8Unorm`, for shaders that count in light; the bytes are sRGB's.
  case rgba8Unorm_srgb = 71
  /// Four bytes: blue, green, red, alpha.
  case bgra8Unorm = 80
  /// As `bgra8Unorm`, for shaders that count in light; the bytes are sRGB's.
  case bgra8Unorm_srgb = 81

  /// Bytes of a pixel.
  var bytesPerPixel: Int { self == .invalid ? 0 : 4 }
}

/// The shape of a texture.
public enum MTLTextureType: UInt, Sendable {
  /// Columns and rows of pixels.
  case type2D = 2
}

/// Where a resource lies.
///
/// All memory is the processor's here, so every mode that a texture can be read in is the same.
public enum MTLStorageMode: UInt, Sendable {
  /// One memory for all.
  case shared = 0
  /// Two copies, made equal by `synchronize(resource:)`.
  case managed = 1
  /// For the device alone; `getBytes` reads it here all the same.
  case `private` = 2
}

/// What a texture is for.
public struct MTLTextureUsage: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates what bits say.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Nothing is said.
  public static let unknown: MTLTextureUsage = []
  /// It is read.
  public static let shaderRead = MTLTextureUsage(rawValue: 1)
  /// It is written pixel by pixel.
  public static let shaderWrite = MTLTextureUsage(rawValue: 2)
  /// It is drawn into.
  public static let renderTarget = MTLTextureUsage(rawValue: 4)
}

/// A place in a texture, in pixels from the upper left corner.
public struct MTLOrigin: Equatable, Sendable {
  /// Columns from the left.
  public var x: Int
  /// Rows from the top.
  public var y: Int
  /// Layers from the first; 0.
  public var z: Int

  /// Creates the upper left corner.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Creates a place.
  public init(x: Int, y: Int, z: Int) { (self.x, self.y, self.z) = (x, y, z) }
}

/// An extent in pixels.
public struct MTLSize: Equatable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Layers; 1.
  public var depth: Int

  /// Creates an empty extent.
  public init() { (width, height, depth) = (0, 0, 0) }

  /// Creates an extent.
  public init(width: Int, height: Int, depth: Int) {
    (self.width, self.height, self.depth) = (width, height, depth)
  }
}

/// A box of pixels.
public struct MTLRegion: Equatable, Sendable {
  /// Its upper left pixel.
  public var origin: MTLOrigin
  /// Its extent.
  public var size: MTLSize

  /// Creates an empty box.
  public init() { (origin, size) = (MTLOrigin(), MTLSize()) }

  /// Creates a box.
  public init(origin: MTLOrigin, size: MTLSize) { (self.origin, self.size) = (origin, size) }
}

/// Returns a place.
public func MTLOriginMake(_ x: Int, _ y: Int, _ z: Int) -> MTLOrigin { MTLOrigin(x: x, y: y, z: z) }

/// Returns an extent.
public func MTLSizeMake(_ width: Int, _ height: Int, _ depth: Int) -> MTLSize {
  MTLSize(width: width, height: height, depth: depth)
}

/// Returns a rectangle of a flat texture.
public func MTLRegionMake2D(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MTLRegion {
  MTLRegion(origin: MTLOrigin(x: x, y: y, z: 0), size: MTLSize(width: width, height: height, depth: 1))
}

/// A colour that a texture is cleared to, 0 to 1: for the `_srgb` formats amounts of light, else numbers as they are stored.
public struct MTLClearColor: Equatable, Sendable {
  /// The amount of red.
  public var red: Double
  /// The amount of green.
  public var green: Double
  /// The amount of blue.
  public var blue: Double
  /// The opacity.
  public var alpha: Double

  /// Creates transparent black.
  public init() { (red, green, blue, alpha) = (0, 0, 0, 0) }

  /// Creates a colour.
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

/// Returns a colour to clear with.
public func MTLClearColorMake(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double)
  -> MTLClearColor
{
  MTLClearColor(red: red, green: green, blue: blue, alpha: alpha)
}
