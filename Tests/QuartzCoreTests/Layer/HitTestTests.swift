import CoreGraphics
import QuartzCore
import StrataBase
import Testing

private func centred(_ width: CGFloat, _ height: CGFloat, _ x: CGFloat, _ y: CGFloat) -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.position = CGPoint(x: x, y: y)
  return layer
}

@Suite struct HitTestTests {
  /// Rendering E-130 to E-132.
  @Test func theDeepestAndFrontmostLayerIsHit() {
    let root = centred(100, 100, 50, 50)
    let child = centred(20, 20, 50, 50)
    root.addSublayer(child)
    #expect(root.hitTest(at(50, 50)) === child && root.hitTest(at(5, 5)) === root)
    #expect(root.hitTest(at(500, 500)) == nil && root.hitTest(at(100, 100)) == nil)
    let later = centred(20, 20, 50, 50)
    root.addSublayer(later)
    #expect(root.hitTest(at(50, 50)) === later)
    later.isHidden = true
    #expect(root.hitTest(at(50, 50)) === child)
    later.isHidden = false
    child.zPosition = 10
    #expect(root.hitTest(at(50, 50)) === child)
    child.position = at(150, 150)
    #expect(root.hitTest(at(150, 150)) === child)
    root.masksToBounds = true
    #expect(root.hitTest(at(150, 150)) == nil)
  }

  /// Rendering E-133 to E-135.
  @Test func pointsAreTestedInTheLayersOwnSpace() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 10, y: 10, width: 100, height: 100)
    #expect(!layer.contains(at(5, 5)) && layer.contains(at(15, 15)))
    #expect(layer.contains(at(109, 109)) && !layer.contains(at(110, 110)))
    let parent = box(0, 0, 200, 200)
    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    parent.bounds = .zero
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    let child = box(20, 20, 20, 20)
    parent.addSublayer(child)
    #expect(parent.hitTest(at(50, 50)) === child && parent.hitTest(at(25, 25)) === parent)
    let root = box(0, 0, 200, 200)
    let turned = centred(40, 20, 100, 100)
    turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    root.addSublayer(turned)
    #expect(root.hitTest(at(105, 115)) === turned && root.hitTest(at(115, 105)) === root)
  }

  /// Layers that are missed are not looked at closely, which changes no answer (rendering E-130 to E-135).
  @Test(arguments: 0..<20) func theFirstLayerFromTheFrontThatContainsThePointIsHit(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> CGFloat { CGFloat(Int.random(in: range, using: &random)) }
    let root = box(0, 0, 40, 40)
    root.isGeometryFlipped = seed % 2 == 0
    if seed % 5 == 0 { root.sublayerTransform = CATransform3DMakeScale(2, 2, 1) }
    let layers = (0..<12).map { index in
      let layer = CALayer()
      layer.bounds = CGRect(x: number(-5...5), y: number(-5...5), width: number(0...9), height: number(0...9))
      layer.anchorPoint = CGPoint(x: number(-1...3) / 2, y: number(-1...3) / 2)
      layer.position = at(number(0...40) + number(0...2) / 3, number(0...40))
      layer.isGeometryFlipped = index % 3 == 0
      if index % 4 == 0 { layer.setAffineTransform(CGAffineTransform(rotationAngle: number(0...6))) }
      layer.masksToBounds = index % 2 == 0
      if layer.masksToBounds { layer.addSublayer(box(-50, -50, 100, 100)) }
      return layer
    }
    root.sublayers = layers
    for _ in 0..<200 {
      let point = at(number(-2...42), number(-2...42))
      let inner = root.convert(point, from: nil)
      let hit = layers.last { $0.contains($0.convert(inner, from: root)) }
      let found = root.hitTest(point)
      let expected = hit?.sublayers?.first ?? hit ?? (root.contains(inner) ? root : nil)
      #expect(found === expected)
    }
  }

  /// Rendering H-13, H-15 and H-17.
  @Test func whatCannotBeSeenIsNotHit() {
    let root = box(0, 0, 100, 100)
    let child = centred(50, 50, 50, 50)
    root.addSublayer(child)
    child.opacity = 0
    #expect(root.hitTest(at(50, 50)) === root)
    child.opacity = 1
    child.isDoubleSided = false
    #expect(root.hitTest(at(50, 50)) === child)
    child.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(at(50, 50)) === root)
    let space = CATransformLayer()
    space.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    space.position = at(50, 50)
    let inner = centred(20, 20, 20, 20)
    space.addSublayer(inner)
    root.sublayers = [space]
    #expect(space.hitTest(at(50, 50)) == nil)
    #expect(root.hitTest(at(20, 20)) === inner && root.hitTest(at(80, 80)) === root)
  }

  @Test(
    "rendering H-17, Z-11: what shows its back is not hit, whoever turned it over; flips turn nothing over"
  )
  func backs() {
    func card(in parent: CALayer) -> CALayer {
      let card = centred(40, 40, 50, 50)
      card.isDoubleSided = false
      parent.sublayers = [card]
      return card
    }
    let over = CATransform3DMakeRotation(.pi, 0, 1, 0)
    let root = box(0, 0, 100, 100)
    for holder in [CALayer(), CATransformLayer()] {
      holder.bounds = root.bounds
      holder.position = at(50, 50)
      root.sublayers = [holder]
      let card = card(in: holder)
      #expect(root.hitTest(at(50, 50)) === card)
      // Its superlayer turns it over, and it turns itself back.
      holder.transform = over
      #expect(root.hitTest(at(50, 50)) !== card)
      card.transform = over
      #expect(root.hitTest(at(50, 50)) === card)
      (holder.transform, card.transform) = (CATransform3DIdentity, CATransform3DIdentity)
      for flipped in [root, holder, card] {
        flipped.isGeometryFlipped.toggle()
        #expect(root.hitTest(at(50, 50)) === card)
      }
      root.isGeometryFlipped = false
    }
  }

  @Test(
    "rendering H-10, Z-3: planes in different perspectives are hit in the order in which they are painted"
  )
  func perspectivesOfTheirOwn() throws {
    // Painted at -300 / 1.6 = -187.5, in front of the layer at -200.
    let root = box(0, 0, 100, 100)
    let (far, near) = (centred(200, 200, 50, 50), centred(60, 60, 50, 50))
    near.zPosition = -200
    near.transform = CATransform3DMakeRotation(0.1, 0, 1, 0)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    far.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, -300), perspective)
    (far.backgroundColor, near.backgroundColor) = (red, CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    root.sublayers = [far, near]
    #expect(try Shot(root, 100, 100)[50, 50] == [255, 0, 0, 255])
    #expect(root.hitTest(at(50, 50)) === far)
  }

  /// Rendering SC-3, E-140 to E-146.
  @Test func scrollLayersMoveByTheLeastAmount() {
    func scrolled(_ bounds: (CGFloat, CGFloat, CGFloat, CGFloat), _ body: (CAScrollLayer) -> Void) -> CGPoint
    {
      let layer = CAScrollLayer()
      layer.bounds = CGRect(x: bounds.0, y: bounds.1, width: bounds.2, height: bounds.3)
      body(layer)
      return layer.bounds.origin
    }
    func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
      CGRect(x: x, y: y, width: width, height: height)
    }
    #expect(scrolled((0, 0, 100, 100)) { $0.scroll(to: at(50, 60)) } == at(50, 60))
    #expect(scrolled((50, 60, 100, 100)) { $0.scroll(to: rect(200, 200, 10, 10)) } == at(110, 110))
    #expect(scrolled((100, 100, 100, 100)) { $0.scroll(to: rect(120, 120, 10, 10)) } == at(100, 100))
    #expect(scrolled((100, 100, 100, 100)) { $0.scroll(to: rect(20, 20, 10, 10)) } == at(20, 20))
    #expect(scrolled((0, 0, 100, 100)) { $0.scroll(to: rect(20, 20, 400, 400)) } == at(20, 20))
    #expect(scrolled((5, 7, 100, 100)) { $0.scroll(to: rect(120, 130, 20, 30)) } == at(40, 60))
    for (mode, origin) in [
      (.both, at(20, 35)), (.horizontally, at(20, 20)), (.vertically, at(10, 35)), (.none, at(10, 20)),
    ] as [(CAScrollLayerScrollMode, CGPoint)] {
      let result = scrolled((10, 20, 100, 80)) {
        $0.scrollMode = mode
        $0.scroll(to: rect(90, 75, 30, 40))
      }
      #expect(result == origin, "\(mode.rawValue)")
    }
  }

  /// Rendering E-147 to E-151.
  @Test func anyLayerScrollsTheNearestScrollLayer() {
    let scroll = CAScrollLayer()
    scroll.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    let content = box(0, 0, 1000, 1000)
    scroll.addSublayer(content)
    content.scrollRectToVisible(CGRect(x: 200, y: 150, width: 20, height: 10))
    #expect(scroll.bounds.origin == at(120, 80))
    scroll.bounds.origin = .zero
    content.scrollRectToVisible(CGRect(x: 200, y: 150, width: 400, height: 400))
    #expect(scroll.bounds.origin == at(200, 150))
    scroll.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let grandchild = box(30, 40, 20, 20)
    content.addSublayer(grandchild)
    grandchild.scroll(at(5, 5))
    #expect(scroll.bounds.origin == at(35, 45))
    #expect(grandchild.visibleRect == CGRect(x: 5, y: 5, width: 15, height: 15))
    let inner = CAScrollLayer()
    inner.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let part = box(100, 100, 50, 50)
    inner.addSublayer(part)
    part.scroll(at(10, 20))
    #expect(inner.bounds.origin == at(110, 120))
    #expect(part.visibleRect == CGRect(x: 10, y: 20, width: 40, height: 30))
  }
}
