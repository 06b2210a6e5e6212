/// The PostScript names of fonts of Apple's systems.
package enum PostScriptNames {
  /// Returns the PostScript name for any name of a font of Apple's systems; nil for other fonts.
  ///
  /// A family's is that of its regular face.
  package static func name(ofAppleFont name: String) -> String? {
    let face = FontFace(name: name)
    guard face.isKnown || AppleFamilies.contain(name) else { return nil }
    let base = face.base.filter { $0 != " " }
    let key = base.lowercased()
    guard !face.face.isEmpty, face.face.lowercased() != "regular" else { return regular[key] ?? base }
    guard let (beginning, end) = surrounding[key] else { return "\(base)-\(face.face)" }
    return "\(beginning)-\(face.face)\(end)"
  }

  /// What stands around the face where it is not the family alone.
  private static let surrounding = [
    "arial": ("Arial", "MT"), "timesnewroman": ("TimesNewRomanPS", "MT"),
    "couriernew": ("CourierNewPS", "MT"),
  ]

  /// The names of regular faces by families, in lower case without spaces; all others are called as their family.
  private static let regular = [
    "academyengravedlet": "AcademyEngravedLetPlain", "applesdgothicneo": "AppleSDGothicNeo-Regular",
    "arial": "ArialMT", "avenir": "Avenir-Book", "avenirnext": "AvenirNext-Regular",
    "avenirnextcondensed": "AvenirNextCondensed-Regular", "bodoni72": "BodoniSvtyTwoITCTT-Book",
    "bodoni72oldstyle": "BodoniSvtyTwoOSITCTT-Book", "bodoni72smallcaps": "BodoniSvtyTwoSCITCTT-Book",
    "bodoniornaments": "BodoniOrnamentsITCTT", "bradleyhand": "BradleyHandITCTT-Bold",
    "chalkboardse": "ChalkboardSE-Regular", "charter": "Charter-Roman", "couriernew": "CourierNewPSMT",
    "dincondensed": "DINCondensed-Bold", "dinalternate": "DINAlternate-Bold", "futura": "Futura-Medium",
    "hiraginosans": "HiraginoSans-W3", "hoeflertext": "HoeflerText-Regular",
    "iowanoldstyle": "IowanOldStyle-Roman", "kohinoorbangla": "KohinoorBangla-Regular",
    "kohinoordevanagari": "KohinoorDevanagari-Regular", "kohinoortelugu": "KohinoorTelugu-Regular",
    "markerfelt": "MarkerFelt-Thin", "menlo": "Menlo-Regular", "noteworthy": "Noteworthy-Light",
    "optima": "Optima-Regular", "palatino": "Palatino-Roman", "partylet": "PartyLetPlain",
    "pingfanghk": "PingFangHK-Regular", "pingfangsc": "PingFangSC-Regular",
    "pingfangtc": "PingFangTC-Regular",
    "ptmono": "PTMono-Regular", "ptsans": "PTSans-Regular", "ptserif": "PTSerif-Regular",
    "rockwell": "Rockwell-Regular", "savoyelet": "SavoyeLetPlain", "sfmono": "SFMono-Regular",
    "sfpro": "SFPro-Regular", "skia": "Skia-Regular", "superclarendon": "Superclarendon-Regular",
    "times": "Times-Roman", "timesnewroman": "TimesNewRomanPSMT", "wingdings": "Wingdings-Regular",
    "zapfdingbats": "ZapfDingbatsITC",
  ]
}
