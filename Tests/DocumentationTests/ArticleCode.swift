import AppKit
import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO
import OpenGL
import QuartzCore
import StrataDocuments
import StrataExport
import StrataRenderServer
import StrataViews
import UIKit

#if Inspector
  import StrataInspector
#endif
#if Media
  import AVFoundation
  import StrataMedia
#endif
#if Window
  import StrataWindow
#endif

/// The code of the articles, so that it compiles: `ArticleTests` finds each snippet here, line by line.
///
/// What an article leaves to its reader (a window, a film, a camera) stands in at the end.
enum ArticleCode {
  // MARK: QuartzCore

  static func overview() -> CALayer {
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: 120, height: 80)
    card.cornerRadius = 12
    card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)

    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 0.5
    card.add(fade, forKey: "fade")
    return card
  }

  final class DialLayer: CALayer {
    @Animatable("angle") var angle: CGFloat = 0

    override class func needsDisplay(forKey key: String) -> Bool {
      key == "angle" || super.needsDisplay(forKey: key)
    }

    override func action(forKey event: String) -> (any CAAction)? {
      guard event == "angle" else { return super.action(forKey: event) }
      let turn = CABasicAnimation(keyPath: event)
      turn.fromValue = (presentation() ?? self).angle
      turn.duration = 0.4
      return turn
    }

    override func draw(in ctx: CGContext) {
      ctx.translateBy(x: bounds.midX, y: bounds.midY)
      ctx.rotate(by: angle)
      ctx.fill(CGRect(x: 0, y: -1, width: bounds.width / 2, height: 2))
    }
  }

  static func commitByHand(_ layer: CALayer) {
    layer.opacity = 0
    CATransaction.flush()
  }

  /// The start of a film of a ball, two moments on its way, and how many bytes its page and its films have.
  static func moments(in folder: URL) throws -> (images: [CGImage], page: Data?) {
    let ball = CALayer()
    ball.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    ball.cornerRadius = 10
    ball.backgroundColor = CGColor(srgbRed: 0.9, green: 0.3, blue: 0.2, alpha: 1)
    let scene = CALayer()
    scene.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    scene.addSublayer(ball)

    let renderer = OfflineRenderer(layer: scene, size: scene.bounds.size, scale: 2, threads: 2)
    let first = try renderer.image(at: 0)

    renderer.change(at: 0.5) {
      CATransaction.setAnimationDuration(0.3)
      ball.position.x = 180
    }
    let onTheWay = try renderer.image(at: 0.65)
    let before = try renderer.image(at: 0.2)

    func URL(filePath: String) -> Foundation.URL { folder.appending(path: filePath) }
    var page = CGRect(x: 0, y: 0, width: 200, height: 100)
    if let pdf = CGContext(URL(filePath: "ball.pdf") as CFURL, mediaBox: &page, nil) {
      pdf.beginPDFPage(nil)
      scene.render(in: pdf)
      pdf.endPDFPage()
      pdf.closePDF()
    }
    return ([first, onTheWay, before], try? Data(contentsOf: URL(filePath: "ball.pdf")))
  }

  static func films(of scene: CALayer, _ renderer: OfflineRenderer) throws {
    try Exporter.film(scene, to: "ball.gif", duration: 1)

    var settings = ExportSettings(format: .mp4, duration: 2, framesPerSecond: 60)
    settings.matte = (255, 255, 255)
    try Exporter(renderer, settings: settings).write(to: URL(filePath: "ball.mp4"))
  }

  static func live(_ scene: CALayer, _ window: OtherWindow) -> HeadlessHost {
    let host = HeadlessHost(
      layer: scene,
      size: scene.bounds.size,
      scale: 2,
      framesPerSecond: 60,
      threads: 2
    ) { frame in
      window.show(frame.image)
    }
    host.start()
    return host
  }

  static func runForever() {
    RunLoop.main.run()
  }

  static func upload(_ frame: PresentedFrame, _ window: OtherWindow) {
    if let data = frame.image.dataProvider?.data {
      window.upload(
        CFDataGetBytePtr(data),
        width: frame.image.width,
        height: frame.image.height,
        stride: frame.image.bytesPerRow
      )
    }
  }

  static func beats(_ host: HeadlessHost, _ scene: CALayer) -> CADisplayLink {
    let link = host.displayLink { link in
      scene.sublayers?.first?.position.x =
        CGFloat(link.targetTimestamp.truncatingRemainder(dividingBy: 1)) * 200
    }
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 15, maximum: 60, preferred: 30)
    link.add(to: .main, forMode: .common)
    return link
  }

  struct Threshold: PixelFilter {
    func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) {
      let limit = Float(inputs.number("inputLimit", default: 0.5))
      for y in 0..<result.height {
        for x in 0..<result.width {
          let pixel = source[x, y]
          let isBright = (pixel.x + pixel.y + pixel.z) > 3 * limit * pixel.w
          result[x, y] = isBright ? SIMD4(repeating: pixel.w) : SIMD4(0, 0, 0, pixel.w)
        }
      }
    }
  }

  static func filter(_ layer: CALayer) {
    CAFilter.register(Threshold(), forType: "threshold")
    let threshold = CAFilter(type: "threshold")
    threshold.setValue(0.4, forKey: "inputLimit")
    layer.filters = [threshold]

    let sweep = CABasicAnimation(keyPath: "filters.threshold.inputLimit")
    sweep.fromValue = 0
    sweep.toValue = 1
    sweep.duration = 2
    layer.add(sweep, forKey: "sweep")
  }

  static func provider(_ layer: CALayer, _ film: Film) {
    layer.contents = ContentsProvider { time in
      film.frame(at: time)
    }
  }

  static func buffer(_ layer: CALayer) {
    let camera = ContentsBuffer(width: 320, height: 240)
    layer.contents = camera
    camera.write { pixels, bytesPerRow in
      for y in 0..<240 {
        for x in 0..<320 {
          pixels.storeBytes(of: 0xff00_80ff, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
        }
      }
    }
  }

  final class PulseLayer: CAOpenGLLayer {
    override func draw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) {
      glClearColor(Float(0.5 + 0.5 * sin(t)), 0, 0, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }
  }

  static func showAnotherProcess(_ root: CALayer) {
    let port = CARemoteLayerServer.shared().serverPort
    let number = start("plugin", port)
    root.addSublayer(CALayer(remoteClientId: number))
  }

  static func lendLayers(_ port: mach_port_t, _ face: CALayer) {
    let client = CARemoteLayerClient(serverPort: port)
    client.layer = face
    print(client.clientId)
    RunLoop.main.run()
  }

  // MARK: The read me

  static func readMe() throws {
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
    card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)

    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 1
    card.add(fade, forKey: "fade")

    try Exporter.film(card, to: "fade.gif", duration: 1)
  }

  static func readMeLive(_ card: CALayer, _ send: @escaping @Sendable (CGImage) -> Void) {
    let host = HeadlessHost(layer: card, size: CGSize(width: 240, height: 160)) { frame in send(frame.image) }
    host.start()
    RunLoop.main.run()
  }

  // MARK: Documents and rendering

  static func reading() throws -> CALayer? {
    let document = try Document(contentsOf: URL(filePath: "Card.ca"))
    for diagnostic in document.diagnostics { print(diagnostic) }
    let layer = document.rootLayer
    return layer
  }

  static func states(_ document: Document) throws -> CGImage {
    let renderer = OfflineRenderer(document: document, scale: 2)
    renderer.change(at: 1) {
      try? document.setState("Unlocked")
    }
    let picture = try renderer.image(at: 1.25)
    renderer.change(at: 2) {
      try? document.setState("Locked", interpolationDuration: 0.8)
    }
    return picture
  }

  static func mapping() throws -> Document {
    var options = ReadingOptions()
    options.assetFolders = [AssetFolder("/var/mobile/Wallpapers", folder: URL(filePath: "wallpapers"))]
    let mapped = try Document(contentsOf: URL(filePath: "Card.ca"), options: options)
    return mapped
  }

  static func editing(_ document: Document) throws {
    document.rootLayer?.sublayers?.first { $0.name == "Title" }?.isHidden = true
    try document.write(to: URL(filePath: "Edited.ca"))
  }

  static func writing(_ card: CALayer, in folder: URL) throws -> String {
    func URL(filePath: String) -> Foundation.URL { folder.appending(path: filePath) }
    let made = Document(rootLayer: card, isGeometryFlipped: true)
    try made.write(to: URL(filePath: "Made.ca"))
    let markup = try made.markupText()
    return markup
  }

  static func rendering(_ scene: CALayer) throws -> CGImage {
    let renderer = OfflineRenderer(layer: scene, size: scene.bounds.size, scale: 2, threads: 2)
    let picture = try renderer.image(at: 0.5)
    return picture
  }

  static func film(_ layer: CALayer) throws {
    try Exporter.film(layer, to: "card.mp4", duration: 2)
  }

  // MARK: CoreGraphics, ImageIO and CoreImage

  static func context() -> CGImage? {
    let context = CGContext(
      data: nil,
      width: 64,
      height: 64,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.setFillColor(CGColor(srgbRed: 1, green: 0.4, blue: 0, alpha: 1))
    context?.fillEllipse(in: CGRect(x: 8, y: 8, width: 48, height: 48))
    let image = context?.makeImage()
    return image
  }

  static func source() -> CGImage? {
    let source = CGImageSourceCreateWithURL(URL(filePath: "photo.jpg") as CFURL, nil)
    let image = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    return image
  }

  static func filteredStripes() -> CGImage? {
    let stripes = CIFilter.stripesGenerator()
    stripes.width = 8
    let picture = stripes.outputImage?.cropped(to: CGRect(x: 0, y: 0, width: 64, height: 64))
    let soft = picture?.clampedToExtent().applyingGaussianBlur(sigma: 3)
    let image = soft.flatMap {
      CIContext().createCGImage($0, from: CGRect(x: 0, y: 0, width: 64, height: 64))
    }
    return image
  }

  // MARK: Films and times

  static func times() -> Bool {
    let frame = CMTime(value: 1001, timescale: 30000)
    let second = CMTimeMultiply(frame, multiplier: 30)
    let range = CMTimeRange(start: .zero, duration: second)
    let middle = range.containsTime(CMTime(value: 1, timescale: 2))
    return middle
  }

  #if Media
    static func clip(on layer: CALayer) throws -> Int? {
      let clip = try VideoClip(contentsOf: URL(filePath: "film.mp4"))
      layer.contents = clip
      let number = clip.frameNumber(at: CMTime(value: 1, timescale: 2))
      return number
    }

    static func player() -> OfflineRenderer {
      let player = AVPlayer(url: URL(filePath: "film.mp4"))
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
      player.play()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 640, height: 360))
      renderer.change(at: 2) { player.rate = -1 }
      return renderer
    }

    static func written() async throws {
      let writer = try AVAssetWriter(outputURL: URL(filePath: "film.mp4"), fileType: .mp4)
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 640, AVVideoHeightKey: 360,
      ]
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      writer.add(input)
      guard writer.startWriting(), let pool = adaptor.pixelBufferPool else {
        fatalError("\(writer.error as Any)")
      }
      writer.startSession(atSourceTime: .zero)
      for frame in 0..<60 {
        while !input.isReadyForMoreMediaData { try await Task.sleep(for: .milliseconds(1)) }
        var buffer: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
        // Draw into the buffer between CVPixelBufferLockBaseAddress and CVPixelBufferUnlockBaseAddress.
        let time = CMTime(value: CMTimeValue(frame), timescale: 30)
        guard let buffer, adaptor.append(buffer, withPresentationTime: time) else { break }
      }
      input.markAsFinished()
      await writer.finishWriting()
    }

    static func read() async throws {
      let reader = try AVAssetReader(asset: AVURLAsset(url: URL(filePath: "film.mp4")))
      let tracks = try await reader.asset.loadTracks(withMediaType: .video)
      let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
      let output = AVAssetReaderTrackOutput(track: tracks[0], outputSettings: settings)
      reader.add(output)
      guard reader.startReading() else { fatalError("\(reader.error as Any)") }
      while let sample = output.copyNextSampleBuffer() {
        print(sample.presentationTimeStamp.seconds)
      }
    }

    static func filtered(_ asset: AVAsset) -> AVVideoComposition {
      let composition = AVVideoComposition(asset: asset) { request in
        request.finish(with: request.sourceImage.applyingFilter("CISepiaTone"), context: nil)
      }
      return composition
    }
  #endif

  static func pixelBuffer(on layer: CALayer) {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 320, 240, kCVPixelFormatType_32BGRA, nil, &buffer)
    if let buffer {
      CVPixelBufferLockBaseAddress(buffer, [])
      if let base = CVPixelBufferGetBaseAddress(buffer) {
        memset(base, 255, CVPixelBufferGetDataSize(buffer))
      }
      CVPixelBufferUnlockBaseAddress(buffer, [])
      layer.contents = buffer
    }
  }

  static func glow(_ layer: CALayer) {
    let bloom = CIFilter.bloom()
    bloom.name = "glow"
    bloom.radius = 8
    bloom.intensity = 0
    layer.filters = [bloom]
    let pulse = CABasicAnimation(keyPath: "filters.glow.inputIntensity")
    (pulse.fromValue, pulse.toValue, pulse.duration) = (0, 1, 0.5)
    (pulse.autoreverses, pulse.repeatCount) = (true, .infinity)
    layer.add(pulse, forKey: "pulse")
  }

  static func copied(_ layer: CALayer) {
    let transition = CATransition()
    transition.filter = CIFilter.copyMachineTransition()
    transition.duration = 1
    layer.add(transition, forKey: nil)
  }

  // MARK: Doc comments

  final class RadiusLayer: CALayer {
    @Animatable("radius") var radius: CGFloat = 10
  }

  struct Posterize: PixelFilter {
    func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) {
      let levels = Float(inputs.number("inputLevels", default: 6))
      for y in 0..<result.height {
        for x in 0..<result.width { result[x, y] = (source[x, y] * levels).rounded(.down) / levels }
      }
    }
  }

  static func posterize(_ layer: CALayer) {
    CAFilter.register(Posterize(), forType: "posterize")
    let posterize = CAFilter(type: "posterize")
    posterize.setValue(4, forKey: "inputLevels")
    layer.filters = [posterize]
  }
}

/// Types that the articles' readers have.
final class OtherWindow: Sendable {
  func show(_ image: CGImage) {}
  func upload(_ bytes: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) {}
}

final class Film: Sendable {
  func frame(at time: Double) -> CGImage? { nil }
}

// MARK: Windows and views

/// The code about windows and views.
enum DisplayCode {}

extension DisplayCode {
  @MainActor static func picture(of card: UIView) throws -> CGImage {
    let host = OfflineWindowHost(size: CGSize(width: 320, height: 480), scale: 2)
    let window = UIWindow(host: host)
    window.makeKeyAndVisible()
    host.run(at: 0) { window.addSubview(card) }
    host.run(at: 1) { UIView.animate(withDuration: 0.5) { card.center.y += 100 } }
    let picture = try host.image(at: 1.25)
    return picture
  }

  #if Inspector
    @MainActor static func inspect(_ host: HeadlessHost) throws -> Inspector {
      let inspector = try Inspector.attach(to: host)
      print(inspector.address)
      return inspector
    }

    @MainActor static func inspectAll() {
      Inspector.serveIfRequested()
    }
  #endif
}

#if Window
  extension DisplayCode {
    static func line(card: CALayer) throws {
      try Window.show(card, title: "Card")
    }

    static func window(root: CALayer) throws {
      let window = try Window(layer: root, title: "Card", size: CGSize(width: 480, height: 320))
      window.onEvent = { event in
        if case .mouse(let mouse) = event.kind, mouse.phase == .down(.left) { event.hit?.layer.opacity = 0.5 }
      }
      try window.run()
    }
  }
#endif

extension DisplayCode {
  final class CardController: UIViewController {}

  final class Delegate: NSObject, UIApplicationDelegate {
    var window: UIWindow?

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      window?.rootViewController = CardController()
      window?.makeKeyAndVisible()
      return true
    }
  }
}

// Stand-ins for a program's own OpenGL library and for its way of starting another program.

private typealias GLbitfield = UInt32
private let GL_COLOR_BUFFER_BIT = 0x4000
private func glClearColor(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {}
private func glClear(_ mask: GLbitfield) {}
private func start(_ program: String, _ port: mach_port_t) -> UInt32 { port }

/// The code about AppKit's views.
@MainActor enum DesktopCode {
  final class CardView: NSView {}

  final class Delegate: NSObject, NSApplicationDelegate {
    func applicationDidFinishLaunching(_ notification: Notification) {
      let window = NSWindow(
        contentRect: NSRect(x: 0, y: 0, width: 480, height: 320),
        styleMask: [.titled, .closable, .resizable],
        backing: .buffered,
        defer: false
      )
      window.contentView = CardView()
      window.makeKeyAndOrderFront(nil)
    }
  }

  static func show(_ card: NSView, in host: OfflineWindowHost) {
    let window = NSWindow(host: host)
    window.makeKeyAndOrderFront(nil)
    host.run(at: 0) { window.contentView?.addSubview(card) }
    host.run(at: 1) { card.animator().setFrameOrigin(NSPoint(x: 0, y: 100)) }
  }

  static func animation(card: NSView) {
    NSAnimationContext.runAnimationGroup { context in
      context.duration = 0.5
      card.animator().setFrameOrigin(NSPoint(x: 40, y: 40))
      card.animator().alphaValue = 0.5
    }
  }
}
