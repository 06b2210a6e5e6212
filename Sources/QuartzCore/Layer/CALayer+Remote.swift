extension CALayer {
  /// Creates a layer for the tree of another process.
  ///
  /// Trees of other processes come through a service of macOS. No process has an identifier here, so the layer shows
  /// nothing, as it does there for an unknown identifier.
  public convenience init(remoteClientId client_id: UInt32) {
    self.init()
    OnceLog.note("there is no process \(client_id) whose layers could be shown")
  }
}
