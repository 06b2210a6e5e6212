import AppKit
import StrataViews
import Testing

/// Layers that views make, and layers that programs give them.
@MainActor @Suite struct LayerTests {
  private final class Gradient: NSView, @MainActor CALayerDelegate {
    override func makeBackingLayer() -> CALayer { CAGradientLayer() }
  }

  /// rendering V-2.
  @Test func aViewHasALayerOnceItWantsOne() {
    let view = Gradient(frame: NSRect(x: 3, y: 4, width: 30, height: 20))
    let child = NSView(frame: NSRect(x: 1, y: 2, width: 5, height: 6))
    view.addSubview(child)
    #expect(view.layer == nil)
    view.wantsLayer = true
    #expect(view.layer?.frame == view.frame)
    #expect(view.layer?.anchorPoint == .zero)
    #expect(view.layer?.delegate === view)
    #expect(child.layer?.superlayer === view.layer)
    view.wantsLayer = false
    #expect(view.layer == nil)
  }

  private final class Covering: NSView {
    override func makeBackingLayer() -> CALayer {
      let layer = CALayer()
      layer.contentsGravity = .resizeAspectFill
      return layer
    }
  }

  /// Programs set the gravity of pictures before views have superviews.
  @Test func aGravityOfTheProgramsOwnStays() {
    let stage = Stage()
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.wantsLayer = true
    view.layer?.contentsGravity = .resizeAspect
    let covering = Covering(frame: view.frame)
    for view in [view, covering] { stage.content.addSubview(view) }
    #expect(view.layer?.contentsGravity == .resizeAspect)
    #expect(covering.layer?.contentsGravity == .resizeAspectFill)
    covering.layerContentsPlacement = .topLeft
    #expect(covering.layer?.contentsGravity == .topLeft)
    let stated = Covering(frame: view.frame)
    stated.layerContentsPlacement = .center
    stated.wantsLayer = true
    #expect(stated.layer?.contentsGravity == .center)
  }

  /// Some views have layers before the one that holds them.
  @Test(arguments: ["-----", "*****", "-*--*", "*---*", "--*--"])
  func layersAreInTheOrderOfViews(pattern: String) {
    let holder = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    for mark in pattern {
      let view = NSView()
      view.wantsLayer = mark == "*"
      holder.addSubview(view)
    }
    holder.wantsLayer = true
    #expect(holder.layer?.sublayers == holder.subviews.compactMap(\.layer))
    let late = NSView()
    holder.addSubview(late, positioned: .above, relativeTo: holder.subviews[1])
    #expect(holder.layer?.sublayers == holder.subviews.compactMap(\.layer))
    holder.subviews[3].layer = CALayer()
    #expect(holder.layer?.sublayers == holder.subviews.compactMap(\.layer))
    #expect(holder.subviews.allSatisfy { $0.layer != nil })
  }

  /// Each view goes in front of and behind each other one, and leaves from each place.
  @Test(arguments: 0..<5, 0..<5) func movedViewsAndTheirLayersKeepOneOrder(from: Int, to: Int) {
    let holder = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    holder.wantsLayer = true
    let views = (0..<5).map { _ in NSView() }
    holder.subviews = views
    for isAbove in [true, false] {
      var expected = views.filter { $0 !== views[from] }
      let place = expected.firstIndex { $0 === views[to] }
      let end = isAbove ? expected.count : 0
      expected.insert(views[from], at: place.map { isAbove ? $0 + 1 : $0 } ?? end)
      holder.addSubview(views[from], positioned: isAbove ? .above : .below, relativeTo: views[to])
      #expect(holder.subviews == expected)
      #expect(holder.layer?.sublayers == expected.compactMap(\.layer))
      holder.subviews = views
      #expect(holder.subviews == views)
    }
    views[from].removeFromSuperview()
    holder.subviews = [views[to]]
    #expect(holder.subviews == [views[to]])
    #expect(holder.layer?.sublayers?.count == 1)
  }

  @Test func aWindowGivesViewsLayers() {
    let stage = Stage()
    let view = stage.add(NSView(), 1, 2, 3, 4)
    #expect(view.layer?.superlayer === stage.content.layer)
    #expect(!view.wantsLayer)
  }

  @Test func theClassMakesTheLayer() {
    let view = Gradient(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.wantsLayer = true
    #expect(view.layer is CAGradientLayer)
  }

  /// A layer set before `wantsLayer` is the program's.
  ///
  /// rendering V-2.
  @Test func aHostedLayerIsLeftAlone() throws {
    let stage = Stage()
    let own = CALayer()
    own.backgroundColor = NSColor.green.cgColor
    let dot = CALayer()
    dot.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    dot.backgroundColor = NSColor.red.cgColor
    own.addSublayer(dot)
    let view = NSView()
    view.layer = own
    view.wantsLayer = true
    _ = stage.add(view, 20, 30, 50, 40)
    #expect(view.layer === own)
    #expect(own.delegate == nil)
    #expect(view.layerContentsRedrawPolicy == .never)
    // The layer's lower left corner is the view's, 200 - 30 from above.
    #expect(try stage.pixel(25, 165, at: 0) == red)
    #expect(try stage.pixel(60, 135, at: 0) == green)
    stage.host.run(at: 1) { dot.position.x = 45 }
    #expect(dot.animationKeys() == ["position"])
    stage.host.run(at: 2) { view.frame.size.width = 100 }
    #expect(own.animationKeys() == nil)
    #expect(own.frame == view.frame)
  }

  @Test func aLayerSetAfterwardsIsTheViewsOwn() {
    let view = Gradient(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.wantsLayer = true
    let layer = CAShapeLayer()
    view.layer = layer
    #expect(layer.delegate === view)
    #expect(layer.bounds.size == view.bounds.size)
  }

  /// A kind of filters that is set leaves the others of the layer, whoever has set them.
  @Test func kindsOfFiltersAreIndependent() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.wantsLayer = true
    view.layer?.filters = [CAFilter(name: "gaussianBlur") as Any]
    view.compositingFilter = "multiplyBlendMode"
    view.backgroundFilters = [CAFilter(name: "colorInvert") as Any]
    #expect(view.contentFilters.count == 1 && view.layer?.filters?.count == 1)
    #expect(view.layer?.compositingFilter as? String == "multiplyBlendMode")
    view.contentFilters = []
    #expect(view.layer?.filters == nil && view.backgroundFilters.count == 1)
    // The next layer has what this one had.
    view.wantsLayer = false
    #expect(view.layer == nil && view.backgroundFilters.count == 1)
    view.wantsLayer = true
    #expect(view.layer?.backgroundFilters?.count == 1)
    #expect(view.layer?.compositingFilter as? String == "multiplyBlendMode")
  }

  /// rendering V-3.
  @Test func appearanceReachesTheLayer() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.alphaValue = 0.5
    view.isHidden = true
    let shadow = NSShadow()
    shadow.shadowBlurRadius = 3
    shadow.shadowOffset = NSSize(width: 1, height: -2)
    view.shadow = shadow
    view.contentFilters = [CAFilter(name: "gaussianBlur") as Any]
    view.wantsLayer = true
    #expect(view.layer?.opacity == 0.5)
    #expect(view.layer?.isHidden == true)
    #expect(view.layer?.shadowRadius == 3)
    #expect(view.layer?.shadowOpacity == 1)
    #expect(view.layer?.filters?.count == 1)
    view.shadow = nil
    #expect(view.layer?.shadowOpacity == 0)
    view.layer?.opacity = 0.25
    #expect(view.alphaValue == 0.25)
  }

  private static let placements: [(NSView.LayerContentsPlacement, CALayerContentsGravity, String)] = [
    (.scaleAxesIndependently, .resize, "resize"), (.scaleProportionallyToFit, .resizeAspect, "resizeAspect"),
    (.scaleProportionallyToFill, .resizeAspectFill, "resizeAspectFill"), (.center, .center, "center"),
    (.top, .top, "bottom"), (.topRight, .topRight, "bottomRight"), (.right, .right, "right"),
    (.bottomRight, .bottomRight, "topRight"), (.bottom, .bottom, "top"),
    (.bottomLeft, .bottomLeft, "topLeft"), (.left, .left, "left"), (.topLeft, .topLeft, "bottomLeft"),
  ]

  @Test(arguments: 0..<12) func placementsAreGravities(index: Int) throws {
    final class Flipped: NSView {
      override var isFlipped: Bool { true }
    }
    let (placement, upright, flipped) = Self.placements[index]
    for view in [NSView(), Flipped()] {
      view.wantsLayer = true
      view.layerContentsPlacement = placement
      let expected = view.isFlipped ? CALayerContentsGravity(rawValue: flipped) : upright
      #expect(view.layer?.contentsGravity == expected)
    }
  }

  /// Contents at the upper edge are seen there, in views of both kinds.
  @Test(arguments: [false, true]) func contentsLieWhereTheyAreSeen(isFlipped: Bool) throws {
    final class Turned: NSView {
      var turned = false
      override var isFlipped: Bool { turned }
    }
    let stage = Stage()
    let view = Turned()
    view.turned = isFlipped
    view.layerContentsPlacement = .topLeft
    _ = stage.add(view, 0, 0, 100, 100)
    let image = NSImage(size: NSSize(width: 10, height: 10), flipped: false) { rect in
      NSColor.blue.setFill()
      rect.fill()
      return true
    }
    stage.host.run(at: 0) { view.layer?.contents = image.layerContents(forContentsScale: 1) }
    #expect(try stage.pixel(5, 105, at: 0) == blue)
    #expect(try stage.pixel(5, 195, at: 0) != blue)
  }

  /// Reads the view's looks whenever its layer changes.
  private final class Reading: NSView, @MainActor CALayerDelegate {
    var reads: [String] = []
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      let hasFilters = layerUsesCoreImageFilters && shadow?.shadowOffset != NSSize(width: 1, height: 1)
      if hasFilters, layerContentsRedrawPolicy == .crossfade { reads.append(event) }
      return NSNull()
    }
  }

  @Test func delegatesReadWhatTheViewLooksLikeMeanwhile() {
    let stage = Stage()
    let view = stage.add(Reading(), 0, 0, 50, 50)
    view.layerContentsRedrawPolicy = .crossfade
    view.layerUsesCoreImageFilters = true
    view.layerContentsPlacement = .center
    #expect(view.layer?.contentsGravity == .center)
    #expect(view.reads.contains("contentsGravity"))
    let shadow = NSShadow()
    shadow.shadowBlurRadius = 7
    view.shadow = shadow
    #expect(view.layer?.shadowRadius == 7)
    #expect(view.reads.contains("shadowRadius"))
    view.shadow = nil
    #expect(view.layer?.shadowOpacity == 0)
  }
}
