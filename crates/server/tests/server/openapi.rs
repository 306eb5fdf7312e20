//! The OpenAPI description and the API documentation.

use crate::client::TestServer;

/// The page's types are generated from this file.
#[test]
fn openapi_json_is_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    let text = std::fs::read_to_string(file).expect("web/openapi.json");
    assert!(
        text == server::openapi(),
        "web/openapi.json is outdated; run \
         `cargo run -p thermodon-server --example openapi > web/openapi.json`"
    );
}

#[tokio::test]
async fn description_and_documentation_are_served() {
    let server = TestServer::start();
    let reply = server.get("/openapi.json").await;
    assert_eq!(reply.text(), server::openapi());
    assert_eq!(reply.header("content-type"), "application/json");
    let page = server.get("/docs").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("POST /api/v1/games/{id}/moves"));
    let style = server.get("/docs.css").await;
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
}
