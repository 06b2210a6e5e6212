import CoreGraphics
import Testing

/// Inside an extension of CGFloat an unqualified `abs` finds Strata's instance method (SC-6).
extension CGFloat {
  fileprivate func distance(to other: CGFloat, _ unused: Int) -> CGFloat { abs(self - other) }
}

@Suite struct CoreFoundationNamesTests {
  @Test("SC-1: Foundation comes with CoreGraphics alone")
  func foundationIsReExported() {
    #expect(floor(CGFloat(1.5)) == 1)
    #expect(UUID() != UUID())
  }

  @Test("SC-3: Core Foundation names are aliases, so that values bridge with as")
  func aliases() {
    #expect(("name" as CFString).length == 4)
    let colors = [CGColor.black, CGColor.white] as CFArray
    #expect(CFArrayGetCount(colors) == 2)
    #expect((Data([1, 2]) as CFData).length == 2)
    let interval: CFTimeInterval = 1.5
    #expect(interval == 1.5)
    #expect(CFRangeMake(1, 2).length == 2)
  }

  @Test func bytesOfDataAreReadThroughAPointer() {
    let data = Data([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]) as CFData
    #expect(CFDataGetLength(data) == 16)
    let pointer: UnsafePointer<UInt8> = CFDataGetBytePtr(data)
    #expect(pointer[0] == 3 && pointer[15] == 3)
    #expect(pointer[5] == 9)
    #expect(kCFNotFound == -1)
    withExtendedLifetime(data) {}
  }

  @Test func dataGrows() throws {
    let data = try #require(CFDataCreateMutable(nil, 0))
    CFDataAppendBytes(data, [1, 2, 3, 4], 4)
    CFDataReplaceBytes(data, CFRangeMake(1, 2), [7, 8, 9], 3)
    CFDataDeleteBytes(data, CFRangeMake(0, 1))
    CFDataIncreaseLength(data, 1)
    CFDataGetMutableBytePtr(data)[4] = 5
    #expect(data == NSData(data: Data([7, 8, 9, 4, 5])))
    CFDataSetLength(data, 2)
    #expect(CFDataGetLength(data) == 2)
    var bytes: [UInt8] = [0, 0]
    CFDataGetBytes(data, CFRangeMake(1, 1), &bytes)
    #expect(bytes == [8, 0])
  }

  @Test func aCapacityIsMemoryFromTheStart() throws {
    let data = try #require(CFDataCreateMutable(nil, 4))
    #expect(CFDataGetLength(data) == 0)
    let memory = try #require(CFDataGetMutableBytePtr(data))
    CFDataAppendBytes(data, [1, 2, 3], 3)
    #expect(CFDataGetMutableBytePtr(data) == memory && memory[2] == 3)
    CFDataReplaceBytes(data, CFRangeMake(1, 1), [7, 8], 2)
    #expect(data.copiedBytes == Data([1, 7, 8, 3]))
    CFDataDeleteBytes(data, CFRangeMake(0, 2))
    CFDataSetLength(data, 6)
    #expect(data.copiedBytes == Data([8, 3, 0, 0, 0, 0]))
    #expect(data as Data == Data([8, 3, 0, 0, 0, 0]) && data == NSData(data: Data([8, 3, 0, 0, 0, 0])))
    let none = try #require(CFDataCreateMutable(nil, 0))
    #expect(CFDataGetMutableBytePtr(none) == nil)
    #expect(CFDataCreateMutable(nil, -1) == nil)
    #expect(CFDataCreateMutable(nil, .max) == nil)
  }

  @Test func dataIsCopied() throws {
    let data = try #require(CFDataCreate(nil, [1, 2, 3], 3))
    let copy = try #require(CFDataCreateMutableCopy(nil, 0, data))
    CFDataAppendBytes(copy, [4], 1)
    #expect(data.copiedBytes == Data([1, 2, 3]))
    #expect(CFDataCreateCopy(nil, copy).copiedBytes == Data([1, 2, 3, 4]))
    #expect(CFDataCreate(nil, nil, 0).copiedBytes == Data())
    #expect(CFDataCreate(nil, nil, -1) == nil)
  }

  @Test func absoluteTimesCountFromTheReferenceDate() {
    let before = Date.timeIntervalSinceReferenceDate
    let now: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    #expect(now >= before - 1)
    #expect(now <= Date.timeIntervalSinceReferenceDate + 1)
  }

  @Test("SC-4: type ids tell the classes apart")
  func typeIdentifiers() {
    let path: CFTypeRef = CGMutablePath()
    #expect(CFGetTypeID(path) == CGPath.typeID)
    #expect(CFGetTypeID(CGColor.black) == CGColor.typeID)
    #expect(CGColor.typeID != CGPath.typeID && CGImage.typeID != CGColorSpace.typeID)
    let colors = [CGColor.black, CGColor.white] as CFArray
    let pointer = CFArrayGetValueAtIndex(colors, 1)
    #expect(pointer.map { Unmanaged<CGColor>.fromOpaque($0).takeUnretainedValue() } == .white)
    #expect(CFArrayGetValueAtIndex(colors, 2) == nil)
  }

  @Test func dictionariesAreReadThroughPointers() {
    let dictionary = ["color": CGColor.white, "name": "white"] as CFDictionary
    let key: CFString = "color"
    let other: CFString = "path"
    let color = unsafeBitCast(
      CFDictionaryGetValue(dictionary, unsafeBitCast(key, to: UnsafeRawPointer.self)),
      to: CGColor.self
    )
    #expect(color == .white)
    #expect(CFDictionaryGetValue(dictionary, Unmanaged.passUnretained(other).toOpaque()) == nil)
    #expect(CFDictionaryGetValue(dictionary, nil) == nil)
    #expect(CFDictionaryContainsKey(dictionary, Unmanaged.passUnretained(key).toOpaque()))
    #expect(!CFDictionaryContainsKey(dictionary, Unmanaged.passUnretained(other).toOpaque()))
    #expect(CFDictionaryGetCount(dictionary) == 2)
  }

  @Test("SC-5: functions and constants of Apple's C headers exist")
  func constants() {
    #expect(autoreleasepool { 3 } == 3)
    #expect(HUGE == Float.greatestFiniteMagnitude)
    #expect(HUGE_VAL == .infinity)
    #expect(MAXFLOAT == HUGE)
    #expect(kCFBooleanTrue?.boolValue == true && kCFBooleanFalse?.boolValue == false)
  }

  @Test("SC-6: an unqualified abs in an extension of CGFloat compiles")
  func absoluteValue() {
    #expect(CGFloat(1).distance(to: 3, 0) == 2)
  }
}
