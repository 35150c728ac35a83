//! Who may ask the desk: the page that it has served itself, and nobody else.
//!
//! Any page that a browser shows can send requests to 127.0.0.1. The token in the address
//! keeps out those that do not know it; `Host` keeps out names that were made to lead here
//! (DNS rebinding); `Origin` and `Sec-Fetch-Site` keep out pages of other origins that have
//! learnt the token (Fetch Metadata, W3C).

/// What of a request says who asks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Asking<'a> {
    /// It may change something.
    pub(super) changes: bool,
    /// The path, with the query.
    pub(super) url: &'a str,
    pub(super) host: Option<&'a str>,
    pub(super) origin: Option<&'a str>,
    pub(super) fetch_site: Option<&'a str>,
    pub(super) content_type: Option<&'a str>,
}

/// The address of the desk.
#[derive(Debug, Clone)]
pub(super) struct DeskAddress {
    port: u16,
    token: String,
}

/// Why a request is refused, as a status of HTTP (RFC 9110 §15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It was sent to another host (421).
    OtherHost,
    /// Another page sends it, or it lacks the token (403).
    Forbidden,
    /// It is not JSON (415).
    OtherType,
}

impl Refusal {
    pub(super) fn status(self) -> u16 {
        match self {
            Self::OtherHost => 421,
            Self::Forbidden => 403,
            Self::OtherType => 415,
        }
    }
}

impl DeskAddress {
    pub(super) fn new(port: u16, token: String) -> Self {
        Self { port, token }
    }

    /// The address to be opened.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The path below the folder of the desk, without the query, if the request is allowed.
    pub(super) fn admit<'a>(&self, asking: Asking<'a>) -> Result<&'a str, Refusal> {
        let host = format!("127.0.0.1:{}", self.port);
        if asking.host != Some(host.as_str()) {
            return Err(Refusal::OtherHost);
        }
        let own = format!("http://{host}");
        let from_here = asking.origin.is_none_or(|origin| origin == own);
        let site = asking.fetch_site.is_none_or(|site| {
            // What a person types or opens comes from no site.
            site == "same-origin" || site == "none" && !asking.changes
        });
        // Browsers say the origin of every request that may change something.
        let is_stated = !asking.changes || asking.origin.is_some();
        if !(from_here && site && is_stated) {
            return Err(Refusal::Forbidden);
        }
        if asking.changes && asking.content_type != Some("application/json") {
            // Forms cannot send this type.
            return Err(Refusal::OtherType);
        }
        let (path, _) = asking.url.split_once('?').unwrap_or((asking.url, ""));
        let path = path.strip_prefix('/').ok_or(Refusal::Forbidden)?;
        let (token, path) = path.split_once('/').ok_or(Refusal::Forbidden)?;
        if is_same(token.as_bytes(), self.token.as_bytes()) {
            Ok(path)
        } else {
            Err(Refusal::Forbidden)
        }
    }
}

/// Whether two tokens are the same, in a time that does not say where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: Option<&str> = Some("127.0.0.1:4711");
    const OWN: Option<&str> = Some("http://127.0.0.1:4711");

    fn admit(asking: Asking<'_>) -> Result<&str, Refusal> {
        DeskAddress::new(4711, "secret".to_owned()).admit(asking)
    }

    #[test]
    fn the_page_itself_is_admitted() {
        let reads =
            Asking { url: "/secret/api/shelf?x", host: HOST, ..Asking::default() };
        assert_eq!(admit(reads), Ok("api/shelf"));
        assert_eq!(admit(Asking { fetch_site: Some("none"), ..reads }), Ok("api/shelf"));
        let changes = Asking {
            changes: true,
            origin: OWN,
            fetch_site: Some("same-origin"),
            content_type: Some("application/json"),
            ..reads
        };
        assert_eq!(admit(changes), Ok("api/shelf"));
        assert_eq!(
            admit(Asking { content_type: Some("text/plain"), ..changes }),
            Err(Refusal::OtherType)
        );
    }

    #[test]
    fn nobody_else_is_admitted() {
        let reads = Asking { url: "/secret/", host: HOST, ..Asking::default() };
        for host in
            [None, Some("localhost:4711"), Some("evil.example:4711"), Some("127.0.0.1")]
        {
            assert_eq!(admit(Asking { host, ..reads }), Err(Refusal::OtherHost));
        }
        for url in [
            "/",
            "/secret",
            "/secre/",
            "/secrets/",
            "//secret/",
            "secret/",
            "/../secret/",
        ] {
            assert_eq!(admit(Asking { url, ..reads }), Err(Refusal::Forbidden), "{url}");
        }
        let origin = Some("http://evil.example");
        assert_eq!(admit(Asking { origin, ..reads }), Err(Refusal::Forbidden));
        for fetch_site in [Some("cross-site"), Some("same-site")] {
            assert_eq!(admit(Asking { fetch_site, ..reads }), Err(Refusal::Forbidden));
        }
        // A change without an origin, or from a form that was opened.
        let content_type = Some("application/json");
        let changes = Asking { changes: true, content_type, ..reads };
        assert_eq!(admit(changes), Err(Refusal::Forbidden));
        let opened = Asking { origin: OWN, fetch_site: Some("none"), ..changes };
        assert_eq!(admit(opened), Err(Refusal::Forbidden));
    }
}
