// swift-tools-version: 6.2
import PackageDescription

// Views as they are written for iOS, in a package of their own that uses Strata as any package does.
let package = Package(
  name: "third-party-views",
  products: [.library(name: "ThirdPartyViews", targets: ["ThirdPartyViews"])],
  dependencies: [.package(name: "strata", path: "../..")],
  targets: [
    .target(
      name: "ThirdPartyViews",
      dependencies: [.product(name: "UIKit", package: "strata")],
      path: "Sources",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "ThirdPartyViewsTests",
      dependencies: ["ThirdPartyViews", .product(name: "StrataViews", package: "strata")],
      path: "Tests",
      swiftSettings: [
        .swiftLanguageMode(.v5),
        // The test library looks for an overlay of its own beside any module called CoreGraphics; there is none.
        .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
      ]
    ),
  ]
)
