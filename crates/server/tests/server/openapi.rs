//! The page that describes the API.

use crate::client::TestServer;

/// The page's types are made from this file, so it must be what the handlers are.
#[test]
fn the_description_in_the_tree_is_that_of_the_handlers() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    let kept = std::fs::read_to_string(file).expect("it is in the tree");
    assert!(
        kept == server::api::openapi(),
        "web/openapi.json is old: cargo run -p thermodon-server --example openapi > web/openapi.json"
    );
}

#[tokio::test]
async fn it_is_served_for_programs_and_for_people() {
    let server = TestServer::start();
    let reply = server.get("/openapi.json").await;
    assert_eq!(reply.text(), server::api::openapi());
    assert_eq!(reply.header("content-type"), "application/json");
    let page = server.get("/docs").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("POST /api/v1/games/{id}/moves"));
    let style = server.get("/docs.css").await;
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
}
