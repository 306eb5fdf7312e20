//! Positions, overlays and server info.

use serde_json::{Value, json};

use crate::client::{Reply, TestServer};

async fn parse(server: &TestServer, text: &Value) -> Reply {
    let request = json!({"text": text});
    server.post("/positions/read", request).await
}

#[tokio::test]
async fn positions_are_parsed_in_any_notation() {
    let server = TestServer::start();
    let start = parse(&server, &json!("startpos")).await.ok();
    assert_eq!(start["moves"], 2176);
    assert_eq!(start["black"], json!(["a7", "j7", "d10", "g10"]));
    assert_eq!(parse(&server, &start["fen"]).await.ok(), start);
    let over = parse(&server, &json!("x#o b")).await.ok();
    assert_eq!(
        (&over["winner"], &over["moves"]),
        (&json!("white"), &json!(0))
    );
    for text in ["hello", "3x3", "", "3q2q3/11"] {
        parse(&server, &json!(text)).await.error(400);
    }
}

#[tokio::test]
async fn overlays_cover_every_square() {
    let server = TestServer::start();
    let get = async |fen: &str| {
        let request = json!({"fen": fen});
        server.post("/positions/overlays", request).await
    };
    let overlays = get("8x8").await.ok();
    for list in [
        &overlays["ownership"],
        &overlays["queen"]["black"],
        &overlays["king"]["white"],
    ] {
        assert_eq!(list.as_array().map(Vec::len), Some(64));
    }
    let mobility = overlays["mobility"].as_object().expect("map");
    assert_eq!(mobility.len(), 8);
    assert_eq!(overlays["regions"][0]["black"], 4);
    get("9x").await.error(400);
}

#[tokio::test]
async fn server_info_lists_levels_and_limits() {
    let server = TestServer::start();
    let info = server.get("/about").await.ok();
    assert_eq!(info["name"], "Thermodon");
    let levels = info["levels"].as_array().expect("levels");
    assert_eq!((levels.len(), &levels[0]["level"]), (20, &json!(1)));
    assert_eq!(info["limits"]["threads"], 2);
}
