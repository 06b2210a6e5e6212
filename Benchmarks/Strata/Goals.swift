/// The least ratio of another renderer's time to Strata's for a scene, in the same run.
struct Goal {
  let scene: String
  let mode: SceneBenchmark.Mode
  let peer: String
  let least: Double
  /// A more ambitious ratio.
  var reach: Double?

  static let all = [
    Goal(scene: "S1", mode: .list, peer: "cairo", least: 5.5, reach: 7),
    Goal(scene: "S1", mode: .full, peer: "chromium", least: 13),
    Goal(scene: "S2", mode: .list, peer: "cairo", least: 4.5, reach: 5.5),
    Goal(scene: "S2", mode: .full, peer: "chromium", least: 30),
    Goal(scene: "S2f", mode: .list, peer: "cairo", least: 11, reach: 14),
    Goal(scene: "S2f", mode: .full, peer: "chromium", least: 19),
    Goal(scene: "S3", mode: .list, peer: "cairo", least: 3.5, reach: 4.5),
    Goal(scene: "S3", mode: .full, peer: "chromium", least: 4),
    Goal(scene: "S4", mode: .list, peer: "pixman", least: 1.5, reach: 2.2),
    Goal(scene: "S4", mode: .full, peer: "chromium", least: 33),
    Goal(scene: "S5", mode: .list, peer: "cairo", least: 2.7, reach: 3.2),
    Goal(scene: "S5", mode: .full, peer: "chromium", least: 11),
    Goal(scene: "S6", mode: .list, peer: "skia", least: 2.5, reach: 5),
    Goal(scene: "S6", mode: .full, peer: "chromium", least: 300),
    Goal(scene: "S7fill", mode: .list, peer: "cairo", least: 5, reach: 6.5),
    Goal(scene: "S7", mode: .list, peer: "cairo", least: 4.5, reach: 6.5),
    Goal(scene: "S7", mode: .full, peer: "chromium", least: 5),
    Goal(scene: "S8", mode: .list, peer: "pixman", least: 13, reach: 16),
    Goal(scene: "S8", mode: .full, peer: "chromium", least: 8.5),
    Goal(scene: "S9", mode: .list, peer: "chromium", least: 5, reach: 8),
    Goal(scene: "S9", mode: .full, peer: "chromium", least: 5),
    Goal(scene: "S10", mode: .list, peer: "cairo", least: 2.2, reach: 3),
    Goal(scene: "S10", mode: .full, peer: "chromium", least: 6.5),
  ]

  /// The least speed-up with two threads, for scenes that take one thread more than `above` milliseconds.
  static let gain = (above: 1.0, least: 1.8)
  /// The largest ratio of the times of a frame of 3840 × 2160 pixels and one of 1920 × 1080.
  static let fourfold = 4.2
  /// The largest ratio of the times of a frame with one moving layer over many still ones and over a thousand.
  static let growth = 1.5
  /// The largest ratio of the times of S5 and of copying what it reads and writes.
  static let traffic = 2.2
}
