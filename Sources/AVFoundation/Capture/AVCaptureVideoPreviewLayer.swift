#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation
  public import QuartzCore
  import StrataMedia
  import StrataRenderTree

  /// Something that was found in a picture, with its place.
  open class AVMetadataObject: NSObject, @unchecked Sendable {  // Fixed values.
    /// The place: 0 to 1 from the upper left corner of the device's picture.
    public let bounds: CGRect
    /// The time of the picture.
    public let time: CMTime

    /// Creates an object at a place of the device's picture.
    public init(bounds: CGRect, time: CMTime) { (self.bounds, self.time) = (bounds, time) }
  }

  /// A layer that shows the pictures of a session as they come.
  ///
  /// It shows the last picture that came; no host waits for one.
  open class AVCaptureVideoPreviewLayer: CALayer {
    private var shown: AVCaptureSession?
    private var link: AVCaptureConnection?

    /// Creates a layer without a session.
    public override init() {
      super.init()
      contentsGravity = .resizeAspect
    }

    /// Creates a layer of a session.
    public convenience init(session: AVCaptureSession) {
      self.init()
      self.session = session
    }

    /// Creates a layer of a session without a connection, which shows nothing until one is made.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
      self.init()
      setSessionWithNoConnection(session)
    }

    /// Creates a copy for presentation.
    public override init(layer: Any) {
      super.init(layer: layer)
      if let other = layer as? AVCaptureVideoPreviewLayer { (shown, link) = (other.shown, other.link) }
    }

    /// Creates a layer from an archive, without a session.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The session; setting it connects its first stream.
    open var session: AVCaptureSession? {
      get { shown }
      set {
        if newValue !== shown { shown?.remove(self) }
        (shown, link) = (newValue, nil)
        newValue?.add(self)
        connect()
      }
    }

    /// Sets the session without connecting it.
    open func setSessionWithNoConnection(_ session: AVCaptureSession) {
      shown?.remove(self)
      (shown, link) = (session, nil)
      showLiveContents(nil)
    }

    /// The way of the pictures; nil without one.
    open var connection: AVCaptureConnection? { link }

    /// Connects the first stream of the session, if there is one.
    func connect() {
      let port = shown?.inputs.first?.ports.first
      link = port.map { AVCaptureConnection(inputPort: $0, videoPreviewLayer: self) }
      mirroringChanged()
    }

    /// How the picture is fitted into the bounds.
    open var videoGravity: AVLayerVideoGravity {
      get { pictureGravity }
      set { pictureGravity = newValue }
    }

    /// True while pictures come.
    open var isPreviewing: Bool { shown?.isRunning == true && shown?.stream?.image != nil }

    // MARK: Places

    /// The place of the picture in the layer; empty while its size is not known.
    private var videoRect: CGRect {
      guard let size = shown?.stream?.size else { return .zero }
      return videoGravity.place(of: CGSize(width: size.width, height: size.height), in: bounds)
    }

    private var isMirrored: Bool { link?.isVideoMirrored ?? false }

    /// Converts a point of the layer to one of the device's picture: 0 to 1 from its upper left corner.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
      let rect = videoRect
      guard rect.width > 0, rect.height > 0 else { return .zero }
      let x = (pointInLayer.x - rect.minX) / rect.width
      let y = (pointInLayer.y - rect.minY) / rect.height
      return CGPoint(x: isMirrored ? 1 - x : x, y: contentsAreFlipped() ? y : 1 - y)
    }

    /// Converts a point of the device's picture to one of the layer.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
      let (rect, point) = (videoRect, captureDevicePointOfInterest)
      let x = isMirrored ? 1 - point.x : point.x
      let y = contentsAreFlipped() ? point.y : 1 - point.y
      return CGPoint(x: rect.minX + x * rect.width, y: rect.minY + y * rect.height)
    }

    /// Converts a rectangle of the layer to one of the device's picture.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
      let rect = rectInLayerCoordinates
      return .between(
        captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.minX, y: rect.minY)),
        captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.maxX, y: rect.maxY))
      )
    }

    /// Converts a rectangle of the device's picture to one of the layer.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
      let rect = rectInMetadataOutputCoordinates
      return .between(
        layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.minX, y: rect.minY)),
        layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.maxX, y: rect.maxY))
      )
    }

    /// Returns an object of the picture with its place in the layer; nil while nothing is shown.
    open func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
      guard !videoRect.isEmpty else { return nil }
      let place = layerRectConverted(fromMetadataOutputRect: metadataObject.bounds)
      return AVMetadataObject(bounds: place, time: metadataObject.time)
    }

    /// Shows the session through the connection as it is now.
    func mirroringChanged() { showLiveContents(shown.map { CapturePictures($0, link) }) }
  }

  extension CGRect {
    /// The rectangle between two points.
    fileprivate static func between(_ a: CGPoint, _ b: CGPoint) -> CGRect {
      CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
    }
  }

  /// The pictures of a session, as contents.
  private final class CapturePictures: LiveContents {
    private let session: AVCaptureSession
    private let connection: AVCaptureConnection?
    private let mirrored = MirroredPicture()

    init(_ session: AVCaptureSession, _ connection: AVCaptureConnection?) {
      (self.session, self.connection) = (session, connection)
    }

    func image(at time: Double) -> CGImage? {
      guard let connection, connection.isEnabled, let image = session.stream?.image else { return nil }
      return connection.isVideoMirrored ? mirrored.image(of: image) : image
    }
  }
#endif
