import CoreGraphics
import Foundation
import StrataViews

/// The events of a window: makes them of what its host reports, and hands them to the views.
@MainActor final class EventDelivery {
  private unowned let window: NSWindow
  /// Where the mouse was last, in points from the lower left corner.
  private(set) var location = CGPoint.zero
  /// The buttons that are held, and the view in which each went down.
  private var pressed: [Int: Pressed] = [:]
  /// The finger that stands for the mouse.
  private var finger: Int?

  private struct Pressed {
    weak var view: NSView?
  }

  init(to window: NSWindow) { self.window = window }

  // MARK: From the host

  func receive(_ event: HostEvent) {
    switch event {
    case .mouse(let sample): take(sample)
    case .scroll(let sample): take(sample)
    case .key(let sample):
      let type: NSEvent.EventType =
        KeyCodes.isModifier(usage: sample.hidUsage) ? .flagsChanged : sample.isDown ? .keyDown : .keyUp
      // A window that cannot have the keys leaves them to the one that has.
      send(type, KeyCodes.content(of: sample), to: window.canBecomeKey ? window : NSApplication.keyWindow)
    case .touches(let samples): for sample in samples { take(sample) }
    case .resized, .moved, .rescaled, .focusChanged, .closed: break
    }
  }

  private func send(_ type: NSEvent.EventType, _ content: NSEvent.Content) { send(type, content, to: window) }

  private func send(_ type: NSEvent.EventType, _ content: NSEvent.Content, to window: NSWindow?) {
    NSEvent.present.modifiers = content.modifiers
    guard let window else { return }
    let event = NSEvent(type, content, in: window)
    if let application = NSApplication.sharedIfPresent {
      application.currentEvent = event
      application.sendEvent(event)
    } else {
      window.sendEvent(event)
    }
  }

  /// The place of an event with y pointing up; nil for a place that is none.
  private func point(_ position: CGPoint) -> CGPoint? {
    guard position.x.isFinite, position.y.isFinite else { return nil }
    return CGPoint(x: position.x, y: window.size.height - position.y)
  }

  private func take(_ sample: MouseSample) {
    guard let point = point(sample.position) else { return }
    var content = NSEvent.Content()
    content.delta = CGVector(dx: point.x - location.x, dy: location.y - point.y)
    location = point
    NSEvent.present.location = window.convertPoint(toScreen: point)
    NSEvent.present.modifiers = NSEvent.ModifierFlags(sample.modifiers)
    (content.location, content.time, content.clickCount) = (point, sample.time, sample.clickCount)
    content.modifiers = NSEvent.ModifierFlags(sample.modifiers)
    switch sample.phase {
    case .down(let button):
      content.button = button
      NSEvent.present.buttons |= Self.bit(button)
      pressed[button] = Pressed(view: window.contentView?.hitTest(point))
      send([.leftMouseDown, .rightMouseDown, .otherMouseDown][min(max(button, 0), 2)], content)
    case .up(let button):
      NSEvent.present.buttons &= ~Self.bit(button)
      guard pressed[button] != nil else { return }
      content.button = button
      send([.leftMouseUp, .rightMouseUp, .otherMouseUp][min(max(button, 0), 2)], content)
      pressed[button] = nil
      track(content, isMove: false)
    case .moved: move(content)
    case .entered:
      if pressed.isEmpty { move(content) } else { track(content) }
    case .exited:
      if pressed.isEmpty { track(content, isOutside: true) }
    }
  }

  private static func bit(_ button: Int) -> Int { (0..<32).contains(button) ? 1 << button : 0 }

  private func move(_ content: NSEvent.Content) {
    guard let button = pressed.keys.min() else {
      track(content)
      return send(.mouseMoved, content)
    }
    var content = content
    content.button = button
    track(content)
    send([.leftMouseDragged, .rightMouseDragged, .otherMouseDragged][min(button, 2)], content)
  }

  private func take(_ sample: ScrollSample) {
    guard let point = point(sample.position) else { return }
    var content = NSEvent.Content()
    (content.location, content.time, content.isInverted) = (point, sample.time, sample.isReversed)
    content.modifiers = NSEvent.ModifierFlags(sample.modifiers)
    content.delta = CGVector(dx: -sample.delta.dx, dy: sample.delta.dy)
    send(.scrollWheel, content)
  }

  /// The first finger is the mouse with its left button.
  private func take(_ sample: TouchSample) {
    if sample.phase == .began, finger == nil { finger = sample.id }
    guard sample.id == finger else { return }
    let phase: MouseSample.Phase =
      switch sample.phase {
      case .began: .down(button: 0)
      case .moved: .moved
      case .ended, .cancelled: .up(button: 0)
      }
    take(MouseSample(phase, at: sample.position, clickCount: phase == .moved ? 0 : 1, time: sample.time))
    if phase == .up(button: 0) { finger = nil }
  }

  // MARK: To the views

  func deliver(_ event: NSEvent) {
    switch event.type {
    case .keyDown:
      if event.modifierFlags.contains(.command), let view = window.contentView,
        view.performKeyEquivalent(with: event)
      {
        return
      }
      window.firstResponder?.keyDown(with: event)
    case .keyUp: window.firstResponder?.keyUp(with: event)
    case .flagsChanged: window.firstResponder?.flagsChanged(with: event)
    case .scrollWheel:
      (window.contentView?.hitTest(event.locationInWindow) ?? window).scrollWheel(with: event)
    case .mouseMoved:
      if window.acceptsMouseMovedEvents { window.firstResponder?.mouseMoved(with: event) }
    case .mouseEntered, .mouseExited, .cursorUpdate: break
    case .leftMouseDown, .rightMouseDown, .otherMouseDown, .leftMouseUp, .rightMouseUp, .otherMouseUp,
      .leftMouseDragged, .rightMouseDragged, .otherMouseDragged:
      press(event)
    }
  }

  private func press(_ event: NSEvent) {
    guard let responder: NSResponder = pressed[event.buttonNumber].map({ $0.view ?? window }) else { return }
    switch event.type {
    case .leftMouseDown:
      if let view = responder as? NSView, view.acceptsFirstResponder { window.makeFirstResponder(view) }
      responder.mouseDown(with: event)
    case .leftMouseDragged: responder.mouseDragged(with: event)
    case .leftMouseUp: responder.mouseUp(with: event)
    case .rightMouseDown: responder.rightMouseDown(with: event)
    case .rightMouseDragged: responder.rightMouseDragged(with: event)
    case .rightMouseUp: responder.rightMouseUp(with: event)
    case .otherMouseDown: responder.otherMouseDown(with: event)
    case .otherMouseDragged: responder.otherMouseDragged(with: event)
    case .otherMouseUp: responder.otherMouseUp(with: event)
    default: break
    }
  }

  // MARK: Tracking areas

  /// Calls the owners of the areas that the mouse comes into, moves in or leaves, and shows the pointer of its place.
  ///
  /// When a button goes up the mouse may be in other areas than before, but does not move.
  private func track(_ content: NSEvent.Content, isMove: Bool = true, isOutside: Bool = false) {
    let isDragging = !pressed.isEmpty
    var entered: [(NSTrackingArea, NSResponder)] = []
    for view in allViews() {
      for area in view.areas where !isDragging || area.options.contains(.enabledDuringMouseDrag) {
        guard let owner = area.owner, area.isActive(in: view, window: window) else { continue }
        let isInside =
          !isOutside && !view.isOutOfSight
          && area.contains(view.convert(content.location, from: nil), in: view)
        defer { area.isInside = isInside }
        if isInside, !area.isInside {
          entered.append((area, owner))
        } else if !isInside, area.isInside {
          if area.options.contains(.cursorUpdate) { NSCursor.letGo() }
          if area.options.contains(.mouseEnteredAndExited) {
            owner.mouseExited(with: event(.mouseExited, content, area))
          }
        } else if isMove, isInside, !isDragging, area.options.contains(.mouseMoved) {
          owner.mouseMoved(with: event(.mouseMoved, content, area))
        }
      }
    }
    if !isDragging, !isOutside { NSCursor.follow(content.location, in: window) }
    // What is left comes before what is entered.
    for (area, owner) in entered {
      if area.options.contains(.mouseEnteredAndExited) {
        owner.mouseEntered(with: event(.mouseEntered, content, area))
      }
      if area.options.contains(.cursorUpdate) {
        owner.cursorUpdate(with: event(.cursorUpdate, content, area))
      }
    }
  }

  private func event(_ type: NSEvent.EventType, _ content: NSEvent.Content, _ area: NSTrackingArea)
    -> NSEvent
  {
    var content = content
    content.area = area
    return NSEvent(type, content, in: window)
  }

  private func allViews() -> [NSView] {
    var (found, pending) = ([NSView](), [window.contentView].compactMap { $0 })
    while let view = pending.popLast() {
      if !view.areas.isEmpty { found.append(view) }
      pending += view.children
    }
    return found
  }

  // MARK: Leaving

  /// Ends what the mouse does, as the window leaves the screen.
  func leave() {
    for button in pressed.keys { NSEvent.present.buttons &= ~Self.bit(button) }
    pressed = [:]
    finger = nil
    for view in allViews() { for area in view.areas { area.isInside = false } }
  }

  /// Takes the mouse away from a view that leaves the window.
  func forget(_ view: NSView) {
    for (button, entry) in pressed where entry.view?.lies(in: view) ?? false {
      pressed[button] = nil
    }
  }
}
