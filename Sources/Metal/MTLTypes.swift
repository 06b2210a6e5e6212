/// The format of a texture's pixels, with Apple's raw values: the formats that the device in main memory supports.
public enum MTLPixelFormat: UInt, Sendable {
  /// Not a format.
  case invalid = 0
  /// Four bytes: red, green, blue, alpha.
  case rgba8Unorm = 70
  /// The same as `rgba8Unorm` with sRGB encoded bytes, which shaders read as linear light.
  case rgba8Unorm_srgb = 71
  /// Four bytes: blue, green, red, alpha.
  case bgra8Unorm = 80
  /// The same as `bgra8Unorm` with sRGB encoded bytes, which shaders read as linear light.
  case bgra8Unorm_srgb = 81

  /// Four bytes, from the lowest bit: red, green and blue in ten bits each, alpha in two.
  case rgb10a2Unorm = 90
  /// Four bytes, from the lowest bit: blue, green and red in ten bits each, alpha in two.
  case bgr10a2Unorm = 94
  /// Eight bytes: red, green, blue, alpha as floating-point numbers of 16 bits, which may be below 0 and above 1.
  case rgba16Float = 115
}

/// The dimensions of a texture.
public enum MTLTextureType: UInt, Sendable {
  /// Two dimensions.
  case type2D = 2
}

/// The location of a resource's memory.
///
/// Textures of drawables and private textures go to the graphics processor that composites layers of the process, if
/// there is one; everything else is in main memory.
public enum MTLStorageMode: UInt, Sendable {
  /// Memory that the processor and the device share.
  case shared = 0
  /// Two copies, which `synchronize(resource:)` makes equal.
  case managed = 1
  /// Memory that only the device can access; here `getBytes` and `replace(region:)` can, too.
  case `private` = 2
}

/// The options of a buffer; main memory needs none.
public struct MTLResourceOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Memory that the processor and the device share.
  public static let storageModeShared: MTLResourceOptions = []
  /// Two copies; here one, in main memory.
  public static let storageModeManaged = MTLResourceOptions(rawValue: 16)
  /// Memory of the device alone; here main memory.
  public static let storageModePrivate = MTLResourceOptions(rawValue: 32)
}

/// The permitted uses of a texture.
public struct MTLTextureUsage: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Not specified.
  public static let unknown: MTLTextureUsage = []
  /// Shaders read the texture.
  public static let shaderRead = MTLTextureUsage(rawValue: 1)
  /// Shaders write the texture.
  public static let shaderWrite = MTLTextureUsage(rawValue: 2)
  /// Render passes draw into the texture.
  public static let renderTarget = MTLTextureUsage(rawValue: 4)
}

/// A position in a texture, in pixels from the top left corner.
public struct MTLOrigin: Equatable, Sendable {
  /// The distance from the left.
  public var x: Int
  /// The distance from the top.
  public var y: Int
  /// The depth; 0.
  public var z: Int

  /// Creates the position of the top left corner.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Creates a position.
  public init(x: Int, y: Int, z: Int) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A size in pixels.
public struct MTLSize: Equatable, Sendable {
  /// The width.
  public var width: Int
  /// The height.
  public var height: Int
  /// The depth; 1.
  public var depth: Int

  /// Creates an empty size.
  public init() { (width, height, depth) = (0, 0, 0) }

  /// Creates a size.
  public init(width: Int, height: Int, depth: Int) {
    (self.width, self.height, self.depth) = (width, height, depth)
  }
}

/// A box of pixels.
public struct MTLRegion: Equatable, Sendable {
  /// The position of the top left pixel.
  public var origin: MTLOrigin
  /// The size.
  public var size: MTLSize

  /// Creates an empty box.
  public init() { (origin, size) = (MTLOrigin(), MTLSize()) }

  /// Creates a box.
  public init(origin: MTLOrigin, size: MTLSize) { (self.origin, self.size) = (origin, size) }
}

/// Returns a position.
public func MTLOriginMake(_ x: Int, _ y: Int, _ z: Int) -> MTLOrigin { MTLOrigin(x: x, y: y, z: z) }

/// Returns a size.
public func MTLSizeMake(_ width: Int, _ height: Int, _ depth: Int) -> MTLSize {
  MTLSize(width: width, height: height, depth: depth)
}

/// Returns a rectangle of a two-dimensional texture.
public func MTLRegionMake2D(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MTLRegion {
  MTLRegion(origin: MTLOrigin(x: x, y: y, z: 0), size: MTLSize(width: width, height: height, depth: 1))
}

/// A colour to clear a texture with; components are 0 to 1.
///
/// For the `_srgb` formats red, green and blue are linear light; for the others, they are the stored values.
public struct MTLClearColor: Equatable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The alpha component.
  public var alpha: Double

  /// Creates transparent black.
  public init() { (red, green, blue, alpha) = (0, 0, 0, 0) }

  /// Creates a colour.
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

/// Returns a colour to clear a texture with.
public func MTLClearColorMake(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double)
  -> MTLClearColor
{
  MTLClearColor(red: red, green: green, blue: blue, alpha: alpha)
}
