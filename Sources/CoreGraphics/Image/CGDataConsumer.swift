public import Foundation
import Logging
import Synchronization

/// Takes the bytes that are written: the consumer's `info`, the bytes, their number; gives back how many it took.
public typealias CGDataConsumerPutBytesCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int

/// Releases a consumer's `info`.
public typealias CGDataConsumerReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// What a consumer calls.
public struct CGDataConsumerCallbacks {
  /// Takes bytes.
  public var putBytes: CGDataConsumerPutBytesCallback?
  /// Called once when the consumer goes away.
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

/// Where written bytes go.
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

  /// Creates a consumer that appends to an object's bytes.
  public init?(data: CFMutableData) {
    target = .data(data)
  }

  /// Creates a consumer that writes a file; nil when its folder cannot be written to.
  public init?(url: CFURL) {
    let url = url as URL
    guard url.isFileURL,
      FileManager.default.isWritableFile(atPath: url.deletingLastPathComponent().path)
    else { return nil }
    target = .file(url)
  }

  /// Creates a consumer that hands bytes to a program; nil without a callback for them.
  public init?(info: UnsafeMutableRawPointer?, cbks: UnsafePointer<CGDataConsumerCallbacks>) {
    guard cbks.pointee.putBytes != nil else { return nil }
    target = .callbacks(cbks.pointee, info: info)
  }

  deinit {
    finish()
    if case .callbacks(let callbacks, let info) = target { callbacks.releaseConsumer?(info) }
  }

  /// Takes bytes.
  package func write(_ bytes: Data) {
    switch target {
    case .data(let data): data.append(bytes)
    case .file: waiting.withLock { $0.append(bytes) }
    case .callbacks(let callbacks, let info):
      bytes.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { _ = callbacks.putBytes?(info, base, bytes.count) }
      }
    }
  }

  /// Gives a file its name; what cannot be written is logged.
  package func finish() {
    guard case .file(let url) = target else { return }
    let bytes = waiting.withLock { waiting in
      defer { waiting = Data() }
      return waiting
    }
    guard !bytes.isEmpty else { return }
    do {
      try bytes.write(to: url, options: .atomic)
    } catch {
      Logger(label: "strata.file").error(
        "a file was not written: \(error)",
        metadata: ["path": "\(url.path)"]
      )
    }
  }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGDataConsumer.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGDataConsumer, rhs: CGDataConsumer) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGDataConsumer: CoreFoundationObject {}
