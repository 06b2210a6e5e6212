#if GPU
  import StrataEGL
  import Synchronization

  /// What a driver says of commands in a context for debugging (the extension `GL_KHR_debug`).
  ///
  /// Errors and undefined behaviour are kept; advice on speed is not.
  ///
  /// - Thread: Any.
  package final class DriverMessages: Sendable {
    private let texts = Mutex<[String]>([])
    private let counter = Mutex(0)
    private static let mostTexts = 100

    /// The first messages.
    package var all: [String] { texts.withLock { $0 } }
    /// The number of all messages.
    package var count: Int { counter.withLock { $0 } }
    /// True if the driver reports messages.
    private let listens = Mutex(false)
    package var isListening: Bool { listens.withLock { $0 } }

    private typealias Report =
      @convention(c) (
        UInt32, UInt32, UInt32, UInt32, Int32, UnsafePointer<CChar>?, UnsafeRawPointer?
      ) -> Void

    /// Asks the context in use for its messages, for as long as it lives.
    func listen(_ library: EGLLibrary, _ context: GLContext) {
      typealias SetReport = @convention(c) (Report?, UnsafeRawPointer?) -> Void
      typealias Enable = @convention(c) (UInt32) -> Void
      let name = ["glDebugMessageCallbackKHR", "glDebugMessageCallback"].lazy.compactMap {
        library.function($0)
      }
      guard let set = name.first, let enable = library.function("glEnable") else { return }
      // Reports come with the command that they are of, on its thread.
      for capability in [0x92E0, 0x8242] as [UInt32] { unsafeBitCast(enable, to: Enable.self)(capability) }
      let report: Report = { _, type, _, _, _, text, user in
        let (error, undefined): (UInt32, UInt32) = (0x824C, 0x824E)
        guard let user, type == error || type == undefined else { return }
        let messages = Unmanaged<DriverMessages>.fromOpaque(user).takeUnretainedValue()
        messages.add(text.map { String(cString: $0) } ?? "a message without text")
      }
      context.listener = self
      unsafeBitCast(set, to: SetReport.self)(report, Unmanaged.passUnretained(self).toOpaque())
      listens.withLock { $0 = true }
    }

    private func add(_ text: String) {
      counter.withLock { $0 += 1 }
      texts.withLock { if $0.count < Self.mostTexts { $0.append(text) } }
    }
  }
#endif
