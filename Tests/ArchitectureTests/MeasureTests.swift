import Foundation
import Testing

/// Measures that the sources keep, each reported with file and line.
@Suite struct MeasureTests {
  static let longestBody = 80
  static let mostUnlabelled = 4
  static let mostFiles = 12

  /// Functions whose unlabelled parameters Apple's API prescribes, as `File.function`.
  static let longSignaturesOfApple: Set = [
    "CATransform3D.CATransform3DRotate", "CGAffineTransform.init",
    "CTFont+Glyphs.CTFontDrawGlyphs", "CTFont+Glyphs.CTFontGetBoundingRectsForGlyphs",
    "CTFont+Measures.CTFontGetAdvancesForGlyphs", "CTFontSymbolicTraits.CTFontCreateCopyWithSymbolicTraits",
    "CTFramesetter.CTFramesetterSuggestFrameSizeWithConstraints",
    "GeometryFunctions.CGAffineTransformMake", "CTRun.CTRunGetTypographicBounds",
    "CVPixelBuffer.CVPixelBufferCreate", "CVPixelBuffer.CVPixelBufferCreateWithBytes",
    "QuaternionFunctions.simd_bezier", "QuaternionFunctions.simd_spline",
  ]

  /// Types that may be spread over many files: Apple's largest class, the class to which each category of filters adds its
  /// factories, and the state to which each kind of layer adds the access to its own part.
  static let typesInManyFiles: Set = ["CALayer", "CIFilter", "LayerState"]

  /// The names of Apple's with the prefixes CA and CG that the library has.
  static let namesOfApple = Set(
    """
    CAAction CAAnimation CAAnimationCalculationMode CAAnimationDelegate CAAnimationGroup
    CAAnimationRotationMode CAAutoresizingMask CABackdropLayer CABasicAnimation CAConstraint
    CAConstraintAttribute CAConstraintLayoutManager CACornerMask CADisplayLink CAEDRMetadata CAEdgeAntialiasingMask
    CAEmitterBehavior CAEmitterCell CAEmitterLayer CAEmitterLayerEmitterMode CAEmitterLayerEmitterShape
    CAEmitterLayerRenderMode CAFilter CAFrameRateRange CAGradientLayer CAGradientLayerType
    CAKeyframeAnimation CALayer CALayerContentsFilter CALayerContentsFormat CALayerContentsGravity
    CALayerCornerCurve CALayerDelegate CALayoutManager CAMediaTiming CAMediaTimingFillMode
    CAMediaTimingFunction CAMediaTimingFunctionName CAMetalDisplayLink CAMetalDisplayLinkDelegate CAMetalDrawable CAMetalLayer
    CAOpenGLLayer CAEAGLLayer CARemoteLayerClient CARemoteLayerServer CGLContextObj CGLError CGLPixelFormatAttribute
    CGLPixelFormatObj
    CAPropertyAnimation CARenderer CAReplicatorLayer
    CAScrollLayer CAScrollLayerScrollMode CAShapeLayer CAShapeLayerFillRule CAShapeLayerLineCap
    CAShapeLayerLineJoin CASpringAnimation CATextLayer CATextLayerAlignmentMode CATextLayerTruncationMode
    CATiledLayer CATintedImage CATransaction CATransform3D CATransformLayer CATransition CATransitionSubtype
    CATransitionType CAValueFunction CAValueFunctionName CGAffineTransform CGAffineTransformComponents
    CGBitmapContextReleaseDataCallback CGBitmapInfo CGBlendMode CGColor CGColorRenderingIntent CGColorSpace
    CGColorSpaceModel CGContext CGDataConsumer CGDataConsumerCallbacks CGDataConsumerPutBytesCallback
    CGDataConsumerReleaseInfoCallback CGDataProvider CGDataProviderReleaseDataCallback CGFont CGFontIndex
    CGFunction CGFunctionCallbacks CGFunctionEvaluateCallback CGFunctionReleaseInfoCallback CGGlyph
    CGGradient CGGradientDrawingOptions CGImage CGImageAlphaInfo CGImageByteOrderInfo CGImageDestination
    CGImagePixelFormatInfo CGImagePropertyOrientation CGImageSource CGImageSourceStatus
    CGInterpolationQuality CGLayer CGLineCap CGLineJoin CGMutablePath CGPath CGPathApplierFunction
    CGPathDrawingMode CGPathElement CGPathElementType CGPathFillRule CGPattern CGPatternCallbacks
    CGPatternDrawPatternCallback CGPatternReleaseInfoCallback CGPatternTiling CGShading CGTextDrawingMode
    CGVector
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  )

  /// Words that are no part of a type's name: metaphors of our own, and words that name nothing.
  static let wordsToAvoid: Set = [
    "Desk", "Crew", "Hall", "Shelf", "Brief", "Sheet", "Rim", "Judge", "Manager", "Helper", "Helpers", "Util",
    "Utils", "Info", "Impl", "Data",
  ]

  struct Measured: Sendable {
    var path: String
    var measures: CodeMeasures
    var file: String { URL(filePath: path).deletingPathExtension().lastPathComponent }
  }

  /// The sources, read once for all tests.
  static let sources: [Measured] = Repository.files(in: "Sources", extensions: ["swift"]).compactMap { path in
    (try? Repository.source(path)).map { Measured(path: path, measures: CodeMeasures(of: $0)) }
  }

  /// Fails once for each place beyond a measure.
  private func report(_ places: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    for place in places { Issue.record("\(place)", sourceLocation: sourceLocation) }
  }

  @Test func noFunctionIsLongerThanAScreen() {
    #expect(Self.sources.count > 400)
    let places = Self.sources.flatMap { source in
      source.measures.functions.filter { $0.bodyLines > Self.longestBody }
        .map { "\(source.path):\($0.line): \($0.name) has \($0.bodyLines) lines" }
    }
    report(places)
  }

  @Test func noSignatureHasMoreThanFourUnlabelledParameters() {
    let places = Self.sources.flatMap { source in
      source.measures.functions.filter {
        $0.unlabelled > Self.mostUnlabelled
          && !Self.longSignaturesOfApple.contains(source.file + "." + $0.name)
      }.map { "\(source.path):\($0.line): \($0.name) has \($0.unlabelled) unlabelled parameters" }
    }
    report(places)
  }

  @Test func noTypeIsSpreadOverTooManyFiles() {
    var files: [String: Set<String>] = [:]
    for source in Self.sources {
      let module = source.path.split(separator: "/")[1]
      for type in source.measures.types where type.kind != "typealias" {
        files["\(module).\(type.name)", default: []].insert(source.path)
      }
    }
    let spread = files.filter { type, paths in
      paths.count > Self.mostFiles
        && !Self.typesInManyFiles.contains(String(type.drop { $0 != "." }.dropFirst()))
    }
    let places = spread.map {
      "\($0.key) is in \($0.value.count) files:\n  " + $0.value.sorted().joined(separator: "\n  ")
    }
    report(places.sorted())
  }

  /// A new kind of display item must be met by everybody who draws or compares items.
  @Test func noSwitchOverPayloadsHasADefault() {
    let all = Self.sources.flatMap { source in source.measures.switches.map { (source.path, $0) } }
    let payloads = all.filter { $0.1.subject.lowercased().hasSuffix("payload") }
    #expect(payloads.count > 5)
    let places = payloads.filter(\.1.hasDefault).map { path, found in
      "\(path):\(found.line): a switch over \(found.subject) has a default"
    }
    report(places)
  }

  @Test func publicTypesWithApplesPrefixesAreApples() {
    for source in Self.sources {
      for type in source.measures.types where type.isPublic && type.kind != "extension" {
        guard type.name.contains(/^C[AG][A-Z]/), !Self.namesOfApple.contains(type.name) else { continue }
        Issue.record("\(source.path):\(type.line): \(type.name) is not Apple's")
      }
    }
  }

  @Test func namesOfTypesAreTheFieldsWords() {
    for source in Self.sources {
      for type in source.measures.types
      where type.kind != "extension" && !type.name.contains(/^(?:C[AFGMT]|AV)[A-Z]/) {
        let words = type.name.matches(of: /[A-Z][a-z]*/).map { String($0.output) }
        for word in words where Self.wordsToAvoid.contains(word) {
          Issue.record("\(source.path):\(type.line): \(type.name) has the word \(word)")
        }
      }
    }
  }

  @Test func theReaderOfCodeSeesDeclarations() {
    let text = """
      public struct A<T>: B {
        init?(_ a: Int, _ b: (Int, Int), c: [Int: Int] = [:]) { f(1, 2) }
        func f<U: C>(_ x: @escaping (U, U) -> Void, _ y: Int) throws -> Int
        where U: D {
          switch item.payload {
          case .a: if x { default_() }
          default: break
          }
          self.init(1)
        }
        class func make() {}
        static func < (_ a: A, _ b: A) -> Bool { true }
        subscript(_ i: Int) -> Int { 0 }
      }
      protocol P { func g(_ a: Int)
        func h(b: Int) }
      """
    let measures = CodeMeasures(of: SourceText(path: "x", text: text))
    #expect(measures.types.map(\.name) == ["A", "P"])
    #expect(measures.types.map(\.isPublic) == [true, false])
    #expect(measures.functions.map(\.name) == ["init?", "f", "make", "<", "subscript", "g", "h"])
    #expect(measures.functions.map(\.unlabelled) == [2, 2, 0, 2, 1, 1, 0])
    #expect(measures.functions.map(\.bodyLines) == [1, 7, 1, 1, 1, 0, 0])
    #expect(measures.switches == [.init(subject: "item.payload", line: 5, hasDefault: true)])
  }
}
