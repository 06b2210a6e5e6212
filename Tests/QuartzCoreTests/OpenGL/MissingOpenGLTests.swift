import Foundation
import StrataEGL
import StrataTesting
import Testing

/// Machines without OpenGL.
@Suite struct MissingOpenGLTests {
  @Test func aLibraryThatIsNotInstalledIsNamed() {
    #expect(throws: GLFailure.self) { _ = try EGLLibrary(named: "libNoSuchEGL.so.9") }
    do {
      _ = try EGLLibrary(named: "libNoSuchEGL.so.9")
    } catch {
      #expect("\(error)".contains("libNoSuchEGL.so.9"))
    }
    // A library of another kind.
    #expect(throws: GLFailure.self) { _ = try EGLLibrary(named: "libc.so.6") }
  }

  @Test func withoutADriverALayerShowsNothingAndSaysWhy() async throws {
    let drivers = ["__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null", "__EGL_VENDOR_LIBRARY_DIRS": "/nowhere"]
    let probe = try #require(ChildProgram(layerProbe: ["draw"], environment: drivers))
    let status = await probe.statusAtEnd()
    #expect(status == 0)
    #expect(probe.output.contains("nothing"))
    #expect(probe.output.contains { $0.contains("RedLayer was not drawn: EGL") })
  }

  @Test(.enabled(if: hasOpenGL)) func withADriverTheSameProgramDraws() async throws {
    let probe = try #require(ChildProgram(layerProbe: ["draw"]))
    #expect(await probe.statusAtEnd() == 0)
    #expect(probe.output.contains("pixel [255, 0, 0, 255]"))
  }
}
