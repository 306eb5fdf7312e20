//! The web page.

use hyper::Method;

use crate::client::{Reply, TestServer, config, small_limits};

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Reply {
    server.send_with(Method::GET, path, headers, "").await
}

#[tokio::test]
async fn page_is_embedded() {
    let server = TestServer::start();
    let page = get(&server, "/", &[]).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<title>Thermodon"), "{}", page.text());
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-cache");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"));
    let etag = page.header("etag");
    let again = get(&server, "/index.html", &[("if-none-match", etag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let gzip = get(&server, "/", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert_eq!(gzip.body[..2], [0x1f, 0x8b]);
    // The placeholder page has no assets.
    if let Some(asset) = page.text().split('"').find(|path| path.contains("assets/")) {
        let path = asset.trim_start_matches('.');
        let asset = get(&server, path, &[]).await;
        assert!(
            asset.header("cache-control").contains("immutable"),
            "{path}"
        );
    }
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
        get(&server, path, &[]).await.error(404);
    }
    let reply = server.send_with(Method::POST, "/", &[], "").await;
    assert_eq!(reply.status, 405);
}

#[tokio::test]
async fn page_can_be_served_from_a_directory() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let mut config = config(small_limits());
    config.web_dir = Some(directory.path().to_owned());
    let error = server::Server::bind(&config).expect_err("empty directory");
    assert!(error.to_string().contains("no index.html"), "{error}");
    std::fs::write(directory.path().join("index.html"), "mine").expect("written");
    let server = TestServer::start_with(&config);
    let page = get(&server, "/", &[]).await;
    assert_eq!((page.status, page.text()), (200, "mine"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'self'"));
    assert_eq!(get(&server, "/%2e%2e/etc/passwd", &[]).await.status, 404);
    server.get("/about").await.ok();
    server.get("/nothing").await.error(404);
}
