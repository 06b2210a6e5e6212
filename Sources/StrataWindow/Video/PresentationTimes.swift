#if Window
  import CSDL2
  import Glibc
  import StrataBase
  import StrataRenderServer

  /// What a Wayland compositor tells about the pictures that it has shown: when, and how often it shows one.
  ///
  /// Without such a compositor a picture counts as presented when it is handed over.
  ///
  /// - Thread: The video thread's.
  final class PresentationTimes {
    /// A picture that was handed over, and what follows when it was shown.
    struct Request {
      let window: UInt32
      let frame: PresentedFrame
    }

    /// A picture on the screen.
    struct Answer {
      let window: UInt32
      let frame: PresentedFrame
      /// The media time at which the picture was shown, in seconds.
      let time: Double
      /// Refreshes per second; nil if the compositor does not know or they are not regular.
      let refreshRate: Double?
    }

    private let state: UnsafeMutablePointer<strata_presentation>
    private var requests: [UnsafeMutableRawPointer: Request] = [:]
    private var answers: [Answer] = []

    /// Connects to the compositor of a window; nil if it is not Wayland's, or tells no times.
    init?(of window: OpaquePointer) {
      guard let information = DisplayConnection.information(of: window),
        information.subsystem == SDL_SYSWM_WAYLAND, let display = information.info.wl.display,
        let api = Self.functions()
      else { return nil }
      state = .allocate(capacity: 1)
      state.initialize(to: strata_presentation())
      state.pointee.api = api
      state.pointee.display = UnsafeMutableRawPointer(display)
      guard strata_presentation_start(state) != 0 else {
        state.deallocate()
        return nil
      }
      state.pointee.context = Unmanaged.passUnretained(self).toOpaque()
      state.pointee.shown = { context, feedback, seconds, refresh in
        guard let context, let feedback else { return }
        Unmanaged<PresentationTimes>.fromOpaque(context).takeUnretainedValue().shown(
          feedback,
          seconds,
          refresh
        )
      }
      state.pointee.discarded = { context, feedback in
        guard let context, let feedback else { return }
        Unmanaged<PresentationTimes>.fromOpaque(context).takeUnretainedValue().requests[feedback] = nil
      }
    }

    deinit {
      for feedback in requests.keys { state.pointee.api.proxy_destroy(feedback) }
      strata_presentation_end(state)
      state.deallocate()
    }

    private static func functions() -> strata_wayland? {
      func named<Function>(_ name: String) -> Function? {
        DisplayConnection.function("wl_" + name, in: DisplayConnection.wayland)
      }
      var api = strata_wayland()
      api.display_create_queue = named("display_create_queue")
      api.event_queue_destroy = named("event_queue_destroy")
      api.display_roundtrip_queue = named("display_roundtrip_queue")
      api.display_dispatch_queue_pending = named("display_dispatch_queue_pending")
      api.proxy_create_wrapper = named("proxy_create_wrapper")
      api.proxy_wrapper_destroy = named("proxy_wrapper_destroy")
      api.proxy_set_queue = named("proxy_set_queue")
      api.proxy_marshal_array_flags = named("proxy_marshal_array_flags")
      api.proxy_add_listener = named("proxy_add_listener")
      api.proxy_destroy = named("proxy_destroy")
      api.registry_interface = named("registry_interface")
      // The newest of them (1.20) stands for all.
      guard api.proxy_marshal_array_flags != nil, api.registry_interface != nil else { return nil }
      return api
    }

    /// Asks for the time of the picture that is handed over next; returns false if there will be no answer.
    func ask(_ request: Request, of window: OpaquePointer) -> Bool {
      guard let surface = DisplayConnection.information(of: window)?.info.wl.surface,
        let feedback = strata_presentation_ask(state, UnsafeMutableRawPointer(surface))
      else { return false }
      requests[feedback] = request
      return true
    }

    /// Takes the answers that SDL's reading of events has brought.
    func takeAnswers() -> [Answer] {
      strata_presentation_dispatch(state)
      defer { answers = [] }
      return answers
    }

    private func shown(_ feedback: UnsafeMutableRawPointer, _ seconds: Double, _ refresh: UInt32) {
      guard let request = requests.removeValue(forKey: feedback) else { return }
      answers.append(
        Answer(
          window: request.window,
          frame: request.frame,
          time: seconds + clockOffset,
          refreshRate: refresh > 0 ? 1e9 / Double(refresh) : nil
        )
      )
    }

    /// The media clock's time less that of the compositor's clock, in seconds.
    private var clockOffset: Double {
      let clock = clockid_t(state.pointee.clock)
      guard clock != CLOCK_MONOTONIC else { return 0 }
      var now = timespec()
      guard clock_gettime(clock, &now) == 0 else { return 0 }
      return MonotonicClock().now - Double(now.tv_sec) - Double(now.tv_nsec) * 1e-9
    }
  }
#endif
