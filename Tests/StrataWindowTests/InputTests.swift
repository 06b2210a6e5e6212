import Foundation
import StrataTesting
import Testing

extension WindowTests {
  @Suite struct InputTests {
    @Test func aClickReachesTheLayerUnderItInItsCoordinates() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      await display.act("mousemove \(corner.x + 25) \(corner.y + 40) click 1")
      #expect(await probe.line("mouse left down 25,40 clicks 1 held 1 hit square 5,10") != nil)
      #expect(await probe.line("mouse left up 25,40 clicks 1 held 0 hit square 5,10") != nil)
      await display.act("mousemove \(corner.x + 5) \(corner.y + 6) click 3")
      #expect(await probe.line("mouse right down 5,6 clicks 1 held 1 hit root 5,6") != nil)
    }

    @Test func aClickReachesTheLayerThatIsOnScreenThereNow() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      // The model is at 170 at once; the screen takes a minute.
      _ = await probe.ask("slide 50 170 60", for: "sliding")
      #expect(await display.shows { $0.pixel(corner.x + 50, corner.y + 50) == ScreenPicture.blue })
      await display.act("mousemove \(corner.x + 170) \(corner.y + 50) click 1")
      let atModel = await probe.line("mouse left down")
      #expect(atModel?.contains("hit root") == true, "\(atModel ?? "nothing")")
      let picture = try #require(await display.picture())
      let columns = try #require(picture.columns(of: ScreenPicture.blue, row: corner.y + 50))
      let count = probe.output.count
      await display.act("mousemove \((columns.lowerBound + columns.upperBound) / 2) \(corner.y + 50) click 1")
      let onScreen = await probe.line("mouse left down", after: count)
      #expect(onScreen?.contains("hit square") == true, "\(onScreen ?? "nothing")")
    }

    @Test func aClickIsJudgedByTheMomentOfTheClick() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      // Four points a second: the click has nine seconds to come.
      _ = await probe.ask("slide 20 180 40", for: "sliding")
      #expect(await display.shows { $0.pixel(corner.x + 25, corner.y + 50) == ScreenPicture.blue })
      // The program sleeps while the user clicks; the layer has left the place when it wakes.
      _ = await probe.ask("busy", for: "busy")
      let picture = try #require(await display.picture())
      let x = try #require(picture.left(ScreenPicture.blue, corner.y + 50)) + 36
      await display.act("mousemove \(x) \(corner.y + 50) click 1")
      #expect(await display.shows { $0.pixel(x, corner.y + 50) == ScreenPicture.red })
      probe.write("free")
      let line = await probe.line("mouse left down")
      #expect(line?.contains("hit square") == true, "\(line ?? "nothing")")
    }

    @Test func aDragIsAPressMovementsAndARelease() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      await display.act("mousemove \(corner.x + 30) \(corner.y + 40) mousedown 1")
      for x in stride(from: 40, through: 120, by: 20) {
        await display.act("mousemove \(corner.x + x) \(corner.y + 40)")
      }
      await display.act("mouseup 1")
      #expect(await probe.line("mouse left up") != nil)
      let mice = probe.output.filter { $0.hasPrefix("mouse ") }
      let press = try #require(mice.firstIndex { $0.hasPrefix("mouse left down") })
      let moves = mice[(press + 1)...].filter { $0.contains("moved") }
      #expect(moves.allSatisfy { $0.contains("held 1") }, "\(moves)")
      #expect(moves.last?.contains("120,40") == true, "\(moves)")
      // The square hangs on the mouse, ninety points from where it was.
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 110 })
    }

    @Test func pointsCountFromTheBottomIfAsked() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("bottomLeft", "twice"))
      let corner = await display.corner(of: display.window(of: probe))
      // 400 × 200 pixels; the square lies 30 points above the bottom.
      #expect(await display.shows { $0.pixel(corner.x + 41, corner.y + 200 - 61) == ScreenPicture.blue })
      let picture = try #require(await display.picture())
      #expect(picture.pixel(corner.x + 41, corner.y + 200 - 59) == ScreenPicture.red)
      #expect(picture.count(ScreenPicture.blue) == 80 * 80)
      await display.act("mousemove \(corner.x + 50) \(corner.y + 120) click 1")
      #expect(await probe.line("mouse left down 25,40 clicks 1 held 1 hit square 5,10") != nil)
    }

    @Test func fingersReachTheLayerUnderThem() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      #expect(await probe.ask("finger down 0.125 0.5", for: "touch began 25,50 hit square 5,20") != nil)
      #expect(await probe.ask("finger move 0.5 0.5", for: "touch moved 100,50 hit root 100,50") != nil)
      #expect(await probe.ask("finger up 0.5 0.5", for: "touch ended 100,50 hit root 100,50") != nil)
    }

    @Test func filesThatAreDroppedTogetherArriveTogether() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let line = await probe.ask("drop /tmp/a.txt /tmp/b.txt", for: "drop")
      #expect(line?.hasPrefix(#"drop ["a.txt", "b.txt"]"#) == true, "\(line ?? "nothing")")
    }

    @Test func theWheelTurnsAndTheMouseEntersAndLeaves() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      await display.act("mousemove 0 0")
      await display.act("mousemove \(corner.x + 30) \(corner.y + 40) click 4 click 5")
      #expect(await probe.line("wheel 0.0,1.0 30,40 hit square 10,10") != nil)
      #expect(await probe.line("wheel 0.0,-1.0 30,40 hit square 10,10") != nil)
      await display.act("mousemove 0 0")
      #expect(await probe.line("mouse entered") != nil)
      #expect(await probe.line("mouse exited") != nil)
    }

    @Test("A window hears that the mouse comes and goes after a press that has closed another")
    func aPressThatClosesItsWindow() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("move 20 20", for: "moved")
      probe.write("palette 300 200")
      #expect(await display.shows { $0.pixel(330, 220) == ScreenPicture.green })
      await display.act("mousemove 330 220 mousedown 1")
      #expect(await probe.line("palette closed") != nil, "\(probe.output)")
      #expect(await display.shows { $0.pixel(330, 220) != ScreenPicture.green })
      await display.act("mouseup 1")
      let count = probe.output.count
      await display.act("mousemove 100 60")
      #expect(await probe.line("mouse moved", after: count) != nil, "\(probe.output)")
      // The release went with the window, and no press is lost.
      await display.act("click 3 click 1")
      #expect(await probe.line("mouse left up", after: count) != nil, "\(probe.output)")
      let presses = probe.output.dropFirst(count).filter { $0.contains(" down ") }
      #expect(presses.map { $0.contains("held 1") } == [true, true], "\(presses)")
      await display.act("mousemove 400 300")
      #expect(await probe.line("mouse exited", after: count, for: 20) != nil, "\(probe.output)")
      #expect(await probe.line("mouse entered", after: count, for: 1) != nil, "\(probe.output)")
    }

    @Test func noPressIsLostAfterAWindowHidesUnderTheMouse() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      await display.act("mousemove \(corner.x + 100) \(corner.y + 60) mousedown 1")
      #expect(await probe.line("mouse left down") != nil)
      probe.write("hide")
      #expect(await display.shows { $0.pixel(corner.x + 5, corner.y + 5) != ScreenPicture.red })
      await display.act("mouseup 1")
      probe.write("show")
      #expect(await display.shows { $0.pixel(corner.x + 5, corner.y + 5) == ScreenPicture.red })
      let count = probe.output.count
      await display.act("click 1")
      #expect(await probe.line("mouse left up", after: count) != nil, "\(probe.output)")
      #expect(await probe.line("mouse left down", after: count, for: 1) != nil, "\(probe.output)")
    }

    @Test func keysArriveWithTheirPlacesAndTextOnlyWhereItIsAskedFor() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let window = await display.window(of: probe)
      await display.act("windowfocus --sync \(window)")
      #expect(await probe.line("focus true") != nil)
      await display.act("key --clearmodifiers a")
      // The key A is usage 4 of the HID keyboard page.
      #expect(await probe.line("key character(\"a\") down 4 0") != nil)
      await display.act("key shift+Left F5 Escape")
      #expect(await probe.line("key left down 80 1") != nil)
      #expect(await probe.line("key function(5) down 62 0") != nil)
      #expect(await probe.line("key escape up 41 0") != nil)
      #expect(!probe.output.contains { $0.hasPrefix("text") })
      probe.write("text")
      _ = await probe.ask("frames", for: "frames")
      // The command goes to the video thread before the key is pressed, and the key after it.
      try await Task.sleep(for: .milliseconds(200))
      await display.act("type Zü")
      #expect(await probe.line("text Z") != nil)
      #expect(await probe.line("text ü") != nil)
    }
  }
}
