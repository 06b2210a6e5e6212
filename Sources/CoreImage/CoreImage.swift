// Programs import CoreImage alone and use the names of these modules, as on Apple's systems.

@_exported public import CoreGraphics
@_exported public import CoreVideo
@_exported public import ImageIO
