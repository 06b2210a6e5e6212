import AppKit
import StrataViews
import Testing

/// Programs that ask for the keys.
@MainActor @Suite(.serialized) struct ActivationTests {
  private func window(_ style: NSWindow.StyleMask) -> NSWindow {
    let window = NSWindow(host: OfflineWindowHost(size: CGSize(width: 100, height: 100)), styleMask: style)
    window.orderFront(nil)
    return window
  }

  @Test func theWindowShownLastThatCanHaveTheKeysGetsThem() {
    // Not the shared one, which brings the windows of all tests to the display.
    let application = NSApplication()
    let (first, second, splash) = (window(.titled), window(.titled), window(.borderless))
    second.makeKey()
    first.receive(.focusChanged(false))
    application.activate()
    #expect(second.isKeyWindow)
    first.makeKey()
    first.receive(.focusChanged(false))
    #expect(application.keyWindow == nil && !application.isActive)
    application.activate(ignoringOtherApps: true)
    #expect(first.isKeyWindow && application.isActive)
    first.orderOut(nil)
    #expect(application.keyWindow == nil)
    application.activate()
    #expect(second.isKeyWindow)
    for window in [splash, second, first] { window.close() }
  }

  @Test func policiesAreKept() {
    // Not the shared one, which brings the windows of all tests to the display.
    let application = NSApplication()
    #expect(application.activationPolicy() == .regular)
    #expect(application.setActivationPolicy(.accessory))
    #expect(application.activationPolicy() == .accessory)
    application.setActivationPolicy(.regular)
  }
}
