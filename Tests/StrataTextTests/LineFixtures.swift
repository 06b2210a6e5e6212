import CoreText
import StrataRaster
import StrataText
import Testing

func line(_ text: String, size: CGFloat = 20, _ more: [NSAttributedString.Key: Any] = [:]) -> CTLine {
  var attributes = more
  attributes[.font] = CTFontCreateWithName("Helvetica" as CFString, size, nil)
  return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
}

func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

func runs(_ line: CTLine) -> [CTRun] { (CTLineGetGlyphRuns(line) as? [CTRun]) ?? [] }
