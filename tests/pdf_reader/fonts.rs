//! From codes to characters.

use pliego::source::pdf::page::GlyphForm;

use super::builder::{Builder, lines_of, runs, texts};

/// A page with a font of its own under the name `F1`.
fn page_with_font(font: &str, content: &str, builder: &mut Builder) {
    builder.page(content, &format!("/Resources << /Font << /F1 {font} >> >>"));
}

#[test]
fn to_unicode_has_ranges_and_arrays() {
    let mut builder = Builder::new();
    let cmap = b"/CIDInit /ProcSet findresource begin begincmap \
        1 begincodespacerange <00> <FF> endcodespacerange \
        1 beginbfchar <01> <00660069> endbfchar \
        2 beginbfrange <02> <04> [<0061> <D835DC00> <00E9>] <05> <07> <0041> endbfrange \
        endcmap end";
    builder.stream("", cmap);
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 3 0 R >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td <0102030405060741> Tj ET", &mut builder);
    let document = builder.read().0;
    let page = &document.pages[0];
    let glyphs: Vec<&str> = page.glyphs.iter().map(|glyph| page.text_of(glyph)).collect();
    assert_eq!(glyphs, ["fi", "a", "\u{1D400}", "é", "A", "B", "C", "A"]);
}

#[test]
fn glyph_names_stand_in_for_to_unicode() {
    let mut builder = Builder::new();
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << \
        /Differences [1 /f_i /one.superior /a.smcp /uni00E9 /u1D400 /Eacute /asuperior] >> >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td <01020304050607> Tj ET", &mut builder);
    let document = builder.read().0;
    let page = &document.pages[0];
    let glyphs: Vec<(&str, GlyphForm)> =
        page.glyphs.iter().map(|glyph| (page.text_of(glyph), glyph.form)).collect();
    assert_eq!(
        glyphs,
        [
            ("fi", GlyphForm::Plain),
            ("1", GlyphForm::Superior),
            ("a", GlyphForm::SmallCapital),
            ("é", GlyphForm::Plain),
            ("\u{1D400}", GlyphForm::Plain),
            ("É", GlyphForm::Plain),
            ("a", GlyphForm::Superior),
        ]
    );
}

#[test]
fn superior_glyph_of_full_size_is_raised() {
    let mut builder = Builder::new();
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << \
        /Differences [1 /one.sups] >> >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td (word\\001) Tj ET", &mut builder);
    assert_eq!(runs(&builder.lines()[0]), "word{^:1}");
}

#[test]
fn type_3_font_has_boxes_and_names() {
    let mut builder = Builder::new();
    builder.stream("", b"600 0 50 0 550 700 d1 50 0 500 700 re f");
    builder.stream("", b"600 0 50 350 300 700 d1 50 350 250 350 re f");
    let font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] \
        /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /A 3 0 R /two 4 0 R >> \
        /Encoding << /Differences [65 /A /two] >> /FirstChar 65 /LastChar 66 \
        /Widths [600 600] /Resources << >> >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td (AB) Tj ET", &mut builder);
    let document = builder.read().0;
    let page = &document.pages[0];
    assert_eq!(page.text, "A2");
    let ink = page.glyphs[0].ink.unwrap();
    assert!((ink.left.to_pt() - 50.5).abs() < 0.01);
    assert!((ink.top.to_pt() - 93.0).abs() < 0.01);
    assert!((page.glyphs[1].x.to_pt() - 56.0).abs() < 0.01);
    // The outline shows that the figure stands high.
    assert_eq!(page.glyphs[1].form, GlyphForm::Superior);
}

#[test]
fn font_without_names_is_reported() {
    let mut builder = Builder::new();
    builder.stream("", b"600 0 50 0 550 700 d1 50 0 500 700 re f");
    let font = "<< /Type /Font /Subtype /Type3 /Name /Secret /FontBBox [0 0 600 700] \
        /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /glyph 3 0 R >> \
        /Encoding << /Differences [65 /glyph] >> /FirstChar 65 /LastChar 65 \
        /Widths [600] /Resources << >> >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td (AA) Tj ET", &mut builder);
    let (document, problems) = builder.read();
    assert_eq!(document.pages[0].text, "\u{FFFD}\u{FFFD}");
    assert_eq!(
        problems[0].message,
        "the font Secret does not say which letters its glyphs are; \
         U+FFFD stands for 2 of them"
    );
}

#[test]
fn bitmap_font_of_tex_is_guessed_and_reported() {
    let mut builder = Builder::new();
    builder.stream("", b"600 0 50 0 550 700 d1 50 0 500 700 re f");
    let font = "<< /Type /Font /Subtype /Type3 /Name /F7 /FontBBox [0 0 600 700] \
        /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a12 3 0 R /a110 3 0 R >> \
        /Encoding << /Differences [12 /a12 110 /a110] >> /FirstChar 12 /LastChar 12 \
        /Widths [600] /Resources << >> >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td <0C6E> Tj ET", &mut builder);
    let (document, problems) = builder.read();
    assert_eq!(document.pages[0].text, "fin");
    assert!(problems[0].message.contains("guessed"), "{problems:?}");
}

#[test]
fn composite_font_without_to_unicode_uses_its_collection() {
    let mut builder = Builder::new();
    builder.object(
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << \
         /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 >>",
    );
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light-H /Encoding /H \
                /DescendantFonts [3 0 R] >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td <467C4B5C> Tj ET", &mut builder);
    assert_eq!(texts(&builder.lines()), ["日本"]);
}

#[test]
fn name_of_a_font_tells_its_style() {
    let style = |name: &str| {
        let mut builder = Builder::new();
        let font = format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>");
        page_with_font(&font, "BT /F1 10 Tf 50 500 Td (x) Tj ET", &mut builder);
        let document = builder.read().0;
        let style = document.fonts[0].style;
        let _ = lines_of(&document);
        (style.bold, style.italic, style.small_caps)
    };
    assert_eq!(style("ABCDEF+CMBX10"), (true, false, false));
    assert_eq!(style("CMTI12"), (false, true, false));
    assert_eq!(style("CMCSC10"), (false, false, true));
    assert_eq!(style("CMR10"), (false, false, false));
    assert_eq!(style("Garamond-BoldIt"), (true, true, false));
    assert_eq!(style("TimesNewRomanPS-ItalicMT"), (false, true, false));
    assert_eq!(style("LinuxLibertineOBold"), (true, false, false));
    assert_eq!(style("LinLibertineOI"), (false, true, false));
    assert_eq!(style("MinionPro-SmCaps-SC"), (false, false, true));
    assert_eq!(style("Albertina"), (false, false, false));
}

#[test]
fn ligature_with_exchanged_bytes_is_read() {
    let mut builder = Builder::new();
    let cmap = b"1 begincodespacerange <00> <FF> endcodespacerange \
        2 beginbfchar <01> <66006900> <02> <F731> endbfchar";
    builder.stream("", cmap);
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 3 0 R >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td <0102> Tj ET", &mut builder);
    assert_eq!(texts(&builder.lines()), ["fi1"]);
}

#[test]
fn outline_tells_small_capitals() {
    // A `d` without its ascender, and an `e`, which alone would tell nothing.
    let mut builder = Builder::new();
    builder.stream("", b"600 0 50 0 550 480 d1 50 0 500 480 re f");
    let font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] \
        /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /d 3 0 R /e 3 0 R >> \
        /Encoding << /Differences [100 /d /e] >> /FirstChar 100 /LastChar 101 \
        /Widths [600 600] /Resources << >> >>";
    page_with_font(font, "BT /F1 10 Tf 50 500 Td (ed) Tj ET", &mut builder);
    assert_eq!(runs(&builder.lines()[0]), "{c:ed}");
}
