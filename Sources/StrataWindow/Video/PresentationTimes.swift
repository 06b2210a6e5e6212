#if Window
  import CSDL2
  import StrataRenderServer

  /// A picture that is handed over to a display server.
  struct PresentationRequest {
    /// The number of the window.
    let window: UInt32
    let frame: PresentedFrame
    /// The rate of the display's mode, in refreshes per second.
    let modeRate: Double
  }

  /// The news of a display server about pictures.
  enum PresentationAnswer {
    /// A picture was on the screen at a media time, in seconds.
    ///
    /// The rate is in refreshes per second; nil if it is not known, or that of the display's mode.
    case shown(PresentationRequest, time: Double, refreshRate: Double?)
    /// There is no answer; the picture was handed over at a media time, in seconds.
    case unknown(PresentationRequest, handedOver: Double)
    /// The picture that a window has held back is to be handed over now.
    case blank(window: UInt32)

    /// The number of the window that the answer is for.
    var window: UInt32 {
      switch self {
      case .shown(let request, _, _), .unknown(let request, _): request.window
      case .blank(let window): window
      }
    }
  }

  /// Tells when pictures were on the screen, and when they are to be handed over.
  ///
  /// Without it pictures are handed over at once, and count as presented then.
  ///
  /// - Thread: The video thread's.
  protocol PresentationTimes: AnyObject {
    /// The socket that answers come over; nil if it is that of SDL, or gone.
    var descriptor: Int32? { get }
    /// The media time at which there are answers in any case, in seconds; nil if none is awaited.
    var deadline: Double? { get }
    /// How long after a refresh the next frame begins, as a part of the time between two.
    var frameDelay: Double { get }
    /// Returns true if a window's picture of a media time is to wait; ``PresentationAnswer/blank(window:)`` ends that.
    func holdsBack(_ window: UInt32, _ handle: OpaquePointer, pictureOf time: Double) -> Bool
    /// Shows a picture, and asks when it is on the screen; returns false if there will be no answer.
    func handOver(_ request: PresentationRequest, of handle: OpaquePointer, by show: () -> Void) -> Bool
    /// Takes the answers that have arrived.
    func takeAnswers() -> [PresentationAnswer]
    /// Forgets a window that is closed.
    func forget(_ window: UInt32)
  }

  extension PresentationTimes {
    var descriptor: Int32? { nil }
    var deadline: Double? { nil }
    var frameDelay: Double { 0 }
    func holdsBack(_ window: UInt32, _ handle: OpaquePointer, pictureOf time: Double) -> Bool { false }
    func forget(_ window: UInt32) {}
  }

  extension DisplayConnection {
    /// The source of presentation times on the display of a window; nil if it has none.
    static func presentationTimes(of window: OpaquePointer) -> (any PresentationTimes)? {
      guard let information = information(of: window) else { return nil }
      switch information.subsystem {
      case SDL_SYSWM_WAYLAND: return WaylandPresentationTimes(information)
      case SDL_SYSWM_X11: return X11PresentationTimes(information)
      default: return nil
      }
    }
  }
#endif
