import CoreFoundation
import Foundation

/// The main run loop as a program's.
@MainActor package enum MainLoop {
  /// Runs the main run loop while a condition holds; ``wake()`` asks again.
  package static func run(while condition: () -> Bool) {
    // A run loop without sources would return at once, again and again.
    let presence = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    RunLoop.main.add(presence, forMode: .common)
    defer { presence.invalidate() }
    while condition() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Ends the present turn of the loop.
  package static func wake() { CFRunLoopStop(CFRunLoopGetMain()) }
}
