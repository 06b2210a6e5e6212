// swift-tools-version: 6.2
import PackageDescription

/// Imports are internal unless a file says `public import`; a type's members need their own module imported.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// System libraries of the text stack; absent from a build without the trait `Text`.
let text: [Target.Dependency] = ["CPango", "CFreeType"].map {
  .target(name: $0, condition: .when(traits: ["Text"]))
}

/// The reader of glyphs, which Core Graphics needs, too.
let glyphs = Target.Dependency.target(name: "CFreeType", condition: .when(traits: ["Text"]))

/// System libraries of the image codecs; absent from a build without the trait `ImageCodecs`.
let codecs: [Target.Dependency] = ["CPNG", "CJPEG", "CWebP", "CZlib"].map {
  .target(name: $0, condition: .when(traits: ["ImageCodecs"]))
}

/// The library that unpacks archives; absent with the image codecs, which need it, too.
let inflater = Target.Dependency.target(name: "CZlib", condition: .when(traits: ["ImageCodecs"]))

/// The encoder of codes; absent from a build without the trait `BarCodes`.
let codes = Target.Dependency.target(name: "CZint", condition: .when(traits: ["BarCodes"]))

/// The library of windows and their events; absent from a build without the trait `Window`.
let video = Target.Dependency.target(name: "CSDL2", condition: .when(traits: ["Window"]))

/// The backend on a graphics processor; empty in a build without the trait `GPU`.
let gpu = Target.Dependency.target(name: "StrataGPU", condition: .when(traits: ["GPU"]))

/// The files of the inspector's page; absent from a build without the trait `Inspector`.
let page = Target.Dependency.target(name: "CInspectorPage", condition: .when(traits: ["Inspector"]))

let log = Target.Dependency.product(name: "Logging", package: "swift-log")

func module(_ name: String, _ uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, swiftSettings: settings)
}

/// The test library looks for an overlay of its own beside any module called CoreGraphics; there is none here.
let testFlags = ["-Xfrontend", "-disable-cross-import-overlays"]

/// Most tests are not optimized, in a release build either: they run nearly as fast, and compile in half of the time.
let plainTestFlags = SwiftSetting.unsafeFlags(testFlags + ["-Onone"])

/// The tests that compute pixels, or look at many, themselves.
let optimizedTests: Set = [
  "CoreImageTests", "StrataCompositorTests", "StrataDocumentsTests", "StrataExportTests", "StrataMediaTests",
  "StrataOverlayTests", "StrataRasterTests",
]

func tests(
  _ name: String,
  _ uses: [Target.Dependency],
  exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: uses,
    exclude: exclude,
    resources: resources,
    swiftSettings: settings + [optimizedTests.contains(name) ? .unsafeFlags(testFlags) : plainTestFlags]
  )
}

/// A program of Examples/: an executable of its own, so that it builds with everything else.
func example(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["QuartzCore", "CoreText", "ImageIO", "StrataRenderServer", "StrataExport"],
    path: "Examples/\(name)",
    swiftSettings: [.swiftLanguageMode(.v5)]
  )
}

let package = Package(
  name: "strata",
  products: [
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "CoreImage", targets: ["CoreImage"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "CoreVideo", targets: ["CoreVideo"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "simd", targets: ["simd"]),
    .library(name: "Metal", targets: ["Metal"]),
    .library(name: "OpenGL", targets: ["OpenGL"]),
    .library(name: "OpenGLES", targets: ["OpenGLES"]),
    .library(name: "QTKit", targets: ["QTKit"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "StrataViews", targets: ["StrataViews"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "AppKit", targets: ["AppKit"]),
    .library(name: "Cocoa", targets: ["Cocoa"]),
    .library(name: "StrataDocuments", targets: ["StrataDocuments"]),
    .library(name: "StrataExport", targets: ["StrataExport"]),
    .library(name: "StrataMedia", targets: ["StrataMedia"]),
    .library(name: "StrataRenderServer", targets: ["StrataRenderServer"]),
    .library(name: "StrataWindow", targets: ["StrataWindow"]),
    .library(name: "StrataInspector", targets: ["StrataInspector"]),
    .executable(name: "strata", targets: ["strata"]),
  ],
  traits: [
    .trait(name: "Text", description: "Text layers and Core Text, over Pango and FreeType."),
    .trait(name: "ImageCodecs", description: "PNG, JPEG and WebP, over libpng, libjpeg-turbo and libwebp."),
    .trait(name: "BarCodes", description: "Core Image's codes (QR, Aztec, Code 128, PDF417), over Zint."),
    .trait(name: "Window", description: "Windows and events, and `strata view`, over SDL 2."),
    .trait(name: "Inspector", description: "A page that looks into documents and running programs."),
    .trait(
      name: "Media",
      description: "Films in layers and layers on films, through children `ffprobe` and `ffmpeg`."
    ),
    .trait(name: "GPU", description: "Compositing on a graphics processor, over EGL and OpenGL ES 3.1."),
    .default(enabledTraits: ["Text", "ImageCodecs", "BarCodes", "Window", "Inspector", "Media", "GPU"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.11.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CPango",
      pkgConfig: "pangoft2",
      providers: [.apt(["libpango1.0-dev"])]
    ),
    .systemLibrary(
      name: "CFreeType",
      pkgConfig: "freetype2",
      providers: [.apt(["libfreetype-dev"])]
    ),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
    .systemLibrary(name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    // SwiftPM begins ready commands by name, the last first: these names let the kernels come before what waits for them, and
    // StrataCAML after the compositor, which more waits for.
    .target(name: "StrataKernels"),
    .target(name: "CInspectorPage", exclude: ["Page"]),
    module("simd"),
    module("UniformTypeIdentifiers"),
    module("StrataBase", ["StrataKernels"]),
    module("StrataEGL", ["StrataBase"]),
    module("OpenGL", ["StrataEGL"]),
    module("Metal", ["StrataEGL", "StrataBase", log]),
    module("OpenGLES", ["StrataEGL", log]),
    module(
      "StrataProcess",
      [
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    module("StrataRaster", ["StrataBase", "StrataKernels"]),
    module("CoreGraphics", ["StrataBase", "StrataRaster", log, glyphs] + codecs),
    module("StrataText", ["StrataBase", "StrataRaster", "CoreGraphics", log] + text),
    module("StrataRenderTree", ["StrataBase", "StrataRaster", "CoreGraphics"]),
    module("CoreVideo", ["StrataRaster", "CoreGraphics", "StrataRenderTree"]),
    module("CoreMedia", ["CoreGraphics", "CoreVideo"]),
    module("CoreText", ["StrataBase", "StrataRaster", "CoreGraphics", "StrataText"]),
    module("ImageIO", ["CoreGraphics"]),
    module(
      "CoreImage",
      [
        "StrataBase", "StrataKernels", "StrataRaster", "CoreGraphics", "CoreText", "ImageIO",
        "StrataRenderTree", "CoreVideo", log, codes,
      ]
    ),
    module(
      "StrataMedia",
      ["CoreMedia", "StrataProcess", "StrataRaster", "CoreGraphics", "StrataRenderTree", log]
    ),
    module("StrataFrame", ["StrataBase", "StrataRaster", "CoreGraphics"]),
    module(
      "StrataCompositor",
      ["StrataBase", "StrataRaster", "CoreGraphics", "StrataText", "StrataRenderTree", "StrataFrame"]
    ),
    module(
      "StrataCPU",
      ["StrataBase", "StrataRaster", "StrataKernels", "CoreGraphics", "StrataFrame"]
    ),
    module(
      "StrataGPU",
      ["StrataEGL", "StrataBase", "StrataRaster", "CoreGraphics", "StrataFrame", "StrataCPU"]
    ),
    module(
      "StrataRenderServer",
      [
        "StrataEGL", "StrataBase", "StrataRaster", "CoreGraphics", "StrataRenderTree", "StrataFrame",
        "StrataCompositor", "StrataCPU", log, gpu,
      ]
    ),
    module(
      "QuartzCore",
      [
        "simd", "Metal", "StrataEGL", "OpenGL", "OpenGLES", "StrataKernels", "StrataBase", "StrataRaster",
        "CoreGraphics", "StrataText", "StrataRenderTree", "CoreText", "StrataFrame", "StrataCompositor",
        "StrataRenderServer",
        log,
      ]
    ),
    module(
      "StrataWindow",
      [
        "StrataEGL", "StrataBase", "StrataRaster", "CoreGraphics", "StrataFrame", "StrataRenderServer",
        "QuartzCore", log, video,
      ]
    ),
    module(
      "StrataViews",
      [
        "CoreGraphics", "StrataRenderTree", "CoreText", "ImageIO", "StrataRenderServer", "QuartzCore",
        "StrataWindow", log,
      ]
    ),
    module(
      "UIKit",
      ["StrataRaster", "CoreGraphics", "CoreText", "ImageIO", "CoreImage", "QuartzCore", "StrataViews", log]
    ),
    module(
      "AppKit",
      ["CoreGraphics", "StrataRenderTree", "CoreText", "CoreImage", "QuartzCore", "StrataViews"]
    ),
    module("Cocoa", ["AppKit"]),
    module("StrataCAML", ["CoreGraphics", "StrataRenderTree", inflater]),
    module(
      "StrataDocuments",
      [
        "StrataBase", "CoreGraphics", "StrataText", "StrataRenderTree", "CoreImage", "StrataRenderServer",
        "QuartzCore", "StrataCAML",
      ]
    ),
    module(
      "StrataFilm",
      [
        "StrataKernels", "StrataBase", "StrataProcess", "StrataRaster", "CoreGraphics", "StrataText",
        "StrataFrame", "StrataRenderServer",
      ]
    ),
    module("StrataExport", ["CoreGraphics", "StrataRenderServer", "QuartzCore", "StrataFilm"]),
    module(
      "StrataOverlay",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "CoreMedia", "StrataMedia", "StrataRenderServer",
        "StrataFilm",
      ]
    ),
    module(
      "AVFoundation",
      [
        "StrataProcess", "StrataRaster", "CoreGraphics", "StrataRenderTree", "CoreVideo", "CoreMedia",
        "CoreImage", "StrataMedia", "StrataRenderServer", "QuartzCore", "StrataFilm", "StrataBase", log,
      ]
    ),
    module("QTKit", ["QuartzCore", "AVFoundation"]),
    module(
      "StrataInspector",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "StrataFrame", "StrataRenderTree", "ImageIO",
        "StrataCompositor", "StrataRenderServer", "QuartzCore", "StrataWindow", "StrataDocuments",
        "StrataExport", log, page,
      ]
    ),
    .executableTarget(
      name: "strata",
      dependencies: [
        "CoreGraphics", "CoreMedia", "StrataMedia", "StrataRenderServer", "QuartzCore", "StrataDocuments",
        "StrataExport", "StrataOverlay", "StrataWindow", "StrataInspector", log,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    module(
      "StrataTesting",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "ImageIO", "StrataRenderTree", "StrataFrame",
        "StrataCompositor", "StrataCPU", "StrataEGL", gpu,
        .target(name: "CZlib", condition: .when(traits: ["ImageCodecs"])),
      ]
    ),
    example("Fade"), example("Bounce"), example("BorderPulse"), example("PushTransition"),
    example("PauseResume"), example("PerspectiveCube"), example("ActivityIndicator"), example("Fountain"),
    example("Gallery"),
    example("Ripple"),
    .executableTarget(
      name: "Touch",
      dependencies: ["UIKit", "StrataViews", "StrataRenderServer", "StrataExport"],
      path: "Examples/Touch",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "FilterGallery",
      dependencies: ["CoreGraphics", "CoreImage", "CoreText", "ImageIO", "StrataRenderServer", "QuartzCore"],
      path: "Examples/FilterGallery",
      swiftSettings: settings
    ),
    .target(name: "CAllocations", path: "Benchmarks/Allocations"),
    .executableTarget(
      name: "strata-bench",
      dependencies: [
        "CAllocations",
        "StrataBase", "StrataRaster", "CoreGraphics", "ImageIO", "StrataRenderTree", "StrataFrame",
        "StrataCompositor",
        "StrataCPU",
        "StrataRenderServer", "QuartzCore", "StrataWindow", "StrataEGL", gpu,
      ],
      path: "Benchmarks/Strata",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "strata-bench-filters",
      dependencies: ["CoreGraphics", "CoreImage"],
      path: "Benchmarks/Filters",
      exclude: ["compare.py"],
      swiftSettings: settings
    ),
    .systemLibrary(name: "CLibFuzzer", path: "Fuzzing/LibFuzzer"),
    .executableTarget(
      name: "strata-fuzz",
      dependencies: [
        "StrataBase", "CoreGraphics", "StrataRenderTree", "CoreText", "ImageIO", "StrataRenderServer",
        "QuartzCore", "StrataCAML", "StrataDocuments", "CLibFuzzer", log,
      ],
      path: "Fuzzing/Fuzz",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "strata-soak",
      dependencies: [
        "CAllocations", "StrataBase", "StrataRaster", "CoreGraphics", "CoreText", "StrataFrame",
        "StrataCompositor", "StrataRenderServer", "QuartzCore", "StrataEGL", gpu,
      ],
      path: "Fuzzing/Soak",
      swiftSettings: settings
    ),
    tests("StrataBaseTests", ["StrataBase"]),
    tests("StrataRasterTests", ["StrataBase", "StrataRaster", "StrataKernels"]),
    tests("CoreGraphicsTests", ["StrataBase", "StrataRaster", "CoreGraphics", "ImageIO", "StrataTesting"]),
    tests(
      "CoreImageTests",
      [
        "StrataBase", "CoreGraphics", "CoreText", "CoreImage", "StrataRenderServer", "QuartzCore",
        "StrataDocuments",
      ]
    ),
    tests("CoreMediaTests", ["StrataBase", "CoreMedia"]),
    tests(
      "CoreVideoTests",
      ["StrataRaster", "CoreGraphics", "StrataRenderTree", "CoreVideo", "StrataRenderServer", "QuartzCore"]
    ),
    tests("StrataTextTests", ["StrataBase", "StrataRaster", "CoreGraphics", "StrataText", "CoreText"]),
    tests("StrataRenderTreeTests", ["StrataBase", "CoreGraphics", "StrataRenderTree", "StrataTesting"]),
    tests(
      "StrataCompositorTests",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "StrataRenderTree", "StrataFrame", "StrataCompositor",
        "StrataCPU", "StrataEGL", gpu,
        "StrataTesting",
      ]
    ),
    tests(
      "StrataRenderServerTests",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "StrataRenderTree", "StrataFrame", "StrataCompositor",
        "StrataCPU", "Metal", "StrataEGL", gpu,
        "StrataRenderServer", "QuartzCore",
      ]
    ),
    tests(
      "QuartzCoreTests",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "CoreText", "ImageIO", "StrataText", "StrataRenderTree",
        "StrataFrame", "StrataCompositor", "StrataRenderServer", "Metal", "StrataEGL", "OpenGL", "OpenGLES",
        "QuartzCore", "StrataTesting", "LayerProbe",
      ]
    ),
    .executableTarget(
      name: "LayerProbe",
      dependencies: ["OpenGL", "QuartzCore"],
      path: "Tests/LayerProbe",
      swiftSettings: settings
    ),
    tests(
      "StrataDocumentsTests",
      [
        "StrataBase", "CoreGraphics", "StrataRenderTree", "ImageIO", "QuartzCore", "StrataRenderServer",
        "StrataCAML", "StrataDocuments", "StrataTesting", "StrataCompositor", gpu,
      ],
      exclude: ["BrowserScenes"]
    ),
    tests("UIKitTests", ["CoreImage", "CoreText", "QuartzCore", "StrataViews", "UIKit", "StrataTesting"]),
    // These two are a package of their own, too.
    .target(
      name: "ThirdPartyViews",
      dependencies: ["UIKit"],
      path: "Examples/ThirdPartyViews/Sources",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "ThirdPartyViewsTests",
      dependencies: ["StrataViews", "UIKit", "ThirdPartyViews"],
      path: "Examples/ThirdPartyViews/Tests",
      swiftSettings: [
        .swiftLanguageMode(.v5), plainTestFlags,
      ]
    ),
    tests("AppKitTests", ["CoreImage", "QuartzCore", "StrataViews", "AppKit", "Cocoa", "StrataTesting"]),
    .testTarget(
      name: "AppKitClientTests",
      dependencies: ["StrataViews", "AppKit", "StrataTesting"],
      swiftSettings: [
        .swiftLanguageMode(.v5), plainTestFlags,
      ]
    ),
    tests(
      "StrataExportTests",
      ["StrataProcess", "CoreGraphics", "StrataRenderServer", "QuartzCore", "StrataExport", "StrataTesting"]
    ),
    .executableTarget(
      name: "ClipProbe",
      dependencies: ["StrataMedia"],
      path: "Tests/ClipProbe",
      swiftSettings: settings
    ),
    tests(
      "StrataMediaTests",
      [
        "StrataBase", "CoreMedia", "StrataRaster", "CoreGraphics", "StrataRenderServer", "QuartzCore",
        "StrataMedia", "StrataTesting", "ClipProbe",
      ]
    ),
    tests(
      "StrataOverlayTests",
      [
        "StrataRaster", "CoreGraphics", "CoreMedia", "StrataMedia", "StrataRenderServer", "QuartzCore",
        "StrataFilm", "StrataOverlay", "StrataTesting",
      ]
    ),
    tests(
      "AVFoundationTests",
      [
        "StrataBase", "StrataRaster", "CoreGraphics", "CoreImage", "StrataMedia", "StrataRenderServer",
        "AVFoundation", "StrataTesting",
      ]
    ),
    tests("simdTests", ["simd"]),
    tests("UniformTypeIdentifiersTests", ["UniformTypeIdentifiers", "CoreGraphics"]),
    tests(
      "QTKitTests",
      ["StrataRaster", "CoreGraphics", "StrataRenderServer", "AVFoundation", "QTKit"]
    ),
    .executableTarget(
      name: "WindowProbe",
      dependencies: [
        "StrataBase", "Metal", "StrataEGL", "StrataRaster", "CoreGraphics", "StrataRenderServer",
        "QuartzCore",
        "StrataWindow", video,
      ],
      path: "Tests/WindowProbe",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ViewProbe",
      dependencies: ["UIKit"],
      path: "Tests/ViewProbe",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "AppViewProbe",
      dependencies: ["AppKit"],
      path: "Tests/AppViewProbe",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "PlayerProbe",
      dependencies: ["CoreGraphics", "StrataRenderServer", "QuartzCore", "AVFoundation", "StrataWindow"],
      path: "Tests/PlayerProbe",
      swiftSettings: settings
    ),
    tests(
      "StrataWindowTests",
      ["WindowProbe", "ViewProbe", "AppViewProbe", "PlayerProbe", "Touch", "strata", "StrataTesting"]
    ),
    tests(
      "StrataInspectorTests",
      [
        "StrataBase", "CoreGraphics", "ImageIO", "StrataRenderTree", "StrataRenderServer", "QuartzCore",
        "StrataDocuments", "StrataInspector",
      ]
    ),
    tests(
      "ToolTests",
      ["CoreGraphics", "ImageIO", "StrataRenderServer", "StrataDocuments", "StrataTesting", "strata"]
    ),
    tests("ArchitectureTests", []),
    tests(
      "DocumentationTests",
      [
        "AVFoundation", "ImageIO", "CoreImage", "CoreMedia", "CoreVideo", "OpenGL", "QuartzCore",
        "StrataWindow", "StrataViews", "UIKit", "AppKit", "StrataDocuments", "StrataExport", "StrataMedia",
        "StrataRenderServer", "StrataInspector",
      ]
    ),
    .testTarget(
      name: "ClientTests",
      dependencies: ["QuartzCore", "CoreText", "simd", "Metal", "OpenGL", "OpenGLES"],
      swiftSettings: [
        .swiftLanguageMode(.v5), plainTestFlags,
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The API reference is made by a plugin that no user of the package needs: `make site` asks for it.
if Context.environment["STRATA_DOCUMENTATION"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")
  )
}

// libFuzzer comes with the compiler and needs instrumented modules: `make fuzz-guided` names its archive.
if let archive = Context.environment["STRATA_LIBFUZZER"] {
  for target in package.targets where target.name == "strata-fuzz" {
    target.swiftSettings?.append(.define("LibFuzzer"))
    target.linkerSettings = [.unsafeFlags(["-Xlinker", archive, "-lstdc++"])]
  }
}
