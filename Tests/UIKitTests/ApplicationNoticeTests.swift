import Testing
import UIKit

/// What a program tells its observers.
@MainActor @Suite(.serialized) struct ApplicationNoticeTests {
  @Test func observersHearOfTheBeginningAndTheEnd() {
    let names = [
      UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
      UIApplication.willResignActiveNotification, UIApplication.willTerminateNotification,
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
    ]
    nonisolated(unsafe) var heard: [NSNotification.Name] = []
    let application = UIApplication()
    let observers = names.map {
      NotificationCenter.default.addObserver(forName: $0, object: application, queue: nil) {
        heard.append($0.name)
      }
    }
    #expect(application.launch())
    #expect(heard == Array(names[..<2]))
    application.terminate()
    #expect(heard == Array(names[..<4]))
    observers.forEach(NotificationCenter.default.removeObserver)
  }
}
