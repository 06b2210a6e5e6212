#if Window
  import CSDL2
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
      guard device != 0 else { return nil }
      SDL_PauseAudioDevice(device, 0)
    }

    deinit { if device != 0 { SDL_CloseAudioDevice(device) } }

    /// Starts SDL's sound on the thread that owns SDL; false if there is no device.
    private static func start() -> Bool {
      isStarted.withLock { isStarted in
        if let isStarted { return isStarted }
        let answer = try? VideoThread.shared.run { _ in
          // A number below zero says that devices cannot be counted. Libraries of sound complain aloud of devices that are missing.
          .success(SDL_InitSubSystem(SDL_INIT_AUDIO) == 0 && SDL_GetNumAudioDevices(0) != 0)
        }
        isStarted = answer
        return answer ?? false
      }
    }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
      SDL_QueueAudio(device, frames.baseAddress, UInt32(frames.count * MemoryLayout<SIMD2<Float>>.stride))
    }

    var waitingFrames: Int {
      Int(SDL_GetQueuedAudioSize(device)) / MemoryLayout<SIMD2<Float>>.stride + period
    }

    func clear() { SDL_ClearQueuedAudio(device) }
  }
#endif
