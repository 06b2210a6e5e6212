import StrataDocuments
import StrataCAML
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    ("0.25", 0.25), ("-3", -3), ("+4.5", 4.5), ("1e-100", 1e-100), ("3.64376496e-8", 3.64376496e-8),
    (".5", 0.5),
    ("  7 ", 7), ("1.217864238043e19", 1.217864238043e19), ("inf", .infinity), ("Inf", .infinity),
    ("+infinity", .infinity), ("-inf", -.infinity),
  ])
  func numbersAreRead(text: String, value: Double) { #expect(NumberText.number(text) == value) }

  @Test(arguments: ["", "nan", "undefined", "1px", "0x10", "--1", "1e", "one"])
  func otherTextIsNoNumber(text: String) { #expect(NumberText.number(text) == nil) }

  @Test func listsAreSeparatedBySpaceCommaOrSemicolon() {
    #expect(NumberText.numbers("1 2,3; 4\n5") == [1, 2, 3, 4, 5])
    #expect(NumberText.numbers("1 x") == nil)
    #expect(NumberText.numbers("") == [])
    #expect(NumberText.numbers("1 2", count: 3) == nil)
  }

  @Test(arguments: [("1", true), ("0", false), ("true", true), ("false", false), ("YES", true), ("2", true)])
  func truthValuesAreRead(text: String, value: Bool) { #expect(NumberText.bool(text) == value) }

  /// caml 10.6, with the numbers that stand in real documents.
  @Test(arguments: [
    (380.0 / 3, "126.666666666667"), (0.49224806201550386, "0.4922480620155"),
    (-53370.66471863, "-5.337066471863e4"),
    (7.489e-4, "7.489e-4"), (1e-100, "1e-100"), (3176.0, "3176"), (1168.999999999997, "1168.999999999997"),
    (0.25, "0.25"), (-69.616302490234, "-69.616302490234"), (0.0, "0"), (-0.0, "0"),
    (1.217864238043e19, "1.217864238043e19"),
    (.infinity, "inf"), (0.012, "0.012"), (12345.0, "12345"), (1e-3, "0.001"),
  ])
  func numbersAreWrittenAsTheEncoderDoes(value: Double, text: String) {
    #expect(NumberText.text(value) == text)
  }

  @Test(arguments: [
    (6.0 / 11, "0.5455"), (1.078, "1.078"), (-0.004033, "-0.004033"), (1.0, "1"), (0.22, "0.22"), (0.0, "0"),
  ])
  func coloursHaveFourSignificantDigits(value: Double, text: String) {
    #expect(NumberText.text(value, significantDigits: 4) == text)
  }
}
