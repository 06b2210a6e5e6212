// Apple's module of this name has AppKit, and what AppKit brings along.

@_exported public import AppKit
