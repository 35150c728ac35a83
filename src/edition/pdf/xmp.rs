//! The metadata stream (ISO 16684-1, ISO 32000-1 §14.3.2).

use std::fmt::Write;

use super::file::PRODUCER;
use super::particulars::Particulars;
use crate::edition::moment::Moment;
use crate::text::xml::escape_xml;

/// What a file says of the standards that it keeps.
pub(super) struct Claims {
    /// The namespaces of the properties, as attributes.
    pub(super) namespaces: &'static str,
    /// The properties.
    pub(super) properties: String,
}

/// What the PDF for readers says, if it keeps its standards.
pub(super) fn for_readers(conforms: bool) -> Claims {
    let properties = if conforms { CONFORMANCE.to_owned() } else { String::new() };
    Claims { namespaces: ARCHIVES, properties }
}

/// The particulars as an XMP packet, with the standards that the file keeps.
pub(super) fn packet(particulars: &Particulars, claims: &Claims) -> String {
    let mut xml = [HEAD, claims.namespaces, ">\n"].concat();
    let mut property = |name: &str, content: &str| {
        writeln!(xml, "<{name}>{content}</{name}>").expect("a string takes all text");
    };
    let alternative = |text: &str| {
        format!(
            "<rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li></rdf:Alt>",
            escape_xml(text)
        )
    };
    property("dc:format", "application/pdf");
    property("dc:title", &alternative(&particulars.title));
    if !particulars.authors.is_empty() {
        property("dc:creator", &list("Seq", &particulars.authors));
    }
    if let Some(language) = &particulars.language {
        property("dc:language", &list("Bag", &[language.to_string()]));
    }
    if let Some(subject) = &particulars.subject {
        property("dc:description", &alternative(subject));
    }
    if !particulars.keywords.is_empty() {
        property("dc:subject", &list("Bag", &particulars.keywords));
        property("pdf:Keywords", &escape_xml(&particulars.keywords.join(", ")));
    }
    property("pdf:Producer", PRODUCER);
    property("xmp:CreatorTool", PRODUCER);
    if let Some(made) = particulars.made {
        let made = Moment::from_seconds(made).to_string();
        for name in ["xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"] {
            property(name, &made);
        }
    }
    xml + &claims.properties + TAIL
}

/// PDF/A-2a (ISO 19005-2 §6.6.4) and PDF/UA-1 (ISO 14289-1 §5). The mark of the second is
/// none that the first knows, so it is described (ISO 19005-2 §6.6.2.3).
const CONFORMANCE: &str = "<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
<pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType=\"Resource\">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file keeps</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
";

const HEAD: &str = "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>
<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">
<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">
<rdf:Description rdf:about=\"\"
 xmlns:dc=\"http://purl.org/dc/elements/1.1/\"
 xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\"
 xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"
";

/// The namespaces of PDF/A and PDF/UA.
const ARCHIVES: &str = " xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\"
 xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"
 xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\"
 xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\"
 xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\"";

const TAIL: &str = "</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end=\"r\"?>";

fn list(kind: &str, items: &[String]) -> String {
    let items = items.iter().map(|item| format!("<rdf:li>{}</rdf:li>", escape_xml(item)));
    format!("<rdf:{kind}>{}</rdf:{kind}>", items.collect::<String>())
}
