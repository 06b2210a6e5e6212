// A program of the view layer with a window, for tests: it prints what happens to its views.

import Foundation
import UIKit

/// A green view that a tap makes blue and a drag moves.
final class ProbeController: UIViewController {
  private var hiddenWindow: UIWindow?
  private let card = UIView(frame: CGRect(x: 20, y: 20, width: 60, height: 60))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    card.backgroundColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    view.addSubview(card)
    card.addGestureRecognizer(
      UITapGestureRecognizer { [unowned self] _ in
        card.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        say("tapped")
      }
    )
    let pan = UIPanGestureRecognizer(target: self, action: ProbeController.scroll)
    pan.allowedScrollTypesMask = .all
    card.addGestureRecognizer(pan)
  }

  private func scroll(_ pan: UIPanGestureRecognizer) {
    say("scrolled \(pan.state) \(Int(pan.translation(in: view).y))")
  }

  /// Says what is typed; "w" makes the window larger, "b" the view half as wide.
  ///
  /// "l" shows a long page, "o" other windows.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for case let key? in presses.map(\.key) {
      say("key \(key.characters) \(key.keyCode.rawValue)")
      if key.keyCode == .keyboardW { view.window?.frame.size = CGSize(width: 260, height: 130) }
      if key.keyCode == .keyboardB { view.frame.size.width /= 2 }
      if key.keyCode == .keyboardO { showOthers() }
      if key.keyCode == .keyboardL { view.addSubview(Page(frame: view.bounds)) }
    }
  }

  /// Shows two windows for a moment: one is hidden then, and one released.
  private func showOthers() {
    let windows = (0..<2).map { _ in UIWindow(frame: CGRect(x: 0, y: 0, width: 50, height: 50)) }
    for window in windows { window.isHidden = false }
    windows[0].isHidden = true
    hiddenWindow = windows[0]
    say("others were shown")
  }

  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for case let key? in presses.map(\.key) { say("key up \(key.characters)") }
  }

  override var keyCommands: [UIKeyCommand]? {
    [UIKeyCommand(input: "s", modifierFlags: .control) { _ in say("saved") }]
  }

  override func viewDidAppear(_ animated: Bool) { say("appeared") }

  override func viewDidLayoutSubviews() {
    say("layout \(Int(view.bounds.width)) \(Int(view.bounds.height))")
  }
}

/// A page of green and blue halves that scrolls, and says where it comes to rest.
final class Page: UIScrollView, UIScrollViewDelegate {
  override init(frame: CGRect) {
    super.init(frame: frame)
    contentSize = CGSize(width: frame.width, height: 10 * frame.height)
    for i in 0..<2 {
      let size = CGSize(width: frame.width, height: 5 * frame.height)
      let half = UIView(frame: CGRect(origin: CGPoint(x: 0, y: CGFloat(i) * size.height), size: size))
      half.backgroundColor = UIColor(red: 0, green: i == 0 ? 1 : 0, blue: i == 0 ? 0 : 1, alpha: 1)
      addSubview(half)
    }
    delegate = self
  }

  required init?(coder: NSCoder) { nil }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { say("page drags") }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { say("page rests at \(contentOffset.y)") }
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { say("page rests at \(contentOffset.y)") }
}

@MainActor func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

final class ProbeDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    window.rootViewController = ProbeController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { say("terminated") }
}

ProbeDelegate.main()
