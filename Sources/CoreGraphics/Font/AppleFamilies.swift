/// The families of Apple's systems for which there is no substitute of a similar design.
///
/// Programs name them without asking whether they are there.
package enum AppleFamilies {
  /// True if a PostScript, full or family name is that of such a family.
  package static func contain(_ name: String) -> Bool {
    all.contains(FontFace(name: name).families.last?.lowercased().filter { $0 != " " } ?? "")
  }

  /// In lower case without spaces, as PostScript names and as families.
  private static let all = Set(
    """
    academyengravedlet academyengravedletplain alnile americantypewriter andalemono applecoloremoji applegothic
    applemyungjo applesdgothicneo applesymbols athelas avenir avenirnext avenirnextcondensed ayuthaya baskerville
    bigcaslon bodoni72 bodoni72oldstyle bodoni72smallcaps bodoniornaments bodoniornamentsitctt bodonisvtytwoitctt
    bodonisvtytwoositctt bodonisvtytwoscitctt bradleyhand bradleyhanditctt brushscriptmt chalkboard chalkboardse
    chalkduster charter cochin comicsansms copperplate damascus devanagarisangammn didot dinalternate dincondensed
    diwanmishafi euphemiaucas farah futura galvji geezapro geneva gillsans grantha heitisc heititc herculanum
    hirakakupron hiramarupron hiraminpron hiraginosans hiraginokakugothicpron hiraginominchopron
    hoeflertext impact iowanoldstyle kailasa khmersangammn kohinoorbangla kohinoordevanagari kohinoortelugu
    krungthep laosangammn lucidagrande luminari malayalamsangammn marion markerfelt mishafi monaco mshtakan
    myanmarsangammn newyork noteworthy optima palatino papyrus partylet partyletplain phosphate pingfanghk
    pingfangsc pingfangtc ptmono ptsans ptserif rockwell sathu savoyelet savoyeletplain seravek sfcompact
    sfcompactdisplay sfcompactrounded sfcompacttext signpainter silom sinhalasangammn skia snellroundhand
    stheitisc stheititc songtisc songtitc superclarendon symbol tahoma tamilsangammn thonburi trattatello
    trebuchetms verdana webdings wingdings zapfdingbats zapfdingbatsitc zapfino
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  )
}
