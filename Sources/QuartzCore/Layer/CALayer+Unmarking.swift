extension CALayer {
  /// Takes the mark of ``setNeedsDisplay()`` back: the contents stay as they are.
  package final func unmarkForDisplay() {
    storage.flags.remove(.needsDisplay)
    storage.pendingDisplay = nil
  }
}
