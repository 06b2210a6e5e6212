import Foundation
import Testing

/// `--backend` and `STRATA_BACKEND` choose what draws; a choice that the machine does not have is not an error.
@Suite struct BackendOptionTests {
  private static let card = """
    <sublayers><CALayer bounds="0 0 8 6" position="10 5" cornerRadius="2" backgroundColor="0 0 1" opacity="0.5"/></sublayers>
    """

  private func frames(_ place: Workplace, _ options: [String], _ environment: [String: String] = [:]) throws
    -> ToolRun
  {
    let document = try place.document(Self.card)
    let arguments = ["render", document, "-o", "-", "--fps", "2", "--duration", "1"] + options
    return try ToolRun(arguments, environment: environment)
  }

  @Test func eachBackendDrawsTheSamePicture() throws {
    let place = try Workplace()
    let expected = try frames(place, ["--backend", "cpu"])
    #expect(expected.status == 0, "\(expected.errors)")
    #expect(expected.output.count == 2 * 20 * 10 * 4)
    for name in ["gpu", "auto"] {
      let run = try frames(place, ["--backend", name])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == expected.output, "\(name)")
    }
    let run = try frames(place, [], ["STRATA_BACKEND": "gpu"])
    #expect(run.output == expected.output)
  }

  @Test func anUnknownBackendIsNamed() throws {
    let place = try Workplace()
    let option = try frames(place, ["--backend", "metal"])
    #expect(option.status == 64)
    #expect(option.errors.contains("metal"))
    let variable = try frames(place, [], ["STRATA_BACKEND": "metal"])
    #expect(variable.status == 0)
    #expect(variable.errors.contains("STRATA_BACKEND is \"metal\" and must be one of auto, cpu, gpu"))
  }

  /// Frames of a film come back while later ones are drawn; they are those that are waited for.
  @Test func aFilmOfTheDeviceHasTheSameFrames() throws {
    let place = try Workplace()
    let document = try place.document(
      """
      <sublayers><CALayer bounds="0 0 8 6" position="4 5" cornerRadius="2" backgroundColor="0 0 1" opacity="0.5">
        <animations><animation type="CABasicAnimation" keyPath="position.x" fromValue="4" toValue="16" duration="2"/></animations>
      </CALayer></sublayers>
      """
    )
    let arguments = ["render", document, "-o", "-", "--fps", "20", "--duration", "2"]
    let expected = try ToolRun(arguments + ["--backend", "cpu"])
    let run = try ToolRun(arguments + ["--backend", "gpu"])
    #expect(expected.status == 0 && run.status == 0, "\(run.errors)")
    #expect(run.output.count == 40 * 20 * 10 * 4)
    #expect(run.output == expected.output)
  }

  /// The reason why the processor draws is written once, and the picture is there.
  @Test(arguments: [
    ("2.0", "the driver made no context of OpenGL ES 3"), ("3.0", "the driver offers OpenGL ES 3.0"),
  ])
  func aDriverThatIsTooOldSaysSo(version: String, reason: String) throws {
    let place = try Workplace()
    let run = try frames(place, ["--backend", "gpu"], ["MESA_GLES_VERSION_OVERRIDE": version])
    #expect(run.status == 0)
    #expect(run.output == (try frames(place, ["--backend", "cpu"])).output)
    #expect(run.errors.components(separatedBy: "the processor draws").count <= 2)
    // Drivers other than Mesa do not know the variable; a build without the trait has no driver.
    let isTold = run.errors.contains("the processor draws:")
    guard isTold, !run.errors.contains("cannot be loaded") else { return }
    #expect(run.errors.contains(reason), "\(run.errors)")
  }
}
