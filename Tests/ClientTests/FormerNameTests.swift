import Testing

/// The constants' names of code written before Swift renamed them.
@Suite(.enabled(if: OutsideClient.canCompile)) struct FormerNameTests {
  /// Former names and those of today, as the SDK's headers annotate them.
  private static let names = """
    kCAGravityCenter CALayerContentsGravity.center
    kCAGravityTop CALayerContentsGravity.top
    kCAGravityBottom CALayerContentsGravity.bottom
    kCAGravityLeft CALayerContentsGravity.left
    kCAGravityRight CALayerContentsGravity.right
    kCAGravityTopLeft CALayerContentsGravity.topLeft
    kCAGravityTopRight CALayerContentsGravity.topRight
    kCAGravityBottomLeft CALayerContentsGravity.bottomLeft
    kCAGravityBottomRight CALayerContentsGravity.bottomRight
    kCAGravityResize CALayerContentsGravity.resize
    kCAGravityResizeAspect CALayerContentsGravity.resizeAspect
    kCAGravityResizeAspectFill CALayerContentsGravity.resizeAspectFill
    kCAFilterNearest CALayerContentsFilter.nearest
    kCAFilterLinear CALayerContentsFilter.linear
    kCAFilterTrilinear CALayerContentsFilter.trilinear
    kCAContentsFormatRGBA8Uint CALayerContentsFormat.RGBA8Uint
    kCAContentsFormatRGBA16Float CALayerContentsFormat.RGBA16Float
    kCAContentsFormatGray8Uint CALayerContentsFormat.gray8Uint
    kCAContentsFormatAutomatic CALayerContentsFormat.automatic
    kCACornerCurveCircular CALayerCornerCurve.circular
    kCACornerCurveContinuous CALayerCornerCurve.continuous
    kCALayerMinXMinYCorner CACornerMask.layerMinXMinYCorner
    kCALayerMaxXMinYCorner CACornerMask.layerMaxXMinYCorner
    kCALayerMinXMaxYCorner CACornerMask.layerMinXMaxYCorner
    kCALayerMaxXMaxYCorner CACornerMask.layerMaxXMaxYCorner
    kCALayerLeftEdge CAEdgeAntialiasingMask.layerLeftEdge
    kCALayerRightEdge CAEdgeAntialiasingMask.layerRightEdge
    kCALayerBottomEdge CAEdgeAntialiasingMask.layerBottomEdge
    kCALayerTopEdge CAEdgeAntialiasingMask.layerTopEdge
    kCALayerMinXMargin CAAutoresizingMask.layerMinXMargin
    kCALayerWidthSizable CAAutoresizingMask.layerWidthSizable
    kCALayerMaxXMargin CAAutoresizingMask.layerMaxXMargin
    kCALayerMinYMargin CAAutoresizingMask.layerMinYMargin
    kCALayerHeightSizable CAAutoresizingMask.layerHeightSizable
    kCALayerMaxYMargin CAAutoresizingMask.layerMaxYMargin
    kCAConstraintMinX CAConstraintAttribute.minX
    kCAConstraintMidX CAConstraintAttribute.midX
    kCAConstraintMaxX CAConstraintAttribute.maxX
    kCAConstraintWidth CAConstraintAttribute.width
    kCAConstraintMinY CAConstraintAttribute.minY
    kCAConstraintMidY CAConstraintAttribute.midY
    kCAConstraintMaxY CAConstraintAttribute.maxY
    kCAConstraintHeight CAConstraintAttribute.height
    kCAFillModeForwards CAMediaTimingFillMode.forwards
    kCAFillModeBackwards CAMediaTimingFillMode.backwards
    kCAFillModeBoth CAMediaTimingFillMode.both
    kCAFillModeRemoved CAMediaTimingFillMode.removed
    kCAMediaTimingFunctionLinear CAMediaTimingFunctionName.linear
    kCAMediaTimingFunctionEaseIn CAMediaTimingFunctionName.easeIn
    kCAMediaTimingFunctionEaseOut CAMediaTimingFunctionName.easeOut
    kCAMediaTimingFunctionEaseInEaseOut CAMediaTimingFunctionName.easeInEaseOut
    kCAMediaTimingFunctionDefault CAMediaTimingFunctionName.default
    kCAAnimationLinear CAAnimationCalculationMode.linear
    kCAAnimationDiscrete CAAnimationCalculationMode.discrete
    kCAAnimationPaced CAAnimationCalculationMode.paced
    kCAAnimationCubic CAAnimationCalculationMode.cubic
    kCAAnimationCubicPaced CAAnimationCalculationMode.cubicPaced
    kCAAnimationRotateAuto CAAnimationRotationMode.rotateAuto
    kCAAnimationRotateAutoReverse CAAnimationRotationMode.rotateAutoReverse
    kCATransitionFade CATransitionType.fade
    kCATransitionMoveIn CATransitionType.moveIn
    kCATransitionPush CATransitionType.push
    kCATransitionReveal CATransitionType.reveal
    kCATransitionFromRight CATransitionSubtype.fromRight
    kCATransitionFromLeft CATransitionSubtype.fromLeft
    kCATransitionFromTop CATransitionSubtype.fromTop
    kCATransitionFromBottom CATransitionSubtype.fromBottom
    kCAValueFunctionRotateX CAValueFunctionName.rotateX
    kCAValueFunctionRotateY CAValueFunctionName.rotateY
    kCAValueFunctionRotateZ CAValueFunctionName.rotateZ
    kCAValueFunctionScale CAValueFunctionName.scale
    kCAValueFunctionScaleX CAValueFunctionName.scaleX
    kCAValueFunctionScaleY CAValueFunctionName.scaleY
    kCAValueFunctionScaleZ CAValueFunctionName.scaleZ
    kCAValueFunctionTranslate CAValueFunctionName.translate
    kCAValueFunctionTranslateX CAValueFunctionName.translateX
    kCAValueFunctionTranslateY CAValueFunctionName.translateY
    kCAValueFunctionTranslateZ CAValueFunctionName.translateZ
    kCAFillRuleNonZero CAShapeLayerFillRule.nonZero
    kCAFillRuleEvenOdd CAShapeLayerFillRule.evenOdd
    kCALineJoinMiter CAShapeLayerLineJoin.miter
    kCALineJoinRound CAShapeLayerLineJoin.round
    kCALineJoinBevel CAShapeLayerLineJoin.bevel
    kCALineCapButt CAShapeLayerLineCap.butt
    kCALineCapRound CAShapeLayerLineCap.round
    kCALineCapSquare CAShapeLayerLineCap.square
    kCAGradientLayerAxial CAGradientLayerType.axial
    kCAGradientLayerRadial CAGradientLayerType.radial
    kCAGradientLayerConic CAGradientLayerType.conic
    kCATruncationNone CATextLayerTruncationMode.none
    kCATruncationStart CATextLayerTruncationMode.start
    kCATruncationEnd CATextLayerTruncationMode.end
    kCATruncationMiddle CATextLayerTruncationMode.middle
    kCAAlignmentNatural CATextLayerAlignmentMode.natural
    kCAAlignmentLeft CATextLayerAlignmentMode.left
    kCAAlignmentRight CATextLayerAlignmentMode.right
    kCAAlignmentCenter CATextLayerAlignmentMode.center
    kCAAlignmentJustified CATextLayerAlignmentMode.justified
    kCAScrollNone CAScrollLayerScrollMode.none
    kCAScrollVertically CAScrollLayerScrollMode.vertically
    kCAScrollHorizontally CAScrollLayerScrollMode.horizontally
    kCAScrollBoth CAScrollLayerScrollMode.both
    kCAEmitterLayerPoint CAEmitterLayerEmitterShape.point
    kCAEmitterLayerLine CAEmitterLayerEmitterShape.line
    kCAEmitterLayerRectangle CAEmitterLayerEmitterShape.rectangle
    kCAEmitterLayerCuboid CAEmitterLayerEmitterShape.cuboid
    kCAEmitterLayerCircle CAEmitterLayerEmitterShape.circle
    kCAEmitterLayerSphere CAEmitterLayerEmitterShape.sphere
    kCAEmitterLayerPoints CAEmitterLayerEmitterMode.points
    kCAEmitterLayerOutline CAEmitterLayerEmitterMode.outline
    kCAEmitterLayerSurface CAEmitterLayerEmitterMode.surface
    kCAEmitterLayerVolume CAEmitterLayerEmitterMode.volume
    kCAEmitterLayerUnordered CAEmitterLayerRenderMode.unordered
    kCAEmitterLayerOldestFirst CAEmitterLayerRenderMode.oldestFirst
    kCAEmitterLayerOldestLast CAEmitterLayerRenderMode.oldestLast
    kCAEmitterLayerBackToFront CAEmitterLayerRenderMode.backToFront
    kCAEmitterLayerAdditive CAEmitterLayerRenderMode.additive
    CADynamicRangeAutomatic CALayer.DynamicRange.automatic
    CADynamicRangeStandard CALayer.DynamicRange.standard
    CADynamicRangeConstrainedHigh CALayer.DynamicRange.constrainedHigh
    CADynamicRangeHigh CALayer.DynamicRange.high
    CAToneMapModeAutomatic CALayer.ToneMapMode.automatic
    CAToneMapModeNever CALayer.ToneMapMode.never
    CAToneMapModeIfSupported CALayer.ToneMapMode.ifSupported
    """
    .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  @Test("The compiler offers today's name for every former one")
  func offersTheNewName() throws {
    let client = try OutsideClient(program(Self.names.map { $0[0] }))
    defer { client.remove() }
    let said = try client.diagnostics()
    for pair in Self.names {
      #expect(said.contains("'\(pair[0])' has been renamed to '\(pair[1])'"))
    }
  }

  @Test func newNamesCompile() throws {
    let client = try OutsideClient(program(Self.names.map { $0[1] }))
    defer { client.remove() }
    #expect(try client.diagnostics().contains("error:") == false)
  }

  private func program(_ names: [String]) -> String {
    "import QuartzCore\n" + names.map { "_ = \($0)\n" }.joined()
  }
}
