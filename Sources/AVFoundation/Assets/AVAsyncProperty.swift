#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation

  /// A property that can be read on another thread, of any value.
  public class AVPartialAsyncProperty<Root: AnyObject>: @unchecked Sendable {  // Fixed values.
    /// The name of the property.
    public let key: String
    init(key: String) { self.key = key }
  }

  /// A property that can be read on another thread.
  public final class AVAsyncProperty<Root: AnyObject, Value>: AVPartialAsyncProperty<Root>,
    @unchecked Sendable
  {
    // Fixed values.
    fileprivate let read: @Sendable (Root) throws -> Value

    fileprivate init(_ key: String, _ read: @escaping @Sendable (Root) throws -> Value) {
      self.read = read
      super.init(key: key)
    }

    /// How far a value is.
    public enum Status {
      /// Nobody asked for it.
      case notYetLoaded
      /// It is being read.
      case loading
      /// It is there.
      case loaded(Value)
      /// It cannot be read.
      case failed(NSError)
    }
  }

  /// How far the value of a key is.
  public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody asked for it.
    case unknown
    /// It is being read.
    case loading
    /// It is there.
    case loaded
    /// It cannot be read.
    case failed
    /// Reading was cancelled.
    case cancelled
  }

  extension AVPartialAsyncProperty where Root: AVAsset {
    private static func property<Value>(
      _ key: String,
      _ read: @escaping @Sendable (AVAsset) -> Value
    ) -> AVAsyncProperty<Root, Value> {
      AVAsyncProperty(key) { asset in
        if let failure = asset.failure { throw failure }
        return read(asset)
      }
    }

    /// The tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { property("tracks") { $0.tracks } }
    /// The length.
    public static var duration: AVAsyncProperty<Root, CMTime> { property("duration") { $0.duration } }
    /// True if a player can show the asset.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("playable") { $0.isPlayable } }
    /// True if an export session can write the asset.
    public static var isExportable: AVAsyncProperty<Root, Bool> { property("exportable") { $0.isExportable } }
    /// True if the file can be read.
    public static var isReadable: AVAsyncProperty<Root, Bool> { property("readable") { $0.isReadable } }
    /// True if a composition may hold parts of the asset.
    public static var isComposable: AVAsyncProperty<Root, Bool> { property("composable") { $0.isComposable } }
    /// True if the content is encrypted; reading such a file fails.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
      AVAsyncProperty("hasProtectedContent") { $0.hasProtectedContent }
    }
    /// The transform of the asset.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
      property("preferredTransform") { $0.preferredTransform }
    }
  }

  extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The size of a frame before it is turned upright.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
    /// The transform that turns a frame upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
      .init("preferredTransform") { $0.preferredTransform }
    }
    /// Frames per second on average.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
      .init("nominalFrameRate") { $0.nominalFrameRate }
    }
    /// The length of a frame at the average rate.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
      .init("minFrameDuration") { $0.minFrameDuration }
    }
    /// The times of the track in its asset.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
    /// True if the track is shown or heard.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("enabled") { $0.isEnabled } }
  }

  /// The queue on which properties are read.
  private let loading = DispatchQueue(label: "strata.assets", attributes: .concurrent)

  /// Something whose properties can be read on another thread.
  public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {}

  extension AVAsset: AVAsynchronousKeyValueLoading {}
  extension AVAssetTrack: AVAsynchronousKeyValueLoading {}

  extension AVAsynchronousKeyValueLoading {
    /// Reads a property on another thread.
    ///
    /// - Throws: ``AVError`` if the file cannot be read.
    public func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        loading.async {
          nonisolated(unsafe) let result = Result { try property.read(self) }  // Handed over once.
          continuation.resume(with: result)
        }
      }
    }

    /// Reads two properties on another thread.
    ///
    /// - Throws: ``AVError`` if the file cannot be read.
    public func load<A, B>(
      _ first: AVAsyncProperty<Self, A>,
      _ second: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
      (try await load(first), try await load(second))
    }

    /// Reads three properties on another thread.
    ///
    /// - Throws: ``AVError`` if the file cannot be read.
    public func load<A, B, C>(
      _ first: AVAsyncProperty<Self, A>,
      _ second: AVAsyncProperty<Self, B>,
      _ third: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
      (try await load(first), try await load(second), try await load(third))
    }

    /// Reads four properties on another thread.
    ///
    /// - Throws: ``AVError`` if the file cannot be read.
    public func load<A, B, C, D>(
      _ first: AVAsyncProperty<Self, A>,
      _ second: AVAsyncProperty<Self, B>,
      _ third: AVAsyncProperty<Self, C>,
      _ fourth: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
      (try await load(first), try await load(second), try await load(third), try await load(fourth))
    }
  }

  extension AVAsset {
    /// Returns how far a property is.
    public func status<Value>(of property: AVAsyncProperty<AVAsset, Value>)
      -> AVAsyncProperty<AVAsset, Value>.Status
    {
      switch file?.known {
      case nil where file != nil: .notYetLoaded
      case .failure(let error): .failed(error as NSError)
      default: (try? property.read(self)).map { .loaded($0) } ?? .notYetLoaded
      }
    }

    /// Reads the properties of some keys on another thread, then calls a closure there.
    public func loadValuesAsynchronously(
      forKeys keys: [String],
      completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
      loading.async { [self] in
        _ = failure
        handler?()
      }
    }

    /// Returns how far the value of a key is; all keys are read together.
    public func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?)
      -> AVKeyValueStatus
    {
      switch file?.known {
      case nil: return file == nil ? .loaded : .unknown
      case .success: return .loaded
      case .failure(let error):
        outError?.pointee = error as NSError
        return .failed
      }
    }
  }
#endif
