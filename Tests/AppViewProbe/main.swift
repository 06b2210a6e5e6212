// A program of AppKit's view layer with a window, for tests: it prints what happens to its views.

import AppKit
import Foundation

@MainActor func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

/// A green view that a click makes blue, that a drag moves, and that follows the mouse and keys.
final class Card: NSView {
  private var color = NSColor.green

  override var acceptsFirstResponder: Bool { true }

  override func draw(_ dirtyRect: NSRect) {
    color.setFill()
    dirtyRect.fill()
  }

  override func updateTrackingAreas() {
    for area in trackingAreas { removeTrackingArea(area) }
    addTrackingArea(
      NSTrackingArea(
        rect: .zero,
        options: [.mouseEnteredAndExited, .activeAlways, .inVisibleRect],
        owner: self
      )
    )
  }

  override func mouseDown(with event: NSEvent) {
    color = .blue
    needsDisplay = true
    let place = convert(event.locationInWindow, from: nil)
    say("down \(Int(place.x)) \(Int(place.y)) clicks \(event.clickCount)")
  }

  override func mouseDragged(with event: NSEvent) {
    setFrameOrigin(NSPoint(x: frame.minX + event.deltaX, y: frame.minY - event.deltaY))
  }

  override func mouseUp(with event: NSEvent) { say("up \(Int(frame.minX)) \(Int(frame.minY))") }
  override func mouseEntered(with event: NSEvent) { say("entered") }
  override func mouseExited(with event: NSEvent) { say("exited") }
  override func keyDown(with event: NSEvent) { say("key \(event.keyCode) \(event.characters ?? "")") }
  override func scrollWheel(with event: NSEvent) { say("scrolled \(Int(event.scrollingDeltaY))") }
}

final class Ground: NSView {
  override func draw(_ dirtyRect: NSRect) {
    NSColor.red.setFill()
    dirtyRect.fill()
  }

  override func setFrameSize(_ newSize: NSSize) {
    super.setFrameSize(newSize)
    say("size \(Int(newSize.width)) \(Int(newSize.height))")
  }
}

final class Delegate: NSObject, NSApplicationDelegate, NSWindowDelegate {
  private var window: NSWindow?

  func applicationDidFinishLaunching(_ notification: Notification) {
    let window = NSWindow(
      contentRect: NSRect(x: 0, y: 0, width: 200, height: 100),
      styleMask: [.titled, .closable, .resizable],
      backing: .buffered,
      defer: false
    )
    window.title = "Probe"
    window.delegate = self
    let ground = Ground(frame: .zero)
    window.contentView = ground
    ground.addSubview(Card(frame: NSRect(x: 20, y: 20, width: 60, height: 60)))
    window.makeKeyAndOrderFront(nil)
    self.window = window
    say("appeared")
  }

  func windowShouldClose(_ sender: NSWindow) -> Bool {
    say("asked")
    return true
  }

  func windowWillClose(_ notification: Notification) { say("closing") }
  func applicationWillTerminate(_ notification: Notification) { say("terminated") }
}

Delegate.main()
