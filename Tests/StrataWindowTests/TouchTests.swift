import Foundation
import StrataTesting
import Testing

extension WindowTests {
  /// The sample of cards, used by hand on a display.
  @Suite struct TouchTests {
    /// The colour of the first card, whose middle lies at 95, 115 of the window.
    private let red: UInt32 = 0xFF3333

    private func open(on display: TestDisplay) async throws -> (ChildProgram, corner: (x: Int, y: Int)) {
      let program = try await display.openViews("Touch", "--report")
      let corner = await display.corner(of: display.window(of: program))
      try #require(await display.shows { $0.pixel(corner.x + 60, corner.y + 160) == red })
      return (program, corner)
    }

    /// The middle of the card on the screen, from the window's corner.
    private func card(_ corner: (x: Int, y: Int), on display: TestDisplay) async -> (x: Int, y: Int)? {
      await display.picture()?.extent(of: red).map {
        (
          ($0.columns.lowerBound + $0.columns.upperBound) / 2 - corner.x,
          ($0.rows.lowerBound + $0.rows.upperBound) / 2 - corner.y
        )
      }
    }

    @Test func aDragMovesTheCardAndAThrowGoesOn() async throws {
      let display = try #require(await TestDisplay(size: "480x480"))
      let (program, corner) = try await open(on: display)
      await display.act("mousemove \(corner.x + 60) \(corner.y + 130) mousedown 1")
      for step in 1...10 {
        await display.act("mousemove \(corner.x + 60 + step * 8) \(corner.y + 130) sleep 0.02")
      }
      // The finger holds the card 80 points to the right.
      #expect(
        await eventually {
          guard let now = await card(corner, on: display) else { return false }
          return abs(now.x - 175) <= 2 && abs(now.y - 115) <= 2
        }
      )
      #expect(!program.output.contains("thrown"))
      // A quick movement to the left, released while it goes on.
      await display.act(
        "mousemove \(corner.x + 130) \(corner.y + 135) sleep 0.016 mousemove \(corner.x + 118) \(corner.y + 150)"
          + " sleep 0.016 mousemove \(corner.x + 106) \(corner.y + 165) sleep 0.016 mouseup 1"
      )
      #expect(await program.line("thrown") != nil, "\(program.output)")
      // It has gone on, to the left and down, after it was released with its middle at 141, 150.
      #expect(await program.line("landed") != nil, "\(program.output)")
      let landed = try #require(await card(corner, on: display))
      #expect(landed.x < 131 && landed.y > 160, "\(landed)")
    }

    @Test func aThrowIsDrawnSixtyTimesASecond() async throws {
      let display = try #require(await TestDisplay(size: "480x480"))
      let (program, corner) = try await open(on: display)
      await display.act("mousemove \(corner.x + 60) \(corner.y + 130) mousedown 1")
      for step in 1...6 {
        await display.act("mousemove \(corner.x + 60 + step * 12) \(corner.y + 130 + step * 12) sleep 0.016")
      }
      await display.act("mouseup 1")
      let line = try #require(await program.line("landed"), "\(program.output)")
      let rate = line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
      // A busy machine loses some.
      #expect(rate > 20 && rate < 63, "\(line)")
    }

    @Test func aClickOpensTheCardAndAnotherClosesIt() async throws {
      let display = try #require(await TestDisplay(size: "480x480"))
      let (program, corner) = try await open(on: display)
      await display.act("mousemove \(corner.x + 60) \(corner.y + 160) click 1")
      #expect(await program.line("opened") != nil, "\(program.output)")
      #expect(
        await display.shows {
          $0.pixel(corner.x + 350, corner.y + 430) == red && $0.pixel(corner.x + 5, corner.y + 5) == red
        }
      )
      await display.act("click 1")
      #expect(await program.line("closed") != nil, "\(program.output)")
      #expect(await display.shows { $0.pixel(corner.x + 350, corner.y + 430) == 0x1B1B1B })
      #expect(await display.shows { $0.pixel(corner.x + 60, corner.y + 160) == red })
    }

    @Test func theMarkTurnsTheCard() async throws {
      let display = try #require(await TestDisplay(size: "480x480"))
      let (program, corner) = try await open(on: display)
      await display.act("mousemove \(corner.x + 136) \(corner.y + 176) click 1")
      #expect(await program.line("turned") != nil, "\(program.output)")
      #expect(await display.shows { $0.pixel(corner.x + 60, corner.y + 190) == 0xF5F5F5 })
    }
  }
}
