// This module exports the names of Core Animation that targets below declare. They are listed one by one, so that
// nothing else of the render tree becomes visible.

@_exported public import CoreGraphics
@_exported public import struct StrataRenderTree.CAEdgeAntialiasingMask
@_exported public import struct StrataRenderTree.CACornerMask
@_exported public import struct StrataRenderTree.CAEmitterLayerEmitterMode
@_exported public import struct StrataRenderTree.CAEmitterLayerEmitterShape
@_exported public import struct StrataRenderTree.CAEmitterLayerRenderMode
@_exported public import struct StrataRenderTree.CAGradientLayerType
@_exported public import struct StrataRenderTree.CALayerContentsFilter
@_exported public import struct StrataRenderTree.CALayerContentsFormat
@_exported public import struct StrataRenderTree.CALayerContentsGravity
@_exported public import struct StrataRenderTree.CALayerCornerCurve
@_exported public import struct StrataRenderTree.CAScrollLayerScrollMode
@_exported public import struct StrataRenderTree.CAShapeLayerFillRule
@_exported public import struct StrataRenderTree.CAShapeLayerLineCap
@_exported public import struct StrataRenderTree.CAShapeLayerLineJoin
@_exported public import struct StrataRenderTree.CATextLayerAlignmentMode
@_exported public import struct StrataRenderTree.CATextLayerTruncationMode
@_exported public import struct StrataRenderTree.CATransform3D
@_exported public import func StrataRenderTree.CATransform3DConcat
@_exported public import func StrataRenderTree.CATransform3DEqualToTransform
@_exported public import func StrataRenderTree.CATransform3DGetAffineTransform
@_exported public import let StrataRenderTree.CATransform3DIdentity
@_exported public import func StrataRenderTree.CATransform3DInvert
@_exported public import func StrataRenderTree.CATransform3DIsAffine
@_exported public import func StrataRenderTree.CATransform3DIsIdentity
@_exported public import func StrataRenderTree.CATransform3DMakeAffineTransform
@_exported public import func StrataRenderTree.CATransform3DMakeRotation
@_exported public import func StrataRenderTree.CATransform3DMakeScale
@_exported public import func StrataRenderTree.CATransform3DMakeTranslation
@_exported public import func StrataRenderTree.CATransform3DRotate
@_exported public import func StrataRenderTree.CATransform3DScale
@_exported public import func StrataRenderTree.CATransform3DTranslate
