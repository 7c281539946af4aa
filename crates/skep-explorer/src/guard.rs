//! Which requests are accepted, and the headers of every answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;
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

pub const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (CACHE_CONTROL, "no-cache"),
];

/// Refuses requests from other sites, long addresses, and too many requests. Limits the time and adds the headers.
pub async fn guard(
    State(explorer): State<Arc<Explorer>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match admit(&explorer, &request) {
        Ok(()) => answer(&explorer, request, next).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

fn admit(explorer: &Explorer, request: &Request) -> Result<(), Refusal> {
    let headers = request.headers();
    let host = one(headers, &HOST)?;
    let host = host.or_else(|| request.uri().authority().map(|host| host.as_str()));
    let Some(host) = host.filter(|host| explorer.hosts.allows(host)) else {
        let message =
            "the header Host names another server; open the address that skep explore printed";
        return Err(Refusal::new(
            StatusCode::MISDIRECTED_REQUEST,
            "bad-host",
            message,
        ));
    };
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_navigation = headers
        .get("sec-fetch-mode")
        .is_some_and(|mode| mode == "navigate");
    let origin = one(headers, &ORIGIN)?;
    let is_other = origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host));
    let is_embedded = matches!(site, Some(b"cross-site" | b"same-site")) && !is_navigation;
    if is_other || is_embedded {
        let message = "pages of other sites cannot use this server";
        return Err(Refusal::new(StatusCode::FORBIDDEN, "bad-origin", message));
    }
    let length = request
        .uri()
        .path_and_query()
        .map_or(0, |uri| uri.as_str().len());
    if length > explorer.limits.query {
        let message = format!("the address is longer than {} bytes", explorer.limits.query);
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "too-long", message));
    }
    Ok(())
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

async fn answer(explorer: &Explorer, request: Request, next: Next) -> Response {
    let Ok(_permit) = explorer.open.try_acquire() else {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let message = "too many requests; try again later";
        return Refusal::new(status, "busy", message).into_response();
    };
    match tokio::time::timeout(explorer.limits.time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Refusal::late().into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
