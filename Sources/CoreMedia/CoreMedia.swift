// Programs import CoreMedia alone and use the names of these modules, as on Apple's systems.

@_exported public import CoreGraphics
@_exported public import CoreVideo
// Block buffers take it for memory that is not theirs.
@_exported public import let CoreFoundation.kCFAllocatorNull
