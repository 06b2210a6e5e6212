import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import Testing

@Suite struct KeyValueTests {
  private func close(_ a: CGFloat, _ b: CGFloat) -> Bool { abs(a - b) < 1e-6 }

  /// Animation #14 to #17, K-6 and K-8.
  @Test func pathsReachIntoStructures() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
    #expect(layer.value(forKeyPath: "bounds.size.width") as? CGFloat == 30)
    layer.setValue(9, forKeyPath: "bounds.origin.y")
    #expect(layer.bounds == CGRect(x: 1, y: 9, width: 30, height: 40))
    layer.setValue(CGSize(width: 5, height: 6), forKeyPath: "bounds.size")
    #expect(layer.bounds == CGRect(x: 1, y: 9, width: 5, height: 6))
    layer.position = CGPoint(x: 5, y: 6)
    layer.setValue(-1, forKeyPath: "position.x")
    #expect(layer.position == CGPoint(x: -1, y: 6))
  }

  /// Animation #18 to #26, K-6, K-7 and K-9.
  @Test func pathsReachIntoTransforms() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 3, 4)
    #expect(layer.value(forKeyPath: "transform.scale") as? CGFloat == 3)
    layer.setValue(5, forKeyPath: "transform.scale.y")
    #expect(CATransform3DEqualToTransform(layer.transform, CATransform3DMakeScale(2, 5, 4)))
    layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 0, 1)
    #expect(close(layer.value(forKeyPath: "transform.rotation") as? CGFloat ?? 0, 1.0471975512))
    layer.transform = CATransform3DMakeRotation(0.5, 1, 0, 0)
    #expect(close(layer.value(forKeyPath: "transform.rotation.x") as? CGFloat ?? 0, 0.5))
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    #expect(close(layer.transform.m11, 1.755165124) && close(layer.transform.m12, 0.958851077))
    #expect(close(layer.transform.m21, -1.438276616) && close(layer.transform.m22, 2.632747686))
    layer.transform = CATransform3DMakeTranslation(1, 2, 3)
    #expect(layer.value(forKeyPath: "transform.translation") as? CGSize == CGSize(width: 1, height: 2))
    layer.setValue(CGPoint(x: 10, y: 20), forKeyPath: "transform.translation")
    #expect(layer.transform.m41 == 10)
    #expect(layer.transform.m42 == 20)
    #expect(layer.transform.m43 == 3)
    #expect(layer.value(forKeyPath: "transform.m42") as? CGFloat == 20)
    layer.setValue(-0.002, forKeyPath: "transform.m34")
    #expect(layer.transform.m34 == -0.002 && layer.transform.m41 == 10)
    layer.transform = CATransform3DConcat(
      CATransform3DMakeRotation(0.2, 1, 0, 0),
      CATransform3DConcat(CATransform3DMakeRotation(0.3, 0, 1, 0), CATransform3DMakeRotation(0.4, 0, 0, 1))
    )
    for (part, angle) in [("x", CGFloat(0.2)), ("y", 0.3), ("z", 0.4)] {
      #expect(close(layer.value(forKeyPath: "transform.rotation.\(part)") as? CGFloat ?? 0, angle))
    }
    layer.setValue(2, forKeyPath: "sublayerTransform.scale")
    #expect(CATransform3DEqualToTransform(layer.sublayerTransform, CATransform3DMakeScale(2, 2, 2)))
  }

  /// Animation #27 to #29, K-2, K-11 and Z-7.
  @Test func defaultsAndKeysOfOnesOwn() {
    let layer = CALayer()
    #expect(layer.value(forKeyPath: "shadowOffset.height") as? CGFloat == -3)
    #expect(layer.value(forKey: "someKey") == nil)
    layer.setValue(50, forKey: "someKey")
    #expect(layer.value(forKey: "someKey") as? Int == 50)
    layer.setValue(nil, forKey: "someKey")
    #expect(layer.value(forKey: "someKey") == nil)
  }

  /// Animation #30 to #33, ST-1 and ST-4.
  @Test func styleGivesValuesToPropertiesThatWereNeverSet() {
    let layer = CALayer()
    layer.style = ["cornerRadius": 5, "style": ["zPosition": 7]]
    #expect(layer.cornerRadius == 5 && layer.zPosition == 7)
    layer.cornerRadius = 0
    #expect(layer.cornerRadius == 0)
    layer.style = nil
    #expect(layer.zPosition == 0)
    final class Masking: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "masksToBounds" ? true : super.defaultValue(forKey: key)
      }
    }
    #expect(Masking().masksToBounds)
  }

  /// Animation K-1 and source compatibility SC-7.
  @Test func bothSpellingsOfAKeyWork() {
    let layer = CALayer()
    layer.setValue(true, forKey: "isHidden")
    #expect(layer.isHidden && layer.value(forKey: "hidden") as? Bool == true)
    layer.setValue(0, forKey: "hidden")
    #expect(!layer.isHidden)
    layer.setValue(NSNumber(value: true), forKeyPath: "geometryFlipped")
    #expect(layer.isGeometryFlipped)
  }

  /// Source compatibility SC-25, SC-29 and SC-34.
  @Test func numbersOfAnyTypeAreTakenAndGivenAsNumberObjects() {
    let layer = CALayer()
    layer.setValue(CGFloat(0.25), forKey: "opacity")
    #expect(layer.opacity == 0.25 && layer.value(forKey: "opacity") as? CGFloat == 0.25)
    layer.setValue(Float(3), forKey: "cornerRadius")
    #expect(layer.value(forKey: "cornerRadius") as? NSNumber == 3)
    let shape = CAShapeLayer()
    shape.setValue([CGFloat(4), CGFloat(2)], forKey: "lineDashPattern")
    #expect(shape.lineDashPattern == [4, 2])
    #expect((shape.value(forKey: "lineDashPattern") as? [CGFloat]) == [4, 2])
  }

  /// Source compatibility SC-32.
  @Test func aDottedKeyIsOnePlainKey() {
    let layer = CALayer()
    #expect(layer.value(forKey: "transform.scale.x") == nil)
    #expect(layer.value(forKeyPath: "transform.scale.x") as? CGFloat == 1)
  }

  /// Animation K-4 and K-5.
  @Test func namesAndColoursAreReadAsTheyAre() {
    let layer = CALayer()
    #expect(layer.value(forKey: "contentsGravity") as? String == "resize")
    layer.setValue("center", forKey: "contentsGravity")
    #expect(layer.contentsGravity == .center)
    #expect(layer.value(forKey: "backgroundColor") == nil)
    layer.backgroundColor = red
    #expect((layer.value(forKey: "backgroundColor") as? CGColor) == red)
    #expect(layer.value(forKey: "position") as? CGPoint == .zero)
    #expect(layer.value(forKey: "transform") is CATransform3D)
  }

  /// Animation K-10.
  @Test func pathsGoOnThroughObjects() {
    let layer = CALayer()
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "blur"
    layer.filters = [blur]
    layer.setValue(7, forKeyPath: "filters.blur.inputRadius")
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 7)
    let mask = CALayer()
    layer.mask = mask
    layer.setValue(0.5, forKeyPath: "mask.opacity")
    #expect(mask.opacity == 0.5)
    let child = CALayer()
    child.name = "child"
    layer.addSublayer(child)
    layer.setValue(3, forKeyPath: "sublayers.child.cornerRadius")
    #expect(child.cornerRadius == 3)
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.name = "spark"
    emitter.emitterCells = [cell]
    emitter.setValue(12, forKeyPath: "emitterCells.spark.birthRate")
    #expect(cell.birthRate == 12)
  }

  /// Animation K-10.
  @Test func derivedLayersAndTransformsAnswerToKeys() {
    let layer = CALayer()
    let turned = CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 5, ty: 6)
    layer.setValue(turned, forKey: "affineTransform")
    #expect(layer.affineTransform() == turned)
    #expect(layer.value(forKey: "affineTransform") as? CGAffineTransform == turned)
    layer.setValue(nil, forKey: "affineTransform")
    #expect(CATransform3DIsIdentity(layer.transform))
    #expect(layer.value(forKey: "modelLayer") as? CALayer === layer)
    #expect(layer.value(forKeyPath: "modelLayer.opacity") as? Double == 1)
    #expect(layer.value(forKey: "presentationLayer") == nil)
    #expect(!layer.shouldArchiveValue(forKey: "delegate"))
    let delegate = KeyedDelegate()
    layer.setValue(delegate, forKey: "delegate")
    #expect(layer.delegate === delegate)
    #expect(layer.value(forKey: "delegate") as? KeyedDelegate === delegate)
    #expect(layer.shouldArchiveValue(forKey: "delegate"))
  }

  /// Animation K-10.
  @Test func pathsWriteIntoMutableDictionaries() {
    let layer = CALayer()
    let outer = NSMutableDictionary(dictionary: ["point": CGPoint(x: 1, y: 2)])
    layer.setValue(outer, forKey: "info")
    layer.setValue(7, forKeyPath: "info.count")
    layer.setValue(9, forKeyPath: "info.point.y")
    #expect(outer["count"] as? Int == 7)
    #expect(layer.value(forKeyPath: "info.count") as? Int == 7)
    #expect(outer["point"] as? CGPoint == CGPoint(x: 1, y: 9))
    layer.setValue(nil, forKeyPath: "info.count")
    #expect(outer["count"] == nil)
  }

  /// Animation K-10.
  @Test(arguments: [0, 1, 2]) func pathsWriteIntoDictionariesInsideOfOthers(kind: Int) {
    let layer = CALayer()
    let filter = CAFilter(type: "gaussianBlur")
    let innermost = NSMutableDictionary(dictionary: ["a": 1, "kept": "k", "filter": filter])
    let inner: Any =
      kind == 0 ? innermost : kind == 1 ? innermost.copy() : ["a": 1, "kept": "k"]
    let outer = NSMutableDictionary(dictionary: ["inner": inner, "other": 3])
    layer.setValue(outer, forKey: "info")
    layer.setValue(2, forKeyPath: "info.inner.a")
    layer.setValue(5, forKeyPath: "info.inner.b")
    #expect(layer.value(forKeyPath: "info.inner.a") as? Int == 2)
    #expect(layer.value(forKeyPath: "info.inner.b") as? Int == 5)
    #expect(layer.value(forKeyPath: "info.inner.kept") as? String == "k")
    #expect(layer.value(forKeyPath: "info.other") as? Int == 3)
    layer.setValue(nil, forKeyPath: "info.inner.a")
    #expect(layer.value(forKeyPath: "info.inner.a") == nil)
    layer.setValue(1, forKeyPath: "info.nothing.a")
    #expect(layer.value(forKeyPath: "info.nothing") == nil)
    guard kind < 2 else { return }
    layer.setValue(4, forKeyPath: "info.inner.filter.inputRadius")
    #expect(filter.value(forKey: "inputRadius") as? Double == 4)
  }

  /// Animation K-10.
  @Test func operatorsReadCollections() {
    let layer = CALayer()
    #expect(layer.value(forKeyPath: "sublayers.@count") == nil)
    for (index, radius) in [2.0, 8, 2].enumerated() {
      let child = CALayer()
      child.cornerRadius = radius
      child.position = CGPoint(x: CGFloat(index), y: 0)
      layer.addSublayer(child)
    }
    func number(_ path: String) -> Double? { layer.value(forKeyPath: path) as? Double }
    #expect(number("sublayers.@count") == 3)
    #expect(number("sublayers.@sum.cornerRadius") == 12)
    #expect(number("sublayers.@avg.cornerRadius") == 4)
    #expect(number("sublayers.@max.position.x") == 2)
    #expect(number("sublayers.@min.cornerRadius") == 2)
    #expect((layer.value(forKeyPath: "sublayers.@unionOfObjects.cornerRadius") as? [Any])?.count == 3)
    #expect((layer.value(forKeyPath: "sublayers.@distinctUnionOfObjects.cornerRadius") as? [Any])?.count == 2)
    #expect(layer.value(forKeyPath: "sublayers.@unknown") == nil)
    layer.setValue([1, 2, 6], forKey: "numbers")
    #expect(number("numbers.@avg.self") == 3)
  }

  /// Animation K-12: also what no renderer needs.
  @Test func theClassAnswersForStoredDefaultsThatNoRendererNeeds() {
    for key in ["drawsAsynchronously", "needsDisplayOnBoundsChange", "wantsExtendedDynamicRangeContent"] {
      #expect(CALayer.defaultValue(forKey: key) as? Bool == false, "\(key)")
    }
    #expect(CALayer.defaultValue(forKey: "preferredDynamicRange") as? String == "standard")
    #expect(CALayer.defaultValue(forKey: "toneMapMode") as? String == "automatic")
    #expect(CALayer.defaultValue(forKey: "contentsHeadroom") as? Double == 0)
    #expect(CALayer.defaultValue(forKey: "autoresizingMask") == nil)
  }

  /// Animation K-12 and D-2.
  @Test func theClassAnswersForStoredDefaults() {
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "shadowRadius") as? CGFloat == 3)
    #expect(CALayer.defaultValue(forKey: "duration") as? Double == .infinity)
    for key in [
      "bounds", "position", "shadowOpacity", "timeOffset", "frame", "isHidden", "unknown", "filters",
    ] {
      #expect(CALayer.defaultValue(forKey: key) == nil, "\(key)")
    }
    #expect(CAShapeLayer.defaultValue(forKey: "miterLimit") as? CGFloat == 10)
    #expect(CAScrollLayer.defaultValue(forKey: "masksToBounds") as? Bool == true)
    #expect(CAScrollLayer().masksToBounds)
  }

  /// Animation K-11.
  @Test func nothingRestoresTheDefaultOfAProperty() {
    let layer = CALayer()
    layer.shadowRadius = 9
    layer.setValue(nil, forKey: "shadowRadius")
    #expect(layer.shadowRadius == 3)
  }

  /// Animation K-11 and K-12: the default is the one of the layer's own class, and nil is a value of objects.
  @Test func nothingRestoresTheDefaultOfTheClass() {
    final class Own: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "shadowRadius": 7
        case "position": CGPoint(x: 3, y: 4)
        case "fillMode": "both"
        case "contentsHeadroom": 2
        case "needsDisplayOnBoundsChange": true
        case "preferredDynamicRange": "high"
        case "autoresizingMask": 18
        case "borderColor": red
        default: super.defaultValue(forKey: key)
        }
      }
    }
    let layer = Own()
    func expectDefaults(_ moment: String) {
      #expect(layer.shadowRadius == 7 && layer.position == CGPoint(x: 3, y: 4), "\(moment)")
      #expect(layer.fillMode == .both && layer.contentsHeadroom == 2, "\(moment)")
      #expect(layer.needsDisplayOnBoundsChange && layer.preferredDynamicRange == .high, "\(moment)")
      #expect(layer.autoresizingMask == [.layerWidthSizable, .layerHeightSizable], "\(moment)")
    }
    expectDefaults("new")
    #expect(layer.borderColor == red)
    (layer.shadowRadius, layer.position, layer.fillMode) = (1, .zero, .removed)
    (layer.contentsHeadroom, layer.needsDisplayOnBoundsChange) = (1, false)
    (layer.preferredDynamicRange, layer.autoresizingMask) = (.standard, [])
    for key in [
      "shadowRadius", "fillMode", "contentsHeadroom", "needsDisplayOnBoundsChange", "preferredDynamicRange",
      "autoresizingMask", "borderColor",
    ] {
      layer.setValue(nil, forKey: key)
    }
    layer.setValue(nil, forKeyPath: "position.x")
    #expect(layer.position == CGPoint(x: 3, y: 0))
    layer.setValue(nil, forKeyPath: "position")
    expectDefaults("restored")
    #expect(layer.borderColor == nil && layer.value(forKey: "borderColor") == nil)
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.setValue(nil, forKey: "frame")
    #expect(layer.frame == .zero)
  }

  /// Animation K-12 for animations: a subclass gives the values that a new object has, and that nil restores.
  @Test func theClassOfAnAnimationAnswersForItsDefaults() {
    final class Slow: CABasicAnimation {
      override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "duration": 3
        case "fillMode": CAMediaTimingFillMode.both
        case "removedOnCompletion": false
        case "keyPath": "opacity"
        default: super.defaultValue(forKey: key)
        }
      }
    }
    for slow in [Slow(), Slow(keyPath: "opacity"), Slow().copy() as? Slow ?? Slow()] {
      #expect(slow.duration == 3)
      #expect(slow.fillMode == .both)
      #expect(!slow.isRemovedOnCompletion)
      #expect(slow.keyPath == "opacity" && slow.speed == 1)
      #expect(!slow.shouldArchiveValue(forKey: "duration"))
      slow.duration = 1
      slow.setValue(nil, forKey: "duration")
      #expect(slow.duration == 3)
      slow.setValue(nil, forKey: "speed")
      #expect(slow.speed == 1)
    }
    #expect(CABasicAnimation().duration == 0)
  }

  /// Animation K-1 and K-4: also what no renderer needs, and names come as names and as strings.
  @Test func everyPropertyAnswersToItsKey() {
    let layer = CALayer()
    layer.setValue("high", forKey: "preferredDynamicRange")
    layer.setValue(CALayer.ToneMapMode.never, forKey: "toneMapMode")
    layer.setValue(4, forKey: "contentsHeadroom")
    layer.setValue(63, forKey: "autoresizingMask")
    layer.setValue(true, forKey: "drawsAsynchronously")
    #expect(layer.preferredDynamicRange == .high && layer.toneMapMode == .never)
    #expect(layer.contentsHeadroom == 4)
    #expect(layer.autoresizingMask.rawValue == 63)
    #expect(layer.drawsAsynchronously)
    #expect(layer.value(forKey: "preferredDynamicRange") as? String == "high")
    #expect(layer.value(forKey: "preferredDynamicRange") as? CALayer.DynamicRange == .high)
    #expect(layer.value(forKey: "toneMapMode") as? CALayer.ToneMapMode == .never)
    #expect(layer.value(forKey: "autoresizingMask") as? UInt32 == 63)
    let keyframes = CAKeyframeAnimation()
    (keyframes.calculationMode, keyframes.rotationMode) = (.paced, .rotateAuto)
    #expect(keyframes.value(forKey: "calculationMode") as? CAAnimationCalculationMode == .paced)
    #expect(keyframes.value(forKey: "calculationMode") as? String == "paced")
    #expect(keyframes.value(forKey: "rotationMode") as? CAAnimationRotationMode == .rotateAuto)
    #expect(keyframes.value(forKey: "rotationMode") as? String == "auto")
    #expect(keyframes.value(forKey: "fillMode") as? CAMediaTimingFillMode == .removed)
    let transition = CATransition()
    (transition.type, transition.subtype) = (.push, .fromTop)
    #expect(transition.value(forKey: "type") as? CATransitionType == .push)
    #expect(transition.value(forKey: "subtype") as? CATransitionSubtype == .fromTop)
    let inAny: Any = NSString("easeIn")
    #expect(inAny as? CAMediaTimingFunctionName == .easeIn)
    #expect(CAAnimation.defaultValue(forKey: "fillMode") as? String == "removed")
    #expect(CAAnimation.defaultValue(forKey: "fillMode") as? CAMediaTimingFillMode == .removed)
  }

  /// Animation Y-2 and Y-3: what stays on this side is archived too.
  @Test func archivesHoldWhatNoRendererNeeds() throws {
    let layer = CALayer()
    layer.needsDisplayOnBoundsChange = true
    (layer.preferredDynamicRange, layer.toneMapMode, layer.contentsHeadroom) = (.high, .never, 3)
    layer.autoresizingMask = [.layerMinXMargin, .layerHeightSizable]
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.duration = 4
    layer.actions = ["position": NSNull(), "opacity": fade]
    layer.style = ["cornerRadius": 5, "style": ["zPosition": 6]]
    layer.layoutManager = CAConstraintLayoutManager.layoutManager
    layer.setValue(8, forKey: "with.dot")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(copy.needsDisplayOnBoundsChange && copy.contentsHeadroom == 3)
    #expect(copy.preferredDynamicRange == .high && copy.toneMapMode == .never)
    #expect(copy.autoresizingMask == [.layerMinXMargin, .layerHeightSizable])
    #expect(copy.actions?["position"] is NSNull)
    #expect((copy.actions?["opacity"] as? CABasicAnimation)?.duration == 4)
    #expect(copy.cornerRadius == 5)
    #expect(copy.zPosition == 6)
    #expect(copy.layoutManager != nil)
    #expect(copy.value(forKey: "with.dot") as? Int == 8)
    for key in ["toneMapMode", "actions", "style", "autoresizingMask"] {
      #expect(layer.shouldArchiveValue(forKey: key) && copy.shouldArchiveValue(forKey: key), "\(key)")
      #expect(!CALayer().shouldArchiveValue(forKey: key), "\(key)")
    }
  }

  /// Animation Y-3.
  @Test func archivesHoldWhatWasSet() {
    let layer = CALayer()
    let always = ["cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity"]
    for key in always { #expect(layer.shouldArchiveValue(forKey: key)) }
    #expect(!layer.shouldArchiveValue(forKey: "opacity"))
    layer.opacity = 0.5
    layer.opacity = 1
    #expect(layer.shouldArchiveValue(forKey: "opacity"))
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(!layer.shouldArchiveValue(forKey: "frame"))
    #expect(layer.shouldArchiveValue(forKey: "bounds") && layer.shouldArchiveValue(forKey: "position"))
    #expect(!layer.shouldArchiveValue(forKey: "nothing"))
  }

  /// Animation Y-2 and Y-5.
  @Test func anArchivedTreeComesBack() throws {
    let root = CALayer()
    root.name = "root"
    root.backgroundColor = red
    root.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    root.setValue(7, forKey: "own")
    let shape = CAShapeLayer()
    shape.lineWidth = 4
    root.addSublayer(shape)
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(copy.name == "root" && copy.backgroundColor?.components == [1, 0, 0, 1])
    #expect(CATransform3DEqualToTransform(copy.transform, root.transform))
    #expect(copy.value(forKey: "own") as? Int == 7)
    #expect((copy.sublayers?.first as? CAShapeLayer)?.lineWidth == 4)
  }

  /// Animation Z-1, Z-2 and Z-9: the checked way for documents reports values on which the setters would trap.
  @Test func valuesThatCannotBeSetAreReported() {
    let layer = CALayer()
    #expect(throws: LayerValueError.self) {
      try layer.setChecked(CGPoint(x: Double.nan, y: 0), forKeyPath: "position")
    }
    #expect(throws: LayerValueError.self) {
      try layer.setChecked(Double.nan, forKeyPath: "bounds.size.width")
    }
    #expect(throws: LayerValueError.self) { try layer.setChecked("wide", forKeyPath: "borderWidth") }
    #expect(throws: LayerValueError.self) { try layer.setChecked(1, forKeyPath: "position.z") }
    #expect(throws: Never.self) { try layer.setChecked(Double.infinity, forKeyPath: "position.x") }
  }

  /// Animation Z-9.
  @Test func objectsOfTheWrongTypeChangeNothing() {
    let layer = CAShapeLayer()
    let (color, path) = (CGColor(gray: 0.5, alpha: 1), CGPath(rect: .infinite, transform: nil))
    (layer.borderColor, layer.path) = (color, path)
    layer.setValue("red", forKey: "borderColor")
    layer.setValue(7, forKeyPath: "borderColor")
    layer.setValue(color, forKey: "path")
    #expect(layer.borderColor === color && layer.path == path)
    #expect(throws: LayerValueError.self) { try layer.setChecked("red", forKeyPath: "borderColor") }
  }

  /// Animation Z-9.
  @Test func colorsOfViewModulesStandForTheirOwn() {
    final class ViewColor: CoreTextColor {
      let coreTextColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    }
    let (layer, color) = (CALayer(), ViewColor())
    layer.setValue(color, forKey: "borderColor")
    layer.setValue(color, forKeyPath: "backgroundColor")
    #expect(layer.borderColor === color.coreTextColor)
    #expect(layer.value(forKey: "backgroundColor") as? CGColor === color.coreTextColor)
    layer.setValue(color, forKey: "own")
    #expect(layer.value(forKey: "own") as? ViewColor === color)
  }

  /// Animation D-1, D-3 to D-5.
  @Test func valuesAreNormalised() {
    let layer = CALayer()
    layer.maskedCorners = CACornerMask(rawValue: 255)
    #expect(layer.maskedCorners.rawValue == 15)
    layer.cornerCurve = CALayerCornerCurve(rawValue: "square")
    #expect(layer.cornerCurve == .circular)
    layer.bounds = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.bounds.origin == CGPoint(x: -100, y: -50) && layer.bounds.size.width == 100)
    layer.opacity = 2
    layer.shadowOpacity = -1
    #expect(layer.opacity == 2 && layer.shadowOpacity == -1)
    (layer.cornerRadius, layer.borderWidth, layer.shadowRadius, layer.contentsScale) = (-1, -2, -3, -4)
    #expect(layer.cornerRadius == -1 && layer.borderWidth == -2)
    #expect(layer.shadowRadius == -3 && layer.contentsScale == -4)
    let placed = CALayer()
    placed.bounds.origin = CGPoint(x: 7, y: 8)
    placed.anchorPoint = CGPoint(x: 1, y: 0)
    placed.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(placed.bounds == CGRect(x: 7, y: 8, width: 30, height: 40))
    #expect(placed.position == CGPoint(x: 40, y: 20) && placed.anchorPoint == CGPoint(x: 1, y: 0))
  }
}

private final class KeyedDelegate: NSObject, CALayerDelegate {}
