#if GPU
  import StrataEGL

  /// Measures the time in which a device works on frames, by queries of the extension `GL_EXT_disjoint_timer_query`.
  ///
  /// - Thread: That of the device, with the context in use.
  final class DeviceTimer {
    private typealias Names = UnsafeMutablePointer<UInt32>
    private let beginQuery: @convention(c) (UInt32, UInt32) -> Void
    private let endQuery: @convention(c) (UInt32) -> Void
    private let result: @convention(c) (UInt32, UInt32, UnsafeMutablePointer<UInt64>) -> Void
    /// Queries without a frame.
    private var free: [UInt32] = []
    /// The queries of frames on their way, the oldest first.
    private var begun: [UInt32] = []
    /// The time of all finished frames.
    private(set) var nanoseconds: UInt64 = 0

    private static let (elapsed, queryResult): (UInt32, UInt32) = (0x88BF, 0x8866)

    /// Makes the queries of at most so many frames; nil if the driver measures no time.
    ///
    /// - Parameters:
    ///   - library: EGL, which has the driver's functions.
    ///   - extensions: The driver's list.
    ///   - frames: How many frames are on their way at most.
    init?(_ library: EGLLibrary, extensions: String, frames: Int) {
      guard extensions.split(separator: " ").contains("GL_EXT_disjoint_timer_query"),
        let generate = library.function("glGenQueriesEXT"), let begin = library.function("glBeginQueryEXT"),
        let end = library.function("glEndQueryEXT"), let get = library.function("glGetQueryObjectui64vEXT")
      else { return nil }
      beginQuery = unsafeBitCast(begin, to: (@convention(c) (UInt32, UInt32) -> Void).self)
      endQuery = unsafeBitCast(end, to: (@convention(c) (UInt32) -> Void).self)
      result = unsafeBitCast(
        get,
        to: (@convention(c) (UInt32, UInt32, UnsafeMutablePointer<UInt64>) -> Void).self
      )
      free = [UInt32](repeating: 0, count: frames)
      unsafeBitCast(generate, to: (@convention(c) (Int32, Names) -> Void).self)(Int32(frames), &free)
    }

    /// Begins the work on a frame.
    func begin() {
      guard let query = free.popLast() else { return }
      begun.append(query)
      beginQuery(Self.elapsed, query)
    }

    /// Ends what was begun last.
    func end() { if !begun.isEmpty { endQuery(Self.elapsed) } }

    /// Adds the time of the oldest frame, whose pixels are there.
    func finish() {
      guard !begun.isEmpty else { return }
      let query = begun.removeFirst()
      var time: UInt64 = 0
      result(query, Self.queryResult, &time)
      nanoseconds += time
      free.append(query)
    }
  }
#endif
