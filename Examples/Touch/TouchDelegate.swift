import UIKit

/// Opens the window with the board.
final class TouchDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(origin: .zero, size: BoardController.size))
    let board = BoardController()
    if CommandLine.arguments.contains("--report") {
      board.report = { line in
        try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
      }
    }
    window.rootViewController = board
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}
