#if Window
  import CSDL2
  import Logging
  import StrataBase
  import Synchronization

  /// A stream to the default device of sound, through SDL's queue.
  final class DeviceSound: SoundStream {
    private let device: SDL_AudioDeviceID
    /// The frames that the device takes at a time, which it holds until they are heard.
    private let period: Int

    /// The frames to ask a device for at a time: about 10 ms.
    private static let shortPeriod: UInt16 = 512
    /// True if SDL's sound runs; it stays until the program ends.
    private static let isStarted = Mutex<Bool?>(nil)
    /// True once a device that is there has failed.
    private static let hasFailed = Atomic(false)

    /// Makes this the sound of the program, once there are windows.
    static func provide() {
      SoundOutput.shared.provide { DeviceSound() }
    }

    /// Opens the device; nil if there is none.
    private init?() {
      guard Self.start() else { return nil }
      var (wanted, given) = (SDL_AudioSpec(), SDL_AudioSpec())
      wanted.freq = Int32(SoundOutput.framesPerSecond)
      wanted.format = SDL_AudioFormat(AUDIO_F32SYS)
      (wanted.channels, wanted.samples) = (2, Self.shortPeriod)
      // Not another form: SDL converts what the device wants.
      device = SDL_OpenAudioDevice(nil, 0, &wanted, &given, 0)
      period = Int(given.samples)
      guard device != 0 else {
        Self.fail()
        return nil
      }
      SDL_PauseAudioDevice(device, 0)
    }

    deinit { if device != 0 { SDL_CloseAudioDevice(device) } }

    /// Starts SDL's sound on the thread that owns SDL; false if there is no device.
    private static func start() -> Bool {
      if let known = isStarted.withLock({ $0 }) { return known }
      // Streams that ask at the same time get one answer; SDL counts who has started it.
      let answer = try? VideoThread.shared.run { _ in
        // A number below zero says that devices cannot be counted. Libraries of sound complain aloud of devices that are missing.
        .success(SDL_InitSubSystem(SDL_INIT_AUDIO) == 0 && SDL_GetNumAudioDevices(0) != 0)
      }
      if let answer { isStarted.withLock { $0 = answer } }
      return answer ?? false
    }

    /// Logs the first failure, with SDL's reason; a machine without a device is silent and no failure.
    private static func fail() {
      let reason = VideoSystem.lastError
      guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
      Logger(label: "strata.window").notice("sound is not heard", metadata: ["reason": "\(reason)"])
    }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
      let size = UInt32(frames.count * MemoryLayout<SIMD2<Float>>.stride)
      if SDL_QueueAudio(device, frames.baseAddress, size) != 0 { Self.fail() }
    }

    var waitingFrames: Int {
      Int(SDL_GetQueuedAudioSize(device)) / MemoryLayout<SIMD2<Float>>.stride + period
    }

    func clear() { SDL_ClearQueuedAudio(device) }
  }
#endif
