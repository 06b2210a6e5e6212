#if Window
  import CSDL2
  import StrataBase
  import StrataRenderServer

  /// The vertical blanks of an X11 display, by the extension Present.
  ///
  /// A picture waits for the next blank and is handed over right after it, so that it is in the window before the screen is
  /// read again. It counts as on the screen at the following blank: from then on every refresh shows the whole picture, with
  /// a compositing manager, too. A picture that was not ready at the blank after its time is handed over at once, so that it does
  /// not take the next one's place, and so is the first one after a rest. Between two blanks there is one picture at most. Each
  /// window asks for one blank at a time, and only while it has pictures. A display that is switched off reports its blanks late;
  /// then pictures are handed over without waiting for one.
  ///
  /// - Thread: The video thread's.
  final class X11PresentationTimes: PresentationTimes {
    /// A window, and the blank that it waits for.
    private struct Target {
      /// The number that the display has for the window.
      let number: UInt32
      var pending: (serial: UInt32, since: Double)?
      /// True from a deadline until the blank comes.
      var isLate = false
      /// True if a picture waits for the blank.
      var holdsBack = false
      /// Pictures that the next blank shows, and when they were handed over.
      var handedOver: [(request: PresentationRequest, time: Double)] = []
      var measurement: RefreshMeasurement?
      /// When the last blank was, in media time.
      var lastBlank = -Double.infinity

      var isAwaited: Bool { holdsBack || !handedOver.isEmpty }

      /// True if a picture of a media time gains nothing by waiting for the next blank.
      func hasWaitedEnough(pictureOf time: Double, at now: Double) -> Bool {
        !isAwaited && (time < lastBlank || now - lastBlank > X11PresentationTimes.patience)
      }
    }

    private var connection = strata_present()
    private var targets: [UInt32: Target] = [:]
    /// Windows whose blanks the display does not report.
    private var refused: Set<UInt32> = []
    private var serial = UInt32(0)
    private(set) var descriptor: Int32?

    /// Frames begin when the picture before has been handed over, so that none is ready just at a blank, sometimes before it and
    /// sometimes after.
    let frameDelay = 0.1

    /// How long a blank may take, in seconds, and how long ago one was that no picture needs to follow: some refreshes of a slow
    /// display.
    private static let patience = 0.05
    /// How far the display's clock may be off the media clock, in seconds; otherwise it is another clock.
    private static let clockTolerance = 1.0

    private typealias DisplayName = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

    /// Connects to the display of a window; nil if it does not know the extension.
    init?(_ window: SDL_SysWMinfo) {
      guard let api = Self.functions(),
        let name: DisplayName = DisplayConnection.function("XDisplayString", in: DisplayConnection.xlib)
      else { return nil }
      connection.api = api
      guard strata_present_start(&connection, name(window.info.x11.display)) != 0 else { return nil }
      descriptor = api.get_file_descriptor(connection.connection)
    }

    deinit { strata_present_end(&connection) }

    private static func functions() -> strata_xcb? {
      func named<Function>(_ name: String) -> Function? {
        DisplayConnection.function("xcb_" + name, in: DisplayConnection.xcb)
      }
      var api = strata_xcb()
      api.connect = named("connect")
      api.disconnect = named("disconnect")
      api.connection_has_error = named("connection_has_error")
      api.get_file_descriptor = named("get_file_descriptor")
      api.flush = named("flush")
      api.generate_id = named("generate_id")
      api.get_extension_data = named("get_extension_data")
      api.send_request = named("send_request")
      api.wait_for_reply = named("wait_for_reply")
      api.request_check = named("request_check")
      api.poll_for_event = named("poll_for_event")
      // All of them are in its first version.
      return api.connect != nil && api.poll_for_event != nil ? api : nil
    }

    // MARK: Pictures

    func holdsBack(_ window: UInt32, _ handle: OpaquePointer, pictureOf time: Double) -> Bool {
      guard var target = target(window, handle), !target.isLate else { return false }
      if target.hasWaitedEnough(pictureOf: time, at: MonotonicClock().now) { return false }
      target.holdsBack = true
      ask(&target)
      targets[window] = target
      return true
    }

    func handOver(_ request: PresentationRequest, of handle: OpaquePointer, by show: () -> Void) -> Bool {
      show()
      guard var target = target(request.window, handle), !target.isLate else { return false }
      target.handedOver.append((request, MonotonicClock().now))
      ask(&target)
      targets[request.window] = target
      return true
    }

    func forget(_ window: UInt32) {
      targets[window] = nil
      refused.remove(window)
    }

    /// The window's target; nil if the display reports nothing about it.
    private func target(_ window: UInt32, _ handle: OpaquePointer) -> Target? {
      guard descriptor != nil, !refused.contains(window) else { return nil }
      if let known = targets[window] { return known }
      guard let information = DisplayConnection.information(of: handle) else { return nil }
      let target = Target(number: UInt32(truncatingIfNeeded: information.info.x11.window))
      guard strata_present_select(&connection, target.number) != 0 else {
        refused.insert(window)
        return nil
      }
      return target
    }

    /// Asks for the next blank, unless that was done.
    private func ask(_ target: inout Target) {
      guard target.pending == nil else { return }
      serial &+= 1
      target.pending = (serial, MonotonicClock().now)
      strata_present_ask(&connection, target.number, serial)
    }

    // MARK: Answers

    var deadline: Double? {
      targets.values.compactMap { $0.isAwaited ? $0.pending.map { $0.since + Self.patience } : nil }.min()
    }

    func takeAnswers() -> [PresentationAnswer] {
      guard descriptor != nil else { return [] }
      var answers: [PresentationAnswer] = []
      var blank = strata_blank()
      while strata_present_take(&connection, &blank) != 0 { note(blank, &answers) }
      let isBroken = connection.api.connection_has_error(connection.connection) != 0
      if isBroken { descriptor = nil }
      let latest = isBroken ? Double.infinity : MonotonicClock().now - Self.patience
      for (window, target) in targets
      where target.isAwaited && target.pending.map({ $0.since <= latest }) ?? true {
        giveUp(window, target, &answers)
      }
      return answers
    }

    private func note(_ blank: strata_blank, _ answers: inout [PresentationAnswer]) {
      guard let (window, former) = targets.first(where: { $0.value.pending?.serial == blank.serial }) else {
        return
      }
      var target = former
      let now = MonotonicClock().now
      let told = Double(blank.time) * 1e-6
      let time = abs(told - now) < Self.clockTolerance ? told : now
      (target.pending, target.isLate, target.lastBlank) = (nil, false, time)
      // The blank may have begun before the last picture was there.
      let shown = target.handedOver.prefix { $0.time <= time }
      target.handedOver.removeFirst(shown.count)
      if let rate = shown.last?.request.modeRate {
        if target.measurement?.expected != rate { target.measurement = RefreshMeasurement(expected: rate) }
        target.measurement?.note(blank.count, at: time)
      }
      for (request, _) in shown {
        let rate = target.measurement?.rate ?? request.modeRate
        answers.append(.shown(request, time: time, refreshRate: rate))
      }
      if target.holdsBack { answers.append(.blank(window: window)) }
      target.holdsBack = false
      if target.isAwaited { ask(&target) }
      targets[window] = target
    }

    /// Lets pictures go without a blank that does not come.
    private func giveUp(_ window: UInt32, _ target: Target, _ answers: inout [PresentationAnswer]) {
      var target = target
      for (request, time) in target.handedOver { answers.append(.unknown(request, handedOver: time)) }
      if target.holdsBack { answers.append(.blank(window: window)) }
      (target.handedOver, target.holdsBack, target.isLate) = ([], false, true)
      targets[window] = target
    }
  }
#endif
