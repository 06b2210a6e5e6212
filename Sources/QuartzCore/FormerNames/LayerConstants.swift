public import StrataRenderTree

// Global constants of older code. Using one is an error whose correction is the name of today.

// MARK: Contents and corners

/// The former name of ``CALayerContentsGravity/center``.
@available(*, unavailable, renamed: "CALayerContentsGravity.center")
public var kCAGravityCenter: CALayerContentsGravity { raise("kCAGravityCenter is unavailable") }

/// The former name of ``CALayerContentsGravity/top``.
@available(*, unavailable, renamed: "CALayerContentsGravity.top")
public var kCAGravityTop: CALayerContentsGravity { raise("kCAGravityTop is unavailable") }

/// The former name of ``CALayerContentsGravity/bottom``.
@available(*, unavailable, renamed: "CALayerContentsGravity.bottom")
public var kCAGravityBottom: CALayerContentsGravity { raise("kCAGravityBottom is unavailable") }

/// The former name of ``CALayerContentsGravity/left``.
@available(*, unavailable, renamed: "CALayerContentsGravity.left")
public var kCAGravityLeft: CALayerContentsGravity { raise("kCAGravityLeft is unavailable") }

/// The former name of ``CALayerContentsGravity/right``.
@available(*, unavailable, renamed: "CALayerContentsGravity.right")
public var kCAGravityRight: CALayerContentsGravity { raise("kCAGravityRight is unavailable") }

/// The former name of ``CALayerContentsGravity/topLeft``.
@available(*, unavailable, renamed: "CALayerContentsGravity.topLeft")
public var kCAGravityTopLeft: CALayerContentsGravity { raise("kCAGravityTopLeft is unavailable") }

/// The former name of ``CALayerContentsGravity/topRight``.
@available(*, unavailable, renamed: "CALayerContentsGravity.topRight")
public var kCAGravityTopRight: CALayerContentsGravity { raise("kCAGravityTopRight is unavailable") }

/// The former name of ``CALayerContentsGravity/bottomLeft``.
@available(*, unavailable, renamed: "CALayerContentsGravity.bottomLeft")
public var kCAGravityBottomLeft: CALayerContentsGravity { raise("kCAGravityBottomLeft is unavailable") }

/// The former name of ``CALayerContentsGravity/bottomRight``.
@available(*, unavailable, renamed: "CALayerContentsGravity.bottomRight")
public var kCAGravityBottomRight: CALayerContentsGravity { raise("kCAGravityBottomRight is unavailable") }

/// The former name of ``CALayerContentsGravity/resize``.
@available(*, unavailable, renamed: "CALayerContentsGravity.resize")
public var kCAGravityResize: CALayerContentsGravity { raise("kCAGravityResize is unavailable") }

/// The former name of ``CALayerContentsGravity/resizeAspect``.
@available(*, unavailable, renamed: "CALayerContentsGravity.resizeAspect")
public var kCAGravityResizeAspect: CALayerContentsGravity { raise("kCAGravityResizeAspect is unavailable") }

/// The former name of ``CALayerContentsGravity/resizeAspectFill``.
@available(*, unavailable, renamed: "CALayerContentsGravity.resizeAspectFill")
public var kCAGravityResizeAspectFill: CALayerContentsGravity {
  raise("kCAGravityResizeAspectFill is unavailable")
}

/// The former name of ``CALayerContentsFilter/nearest``.
@available(*, unavailable, renamed: "CALayerContentsFilter.nearest")
public var kCAFilterNearest: CALayerContentsFilter { raise("kCAFilterNearest is unavailable") }

/// The former name of ``CALayerContentsFilter/linear``.
@available(*, unavailable, renamed: "CALayerContentsFilter.linear")
public var kCAFilterLinear: CALayerContentsFilter { raise("kCAFilterLinear is unavailable") }

/// The former name of ``CALayerContentsFilter/trilinear``.
@available(*, unavailable, renamed: "CALayerContentsFilter.trilinear")
public var kCAFilterTrilinear: CALayerContentsFilter { raise("kCAFilterTrilinear is unavailable") }

/// The former name of ``CALayerContentsFormat/RGBA8Uint``.
@available(*, unavailable, renamed: "CALayerContentsFormat.RGBA8Uint")
public var kCAContentsFormatRGBA8Uint: CALayerContentsFormat {
  raise("kCAContentsFormatRGBA8Uint is unavailable")
}

/// The former name of ``CALayerContentsFormat/RGBA16Float``.
@available(*, unavailable, renamed: "CALayerContentsFormat.RGBA16Float")
public var kCAContentsFormatRGBA16Float: CALayerContentsFormat {
  raise("kCAContentsFormatRGBA16Float is unavailable")
}

/// The former name of ``CALayerContentsFormat/gray8Uint``.
@available(*, unavailable, renamed: "CALayerContentsFormat.gray8Uint")
public var kCAContentsFormatGray8Uint: CALayerContentsFormat {
  raise("kCAContentsFormatGray8Uint is unavailable")
}

/// The former name of ``CALayerContentsFormat/automatic``.
@available(*, unavailable, renamed: "CALayerContentsFormat.automatic")
public var kCAContentsFormatAutomatic: CALayerContentsFormat {
  raise("kCAContentsFormatAutomatic is unavailable")
}

/// The former name of ``CALayerCornerCurve/circular``.
@available(*, unavailable, renamed: "CALayerCornerCurve.circular")
public var kCACornerCurveCircular: CALayerCornerCurve { raise("kCACornerCurveCircular is unavailable") }

/// The former name of ``CALayerCornerCurve/continuous``.
@available(*, unavailable, renamed: "CALayerCornerCurve.continuous")
public var kCACornerCurveContinuous: CALayerCornerCurve { raise("kCACornerCurveContinuous is unavailable") }

// MARK: Bits of masks

/// The former name of ``CACornerMask/layerMinXMinYCorner``.
@available(*, unavailable, renamed: "CACornerMask.layerMinXMinYCorner")
public var kCALayerMinXMinYCorner: CACornerMask { raise("kCALayerMinXMinYCorner is unavailable") }

/// The former name of ``CACornerMask/layerMaxXMinYCorner``.
@available(*, unavailable, renamed: "CACornerMask.layerMaxXMinYCorner")
public var kCALayerMaxXMinYCorner: CACornerMask { raise("kCALayerMaxXMinYCorner is unavailable") }

/// The former name of ``CACornerMask/layerMinXMaxYCorner``.
@available(*, unavailable, renamed: "CACornerMask.layerMinXMaxYCorner")
public var kCALayerMinXMaxYCorner: CACornerMask { raise("kCALayerMinXMaxYCorner is unavailable") }

/// The former name of ``CACornerMask/layerMaxXMaxYCorner``.
@available(*, unavailable, renamed: "CACornerMask.layerMaxXMaxYCorner")
public var kCALayerMaxXMaxYCorner: CACornerMask { raise("kCALayerMaxXMaxYCorner is unavailable") }

/// The former name of ``CAEdgeAntialiasingMask/layerLeftEdge``.
@available(*, unavailable, renamed: "CAEdgeAntialiasingMask.layerLeftEdge")
public var kCALayerLeftEdge: CAEdgeAntialiasingMask { raise("kCALayerLeftEdge is unavailable") }

/// The former name of ``CAEdgeAntialiasingMask/layerRightEdge``.
@available(*, unavailable, renamed: "CAEdgeAntialiasingMask.layerRightEdge")
public var kCALayerRightEdge: CAEdgeAntialiasingMask { raise("kCALayerRightEdge is unavailable") }

/// The former name of ``CAEdgeAntialiasingMask/layerBottomEdge``.
@available(*, unavailable, renamed: "CAEdgeAntialiasingMask.layerBottomEdge")
public var kCALayerBottomEdge: CAEdgeAntialiasingMask { raise("kCALayerBottomEdge is unavailable") }

/// The former name of ``CAEdgeAntialiasingMask/layerTopEdge``.
@available(*, unavailable, renamed: "CAEdgeAntialiasingMask.layerTopEdge")
public var kCALayerTopEdge: CAEdgeAntialiasingMask { raise("kCALayerTopEdge is unavailable") }

/// The former name of ``CAAutoresizingMask/layerMinXMargin``.
@available(*, unavailable, renamed: "CAAutoresizingMask.layerMinXMargin")
public var kCALayerMinXMargin: CAAutoresizingMask { raise("kCALayerMinXMargin is unavailable") }

/// The former name of ``CAAutoresizingMask/layerWidthSizable``.
@available(*, unavailable, renamed: "CAAutoresizingMask.layerWidthSizable")
public var kCALayerWidthSizable: CAAutoresizingMask { raise("kCALayerWidthSizable is unavailable") }

/// The former name of ``CAAutoresizingMask/layerMaxXMargin``.
@available(*, unavailable, renamed: "CAAutoresizingMask.layerMaxXMargin")
public var kCALayerMaxXMargin: CAAutoresizingMask { raise("kCALayerMaxXMargin is unavailable") }

/// The former name of ``CAAutoresizingMask/layerMinYMargin``.
@available(*, unavailable, renamed: "CAAutoresizingMask.layerMinYMargin")
public var kCALayerMinYMargin: CAAutoresizingMask { raise("kCALayerMinYMargin is unavailable") }

/// The former name of ``CAAutoresizingMask/layerHeightSizable``.
@available(*, unavailable, renamed: "CAAutoresizingMask.layerHeightSizable")
public var kCALayerHeightSizable: CAAutoresizingMask { raise("kCALayerHeightSizable is unavailable") }

/// The former name of ``CAAutoresizingMask/layerMaxYMargin``.
@available(*, unavailable, renamed: "CAAutoresizingMask.layerMaxYMargin")
public var kCALayerMaxYMargin: CAAutoresizingMask { raise("kCALayerMaxYMargin is unavailable") }

// MARK: Constraints

/// The former name of ``CAConstraintAttribute/minX``.
@available(*, unavailable, renamed: "CAConstraintAttribute.minX")
public var kCAConstraintMinX: CAConstraintAttribute { raise("kCAConstraintMinX is unavailable") }

/// The former name of ``CAConstraintAttribute/midX``.
@available(*, unavailable, renamed: "CAConstraintAttribute.midX")
public var kCAConstraintMidX: CAConstraintAttribute { raise("kCAConstraintMidX is unavailable") }

/// The former name of ``CAConstraintAttribute/maxX``.
@available(*, unavailable, renamed: "CAConstraintAttribute.maxX")
public var kCAConstraintMaxX: CAConstraintAttribute { raise("kCAConstraintMaxX is unavailable") }

/// The former name of ``CAConstraintAttribute/width``.
@available(*, unavailable, renamed: "CAConstraintAttribute.width")
public var kCAConstraintWidth: CAConstraintAttribute { raise("kCAConstraintWidth is unavailable") }

/// The former name of ``CAConstraintAttribute/minY``.
@available(*, unavailable, renamed: "CAConstraintAttribute.minY")
public var kCAConstraintMinY: CAConstraintAttribute { raise("kCAConstraintMinY is unavailable") }

/// The former name of ``CAConstraintAttribute/midY``.
@available(*, unavailable, renamed: "CAConstraintAttribute.midY")
public var kCAConstraintMidY: CAConstraintAttribute { raise("kCAConstraintMidY is unavailable") }

/// The former name of ``CAConstraintAttribute/maxY``.
@available(*, unavailable, renamed: "CAConstraintAttribute.maxY")
public var kCAConstraintMaxY: CAConstraintAttribute { raise("kCAConstraintMaxY is unavailable") }

/// The former name of ``CAConstraintAttribute/height``.
@available(*, unavailable, renamed: "CAConstraintAttribute.height")
public var kCAConstraintHeight: CAConstraintAttribute { raise("kCAConstraintHeight is unavailable") }

// MARK: Dynamic range

/// The former name of ``CALayer/DynamicRange/automatic``.
@available(*, unavailable, renamed: "CALayer.DynamicRange.automatic")
public var CADynamicRangeAutomatic: CALayer.DynamicRange { raise("CADynamicRangeAutomatic is unavailable") }

/// The former name of ``CALayer/DynamicRange/standard``.
@available(*, unavailable, renamed: "CALayer.DynamicRange.standard")
public var CADynamicRangeStandard: CALayer.DynamicRange { raise("CADynamicRangeStandard is unavailable") }

/// The former name of ``CALayer/DynamicRange/constrainedHigh``.
@available(*, unavailable, renamed: "CALayer.DynamicRange.constrainedHigh")
public var CADynamicRangeConstrainedHigh: CALayer.DynamicRange {
  raise("CADynamicRangeConstrainedHigh is unavailable")
}

/// The former name of ``CALayer/DynamicRange/high``.
@available(*, unavailable, renamed: "CALayer.DynamicRange.high")
public var CADynamicRangeHigh: CALayer.DynamicRange { raise("CADynamicRangeHigh is unavailable") }

/// The former name of ``CALayer/ToneMapMode/automatic``.
@available(*, unavailable, renamed: "CALayer.ToneMapMode.automatic")
public var CAToneMapModeAutomatic: CALayer.ToneMapMode { raise("CAToneMapModeAutomatic is unavailable") }

/// The former name of ``CALayer/ToneMapMode/never``.
@available(*, unavailable, renamed: "CALayer.ToneMapMode.never")
public var CAToneMapModeNever: CALayer.ToneMapMode { raise("CAToneMapModeNever is unavailable") }

/// The former name of ``CALayer/ToneMapMode/ifSupported``.
@available(*, unavailable, renamed: "CALayer.ToneMapMode.ifSupported")
public var CAToneMapModeIfSupported: CALayer.ToneMapMode { raise("CAToneMapModeIfSupported is unavailable") }
