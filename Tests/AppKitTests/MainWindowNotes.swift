import AppKit

/// Notes when windows become the main one, and when they stop being that.
final class MainWindowNotes: NSObject, NSWindowDelegate {
  var calls: [String] = []
  func windowDidBecomeMain(_ notification: Notification) { calls.append("main") }
  func windowDidResignMain(_ notification: Notification) { calls.append("not main") }
}
