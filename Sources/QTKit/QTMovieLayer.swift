#if Media
  public import AVFoundation
  public import Foundation

  /// A layer that shows a film, stretched to its bounds.
  open class QTMovieLayer: AVPlayerLayer {
    private var shown: QTMovie?

    /// Creates a layer without a film.
    public override init() {
      super.init()
      videoGravity = .resize
    }

    /// Creates a layer of a film.
    public convenience init(movie: QTMovie) {
      self.init()
      self.movie = movie
    }

    /// Creates a copy for presentation.
    public override init(layer: Any) {
      super.init(layer: layer)
      shown = (layer as? QTMovieLayer)?.shown
    }

    /// Creates a layer from an archive, without a film.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The film; nil shows nothing.
    open var movie: QTMovie? {
      get { shown }
      set {
        shown = newValue
        player = newValue?.player
      }
    }
  }

  /// Reads the pictures of a device: a thin name for a session of AVFoundation.
  public typealias QTCaptureSession = AVCaptureSession
  /// A camera.
  public typealias QTCaptureDevice = AVCaptureDevice
  /// An input of a camera.
  public typealias QTCaptureDeviceInput = AVCaptureDeviceInput

  /// A layer that shows the pictures of a session as they come, stretched to its bounds.
  open class QTCaptureLayer: AVCaptureVideoPreviewLayer {
    /// Creates a layer without a session.
    public override init() {
      super.init()
      videoGravity = .resize
    }

    /// Creates a copy for presentation.
    public override init(layer: Any) { super.init(layer: layer) }

    /// Creates a layer from an archive, without a session.
    public required init?(coder: NSCoder) { super.init(coder: coder) }
  }
#endif
