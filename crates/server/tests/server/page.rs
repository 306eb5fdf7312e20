//! The page.

use axum::body::Body;
use hyper::Request;

use crate::client::{Reply, TestServer, settings, small};

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server
        .send(request.body(Body::empty()).expect("a request"))
        .await
}

#[tokio::test]
async fn the_page_is_built_in() {
    let server = TestServer::start();
    let page = get(&server, "/", &[]).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<title>Thermodon"), "{}", page.text());
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-cache");
    assert!(
        page.header("content-security-policy")
            .contains("default-src 'self'")
    );
    assert!(!page.header("content-security-policy").contains("unsafe"));
    let known = page.header("etag");
    let again = get(&server, "/index.html", &[("if-none-match", known)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[tokio::test]
async fn nothing_else_is_served() {
    let server = TestServer::start();
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/index.html.gz",
        "/assets/",
        "/%2e%2e/Cargo.toml",
    ] {
        assert_eq!(get(&server, path, &[]).await.status, 404, "{path}");
    }
    for path in ["/api", "/api/", "/api/v2/about", "/api/v1/nothing"] {
        get(&server, path, &[]).await.refusal(404);
    }
    let request = Request::post("/").body(Body::empty()).expect("a request");
    assert_eq!(server.send(request).await.status, 405);
}

#[tokio::test]
async fn a_folder_can_be_served_instead() {
    let folder = std::env::temp_dir().join(format!("thermodon-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("made");
    let mut settings = settings(small());
    settings.page = Some(folder.clone());
    let error = server::serve::Server::bind(&settings).expect_err("it is empty");
    assert!(error.to_string().contains("no index.html"), "{error}");
    std::fs::write(folder.join("index.html"), "mine").expect("written");
    let server = TestServer::start_with(&settings);
    let page = get(&server, "/", &[]).await;
    assert_eq!((page.status, page.text()), (200, "mine"));
    assert!(
        page.header("content-security-policy")
            .contains("default-src 'self'")
    );
    assert_eq!(get(&server, "/%2e%2e/etc/passwd", &[]).await.status, 404);
    server.get("/about").await.ok();
    server.get("/nothing").await.refusal(404);
    std::fs::remove_dir_all(&folder).expect("removed");
}
