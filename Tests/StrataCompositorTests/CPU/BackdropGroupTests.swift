import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Filters of what is behind in groups and bitmaps, which are cut by clips and by what can be seen (rendering R-40).
extension BackdropEdgeTests {
  /// A card that is a group of its own, with glass along its lower edge; over another colour.
  private func card(x: Double, isRound: Bool, _ edit: (inout LayerState) -> Void) -> Scene {
    var scene = Scene(width: 60, height: 44) { $0.backgroundColor = .blue }
    let card = scene.box("card", x, 10, 30, 24, .red) { state in
      state.masksToBounds = true
      if isRound { state.cornerRadius = 6 }
      edit(&state)
    }
    scene.box("page", in: card, -10, -10, 50, 50, .red)
    scene.box("glass", in: card, 0, 14, 30, 10, nil) { state in
      state.masksToBounds = true
      state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(3)])]
    }
    return scene
  }

  @Test(
    "A group that clips, or is cut by the picture, has no pale rim under glass",
    arguments: [false, true]
  )
  func groupsThatClipHaveNoRim(isRound: Bool) throws {
    var backend = BandBackend(threads: 1)
    for x in [15.0, 40] {
      for isFaded in [false, true] {
        let scene = card(x: x, isRound: isRound) { state in
          if isFaded {
            state.opacity = 0.5
          } else {
            state.compositingFilter = FilterValue(type: "multiplyBlendMode")
          }
        }
        let picture = try Self.drawn(scene.frame(), by: &backend)
        let (left, right) = (Int(x), min(Int(x) + 30, 60))
        let inside = picture.rgba(left + 12, 15)
        var wrong: [String] = []
        for y in 10..<34 {
          // Corners are round.
          let inset = isRound && (y < 16 || y >= 28) ? 6 : 0
          let end = right == 60 ? right : right - inset
          for column in (left + inset)..<end where picture.rgba(column, y) != inside {
            wrong.append("(\(column), \(y)) is \(picture.rgba(column, y))")
          }
        }
        let name = "at \(x), \(isFaded ? "faded" : "multiplied")"
        #expect(wrong.isEmpty, "\(name): \(wrong.count) pixels are not \(inside), \(wrong.prefix(3))")
      }
    }
  }

  @Test("The rim of a group that clips stays under glass while the group slides")
  func rimsAreSteady() throws {
    var backend = BandBackend(threads: 1)
    for step in 0...10 {
      let scene = card(x: 15, isRound: false) { state in
        state.opacity = 0.5
        state.position.y += Double(step) / 10
      }
      let picture = try Self.drawn(scene.frame(), by: &backend)
      // Half of the red, in the proportion of the edge's coverage.
      let (inside, row) = (picture.rgba(30, 20), 34 + (step == 10 ? 1 : 0))
      #expect(abs(Int(inside[0]) - 128) <= 1, "step \(step): \(inside)")
      #expect(picture.rgba(30, row - 1) == inside, "step \(step)")
      let covered = step == 10 ? 0 : Double(step) / 10
      let edge = Double(picture.rgba(30, row)[0])
      #expect(abs(edge - 127.5 * covered) <= 3, "step \(step): \(edge)")
    }
  }

  /// The keys of the surfaces of a frame, in the order of its items.
  private func keys(_ frame: Frame) -> [SurfaceKey] {
    var list = DamageList()
    list.read(frame)
    return list.keys.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test("A rasterized layer with glass in it that moves keeps its bitmap", arguments: [false, true])
  func movedBitmapsKeepTheirNames(isTurned: Bool) throws {
    var scene = Scene(width: 100, height: 100) { $0.backgroundColor = .blue }
    let card = scene.box("card", 20, 20, 40, 30, .red) { $0.shouldRasterize = true }
    let group = scene.box("group", in: card, 2, 2, 30, 20, .green) { $0.opacity = 0.5 }
    scene.box("part", in: group, 2, 2, 10, 10, .blue)
    for parent in [card, group] {
      scene.box("glass", in: parent, 5, 5, 20, 10, nil) { state in
        state.masksToBounds = true
        state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(2)])]
      }
    }
    let before = keys(scene.frame(scale: 2))
    #expect(before.count == 2)
    scene.change(card) { state in
      state.position.x += 7.3
      state.position.y += 3
      if isTurned {
        (state.transform.m11, state.transform.m12) = (0.8, 0.6)
        (state.transform.m21, state.transform.m22) = (-0.6, 0.8)
      }
    }
    #expect(keys(scene.frame(scale: 2)) == before)
    // Out of sight in part it is another one.
    scene.change(card) { ($0.position.x, $0.transform) = (95, .identity) }
    #expect(keys(scene.frame(scale: 2)) != before)
  }

  @Test("Surfaces without glass have names that do not depend on where they were cut")
  func surfacesWithoutGlassKeepTheirNames() {
    func frame(width: Double) -> Frame {
      var scene = Scene(width: width, height: 40)
      let group = scene.box("group", 0, 0, 40, 40, .red) { $0.opacity = 0.5 }
      scene.box("part", in: group, 2, 2, 5, 5, .blue)
      scene.box("glass", 10, 10, 10, 10, nil) { state in
        state.masksToBounds = true
        state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(2)])]
      }
      return scene.frame()
    }
    #expect(keys(frame(width: 40)).count == 1)
    #expect(keys(frame(width: 40)) == keys(frame(width: 60)))
  }

  @Test(
    "Glass at the edge of a window or of a clip stays opaque in a rasterized layer",
    arguments: [false, true]
  )
  func bitmapsThatAreCutHaveNoRim(clips: Bool) throws {
    var scene = Scene(width: 60, height: 44) { $0.backgroundColor = .blue }
    let page =
      clips
      ? scene.box("page", 10, 10, 30, 24, .red) { ($0.shouldRasterize, $0.masksToBounds) = (true, true) }
      : scene.box("page", 0, 0, 60, 44, .red) { $0.shouldRasterize = true }
    scene.box("glass", in: page, 0, clips ? 14 : 34, 60, 10, nil) { state in
      state.masksToBounds = true
      state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(3)])]
    }
    var backend = BandBackend(threads: 1)
    let picture = try Self.drawn(scene.frame(scale: 2), by: &backend)
    let area = clips ? PixelRect(22, 22, 78, 66) : PixelRect(0, 0, 120, 88)
    var wrong: [String] = []
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX where picture.rgba(Int(x), Int(y)) != [255, 0, 0, 255] {
        wrong.append("(\(x), \(y)) is \(picture.rgba(Int(x), Int(y)))")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) pixels, \(wrong.prefix(3))")
  }

  @Test("Where the contents of a group end there is nothing")
  func groupsEndWithTheirContents() throws {
    var scene = Scene(width: 60, height: 44) { $0.backgroundColor = .blue }
    let group = scene.box("group", 10, 10, 20, 20, .red) { $0.opacity = 0.5 }
    scene.box("part", in: group, 2, 2, 5, 5, .red)
    scene.box("glass", in: group, 10, 0, 10, 20, nil) { state in
      state.masksToBounds = true
      state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(3)])]
    }
    var backend = BandBackend(threads: 1)
    let picture = try Self.drawn(scene.frame(), by: &backend)
    // Half of the group's red over blue; at its end less.
    let (inside, end) = (picture.rgba(12, 20), picture.rgba(29, 20))
    #expect(abs(Int(inside[0]) - 128) <= 1)
    #expect(end[0] < 90)
  }
}
