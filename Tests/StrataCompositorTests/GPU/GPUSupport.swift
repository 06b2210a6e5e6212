#if GPU
  import StrataTesting
  import Testing

  extension Trait where Self == ConditionTrait {
    /// Skips tests on machines without OpenGL ES 3.1, and says why.
    static var needsDevice: Self {
      .enabled(if: BackendPair.missingDevice == nil, "no device: \(BackendPair.missingDevice ?? "")")
    }
  }
#endif
