//! Everything that the API can be asked, asked by a page of another site. The requests are read from the OpenAPI page,
//! so that a new one cannot be forgotten.

use axum::body::Body;
use hyper::{Method, Request};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, http};

use crate::client::{Reply, TestServer, settings, small};

/// A request that the API knows.
struct Operation {
    method: Method,
    path: String,
    takes_body: bool,
    is_stream: bool,
}

fn operations() -> Vec<Operation> {
    let openapi: Value = serde_json::from_str(&server::api::openapi()).expect("it is JSON");
    let mut found = Vec::new();
    for (path, methods) in openapi["paths"].as_object().expect("there are paths") {
        for (method, operation) in methods.as_object().expect("they have methods") {
            // Every number in a path is that of something that is there.
            let mut real = path.clone();
            while let (Some(open), Some(close)) = (real.find('{'), real.find('}')) {
                real.replace_range(open..=close, "1");
            }
            found.push(Operation {
                method: method.to_uppercase().parse().expect("a method"),
                path: real,
                takes_body: !operation["requestBody"].is_null(),
                is_stream: !operation["responses"]["101"].is_null(),
            });
        }
    }
    assert!(
        found.len() > 15,
        "the API has more requests than {}",
        found.len()
    );
    found
}

impl Operation {
    async fn send(&self, server: &TestServer, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = Request::builder()
            .method(self.method.clone())
            .uri(&self.path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Body::from(body.to_owned());
        server.send(request.body(body).expect("a request")).await
    }

    fn reads(&self) -> bool {
        self.method == Method::GET
    }
}

/// A server on which all is allowed that can be, with a game to be harmed.
async fn server() -> TestServer {
    let mut capacity = small();
    capacity.programs.are_allowed = true;
    let server = TestServer::start_with(&settings(capacity));
    let game = json!({"start": "6x6", "black": {"kind": "person"}, "white": {"kind": "person"}});
    server.post("/games", game).await.ok();
    server
}

/// All that is kept.
async fn kept(server: &TestServer) -> Value {
    json!([
        server.get("/games").await.ok(),
        server.get("/games/1").await.ok(),
        server.get("/programs").await.ok(),
    ])
}

#[tokio::test]
async fn another_sites_page_can_do_nothing() {
    let server = server().await;
    let before = kept(&server).await;
    let body = r#"{"ply": 0, "move": "a2-a3/a2"}"#;
    let other_port = format!("http://127.0.0.1:{}", server.address.port() ^ 1);
    for operation in operations() {
        let named = format!("{} {}", operation.method, operation.path);
        // What a form or a script of an old browser sends: no preflight, and only the origin tells.
        for origin in ["http://evil.example", "null", other_port.as_str()] {
            for kind in [
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/json",
            ] {
                let headers = [("origin", origin), ("content-type", kind)];
                if !operation.reads() {
                    let reply = operation.send(&server, &headers, body).await;
                    assert_eq!(reply.status, 403, "{named} from {origin} as {kind}");
                }
            }
        }
        // What a new browser says of pictures, scripts and frames too, which have no origin.
        for site in ["cross-site", "same-site", "something new"] {
            let reply = operation
                .send(&server, &[("sec-fetch-site", site)], "")
                .await;
            assert_eq!(reply.status, 403, "{named} from {site}");
        }
        // A name that was made to lead here.
        for host in ["evil.example", "localhost.evil.example:8642", "192.168.1.1"] {
            let own = format!("http://{host}");
            let headers = [
                ("host", host),
                ("origin", &own),
                ("sec-fetch-site", "same-origin"),
            ];
            let reply = operation.send(&server, &headers, body).await;
            assert_eq!(reply.status, 421, "{named} as {host}");
        }
    }
    assert_eq!(kept(&server).await, before);
}

/// A page can send plain text anywhere without asking first; what has a body must be JSON, for which it has to ask.
#[tokio::test]
async fn plain_text_is_never_taken_for_a_request() {
    let server = server().await;
    let before = kept(&server).await;
    for operation in operations().iter().filter(|operation| operation.takes_body) {
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "",
        ] {
            let reply = operation
                .send(&server, &[("content-type", kind)], "{}")
                .await;
            let path = &operation.path;
            assert_eq!(reply.status, 415, "{path} as {kind:?}: {}", reply.text());
        }
        // And who asks first is told nothing that would let it.
        let asked = Operation {
            method: Method::OPTIONS,
            path: operation.path.clone(),
            takes_body: false,
            is_stream: false,
        };
        let headers = [
            ("origin", "http://evil.example"),
            ("access-control-request-method", "POST"),
        ];
        let reply = asked.send(&server, &headers, "").await;
        assert_eq!(reply.header("access-control-allow-origin"), "");
        assert!(reply.status >= 400, "{}", reply.status);
    }
    assert_eq!(kept(&server).await, before);
}

#[tokio::test]
async fn reading_changes_nothing() {
    let server = server().await;
    let before = kept(&server).await;
    for operation in operations().iter().filter(|operation| operation.reads()) {
        let reply = operation.send(&server, &[], "").await;
        assert_ne!(reply.status, 500, "{}: {}", operation.path, reply.text());
        for method in [Method::HEAD, Method::OPTIONS] {
            let path = operation.path.clone();
            let other = Operation {
                method,
                path,
                takes_body: false,
                is_stream: false,
            };
            other.send(&server, &[], "").await;
        }
    }
    assert_eq!(kept(&server).await, before);
}

#[tokio::test]
async fn no_stream_opens_for_another_sites_page() {
    let server = server().await;
    let open = async |path: &str, header: &'static str, value: &str| {
        let url = format!("ws://{}{path}", server.address);
        let mut request = url.into_client_request().expect("a request");
        let value = http::HeaderValue::from_str(value).expect("a header");
        request.headers_mut().insert(header, value);
        tokio_tungstenite::connect_async(request).await
    };
    let mut streams = 0;
    for Operation { path, .. } in operations().iter().filter(|operation| operation.is_stream) {
        streams += 1;
        for (header, value) in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "http://localhost:1"),
            ("sec-fetch-site", "cross-site"),
        ] {
            match open(path, header, value).await {
                Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{path} {value}"),
                other => panic!("{path} must be refused to {value}: {other:?}"),
            }
        }
        let own = format!("http://{}", server.address);
        open(path, "origin", &own).await.expect("its own page may");
    }
    assert!(streams >= 2, "{streams}");
}

/// A link on another page may lead here, but nobody may frame what it leads to.
#[tokio::test]
async fn links_lead_to_the_page_and_to_the_description() {
    let server = server().await;
    for path in ["/", "/api/v1/docs"] {
        let visit = Operation {
            method: Method::GET,
            path: path.to_owned(),
            takes_body: false,
            is_stream: false,
        };
        let headers = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        let reply = visit.send(&server, &headers, "").await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header("x-frame-options"), "DENY");
        assert!(
            reply
                .header("content-security-policy")
                .contains("frame-ancestors 'none'")
        );
    }
}
