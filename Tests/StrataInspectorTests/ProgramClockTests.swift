#if Inspector
  import Foundation
  import QuartzCore
  import StrataInspector
  import Testing

  /// The clock of a program that pages slow down, stop and step.
  @Suite(.ownThread) struct ProgramClockTests {
    /// A program with an animation from 0 to 1000 in 1000 seconds: its value is its time.
    private func program() throws -> InspectedProgram {
      try InspectedProgram { root in
        let run = CABasicAnimation(keyPath: "zPosition")
        (run.fromValue, run.toValue, run.duration) = (0.0, 1000.0, 1000)
        root.sublayers?[0].add(run, forKey: "run")
      }
    }

    /// The time of the layers at a media time.
    private func time(of program: InspectedProgram, at media: Double) -> Double {
      program.root.convertTime(media, from: nil)
    }

    @Test(arguments: [0.0, 0.1, 2]) func theProgramsAnimationsRunAtTheSpeedOfAPage(speed: Double) throws {
      let program = try program()
      let page = try program.page()
      let facts = try page.ask("speed", ["rate": speed])
      #expect((facts["program"] as? [String: Any])?["speed"] as? Double == speed)
      #expect(program.turns { program.root.speed == Float(speed) })
      let now = CACurrentMediaTime()
      let passed = time(of: program, at: now + 10) - time(of: program, at: now)
      #expect(abs(passed - 10 * speed) < 1e-5)
      // Nothing jumps: the layers' time is the one of the moment at which the speed changed.
      #expect(time(of: program, at: program.root.beginTime) == program.root.timeOffset)
      #expect(program.root.timeOffset <= now)
    }

    @Test func aStoppedProgramShowsOnePictureUntilItSteps() throws {
      let program = try program()
      let page = try program.page()
      try page.ask("speed", ["rate": 0])
      #expect(program.turns { program.root.speed == 0 })
      let shown = program.mover.presentation()?.zPosition
      let turns = CACurrentMediaTime() + 0.1
      #expect(program.turns { CACurrentMediaTime() > turns })
      #expect(program.mover.presentation()?.zPosition == shown)
      let before = program.root.timeOffset
      try page.ask("step", ["duration": 0.25])
      #expect(program.turns { program.root.timeOffset != before })
      #expect(program.root.timeOffset == before + 0.25)
      try page.ask("step")
      #expect(program.turns { program.root.timeOffset != before + 0.25 })
      #expect(abs(program.root.timeOffset - before - 0.25 - 1 / 60.0) < 1e-9)
    }

    @Test func closingTheLastPageRestoresTheClock() throws {
      let program = try program()
      program.root.speed = 0.5
      do {
        let (page, other) = (try program.page(), try program.page())
        try other.ask("hello")
        try page.ask("speed", ["rate": 0.5])
        #expect(program.turns { program.root.speed == 0.25 })
        #expect(program.root.beginTime > 0)
      }
      #expect(program.turns { program.root.speed == 0.5 })
      #expect(program.root.timeOffset == 0)
      #expect(program.root.beginTime == 0)
    }

    @Test func aProgramThatSetsItsOwnClockKeepsIt() throws {
      let program = try program()
      do {
        let page = try program.page()
        try page.ask("speed", ["rate": 0])
        #expect(program.turns { program.root.speed == 0 })
        program.root.speed = 3
      }
      let later = try program.page()
      try later.ask("hello")
      try later.ask("speed", ["rate": 0.5])
      #expect(program.turns { program.root.speed == 1.5 })
    }

    @Test(arguments: [["rate": -1.0], ["rate": 11], [:]])
    func aSpeedOutOfRangeIsRefused(_ parameters: [String: Double]) throws {
      let program = try program()
      let page = try program.page()
      #expect(throws: RawSocket.Failure.self) { try page.ask("speed", parameters) }
    }

    @Test func stepsNeedAStoppedProgramAndAnEnd() throws {
      let program = try program()
      let page = try program.page()
      #expect(throws: RawSocket.Failure.self) { try page.ask("step") }
      try page.ask("speed", ["rate": 0])
      #expect(throws: RawSocket.Failure.self) { try page.ask("step", ["duration": 1e9]) }
      let place = try PreviewPlace()
      #expect(throws: RawSocket.Failure.self) { try place.page().ask("speed", ["rate": 0.5]) }
    }
  }
#endif
