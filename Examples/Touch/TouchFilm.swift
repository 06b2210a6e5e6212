import StrataExport
import StrataViews
import UIKit

/// A film of the board, with a finger that follows a script.
@MainActor enum TouchFilm {
  private static let framesPerSecond = 25.0
  private static let duration = 6.4

  /// Plays the script and writes the film; the extension of the file names its format.
  static func write(to path: String) throws {
    let host = OfflineWindowHost(size: BoardController.size)
    let window = UIWindow(host: host)
    window.makeKeyAndVisible()
    host.run(at: 0) { window.rootViewController = BoardController() }
    let finger = UIView(frame: CGRect(x: 0, y: 0, width: 26, height: 26))
    finger.backgroundColor = UIColor(white: 1, alpha: 0.5)
    finger.layer.cornerRadius = 13
    finger.isUserInteractionEnabled = false
    let strokes: [(start: Double, points: [CGPoint], seconds: Double)] = [
      (0.4, [CGPoint(x: 80, y: 90), CGPoint(x: 150, y: 200), CGPoint(x: 250, y: 210)], 0.8),
      (1.6, [CGPoint(x: 250, y: 210), CGPoint(x: 190, y: 160)], 0.12),
      (2.6, [CGPoint(x: 136, y: 386)], 0.1),
      (3.5, [CGPoint(x: 136, y: 386)], 0.1),
      (4.4, [CGPoint(x: 260, y: 290)], 0.1),
      (5.5, [CGPoint(x: 180, y: 300)], 0.1),
    ]
    for stroke in strokes {
      play(stroke.points, from: stroke.start, seconds: stroke.seconds, with: finger, on: host, window)
    }
    host.run(at: duration)
    guard let renderer = host.renderer,
      let format = ExportFormat(pathExtension: URL(filePath: path).pathExtension)
    else { throw ExportError.unknownFormat(path: path) }
    let settings = ExportSettings(format: format, duration: duration, framesPerSecond: framesPerSecond)
    try Exporter(renderer, settings: settings).write(to: URL(filePath: path))
  }

  /// Puts the finger down, moves it through the points and lifts it.
  private static func play(
    _ points: [CGPoint],
    from start: Double,
    seconds: Double,
    with finger: UIView,
    on host: OfflineWindowHost,
    _ window: UIWindow
  ) {
    let steps = max(2, Int(seconds * 60))
    for step in 0...steps {
      let (part, time) = (Double(step) / Double(steps), start + seconds * Double(step) / Double(steps))
      let position = place(at: part, on: points)
      host.run(at: time) {
        if finger.superview !== window { window.addSubview(finger) }
        window.bringSubviewToFront(finger)
        finger.center = position
      }
      let phase: TouchSample.Phase = step == 0 ? .began : step == steps ? .ended : .moved
      host.send(.touches([TouchSample(phase: phase, position: position, time: time)]), at: time)
    }
    host.run(at: start + seconds + 0.05) { finger.removeFromSuperview() }
  }

  /// A place on a broken line; a single point is the whole line.
  private static func place(at part: Double, on points: [CGPoint]) -> CGPoint {
    guard points.count > 1 else { return points[0] }
    let way = part * Double(points.count - 1)
    let index = min(Int(way), points.count - 2)
    let (a, b, rest) = (points[index], points[index + 1], way - Double(index))
    return CGPoint(x: a.x + (b.x - a.x) * rest, y: a.y + (b.y - a.y) * rest)
  }
}
