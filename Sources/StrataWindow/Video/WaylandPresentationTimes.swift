#if Window
  import CSDL2
  import Glibc
  import StrataBase
  import StrataRenderServer

  /// Presentation times of a Wayland compositor: when it has shown a picture, and its refresh rate.
  ///
  /// Its answers come over SDL's socket.
  ///
  /// - Thread: The video thread's.
  final class WaylandPresentationTimes: PresentationTimes {
    private let state: UnsafeMutablePointer<strata_presentation>
    private var requests: [UnsafeMutableRawPointer: PresentationRequest] = [:]
    private var answers: [PresentationAnswer] = []

    /// Connects to the compositor of a window; nil if it reports no times.
    init?(_ window: SDL_SysWMinfo) {
      guard let display = window.info.wl.display, let api = Self.functions() else { return nil }
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
        Unmanaged<WaylandPresentationTimes>.fromOpaque(context).takeUnretainedValue().shown(
          feedback,
          seconds,
          refresh
        )
      }
      state.pointee.discarded = { context, feedback in
        guard let context, let feedback else { return }
        Unmanaged<WaylandPresentationTimes>.fromOpaque(context).takeUnretainedValue().requests[feedback] = nil
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

    func handOver(_ request: PresentationRequest, of window: OpaquePointer, by show: () -> Void) -> Bool {
      // The question goes before the picture.
      let feedback = DisplayConnection.information(of: window)?.info.wl.surface
        .flatMap { strata_presentation_ask(state, UnsafeMutableRawPointer($0)) }
      show()
      guard let feedback else { return false }
      requests[feedback] = request
      return true
    }

    func takeAnswers() -> [PresentationAnswer] {
      strata_presentation_dispatch(state)
      defer { answers = [] }
      return answers
    }

    private func shown(_ feedback: UnsafeMutableRawPointer, _ seconds: Double, _ refresh: UInt32) {
      guard let request = requests.removeValue(forKey: feedback) else { return }
      let rate = refresh > 0 ? 1e9 / Double(refresh) : nil
      answers.append(.shown(request, time: seconds + clockOffset, refreshRate: rate))
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
