public import Foundation
import Logging
import Synchronization

/// A function that takes bytes; its arguments are `info`, the bytes and their number.
///
/// Returns the number of bytes taken; if they are fewer, `CGImageDestinationFinalize` returns false.
public typealias CGDataConsumerPutBytesCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int

/// A function that releases a consumer's `info`.
public typealias CGDataConsumerReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The functions that a consumer calls.
public struct CGDataConsumerCallbacks {
  /// Takes bytes.
  public var putBytes: CGDataConsumerPutBytesCallback?
  /// Called once, when the consumer is destroyed.
  public var releaseConsumer: CGDataConsumerReleaseInfoCallback?

  /// Creates callbacks that do nothing.
  public init() {
    self.init(putBytes: nil, releaseConsumer: nil)
  }

  /// Creates callbacks.
  public init(
    putBytes: CGDataConsumerPutBytesCallback?,
    releaseConsumer: CGDataConsumerReleaseInfoCallback?
  ) {
    (self.putBytes, self.releaseConsumer) = (putBytes, releaseConsumer)
  }
}

/// The destination of written bytes: a data object, a file or a function.
///
/// A file appears under its name when it is complete.
public final class CGDataConsumer: Hashable, @unchecked Sendable {
  // Sendable: bytes are behind a lock, targets never change.
  private enum Target {
    case data(NSMutableData)
    case file(URL)
    case callbacks(CGDataConsumerCallbacks, info: UnsafeMutableRawPointer?)
  }

  private let target: Target
  private let waiting = Mutex(Data())

  /// Creates a consumer that appends to a data object.
  public init?(data: CFMutableData) {
    target = .data(data)
  }

  /// Creates a consumer that writes a file; nil if its folder is not writable.
  public init?(url: CFURL) {
    let url = url as URL
    guard url.isFileURL,
      FileManager.default.isWritableFile(atPath: url.deletingLastPathComponent().path)
    else { return nil }
    target = .file(url)
  }

  /// Creates a consumer that calls a function with the bytes; nil without `putBytes`.
  public init?(info: UnsafeMutableRawPointer?, cbks: UnsafePointer<CGDataConsumerCallbacks>) {
    guard cbks.pointee.putBytes != nil else { return nil }
    target = .callbacks(cbks.pointee, info: info)
  }

  deinit {
    finish()
    if case .callbacks(let callbacks, let info) = target { callbacks.releaseConsumer?(info) }
  }

  /// Adds bytes; returns false if the function takes fewer.
  @discardableResult
  package func write(_ bytes: Data) -> Bool {
    switch target {
    case .data(let data): data.append(bytes)
    case .file: waiting.withLock { $0.append(bytes) }
    case .callbacks(let callbacks, let info):
      return bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return true }
        return callbacks.putBytes?(info, base, bytes.count) == bytes.count
      }
    }
    return true
  }

  /// Writes the file under its name; returns false after an error, which is logged.
  @discardableResult
  package func finish() -> Bool {
    guard case .file(let url) = target else { return true }
    let bytes = waiting.withLock { waiting in
      defer { waiting = Data() }
      return waiting
    }
    guard !bytes.isEmpty else { return true }
    do {
      try bytes.write(to: url, options: .atomic)
      return true
    } catch {
      Logger(label: "strata.file").error(
        "a file was not written: \(error)",
        metadata: ["path": "\(url.path)"]
      )
      return false
    }
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGDataConsumer.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGDataConsumer, rhs: CGDataConsumer) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGDataConsumer: CoreFoundationObject {}
