// Programs write `kCFAllocatorDefault` where a function takes an allocator.
@_exported public import class CoreFoundation.CFAllocator
@_exported public import let CoreFoundation.kCFAllocatorDefault
