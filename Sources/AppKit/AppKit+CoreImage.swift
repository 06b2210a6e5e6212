// Programs that import AppKit know images and filters, too, as on Apple's systems.

@_exported public import CoreImage
