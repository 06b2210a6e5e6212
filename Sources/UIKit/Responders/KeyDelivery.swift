import Foundation
import StrataViews

/// The keys of a window: makes presses of samples, and hands them to commands and to the first responder.
///
/// Without a first responder keys go to the view of the window's controller, or to the window.
@MainActor final class KeyDelivery {
  private unowned let window: UIWindow
  private let event = UIPressesEvent()
  /// The keys that are down, by their usages.
  private var held: [Int: UIPress] = [:]
  /// The commands that have taken keys which are down.
  private var taken: [UIPress: UIKeyCommand] = [:]

  init(to window: UIWindow) {
    self.window = window
    event.window = window
  }

  /// Handles what a key did; a key that repeats repeats its command, and no press.
  func receive(_ sample: KeySample) {
    for press in held.values { press.phase = .stationary }
    let known = held[sample.hidUsage]
    if sample.isDown, let known {
      taken[known]?.call()
      return
    }
    guard let press = sample.isDown ? UIPress() : known else { return }
    let modifiers = UIKeyModifierFlags(sample.modifiers, usage: sample.hidUsage)
    press.key = UIKey(sample.hidUsage, character: sample.character, modifiers)
    press.timestamp = sample.time
    press.phase = sample.isDown ? .began : .ended
    if sample.isDown {
      press.window = window
      press.responder = window.firstResponder ?? window.rootViewController?.view ?? window
      held[sample.hidUsage] = press
    }
    let presses = Set(held.values)
    if !sample.isDown { held[sample.hidUsage] = nil }
    send(presses, at: sample.time)
    if !sample.isDown { taken[press] = nil }
  }

  /// Takes all keys away, as the window loses the keyboard; it may do so while a press is handed on.
  func cancel() {
    guard !held.isEmpty else { return }
    let lost = Set(held.values)
    held = [:]
    for press in lost { press.phase = .cancelled }
    send(lost, at: event.timestamp)
    for press in lost { taken[press] = nil }
  }

  private func send(_ presses: Set<UIPress>, at time: TimeInterval) {
    event.timestamp = time
    event.allPresses = presses
    window.route(event)
  }

  /// Hands the presses of an event on.
  func deliver(_ event: UIPressesEvent) {
    // Those that a press before takes away have been told.
    let due = event.allPresses.filter { $0.phase != .stationary }
    for press in due.sorted(by: { $0.timestamp < $1.timestamp }) {
      guard let responder = press.responder else { continue }
      switch press.phase {
      case .began: begin(press, on: responder, event)
      case .ended where taken[press] == nil: responder.pressesEnded([press], with: event)
      case .cancelled where taken[press] == nil: responder.pressesCancelled([press], with: event)
      case .changed, .stationary, .ended, .cancelled: break
      }
    }
  }

  private func begin(_ press: UIPress, on responder: UIResponder, _ event: UIPressesEvent) {
    guard let key = press.key else { return }
    let commands = sequence(first: responder, next: \.next).lazy.flatMap { $0.keyCommands ?? [] }
    guard let command = commands.first(where: { $0.takes(key) }) else {
      return responder.pressesBegan([press], with: event)
    }
    taken[press] = command
    command.call()
  }
}

extension UIKeyModifierFlags {
  fileprivate init(_ keys: ModifierKeys, usage: Int) {
    let rows: [(ModifierKeys, UIKeyModifierFlags)] = [
      (.capsLock, .alphaShift), (.shift, .shift), (.control, .control), (.option, .alternate),
      (.command, .command),
    ]
    self = rows.reduce(into: []) { if keys.contains($1.0) { $0.insert($1.1) } }
    let numberPad = UIKeyboardHIDUsage.keypadNumLock.rawValue...UIKeyboardHIDUsage.keypadPeriod.rawValue
    if numberPad.contains(usage) { insert(.numericPad) }
  }
}
