public import Foundation
import Synchronization

/// A function that releases the memory of a data provider; its arguments are `info`, the memory and its size in bytes.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The source of an image's or a font's bytes.
///
/// - Thread: Any.
public final class CGDataProvider: Hashable, Sendable {
  /// The bytes.
  package let bytes: Data
  private let object = Mutex<KeptBytes?>(nil)
  private nonisolated(unsafe) let infoPointer: UnsafeMutableRawPointer?  // Only handed back to the client.

  /// Creates a provider of bytes.
  package init(bytes: Data) {
    self.bytes = bytes
    infoPointer = nil
  }

  /// Creates a provider of the bytes of a data object.
  public convenience init?(data: CFData) {
    self.init(bytes: data.copiedBytes)
  }

  /// Creates a provider of memory, which is copied and released before this returns; nil for a negative size.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?,
    data: UnsafeRawPointer,
    size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    bytes = Data(bytes: data, count: size)
    infoPointer = info
    releaseData(info, data, size)
  }

  /// Creates a provider of a file's bytes; nil if the file cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: NSURL(fileURLWithPath: String(cString: filename)))
  }

  /// Creates a provider of the bytes at a URL; nil if they cannot be read.
  public convenience init?(url: CFURL) {
    guard let bytes = try? Data(contentsOf: url as URL) else { return nil }
    self.init(bytes: bytes)
  }

  /// The bytes as a data object: the same one each time, which lives at least as long as the provider.
  public var data: CFData? {
    object.withLock { object in
      let known = object ?? KeptBytes(data: bytes as CFData)
      object = known
      return known
    }.data
  }

  /// The `info` pointer that was given to the initialiser; nil without one.
  public var info: UnsafeMutableRawPointer? { infoPointer }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGDataProvider.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGDataProvider, rhs: CGDataProvider) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGDataProvider: CoreFoundationObject {}

private struct KeptBytes: @unchecked Sendable {  // Immutable.
  let data: CFData
}
