// Programs import UIKit alone and use the names of these modules, as on Apple's systems.

@_exported public import CoreGraphics
@_exported public import CoreText
@_exported public import QuartzCore
@_exported public import class StrataViews.NSStringDrawingContext
@_exported public import struct StrataViews.NSStringDrawingOptions
@_exported public import class StrataViews.ViewFont
@_exported public import class StrataViews.ViewPath
@_exported public import class StrataViews.ViewShadow
