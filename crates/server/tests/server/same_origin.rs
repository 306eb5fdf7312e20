//! Requests with another site's `Origin` or a foreign `Host`.

use hyper::Method;

use crate::client::{TestServer, human_game};

#[tokio::test]
async fn foreign_host_names_are_rejected() {
    let server = TestServer::start();
    let get = async |path: &str, host: &str| {
        server
            .send_with(Method::GET, path, &[("host", host)], "")
            .await
    };
    for path in ["/", "/api/v1/about", "/api/v1/games"] {
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
async fn other_sites_cannot_change_anything() {
    let server = TestServer::start();
    server.post("/games", human_game("6x6")).await.ok();
    let send = async |method: Method, path: &str, origin: &str| {
        server
            .send_with(method, path, &[("origin", origin)], "")
            .await
    };
    let own = format!("http://{}", server.address);
    let other_port = format!("http://127.0.0.1:{}", server.address.port() ^ 1);
    for origin in ["http://evil.example", "null", "", other_port.as_str()] {
        for (method, path) in [
            (Method::DELETE, "/api/v1/games/1"),
            (Method::POST, "/api/v1/games/1/hint"),
        ] {
            send(method, path, origin).await.error(403);
        }
        let reply = send(Method::GET, "/api/v1/games/1", origin).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("access-control-allow-origin"), "");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
    }
    let reply = send(Method::DELETE, "/api/v1/games/1", &own).await;
    assert_eq!(reply.status, 204);
}
