import AppKit
import StrataTesting
import StrataViews

/// A window without a display, whose time the tests move.
@MainActor struct Stage {
  let host: OfflineWindowHost
  let window: NSWindow

  init(_ width: CGFloat = 200, _ height: CGFloat = 200, scale: CGFloat = 1) {
    host = OfflineWindowHost(size: CGSize(width: width, height: height), scale: scale)
    window = NSWindow(host: host)
    window.makeKeyAndOrderFront(nil)
  }

  /// The view that fills the window.
  var content: NSView { window.contentView ?? NSView() }

  /// Adds a view with a frame at time 0, and commits.
  func add<View: NSView>(_ view: View, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat)
    -> View
  {
    host.run(at: 0) {
      view.frame = NSRect(x: x, y: y, width: width, height: height)
      content.addSubview(view)
    }
    return view
  }

  /// Sends an event of the mouse, at a point from the upper left corner.
  func mouse(
    _ phase: MouseSample.Phase,
    _ x: CGFloat,
    _ y: CGFloat,
    at time: Double,
    clicks: Int = 1
  ) {
    let sample = MouseSample(phase, at: CGPoint(x: x, y: y), clickCount: clicks, time: time)
    host.send(.mouse(sample), at: time)
  }

  /// Reads a value that is shown at a time.
  func shown<Value>(_ view: NSView, _ path: KeyPath<CALayer, Value>, at time: Double) -> Value? {
    var value: Value?
    host.run(at: time) { value = view.layer?.presentation()?[keyPath: path] }
    return value
  }

  /// The colour of a pixel at a time, from the upper left corner: red, green, blue and alpha.
  func pixel(_ x: Int, _ y: Int, at time: Double) throws -> [UInt8] { try host.image(at: time).pixel(x, y) }
}

/// A view that fills itself with a colour.
class Filled: NSView {
  var color: NSColor
  var drawn: [NSRect] = []

  init(_ color: NSColor) {
    self.color = color
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override func draw(_ dirtyRect: NSRect) {
    drawn.append(bounds)
    color.setFill()
    dirtyRect.fill()
  }
}

let red: [UInt8] = [255, 0, 0, 255]
let green: [UInt8] = [0, 255, 0, 255]
let blue: [UInt8] = [0, 0, 255, 255]
