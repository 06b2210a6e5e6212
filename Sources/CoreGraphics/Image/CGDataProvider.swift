public import Foundation
import Synchronization

/// A function that releases the memory of a data provider; its arguments are `info`, the memory and its size in bytes.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The source of an image's or a font's bytes.
///
/// - Thread: Any.
public final class CGDataProvider: Hashable, Sendable {
  private let fixed: Data
  /// An object whose bytes a program may change, in the thread in which it draws; nil with fixed bytes.
  private nonisolated(unsafe) let live: NSMutableData?
  private let object = Mutex<KeptBytes?>(nil)
  private nonisolated(unsafe) let infoPointer: UnsafeMutableRawPointer?  // Only handed back to the client.

  /// Creates a provider of bytes.
  package init(bytes: Data) {
    (fixed, live, infoPointer) = (bytes, nil, nil)
  }

  /// Creates a provider of the bytes of a data object.
  ///
  /// Of one that is mutable it keeps the object: images have the bytes that are there when they are drawn, and layers
  /// those of the moment when the image becomes their contents. The program must not change them meanwhile.
  public init?(data: CFData) {
    live = data as? NSMutableData
    fixed = live == nil ? data.copiedBytes : Data()
    infoPointer = nil
  }

  /// Creates a provider of memory, which is copied and released before this returns; nil for a negative size.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?,
    data: UnsafeRawPointer,
    size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    (fixed, live) = (Data(bytes: data, count: size), nil)
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

  /// True if the bytes are a program's to change.
  var isLive: Bool { live != nil }

  /// The number of bytes.
  var count: Int { live?.reservedLength ?? fixed.count }

  /// The bytes as they are now, with memory that data reserve for more.
  ///
  /// - Complexity: O(bytes), for a copy, if they can change; O(1) otherwise.
  package var bytes: Data { live.map { Data(bytes: $0.bytes, count: $0.reservedLength) } ?? fixed }

  /// The bytes of a file as they are now, without memory that is reserved for more.
  ///
  /// - Complexity: That of ``bytes``.
  var fileBytes: Data { live?.copiedBytes ?? fixed }

  /// Returns a copy of the first bytes as they are now, with 0 for those that the data lost; all bytes if they are fixed.
  func prefix(_ length: Int) -> Data {
    guard let live else { return fixed }
    let known = min(count, length)
    var bytes = Data(bytes: live.bytes, count: known)
    if known < length { bytes.append(Data(count: length - known)) }
    return bytes
  }

  /// Returns whether the first bytes are still those of a copy that ``prefix(_:)`` made; O(bytes of the copy).
  func begins(with copy: Data) -> Bool {
    guard let live else { return true }
    return copy.withUnsafeBytes { copy in
      guard let base = copy.baseAddress else { return true }
      let known = min(count, copy.count)
      return memcmp(live.bytes, base, known) == 0 && copy[known...].allSatisfy { $0 == 0 }
    }
  }

  /// The bytes as a data object: the same one each time, which lives at least as long as the provider.
  ///
  /// Of a provider of mutable data it is that object.
  public var data: CFData? {
    if let live { return live }
    return object.withLock { object in
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
