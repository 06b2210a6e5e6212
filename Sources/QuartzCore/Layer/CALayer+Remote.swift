extension CALayer {
  /// Creates a layer for the tree of another process.
  ///
  /// Trees of other processes come through a service of macOS. Here no process has an identifier, so the layer shows what
  /// it shows there for an identifier that nobody has: nothing of its own.
  public convenience init(remoteClientId client_id: UInt32) {
    self.init()
    OnceLog.note("there is no process \(client_id) whose layers could be shown")
  }
}
