// This module exports the names that a reader of documents gives its clients and that the targets below declare.

@_exported public import struct StrataCAML.AssetFolder
@_exported public import struct StrataCAML.Diagnostic
@_exported public import struct StrataCAML.DocumentError
@_exported public import struct StrataCAML.ReadingLimits
@_exported public import class StrataRenderServer.OfflineRenderer
