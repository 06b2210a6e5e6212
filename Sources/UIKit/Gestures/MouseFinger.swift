import StrataViews

/// The mouse as a finger, which is down while the left button is.
struct MouseFinger {
  private var isDown = false

  /// The touch that a mouse event is; nil for events that are none.
  mutating func touch(of mouse: MouseSample) -> TouchSample? {
    let phase: TouchSample.Phase
    switch mouse.phase {
    case .down(button: 0): (phase, isDown) = (.began, true)
    case .up(button: 0) where isDown: (phase, isDown) = (.ended, false)
    case .moved where isDown: phase = .moved
    default: return nil
    }
    return TouchSample(phase: phase, position: mouse.position, time: mouse.time)
  }
}
