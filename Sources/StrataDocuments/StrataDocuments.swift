// This module exports the names that a reader of documents gives its clients and that the targets below declare.

@_exported public import struct StrataMarkup.AssetFolder
@_exported public import struct StrataMarkup.Diagnostic
@_exported public import struct StrataMarkup.DocumentError
@_exported public import struct StrataMarkup.ReadingLimits
