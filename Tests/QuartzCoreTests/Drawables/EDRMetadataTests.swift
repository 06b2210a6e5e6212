import Foundation
import QuartzCore
import Testing

/// Metadata of bright content, as values.
@Suite struct EDRMetadataTests {
  private static let message = Data([1, 2, 3])

  private static let all: [CAEDRMetadata] = [
    .hlg, .hlg(ambientViewingEnvironment: message),
    .hdr10(minLuminance: 0.5, maxLuminance: 1000, opticalOutputScale: 100),
    .hdr10(minLuminance: 0.5, maxLuminance: 1000, opticalOutputScale: 203),
    .hdr10(displayInfo: message, contentInfo: nil, opticalOutputScale: 100),
    .hdr10(displayInfo: nil, contentInfo: message, opticalOutputScale: 100),
  ]

  @Test func objectsWithEqualValuesAreEqual() {
    #expect(CAEDRMetadata.isAvailable)
    #expect(Set(Self.all).count == Self.all.count)
    #expect(CAEDRMetadata.hlg == CAEDRMetadata.hlg)
    #expect(CAEDRMetadata.hlg.hash == CAEDRMetadata.hlg.hash)
    for metadata in Self.all { #expect(metadata.copy() as? CAEDRMetadata == metadata) }
  }

  @Test(arguments: 0..<6) func valuesComeBackFromAnArchive(index: Int) throws {
    let metadata = Self.all[index]
    let data = try NSKeyedArchiver.archivedData(withRootObject: metadata, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEDRMetadata.self, from: data)
    #expect(copy == metadata)
  }

  @Test func anArchiveWithSenselessValuesIsRefused() throws {
    let metadata = CAEDRMetadata.hdr10(minLuminance: .nan, maxLuminance: 1, opticalOutputScale: 1)
    let data = try NSKeyedArchiver.archivedData(withRootObject: metadata, requiringSecureCoding: true)
    let copy = try? NSKeyedUnarchiver.unarchivedObject(ofClass: CAEDRMetadata.self, from: data)
    #expect(copy == nil)
  }
}
