// A program of AppKit's view layer with a window, for tests: it prints what happens to its views.
//
// With four numbers it gives the window that frame, and opens it again when it is closed. With one it keeps the window's width
// that many times as large as the height. With the word "ruler" the window has no frame, a place and other contents.

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

/// A view with a blue upper half and a red lower one.
///
/// A click draws a part of it in green, another button gives the window a frame.
final class Halves: NSView {
  private let part = NSRect(x: 10, y: 10, width: 10, height: 10)
  private var isClicked = false

  override func draw(_ dirtyRect: NSRect) {
    NSColor.red.setFill()
    bounds.fill()
    NSColor.blue.setFill()
    NSRect(x: 0, y: bounds.midY, width: bounds.width, height: bounds.height / 2).fill()
    NSColor.green.setFill()
    if isClicked { part.fill() }
  }

  override func mouseDown(with event: NSEvent) {
    isClicked = true
    setNeedsDisplay(part)
    say("clicked")
  }

  override func rightMouseDown(with event: NSEvent) {
    window?.styleMask.insert(.titled)
    say("framed")
  }
}

final class Delegate: NSObject, NSApplicationDelegate, NSWindowDelegate {
  private var window: NSWindow?
  private let numbers = CommandLine.arguments.dropFirst().compactMap { Double($0) }

  private func text(_ frame: NSRect) -> String {
    [frame.minX, frame.minY, frame.width, frame.height].map { String(Int($0)) }.joined(separator: " ")
  }

  func applicationDidFinishLaunching(_ notification: Notification) {
    say("screen \(text(NSScreen.main?.frame ?? .zero))")
    if CommandLine.arguments.contains("ruler") { return showRuler() }
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
    guard numbers.count == 4 else { return }
    let frame = NSRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    window.setFrame(frame, display: true)
    say("asked for \(text(window.frame))")
  }

  private func showRuler() {
    let window = NSWindow(
      contentRect: NSRect(x: 40, y: 60, width: 200, height: 100),
      styleMask: .borderless,
      backing: .buffered,
      defer: false
    )
    window.contentView = Halves(frame: .zero)
    window.orderFront(nil)
    self.window = window
    say("appeared")
  }

  func windowDidResize(_ notification: Notification) {
    if let window, numbers.count == 4 { say("frame \(text(window.frame))") }
    guard let window, numbers.count == 1 else { return }
    let size = window.frame.size
    say("has \(size.width) \(size.height)")
    window.setContentSize(NSSize(width: size.width, height: size.width / numbers[0]))
  }

  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool {
    guard numbers.count == 4 else { return true }
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.window?.makeKeyAndOrderFront(nil)
        say("again")
      }
    }
    return false
  }

  func windowShouldClose(_ sender: NSWindow) -> Bool {
    say("asked")
    return true
  }

  func windowWillClose(_ notification: Notification) { say("closing") }
  func applicationWillTerminate(_ notification: Notification) { say("terminated") }
}

Delegate.main()
