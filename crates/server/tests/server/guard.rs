//! Other sites' pages, and names that lead here by deceit.

use axum::body::Body;
use hyper::{Method, Request};
use serde_json::json;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, http};

use crate::client::{Reply, TestServer};

async fn send(server: &TestServer, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server
        .send(request.body(Body::empty()).expect("a request"))
        .await
}

#[tokio::test]
async fn a_foreign_name_for_this_machine_is_refused() {
    let server = TestServer::start();
    for path in ["/", "/api/v1/about", "/api/v1/games"] {
        for host in ["evil.example", "evil.example:8642", "192.168.1.1"] {
            let reply = send(&server, Method::GET, path, &[("host", host)]).await;
            reply.refusal(421);
        }
        for host in ["localhost", "localhost:5173", "127.0.0.1:1", "[::1]:8642"] {
            let reply = send(&server, Method::GET, path, &[("host", host)]).await;
            assert_eq!(reply.status, 200, "{host}{path}");
        }
    }
    send(&server, Method::GET, "/api/v1/about", &[("host", "")])
        .await
        .refusal(400);
}

#[tokio::test]
async fn another_sites_page_can_change_nothing() {
    let server = TestServer::start();
    let game = json!({"start": "6x6", "black": {"kind": "person"}, "white": {"kind": "person"}});
    server.post("/games", game).await.ok();
    let own = format!("http://{}", server.address);
    let other_port = format!("http://127.0.0.1:{}", server.address.port() ^ 1);
    for origin in ["http://evil.example", "null", "", other_port.as_str()] {
        for (method, path) in [
            (Method::DELETE, "/api/v1/games/1"),
            (Method::POST, "/api/v1/games/1/hint"),
        ] {
            let reply = send(&server, method, path, &[("origin", origin)]).await;
            reply.refusal(403);
        }
        let reading = send(
            &server,
            Method::GET,
            "/api/v1/games/1",
            &[("origin", origin)],
        )
        .await;
        assert_eq!(reading.status, 200);
        assert_eq!(reading.header("access-control-allow-origin"), "");
        assert_eq!(
            reading.header("cross-origin-resource-policy"),
            "same-origin"
        );
    }
    let reply = send(
        &server,
        Method::DELETE,
        "/api/v1/games/1",
        &[("origin", &own)],
    )
    .await;
    assert_eq!(reply.status, 204);
}

#[tokio::test]
async fn another_sites_page_can_open_no_stream() {
    let server = TestServer::start();
    let open = async |origin: &str| {
        let url = format!("ws://{}/api/v1/analysis", server.address);
        let mut request = url.into_client_request().expect("a request");
        let origin = http::HeaderValue::from_str(origin).expect("a header");
        request.headers_mut().insert("origin", origin);
        tokio_tungstenite::connect_async(request).await
    };
    match open("http://evil.example").await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 403),
        other => panic!("it must be refused: {other:?}"),
    }
    open(&format!("http://{}", server.address))
        .await
        .expect("its own page may");
}
