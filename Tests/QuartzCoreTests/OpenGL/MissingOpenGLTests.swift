import Foundation
import OpenGL
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
    let probe = try #require(ProbeProcess(["draw"], environment: drivers))
    let status = await probe.end()
    #expect(status == 0)
    #expect(probe.lines.contains("nothing"))
    #expect(probe.lines.contains { $0.contains("RedLayer was not drawn: EGL") })
  }

  @Test(.enabled(if: hasOpenGL)) func withADriverTheSameProgramDraws() async throws {
    let probe = try #require(ProbeProcess(["draw"]))
    #expect(await probe.end() == 0)
    #expect(probe.lines.contains("pixel [255, 0, 0, 255]"))
  }
}
