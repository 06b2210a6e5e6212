#if GPU
  import CoreGraphics
  import StrataBase
  import StrataFrame
  import StrataRaster

  /// Frames written by hand that use what the device draws, each with all spaces.
  struct GPUScenes {
    private var maker = FrameMaker(width: 150, height: 110, background: SIMD4(0.9, 0.8, 0.7, 1))
    private let spaces: [Index<Space>]
    private var image: Index<ImageResource> { Index(0) }

    static let maps: [Projective] = [
      .identity, .translation(7, 3), .translation(7.37, 3.61), .scale(1.7, 0.8),
      Projective(a: 0.9, b: 0.4, c: -0.4, d: 0.9, tx: 40, ty: 5),
      Projective(m11: 1, m12: 0.1, m13: 0.002, m21: 0.1, m22: 1, m23: 0.003, m31: 20, m32: 10, m33: 1),
    ]

    init() {
      spaces = Self.maps.indices.map { Index($0) }
      for map in Self.maps { _ = maker.space(map) }
      _ = maker.image(Self.picture(40, 30))
    }

    static func picture(_ width: Int, _ height: Int, seed: Int = 0) -> PixelBuffer {
      let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
      for y in 0..<height {
        for x in 0..<width {
          let alpha = UInt32((x * 13 + y * 7 + seed) % 256)
          let color = UInt32((x * 5 + y + seed) % 256) * alpha / 255
          buffer.row(y).storeBytes(
            of: alpha << 24 | color << 16 | color / 2 << 8 | color / 3,
            toByteOffset: x * 4,
            as: UInt32.self
          )
        }
      }
      return buffer
    }

    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0)
      -> RoundedRect
    {
      RoundedRect(minX: x, minY: y, width: width, height: height, radius: radius)
    }

    private static let red = SIMD4<Float>(1, 0.1, 0, 1)
    private static let glass = SIMD4<Float>(0.1, 0.4, 1, 0.6)

    /// Ends the frame.
    private mutating func ended() -> Frame {
      maker.pass()
      return maker.frame
    }

    /// Rectangles, rounded rectangles, borders, shadows and paths.
    mutating func shapes(_ blend: BlendMode = .normal) -> Frame {
      maker.frame.paths.append(
        PathResource(id: 1, outline: Outline.ellipse(minX: 3, minY: 9, width: 90, height: 70), rule: .nonZero)
      )
      for space in spaces {
        maker.add(
          .shadow(rect(20, 20, 40, 30, radius: 8), sigma: 4, color: Self.glass),
          in: space,
          blend: blend
        )
        maker.add(.fill(rect(10, 12, 30, 20), color: Self.red), in: space, opacity: 0.8, blend: blend)
        maker.add(.fill(rect(20, 20, 40, 30, radius: 8), color: Self.glass), in: space, blend: blend)
        maker.add(
          .border(rect(18, 18, 44, 34, radius: 8), width: 2.5, color: Self.red),
          in: space,
          blend: blend
        )
        maker.add(.path(Index(0), color: SIMD4(0, 1, 1, 0.3)), in: space, blend: blend)
      }
      return ended()
    }

    /// Pictures under each filter.
    mutating func pictures(_ blend: BlendMode = .normal) -> Frame {
      let source = PlaneRect(0, 0, 40, 30)
      for (number, space) in spaces.enumerated() {
        for (index, filter) in [Sampling.Filter.linear, .nearest, .trilinear, .smooth].enumerated() {
          let (x, y) = (Double(index) * 35, Double(number * 4))
          for (target, isFlipped) in [
            (PlaneRect(x, y, x + 40, y + 30), false), (PlaneRect(x + 3, y + 50, x + 22, y + 71), true),
          ] {
            maker.add(
              .image(
                image,
                Placement(
                  source: source,
                  target: target,
                  isFlipped: isFlipped,
                  sampling: Sampling(filter: filter)
                )
              ),
              in: space,
              opacity: index == 1 ? 0.7 : 1,
              tint: index == 2 ? SIMD4(1, 0.5, 0.7, 0.9) : .one,
              blend: blend
            )
          }
        }
      }
      return ended()
    }

    /// Gradients of each kind, with a hard stop, each alone over a picture.
    static func gradients(_ blend: BlendMode = .normal) -> [Frame] {
      [GradientResource.Kind.axial, .radial, .conic].flatMap { kind in
        maps.indices.map { index in
          var scenes = GPUScenes()
          return scenes.gradient(kind, in: scenes.spaces[index], opacity: index % 2 == 0 ? 1 : 0.6, blend)
        }
      }
    }

    private mutating func gradient(
      _ kind: GradientResource.Kind,
      in space: Index<Space>,
      opacity: Float,
      _ blend: BlendMode
    ) -> Frame {
      maker.frame.gradients.append(
        GradientResource(
          kind: kind,
          start: RasterPoint(0.4, 0.5),
          // No pixel's centre lies on this ray, where a conic gradient jumps from its last colour to its first.
          end: RasterPoint(0.97, 0.81),
          frame: PlaneRect(0, 0, 60, 40),
          colors: [Self.red, SIMD4(0, 0, 1, 1), SIMD4(0, 1, 0, 0.5), SIMD4(1, 1, 0, 1)],
          locations: [0, 0.4, 0.4, 0.9]
        )
      )
      let place = Placement(source: PlaneRect(0, 0, 40, 30), target: PlaneRect(0, 0, 150, 110))
      maker.add(.image(image, place), in: spaces[0])
      maker.add(
        .gradient(Index(0), rect(5, 4, 60, 40, radius: 12)),
        in: space,
        opacity: opacity,
        blend: blend
      )
      return ended()
    }

    /// A surface under filters.
    static func filtered(_ filters: [FilterOp]) -> Frame {
      var scenes = GPUScenes()
      let plain = scenes.spaces[0]
      let place = Placement(source: PlaneRect(0, 0, 40, 30), target: PlaneRect(20, 15, 110, 90))
      scenes.maker.add(.image(scenes.image, place), in: plain)
      let group = scenes.maker.pass(PixelRect(10, 10, 120, 100))
      let effect = scenes.maker.effect(
        Effect(filters: filters)
      )
      scenes.maker.add(.surface(group, effect), in: plain)
      return scenes.ended()
    }

    /// Groups, masks and effects, under clips.
    mutating func groups(_ blend: BlendMode = .normal) -> Frame {
      let plain = spaces[0]
      let round = maker.clip(.roundedRect(rect(10, 8, 120, 90, radius: 25)), in: spaces[2])
      maker.add(.fill(rect(10, 10, 70, 60, radius: 30), color: SIMD4(1, 1, 1, 0.7)), in: plain)
      let mask = maker.pass(PixelRect(5, 5, 100, 80))
      let place = Placement(source: PlaneRect(0, 0, 40, 30), target: PlaneRect(5, 5, 85, 65))
      maker.add(.image(image, place), in: spaces[4], tint: SIMD4(1, 0.5, 0.7, 0.9))
      maker.add(.fill(rect(30, 20, 50, 40, radius: 9), color: Self.red), in: spaces[2], opacity: 0.6)
      let group = maker.pass(PixelRect(0, 0, 120, 90))
      maker.add(.surface(group, nil), in: plain, bounds: PixelRect(0, 0, 120, 90), opacity: 0.6)
      maker.add(.fill(rect(50, 50, 30, 30), color: Self.glass), in: plain)
      let outer = maker.pass(PixelRect(0, 0, 130, 100))
      let masked = maker.effect(Effect(mask: mask))
      let blurred = maker.effect(
        Effect(
          filters: [.gaussianBlur(sigmaX: 2, sigmaY: 3)],
          mask: mask,
          shadow: SurfaceShadow(sigma: SIMD2(3, 3), offset: SIMD2(4, 5), color: SIMD4(0, 0, 0, 0.5))
        )
      )
      maker.add(.surface(outer, nil), in: plain, clip: round, opacity: 0.75, blend: blend)
      maker.add(.surface(group, masked), in: plain, tint: SIMD4(0.5, 1, 1, 1), blend: blend)
      maker.add(.surface(group, blurred), in: plain, clip: round, blend: blend)
      maker.add(.surface(group, nil), in: plain, bounds: PixelRect(60, 40, 140, 100), blend: blend)
      return ended()
    }

    /// Particles, and a filter of what is behind a rectangle of them.
    mutating func particles(behind filter: FilterOp? = nil) -> Frame {
      let sprite = ParticleBatch.Sprite(
        image: image,
        source: PlaneRect(0, 0, 40, 30),
        isFlipped: false,
        sampling: Sampling()
      )
      let particles = (0..<12).map { (number: Int) -> Particle in
        let n = Double(number)
        return Particle(
          center: SIMD2<Double>(n * 11, n * 7),
          axisX: SIMD2<Double>(9, n),
          axisY: SIMD2<Double>(-n, 7),
          color: SIMD4<Float>(1, 0.5, 0.2, 0.8),
          z: 0,
          sprite: 0
        )
      }
      maker.frame.particles.append(ParticleBatch(sprites: [sprite], particles: particles))
      maker.add(.particles(Index(0)), in: spaces[3], blend: .plusL)
      if let filter {
        let round = maker.clip(.roundedRect(rect(32, 20, 60, 50, radius: 9)), in: spaces[0])
        let effect = maker.effect(Effect(filters: [filter]))
        maker.add(
          .backdrop(effect),
          in: spaces[0],
          clip: round,
          bounds: PixelRect(30, 20, 100, 80),
          opacity: 0.8
        )
        maker.add(.fill(rect(20, 20, 40, 30, radius: 8), color: Self.glass), in: spaces[0])
      }
      return ended()
    }

    /// An image under a map, in 200 × 150 pixels.
    static func picture(_ image: CGImage, under map: Projective) -> Frame {
      var maker = FrameMaker(width: 200, height: 150)
      let space = maker.space(map)
      maker.frame.images.append(ImageResource(image: image))
      let index = Index<ImageResource>(maker.frame.images.count - 1)
      let all = PlaneRect(0, 0, Double(image.width), Double(image.height))
      maker.add(.image(index, Placement(source: all, target: all)), in: space)
      maker.pass()
      return maker.frame
    }
  }
#endif
