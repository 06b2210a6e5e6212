import AppKit
import Testing

// Code as it is written for macOS in Swift 5: objects made outside of the main actor, and views that are delegates.

class DelegatingView: NSView, CALayerDelegate {
  var events: [String] = []

  override init(frame frameRect: NSRect) {
    super.init(frame: frameRect)
    wantsLayer = true
    layer?.delegate = self
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func draw(_ layer: CALayer, in ctx: CGContext) { events.append("draw") }

  func action(for layer: CALayer, forKey event: String) -> CAAction? {
    events.append(event)
    return NSNull()
  }
}

class QuietView: NSView, CALayerDelegate {}

func makeObjects() -> [NSResponder] {
  let controller = NSViewController()
  return [NSView(), NSResponder(), controller, NSWindow(), NSWindow(contentViewController: controller)]
}

class PageController: NSViewController {
  var events: [String] = []

  override func loadView() { view = NSView(frame: NSRect(x: 0, y: 0, width: 30, height: 20)) }
  override func viewWillAppear() { events.append("viewWillAppear") }
  override func viewDidLayout() { events.append("viewDidLayout") }
  override func viewDidAppear() { events.append("viewDidAppear") }
}

/// Code of third parties compiles and runs.
@MainActor @Suite struct ClientCreationTests {
  @Test func objectsAreMadeOutsideOfTheMainActor() {
    #expect(makeObjects().count == 5)
  }

  @Test func aWindowShowsTheControllerThatItIsMadeWith() {
    let controller = PageController()
    let window = NSWindow(contentViewController: controller)
    #expect(window.contentView === controller.view)
    #expect(window.frame.size == NSSize(width: 30, height: 20))
    window.makeKeyAndOrderFront(nil)
    #expect(controller.view.window === window)
    #expect(controller.events == ["viewWillAppear", "viewDidLayout", "viewDidAppear"])
    window.close()
  }

  @Test func viewsAreDelegatesOfTheirLayers() {
    let view = DelegatingView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.layer?.display()
    view.layer?.opacity = 0.5
    #expect(view.events.contains("draw") && view.events.contains("opacity"))
    let quiet = QuietView()
    quiet.wantsLayer = true
    #expect(quiet.layer?.delegate === quiet)
  }
}
