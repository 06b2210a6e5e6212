import Foundation
import StrataTesting

/// What the window of a program shows while its main thread is busy.
struct BusyProgram {
  /// The left edges at which captures of the screen have shown the square.
  let places: Set<Int>
  /// How long the main thread was busy, in seconds.
  let seconds: Double
  /// How many pictures the window presented meanwhile.
  let pictures: Int

  /// Keeps a program busy for two seconds at least, and until captures have shown its square at some places; nil if the program
  /// does not answer, or answers while it is busy.
  init?(_ probe: ChildProgram, on display: TestDisplay, untilPlaces count: Int) async {
    guard await probe.ask("busy", for: "busy") != nil else { return nil }
    let start = Date()
    var places: Set<Int> = []
    _ = await eventually {
      if let square = await display.picture()?.extent(of: ScreenPicture.blue) {
        places.insert(square.columns.lowerBound)
      }
      return Date().timeIntervalSince(start) >= 2 && places.count >= count
    }
    seconds = Date().timeIntervalSince(start)
    self.places = places
    guard !probe.output.contains(where: { $0.hasPrefix("free") }),
      let answer = await probe.ask("free", for: "free"), let pictures = Int(answer.dropFirst(5))
    else { return nil }
    self.pictures = pictures
  }
}
