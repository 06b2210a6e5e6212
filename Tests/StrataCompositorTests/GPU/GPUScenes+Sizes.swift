#if GPU
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataFrame
  import StrataRaster

  /// Frames of large pictures, and of many.
  extension GPUScenes {
    /// A picture of a size, alone.
    static func picture(_ pixels: PixelBuffer) -> Frame {
      var maker = FrameMaker(width: Int32(pixels.width), height: Int32(pixels.height))
      let space = maker.space()
      let image = maker.image(pixels)
      let all = PlaneRect(0, 0, Double(pixels.width), Double(pixels.height))
      maker.add(.image(image, Placement(source: all, target: all)), in: space)
      maker.pass()
      return maker.frame
    }

    /// Texts of digits that are equally wide, a line each; equal texts are one resource.
    static func labels(_ texts: [String]) -> Frame {
      var maker = FrameMaker(width: 60, height: 40, background: SIMD4(1, 1, 1, 1))
      let space = maker.space()
      for (row, text) in texts.enumerated() {
        let glyphs = text.utf8.enumerated().map { place, character in
          GlyphRun.Glyph(
            digits[Int(character) - 48],
            at: RasterPoint(4 + Double(place) * 9, Double(row) * 18 + 16)
          )
        }
        let id = UInt64(text).map { $0 + 1000 } ?? 0
        maker.frame.paths.append(PathResource(id: id, glyphs: GlyphRun(glyphs)))
        maker.add(.path(Index(row), color: SIMD4(0, 0, 0, 1)), in: space)
      }
      maker.pass()
      return maker.frame
    }

    /// A bar at another height for each digit, in a frame.
    private static let digits = (0..<10).map { digit in
      var outline = Outline.rect(minX: 0, minY: -12, width: 8, height: 1)
      outline.append(.rect(minX: 0, minY: -1, width: 8, height: 1))
      outline.append(.rect(minX: 1, minY: Double(digit) - 11, width: 6, height: 1))
      return GlyphOutline(outline)
    }

    /// A part of a large picture under a map.
    static func part(of pixels: PixelBuffer, _ map: Projective) -> Frame {
      var maker = FrameMaker(width: 150, height: 110)
      let space = maker.space(map)
      let image = maker.image(pixels)
      let (width, height) = (Double(pixels.width), Double(pixels.height))
      let target = PlaneRect(-width / 2, -height / 2, width / 2, height / 2)
      maker.add(
        .image(image, Placement(source: PlaneRect(0, 0, width, height), target: target)),
        in: space,
        bounds: PixelRect(0, 0, 150, 110)
      )
      maker.pass()
      return maker.frame
    }

    /// Small pictures, each of its own pixels, one beside the other.
    static func manyPictures(_ count: Int) -> Frame {
      let side: Int32 = 4
      let columns = 320
      let rows = (count + columns - 1) / columns
      var maker = FrameMaker(width: Int32(columns) * side, height: Int32(rows) * side)
      let space = maker.space()
      let source = PlaneRect(0, 0, Double(side), Double(side))
      var (images, items) = ([ImageResource](), [DisplayItem]())
      for number in 0..<count {
        images.append(ImageResource(image: CGImage(pixels: picture(Int(side), Int(side), seed: number))))
        let (x, y) = (Int32(number % columns) * side, Int32(number / columns) * side)
        let rect = PixelRect(x, y, x + side, y + side)
        let target = PlaneRect(Double(x), Double(y), Double(x + side), Double(y + side))
        items.append(
          DisplayItem(
            layer: LayerID(index: 0, generation: 0),
            part: .contents,
            space: space,
            clip: nil,
            boundsInDevice: rect,
            payload: .image(Index(number), Placement(source: source, target: target))
          )
        )
      }
      (maker.frame.images, maker.frame.items) = (images, items)
      maker.pass()
      return maker.frame
    }

    /// Pictures of one size in a row.
    static func row(of pictures: [PixelBuffer]) -> Frame {
      let (width, height) = (pictures[0].width, pictures[0].height)
      var maker = FrameMaker(width: Int32(width * pictures.count), height: Int32(height))
      let space = maker.space()
      for (number, picture) in pictures.enumerated() {
        let image = maker.image(picture)
        let x = Double(number * width)
        let target = PlaneRect(x, 0, x + Double(width), Double(height))
        let source = PlaneRect(0, 0, Double(width), Double(height))
        maker.add(.image(image, Placement(source: source, target: target)), in: space)
      }
      maker.pass()
      return maker.frame
    }

    /// Turned particles of a few pixels over a large target, of two sprites.
    static func manyParticles(_ count: Int) -> Frame {
      let (width, height) = (1200, 900)
      var maker = FrameMaker(width: Int32(width), height: Int32(height), background: SIMD4(0.1, 0.1, 0.2, 1))
      let space = maker.space()
      let sprites = [picture(16, 16), picture(9, 12, seed: 70)].map { picture in
        ParticleBatch.Sprite(
          image: maker.image(picture),
          source: PlaneRect(0, 0, Double(picture.width), Double(picture.height)),
          isFlipped: false,
          sampling: Sampling()
        )
      }
      var random = SplitMix64(seed: 5)
      func unit() -> Double { Double(random.unitFloat()) }
      let particles = (0..<count).map { number in
        let (angle, size) = (unit() * 2 * Double.pi, 3 + 5 * unit())
        return Particle(
          center: SIMD2(unit() * Double(width), unit() * Double(height)),
          axisX: SIMD2(size * cos(angle), size * sin(angle)),
          axisY: SIMD2(-size * sin(angle), size * cos(angle)),
          color: SIMD4(1, Float(unit()), 0.2, 0.8),
          z: 0,
          sprite: Int32(number % 2)
        )
      }
      maker.frame.particles.append(ParticleBatch(sprites: sprites, particles: particles))
      maker.add(.particles(Index(0)), in: space)
      maker.pass()
      return maker.frame
    }

    /// Small pictures over each other inside a round clip that covers them once.
    static func crowdedClip(_ count: Int) -> Frame {
      var maker = FrameMaker(width: 150, height: 110, background: SIMD4(0.9, 0.8, 0.7, 1))
      let space = maker.space()
      let image = maker.image(picture(8, 8))
      let shape = RoundedRect(minX: 4, minY: 3, width: 140, height: 100, radius: 21)
      let clip = maker.clip(.roundedRect(shape), in: space, coversOnce: true)
      for number in 0..<count {
        let target = PlaneRect(20 + Double(number % 3), 20, 28 + Double(number % 3), 28)
        let place = Placement(source: PlaneRect(0, 0, 8, 8), target: target)
        maker.add(.image(image, place), in: space, clipEdge: clip, opacity: 0.5)
      }
      maker.pass()
      return maker.frame
    }

    /// Round clips that hold each other and each cover their contents once; between them pictures, and filters of what is
    /// behind if there is one.
    static func nestedClips(_ depth: Int, behind filter: FilterOp?) -> Frame {
      var maker = FrameMaker(width: 150, height: 110, background: SIMD4(0.9, 0.8, 0.7, 1))
      let space = maker.space()
      let image = maker.image(picture(150, 110))
      let effect = filter.map { maker.effect(Effect(filters: [$0])) }
      var clip: Index<ClipNode>?
      for level in 0..<depth {
        let inset = Double(level) * 3
        let shape = RoundedRect(
          minX: 4 + inset,
          minY: 3 + inset,
          width: 140 - 2 * inset,
          height: 100 - 2 * inset,
          radius: 21
        )
        clip = maker.clip(.roundedRect(shape), in: space, parent: clip, coversOnce: true)
        let place = Placement(source: PlaneRect(0, 0, 150, 110), target: PlaneRect(0, 0, 150, 110))
        maker.add(.image(image, place), in: space, clipEdge: clip, opacity: 0.5)
        if let effect, level % 2 == 0 {
          maker.add(
            .backdrop(effect),
            in: space,
            clipEdge: clip,
            bounds: PixelRect(20, 20, 90, 80),
            opacity: 0.8
          )
        }
      }
      maker.pass()
      return maker.frame
    }
  }
#endif
