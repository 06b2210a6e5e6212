import AppKit
import StrataViews
import Testing

/// Windows that the desktop gives the keys to, though they cannot have them: splash pictures, hints, popups.
@MainActor @Suite(.serialized) struct FocusTests {
  private final class Keys: NSView {
    var windows: [NSWindow?] = []
    var entries = 0
    override var acceptsFirstResponder: Bool { true }
    override func keyDown(with event: NSEvent) { windows.append(event.window) }
    override func mouseEntered(with event: NSEvent) { entries += 1 }
  }

  /// A shown window whose view takes keys.
  private func window(_ style: NSWindow.StyleMask) -> (NSWindow, OfflineWindowHost, Keys) {
    let host = OfflineWindowHost(size: CGSize(width: 100, height: 100))
    let (window, view) = (NSWindow(host: host, styleMask: style), Keys())
    window.contentView = view
    window.makeFirstResponder(view)
    window.orderFront(nil)
    return (window, host, view)
  }

  private func type(in host: OfflineWindowHost, at time: TimeInterval) {
    host.send(.key(KeySample("a", hidUsage: 4, modifiers: [], time: time)), at: time)
  }

  @Test func theKeysStayWhereTheyWere() {
    let (main, host, view) = window(.titled)
    let (splash, other, stray) = window(.borderless)
    let delegate = MainWindowNotes()
    main.delegate = delegate
    main.makeKey()
    host.run(at: 1) {
      main.receive(.focusChanged(false))
      splash.receive(.focusChanged(true))
    }
    #expect(main.isKeyWindow && main.isMainWindow)
    #expect(delegate.calls == ["main"])
    type(in: other, at: 2)
    #expect(view.windows == [main])
    #expect(stray.windows.isEmpty)
    // Another program gets the keys, and this one again.
    other.send(.focusChanged(false), at: 3)
    #expect(!main.isKeyWindow && !main.isMainWindow)
    other.send(.focusChanged(true), at: 4)
    #expect(main.isKeyWindow && main.isMainWindow)
    #expect(delegate.calls == ["main", "not main", "main"])
    splash.close()
    main.close()
  }

  @Test func theMainWindowStaysWithoutAKeyWindow() {
    let (main, host, _) = window(.titled)
    let (panel, _, _) = window(.titled)
    let (splash, other, stray) = window(.borderless)
    main.makeKey()
    panel.makeKey()
    main.makeMain()
    host.run(at: 1) {
      panel.receive(.focusChanged(false))
      panel.orderOut(nil)
      splash.receive(.focusChanged(true))
    }
    #expect(main.isMainWindow && !main.isKeyWindow)
    type(in: other, at: 2)
    #expect(stray.windows.isEmpty)
    splash.close()
    panel.close()
    main.close()
  }

  @Test func theMouseIsFollowedInFrontOfTheProgram() {
    let (main, _, _) = window(.titled)
    main.makeKey()
    main.receive(.focusChanged(false))
    main.close()
    let (splash, host, view) = window(.borderless)
    let options: NSTrackingArea.Options = [.mouseEnteredAndExited, .activeInActiveApp, .inVisibleRect]
    view.addTrackingArea(NSTrackingArea(rect: .zero, options: options, owner: view))
    func comeAndGo(at time: TimeInterval) {
      for phase in [MouseSample.Phase.moved, .exited] {
        let sample = MouseSample(phase, at: CGPoint(x: 5, y: 5), clickCount: 0, time: time)
        host.send(.mouse(sample), at: time)
      }
    }
    comeAndGo(at: 1)
    #expect(view.entries == 0)
    host.send(.focusChanged(true), at: 2)
    comeAndGo(at: 3)
    #expect(view.entries == 1)
    host.send(.focusChanged(false), at: 4)
    comeAndGo(at: 5)
    #expect(view.entries == 1)
    splash.close()
  }
}
