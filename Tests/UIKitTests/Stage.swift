import StrataTesting
import StrataViews
import UIKit

/// A window without a display, whose time the tests move.
@MainActor struct Stage {
  let host: OfflineWindowHost
  let window: UIWindow

  init(_ width: CGFloat = 200, _ height: CGFloat = 200, scale: CGFloat = 1) {
    host = OfflineWindowHost(size: CGSize(width: width, height: height), scale: scale)
    window = UIWindow(host: host)
    window.makeKeyAndVisible()
  }

  /// Adds a view with a frame at time 0, and commits.
  func add<View: UIView>(_ view: View, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat)
    -> View
  {
    host.run(at: 0) {
      view.frame = CGRect(x: x, y: y, width: width, height: height)
      window.addSubview(view)
    }
    return view
  }

  /// Sends one finger.
  func touch(_ phase: TouchSample.Phase, _ x: CGFloat, _ y: CGFloat, at time: Double, id: Int = 0) {
    let sample = TouchSample(id: id, phase: phase, position: CGPoint(x: x, y: y), time: time)
    host.send(.touches([sample]), at: time)
  }

  /// Reads a value that is shown at a time.
  func shown<Value>(_ view: UIView, _ path: KeyPath<CALayer, Value>, at time: Double) -> Value? {
    var value: Value?
    host.run(at: time) { value = view.layer.presentation()?[keyPath: path] }
    return value
  }

  /// The colour of a pixel at a time: red, green, blue and alpha.
  func pixel(_ x: Int, _ y: Int, at time: Double) throws -> [UInt8] {
    try pixels(of: host.image(at: time), x, y)
  }
}

/// The bytes of a pixel of a picture: red, green, blue and alpha; zeros if there is no picture.
func pixels(of image: CGImage?, _ x: Int, _ y: Int) -> [UInt8] { image?.pixel(x, y) ?? [0, 0, 0, 0] }
