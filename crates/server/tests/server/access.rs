//! Tokens: the owner, read-only guests, and nobody else.

use hyper::Method;
use serde_json::json;

use crate::client::TestServer;
use crate::cross_site::{operations, permissive_server, stored};

const NOBODY: (&str, &str) = ("authorization", "");

/// Requests with a body that guests may send.
const READING_POSTS: [&str; 6] = [
    "/api/v1/book/explore",
    "/api/v1/positions/endgame",
    "/api/v1/positions/overlays",
    "/api/v1/positions/read",
    "/api/v1/records/read",
    "/api/v1/records/write",
];

fn guest(server: &TestServer) -> String {
    let tokens = server.authentication.tokens().expect("tokens");
    format!("Bearer {}", tokens.guest)
}

fn owner_token(server: &TestServer) -> String {
    let tokens = server.authentication.tokens().expect("tokens");
    tokens.owner.clone()
}

#[tokio::test]
async fn requests_without_a_token_are_rejected() {
    let server = permissive_server().await;
    let before = stored(&server).await;
    let wrong = format!("Bearer {}0", owner_token(&server));
    for operation in operations() {
        let name = format!("{} {}", operation.method, operation.path);
        for authorization in ["", "Bearer ", &wrong, &owner_token(&server)] {
            let headers = [("authorization", authorization), ("x-real-ip", "127.0.0.1")];
            let reply = operation.send(&server, &headers, "{}").await;
            let message = reply.error(401);
            assert!(message.contains("thermodon serve"), "{name}: {message}");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
        }
        if operation.is_websocket {
            let opened = server
                .socket_with_header(&operation.path, "authorization", "")
                .await;
            assert_eq!(opened.err(), Some(401), "{name}");
        }
    }
    for path in ["/api", "/api/v1/docs", "/api/v1/openapi.json"] {
        let reply = server.send_with(Method::GET, path, &[NOBODY], "").await;
        reply.error(401);
    }
    for path in ["/", "/index.html", "/?token=0", "/?token="] {
        let page = server.send_with(Method::GET, path, &[NOBODY], "").await;
        assert_eq!(page.status, 401, "{path}");
        assert!(page.text().contains("thermodon serve"), "{}", page.text());
        assert_eq!(page.header("set-cookie"), "");
    }
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn link_sets_a_cookie_that_gives_access() {
    let server = permissive_server().await;
    let link = format!("/?token={}", owner_token(&server));
    let opened = server.send_with(Method::GET, &link, &[NOBODY], "").await;
    assert_eq!((opened.status, opened.header("location")), (303, "/"));
    let cookie = opened.header("set-cookie");
    for attribute in ["; HttpOnly", "; SameSite=Strict", "; Path=/"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let (cookie, _) = cookie.split_once(';').expect("attributes");
    // Other servers of this host have cookies, too.
    let cookies = format!("thermodon-1=x; {cookie}; other=y");
    let send = async |method: Method, path: &str, cookie: &str| {
        // A proxy may ask for a password of its own.
        let headers = [("cookie", cookie), ("authorization", "Basic eDp5")];
        server.send_with(method, path, &headers, "").await.status
    };
    assert_eq!(send(Method::GET, "/", &cookies).await, 200);
    assert_eq!(send(Method::GET, "/api/v1/programs", &cookies).await, 200);
    assert_eq!(send(Method::DELETE, "/api/v1/games/1", &cookies).await, 204);
    assert_eq!(
        send(Method::GET, "/api/v1/games", "thermodon-1=x").await,
        401
    );
}

/// To a link from another site the browser adds no cookie, so the page loads itself again.
#[tokio::test]
async fn page_loads_itself_again_after_a_link_from_another_site() {
    let server = permissive_server().await;
    for (site, reloads) in [
        ("cross-site", true),
        ("same-origin", false),
        ("none", false),
    ] {
        let headers = [NOBODY, ("sec-fetch-site", site)];
        let page = server.send_with(Method::GET, "/", &headers, "").await;
        assert_eq!(page.status, 401);
        assert_eq!(page.text().contains("refresh"), reloads, "{site}");
    }
}

#[tokio::test]
async fn guests_may_only_read() {
    let server = permissive_server().await;
    let before = stored(&server).await;
    let guest = guest(&server);
    let headers = [
        ("authorization", &*guest),
        ("content-type", "application/json"),
    ];
    for operation in operations() {
        let (method, path) = (&operation.method, &*operation.path);
        let reply = operation.send(&server, &headers, "{}").await;
        if operation.is_get() || READING_POSTS.contains(&path) {
            assert_ne!(reply.status, 401, "{method} {path}");
            if path != "/api/v1/programs" {
                assert_ne!(reply.status, 403, "{method} {path}");
            }
        } else {
            let message = reply.error(403);
            assert!(message.contains("guests"), "{method} {path}: {message}");
        }
    }
    let about = server
        .send_with(Method::GET, "/api/v1/about", &headers, "")
        .await
        .ok();
    assert_eq!(
        (&about["read_only"], &about["programs"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(server.get("/about").await.ok()["read_only"], false);
    let mut socket = server
        .socket_with_header("/api/v1/analysis", "authorization", &guest)
        .await
        .expect("WebSocket");
    socket.analyze(1, "6x6", 1).await;
    assert_eq!(socket.expect_message().await["type"], "study");
    let external = json!({"type": "analyze", "request": 2, "fen": "6x6", "lines": 1, "program": 1});
    socket.send(external).await;
    let refused = socket.until(|event| event["request"] == 2).await;
    let message = refused["error"].as_str().expect("error");
    assert!(message.contains("only by the owner"), "{message}");
    assert_eq!(stored(&server).await, before);
}

/// Only this machine can reach it, and it runs no programs.
#[tokio::test]
async fn local_server_without_engines_asks_for_no_token() {
    let server = TestServer::start();
    assert!(server.authentication.tokens().is_none());
    let headers = [("authorization", "Bearer 0")];
    let reply = server
        .send_with(Method::GET, "/api/v1/about", &headers, "")
        .await;
    assert_eq!(reply.ok()["read_only"], false);
}
