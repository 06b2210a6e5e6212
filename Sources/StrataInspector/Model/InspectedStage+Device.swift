#if Inspector
  import StrataBase
  import StrataCompositor

  extension InspectedStage {
    /// The map of the host's space to points of the picture, whose origin is at the top left.
    var toPicture: Projective { FrameBuilder.hostToDevice(viewport(scale: 1)) ?? .identity }
  }
#endif
