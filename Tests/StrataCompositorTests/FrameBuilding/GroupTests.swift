import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Surfaces: when there is one, and what it does (rendering R-15 … R-43).
@Suite struct GroupTests {
  @Test func opacityOverOverlappingContentNeedsASurface() {
    // rendering R-16, E-250
    var scene = Scene()
    let group = scene.box("group", 10, 10, 40, 40, nil) { $0.opacity = 0.5 }
    scene.box("a", in: group, 0, 0, 20, 20)
    scene.box("b", in: group, 10, 10, 20, 20, .blue)
    #expect(
      lines(scene.printed()) == [
        "pass 0 [10 10 40 40]",
        "a.background fill (0 0 20 20) rgba(1 0 0 1) in +10,10 opaque [10 10 30 30]",
        "b.background fill (0 0 20 20) rgba(0 0 1 1) in +20,20 opaque [20 20 40 40]",
        "screen 1 [0 0 100 100]",
        "group.group surface 0 in +10,10 opacity 0.5 [10 10 40 40]",
      ]
    )
  }

  @Test func opacityOverDisjointContentIsTheItems() {
    var scene = Scene()
    let group = scene.box("group", 10, 10, 40, 40, nil) { $0.opacity = 0.5 }
    scene.box("a", in: group, 0, 0, 20, 20)
    scene.box("b", in: group, 20, 0, 20, 20) { $0.opacity = 0.5 }
    let frame = scene.frame()
    #expect(frame.passes.count == 1)
    #expect(frame.items.map(\.opacity) == [0.5, 0.25])
    #expect(frame.items.allSatisfy { !$0.isOpaque })
  }

  @Test func withoutGroupOpacityEveryPrimitiveIsMultiplied() {
    // rendering R-16, E-251
    var scene = Scene()
    let group = scene.box("group", 10, 10, 40, 40, nil) { state in
      state.opacity = 0.5
      state.allowsGroupOpacity = false
    }
    scene.box("a", in: group, 0, 0, 20, 20)
    scene.box("b", in: group, 10, 10, 20, 20)
    let frame = scene.frame()
    #expect(frame.passes.count == 1)
    #expect(frame.items.map(\.opacity) == [0.5, 0.5])
  }

  @Test func masksBecomePassesOfTheirOwn() {
    // rendering R-20
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40)
    scene.box("mask", in: card, 5, 5, 10, 10, .blue, isMask: true)
    #expect(
      lines(scene.printed()) == [
        "pass 0 [15 15 25 25]",
        "mask.background fill (0 0 10 10) rgba(0 0 1 1) in +15,15 opaque [15 15 25 25]",
        "pass 1 [15 15 25 25]",
        "card.background fill (0 0 40 40) rgba(1 0 0 1) in +10,10 opaque [10 10 50 50]",
        "screen 2 [0 0 100 100]",
        "card.group surface 1 mask 0 in +10,10 [15 15 25 25]",
      ]
    )
  }

  /// The pixels of the passes of a mask, 10 points wide, and of the card that it masks, all else at 200 points.
  private func masked(_ edit: (inout LayerState) -> Void, inside: (inout LayerState) -> Void = { _ in })
    -> [PixelRect]
  {
    var scene = Scene(width: 200, height: 200)
    let card = scene.box("card", 0, 0, 200, 200, .red, edit)
    scene.box("child", in: card, 0, 0, 200, 200, .blue, inside)
    scene.box("mask", in: card, 100, 100, 10, 10, .black, isMask: true)
    return scene.frame().passes.map(\.bounds)
  }

  private let blur = FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(3)])

  @Test func aMaskBoundsWhatIsDrawn() {
    // rendering
    let (mask, all) = (PixelRect(100, 100, 110, 110), PixelRect(0, 0, 200, 200))
    let plain = masked { $0.isHidden = false }
    #expect(plain == [mask, mask, all])
    let blurred = masked { $0.filters = [blur] }
    #expect(blurred == [mask, mask.grown(by: Double(Blur.reach(3))), all])
    // What a filter reads behind an item inside, and modes that change the pixels outside of the mask.
    let behind = masked({ $0.isHidden = false }, inside: { $0.backgroundFilters = [blur] })
    #expect(behind == [mask, all, all])
    let unbounded = masked { $0.compositingFilter = FilterValue(type: "sourceIn") }
    #expect(unbounded == [mask, all, all])
  }

  @Test func aMaskTakesInWhatIsPaintedBesideTheItems() {
    // rendering
    func mask(_ edit: (inout LayerState) -> Void) -> PixelRect? {
      var scene = Scene(width: 200, height: 200)
      let card = scene.box("card", 0, 0, 200, 200, nil, edit)
      scene.box("child", in: card, 100, 100, 10, 10)
      scene.box("mask", in: card, 0, 0, 200, 200, .black, isMask: true)
      return scene.frame().passes.first?.bounds
    }
    let child = PixelRect(100, 100, 110, 110)
    let plain = mask { $0.isHidden = false }
    #expect(plain == child)
    let blurred = mask { $0.filters = [blur] }
    #expect(blurred == child.grown(by: Double(Blur.reach(3))))
    let shadow = mask { state in
      state.shadowOpacity = 1
      state.shadowOffset = CGSize(width: 20, height: 0)
    }
    #expect(shadow?.contains(child.offset(by: 20, 0).grown(by: 9)) == true)
  }

  @Test(arguments: [true, false])
  func hiddenAndEmptyMasksHideEverything(isHidden: Bool) {
    // rendering
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40)
    scene.box("child", in: card, 0, 0, 10, 10)
    scene.box("mask", in: card, 5, 5, 10, 10, isHidden ? .blue : nil, isMask: true) { $0.isHidden = isHidden }
    #expect(scene.order().isEmpty)
  }

  @Test func aMaskIgnoresSublayerTransformAndBlendMode() throws {
    // rendering
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40) {
      $0.sublayerTransform = CATransform3DMakeTranslation(7, 0, 0)
    }
    scene.box("mask", in: card, 5, 5, 10, 10, .blue, isMask: true) { state in
      state.compositingFilter = FilterValue(type: "multiplyBlendMode")
    }
    let frame = scene.frame()
    let item = try #require(frame.items.first)
    #expect(item.boundsInDevice == PixelRect(15, 15, 25, 25))
    #expect(item.blend == .normal)
  }

  @Test func aShadowOfWhatALayerPaintsIsItsSilhouette() throws {
    // rendering
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40, nil) { state in
      state.shadowOpacity = 0.5
      state.shadowOffset = CGSize(width: 4, height: 6)
      state.shadowRadius = 3
    }
    scene.box("child", in: card, 0, 0, 10, 10)
    let frame = scene.frame(scale: 2)
    let item = try #require(frame.items.last)
    guard case .surface(_, let effect?) = item.payload else {
      Issue.record("no surface")
      return
    }
    let shadow = try #require(frame[effect].shadow)
    #expect(shadow.sigma == SIMD2(6, 6))
    #expect(shadow.offset == SIMD2(8, 12))
    #expect(shadow.color == SIMD4(0, 0, 0, 0.5))
  }

  @Test func anOpaqueCardCastsTheShadowOfItsShape() {
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40) { state in
      state.shadowOpacity = 0.5
      state.cornerRadius = 8
    }
    scene.box("inside", in: card, 10, 0, 20, 40)
    #expect(
      lines(scene.printed()) == [
        "screen 0 [0 0 100 100]",
        "card.shadow shadow (0 -3 40 40) r8 σ3 rgba(0 0 0 0.5) in +10,10 [1 0 59 56]",
        "card.background fill (0 0 40 40) r8 rgba(1 0 0 1) in +10,10 [10 10 50 50]",
        "inside.background fill (0 0 20 40) rgba(1 0 0 1) in +20,10 opaque [20 10 40 50]",
      ]
    )
  }

  @Test func whatSticksOutCastsAShadowToo() {
    // rendering R-31
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40) { $0.shadowOpacity = 0.5 }
    scene.box("outside", in: card, 30, 30, 20, 20)
    let text = lines(scene.printed())
    #expect(text.last == "card.group surface 0 casts σ3,3 by 0,-3 rgba(0 0 0 0.5) in +10,10 [0 0 74 74]")
  }

  @Test func clipsCutTheShadow() throws {
    // rendering R-36
    var scene = Scene()
    scene.box("card", 10, 10, 40, 40) { state in
      state.shadowOpacity = 1
      state.shadowPathIsBounds = true
      state.masksToBounds = true
    }
    let shadow = try #require(scene.frame().items.first)
    #expect(shadow.part == .shadow)
    #expect(shadow.boundsInDevice == PixelRect(10, 10, 50, 50))
  }

  @Test func filtersWorkOnTheFlattenedLayerInDevicePixels() {
    // rendering
    var scene = Scene()
    scene.box("card", 40, 40, 20, 20) { state in
      state.filters = [
        FilterValue(type: "gaussianBlur", name: "blur", inputs: ["inputRadius": .number(2)]),
        FilterValue(type: "nonsense"), FilterValue(type: "colorInvert", isEnabled: false),
      ]
    }
    let text = lines(scene.printed(scale: 2))
    #expect(text.contains { $0.hasPrefix("card.group surface 0 blur 4,4 in ×2,2+80,80 ") })
    #expect(text.last == "note unknownFilter(\"nonsense\")")
  }

  /// The variances of Gaussians add up: 3 and 4 are 5, wherever other filters do not stand between them.
  @Test func blursThatFollowEachOtherAreOne() {
    var scene = Scene()
    func blur(_ radius: Double) -> FilterValue {
      FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(radius)])
    }
    scene.box("card", 40, 40, 20, 20) { state in
      state.filters = [blur(3), blur(4), FilterValue(type: "colorInvert"), blur(2)]
    }
    let text = lines(scene.printed())
    let steps = text.first { $0.hasPrefix("card.group surface") } ?? ""
    #expect(steps.contains("blur 5,5"))
    #expect(steps.contains("blur 2,2"))
    #expect(steps.components(separatedBy: "blur").count == 3)
  }

  /// The lines of a group of 40 points with a sublayer that has a compositing filter.
  private func blending(
    _ filter: String,
    inside change: (inout LayerState) -> Void = { _ in },
    holdsTwo: Bool = false
  ) -> [String] {
    var scene = Scene()
    let group = scene.box("group", 10, 10, 40, 40, .red, change)
    let ink = scene.box("ink", in: group, 0, 0, 10, 10) { $0.compositingFilter = FilterValue(type: filter) }
    if holdsTwo { scene.box("drop", in: ink, 0, 0, 5, 5) }
    return lines(scene.printed())
  }

  @Test func anErasingSublayerMakesItsParentAGroup() {
    // rendering R-41
    let text = blending("destOut")
    #expect(text.contains { $0.hasPrefix("ink.group surface 0") && $0.contains("destOut") })
    #expect(text.last == "group.group surface 1 in +10,10 [10 10 50 50]")
  }

  @Test func aBlendingSublayerSeesThroughItsParent() {
    // rendering R-41
    // One thing blends by itself; two are one picture before they do.
    let one = "ink.background fill (0 0 10 10) rgba(1 0 0 1) in +10,10 multiply [10 10 20 20]"
    #expect(blending("multiplyBlendMode").last == one)
    let two = "ink.group surface 0 in +10,10 multiply [10 10 20 20]"
    #expect(blending("multiplyBlendMode", holdsTwo: true).last == two)
    // A parent that clips or fades is a group.
    let clipped = blending("multiplyBlendMode", inside: { $0.masksToBounds = true })
    #expect(clipped.contains(one))
    #expect(clipped.last?.hasPrefix("group.group surface 0 in +10,10") == true)
    let faded = blending("multiplyBlendMode", inside: { $0.opacity = 0.5 })
    #expect(faded.last?.hasPrefix("group.group surface 0 in +10,10") == true)
  }

  @Test func backgroundFiltersReplaceTheBackdropWithinTheClip() {
    // rendering R-40
    var scene = Scene()
    scene.box("glass", 10, 10, 40, 40, nil) { state in
      state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(2)])]
      state.masksToBounds = true
    }
    #expect(lines(scene.printed()).last == "glass.backdrop backdrop blur 2,2 in +10,10 [10 10 50 50]")
  }

  @Test func roundedClipsAreDroppedWhereTheyHoldTheItem() {
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40, nil) { state in
      state.masksToBounds = true
      state.cornerRadius = 10
    }
    scene.box("inside", in: card, 10, 10, 20, 20)
    scene.box("corner", in: card, 0, 0, 20, 20)
    scene.box("outside", in: card, 40, 0, 20, 20)
    #expect(
      lines(scene.printed()) == [
        "screen 0 [0 0 100 100]",
        "inside.background fill (0 0 20 20) rgba(1 0 0 1) in +20,20 opaque [20 20 40 40]",
        "corner.background fill (0 0 20 20) rgba(1 0 0 1) in +10,10 clip once (0 0 40 40) r10 [10 10 30 30]",
      ]
    )
  }

  @Test func clipsOfWholePixelsCostNothing() {
    // rendering R-15
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40, nil) { $0.masksToBounds = true }
    scene.box("child", in: card, 30, 30, 40, 40)
    #expect(
      lines(scene.printed()).last
        == "child.background fill (0 0 40 40) rgba(1 0 0 1) in +40,40 opaque [40 40 50 50]"
    )
  }

  @Test func rasterizedLayersAreDrawnInTheirOwnGrid() {
    // rendering R-25, E-422 in pixels
    var scene = Scene()
    scene.box("card", 10, 10, 40, 40) { state in
      state.shouldRasterize = true
      state.rasterizationScale = 1.5
      state.opacity = 0.5
    }
    #expect(
      lines(scene.printed()) == [
        "bitmap 0 [0 0 60 60]",
        "card.background fill (0 0 40 40) rgba(1 0 0 1) in ×1.5,1.5+0,0 opaque [0 0 60 60]",
        "screen 1 [0 0 100 100]",
        "card.group bitmap 0 (0 0 60 60) → (0 0 40 40) in +10,10 opacity 0.5 [10 10 50 50]",
      ]
    )
  }

  @Test func aBitmapWhoseGridIsTheDevicesIsNone() {
    var scene = Scene()
    scene.box("card", 10, 10, 40, 40) { $0.shouldRasterize = true }
    #expect(scene.frame().passes.count == 1)
  }
}
