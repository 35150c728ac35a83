//! Builds small PDFs.

use std::fmt::Write as _;

use pliego::source::pdf::line::PdfLine;
use pliego::source::pdf::{
    PdfAccess, PdfDocument, PdfLines, PdfProblem, ReadPdfError, build_lines, read_pdf,
};

/// Helvetica under the name `F1`, and what a page needs besides.
pub(crate) const HELVETICA: &str =
    "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";

/// A PDF that is being built. Object 1 is the catalog, 2 the page tree, 3 the first page.
#[derive(Default)]
pub(crate) struct Builder {
    objects: Vec<(u32, Vec<u8>)>,
    pages: Vec<u32>,
    /// Entries of the catalog.
    pub(crate) catalog: String,
    /// Entries of the trailer.
    pub(crate) trailer: String,
    /// Entries of the page tree, which all pages inherit.
    pub(crate) inherited: String,
    next: u32,
}

impl Builder {
    /// A document with the Helvetica of [`HELVETICA`].
    pub(crate) fn new() -> Self {
        let inherited = format!("/MediaBox [0 0 400 600] /Resources << {HELVETICA} >>");
        Self { inherited, next: 2, ..Self::default() }
    }

    /// Adds an object and returns its number.
    pub(crate) fn object(&mut self, body: &str) -> u32 {
        self.next += 1;
        self.objects.push((self.next, body.as_bytes().to_vec()));
        self.next
    }

    /// Adds a stream with entries of its dictionary and returns its number.
    pub(crate) fn stream(&mut self, entries: &str, data: &[u8]) -> u32 {
        self.next += 1;
        let mut body =
            format!("<< {entries} /Length {} >>\nstream\n", data.len()).into_bytes();
        body.extend_from_slice(data);
        body.extend_from_slice(b"\nendstream");
        self.objects.push((self.next, body));
        self.next
    }

    /// Adds a page with a content and entries of its dictionary.
    pub(crate) fn page(&mut self, content: &str, entries: &str) -> &mut Self {
        let content = self.stream("", content.as_bytes());
        let page = self.object(&format!(
            "<< /Type /Page /Parent 2 0 R /Contents {content} 0 R {entries} >>"
        ));
        self.pages.push(page);
        self
    }

    /// The numbers of the objects of its pages.
    pub(crate) fn page_numbers(&self) -> &[u32] {
        &self.pages
    }

    /// The bytes of the file.
    pub(crate) fn build(&self) -> Vec<u8> {
        let kids: Vec<String> =
            self.pages.iter().map(|page| format!("{page} 0 R")).collect();
        let mut objects = self.objects.clone();
        let catalog = format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog);
        let tree = format!(
            "<< /Type /Pages /Kids [{}] /Count {} {} >>",
            kids.join(" "),
            kids.len(),
            self.inherited
        );
        objects.push((1, catalog.into_bytes()));
        objects.push((2, tree.into_bytes()));
        objects.sort_by_key(|(number, _)| *number);
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut table = String::from("0000000000 65535 f \n");
        for (number, body) in &objects {
            let _ = writeln!(table, "{:010} 00000 n ", file.len());
            file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
            file.extend_from_slice(body);
            file.extend_from_slice(b"\nendobj\n");
        }
        let start = file.len();
        let size = objects.len() + 1;
        file.extend_from_slice(format!("xref\n0 {size}\n{table}").as_bytes());
        let trailer = format!(
            "trailer\n<< /Size {size} /Root 1 0 R {} >>\nstartxref\n{start}\n%%EOF\n",
            self.trailer
        );
        file.extend_from_slice(trailer.as_bytes());
        file
    }

    /// The document that is read from the file.
    pub(crate) fn read(&self) -> (PdfDocument, Vec<PdfProblem>) {
        read_pdf(&self.build(), &PdfAccess::default()).unwrap()
    }

    /// Why the file cannot be read.
    pub(crate) fn refuse(&self) -> ReadPdfError {
        read_pdf(&self.build(), &PdfAccess::default()).unwrap_err()
    }

    /// The lines of the first page, whose ledger must balance.
    pub(crate) fn lines(&self) -> Vec<PdfLine> {
        lines_of(&self.read().0).lines
    }
}

/// The lines of the first page.
pub(crate) fn lines_of(document: &PdfDocument) -> PdfLines {
    let lines = build_lines(&document.pages[0], &document.fonts, None);
    assert!(lines.ledger.balance(), "{:?}", lines.ledger);
    lines
}

/// The lines of a page with a content.
pub(crate) fn lines_from(content: &str) -> Vec<PdfLine> {
    Builder::new().page(content, "").lines()
}

/// The texts of lines.
pub(crate) fn texts(lines: &[PdfLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// The runs of a line with the flags that a reader would see: `b`, `i`, `^`, `_`.
pub(crate) fn runs(line: &PdfLine) -> String {
    use pliego::source::pdf::line::BaselinePosition;
    let mut written = String::new();
    for run in &line.runs {
        let text = &line.text[run.text.start as usize..run.text.end as usize];
        let mut flags = String::new();
        for (flag, on) in [
            ('b', run.bold),
            ('i', run.italic),
            ('c', run.small_caps),
            ('^', run.position == BaselinePosition::Raised),
            ('_', run.position == BaselinePosition::Lowered),
        ] {
            if on {
                flags.push(flag);
            }
        }
        if flags.is_empty() {
            written.push_str(text);
        } else {
            let _ = write!(written, "{{{flags}:{text}}}");
        }
    }
    written
}
