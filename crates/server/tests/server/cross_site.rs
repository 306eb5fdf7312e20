//! Every request of the API, sent by another site's page. The requests are taken from the OpenAPI
//! description, so that new ones are covered.

use hyper::Method;
use serde_json::{Value, json};

use crate::client::{Reply, TestServer, human_game};

/// Types of bodies that a page can send without a preflight.
const BODY_TYPES: [&str; 4] = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
];

/// A request of the API.
pub struct Operation {
    pub method: Method,
    pub path: String,
    has_body: bool,
    pub is_websocket: bool,
}

pub fn operations() -> Vec<Operation> {
    let openapi: Value = serde_json::from_str(&server::openapi()).expect("valid JSON");
    let mut operations = Vec::new();
    for (template, methods) in openapi["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            // Id 1 exists.
            let mut path = template.clone();
            while let (Some(open), Some(close)) = (path.find('{'), path.find('}')) {
                path.replace_range(open..=close, "1");
            }
            operations.push(Operation {
                method: method.to_uppercase().parse().expect("method"),
                path,
                has_body: !operation["requestBody"].is_null(),
                is_websocket: !operation["responses"]["101"].is_null(),
            });
        }
    }
    assert!(operations.len() > 15, "{}", operations.len());
    operations
}

impl Operation {
    pub async fn send(&self, server: &TestServer, headers: &[(&str, &str)], body: &str) -> Reply {
        server
            .send_with(self.method.clone(), &self.path, headers, body)
            .await
    }

    pub fn is_get(&self) -> bool {
        self.method == Method::GET
    }
}

/// A server with external engines enabled and one game.
pub async fn permissive_server() -> TestServer {
    let server = TestServer::start_limited(|limits| limits.external_engines.enabled = true);
    server.post("/games", human_game("6x6")).await.ok();
    server
}

/// Everything that is stored.
pub async fn stored(server: &TestServer) -> Value {
    json!([
        server.get("/games").await.ok(),
        server.get("/games/1").await.ok(),
        server.get("/programs").await.ok(),
    ])
}

#[tokio::test]
async fn other_sites_are_rejected() {
    let server = permissive_server().await;
    let before = stored(&server).await;
    let body = r#"{"ply": 0, "move": "a2-a3/a2"}"#;
    let other_port = format!("http://127.0.0.1:{}", server.address.port() ^ 1);
    for operation in operations() {
        let name = format!("{} {}", operation.method, operation.path);
        // A form, or a script in an old browser: no preflight, only `Origin`.
        for origin in ["http://evil.example", "null", "", other_port.as_str()] {
            for content_type in BODY_TYPES.into_iter().chain(["application/json"]) {
                let headers = [("origin", origin), ("content-type", content_type)];
                let reply = operation.send(&server, &headers, body).await;
                if operation.is_get() {
                    // The browser withholds the response from the page.
                    assert_eq!(reply.header("access-control-allow-origin"), "");
                    assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
                } else {
                    assert_eq!(reply.status, 403, "{name} from {origin} as {content_type}");
                }
            }
        }
        // Images, scripts and frames in a new browser: no `Origin`.
        for site in ["cross-site", "same-site", "something new"] {
            let headers = [("sec-fetch-site", site)];
            let reply = operation.send(&server, &headers, "").await;
            assert_eq!(reply.status, 403, "{name} from {site}");
        }
        // DNS rebinding.
        for host in ["evil.example", "localhost.evil.example:8642", "192.168.1.1"] {
            let origin = format!("http://{host}");
            let headers = [
                ("host", host),
                ("origin", &origin),
                ("sec-fetch-site", "same-origin"),
            ];
            let reply = operation.send(&server, &headers, body).await;
            assert_eq!(reply.status, 421, "{name} as {host}");
        }
    }
    assert_eq!(stored(&server).await, before);
}

/// A page can send plain text anywhere without a preflight, so bodies must be JSON.
#[tokio::test]
async fn bodies_other_than_json_are_rejected() {
    let server = permissive_server().await;
    let before = stored(&server).await;
    for operation in operations().iter().filter(|operation| operation.has_body) {
        let path = &operation.path;
        for content_type in BODY_TYPES {
            let headers = [("content-type", content_type)];
            let reply = operation.send(&server, &headers, "{}").await;
            let text = reply.text();
            assert_eq!(reply.status, 415, "{path} as {content_type:?}: {text}");
        }
        // A preflight gets no permission.
        let headers = [
            ("origin", "http://evil.example"),
            ("access-control-request-method", "POST"),
        ];
        let reply = server.send_with(Method::OPTIONS, path, &headers, "").await;
        assert_eq!(reply.header("access-control-allow-origin"), "");
        assert!(reply.status >= 400, "{}", reply.status);
    }
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn safe_methods_change_nothing() {
    let server = permissive_server().await;
    let before = stored(&server).await;
    for operation in operations().iter().filter(|operation| operation.is_get()) {
        let path = &operation.path;
        let reply = operation.send(&server, &[], "").await;
        assert_ne!(reply.status, 500, "{path}: {}", reply.text());
        for method in [Method::HEAD, Method::OPTIONS] {
            server.send_with(method, path, &[], "").await;
        }
    }
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn other_sites_cannot_open_websockets() {
    let server = permissive_server().await;
    let mut count = 0;
    for Operation { path, .. } in operations()
        .iter()
        .filter(|operation| operation.is_websocket)
    {
        count += 1;
        for (header, value) in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "http://localhost:1"),
            ("sec-fetch-site", "cross-site"),
        ] {
            let opened = server.socket_with_header(path, header, value).await;
            assert_eq!(opened.err(), Some(403), "{path} {value}");
        }
        let own = format!("http://{}", server.address);
        let opened = server.socket_with_header(path, "origin", &own).await;
        assert!(opened.is_ok(), "{path} from the own page");
    }
    assert!(count >= 2, "{count}");
}

#[tokio::test]
async fn only_local_host_names_are_allowed() {
    let server = TestServer::start();
    let get = async |path: &str, host: &str| {
        let headers = [("host", host)];
        server.send_with(Method::GET, path, &headers, "").await
    };
    for path in ["/", "/api/v1/about"] {
        for host in ["evil.example", "evil.example:8642", "192.168.1.1"] {
            get(path, host).await.error(421);
        }
        for host in ["localhost", "localhost:5173", "127.0.0.1:1", "[::1]:8642"] {
            assert_eq!(get(path, host).await.status, 200, "{host}{path}");
        }
    }
    get("/api/v1/about", "").await.error(400);
}

#[tokio::test]
async fn own_page_can_change_something() {
    let server = permissive_server().await;
    let own = format!("http://{}", server.address);
    let headers = [("origin", own.as_str())];
    let path = "/api/v1/games/1";
    let reply = server.send_with(Method::DELETE, path, &headers, "").await;
    assert_eq!(reply.status, 204);
}

/// Other pages may link to the page and the API documentation, but not frame them.
#[tokio::test]
async fn links_to_the_page_and_the_documentation_work() {
    let server = permissive_server().await;
    for path in ["/", "/api/v1/docs"] {
        let headers = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        let reply = server.send_with(Method::GET, path, &headers, "").await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header("x-frame-options"), "DENY");
        let policy = reply.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"));
    }
}
