import StrataViews
import Testing
import UIKit

/// The colour that a host shows beside the picture of a window.
@MainActor @Suite struct WindowColorTests {
  private final class Host: WindowHost {
    var size = CGSize(width: 200, height: 200)
    let scale: CGFloat = 1
    var title = ""
    var isResizable = true
    var backgroundColor = UIColor.white.cgColor
    let time: TimeInterval = 0
    weak var receiver: (any WindowEventReceiver)?
    func attach(_ layer: CALayer) {}
    func present() {}
    func close() {}
    func call(at time: TimeInterval, _ body: @escaping () -> Void) {}
  }

  @Test func theHostHasTheWindowsColor() {
    let host = Host()
    let window = UIWindow(host: host)
    #expect(host.backgroundColor == UIColor.black.cgColor)
    window.backgroundColor = .red
    #expect(host.backgroundColor == UIColor.red.cgColor)
    // Black shows through what is not opaque.
    window.backgroundColor = UIColor.red.withAlphaComponent(0.5)
    #expect(host.backgroundColor == UIColor.black.cgColor)
    window.backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .blue : .green }
    #expect(host.backgroundColor == UIColor.green.cgColor)
    window.overrideUserInterfaceStyle = .dark
    #expect(host.backgroundColor == UIColor.blue.cgColor)
    window.backgroundColor = nil
    #expect(host.backgroundColor == UIColor.black.cgColor)
  }
}
