//! Which requests are accepted, and the headers of every answer.

use std::net::IpAddr;
use std::sync::Arc;

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, HOST, HeaderName, HeaderValue, IF_NONE_MATCH,
    ORIGIN, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};

use crate::body::{AnswerBody, Response};
use crate::error::Refusal;
use crate::router::{RequestBody, route};
use crate::state::Explorer;

/// The hosts that a request may name. A page of another site can make its own name resolve to this computer (DNS
/// rebinding), but it cannot choose the header `Host`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// The names, without ports.
    pub names: Vec<String>,
    /// Whether every IP address is allowed. A name that resolves to this computer is not an address.
    pub addresses: bool,
    /// The port; `None` allows any port.
    pub port: Option<u16>,
}

impl Default for Hosts {
    /// The loopback names and addresses, with any port.
    fn default() -> Self {
        Hosts {
            names: ["127.0.0.1", "localhost", "[::1]"]
                .map(str::to_owned)
                .into(),
            addresses: false,
            port: None,
        }
    }
}

impl Hosts {
    /// Whether a header `Host` is allowed.
    pub fn allows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let is_address = || {
            let address = name.trim_start_matches('[').trim_end_matches(']');
            address.parse::<IpAddr>().is_ok()
        };
        let is_named = self.names.iter().any(|own| own.eq_ignore_ascii_case(name));
        let is_port = match self.port {
            None => port.is_some(),
            own => port == own,
        };
        is_port && (is_named || self.addresses && is_address())
    }
}

/// What a page may load: only files of this server, and no inline script or style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_FRAME_OPTIONS, "DENY"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (RESOURCE_POLICY, "same-origin"),
    (CACHE_CONTROL, "no-cache"),
];

/// Refuses requests from other sites, long addresses, and too many requests. Limits the time and adds the headers.
pub async fn guard(explorer: &Arc<Explorer>, head: Parts, body: impl RequestBody) -> Response {
    let foreign = explorer.origins.of(&head);
    let reads = matches!(head.method, Method::GET | Method::HEAD);
    let known = head.headers.get(IF_NONE_MATCH).filter(|_| reads);
    let known = known.cloned();
    let mut response = match admit(explorer, &head, foreign.is_some()) {
        Ok(()) if foreign.is_some() && head.method == Method::OPTIONS => {
            AnswerBody::new("").response(StatusCode::NO_CONTENT, PREFLIGHT)
        }
        Ok(()) => answer(explorer, head, body).await,
        Err(refusal) => refusal.response(),
    };
    if response.status() == StatusCode::OK && is_known(known.as_ref(), response.headers().get(ETAG))
    {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = AnswerBody::new("");
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !explorer.origins.0.is_empty() {
        headers.append(VARY, HeaderValue::from_static("origin"));
    }
    if let Some(origin) = foreign {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
    response
}

/// Whether a browser has an answer with this tag.
fn is_known(known: Option<&HeaderValue>, tag: Option<&HeaderValue>) -> bool {
    let (Some(Ok(known)), Some(Ok(tag))) = (known.map(|k| k.to_str()), tag.map(|t| t.to_str()))
    else {
        return false;
    };
    known.split(',').any(|one| one.trim() == tag)
}

/// The origins of other sites whose pages may use the API, such as `https://example.org`; `*` allows all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins(pub Vec<String>);

impl Origins {
    /// The origin of a request to the API from another site that may use it.
    fn of(&self, head: &Parts) -> Option<HeaderValue> {
        let origin = head.headers.get(ORIGIN)?;
        let is_allowed = self
            .0
            .iter()
            .any(|own| own == "*" || own.as_bytes() == origin.as_bytes());
        (is_allowed && head.uri.path().starts_with("/api/")).then(|| origin.clone())
    }
}

/// The answer to the question of a browser whether a page may send a file.
const PREFLIGHT: [(HeaderName, &str); 2] = [
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
    (ACCESS_CONTROL_ALLOW_HEADERS, "content-type, if-none-match"),
];

fn admit(explorer: &Explorer, head: &Parts, is_allowed: bool) -> Result<(), Refusal> {
    let (headers, uri) = (&head.headers, &head.uri);
    let host = one(headers, &HOST)?;
    let host = host.or_else(|| uri.authority().map(|host| host.as_str()));
    let Some(host) = host.filter(|host| explorer.hosts.allows(host)) else {
        let message =
            "the header Host names another server; open the address that skep explore printed";
        return Err(Refusal::new(
            StatusCode::MISDIRECTED_REQUEST,
            "bad-host",
            message,
        ));
    };
    let origin = one(headers, &ORIGIN)?;
    let is_other = origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host));
    if !is_allowed && (is_other || !is_own(headers, uri.path())) {
        let message = "pages of other sites cannot use this server";
        return Err(Refusal::new(StatusCode::FORBIDDEN, "bad-origin", message));
    }
    let length = uri.path_and_query().map_or(0, |uri| uri.as_str().len());
    if length > explorer.limits().query {
        let message = format!(
            "the address is longer than {} bytes",
            explorer.limits().query
        );
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "too-long", message));
    }
    Ok(())
}

/// Whether a request is not from another site, as far as the browser tells. A link of another site may open the page,
/// but only as a document of its own, and nothing else: a frame would work for the other site without being seen.
fn is_own(headers: &HeaderMap, path: &str) -> bool {
    let says = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    let (site, mode, dest) = (
        says("sec-fetch-site"),
        says("sec-fetch-mode"),
        says("sec-fetch-dest"),
    );
    match (site, mode, dest) {
        (_, _, Some(b"iframe" | b"frame" | b"fencedframe" | b"object" | b"embed")) => false,
        (None | Some(b"same-origin" | b"none"), _, _) => true,
        (Some(_), Some(b"navigate"), Some(b"document")) => path == "/",
        _ => false,
    }
}

/// A header that is text and given at most once.
fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    let text = values.next().map(HeaderValue::to_str).transpose();
    match text {
        Ok(text) if values.next().is_none() => Ok(text),
        _ => {
            let message = format!("the header {name} is invalid");
            Err(Refusal::bad("bad-header", message))
        }
    }
}

async fn answer(explorer: &Arc<Explorer>, head: Parts, body: impl RequestBody) -> Response {
    let Ok(_permit) = explorer.open.try_acquire() else {
        return Refusal::busy("requests").response();
    };
    let answer = route(Arc::clone(explorer), head, body);
    match tokio::time::timeout(explorer.limits().time, answer).await {
        Ok(response) => response,
        Err(_) => Refusal::late().response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_sites_can_only_open_the_page() {
        let sites = ["", "none", "same-origin", "same-site", "cross-site", "new"];
        let modes = ["", "navigate", "cors", "no-cors", "websocket"];
        let dests = [
            "", "document", "empty", "image", "script", "iframe", "frame", "object", "embed",
        ];
        let paths = ["/", "/static/explorer.js", "/api/info", "/no/such/page"];
        let mut allowed = 0;
        let of_site = |site| modes.iter().map(move |mode| (site, *mode));
        let asked = sites.into_iter().flat_map(of_site);
        for (site, mode, dest) in asked.flat_map(|(s, m)| dests.map(|d| (s, m, d))) {
            let mut headers = HeaderMap::new();
            for (name, value) in [("site", site), ("mode", mode), ("dest", dest)] {
                if !value.is_empty() {
                    let name = HeaderName::try_from(format!("sec-fetch-{name}")).unwrap();
                    headers.insert(name, HeaderValue::from_static(value));
                }
            }
            for path in paths {
                let is_frame = ["iframe", "frame", "object", "embed"].contains(&dest);
                let is_foreign = ["same-site", "cross-site", "new"].contains(&site);
                let opens = mode == "navigate" && dest == "document" && path == "/";
                let expected = !is_frame && (!is_foreign || opens);
                assert_eq!(is_own(&headers, path), expected, "{headers:?} {path}");
                allowed += usize::from(is_foreign && expected);
            }
        }
        assert_eq!(allowed, 3);
    }

    #[test]
    fn only_own_hosts_are_allowed() {
        let own = Hosts {
            port: Some(4483),
            ..Hosts::default()
        };
        for host in ["127.0.0.1:4483", "LOCALHOST:4483", "[::1]:4483"] {
            assert!(own.allows(host), "{host}");
        }
        let other = [
            "evil.example:4483",
            "127.0.0.1.evil.example:4483",
            "127.0.0.1:80",
            "127.0.0.1",
            "192.168.0.2:4483",
            "[::1]",
            "localhost:4483@evil.example",
            "",
            ":4483",
        ];
        for host in other {
            assert!(!own.allows(host), "{host}");
        }
        let usual = Hosts {
            port: Some(80),
            ..Hosts::default()
        };
        assert!(usual.allows("localhost") && usual.allows("[::1]"));
        let open = Hosts {
            addresses: true,
            ..own
        };
        assert!(open.allows("192.168.0.2:4483") && open.allows("[fe80::1]:4483"));
        assert!(!open.allows("evil.example:4483"));
    }
}
