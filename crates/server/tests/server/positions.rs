//! Positions, without any search.

use serde_json::json;

use crate::client::TestServer;

#[tokio::test]
async fn positions_are_read_in_any_notation() {
    let server = TestServer::start();
    let start = server
        .post("/positions/read", json!({"text": "startpos"}))
        .await
        .ok();
    assert_eq!(start["moves"], 2176);
    assert_eq!(start["black"], json!(["a7", "j7", "d10", "g10"]));
    let again = server
        .post("/positions/read", json!({"text": start["fen"]}))
        .await
        .ok();
    assert_eq!(again, start);
    let over = server
        .post("/positions/read", json!({"text": "x#o b"}))
        .await
        .ok();
    assert_eq!(
        (over["winner"].as_str(), over["moves"].as_u64()),
        (Some("white"), Some(0))
    );
    for text in ["hello", "3x3", "", "3q2q3/11"] {
        let reply = server
            .post("/positions/read", json!({ "text": text }))
            .await;
        reply.refusal(400);
    }
}

#[tokio::test]
async fn overlays_cover_every_square() {
    let server = TestServer::start();
    let overlays = server
        .post("/positions/overlays", json!({"fen": "8x8"}))
        .await
        .ok();
    for list in [
        &overlays["ownership"],
        &overlays["queen"]["black"],
        &overlays["king"]["white"],
    ] {
        assert_eq!(list.as_array().map(Vec::len), Some(64));
    }
    assert_eq!(
        overlays["mobility"].as_object().map(serde_json::Map::len),
        Some(8)
    );
    assert_eq!(overlays["regions"][0]["black"], 4);
    server
        .post("/positions/overlays", json!({"fen": "9x"}))
        .await
        .refusal(400);
}

#[tokio::test]
async fn the_program_says_what_it_is() {
    let server = TestServer::start();
    let about = server.get("/about").await.ok();
    assert_eq!(about["name"], "Thermodon");
    let levels = about["levels"].as_array().expect("there are levels");
    assert_eq!((levels.len(), &levels[0]["level"]), (20, &json!(1)));
    assert_eq!(about["limits"]["threads"], 2);
}
