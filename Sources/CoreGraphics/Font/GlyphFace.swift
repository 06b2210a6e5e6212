import Foundation
import StrataBase
import StrataRaster
import Synchronization

#if Text
  import CFreeType
#endif

/// The outlines, boxes and names of a font's glyphs, read by FreeType.
///
/// A build without the trait `Text` has none.
///
/// - Thread: Any.
final class GlyphFace: Sendable {
  #if Text
    /// FreeType's objects; with its own library, each face can be used by one thread while others use other faces.
    private struct Face: @unchecked Sendable {  // Used behind the lock only.
      var library: FT_Library
      var face: FT_Face
    }

    private let face: Mutex<Face?>
    /// The bytes that FreeType reads from; mapped files stay mapped.
    private nonisolated(unsafe) let bytes: NSData  // Never changes.

    init(_ data: Data, face index: Int) {
      bytes = data as NSData
      var library: FT_Library?
      var face: FT_Face?
      if FT_Init_FreeType(&library) == 0, let library {
        let start = bytes.bytes.assumingMemoryBound(to: UInt8.self)
        if FT_New_Memory_Face(library, start, FT_Long(bytes.length), FT_Long(index), &face) == 0, let face {
          self.face = Mutex(Face(library: library, face: face))
          return
        }
        FT_Done_FreeType(library)
      }
      self.face = Mutex(nil)
    }

    deinit {
      face.withLock { face in
        guard let face else { return }
        FT_Done_Face(face.face)
        FT_Done_FreeType(face.library)
      }
    }

    /// Returns the outline of a glyph in font units, y up; nil if it has none.
    func outline(of glyph: CGGlyph) -> Outline? {
      face.withLock { face in
        guard let slot = Self.load(glyph, face) else { return nil }
        return Outline(slot, scale: .one)
      }
    }

    /// Returns the control box of a glyph in font units, y up; nil if the font does not have the glyph.
    func box(of glyph: CGGlyph) -> CGRect? {
      face.withLock { face in
        guard let slot = Self.load(glyph, face) else { return nil }
        var box = FT_BBox()
        FT_Outline_Get_CBox(&slot.pointee.outline, &box)
        return CGRect(x: box.xMin, y: box.yMin, width: box.xMax - box.xMin, height: box.yMax - box.yMin)
      }
    }

    /// Returns the name of a glyph; nil if the font does not name it.
    func name(of glyph: CGGlyph) -> String? {
      face.withLock { face in
        guard let face, Int(glyph) < face.face.pointee.num_glyphs, Self.hasNames(face.face) else {
          return nil
        }
        var buffer = [CChar](repeating: 0, count: 256)
        guard FT_Get_Glyph_Name(face.face, FT_UInt(glyph), &buffer, FT_UInt(buffer.count)) == 0 else {
          return nil
        }
        let name = buffer.withUnsafeBufferPointer { String(cString: Array($0) + [0]) }
        return name.isEmpty ? nil : name
      }
    }

    /// Returns the glyph with a name; 0 if the font does not have it.
    func glyph(named name: String) -> CGGlyph {
      face.withLock { face in
        guard let face, Self.hasNames(face.face) else { return 0 }
        return CGGlyph(truncatingIfNeeded: FT_Get_Name_Index(face.face, name))
      }
    }

    /// Returns the first character of each glyph that the font's character map has.
    func characters() -> [CGGlyph: Unicode.Scalar] {
      face.withLock { face in
        guard let face else { return [:] }
        var result: [CGGlyph: Unicode.Scalar] = [:]
        var glyph: FT_UInt = 0
        var character = FT_Get_First_Char(face.face, &glyph)
        while glyph != 0 {
          let number = CGGlyph(truncatingIfNeeded: glyph)
          if result[number] == nil { result[number] = Unicode.Scalar(UInt32(truncatingIfNeeded: character)) }
          character = FT_Get_Next_Char(face.face, character, &glyph)
        }
        return result
      }
    }

    private static func hasNames(_ face: FT_Face) -> Bool {
      face.pointee.face_flags & FT_Long(FT_FACE_FLAG_GLYPH_NAMES) != 0
    }

    private static func load(_ glyph: CGGlyph, _ face: Face?) -> FT_GlyphSlot? {
      guard let face, Int(glyph) < face.face.pointee.num_glyphs,
        FT_Load_Glyph(face.face, FT_UInt(glyph), FT_Int32(FT_LOAD_NO_SCALE)) == 0,
        let slot = face.face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
      else { return nil }
      return slot
    }
  #else
    init(_ data: Data, face index: Int) {}

    func outline(of glyph: CGGlyph) -> Outline? { nil }
    func box(of glyph: CGGlyph) -> CGRect? { nil }
    func name(of glyph: CGGlyph) -> String? { nil }
    func glyph(named name: String) -> CGGlyph { 0 }
    func characters() -> [CGGlyph: Unicode.Scalar] { [:] }
  #endif
}
