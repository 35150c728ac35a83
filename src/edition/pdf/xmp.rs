//! The metadata stream (ISO 16684-1, ISO 32000-1 §14.3.2).

use std::fmt::Write;

use super::document_info::DocumentInfo;
use super::file::PRODUCER;
use crate::edition::moment::Moment;
use crate::text::xml::escape_xml;

/// What a file says about the standards that it conforms to.
pub(super) struct StandardClaims {
    /// The namespaces of the properties, as attributes.
    pub(super) namespaces: &'static str,
    /// The properties.
    pub(super) properties: String,
}

/// Claims PDF/A-2a and PDF/UA-1 for a PDF for readers, if it conforms to them.
pub(super) fn make_reader_claims(conforms: bool) -> StandardClaims {
    let properties = if conforms { CONFORMANCE.to_owned() } else { String::new() };
    StandardClaims { namespaces: READER_NAMESPACES, properties }
}

/// Formats what a file says about itself as an XMP packet.
pub(super) fn format_packet(info: &DocumentInfo, claims: &StandardClaims) -> String {
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
    property("dc:title", &alternative(&info.title));
    if !info.authors.is_empty() {
        property("dc:creator", &format_list("Seq", &info.authors));
    }
    if let Some(language) = &info.language {
        property("dc:language", &format_list("Bag", &[language.to_string()]));
    }
    if let Some(subject) = &info.subject {
        property("dc:description", &alternative(subject));
    }
    if !info.keywords.is_empty() {
        property("dc:subject", &format_list("Bag", &info.keywords));
        property("pdf:Keywords", &escape_xml(&info.keywords.join(", ")));
    }
    property("pdf:Producer", PRODUCER);
    property("xmp:CreatorTool", PRODUCER);
    if let Some(made) = info.made {
        let made = Moment::from_seconds(made).to_string();
        for name in ["xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"] {
            property(name, &made);
        }
    }
    xml + &claims.properties + TAIL
}

/// PDF/A-2a (ISO 19005-2 §6.6.4) and PDF/UA-1 (ISO 14289-1 §5). PDF/A does not know the
/// property of PDF/UA, so an extension schema describes it (ISO 19005-2 §6.6.2.3).
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
const READER_NAMESPACES: &str = " xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\"
 xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"
 xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\"
 xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\"
 xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\"";

const TAIL: &str = "</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end=\"r\"?>";

fn format_list(kind: &str, items: &[String]) -> String {
    let items = items.iter().map(|item| format!("<rdf:li>{}</rdf:li>", escape_xml(item)));
    format!("<rdf:{kind}>{}</rdf:{kind}>", items.collect::<String>())
}
