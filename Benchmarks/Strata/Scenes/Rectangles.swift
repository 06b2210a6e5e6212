import QuartzCore

extension Scene {
  /// Scenes of solid and rounded rectangles.
  static var rectangles: [Scene] {
    [
      Scene(
        name: "S1",
        content: "200 rounded rectangles, fractional positions, changing opacity",
        hasFourfold: true
      ) { _ in
        Stage(200) { i in
          let box = CALayer(width: 120, height: 80, color: Numbers.color(i))
          box.cornerRadius = 12
          return box
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() {
            layer.position = CGPoint(x: Numbers.x(i, frame, 121) + 0.37, y: Numbers.y(i, frame, 81) + 0.37)
            layer.opacity = Float(Numbers.opacity(i, frame))
          }
        }
      },
      Scene(name: "S3", content: "200 cards with a shadow of radius 12", hasFourfold: true) { _ in
        Stage(200) { i in
          let card = CALayer(width: 160, height: 100, color: Numbers.color(i))
          card.cornerRadius = 10
          card.shadowOpacity = 0.5
          card.shadowRadius = 12
          card.shadowOffset = CGSize(width: 0, height: 4)
          return card
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() {
            layer.position = CGPoint(x: Numbers.x(i, frame, 161), y: Numbers.y(i, frame, 101))
          }
        }
      },
      Scene(name: "S4", content: "10,000 opaque 8x8 solids", hasFourfold: true) { _ in
        Stage(10_000) { i in
          CALayer(width: 8, height: 8, color: Numbers.color(i))
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() {
            layer.position = CGPoint(x: Numbers.x(i, frame, 8), y: Numbers.y(i, frame, 8))
          }
        }
      },
    ]
  }
}
