// Programs import CoreVideo alone and use the names of these modules, as on Apple's systems; they write
// `kCFAllocatorDefault` where a function takes an allocator.

@_exported public import class CoreFoundation.CFAllocator
@_exported public import let CoreFoundation.kCFAllocatorDefault
@_exported public import CoreGraphics
